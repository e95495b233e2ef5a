(* Claims of the records: bounded range is not convex. *)

From Coq Require Import Reals Lra Classical.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop.
From Dpzoo Require Import Prob Blocks Standards Units Events.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Open Scope R_scope.

(* Two coins whose losses lie in an interval of length ln 2. *)
Lemma fifth : 0 <= 1 / 5 <= 1.
Proof. lra. Qed.
Lemma ninth : 0 <= 1 / 9 <= 1.
Proof. lra. Qed.
Lemma half : 0 <= 1 / 2 <= 1.
Proof. lra. Qed.

(* Which of the two mechanisms ran is shown beside the coin. *)
Definition shown (which : bool) (w : R) (w01 : 0 <= w <= 1) : dist (prod_finType bool_finType bool_finType) :=
  product (ret which) (coin w01).

Lemma shown_range which : bounded_range (ln 2) (shown which fifth) (shown which ninth).
Proof.
apply/rangeE => [[a b] [c d]]; rewrite exp_ln; last lra.
by rewrite /shown /=; case: which a b c d => [] [] [] [] [] /=; lra.
Qed.

(* Their even mixture has a range of 2 ln (9/5), which is more than ln 2. *)

Theorem range_bounded_privacy__convexity :
  forall (D : Type) (U : neighbours D), discerning U -> exists epsilon : R, 0 < epsilon /\
    ~ convexity (pairs U) bounded_range epsilon.
Proof.
move=> D U [x [y [u xy]]]; exists (ln 2); split; first by rewrite -ln_1; apply: ln_increasing; lra.
pose M z := if decide (z = x) then shown true fifth else shown true ninth.
pose N z := if decide (z = x) then shown false ninth else shown false fifth.
have l2 : 0 <= ln 2 by rewrite -ln_1; left; apply: ln_increasing; lra.
move=> C; have /satisfies_pairs /(_ x y u) [+ _] : satisfies (pairs U) bounded_range (ln 2) (fun z => mix half (M z) (N z)).
  apply: C; apply/satisfies_pairs => a b _; rewrite /M /N.
  - by case: (decide (a = x)) => ? /=; case: (decide (b = x)) => ? /=; split; try exact: shown_range; try exact: range_reflexive; apply: range_sym; apply: shown_range.
  - by case: (decide (a = x)) => ? /=; case: (decide (b = x)) => ? /=; split; try exact: shown_range; try exact: range_reflexive; apply: range_sym; apply: shown_range.
rewrite /M /N; case: (decide (x = x)) => [?|//] /=; case: (decide (y = x)) => [e|?] /=; first by case: xy.
move=> /rangeE /(_ (true, true) (false, true)); rewrite !mixE exp_ln; last lra.
by rewrite /shown /=; lra.
Qed.
