(* Claims of the records: what may fail with a small probability composes. *)

From Coq Require Import Reals Lra Classical.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop.
From Dpzoo Require Import Prob Blocks Standards Units Events Divergences Response Conversions Closure ClaimsConversions.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Open Scope R_scope.

(* --- Outside an exceptional event: independent results ------------------------------------------------------------------- *)

(* Functions in place of events, outside the exceptional one. *)
Lemma outside_mean c d (O : finType) (p q : dist O) (E : pred O) (h : O -> R) : (forall o, 0 <= h o <= 1) ->
  (forall S : pred O, Pr p (predD S E) <= c * Pr q (predD S E) + d) ->
  (\sum_o (if E o then 0 else p o * h o)) <= c * (\sum_o (if E o then 0 else q o * h o)) + d.
Proof.
move=> h01 H; have := H (fun o => if Rlt_dec (c * q o) (p o) then true else false) => k.
suff: (\sum_o (if E o then 0 else p o * h o)) - c * (\sum_o (if E o then 0 else q o * h o)) <= d by lra.
apply: (Rle_trans _ (Pr p (predD (fun o => if Rlt_dec (c * q o) (p o) then true else false) E)
  - c * Pr q (predD (fun o => if Rlt_dec (c * q o) (p o) then true else false) E))); last lra.
rewrite Pr_diff -sum_scale -sum_sub; apply: sum_le => o; rewrite /= /in_mem /=.
case: (E o) => /=; first by lra.
by have := h01 o; case: Rlt_dec => /= l b; nra.
Qed.

Lemma Pr_outside (A B : finType) (p : dist A) (p' : dist B) (E : pred A) (F : pred B) (S : pred (prod_finType A B)) :
  Pr (product p p') (predD S (fun z => E z.1 || F z.2)) = \sum_a (if E a then 0 else p a * Pr p' (predD (fun b => S (a, b)) F)).
Proof.
rewrite {1}/Pr sum_pair_fun /=; apply: sum_eq => a; case e : (E a).
  by apply: sum_zero => b; rewrite /in_mem /= ?e.
by rewrite /Pr -sum_scale; apply: sum_eq => b; rewrite /in_mem /= ?e; case: (~~ F b && S (a, b)); ring.
Qed.

Lemma Pr_either (A B : finType) (p : dist A) (p' : dist B) (E : pred A) (F : pred B) :
  Pr (product p p') (fun z => E z.1 || F z.2) <= Pr p E + Pr p' F.
Proof.
rewrite {1}/Pr sum_pair_fun /=.
apply: (Rle_trans _ (\sum_a ((if E a then p a else 0) + p a * Pr p' F))); last first.
  by rewrite sum_add -/(Pr p E) -/(Ex p (fun _ => Pr p' F)) Ex_const; lra.
apply: sum_le => a.
apply: (Rle_trans _ (\sum_b ((if E a then p a else 0) * p' b + p a * (if F b then p' b else 0)))).
  apply: sum_le => b; have x := mass_ge0 p a; have y := mass_ge0 p' b; have z := Rmult_le_pos _ _ x y.
  by case: (E a); case: (F b) => /=; lra.
by rewrite sum_add !sum_scale mass_sum -/(Pr p' F); lra.
Qed.

(* Outside both events give up a2 of the second law, then a1 of the first. *)
Lemma relaxed_independent e1 a1 b1 e2 a2 b2 : 0 <= a2 ->
  independent relaxed (e1, a1, b1) (e2, a2, b2) (e1 + e2, a1 + a2, b1 + b2).
Proof.
move=> a20 A B p q p' q' [E [HE H]] [F [HF H']].
exists (fun z => E z.1 || F z.2); split=> [|S].
  by apply: Rle_trans (Pr_either _ _ _ _) _; move: HE HF => /=; lra.
rewrite !Pr_outside /= exp_plus.
pose y a := Pr q' (predD (fun b => S (a, b)) F).
pose h a := Rmin 1 (exp e2 * y a).
have y0 a : 0 <= exp e2 * y a by apply: Rmult_le_pos; [left; apply: exp_pos|apply: Pr_ge0].
have h01 a : 0 <= h a <= 1 by split; [apply: Rmin_glb; [lra|]|apply: Rmin_l].
have up : (\sum_a (if E a then 0 else p a * Pr p' (predD (fun b => S (a, b)) F))) <=
    (\sum_a (if E a then 0 else p a * h a)) + a2.
  rewrite -[X in _ + X](Ex_const p) /Ex -sum_add; apply: sum_le => a.
  have m := mass_ge0 p a; have := Rmult_le_pos _ _ m a20 => ma; case: (E a); first lra.
  have : Pr p' (predD (fun b => S (a, b)) F) - a2 <= h a.
    by move: (H' (fun b => S (a, b))) (Pr_le1 p' (predD (fun b => S (a, b)) F)) => /= i j; apply: Rmin_glb; rewrite /y; lra.
  by move=> i; have := Rmult_le_compat_l _ _ _ m i; lra.
have mid := outside_mean h01 H; rewrite /= in mid.
have low : (\sum_a (if E a then 0 else q a * h a)) <= exp e2 * (\sum_a (if E a then 0 else q a * y a)).
  rewrite -sum_scale; apply: sum_le => a; case: (E a); first lra.
  have := Rmult_le_compat_l _ _ _ (mass_ge0 q a) (Rmin_r 1 (exp e2 * y a)); rewrite -/(h a); lra.
have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ (exp_pos e1)) low; rewrite /y in low * => k; lra.
Qed.

Lemma probabilistic_relaxed e d (O : finType) (p q : dist O) : probabilistic (e, d) p q <-> relaxed (e, 0, d) p q.
Proof. by split=> -[E [HE H]]; exists E; split=> // S; have := H S; rewrite /=; lra. Qed.

Theorem relaxed_dp__composition :
  forall (D : Type) (U : neighbours D), forall (epsilon1 delta_a1 delta_p1 epsilon2 delta_a2 delta_p2 : R),
    0 <= epsilon1 -> 0 <= delta_a1 -> delta_a1 <= 1 -> 0 <= delta_p1 -> delta_p1 <= 1 -> 0 <= epsilon2 ->
    0 <= delta_a2 -> delta_a2 <= 1 -> 0 <= delta_p2 -> delta_p2 <= 1 -> composition (ordered U) relaxed (epsilon1,
    delta_a1, delta_p1) (epsilon2, delta_a2, delta_p2) (epsilon1 + epsilon2, delta_a1 + delta_a2, delta_p1 + delta_p2).
Proof.
by move=> D U *; apply: lift_composition; apply: relaxed_independent.
Qed.

Theorem probabilistic_dp__composition :
  forall (D : Type) (U : neighbours D), forall (epsilon1 delta1 epsilon2 delta2 : R), 0 <= epsilon1 ->
    0 <= delta1 -> delta1 <= 1 -> 0 <= epsilon2 -> 0 <= delta2 -> delta2 <= 1 ->
    composition (ordered U) probabilistic (epsilon1, delta1) (epsilon2, delta2) (epsilon1 + epsilon2, delta1 + delta2).
Proof.
move=> D U e1 d1 e2 d2 *; apply: lift_composition => A B p q p' q' /probabilistic_relaxed H /probabilistic_relaxed H'.
apply/probabilistic_relaxed; have := relaxed_independent (Rle_refl 0) H H'.
by rewrite Rplus_0_l.
Qed.
