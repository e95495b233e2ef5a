(* Claims of the records: trade-off functions, exceptional events, and what (epsilon, delta) does not give. *)

From Coq Require Import Reals Lra Classical.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop.
From Dpzoo Require Import Prob Blocks Standards Units Events Laws Divergences Response Conversions Closure Tests.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Open Scope R_scope.

Ltac parts := repeat (split; [solve [assumption | lra | nra] |]).

Lemma some_delta : exists delta : R, 0 < delta /\ delta < 1.
Proof. by exists (/ 2); lra. Qed.

(* f-DP *)

Theorem f_dp__post_processing :
  forall (D : Type) (P : comparison D), forall (f : R -> R), trade_off_function f -> post_processing P trade_off f.
Proof. by move=> *; apply: lift_post_processing; apply: trade_off_processed. Qed.

Theorem f_dp__convexity :
  forall (D : Type) (P : comparison D), forall (f : R -> R), trade_off_function f -> convexity P trade_off f.
Proof. by move=> *; apply: lift_convexity; apply: trade_off_mixed. Qed.

Theorem f_dp__composition :
  forall (D : Type) (U : neighbours D), forall (f1 f2 : R -> R), proper_trade_off f1 -> proper_trade_off f2 ->
    exists f : R -> R, proper_trade_off f /\ composition (pairs U) trade_off f1 f2 f.
Proof.
by move=> D U f g F /(trade_off_independent F) [h [h1 h2]]; exists h; split=> //; apply: lift_composition_both.
Qed.

Theorem f_dp__stronger_than__approximate_dp :
  forall (D : Type) (U : neighbours D),
  (* every proper level gives a proper level *)
  (forall (f : R -> R), proper_trade_off f -> exists (epsilon' delta' : R), 0 < epsilon' /\ 0 < delta' /\
    delta' < 1 /\ gives (pairs U) trade_off f (pairs U) approx (epsilon', delta')) /\
  (* every proper level is reached *)
  (forall (epsilon' delta' : R), 0 < epsilon' -> 0 < delta' -> delta' < 1 -> exists f : R -> R,
    proper_trade_off f /\ gives (pairs U) trade_off f (pairs U) approx (epsilon', delta')).
Proof.
move=> D U; split=> [f F|e d e0 d0 d1].
- have [e [d [e0 [d0 [d1 H]]]]] := trade_off_approx F; exists e, d; parts; exact: lift_pairs.
- exists (approx_curve e d); split; first by apply: curve_proper; lra.
  by apply: lift_pairs => O p q /curve_trade_off [H _].
Qed.

Theorem approximate_dp__special_case_of__f_dp :
  forall (D : Type) (U : neighbours D),
  (* every legal level is one of the other notion *)
  (forall (epsilon delta : R), 0 <= epsilon -> 0 <= delta -> delta <= 1 ->
    trade_off_function (approx_curve epsilon delta) /\ (forall (O : finType) (M : D -> dist O),
    satisfies (pairs U) approx (epsilon, delta) M <-> satisfies (pairs U) trade_off (approx_curve epsilon delta) M)).
Proof.
move=> D U e d e0 d0 d1; split; first exact: curve_is_trade_off.
by apply: same_laws_both => O p q; rewrite !curve_trade_off; tauto.
Qed.

Theorem approximate_dp__implies__f_dp :
  forall (D : Type) (U : neighbours D),
  (* every proper level gives a proper level *)
  (forall (epsilon delta : R), 0 < epsilon -> 0 < delta -> delta < 1 -> exists f' : R -> R,
    proper_trade_off f' /\ gives (pairs U) approx (epsilon, delta) (pairs U) trade_off f').
Proof.
move=> D U e d e0 d0 d1; exists (approx_curve e d); split; first by apply: curve_proper; lra.
by apply: lift_pairs => O p q H H'; apply/curve_trade_off.
Qed.

(* With probability d > 0 the leak shows an outcome that the other law lacks. *)
Lemma leak_told u d (u0 : 0 <= u) (d01 : 0 <= d <= 1) : leak u d01 true (true, true) = d /\ leak u d01 false (true, true) = 0.
Proof. by split; rewrite /leak /= ?Rmult_1_r ?Rmult_0_r. Qed.
Lemma half01 : 0 <= / 2 <= 1.
Proof. lra. Qed.

Theorem approximate_dp__does_not_imply__epsilon_dp :
  forall (D : Type) (U : neighbours D), discerning U ->
  (* one proper level gives no proper level *)
  (exists (epsilon delta : R), 0 < epsilon /\ 0 < delta /\ delta < 1 /\ (forall (epsilon' : R), 0 < epsilon' ->
    ~ gives (pairs U) approx (epsilon, delta) (pairs U) pure epsilon')) /\
  (* shown by the laws of the witness approximate-dp-publishes-rarely *)
  (exists (epsilon delta : R), 0 < epsilon /\ 0 < delta /\ delta < 1 /\ (forall (epsilon' : R), 0 < epsilon' ->
    exists p : R, 0 < p /\ p < 1 /\ told_apart approx (epsilon, delta) pure epsilon' [:: p; 0; 1 - p] [:: 0; p; 1 - p])).
Proof.
move=> D U dU; have K e : told_apart approx (1, / 2) pure e [:: / 2; 0; 1 - / 2] [:: 0; / 2; 1 - / 2].
  apply: (@told_published (/ 2) ltac:(lra)); first lra.
  by move=> /pureE /(_ ord0) /=; lra.
split; exists 1, (/ 2); parts; move=> e e0.
- by apply: told_separates dU _ (K e); apply: approx_reflexive; lra.
- by exists (/ 2); parts.
Qed.

Theorem approximate_dp__does_not_imply__kl_privacy :
  forall (D : Type) (U : neighbours D), discerning U ->
  (* one proper level gives no proper level *)
  (exists (epsilon delta : R), 0 < epsilon /\ 0 < delta /\ delta < 1 /\ (forall (epsilon' : R), 0 < epsilon' ->
    ~ gives (pairs U) approx (epsilon, delta) (pairs U) kl epsilon')) /\
  (* shown by the laws of the witness approximate-dp-publishes-rarely *)
  (exists (epsilon delta : R), 0 < epsilon /\ 0 < delta /\ delta < 1 /\ (forall (epsilon' : R), 0 < epsilon' ->
    exists p : R, 0 < p /\ p < 1 /\ told_apart approx (epsilon, delta) kl epsilon' [:: p; 0; 1 - p] [:: 0; p; 1 - p])).
Proof.
move=> D U dU; have K e : told_apart approx (1, / 2) kl e [:: / 2; 0; 1 - / 2] [:: 0; / 2; 1 - / 2].
  apply: (@told_published (/ 2) ltac:(lra)); first lra.
  by move=> [/(_ ord0) /= h _]; have := h erefl; lra.
split; exists 1, (/ 2); parts; move=> e e0.
- by apply: told_separates dU _ (K e); apply: approx_reflexive; lra.
- by exists (/ 2); parts.
Qed.

Theorem approximate_dp__not_stronger_than__f_dp :
  forall (D : Type) (U : neighbours D), discerning U ->
  (* not both clauses of stronger *)
  (~ ((forall (epsilon delta : R), 0 < epsilon -> 0 < delta -> delta < 1 -> exists f' : R -> R,
    proper_trade_off f' /\ gives (pairs U) approx (epsilon, delta) (pairs U) trade_off f') /\ (forall (f' : R -> R),
    proper_trade_off f' -> exists (epsilon delta : R), 0 < epsilon /\ 0 < delta /\ delta < 1 /\
    gives (pairs U) approx (epsilon, delta) (pairs U) trade_off f'))) /\
  (* shown by the laws of the witness approximate-dp-publishes-rarely *)
  (exists f' : R -> R, proper_trade_off f' /\ (forall (epsilon delta : R), 0 < epsilon -> 0 < delta ->
    delta < 1 -> exists p : R, 0 < p /\ p < 1 /\ told_apart approx (epsilon,
    delta) trade_off f' [:: p; 0; 1 - p] [:: 0; p; 1 - p])).
Proof.
move=> D U dU; have f0 : proper_trade_off (approx_curve 1 0) by apply: curve_proper; lra.
have K e d : 0 < e -> 0 < d -> d < 1 -> told_apart approx (e, d) trade_off (approx_curve 1 0) [:: d; 0; 1 - d] [:: 0; d; 1 - d].
  move=> e0 d0 d1; have d01 : 0 < d < 1 by lra.
  apply: (@told_published d d01); first lra.
  move=> /(_ (pred1 (lift ord0 ord0))); rewrite !Pr_one /approx_curve /= => h.
  have := Rmax_r 0 (Rmax (1 - 0 - exp 1 * 0) (exp (- (1)) * (1 - 0 - 0))).
  by have := Rmax_l (1 - 0 - exp 1 * 0) (exp (- (1)) * (1 - 0 - 0)); lra.
split; last by exists (approx_curve 1 0); split=> // e d e0 d0 d1; exists d; parts; apply: K.
move=> [_ H]; have [e [d [e0 [d0 [d1 G]]]]] := H _ f0.
by apply: (told_separates dU _ (K e d e0 d0 d1) G); apply: approx_reflexive; lra.
Qed.

(* A trade-off function below 1 - x somewhere lies below that of some epsilon. *)
Lemma below_pure f : proper_trade_off f -> exists e, 0 < e /\ forall x, 0 <= x <= 1 -> f x <= approx_curve e 0 x.
Proof.
move=> [[F1 [F2 [F3 F4]]] [_ [x0 [hx0 nx0]]]].
(* An inner point at which it is below. *)
have [x [hx fx]] : exists x, 0 < x < 1 /\ f x < 1 - x.
  have l0 : f x0 < 1 - x0 by have := F1 x0 hx0; lra.
  case: (Req_dec x0 0) => [e|n]; last by exists x0; split=> //; have := F1 x0 hx0; lra.
  exists (/ 2); split; first lra; have := F3 0 1 (/ 2) ltac:(lra) ltac:(lra) ltac:(lra); have := F1 1 ltac:(lra).
  rewrite e in l0; have -> : / 2 * 0 + (1 - / 2) * 1 = / 2 by field.
  lra.
have f0 := F1 x ltac:(lra).
(* The chords from (0, 1) and to (1, 0) through that point. *)
set r := Rmin ((1 - f x) / x) ((1 - x) / (f x + (1 - x - f x) / 2)).
have t0 : 0 < f x + (1 - x - f x) / 2 by lra.
have r1 : 1 < r.
  by apply: Rmin_glb_lt; apply: lt_div; lra.
have ra : r * x <= 1 - f x.
  have := Rmult_le_compat_r x _ _ ltac:(lra) (Rmin_l ((1 - f x) / x) ((1 - x) / (f x + (1 - x - f x) / 2))).
  by rewrite -/r; have -> : (1 - f x) / x * x = 1 - f x by field; lra.
have rb : r * f x <= 1 - x.
  have := Rmult_le_compat_r (f x + (1 - x - f x) / 2) _ _ ltac:(lra) (Rmin_r ((1 - f x) / x) ((1 - x) / (f x + (1 - x - f x) / 2))).
  rewrite -/r; have -> : (1 - x) / (f x + (1 - x - f x) / 2) * (f x + (1 - x - f x) / 2) = 1 - x by field; lra.
  nra.
exists (ln r); split; first by rewrite -ln_1; apply: ln_increasing; lra.
move=> y hy; rewrite /approx_curve exp_Ropp exp_ln; last lra.
case: (Rle_dec y x) => yx.
- apply: Rle_trans (Rmax_r _ _); apply: Rle_trans (Rmax_l _ _); rewrite Rminus_0_r.
  have w01 : 0 <= 1 - y / x <= 1.
    have a : y / x <= 1 by apply: div_le; lra.
    have b : 0 <= y / x by apply: Rle_mult_inv_pos; lra.
    lra.
  have := F3 0 x (1 - y / x) ltac:(lra) ltac:(lra) w01; have := F1 0 ltac:(lra).
  have -> : (1 - y / x) * 0 + (1 - (1 - y / x)) * x = y by field; lra.
  move=> f00 h; have q0 : 0 <= y / x by lra.
  have e : y = x * (y / x) by field; lra.
  have : r * y <= y / x * (1 - f x) by rewrite {1}e -Rmult_assoc (Rmult_comm (y / x)); apply: Rmult_le_compat_r.
  nra.
- apply: Rle_trans (Rmax_r _ _); apply: Rle_trans (Rmax_r _ _); rewrite Rminus_0_r.
  have w01 : 0 <= (1 - y) / (1 - x) <= 1.
    by split; [apply: Rle_mult_inv_pos; lra|apply: div_le; lra].
  have := F3 x 1 ((1 - y) / (1 - x)) ltac:(lra) ltac:(lra) w01; have := F1 1 ltac:(lra).
  have -> : (1 - y) / (1 - x) * x + (1 - (1 - y) / (1 - x)) * 1 = y by field; lra.
  move=> f10 h; have -> : / r * (1 - y) = (1 - y) / r by field; lra.
  apply: le_div; first lra.
  have e1 : f 1 = 0 by lra.
  rewrite e1 Rmult_0_r Rplus_0_r in h.
  have := Rmult_le_compat_l ((1 - y) / (1 - x)) _ _ (proj1 w01) rb.
  have -> : (1 - y) / (1 - x) * (1 - x) = 1 - y by field; lra.
  nra.
Qed.

Theorem epsilon_dp__stronger_than__f_dp :
  forall (D : Type) (U : neighbours D),
  (* every proper level gives a proper level *)
  (forall (epsilon : R), 0 < epsilon -> exists f' : R -> R, proper_trade_off f' /\
    gives (pairs U) pure epsilon (pairs U) trade_off f') /\
  (* every proper level is reached *)
  (forall (f' : R -> R), proper_trade_off f' -> exists epsilon : R, 0 < epsilon /\
    gives (pairs U) pure epsilon (pairs U) trade_off f').
Proof.
move=> D U; split=> [e e0|f F].
- exists (approx_curve e 0); split; first by apply: curve_proper; lra.
  by apply: lift_pairs => O p q H H'; apply/curve_trade_off; split; apply/pure_approx0.
- have [e [e0 H]] := below_pure F; exists e; split=> //.
  apply: lift_pairs => O p q K K' S; have : trade_off (approx_curve e 0) p q by apply/curve_trade_off; split; apply/pure_approx0.
  by move=> /(_ S); apply: Rle_trans; apply: H; split; [apply: Pr_ge0|apply: Pr_le1].
Qed.

(* Exceptional events *)

Theorem approximate_dp__special_case_of__relaxed_dp :
  forall (D : Type) (U : neighbours D),
  (* every legal level is one of the other notion *)
  (forall (epsilon delta : R), 0 <= epsilon -> 0 <= delta -> delta <= 1 -> 0 <= epsilon /\ 0 <= delta /\
    delta <= 1 /\ 0 <= 0 /\ 0 <= 1 /\ (forall (O : finType) (M : D -> dist O), satisfies (pairs U) approx (epsilon,
    delta) M <-> satisfies (pairs U) relaxed (epsilon, delta, 0) M)).
Proof.
move=> D U e d e0 d0 d1; parts; apply: same_laws => O p q; split; first by apply: approx_relaxed; lra.
by move=> /relaxed_approx; rewrite Rplus_0_r.
Qed.

Theorem approximate_dp__stronger_than__relaxed_dp :
  forall (D : Type) (U : neighbours D),
  (* every proper level gives a proper level *)
  (forall (epsilon delta : R), 0 < epsilon -> 0 < delta -> delta < 1 -> (exists delta_p : R, 0 < delta_p /\
    delta_p < 1 - delta) /\ (forall (delta_p : R), 0 < delta_p -> delta_p < 1 - delta -> 0 < epsilon /\
    0 < delta /\ delta <= 1 /\ 0 < delta_p /\ delta + delta_p < 1 /\ gives (pairs U) approx (epsilon,
    delta) (pairs U) relaxed (epsilon, delta, delta_p))) /\
  (* every proper level is reached *)
  (forall (epsilon' delta_a' delta_p' : R), 0 < epsilon' -> 0 < delta_a' -> delta_a' <= 1 -> 0 < delta_p' ->
    delta_a' + delta_p' < 1 -> exists (epsilon delta : R), 0 < epsilon /\ 0 < delta /\ delta < 1 /\
    gives (pairs U) approx (epsilon, delta) (pairs U) relaxed (epsilon', delta_a', delta_p')).
Proof.
move=> D U; split=> [e d e0 d0 d1|e a d e0 a0 a1 d0 ad].
- split; first by exists ((1 - d) / 2); lra.
  by move=> t t0 t1; parts; apply: lift_refines; apply: approx_relaxed; lra.
- by exists e, a; parts; apply: lift_refines; apply: approx_relaxed; lra.
Qed.

Theorem approximate_dp__implies__probabilistic_dp :
  forall (D : Type) (U : neighbours D),
  (* every proper level gives a proper level *)
  (forall (epsilon delta : R), 0 < epsilon -> 0 < delta -> delta < 1 -> (exists t : R,
    epsilon - ln (1 - delta) < t) /\ (forall (t : R), epsilon - ln (1 - delta) < t -> 0 < 1 - delta /\
    1 - exp (epsilon - t) <> 0 /\ 0 < t /\ 0 < delta / (1 - exp (epsilon - t)) /\
    delta / (1 - exp (epsilon - t)) < 1 /\ gives (pairs U) approx (epsilon, delta) (pairs U) probabilistic (t,
    delta / (1 - exp (epsilon - t))))).
Proof.
move=> D U e d e0 d0 d1; split; first by exists (e - ln (1 - d) + 1); lra.
have l : ln (1 - d) < 0 by rewrite -ln_1; apply: ln_increasing; lra.
move=> t h; have k : exp (e - t) < 1 - d by rewrite -(exp_ln (1 - d)); [apply: exp_increasing|]; lra.
split; first lra; split; first lra; split; first lra; split; first by apply: Rdiv_lt_0_compat; lra.
split; last by apply: lift_refines; apply: approx_probabilistic; lra.
by apply: div_lt; lra.
Qed.

(* Every level of probabilistic privacy is reached from (epsilon, delta), and the other way round. *)
Lemma probabilistic_reached D (U : neighbours D) e d : 0 < e -> 0 < d -> d < 1 ->
  exists (epsilon delta : R), 0 < epsilon /\ 0 < delta /\ delta < 1 /\ gives (pairs U) approx (epsilon, delta) (pairs U) probabilistic (e, d).
Proof.
move=> e0 d0 d1; have k : exp (e / 2 - e) < 1 by rewrite -exp_0; apply: exp_increasing; lra.
have k0 := exp_pos (e / 2 - e); exists (e / 2), (d * (1 - exp (e / 2 - e))); split; first lra; split; first nra; split; first nra.
have h : e / 2 < e by lra.
apply: lift_refines => O p q /(approx_probabilistic h).
by have -> : d * (1 - exp (e / 2 - e)) / (1 - exp (e / 2 - e)) = d by field; lra.
Qed.

Lemma probabilistic_level D (U : neighbours D) e d : 0 < e -> 0 < d -> d < 1 ->
  exists (epsilon delta : R), 0 < epsilon /\ 0 < delta /\ delta < 1 /\ gives (pairs U) approx (e, d) (pairs U) probabilistic (epsilon, delta).
Proof.
move=> e0 d0 d1; set t := e - ln (1 - d) + 1.
have l : ln (1 - d) < 0 by rewrite -ln_1; apply: ln_increasing; lra.
have k : exp (e - t) < 1 - d by rewrite -(exp_ln (1 - d)); [apply: exp_increasing; rewrite /t|]; lra.
exists t, (d / (1 - exp (e - t))); split; first by rewrite /t; lra.
split; first by apply: Rdiv_lt_0_compat; lra.
split; last by apply: lift_refines; apply: approx_probabilistic; rewrite /t; lra.
by apply: div_lt; lra.
Qed.

Theorem probabilistic_dp__equivalent_to__approximate_dp :
  forall (D : Type) (U : neighbours D),
  (* every proper level gives a proper level *)
  (forall (epsilon delta : R), 0 < epsilon -> 0 < delta -> delta < 1 -> (0 < epsilon /\ 0 < delta /\ delta < 1 /\
    gives (pairs U) probabilistic (epsilon, delta) (pairs U) approx (epsilon, delta))) /\
  (* every proper level is reached *)
  (forall (epsilon' delta' : R), 0 < epsilon' -> 0 < delta' -> delta' < 1 -> exists (epsilon delta : R),
    0 < epsilon /\ 0 < delta /\ delta < 1 /\ gives (pairs U) probabilistic (epsilon,
    delta) (pairs U) approx (epsilon', delta')) /\
  (* back: every proper level gives a proper level *)
  (forall (epsilon' delta' : R), 0 < epsilon' -> 0 < delta' -> delta' < 1 -> exists (epsilon delta : R),
    0 < epsilon /\ 0 < delta /\ delta < 1 /\ gives (pairs U) approx (epsilon',
    delta') (pairs U) probabilistic (epsilon, delta)) /\
  (* back: every proper level is reached *)
  (forall (epsilon delta : R), 0 < epsilon -> 0 < delta -> delta < 1 -> exists (epsilon' delta' : R),
    0 < epsilon' /\ 0 < delta' /\ delta' < 1 /\ gives (pairs U) approx (epsilon',
    delta') (pairs U) probabilistic (epsilon, delta)).
Proof.
move=> D U; have up e d : gives (pairs U) probabilistic (e, d) (pairs U) approx (e, d).
  by apply: lift_refines; apply: probabilistic_approx.
split; last split; last split.
- by move=> e d e0 d0 d1; parts; apply: up.
- by move=> e d e0 d0 d1; exists e, d; parts; apply: up.
- by move=> e d e0 d0 d1; apply: probabilistic_level.
- by move=> e d e0 d0 d1; apply: probabilistic_reached.
Qed.

Theorem probabilistic_dp__special_case_of__relaxed_dp :
  forall (D : Type) (U : neighbours D),
  (* every legal level is one of the other notion *)
  (forall (epsilon delta : R), 0 <= epsilon -> 0 <= delta -> delta <= 1 -> 0 <= epsilon /\ 0 <= 0 /\ 0 <= 1 /\
    0 <= delta /\ delta <= 1 /\ (forall (O : finType) (M : D -> dist O), satisfies (pairs U) probabilistic (epsilon,
    delta) M <-> satisfies (pairs U) relaxed (epsilon, 0, delta) M)).
Proof.
by move=> D U e d e0 d0 d1; parts; apply: same_laws => O p q; apply: probabilistic_is_relaxed.
Qed.

Theorem probabilistic_dp__stronger_than__relaxed_dp :
  forall (D : Type) (U : neighbours D),
  (* every proper level gives a proper level *)
  (forall (epsilon delta : R), 0 < epsilon -> 0 < delta -> delta < 1 -> (exists delta_a : R, 0 < delta_a /\
    delta_a < 1 - delta) /\ (forall (delta_a : R), 0 < delta_a -> delta_a < 1 - delta -> 0 < epsilon /\
    0 < delta_a /\ delta_a <= 1 /\ 0 < delta /\ delta_a + delta < 1 /\ gives (pairs U) probabilistic (epsilon,
    delta) (pairs U) relaxed (epsilon, delta_a, delta))) /\
  (* every proper level is reached *)
  (forall (epsilon' delta_a' delta_p' : R), 0 < epsilon' -> 0 < delta_a' -> delta_a' <= 1 -> 0 < delta_p' ->
    delta_a' + delta_p' < 1 -> exists (epsilon delta : R), 0 < epsilon /\ 0 < delta /\ delta < 1 /\
    gives (pairs U) probabilistic (epsilon, delta) (pairs U) relaxed (epsilon', delta_a', delta_p')).
Proof.
move=> D U; split=> [e d e0 d0 d1|e a d e0 a0 a1 d0 ad].
- split; first by exists ((1 - d) / 2); lra.
  by move=> t t0 t1; parts; apply: lift_refines; apply: probabilistic_relaxed; lra.
- by exists e, d; parts; apply: lift_refines; apply: probabilistic_relaxed; lra.
Qed.

Theorem relaxed_dp__equivalent_to__approximate_dp :
  forall (D : Type) (U : neighbours D),
  (* every proper level gives a proper level *)
  (forall (epsilon delta_a delta_p : R), 0 < epsilon -> 0 < delta_a -> delta_a <= 1 -> 0 < delta_p ->
    delta_a + delta_p < 1 -> (0 < epsilon /\ 0 < delta_a + delta_p /\ delta_a + delta_p < 1 /\
    gives (pairs U) relaxed (epsilon, delta_a, delta_p) (pairs U) approx (epsilon, delta_a + delta_p))) /\
  (* every proper level is reached *)
  (forall (epsilon' delta' : R), 0 < epsilon' -> 0 < delta' -> delta' < 1 -> exists (epsilon delta_a delta_p : R),
    0 < epsilon /\ 0 < delta_a /\ delta_a <= 1 /\ 0 < delta_p /\ delta_a + delta_p < 1 /\
    gives (pairs U) relaxed (epsilon, delta_a, delta_p) (pairs U) approx (epsilon', delta')) /\
  (* back: every proper level gives a proper level *)
  (forall (epsilon' delta' : R), 0 < epsilon' -> 0 < delta' -> delta' < 1 -> exists (epsilon delta_a delta_p : R),
    0 < epsilon /\ 0 < delta_a /\ delta_a <= 1 /\ 0 < delta_p /\ delta_a + delta_p < 1 /\
    gives (pairs U) approx (epsilon', delta') (pairs U) relaxed (epsilon, delta_a, delta_p)) /\
  (* back: every proper level is reached *)
  (forall (epsilon delta_a delta_p : R), 0 < epsilon -> 0 < delta_a -> delta_a <= 1 -> 0 < delta_p ->
    delta_a + delta_p < 1 -> exists (epsilon' delta' : R), 0 < epsilon' /\ 0 < delta' /\ delta' < 1 /\
    gives (pairs U) approx (epsilon', delta') (pairs U) relaxed (epsilon, delta_a, delta_p)).
Proof.
move=> D U; split; last split; last split.
- by move=> e a d e0 a0 a1 d0 ad; parts; apply: lift_refines; apply: relaxed_approx.
- move=> e d e0 d0 d1; exists e, (d / 2), (d / 2); parts; apply: lift_refines => O p q /relaxed_approx.
  by have -> : d / 2 + d / 2 = d by field.
- move=> e d e0 d0 d1; exists e, d, ((1 - d) / 2); parts; apply: lift_refines; apply: approx_relaxed; lra.
- by move=> e a d e0 a0 a1 d0 ad; exists e, a; parts; apply: lift_refines; apply: approx_relaxed; lra.
Qed.

(* Total variation and (epsilon, delta) give each other *)

Theorem total_variation_privacy__equivalent_to__approximate_dp :
  forall (D : Type) (U : neighbours D), discerning U ->
  (* every proper level gives a proper level *)
  (forall (epsilon : R), 0 < epsilon -> epsilon < 1 -> (exists t : R, 0 < t) /\ (forall (t : R), 0 < t ->
    0 < t /\ 0 < epsilon /\ epsilon < 1 /\ gives (pairs U) total_variation epsilon (pairs U) approx (t, epsilon))) /\
  (* every proper level is reached *)
  (forall (epsilon' delta' : R), 0 < epsilon' -> 0 < delta' -> delta' < 1 -> exists epsilon : R, 0 < epsilon /\
    epsilon < 1 /\ gives (pairs U) total_variation epsilon (pairs U) approx (epsilon', delta')) /\
  (* back: every proper level gives a proper level *)
  (forall (epsilon' delta' : R), 0 < epsilon' -> 0 < delta' -> delta' < 1 -> exists epsilon : R, 0 < epsilon /\
    epsilon < 1 /\ gives (pairs U) approx (epsilon', delta') (pairs U) total_variation epsilon) /\
  (* back: every proper level is reached *)
  (forall (epsilon : R), 0 < epsilon -> epsilon < 1 -> exists (epsilon' delta' : R), 0 < epsilon' /\
    0 < delta' /\ delta' < 1 /\ gives (pairs U) approx (epsilon', delta') (pairs U) total_variation epsilon) /\
  (* tight: no smaller value will do *)
  (forall (epsilon t : R), 0 < epsilon -> epsilon < 1 -> 0 < t -> forall (delta' : R), 0 <= delta' ->
    delta' <= 1 -> gives (pairs U) total_variation epsilon (pairs U) approx (t, delta') -> epsilon <= delta').
Proof.
move=> D U dU; have up e t : 0 <= t -> gives (pairs U) total_variation e (pairs U) approx (t, e).
  by move=> t0; apply: lift_refines => O p q /tv_approx; apply: approx_weaken; lra.
split; last split; last split; last split.
- by move=> e e0 e1; split; [exists 1; lra|move=> t t0; parts; apply: up; lra].
- by move=> e d e0 d0 d1; exists d; parts; apply: up; lra.
- move=> e d e0 d0 d1; have E := exp_gt1 e0; exists ((exp e - 1 + 2 * d) / (exp e + 1)); split; first by apply: Rdiv_lt_0_compat; lra.
  split; last by apply: lift_pairs => O p q; apply: approx_tv; lra.
  by apply: div_lt; lra.
- move=> e e0 e1; exists (ln (1 + e)), (e / 2); split; first by rewrite -ln_1; apply: ln_increasing; lra.
  parts; have l0 : 0 <= ln (1 + e) by rewrite -ln_1; left; apply: ln_increasing; lra.
  apply: lift_pairs => O p q H H' S; have := approx_tv l0 H H' S; rewrite exp_ln; last lra.
  by have : (1 + e - 1 + 2 * (e / 2)) / (1 + e + 1) <= e; [apply: div_le; nra|lra].
- move=> e t e0 e1 t0 d d0 d1 H; have e01 : 0 <= e <= 1 by lra.
  have K : gives (pairs U) approx (0, e) (pairs U) approx (t, d) by move=> O M HM; apply: H => a b ab; apply/tv_approx; apply: HM.
  have := on_leaks e01 dU (Rle_refl 0) K => /(_ (pred1 (true, true))); rewrite !Pr_one.
  by have [-> ->] := leak_told (Rle_refl 0) e01; rewrite Rmult_0_r Rplus_0_l.
Qed.
