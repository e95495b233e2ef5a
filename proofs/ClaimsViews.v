(* Claims of the records about what is seen of an output: one message, the outputs so far, what the others get to see. A record's view is
   one of the views over which each statement ranges. *)

From Coq Require Import Reals Lra Classical.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop.
From Dpzoo Require Import Prob Blocks Standards Events Divergences Closure Tests.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Open Scope R_scope.

(* Pure differential privacy *)

Theorem local_dp__post_processing :
  forall (D : Type), forall (epsilon : R), 0 <= epsilon -> seen_post_processing (D := D) pure epsilon.
Proof. by move=> *; apply: lift_seen_post_processing; apply: pure_processed. Qed.

Theorem local_dp__convexity :
  forall (D : Type), forall (epsilon : R), 0 <= epsilon -> seen_convexity (D := D) pure epsilon.
Proof. by move=> *; apply: lift_seen_convexity; apply: pure_mixed. Qed.

Theorem local_dp__composition :
  forall (D : Type), forall (epsilon1 epsilon2 : R), 0 <= epsilon1 -> 0 <= epsilon2 ->
    seen_composition (D := D) pure (@ordered D) epsilon1 epsilon2 (epsilon1 + epsilon2).
Proof. by move=> *; apply: lift_seen_composition; apply: adaptive_independent; apply: pure_adaptive. Qed.

(* A window of w steps, or a set of likely places that leaves out delta: the smaller window, the smaller set, is seen of both. *)

Theorem w_event_privacy__composition :
  forall (D : Type), forall (g1 g2 : nat) (epsilon1 epsilon2 : R), 0 <= epsilon1 -> 0 <= epsilon2 ->
    seen_composition_between (D := D) pure (fun g h : nat => (g <= h)%N) g1 g2 (minn g1 g2) epsilon1 epsilon2 (epsilon1
    + epsilon2).
Proof.
move=> *; apply: lift_seen_composition_between; [exact: geq_minl|exact: geq_minr|].
by apply: adaptive_independent; apply: pure_adaptive.
Qed.

Theorem dp_on_delta_location_set__composition :
  forall (D : Type), forall (g1 g2 epsilon1 epsilon2 : R), 0 <= epsilon1 -> 0 <= epsilon2 ->
    seen_composition_between (D := D) pure (fun g h : R => (h <= g)%R) g1 g2 (Rmax g1 g2) epsilon1 epsilon2 (epsilon1 +
    epsilon2).
Proof.
move=> *; apply: lift_seen_composition_between; [exact: Rmax_l|exact: Rmax_r|].
by apply: adaptive_independent; apply: pure_adaptive.
Qed.

(* (epsilon, delta) *)

Theorem approximate_local_dp__post_processing :
  forall (D : Type), forall (epsilon delta : R), 0 <= epsilon -> 0 <= delta -> delta <= 1 ->
    seen_post_processing (D := D) approx (epsilon, delta).
Proof. by move=> *; apply: lift_seen_post_processing; apply: approx_processed. Qed.

Theorem approximate_local_dp__convexity :
  forall (D : Type), forall (epsilon delta : R), 0 <= epsilon -> 0 <= delta -> delta <= 1 ->
    seen_convexity (D := D) approx (epsilon, delta).
Proof. by move=> *; apply: lift_seen_convexity; apply: approx_mixed. Qed.

Theorem approximate_local_dp__composition :
  forall (D : Type), forall (epsilon1 delta1 epsilon2 delta2 : R), 0 <= epsilon1 -> 0 <= delta1 -> delta1 <= 1 ->
    0 <= epsilon2 -> 0 <= delta2 -> delta2 <= 1 -> seen_composition (D := D) approx (@ordered D) (epsilon1,
    delta1) (epsilon2, delta2) (epsilon1 + epsilon2, delta1 + delta2).
Proof. by move=> *; apply: lift_seen_composition; apply: adaptive_independent; apply: approx_adaptive. Qed.

(* Users who share no secret coin: the one that decides between two protocols is public. *)
Theorem shuffled_model_dp__convexity :
  forall (D : Type), forall (epsilon delta : R), 0 <= epsilon -> 0 <= delta -> delta <= 1 ->
    public_convexity (D := D) approx (epsilon, delta).
Proof.
move=> D e d e0 d0 d1; apply: (@lift_public_convexity _ _ _ (0, 0)); first by apply: approx_reflexive; lra.
by have := @approx_adaptive 0 0 e d e0 d0; rewrite !Rplus_0_l.
Qed.

(* Rényi *)

Theorem joint_renyi_dp__convexity :
  forall (D : Type), forall (alpha : order) (epsilon : R), order_le (Order 1) alpha -> 0 <= epsilon ->
    seen_convexity (D := D) renyi (alpha, epsilon).
Proof. by move=> *; apply: lift_seen_convexity; apply: renyi_mixed. Qed.

Theorem joint_renyi_dp__composition :
  forall (D : Type), forall (alpha1 : order) (epsilon1 : R) (alpha2 : order) (epsilon2 : R),
    order_le (Order 1) alpha1 -> 0 <= epsilon1 -> order_le (Order 1) alpha2 -> 0 <= epsilon2 ->
    seen_composition (D := D) renyi (@ordered D) (alpha1, epsilon1) (alpha2, epsilon2) (order_min alpha1 alpha2,
    epsilon1 + epsilon2).
Proof. by move=> *; apply: lift_seen_composition; apply: adaptive_independent; apply: renyi_adaptive. Qed.

(* Trade-off functions: each is above the curve of some (epsilon, delta), and those add up; both orders are needed. *)

Theorem secret_f_ldp__convexity :
  forall (D : Type), forall (f : R -> R), trade_off_function f -> seen_convexity (D := D) trade_off f.
Proof. by move=> *; apply: lift_seen_convexity; apply: trade_off_mixed. Qed.

Theorem secret_f_ldp__composition :
  forall (D : Type), forall (f1 f2 : R -> R), proper_trade_off f1 -> proper_trade_off f2 -> exists f : R -> R,
    proper_trade_off f /\ seen_composition (D := D) trade_off (@pairs D) f1 f2 f.
Proof.
by move=> D f g F /(trade_off_independent F) [h [h1 h2]]; exists h; split=> //; apply: lift_seen_composition_both.
Qed.
