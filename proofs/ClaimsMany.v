(* Claims of the records: k mechanisms of which only epsilon and delta are known (Kairouz, Oh and Viswanath). *)

From Coq Require Import Reals Lra Classical.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop binomial.
From Dpzoo Require Import Prob Blocks Standards Units Events Divergences Response Conversions Many Analytic.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Open Scope R_scope.

(* Mechanisms in turn are covered by as many leaks, on every compared pair of datasets. *)
Lemma turns_covered D (U : neighbours D) e d (d01 : 0 <= d <= 1) k (O : finType) (M : D -> dist O) x y : 0 <= e ->
  in_turn (pairs U) approx (e, d) k M -> U x y \/ U y x -> covers (leaks e d01 true k) (leaks e d01 false k) (M x) (M y).
Proof.
move=> e0 H u; elim: H => [|{}k A B {}M N /satisfies_pairs HM _ IH] /=; first by move=> v w _ _; right.
apply: covers_joint => //.
by case: u => v; have [h h'] := HM _ _ v; apply: leak_covers.
Qed.

Lemma turns_approx D (U : neighbours D) e d (d01 : 0 <= d <= 1) k t d' : 0 <= e ->
  excess (exp t) (leaks e d01 true k) (leaks e d01 false k) <= d' -> many_in_turn (pairs U) approx (e, d) k (t, d').
Proof.
move=> e0 H O M HM; apply/satisfies_pairs => x y u; split; apply/approxE; rewrite -gap_excess;
  (apply: (Rle_trans _ (excess (exp t) (leaks e d01 true k) (leaks e d01 false k))); last by []);
  rewrite -gap_excess; apply: (turns_covered d01 e0 HM); try tauto; try lra; left; apply: exp_pos.
Qed.

(* Leaks are themselves mechanisms of that kind, side by side. *)
Lemma leaks_side D (U : neighbours D) e d (d01 : 0 <= d <= 1) k (f : D -> bool) : 0 <= e ->
  side_by_side (pairs U) approx (e, d) k (fun z => leaks e d01 (f z) k).
Proof.
move=> e0; elim: k => [|k IH]; first exact: no_side.
apply: (@one_side _ _ _ _ _ k _ _ (fun z => leak e d01 (f z)) (fun z => leaks e d01 (f z) k)) => //.
by apply/satisfies_pairs => x y _; split; apply: leak_approx.
Qed.

Lemma pow01 d k : 0 <= d <= 1 -> 0 <= (1 - d) ^ k <= 1.
Proof.
move=> h; elim: k => [|k IH] /=; first lra.
by have := Rmult_le_pos (1 - d) _ ltac:(lra) (proj1 IH); nra.
Qed.

Theorem approximate_dp__composition__optimal_composition :
  forall (D : Type) (U : neighbours D), discerning U ->
  (* k mechanisms in turn, each chosen after the earlier results *)
  (forall (epsilon delta : R) (k : nat), 0 <= epsilon -> 0 <= delta -> delta <= 1 -> 1 <= INR k -> forall (t : R),
    0 <= t -> many_in_turn (pairs U) approx (epsilon, delta) k (t,
    1 - (1 - delta) ^ k * (1 - kov_delta t epsilon k))) /\
  (* tight: no smaller value will do, even for mechanisms that are fixed beforehand *)
  (forall (epsilon delta : R) (k : nat) (t : R), 0 <= epsilon -> 0 <= delta -> delta <= 1 -> 1 <= INR k ->
    0 <= t -> forall (delta' : R), 0 <= delta' -> delta' <= 1 -> many_side_by_side (pairs U) approx (epsilon,
    delta) k (t, delta') -> 1 - (1 - delta) ^ k * (1 - kov_delta t epsilon k) <= delta').
Proof.
move=> D U dU; split=> [e d k e0 d0 d1 k1 t t0|e d k t e0 d0 d1 k1 t0 d' d'0 d'1 H].
- have d01 : 0 <= d <= 1 by lra.
  by apply: (turns_approx (d01 := d01) e0); rewrite (leaks_excess e d01 t k true); lra.
- have d01 : 0 <= d <= 1 by lra.
  case: dU => x [y [u xy]]; pose f z := if decide (z = x) then true else false.
  have /satisfies_pairs /(_ x y u) [+ _] := H _ _ (leaks_side U d01 k f e0).
  have -> : f x = true by rewrite /f; case: (decide _).
  have -> : f y = false by rewrite /f; case: (decide _) => // e1; case: xy.
  by move/approxE; rewrite (leaks_excess e d01 t k true).
Qed.

(* At k e no answer of randomised response is left over. *)
Lemma kov_delta_sum e k : 0 <= e -> kov_delta (INR k * e) e k = 0.
Proof.
move=> e0; rewrite /kov_delta sum_zero; first by rewrite /Rdiv Rmult_0_l.
move=> l; rewrite Rmax_left; first ring.
have L : INR (k - l) <= INR k by apply: le_INR; apply/leP; apply: leq_subr.
have := pos_INR l => l0; have := Rmult_le_pos _ _ l0 e0 => ?.
by have : exp (INR (k - l) * e) <= exp (INR k * e + INR l * e); [apply: exp_le; nra|lra].
Qed.

Theorem approximate_dp__composition__basic_composition :
  forall (D : Type) (U : neighbours D),
  (* k mechanisms in turn, each chosen after the earlier results *)
  (forall (epsilon delta : R) (k : nat), 0 <= epsilon -> 0 <= delta -> delta <= 1 -> 1 <= INR k ->
    many_in_turn (pairs U) approx (epsilon, delta) k (INR k * epsilon, 1 - (1 - delta) ^ k)).
Proof.
move=> D U e d k e0 d0 d1 k1; have d01 : 0 <= d <= 1 by lra.
apply: (turns_approx (d01 := d01) e0); rewrite (leaks_excess e d01 _ k true) kov_delta_sum //; lra.
Qed.

(* Without leaks, k answers are concentrated: each contributes e^2 / 2 at most. *)
Lemma answers_zcdp e k (d01 : 0 <= 0 <= 1) t : 0 < e ->
  zcdp (0, INR k * (e * tanh (e / 2))) (leaks e d01 t k) (leaks e d01 (~~ t) k).
Proof.
move=> e0; elim: k => [|k IH]; first by apply: zcdp_reflexive; rewrite /=; lra.
have K : zcdp (0 + 0, e * tanh (e / 2) + INR k * (e * tanh (e / 2))) (leaks e d01 t k.+1) (leaks e d01 (~~ t) k.+1).
  apply: (adaptive_independent (@zcdp_adaptive _ _ _ _)) => //.
  by apply: pure_zcdp => //; apply/pure_approx0; apply: leak_approx; lra.
rewrite S_INR; move: K; rewrite Rplus_0_r.
by have -> : e * tanh (e / 2) + INR k * (e * tanh (e / 2)) = (INR k + 1) * (e * tanh (e / 2)) by ring.
Qed.

Lemma kov_delta_advanced e k r : 0 <= e -> 1 <= INR k -> 0 < r -> r < 1 ->
  kov_delta (e * sqrt (2 * INR k * ln (1 / r)) + INR k * e * (exp e - 1)) e k <= r.
Proof.
move=> [e0|<-] k1 r0 r1; last first.
  have -> : 0 * sqrt (2 * INR k * ln (1 / r)) + INR k * 0 * (exp 0 - 1) = INR k * 0 by ring.
  by rewrite kov_delta_sum; lra.
have z01 : 0 <= 0 <= 1 by lra.
set t := _ + _; have := leaks_excess e z01 t k true; rewrite Rminus_0_r pow1 => E.
have -> : kov_delta t e k = excess (exp t) (leaks e z01 true k) (leaks e z01 false k) by rewrite E; ring.
apply/approxE; have l0 := ln_neg r0 r1; have T := tanh_le e0; have P := tanh_pos e0; have E1 := exp_ineq1_le e.
set w := INR k * (e * e / 2); have w0 : 0 < w by rewrite /w; nra.
have Z : zcdp (0, w) (leaks e z01 true k) (leaks e z01 false k).
  apply: (zcdp_weaken (r := INR k * (e * tanh (e / 2)))); last exact: (answers_zcdp k z01 true e0).
  by rewrite /w; apply: Rmult_le_compat_l; nra.
have := probabilistic_approx (zcdp_tail w0 r0 r1 Z); apply: approx_weaken; last lra.
have -> : 2 * sqrt (w * ln (1 / r)) = e * sqrt (2 * INR k * ln (1 / r)).
  have m0 : 0 <= 2 * INR k * ln (1 / r) by apply: Rmult_le_pos; lra.
  have s0 := sqrt_pos (2 * INR k * ln (1 / r)); have ss := sqrt_sqrt _ m0.
  have -> : w * ln (1 / r) = (e / 2 * sqrt (2 * INR k * ln (1 / r))) * (e / 2 * sqrt (2 * INR k * ln (1 / r))).
    have -> : forall z, e / 2 * z * (e / 2 * z) = e * e / 4 * (z * z) by move=> z; field.
    by rewrite ss /w; field.
  by rewrite sqrt_square; [field|apply: Rmult_le_pos; lra].
rewrite /t /w; have : INR k * e * e <= INR k * e * (exp e - 1) by apply: Rmult_le_compat_l; nra.
nra.
Qed.

Lemma pow_linear d k : 0 <= d <= 1 -> 1 - (1 - d) ^ k <= INR k * d.
Proof.
move=> h; elim: k => [|k IH]; first by rewrite /=; lra.
rewrite S_INR /=; have [p0 p1] := pow01 k h; nra.
Qed.

Theorem approximate_dp__composition__advanced_composition :
  forall (D : Type) (U : neighbours D),
  (* k mechanisms in turn, each chosen after the earlier results *)
  (forall (epsilon delta : R) (k : nat), 0 <= epsilon -> 0 <= delta -> delta <= 1 -> 1 <= INR k ->
    forall (slack : R), 0 < slack -> slack < 1 -> slack <> 0 /\ 0 < 1 / slack /\ 0 <= 2 * INR k * ln (1 / slack) /\
    many_in_turn (pairs U) approx (epsilon,
    delta) k (epsilon * sqrt (2 * INR k * ln (1 / slack)) + INR k * epsilon * (exp epsilon - 1), INR k * delta + slack)).
Proof.
move=> D U e d k e0 d0 d1 k1 r r0 r1; have d01 : 0 <= d <= 1 by lra.
have l0 := ln_neg r0 r1; do 2 (split; first by [lra|apply: Rdiv_lt_0_compat; lra]).
split; first by apply: Rmult_le_pos; lra.
apply: (turns_approx (d01 := d01) e0); rewrite (leaks_excess e d01 _ k true).
have := kov_delta_advanced e0 k1 r0 r1; set v := kov_delta _ _ _ => v1.
have := pow_linear k d01; have [p0 p1] := pow01 k d01; nra.
Qed.
