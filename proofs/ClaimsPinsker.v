(* Claims of the records: Kullback-Leibler to total variation and (epsilon, delta). *)

From Coq Require Import Reals Lra Classical.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop.
From Dpzoo Require Import Prob Blocks Standards Units Events Divergences Response Conversions Closure Tests Analytic Pinsker.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Open Scope R_scope.

Lemma pinsker_both e : 0 < e -> refines kl e total_variation (Rmin (sqrt (e / 2)) (sqrt (1 - exp (- e)))).
Proof.
by move=> e0 O p q H S; apply: Rmin_glb; [apply: pinsker|apply: bretagnolle_huber].
Qed.

Lemma huber_range e : 0 < e -> 0 < 1 - exp (- e) /\ sqrt (1 - exp (- e)) < 1.
Proof.
move=> e0; have h := exp_lt1 e0; have k := exp_pos (- e); split; first lra.
by rewrite -{2}sqrt_1; apply: sqrt_lt_1_alt; lra.
Qed.

(* A small divergence reaches any total variation. *)
Lemma tv_reached D (U : neighbours D) e : 0 < e -> gives (pairs U) kl (2 * (e * e)) (pairs U) total_variation e.
Proof.
move=> e0; apply: lift_refines => O p q H S; have := pinsker H S.
have -> : 2 * (e * e) / 2 = e * e by field.
by rewrite sqrt_square; lra.
Qed.

Theorem kl_privacy__stronger_than__total_variation_privacy :
  forall (D : Type) (U : neighbours D),
  (* every proper level gives a proper level *)
  (forall (epsilon : R), 0 < epsilon -> (0 <= epsilon / 2 /\ 0 <= 1 - exp (- epsilon) /\
    0 < Rmin (sqrt (epsilon / 2)) (sqrt (1 - exp (- epsilon))) /\
    Rmin (sqrt (epsilon / 2)) (sqrt (1 - exp (- epsilon))) < 1 /\
    gives (pairs U) kl epsilon (pairs U) total_variation (Rmin (sqrt (epsilon / 2)) (sqrt (1 - exp (- epsilon)))))) /\
  (* every proper level is reached *)
  (forall (epsilon' : R), 0 < epsilon' -> epsilon' < 1 -> exists epsilon : R, 0 < epsilon /\
    gives (pairs U) kl epsilon (pairs U) total_variation epsilon').
Proof.
move=> D U; split=> [e e0|e e0 e1].
- have [h k] := huber_range e0; split; first lra; split; first lra.
  split; first by apply: Rmin_glb_lt; apply: sqrt_lt_R0; lra.
  split; first by apply: Rle_lt_trans (Rmin_r _ _) k.
  by apply: lift_refines; apply: pinsker_both.
- by exists (2 * (e * e)); split; [nra|apply: tv_reached].
Qed.

Theorem kl_privacy__stronger_than__approximate_dp :
  forall (D : Type) (U : neighbours D),
  (* every proper level gives a proper level *)
  (forall (epsilon : R), 0 < epsilon -> (exists t : R, 0 < t) /\ (forall (t : R), 0 < t -> 0 <= epsilon / 2 /\
    0 <= 1 - exp (- epsilon) /\ t <> 0 /\ 0 < t /\
    0 < Rmin (Rmin (sqrt (epsilon / 2)) (sqrt (1 - exp (- epsilon)))) ((epsilon + exp (- 1)) / t) /\
    Rmin (Rmin (sqrt (epsilon / 2)) (sqrt (1 - exp (- epsilon)))) ((epsilon + exp (- 1)) / t) < 1 /\
    gives (pairs U) kl epsilon (pairs U) approx (t,
    Rmin (Rmin (sqrt (epsilon / 2)) (sqrt (1 - exp (- epsilon)))) ((epsilon + exp (- 1)) / t)))) /\
  (* every proper level is reached *)
  (forall (epsilon' delta' : R), 0 < epsilon' -> 0 < delta' -> delta' < 1 -> exists epsilon : R, 0 < epsilon /\
    gives (pairs U) kl epsilon (pairs U) approx (epsilon', delta')).
Proof.
move=> D U; split=> [e e0|e d e0 d0 d1].
- split; first by exists 1; lra.
  move=> t t0; have [h k] := huber_range e0; have E := exp_pos (- 1).
  split; first lra; split; first lra; split; first lra; split=> //.
  split; first by apply: Rmin_glb_lt; [apply: Rmin_glb_lt; apply: sqrt_lt_R0; lra|apply: Rdiv_lt_0_compat; lra].
  split; first by apply: Rle_lt_trans (Rmin_l _ _) _; apply: Rle_lt_trans (Rmin_r _ _) k.
  apply: lift_refines => O p q H; rewrite /Rmin; case: Rle_dec => _; last exact: kl_tail.
  have /tv_approx := pinsker_both e0 H; rewrite {1}/Rmin.
  by case: Rle_dec => _; apply: approx_weaken; lra.
- exists (2 * (d * d)); split; first nra.
  by apply: lift_trans (@tv_reached D U d d0) => O p q /tv_approx; apply: approx_weaken; lra.
Qed.
