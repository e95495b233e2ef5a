(* Claims of the records: bounded range, which is not convex, and what it gives. *)

From Coq Require Import Reals Lra Classical.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop.
From Dpzoo Require Import Prob Blocks Standards Units Events Laws Divergences Response Conversions Closure ClaimsConversions.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Open Scope R_scope.

(* Two pairs of laws, on outputs of their own, with opposite losses in an interval of length ln 2; side by side the losses reach over
   twice ln (9/5), which is more. *)
Lemma opposite_losses : mixed_apart bounded_range (ln 2) (1 / 2)
  [:: 1 / 5; 4 / 5; 0; 0] [:: 1 / 9; 8 / 9; 0; 0] [:: 0; 0; 1 / 9; 8 / 9] [:: 0; 0; 1 / 5; 4 / 5].
Proof.
have [p P] := @law_of 4 [:: 1 / 5; 4 / 5; 0; 0] erefl ltac:(simpl; lra) ltac:(simpl; lra).
have [q Q] := @law_of 4 [:: 1 / 9; 8 / 9; 0; 0] erefl ltac:(simpl; lra) ltac:(simpl; lra).
have [p' P'] := @law_of 4 [:: 0; 0; 1 / 9; 8 / 9] erefl ltac:(simpl; lra) ltac:(simpl; lra).
have [q' Q'] := @law_of 4 [:: 0; 0; 1 / 5; 4 / 5] erefl ltac:(simpl; lra) ltac:(simpl; lra).
have h : 0 <= 1 / 2 <= 1 by lra.
have two : exp (ln 2) = 2 by apply: exp_ln; lra.
have R1 : bounded_range (ln 2) p q.
  by apply/rangeE => -[[|[|[|[|i]]]] //= hi] [[|[|[|[|j]]]] //= hj]; rewrite two !P !Q /=; lra.
have R2 : bounded_range (ln 2) p' q'.
  by apply/rangeE => -[[|[|[|[|i]]]] //= hi] [[|[|[|[|j]]]] //= hj]; rewrite two !P' !Q' /=; lra.
exists p, q, p', q', h; split=> //; split; first by split=> //; apply: range_sym.
split; first by split=> //; apply: range_sym.
move=> [/rangeE /(_ (inord 0) (inord 2)) + _]; rewrite two !mixE !P !Q !P' !Q' !inordK //=; lra.
Qed.

Theorem range_bounded_privacy__convexity :
  forall (D : Type) (U : neighbours D), discerning U ->
  (* it fails at some proper level *)
  (exists epsilon : R, 0 < epsilon /\ ~ convexity (pairs U) bounded_range epsilon) /\
  (* shown by the laws of the witness opposite-losses *)
  (exists epsilon : R, 0 < epsilon /\ mixed_apart bounded_range epsilon (1 / 2) [:: 1 / 5; 4 / 5; 0; 0] [:: 1 / 9; 8
    / 9; 0; 0] [:: 0; 0; 1 / 9; 8 / 9] [:: 0; 0; 1 / 5; 4 / 5]).
Proof.
move=> D U dU; have l2 : 0 < ln 2 by rewrite -ln_1; apply: ln_increasing; lra.
split; exists (ln 2); split=> //; last exact: opposite_losses.
by apply: mixed_fails opposite_losses => //; apply: range_reflexive; lra.
Qed.

(* --- What a bounded range gives: a condition on one event and its complement ------------------------------------------- *)

Lemma exp_half e : exp e = exp (e / 2) * exp (e / 2).
Proof. by rewrite -exp_plus; congr exp; field. Qed.

(* With v = 1 + (s^2 - 1) y, the bound on x is s^2 y / v, and s^2 / v + r^2 v is at least 2 r s. *)
Lemma range_excess e r (O : finType) (p q : dist O) (S : pred O) : 0 < e -> bounded_range e p q ->
  (exp e - 1) * (Pr p S - r * r * Pr q S) <= (exp (e / 2) - r) * (exp (e / 2) - r).
Proof.
move=> e0 /(_ S (fun o => ~~ S o)); rewrite !Pr_not exp_half; set s := exp (e / 2).
have s1 : 1 < s by apply: exp_gt1; lra.
set x := Pr p S; set y := Pr q S => h; have y0 : 0 <= y := Pr_ge0 q S.
set v := 1 + (s * s - 1) * y; have ss0 : 0 <= s * s - 1 by nra.
have v1 : 1 <= v by have := Rmult_le_pos _ _ ss0 y0; rewrite /v; lra.
have hx : x * v <= s * s * y by rewrite /v; lra.
have hv : v * ((s * s - 1) * x) <= s * s * (v - 1).
  have -> : s * s * (v - 1) = (s * s - 1) * (s * s * y) by rewrite /v; ring.
  by have -> : v * ((s * s - 1) * x) = (s * s - 1) * (x * v); [ring|apply: Rmult_le_compat_l].
have ev : (s * s - 1) * y = v - 1 by rewrite /v; ring.
apply: (Rmult_le_reg_l v); first lra.
have -> : v * ((s * s - 1) * (x - r * r * y)) = v * ((s * s - 1) * x) - r * r * v * ((s * s - 1) * y) by ring.
rewrite ev; have : 0 <= (s - r * v) * (s - r * v) by apply: Rle_0_sqr.
lra.
Qed.

(* Two coins that attain it: the probabilities y and x = s^2 y / v of the first side. *)
Section Coins.
Variables (e v : R) (e0 : 0 < e) (v1 : 1 < v) (ve : v < exp e).
Definition low : R := (v - 1) / (exp e - 1).
Definition high : R := exp e * (v - 1) / (v * (exp e - 1)).
Lemma low01 : 0 <= low <= 1.
Proof. by rewrite /low; split; [apply: Rle_mult_inv_pos; lra|apply: div_le; lra]. Qed.
Lemma low_pos : 0 < low.
Proof. by apply: Rdiv_lt_0_compat; lra. Qed.
Lemma high_low : high = exp e / v * low.
Proof. by rewrite /high /low; field; lra. Qed.
Lemma high01 : 0 <= high <= 1.
Proof.
have k : 0 < v * (exp e - 1) by apply: Rmult_lt_0_compat; lra.
by rewrite /high; split; [apply: Rle_mult_inv_pos => //; nra|apply: div_le => //; nra].
Qed.
Lemma high_odds : high * (1 - low) = exp e * (low * (1 - high)).
Proof. by rewrite /high /low; field; lra. Qed.
Lemma coins_range : bounded_range e (coin high01) (coin low01).
Proof.
have [a b] := low01; have [c d] := high01; have h := high_odds; have E1 := exp_gt1 e0.
have l : low <= high.
  by have := low_pos; rewrite high_low => l0; have : 1 <= exp e / v; [apply: le_div; lra|nra].
have k (x y : R) : 0 <= x -> 0 <= y -> x * y <= exp e * (y * x).
  by move=> x0 y0; have := Rmult_le_pos _ _ x0 y0; nra.
have hl := k _ _ c a; have hl' := k (1 - high) (1 - low) ltac:(lra) ltac:(lra).
have m : 0 <= high * (1 - low) by apply: Rmult_le_pos; lra.
by apply/rangeE => [[] []] /=; [|lra|nra|].
Qed.
Lemma on_coins D (U : neighbours D) L (T : standard L) l : discerning U ->
  gives (pairs U) bounded_range e (pairs U) T l -> T l _ (coin high01) (coin low01).
Proof.
move=> dU H; apply: (unlift dU _ H); [by apply: range_reflexive; lra|exact: coins_range|by apply: range_sym; apply: coins_range].
Qed.
End Coins.

Lemma Pr_coin w (w01 : 0 <= w <= 1) : Pr (coin w01) id = w.
Proof. by rewrite /Pr sum_bool /=; ring. Qed.

Lemma tanh_quarter e : tanh (e / 4) = (exp (e / 2) - 1) / (exp (e / 2) + 1).
Proof. by rewrite -tanh_half; congr tanh; field. Qed.

Theorem range_bounded_privacy__equivalent_to__epsilon_dp :
  forall (D : Type) (U : neighbours D), discerning U ->
  (* every proper level gives a proper level *)
  (forall (epsilon : R), 0 < epsilon -> (0 < epsilon /\
    gives (pairs U) bounded_range epsilon (pairs U) pure epsilon)) /\
  (* every proper level is reached *)
  (forall (epsilon' : R), 0 < epsilon' -> exists epsilon : R, 0 < epsilon /\
    gives (pairs U) bounded_range epsilon (pairs U) pure epsilon') /\
  (* back: every proper level gives a proper level *)
  (forall (epsilon' : R), 0 < epsilon' -> exists epsilon : R, 0 < epsilon /\
    gives (pairs U) pure epsilon' (pairs U) bounded_range epsilon) /\
  (* back: every proper level is reached *)
  (forall (epsilon : R), 0 < epsilon -> exists epsilon' : R, 0 < epsilon' /\
    gives (pairs U) pure epsilon' (pairs U) bounded_range epsilon) /\
  (* tight: no smaller value will do *)
  (forall (epsilon : R), 0 < epsilon -> forall (epsilon' : R), 0 <= epsilon' ->
    gives (pairs U) bounded_range epsilon (pairs U) pure epsilon' -> epsilon <= epsilon').
Proof.
move=> D U dU; split; last split; last split; last split.
- by move=> e e0; split=> //; apply: lift_refines; apply: range_pure.
- by move=> e e0; exists e; split=> //; apply: lift_refines; apply: range_pure.
- by move=> e e0; exists (2 * e); split; [lra|apply: lift_pairs; apply: pure_range].
- move=> e e0; exists (e / 2); split; first lra.
  by apply: lift_pairs; have := @pure_range (e / 2); have -> : 2 * (e / 2) = e by field.
- move=> e e0 e' e'0 H; case: (Rle_dec e e') => // n; exfalso.
  have v1 : 1 < exp ((e - e') / 2) by apply: exp_gt1; lra.
  have ve : exp ((e - e') / 2) < exp e by apply: exp_increasing; lra.
  have := on_coins e0 v1 ve dU H => /(_ id); rewrite !Pr_coin (high_low v1 ve).
  have := low_pos v1 ve; set v := exp _ => l0 k.
  have : exp e / v <= exp e' by apply: (Rmult_le_reg_r (low e v)) => //; lra.
  rewrite /v /Rdiv -exp_Ropp -exp_plus => /exp_le_inv; lra.
Qed.

Theorem range_bounded_privacy__stronger_than__total_variation_privacy :
  forall (D : Type) (U : neighbours D), discerning U ->
  (* every proper level gives a proper level *)
  (forall (epsilon : R), 0 < epsilon -> (0 < tanh (epsilon / 4) /\ tanh (epsilon / 4) < 1 /\
    gives (pairs U) bounded_range epsilon (pairs U) total_variation (tanh (epsilon / 4)))) /\
  (* every proper level is reached *)
  (forall (epsilon' : R), 0 < epsilon' -> epsilon' < 1 -> exists epsilon : R, 0 < epsilon /\
    gives (pairs U) bounded_range epsilon (pairs U) total_variation epsilon') /\
  (* tight: no smaller value will do *)
  (forall (epsilon : R), 0 < epsilon -> forall (epsilon' : R), 0 <= epsilon' -> epsilon' <= 1 ->
    gives (pairs U) bounded_range epsilon (pairs U) total_variation epsilon' -> tanh (epsilon / 4) <= epsilon').
Proof.
move=> D U dU; split; last split.
- move=> e e0; have E : e / 4 = e / 2 / 2 by field.
  split; first by rewrite E; apply: tanh_pos; lra.
  split; first by rewrite E; apply: tanh_lt1.
  apply: lift_refines => O p q H S; have := range_excess 1 S e0 H; rewrite tanh_quarter exp_half.
  have s1 : 1 < exp (e / 2) by apply: exp_gt1; lra.
  set s := exp (e / 2) in s1 * => h; apply: le_div; first lra.
  by apply: (Rmult_le_reg_l (s - 1)); lra.
- move=> e e0 e1; have [_ [/(_ e e0 e1) [u [u0 H]] _]] := epsilon_dp__stronger_than__total_variation_privacy dU.
  by exists u; split=> //; apply: gives_trans H; apply: lift_refines; apply: range_pure.
- move=> e e0 e' e'0 e'1 H; have u0 : 0 <= e / 2 by lra.
  have K : gives (pairs U) pure (e / 2) (pairs U) total_variation e'.
    by apply: gives_trans H; apply: lift_pairs; have := @pure_range (e / 2); have -> : 2 * (e / 2) = e by field.
  have := on_answers dU u0 K => /(_ id); rewrite answer_tv //.
  by have -> : e / 2 / 2 = e / 4 by field.
Qed.

(* The level t of the map, as a factor: e^(t / 2) = s (1 - w), where w^2 = delta (1 - e^(-epsilon)). *)
Section RangeApprox.
Variables (e d : R) (e0 : 0 < e) (d0 : 0 < d) (dt : d < tanh (e / 4)).
Let s := exp (e / 2).
Let w := sqrt (d * (1 - exp (- e))).
Let ss1 : 1 < s. Proof. by apply: exp_gt1; lra. Qed.
Let under : 0 < d * (1 - exp (- e)).
Proof. by apply: Rmult_lt_0_compat => //; have := exp_lt1 e0; lra. Qed.
Let ww : s * s * (w * w) = d * (s * s - 1).
Proof.
rewrite /w sqrt_sqrt; last lra.
by rewrite exp_Ropp exp_half -/s; field; nra.
Qed.
Let w0 : 0 < w. Proof. exact: sqrt_lt_R0. Qed.
Lemma range_root : 1 < s * (1 - w).
Proof.
have h : d * (s + 1) < s - 1.
  have := dt; rewrite tanh_quarter -/s => k.
  have -> : s - 1 = (s - 1) / (s + 1) * (s + 1) by field; lra.
  by apply: Rmult_lt_compat_r; lra.
suff : s * w < s - 1 by lra.
have sw : 0 < s * w by nra.
have : (s * w) * (s * w) < (s - 1) * (s - 1).
  have -> : s * w * (s * w) = d * (s * s - 1) by rewrite -ww; ring.
  have -> : d * (s * s - 1) = d * (s + 1) * (s - 1) by ring.
  by apply: Rmult_lt_compat_r; lra.
by move=> k; case: (Rlt_dec (s * w) (s - 1)) => // n; nra.
Qed.
Lemma range_level : exp (e + 2 * ln (1 - w)) = (s * (1 - w)) * (s * (1 - w)).
Proof.
have r := range_root; have i : 0 < 1 - w by nra.
rewrite exp_plus exp_half -/s; have -> : 2 * ln (1 - w) = ln (1 - w) + ln (1 - w) by ring.
by rewrite exp_plus !exp_ln //; ring.
Qed.
Lemma range_facts : 0 <= d * (1 - exp (- e)) /\ 0 < 1 - w /\ 0 < e + 2 * ln (1 - w) /\ d < 1.
Proof.
have r := range_root; have t : tanh (e / 4) < 1 by have -> : e / 4 = e / 2 / 2; [field|apply: tanh_lt1].
split; first lra; split; first nra; split; last lra.
case: (Rlt_dec 0 (e + 2 * ln (1 - w))) => // n; exfalso.
have : exp (e + 2 * ln (1 - w)) <= exp 0 by apply: exp_le; lra.
by rewrite range_level exp_0; nra.
Qed.
Lemma range_approx : refines bounded_range e approx (e + 2 * ln (1 - w), d).
Proof.
move=> O p q H S /=; rewrite range_level; have := range_excess (s * (1 - w)) S e0 H; rewrite exp_half -/s => h.
have k : (s * s - 1) * (Pr p S - s * (1 - w) * (s * (1 - w)) * Pr q S) <= (s * s - 1) * d.
  by have : (s - s * (1 - w)) * (s - s * (1 - w)) = (s * s - 1) * d; [have := ww; lra|lra].
have : Pr p S - s * (1 - w) * (s * (1 - w)) * Pr q S <= d by apply: (Rmult_le_reg_l (s * s - 1)); nra.
lra.
Qed.
(* At v = 1 / (1 - w) the coins have an excess of exactly d. *)
Lemma range_approx_tight D (U : neighbours D) e' : discerning U ->
  gives (pairs U) bounded_range e (pairs U) approx (e', d) -> e + 2 * ln (1 - w) <= e'.
Proof.
move=> dU H; have r := range_root; have i : 0 < 1 - w by nra.
have iv := Rinv_0_lt_compat _ i.
have v1 : 1 < / (1 - w) by rewrite -[X in X < _]Rinv_1; apply: Rinv_lt_contravar; lra.
have ve : / (1 - w) < exp e.
  rewrite exp_half -/s; apply: (Rmult_lt_reg_r (1 - w)) => //; rewrite Rinv_l; last lra.
  by nra.
have := on_coins e0 v1 ve dU H => /(_ id); rewrite !Pr_coin (high_low v1 ve) /=.
have l0 := low_pos v1 ve.
have X : (exp e / / (1 - w) - exp (e + 2 * ln (1 - w))) * low e (/ (1 - w)) = d.
  rewrite range_level /low exp_half -/s.
  have -> : s * s / / (1 - w) = s * s * (1 - w) by field; lra.
  have -> : (s * s * (1 - w) - s * (1 - w) * (s * (1 - w))) * ((/ (1 - w) - 1) / (s * s - 1)) = s * s * (w * w) / (s * s - 1).
    by field; split; nra.
  by rewrite ww; field; nra.
move=> k; apply: exp_le_inv; apply: (Rmult_le_reg_r (low e (/ (1 - w)))) => //; lra.
Qed.
End RangeApprox.

Theorem range_bounded_privacy__stronger_than__approximate_dp :
  forall (D : Type) (U : neighbours D), discerning U ->
  (* every proper level gives a proper level *)
  (forall (epsilon : R), 0 < epsilon -> (exists delta : R, 0 < delta /\ delta < tanh (epsilon / 4)) /\
    (forall (delta : R), 0 < delta -> delta < tanh (epsilon / 4) -> 0 <= delta * (1 - exp (- epsilon)) /\
    0 < 1 - sqrt (delta * (1 - exp (- epsilon))) /\
    0 < epsilon + 2 * ln (1 - sqrt (delta * (1 - exp (- epsilon)))) /\ 0 < delta /\ delta < 1 /\
    gives (pairs U) bounded_range epsilon (pairs U) approx (epsilon + 2 * ln (1 - sqrt (delta * (1 - exp (-
    epsilon)))), delta))) /\
  (* every proper level is reached *)
  (forall (epsilon' delta' : R), 0 < epsilon' -> 0 < delta' -> delta' < 1 -> exists epsilon : R, 0 < epsilon /\
    gives (pairs U) bounded_range epsilon (pairs U) approx (epsilon', delta')) /\
  (* tight: no smaller value will do *)
  (forall (epsilon delta : R), 0 < epsilon -> 0 < delta -> delta < tanh (epsilon / 4) -> forall (epsilon' : R),
    0 <= epsilon' -> gives (pairs U) bounded_range epsilon (pairs U) approx (epsilon', delta) ->
    epsilon + 2 * ln (1 - sqrt (delta * (1 - exp (- epsilon)))) <= epsilon').
Proof.
move=> D U dU; split; last split.
- move=> e e0; split.
    by apply: exists_between; have -> : e / 4 = e / 2 / 2; [field|apply: tanh_pos; lra].
  move=> d d0 dt; have [a [b [c f]]] := range_facts e0 d0 dt; do 5 (split=> //).
  by apply: lift_refines; apply: range_approx.
- move=> e d e0 d0 d1; exists e; split=> //; apply: lift_refines => O p q /range_pure /pure_approx0.
  by apply: approx_weaken; lra.
- by move=> e d e0 d0 dt e' _; apply: range_approx_tight.
Qed.
