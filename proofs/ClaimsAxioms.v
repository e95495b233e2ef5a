(* Claims of the records: the two privacy axioms and composition. The statements are those that `dpzoo formal` prints. *)

From Coq Require Import Reals Lra Classical.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop.
From Dpzoo Require Import Prob Blocks Standards Units Events Divergences Response Conversions Closure.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Open Scope R_scope.

(* Pure differential privacy *)

Theorem epsilon_dp__post_processing :
  forall (D : Type) (P : comparison D), forall (epsilon : R), 0 <= epsilon -> post_processing P pure epsilon.
Proof. by move=> *; apply: lift_post_processing; apply: pure_processed. Qed.

Theorem epsilon_dp__convexity :
  forall (D : Type) (P : comparison D), forall (epsilon : R), 0 <= epsilon -> convexity P pure epsilon.
Proof. by move=> *; apply: lift_convexity; apply: pure_mixed. Qed.

Theorem epsilon_dp__composition :
  forall (D : Type) (U : neighbours D), forall (epsilon1 epsilon2 : R), 0 <= epsilon1 -> 0 <= epsilon2 ->
    composition (ordered U) pure epsilon1 epsilon2 (epsilon1 + epsilon2).
Proof. by move=> *; apply: lift_composition; apply: adaptive_independent; apply: pure_adaptive. Qed.

(* Pure privacy, asked of both orders at once *)

Theorem indistinguishable_privacy__post_processing :
  forall (D : Type) (P : comparison D), forall (epsilon : R), 0 <= epsilon -> post_processing P two_sided epsilon.
Proof.
move=> *; apply: lift_post_processing => A B p q K /two_sided_pure [H H'].
by apply/two_sided_pure; split; apply: pure_processed.
Qed.

Theorem indistinguishable_privacy__convexity :
  forall (D : Type) (P : comparison D), forall (epsilon : R), 0 <= epsilon -> convexity P two_sided epsilon.
Proof.
move=> *; apply: lift_convexity => O w w01 p p' q q' /two_sided_pure [H H'] /two_sided_pure [K K'].
by apply/two_sided_pure; split; apply: pure_mixed.
Qed.

Theorem indistinguishable_privacy__composition :
  forall (D : Type) (U : neighbours D), forall (epsilon1 epsilon2 : R), 0 <= epsilon1 -> 0 <= epsilon2 ->
    composition (ordered U) two_sided epsilon1 epsilon2 (epsilon1 + epsilon2).
Proof.
move=> *; apply: lift_composition => A B p q p' q' /two_sided_pure [H H'] /two_sided_pure [K K'].
by apply/two_sided_pure; split; apply: (adaptive_independent (@pure_adaptive _ _)).
Qed.

(* (epsilon, delta) *)

Theorem approximate_dp__post_processing :
  forall (D : Type) (P : comparison D), forall (epsilon delta : R), 0 <= epsilon -> 0 <= delta -> delta <= 1 ->
    post_processing P approx (epsilon, delta).
Proof. by move=> *; apply: lift_post_processing; apply: approx_processed. Qed.

Theorem approximate_dp__convexity :
  forall (D : Type) (P : comparison D), forall (epsilon delta : R), 0 <= epsilon -> 0 <= delta -> delta <= 1 ->
    convexity P approx (epsilon, delta).
Proof. by move=> *; apply: lift_convexity; apply: approx_mixed. Qed.

Theorem approximate_dp__composition :
  forall (D : Type) (U : neighbours D), forall (epsilon1 delta1 epsilon2 delta2 : R), 0 <= epsilon1 ->
    0 <= delta1 -> delta1 <= 1 -> 0 <= epsilon2 -> 0 <= delta2 -> delta2 <= 1 ->
    composition (ordered U) approx (epsilon1, delta1) (epsilon2, delta2) (epsilon1 + epsilon2, delta1 + delta2).
Proof. by move=> *; apply: lift_composition; apply: adaptive_independent; apply: approx_adaptive. Qed.

(* (1, epsilon)-privacy *)

Theorem one_epsilon_privacy__post_processing :
  forall (D : Type) (P : comparison D), forall (epsilon : R), 0 <= epsilon -> post_processing P one_plus epsilon.
Proof. by move=> *; apply: lift_post_processing; apply: one_plus_processed. Qed.

Theorem one_epsilon_privacy__convexity :
  forall (D : Type) (P : comparison D), forall (epsilon : R), 0 <= epsilon -> convexity P one_plus epsilon.
Proof. by move=> *; apply: lift_convexity; apply: one_plus_mixed. Qed.

Theorem one_epsilon_privacy__composition :
  forall (D : Type) (U : neighbours D), forall (epsilon1 epsilon2 : R), 0 <= epsilon1 -> 0 <= epsilon2 ->
    composition (ordered U) one_plus epsilon1 epsilon2 (epsilon1 + epsilon2 + epsilon1 * epsilon2).
Proof. by move=> *; apply: lift_composition; apply: one_plus_independent. Qed.

(* Total variation *)

Theorem total_variation_privacy__post_processing :
  forall (D : Type) (P : comparison D), forall (epsilon : R), 0 <= epsilon -> epsilon <= 1 ->
    post_processing P total_variation epsilon.
Proof. by move=> *; apply: lift_post_processing; apply: tv_processed. Qed.

Theorem total_variation_privacy__convexity :
  forall (D : Type) (P : comparison D), forall (epsilon : R), 0 <= epsilon -> epsilon <= 1 ->
    convexity P total_variation epsilon.
Proof. by move=> *; apply: lift_convexity; apply: tv_mixed. Qed.

Theorem total_variation_privacy__composition :
  forall (D : Type) (U : neighbours D), forall (epsilon1 epsilon2 : R), 0 <= epsilon1 -> epsilon1 <= 1 ->
    0 <= epsilon2 -> epsilon2 <= 1 -> composition (ordered U) total_variation epsilon1 epsilon2 (1 - (1 - epsilon1) *
    (1 - epsilon2)).
Proof. by move=> *; apply: lift_composition; apply: adaptive_independent; apply: tv_adaptive. Qed.

(* Bounded range: two mechanisms with opposite losses, mixed in view, have twice the range *)

Theorem range_bounded_privacy__post_processing :
  forall (D : Type) (P : comparison D), forall (epsilon : R), 0 <= epsilon -> post_processing P bounded_range epsilon.
Proof. by move=> *; apply: lift_post_processing; apply: range_processed. Qed.

Theorem range_bounded_privacy__composition :
  forall (D : Type) (U : neighbours D), forall (epsilon1 epsilon2 : R), 0 <= epsilon1 -> 0 <= epsilon2 ->
    composition (ordered U) bounded_range epsilon1 epsilon2 (epsilon1 + epsilon2).
Proof. by move=> *; apply: lift_composition; apply: range_independent. Qed.

(* Kullback-Leibler *)

Theorem kl_privacy__post_processing :
  forall (D : Type) (P : comparison D), forall (epsilon : R), 0 <= epsilon -> post_processing P kl epsilon.
Proof. by move=> *; apply: lift_post_processing; apply: kl_processed. Qed.

Theorem kl_privacy__convexity :
  forall (D : Type) (P : comparison D), forall (epsilon : R), 0 <= epsilon -> convexity P kl epsilon.
Proof. by move=> *; apply: lift_convexity; apply: kl_mixed. Qed.

Theorem kl_privacy__composition :
  forall (D : Type) (U : neighbours D), forall (epsilon1 epsilon2 : R), 0 <= epsilon1 -> 0 <= epsilon2 ->
    composition (ordered U) kl epsilon1 epsilon2 (epsilon1 + epsilon2).
Proof. by move=> *; apply: lift_composition; apply: adaptive_independent; apply: kl_adaptive. Qed.

(* Rényi, the boundary orders 1 and infinity included *)

Theorem renyi_dp__post_processing :
  forall (D : Type) (P : comparison D), forall (alpha : order) (epsilon : R), order_le (Order 1) alpha ->
    0 <= epsilon -> post_processing P renyi (alpha, epsilon).
Proof. by move=> *; apply: lift_post_processing; apply: renyi_processed. Qed.

Theorem renyi_dp__convexity :
  forall (D : Type) (P : comparison D), forall (alpha : order) (epsilon : R), order_le (Order 1) alpha ->
    0 <= epsilon -> convexity P renyi (alpha, epsilon).
Proof. by move=> *; apply: lift_convexity; apply: renyi_mixed. Qed.

Theorem renyi_dp__composition :
  forall (D : Type) (U : neighbours D), forall (alpha1 : order) (epsilon1 : R) (alpha2 : order) (epsilon2 : R),
    order_le (Order 1) alpha1 -> 0 <= epsilon1 -> order_le (Order 1) alpha2 -> 0 <= epsilon2 ->
    composition (ordered U) renyi (alpha1, epsilon1) (alpha2, epsilon2) (order_min alpha1 alpha2, epsilon1 + epsilon2).
Proof. by move=> *; apply: lift_composition; apply: adaptive_independent; apply: renyi_adaptive. Qed.

(* Concentrated privacy in its forms *)

Theorem zero_concentrated_dp__post_processing :
  forall (D : Type) (P : comparison D), forall (xi rho : R), 0 <= xi -> 0 <= rho -> post_processing P zcdp (xi, rho).
Proof. by move=> *; apply: lift_post_processing; apply: zcdp_processed. Qed.

Theorem zero_concentrated_dp__convexity :
  forall (D : Type) (P : comparison D), forall (xi rho : R), 0 <= xi -> 0 <= rho -> convexity P zcdp (xi, rho).
Proof. by move=> *; apply: lift_convexity; apply: zcdp_mixed. Qed.

Theorem zero_concentrated_dp__composition :
  forall (D : Type) (U : neighbours D), forall (xi1 rho1 xi2 rho2 : R), 0 <= xi1 -> 0 <= rho1 -> 0 <= xi2 ->
    0 <= rho2 -> composition (ordered U) zcdp (xi1, rho1) (xi2, rho2) (xi1 + xi2, rho1 + rho2).
Proof. by move=> *; apply: lift_composition; apply: adaptive_independent; apply: zcdp_adaptive. Qed.

(* bounded-concentrated-dp *)

Theorem bounded_concentrated_dp__post_processing :
  forall (D : Type) (P : comparison D), forall (xi rho : R) (omega : order), 0 <= xi -> 0 <= rho ->
    order_lt (Order 1) omega -> post_processing P bounded_cdp (xi, rho, omega).
Proof. by move=> *; apply: lift_post_processing; apply: bounded_cdp_processed. Qed.

Theorem bounded_concentrated_dp__convexity :
  forall (D : Type) (P : comparison D), forall (xi rho : R) (omega : order), 0 <= xi -> 0 <= rho ->
    order_lt (Order 1) omega -> convexity P bounded_cdp (xi, rho, omega).
Proof. by move=> *; apply: lift_convexity; apply: bounded_cdp_mixed. Qed.

Theorem bounded_concentrated_dp__composition :
  forall (D : Type) (U : neighbours D), forall (xi1 rho1 : R) (omega1 : order) (xi2 rho2 : R) (omega2 : order),
    0 <= xi1 -> 0 <= rho1 -> order_lt (Order 1) omega1 -> 0 <= xi2 -> 0 <= rho2 -> order_lt (Order 1) omega2 ->
    composition (ordered U) bounded_cdp (xi1, rho1, omega1) (xi2, rho2, omega2) (xi1 + xi2, rho1 + rho2,
    order_min omega1 omega2).
Proof. by move=> *; apply: lift_composition; apply: adaptive_independent; apply: bounded_cdp_adaptive. Qed.

(* truncated-codp-bdrs18 *)

Theorem truncated_codp_bdrs18__post_processing :
  forall (D : Type) (P : comparison D), forall (rho : R) (omega : order), 0 <= rho -> order_lt (Order 1) omega ->
    post_processing P truncated_cdp (rho, omega).
Proof. by move=> *; apply: lift_post_processing; apply: truncated_cdp_processed. Qed.

Theorem truncated_codp_bdrs18__convexity :
  forall (D : Type) (P : comparison D), forall (rho : R) (omega : order), 0 <= rho -> order_lt (Order 1) omega ->
    convexity P truncated_cdp (rho, omega).
Proof. by move=> *; apply: lift_convexity; apply: truncated_cdp_mixed. Qed.

Theorem truncated_codp_bdrs18__composition :
  forall (D : Type) (U : neighbours D), forall (rho1 : R) (omega1 : order) (rho2 : R) (omega2 : order),
    0 <= rho1 -> order_lt (Order 1) omega1 -> 0 <= rho2 -> order_lt (Order 1) omega2 ->
    composition (ordered U) truncated_cdp (rho1, omega1) (rho2, omega2) (rho1 + rho2, order_min omega1 omega2).
Proof. by move=> *; apply: lift_composition; apply: adaptive_independent; apply: truncated_cdp_adaptive. Qed.

(* truncated-codp-col16 *)

Theorem truncated_codp_col16__post_processing :
  forall (D : Type) (P : comparison D), forall (xi tau : R), 0 <= xi -> 0 <= tau ->
    post_processing P truncated_codp (xi, tau).
Proof. by move=> *; apply: lift_post_processing; apply: truncated_codp_processed. Qed.

Theorem truncated_codp_col16__convexity :
  forall (D : Type) (P : comparison D), forall (xi tau : R), 0 <= xi -> 0 <= tau -> convexity P truncated_codp (xi,
    tau).
Proof. by move=> *; apply: lift_convexity; apply: truncated_codp_mixed. Qed.

Theorem truncated_codp_col16__composition :
  forall (D : Type) (U : neighbours D), forall (xi1 tau1 xi2 tau2 : R), 0 <= xi1 -> 0 <= tau1 -> 0 <= xi2 ->
    0 <= tau2 -> composition (ordered U) truncated_codp (xi1, tau1) (xi2, tau2) (xi1 + xi2, tau1 + tau2).
Proof. by move=> *; apply: lift_composition; apply: adaptive_independent; apply: truncated_codp_adaptive. Qed.

(* Groups, near datasets, signals moved by at most so much: units that grow with a number. *)

Theorem group_privacy__composition :
  forall (D : Type) (U : nat -> neighbours D), (forall (g h : nat) x y, (g <= h)%N -> U g x y -> U h x y) ->
    forall (g1 g2 : nat) (epsilon1 epsilon2 : R), 0 <= epsilon1 -> 0 <= epsilon2 ->
    composition_between (ordered (U g1)) (ordered (U g2)) (ordered (U (minn g1 g2))) pure epsilon1 epsilon2 (epsilon1 +
    epsilon2).
Proof.
move=> D U grows g1 g2 *; apply: lift_composition_between => [x y|].
- by move=> u; split; apply: grows u; [apply: geq_minl|apply: geq_minr].
- by apply: adaptive_independent; apply: pure_adaptive.
Qed.

Theorem adjacent_dp__composition :
  forall (D : Type) (U : R -> neighbours D), (forall (g h : R) x y, (g <= h)%R -> U g x y -> U h x y) ->
    forall (g1 g2 epsilon1 epsilon2 : R), 0 <= epsilon1 -> 0 <= epsilon2 ->
    composition_between (ordered (U g1)) (ordered (U g2)) (ordered (U (Rmin g1 g2))) pure epsilon1 epsilon2 (epsilon1 +
    epsilon2).
Proof.
move=> D U grows g1 g2 *; apply: lift_composition_between => [x y|].
- by move=> u; split; apply: grows u; [apply: Rmin_l|apply: Rmin_r].
- by apply: adaptive_independent; apply: pure_adaptive.
Qed.

Theorem kalman_filter_dp__composition :
  forall (D : Type) (U : R -> neighbours D), (forall (g h : R) x y, (g <= h)%R -> U g x y -> U h x y) ->
    forall (g1 g2 epsilon1 delta1 epsilon2 delta2 : R), 0 <= epsilon1 -> 0 <= delta1 -> delta1 <= 1 ->
    0 <= epsilon2 -> 0 <= delta2 -> delta2 <= 1 ->
    composition_between (ordered (U g1)) (ordered (U g2)) (ordered (U (Rmin g1 g2))) approx (epsilon1,
    delta1) (epsilon2, delta2) (epsilon1 + epsilon2, delta1 + delta2).
Proof.
move=> D U grows g1 g2 *; apply: lift_composition_between => [x y|].
- by move=> u; split; apply: grows u; [apply: Rmin_l|apply: Rmin_r].
- by apply: adaptive_independent; apply: approx_adaptive.
Qed.

(* Rényi divergences under other names and with other parameters. *)

Theorem individual_renyi_dp__post_processing :
  forall (D : Type) (P : comparison D), forall (alpha : order) (rho : R), order_le (Order 1) alpha -> 0 <= rho ->
    post_processing P renyi (alpha, rho).
Proof.
by move=> *; apply: renyi_dp__post_processing.
Qed.

Theorem individual_renyi_dp__convexity :
  forall (D : Type) (P : comparison D), forall (alpha : order) (rho : R), order_le (Order 1) alpha -> 0 <= rho ->
    convexity P renyi (alpha, rho).
Proof.
by move=> *; apply: renyi_dp__convexity.
Qed.

Theorem individual_renyi_dp__composition :
  forall (D : Type) (U : neighbours D), forall (alpha1 : order) (rho1 : R) (alpha2 : order) (rho2 : R),
    order_le (Order 1) alpha1 -> 0 <= rho1 -> order_le (Order 1) alpha2 -> 0 <= rho2 ->
    composition (ordered U) renyi (alpha1, rho1) (alpha2, rho2) (order_min alpha1 alpha2, rho1 + rho2).
Proof.
by move=> *; apply: renyi_dp__composition.
Qed.

Theorem renyi_unlearning__post_processing :
  forall (D : Type) (P : comparison D), forall (alpha epsilon : R), 1 < alpha -> 0 <= epsilon ->
    post_processing P renyi (Order alpha, epsilon).
Proof.
by move=> * ; apply: renyi_dp__post_processing => //=; lra.
Qed.

Theorem renyi_unlearning__convexity :
  forall (D : Type) (P : comparison D), forall (alpha epsilon : R), 1 < alpha -> 0 <= epsilon ->
    convexity P renyi (Order alpha, epsilon).
Proof.
by move=> * ; apply: renyi_dp__convexity => //=; lra.
Qed.

Theorem renyi_unlearning__composition :
  forall (D : Type) (U : neighbours D), forall (alpha1 epsilon1 alpha2 epsilon2 : R), 1 < alpha1 ->
    0 <= epsilon1 -> 1 < alpha2 -> 0 <= epsilon2 -> composition (ordered U) renyi (Order alpha1,
    epsilon1) (Order alpha2, epsilon2) (order_min (Order alpha1) (Order alpha2), epsilon1 + epsilon2).
Proof.
by move=> * ; apply: renyi_dp__composition => //=; lra.
Qed.

(* Pairs at a distance: each distance by itself is a unit. *)

Theorem smooth_dp__post_processing :
  forall (D : Type) (P : R -> comparison D), forall (epsilon : R), 0 <= epsilon ->
    scaled_post_processing Rmult P pure epsilon.
Proof. by move=> D P e e0 A B M K H r r0; apply: lift_post_processing (H r r0); apply: pure_processed. Qed.

Theorem smooth_dp__convexity :
  forall (D : Type) (P : R -> comparison D), forall (epsilon : R), 0 <= epsilon ->
    scaled_convexity Rmult P pure epsilon.
Proof. by move=> D P e e0 O M N w w01 H H' r r0; apply: lift_convexity (H r r0) (H' r r0); apply: pure_mixed. Qed.

Theorem smooth_dp__composition :
  forall (D : Type) (U : R -> neighbours D), forall (epsilon1 epsilon2 : R), 0 <= epsilon1 -> 0 <= epsilon2 ->
    scaled_composition Rmult (fun r => ordered (U r)) pure epsilon1 epsilon2 (epsilon1 + epsilon2).
Proof.
move=> D U e1 e2 e10 e20 A B M N H H' r r0; rewrite Rmult_plus_distr_l.
by apply: lift_composition (H r r0) (H' r r0); apply: adaptive_independent; apply: pure_adaptive.
Qed.

Theorem pseudo_metric_dp__post_processing :
  forall (D : Type) (P : R -> comparison D), forall (epsilon delta : R), 0 <= epsilon -> 0 <= delta -> delta <= 1 ->
    scaled_post_processing times_both P approx (epsilon, delta).
Proof. by move=> D P e d e0 d0 d1 A B M K H r r0; apply: lift_post_processing (H r r0); apply: approx_processed. Qed.

Theorem pseudo_metric_dp__convexity :
  forall (D : Type) (P : R -> comparison D), forall (epsilon delta : R), 0 <= epsilon -> 0 <= delta -> delta <= 1 ->
    scaled_convexity times_both P approx (epsilon, delta).
Proof. by move=> D P e d e0 d0 d1 O M N w w01 H H' r r0; apply: lift_convexity (H r r0) (H' r r0); apply: approx_mixed. Qed.

Theorem pseudo_metric_dp__composition :
  forall (D : Type) (U : R -> neighbours D), forall (epsilon1 delta1 epsilon2 delta2 : R), 0 <= epsilon1 ->
    0 <= delta1 -> delta1 <= 1 -> 0 <= epsilon2 -> 0 <= delta2 -> delta2 <= 1 ->
    scaled_composition times_both (fun r => ordered (U r)) approx (epsilon1, delta1) (epsilon2,
    delta2) (epsilon1 + epsilon2, delta1 + delta2).
Proof.
move=> D U e1 d1 e2 d2 e10 d10 d11 e20 d20 d21 A B M N H H' r r0; rewrite /times_both /= !Rmult_plus_distr_l.
apply: lift_composition (H r r0) (H' r r0); apply: adaptive_independent.
by apply: approx_adaptive; apply: Rmult_le_pos.
Qed.
