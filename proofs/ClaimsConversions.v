(* Claims of the records: from one standard to another, over every unit. *)

From Coq Require Import Reals Lra Classical.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop.
From Dpzoo Require Import Prob Blocks Standards Units Events Divergences Response Conversions Closure.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Open Scope R_scope.

Ltac parts := repeat (split; [solve [assumption | lra | nra] |]).

Lemma exists_between a b : a < b -> exists x : R, a < x /\ x < b.
Proof. by move=> h; exists ((a + b) / 2); lra. Qed.
Lemma some_delta : exists delta : R, 0 < delta /\ delta < 1.
Proof. by apply: exists_between; lra. Qed.
Lemma some_order : exists alpha : R, 1 < alpha.
Proof. by exists 2; lra. Qed.

Lemma gives_weaker D (U : neighbours D) L L' (S : standard L) l (T : standard L') l' l'' :
  refines T l' T l'' -> gives (pairs U) S l (pairs U) T l' -> gives (pairs U) S l (pairs U) T l''.
Proof. by move=> w H O M HM a b ab; apply: w; apply: H. Qed.

(* Pure to (epsilon, delta). *)

Theorem epsilon_dp__special_case_of__approximate_dp :
  forall (D : Type) (U : neighbours D),
  (* every legal level is one of the other notion *)
  (forall (epsilon : R), 0 <= epsilon -> 0 <= epsilon /\ 0 <= 0 /\ 0 <= 1 /\ (forall (O : finType) (M : D ->
    dist O), satisfies (pairs U) pure epsilon M <-> satisfies (pairs U) approx (epsilon, 0) M)).
Proof.
move=> D U e e0; do 3 (split; first lra).
by apply: same_laws => O p q; apply: pure_approx0.
Qed.

(* The value of the map, as a factor: e^map = e^epsilon - delta (e^epsilon + 1). *)
Lemma pure_approx_value e d : 0 < e -> 0 < d -> d < tanh (e / 2) -> exp (- e) < 1 - d * (1 + exp (- e)) /\
  exp (e + ln (1 - d * (1 + exp (- e)))) = exp e - d * (exp e + 1).
Proof.
move=> e0 d0; rewrite tanh_half => h; have E1 := exp_gt1 e0; have F0 := exp_pos (- e); have EF := exp_inv e.
have h' : d * (exp e + 1) < exp e - 1.
  have -> : exp e - 1 = (exp e - 1) / (exp e + 1) * (exp e + 1) by field; lra.
  by apply: Rmult_lt_compat_r; lra.
have F : 1 + exp (- e) = exp (- e) * (exp e + 1) by rewrite Rmult_plus_distr_l [exp (- e) * _]Rmult_comm EF; ring.
have k : exp (- e) < 1 - d * (1 + exp (- e)).
  rewrite F; have : exp (- e) * (d * (exp e + 1)) < exp (- e) * (exp e - 1) by apply: Rmult_lt_compat_l.
  have -> : exp (- e) * (exp e - 1) = 1 - exp (- e) by rewrite Rmult_minus_distr_l [exp (- e) * _]Rmult_comm EF; ring.
  lra.
split=> //; rewrite exp_plus exp_ln; last lra.
have -> : exp e * (1 - d * (1 + exp (- e))) = exp e - d * (exp e + exp e * exp (- e)) by ring.
by rewrite EF.
Qed.

Theorem epsilon_dp__stronger_than__approximate_dp :
  forall (D : Type) (U : neighbours D), discerning U ->
  (* every proper level gives a proper level *)
  (forall (epsilon : R), 0 < epsilon -> (exists delta : R, 0 < delta /\ delta < tanh (epsilon / 2)) /\
    (forall (delta : R), 0 < delta -> delta < tanh (epsilon / 2) -> 0 < 1 - delta * (1 + exp (- epsilon)) /\
    0 < epsilon + ln (1 - delta * (1 + exp (- epsilon))) /\ 0 < delta /\ delta < 1 /\
    gives (pairs U) pure epsilon (pairs U) approx (epsilon + ln (1 - delta * (1 + exp (- epsilon))), delta))) /\
  (* every proper level is reached *)
  (forall (epsilon' delta' : R), 0 < epsilon' -> 0 < delta' -> delta' < 1 -> exists epsilon : R, 0 < epsilon /\
    gives (pairs U) pure epsilon (pairs U) approx (epsilon', delta')) /\
  (* tight: no smaller value will do *)
  (forall (epsilon delta : R), 0 < epsilon -> 0 < delta -> delta < tanh (epsilon / 2) -> forall (epsilon' : R),
    0 <= epsilon' -> gives (pairs U) pure epsilon (pairs U) approx (epsilon', delta) ->
    epsilon + ln (1 - delta * (1 + exp (- epsilon))) <= epsilon').
Proof.
move=> D U dU; split; last split.
- move=> e e0; split; first by apply: exists_between; apply: tanh_pos.
  move=> d d0 h; have [k v] := pure_approx_value e0 d0 h; have F0 := exp_pos (- e); have t1 := tanh_lt1 e.
  split; first lra.
  split; first by have := ln_increasing _ _ F0 k; rewrite ln_exp; lra.
  do 2 (split; first lra).
  apply: lift_pairs => O p q H H'; apply/approxE; rewrite v.
  apply: Rle_trans (pure_approx e0 _ H H') _.
    by rewrite -v; apply: exp_le; have := ln_increasing _ _ F0 k; rewrite ln_exp; lra.
  by apply: Rmax_lub; [lra|apply: div_le; have := exp_pos e; lra].
- move=> e d e0 d0 d1; exists e; split=> //; apply: lift_refines => O p q /pure_approx0.
  by apply: approx_weaken; lra.
- move=> e d e0 d0 h e' e'0 H; have [k v] := pure_approx_value e0 d0 h.
  apply: exp_le_inv; rewrite v; have := on_answers dU (Rlt_le _ _ e0) H => /approxE.
  have := @answer_excess e (exp e') (Rlt_le _ _ e0) => a b.
  have : (exp e - exp e') / (exp e + 1) * (exp e + 1) <= d * (exp e + 1).
    by apply: Rmult_le_compat_r; have := exp_pos e; lra.
  have -> : (exp e - exp e') / (exp e + 1) * (exp e + 1) = exp e - exp e' by have := exp_pos e => ?; field; lra.
  lra.
Qed.

(* An empty exceptional event. *)
Lemma pure_probabilistic e d : 0 <= d -> refines pure e probabilistic (e, d).
Proof.
move=> d0 O p q H; exists pred0; split; last by move=> S; apply: H.
by rewrite /Pr sum_zero.
Qed.

Theorem epsilon_dp__special_case_of__probabilistic_dp :
  forall (D : Type) (U : neighbours D),
  (* every legal level is one of the other notion *)
  (forall (epsilon : R), 0 <= epsilon -> 0 <= epsilon /\ 0 <= 0 /\ 0 <= 1 /\ (forall (O : finType) (M : D ->
    dist O), satisfies (pairs U) pure epsilon M <-> satisfies (pairs U) probabilistic (epsilon, 0) M)).
Proof.
move=> D U e e0; do 3 (split; first lra).
apply: same_laws => O p q; split; first by apply: pure_probabilistic; lra.
by move=> /probabilistic_approx /pure_approx0.
Qed.

Theorem epsilon_dp__stronger_than__probabilistic_dp :
  forall (D : Type) (U : neighbours D),
  (* every proper level gives a proper level *)
  (forall (epsilon : R), 0 < epsilon -> (exists delta : R, 0 < delta /\ delta < 1) /\ (forall (delta : R),
    0 < delta -> delta < 1 -> 0 < epsilon /\ 0 < delta /\ delta < 1 /\
    gives (pairs U) pure epsilon (pairs U) probabilistic (epsilon, delta))) /\
  (* every proper level is reached *)
  (forall (epsilon' delta' : R), 0 < epsilon' -> 0 < delta' -> delta' < 1 -> exists epsilon : R, 0 < epsilon /\
    gives (pairs U) pure epsilon (pairs U) probabilistic (epsilon', delta')).
Proof.
move=> D U; split=> [e e0|e d e0 d0 d1].
- split; first exact: some_delta.
  by move=> d d0 d1; do 3 (split; first lra); apply: lift_refines; apply: pure_probabilistic; lra.
- by exists e; split=> //; apply: lift_refines; apply: pure_probabilistic; lra.
Qed.

(* Pure to Kullback-Leibler and Rényi. *)

Theorem epsilon_dp__stronger_than__kl_privacy :
  forall (D : Type) (U : neighbours D), discerning U ->
  (* every proper level gives a proper level *)
  (forall (epsilon : R), 0 < epsilon -> (0 < epsilon * tanh (epsilon / 2) /\
    gives (pairs U) pure epsilon (pairs U) kl (epsilon * tanh (epsilon / 2)))) /\
  (* every proper level is reached *)
  (forall (epsilon' : R), 0 < epsilon' -> exists epsilon : R, 0 < epsilon /\
    gives (pairs U) pure epsilon (pairs U) kl epsilon') /\
  (* tight: no smaller value will do *)
  (forall (epsilon : R), 0 < epsilon -> forall (epsilon' : R), 0 <= epsilon' ->
    gives (pairs U) pure epsilon (pairs U) kl epsilon' -> epsilon * tanh (epsilon / 2) <= epsilon').
Proof.
move=> D U dU; split; last split.
- move=> e e0; split; first by have := tanh_pos e0; nra.
  by apply: lift_pairs; apply: pure_kl.
- by move=> e e0; exists e; split=> //; apply: lift_refines; apply: pure_kl0.
- move=> e e0 e' e'0 H; have [_] := on_answers dU (Rlt_le _ _ e0) H.
  by rewrite -worst_ln // -(worst_attained ln).
Qed.

Theorem epsilon_dp__special_case_of__renyi_dp :
  forall (D : Type) (U : neighbours D),
  (* every legal level is one of the other notion *)
  (forall (epsilon : R), 0 <= epsilon -> 0 <= epsilon /\ (forall (O : finType) (M : D -> dist O),
    satisfies (pairs U) pure epsilon M <-> satisfies (pairs U) renyi (Infinity, epsilon) M)).
Proof. by move=> D U e e0; split=> //; apply: same_laws. Qed.

Theorem epsilon_dp__stronger_than__renyi_dp :
  forall (D : Type) (U : neighbours D), discerning U ->
  (* every proper level gives a proper level *)
  (forall (epsilon : R), 0 < epsilon -> (exists alpha : R, 1 < alpha) /\ (forall (alpha : R), 1 < alpha ->
    alpha - 1 <> 0 /\ 1 < alpha /\ 0 < (ln (cosh ((alpha - 1 / 2) * epsilon)) - ln (cosh (epsilon / 2))) / (alpha - 1)
    /\ gives (pairs U) pure epsilon (pairs U) renyi (Order alpha,
    (ln (cosh ((alpha - 1 / 2) * epsilon)) - ln (cosh (epsilon / 2))) / (alpha - 1)))) /\
  (* every proper level is reached *)
  (forall (alpha' epsilon' : R), 1 < alpha' -> 0 < epsilon' -> exists epsilon : R, 0 < epsilon /\
    gives (pairs U) pure epsilon (pairs U) renyi (Order alpha', epsilon')) /\
  (* tight: no smaller value will do *)
  (forall (epsilon alpha : R), 0 < epsilon -> 1 < alpha -> forall (epsilon' : R), 0 <= epsilon' ->
    gives (pairs U) pure epsilon (pairs U) renyi (Order alpha, epsilon') ->
    (ln (cosh ((alpha - 1 / 2) * epsilon)) - ln (cosh (epsilon / 2))) / (alpha - 1) <= epsilon').
Proof.
move=> D U dU; split; last split.
- move=> e e0; split; first exact: some_order.
  move=> a a1; do 2 (split; first lra); split; first exact: rr_curve_pos.
  by apply: lift_pairs => O p q H H'; apply/renyi_proper => //; apply: pure_renyi_worst.
- by move=> a e a1 e0; exists e; split=> //; apply: lift_refines => O p q H; apply/renyi_proper => //; apply: pure_renyi.
- move=> e a e0 a1 e' e'0 H; have := on_answers dU (Rlt_le _ _ e0) H.
  by move=> /(renyi_proper _ _ _ a1); apply: answer_renyi.
Qed.

(* Concentrated forms of pure privacy. *)

Theorem epsilon_dp__special_case_of__zero_concentrated_dp :
  forall (D : Type) (U : neighbours D),
  (* every legal level is one of the other notion *)
  (forall (epsilon : R), 0 <= epsilon -> 0 <= epsilon /\ 0 <= 0 /\ (forall (O : finType) (M : D -> dist O),
    satisfies (pairs U) pure epsilon M <-> satisfies (pairs U) zcdp (epsilon, 0) M)).
Proof.
move=> D U e e0; do 2 (split; first lra).
apply: same_laws => O p q; split=> [H a a1|H].
- by rewrite /= Rmult_0_l Rplus_0_r; apply: pure_renyi.
- by apply: all_orders_pure => a a1; have := H a a1; rewrite /= Rmult_0_l Rplus_0_r.
Qed.

Theorem epsilon_dp__special_case_of__truncated_codp_col16 :
  forall (D : Type) (U : neighbours D),
  (* every legal level is one of the other notion *)
  (forall (epsilon : R), 0 <= epsilon -> 0 <= epsilon /\ 0 <= epsilon /\ (forall (O : finType) (M : D -> dist O),
    satisfies (pairs U) pure epsilon M <-> satisfies (pairs U) truncated_codp (epsilon, epsilon) M)).
Proof.
move=> D U e e0; do 2 (split; first lra).
apply: same_laws => O p q; split=> [H|[_ H]].
- have m a : 1 <= a -> Rmin e (a * e) = e by move=> a1; apply: Rmin_left; nra.
  by split=> [|a a1]; rewrite /= m; try lra; [apply: pure_kl0|apply: pure_renyi].
- apply: all_orders_pure => a a1; apply: renyi_weaken_at (H a a1) => //=; exact: Rmin_l.
Qed.

(* Pure to bounded range, and back without loss. *)

Theorem epsilon_dp__stronger_than__range_bounded_privacy :
  forall (D : Type) (U : neighbours D), discerning U ->
  (* every proper level gives a proper level *)
  (forall (epsilon : R), 0 < epsilon -> (0 < 2 * epsilon /\
    gives (pairs U) pure epsilon (pairs U) bounded_range (2 * epsilon))) /\
  (* every proper level is reached *)
  (forall (epsilon' : R), 0 < epsilon' -> exists epsilon : R, 0 < epsilon /\
    gives (pairs U) pure epsilon (pairs U) bounded_range epsilon') /\
  (* tight: no smaller value will do *)
  (forall (epsilon : R), 0 < epsilon -> forall (epsilon' : R), 0 <= epsilon' ->
    gives (pairs U) pure epsilon (pairs U) bounded_range epsilon' -> 2 * epsilon <= epsilon').
Proof.
move=> D U dU; split; last split.
- by move=> e e0; split; [lra|apply: lift_pairs; apply: pure_range].
- move=> e e0; exists (e / 2); split; first lra.
  by apply: lift_pairs; have := @pure_range (e / 2); have -> : 2 * (e / 2) = e by field.
- move=> e e0 e' e'0 H; have := on_answers dU (Rlt_le _ _ e0) H => /rangeE /(_ true false).
  rewrite !answerE /= => h; have r := odds_ratio e; have i := odds_inside e.
  have k : exp (2 * e) = exp e * exp e by rewrite -exp_plus; congr exp; ring.
  apply: exp_le_inv; rewrite k; apply: (Rmult_le_reg_r ((1 - odds e) * (1 - odds e))); first nra.
  by move: h; rewrite {1 2}r; lra.
Qed.

(* Pure to total variation. *)

Theorem epsilon_dp__stronger_than__total_variation_privacy :
  forall (D : Type) (U : neighbours D), discerning U ->
  (* every proper level gives a proper level *)
  (forall (epsilon : R), 0 < epsilon -> (0 < tanh (epsilon / 2) /\ tanh (epsilon / 2) < 1 /\
    gives (pairs U) pure epsilon (pairs U) total_variation (tanh (epsilon / 2)))) /\
  (* every proper level is reached *)
  (forall (epsilon' : R), 0 < epsilon' -> epsilon' < 1 -> exists epsilon : R, 0 < epsilon /\
    gives (pairs U) pure epsilon (pairs U) total_variation epsilon') /\
  (* tight: no smaller value will do *)
  (forall (epsilon : R), 0 < epsilon -> forall (epsilon' : R), 0 <= epsilon' -> epsilon' <= 1 ->
    gives (pairs U) pure epsilon (pairs U) total_variation epsilon' -> tanh (epsilon / 2) <= epsilon').
Proof.
move=> D U dU; split; last split.
- move=> e e0; split; first exact: tanh_pos; split; first exact: tanh_lt1.
  apply: lift_pairs => O p q /pure_approx0 H /pure_approx0 H'; have := approx_tv (Rlt_le _ _ e0) H H'.
  by rewrite tanh_half Rmult_0_r Rplus_0_r.
- move=> e e0 e1; exists (ln (1 + e)); split; first by rewrite -ln_1; apply: ln_increasing; lra.
  apply: lift_pairs => O p q /pure_approx0 H /pure_approx0 H' S.
  have l0 : 0 <= ln (1 + e) by rewrite -ln_1; left; apply: ln_increasing; lra.
  have := approx_tv l0 H H' S; rewrite exp_ln; last lra.
  have -> : (1 + e - 1 + 2 * 0) / (1 + e + 1) = e / (e + 2) by field; lra.
  by have : e / (e + 2) <= e; [apply: div_le; nra|lra].
- move=> e e0 e' e'0 e'1 H; have := on_answers dU (Rlt_le _ _ e0) H => /(_ id).
  by rewrite answer_tv; lra.
Qed.

(* Kullback-Leibler is Rényi at order 1. *)

Theorem kl_privacy__special_case_of__renyi_dp :
  forall (D : Type) (U : neighbours D),
  (* every legal level is one of the other notion *)
  (forall (epsilon : R), 0 <= epsilon -> 1 <= 1 /\ 0 <= epsilon /\ (forall (O : finType) (M : D -> dist O),
    satisfies (pairs U) kl epsilon M <-> satisfies (pairs U) renyi (Order 1, epsilon) M)).
Proof.
move=> D U e e0; do 2 (split; first by rewrite /=; lra).
by apply: same_laws => O p q; rewrite renyi_one.
Qed.

(* Rényi to the weaker ones. *)

Theorem renyi_dp__stronger_than__kl_privacy :
  forall (D : Type) (U : neighbours D),
  (* every proper level gives a proper level *)
  (forall (alpha epsilon : R), 1 < alpha -> 0 < epsilon -> (0 < epsilon /\ gives (pairs U) renyi (Order alpha,
    epsilon) (pairs U) kl epsilon)) /\
  (* every proper level is reached *)
  (forall (epsilon' : R), 0 < epsilon' -> exists (alpha epsilon : R), 1 < alpha /\ 0 < epsilon /\
    gives (pairs U) renyi (Order alpha, epsilon) (pairs U) kl epsilon').
Proof.
move=> D U; split=> [a e a1 e0|e e0]; last exists 2, e.
- by split=> //; apply: lift_refines => O p q /(renyi_proper _ _ _ a1); apply: renyi_kl.
- have a1 : 1 < 2 by lra.
  by do 2 (split=> //); apply: lift_refines => O p q /(renyi_proper _ _ _ a1); apply: renyi_kl.
Qed.

Lemma ln_le_inv_neg d : 0 < d -> d < 1 -> ln d < 0.
Proof. by move=> d0 d1; rewrite -ln_1; apply: ln_increasing. Qed.

(* Every (epsilon, delta) is reached: at order 2, from half of it, or so. *)
Lemma approx_of_renyi D (U : neighbours D) e d : 0 < e -> 0 < d -> d < 1 ->
  exists alpha : R, exists epsilon : R, 1 < alpha /\ 0 < epsilon /\ gives (pairs U) renyi (Order alpha, epsilon) (pairs U) approx (e, d).
Proof.
move=> e0 d0 d1; have l := ln_neg d0 d1; have h := Rdiv_lt_0_compat _ _ (Rmult_lt_0_compat _ _ Rlt_0_2 l) e0.
have a1 : 1 < 1 + 2 * ln (1 / d) / e by lra.
exists (1 + 2 * ln (1 / d) / e), (e / 2); do 2 (split; first lra).
apply: lift_refines => O p q /(renyi_proper _ _ _ a1) /(renyi_approx_classic a1 d0); apply: approx_weaken; last lra.
by right; field; split; lra.
Qed.

Theorem renyi_dp__stronger_than__approximate_dp :
  forall (D : Type) (U : neighbours D),
  (* every proper level gives a proper level *)
  (forall (alpha epsilon : R), 1 < alpha -> 0 < epsilon -> (exists delta : R, 0 < delta /\ delta < 1 /\
    ln delta + ln alpha < (alpha - 1) * (epsilon + ln ((alpha - 1) / alpha))) /\ (forall (delta : R), 0 < delta ->
    delta < 1 -> ln delta + ln alpha < (alpha - 1) * (epsilon + ln ((alpha - 1) / alpha)) -> 0 < delta /\
    0 < alpha /\ alpha <> 0 /\ 0 < (alpha - 1) / alpha /\ alpha - 1 <> 0 /\
    0 < epsilon + ln ((alpha - 1) / alpha) - (ln delta + ln alpha) / (alpha - 1) /\ 0 < delta /\ delta < 1 /\
    gives (pairs U) renyi (Order alpha, epsilon) (pairs U) approx (epsilon + ln ((alpha - 1) / alpha) - (ln delta + ln
    alpha) / (alpha - 1), delta))) /\
  (* every proper level is reached *)
  (forall (epsilon' delta' : R), 0 < epsilon' -> 0 < delta' -> delta' < 1 -> exists (alpha epsilon : R),
    1 < alpha /\ 0 < epsilon /\ gives (pairs U) renyi (Order alpha, epsilon) (pairs U) approx (epsilon', delta')).
Proof.
move=> D U; split=> [a e a1 e0|e d]; last by apply: approx_of_renyi.
have a0 : 0 < (a - 1) / a by apply: Rdiv_lt_0_compat; lra.
split.
  set m := Rmin (/ 2) (exp ((a - 1) * (e + ln ((a - 1) / a)) - ln a) / 2).
  have k := exp_pos ((a - 1) * (e + ln ((a - 1) / a)) - ln a).
  have m0 : 0 < m by apply: Rmin_glb_lt; lra.
  have m1 : m <= / 2 := Rmin_l _ _.
  have m2 : m <= exp ((a - 1) * (e + ln ((a - 1) / a)) - ln a) / 2 := Rmin_r _ _.
  exists m; parts.
  have : ln m < (a - 1) * (e + ln ((a - 1) / a)) - ln a.
    by rewrite -(ln_exp ((a - 1) * _ - _)); apply: ln_increasing => //; lra.
  lra.
move=> d d0 d1 h; parts; split; last first.
  by parts; apply: lift_refines => O p q /(renyi_proper _ _ _ a1); apply: renyi_approx.
have : (ln d + ln a) / (a - 1) < e + ln ((a - 1) / a).
  by apply: (Rmult_lt_reg_r (a - 1)); [lra|have -> : (ln d + ln a) / (a - 1) * (a - 1) = ln d + ln a by field; lra]; lra.
lra.
Qed.

Theorem renyi_dp__stronger_than__approximate_dp__classic :
  forall (D : Type) (U : neighbours D),
  (* every proper level gives a proper level *)
  (forall (alpha epsilon : R), 1 < alpha -> 0 < epsilon -> (exists delta : R, 0 < delta /\ delta < 1) /\
    (forall (delta : R), 0 < delta -> delta < 1 -> delta <> 0 /\ 0 < 1 / delta /\ alpha - 1 <> 0 /\
    0 < epsilon + ln (1 / delta) / (alpha - 1) /\ 0 < delta /\ delta < 1 /\ gives (pairs U) renyi (Order alpha,
    epsilon) (pairs U) approx (epsilon + ln (1 / delta) / (alpha - 1), delta))) /\
  (* every proper level is reached *)
  (forall (epsilon' delta' : R), 0 < epsilon' -> 0 < delta' -> delta' < 1 -> exists (alpha epsilon : R),
    1 < alpha /\ 0 < epsilon /\ gives (pairs U) renyi (Order alpha, epsilon) (pairs U) approx (epsilon', delta')).
Proof.
move=> D U; split=> [a e a1 e0|e d]; last by apply: approx_of_renyi.
split; first exact: some_delta.
move=> d d0 d1; have l := ln_neg d0 d1; have h := Rdiv_lt_0_compat _ (a - 1) l ltac:(lra).
split; first lra; split; first by apply: Rdiv_lt_0_compat; lra.
split; first lra; split; first lra; do 2 (split=> //).
by apply: lift_refines => O p q /(renyi_proper _ _ _ a1); apply: renyi_approx_classic.
Qed.

Theorem renyi_dp__stronger_than__probabilistic_dp :
  forall (D : Type) (U : neighbours D),
  (* every proper level gives a proper level *)
  (forall (alpha epsilon : R), 1 < alpha -> 0 < epsilon -> (exists delta : R, 0 < delta /\ delta < 1) /\
    (forall (delta : R), 0 < delta -> delta < 1 -> delta <> 0 /\ 0 < 1 / delta /\ alpha - 1 <> 0 /\
    0 < epsilon + ln (1 / delta) / (alpha - 1) /\ 0 < delta /\ delta < 1 /\ gives (pairs U) renyi (Order alpha,
    epsilon) (pairs U) probabilistic (epsilon + ln (1 / delta) / (alpha - 1), delta))) /\
  (* every proper level is reached *)
  (forall (epsilon' delta' : R), 0 < epsilon' -> 0 < delta' -> delta' < 1 -> exists (alpha epsilon : R),
    1 < alpha /\ 0 < epsilon /\ gives (pairs U) renyi (Order alpha, epsilon) (pairs U) probabilistic (epsilon', delta')).
Proof.
move=> D U; split=> [a e a1 e0|e d e0 d0 d1].
  split; first exact: some_delta.
  move=> d d0 d1; have l := ln_neg d0 d1; have h := Rdiv_lt_0_compat _ (a - 1) l ltac:(lra).
  split; first lra; split; first by apply: Rdiv_lt_0_compat; lra.
  split; first lra; split; first lra; do 2 (split=> //).
  by apply: lift_refines => O p q /(renyi_proper _ _ _ a1); apply: renyi_tail.
have l := ln_neg d0 d1; have h := Rdiv_lt_0_compat _ _ (Rmult_lt_0_compat _ _ Rlt_0_2 l) e0.
have a1 : 1 < 1 + 2 * ln (1 / d) / e by lra.
exists (1 + 2 * ln (1 / d) / e), (e / 2); do 2 (split; first lra).
apply: lift_refines => O p q /(renyi_proper _ _ _ a1) /(renyi_tail a1 d0).
by have -> : e / 2 + ln (1 / d) / (1 + 2 * ln (1 / d) / e - 1) = e by field; split; lra.
Qed.

(* Zero-concentrated. *)

Theorem zero_concentrated_dp__stronger_than__kl_privacy :
  forall (D : Type) (U : neighbours D),
  (* every proper level gives a proper level *)
  (forall (xi rho : R), 0 <= xi -> 0 < rho -> (0 < xi + rho /\ gives (pairs U) zcdp (xi,
    rho) (pairs U) kl (xi + rho))) /\
  (* every proper level is reached *)
  (forall (epsilon' : R), 0 < epsilon' -> exists (xi rho : R), 0 <= xi /\ 0 < rho /\ gives (pairs U) zcdp (xi,
    rho) (pairs U) kl epsilon').
Proof.
move=> D U; split=> [x r x0 r0|e e0]; first by split; [lra|apply: lift_refines; apply: zcdp_kl; lra].
exists 0, e; do 2 (split; first lra); apply: lift_refines => O p q /zcdp_kl H.
by have := H (Rlt_le _ _ e0); rewrite Rplus_0_l.
Qed.

Theorem zero_concentrated_dp__special_case_of__bounded_concentrated_dp :
  forall (D : Type) (U : neighbours D),
  (* every legal level is one of the other notion *)
  (forall (xi rho : R), 0 <= xi -> 0 <= rho -> 0 <= xi /\ 0 <= rho /\ (forall (O : finType) (M : D -> dist O),
    satisfies (pairs U) zcdp (xi, rho) M <-> satisfies (pairs U) bounded_cdp (xi, rho, Infinity) M)).
Proof. by move=> D U x r x0 r0; do 2 (split=> //); apply: same_laws => O p q; apply: zcdp_bounded. Qed.

Theorem zero_concentrated_dp__stronger_than__bounded_concentrated_dp :
  forall (D : Type) (U : neighbours D),
  (* every proper level gives a proper level *)
  (forall (xi rho : R), 0 <= xi -> 0 < rho -> (exists omega : R, 1 < omega) /\ (forall (omega : R), 1 < omega ->
    0 <= xi /\ 0 < rho /\ 1 < omega /\ gives (pairs U) zcdp (xi, rho) (pairs U) bounded_cdp (xi, rho, Order omega))) /\
  (* every proper level is reached *)
  (forall (xi' rho' omega' : R), 0 <= xi' -> 0 < rho' -> 1 < omega' -> exists (xi rho : R), 0 <= xi /\ 0 < rho /\
    gives (pairs U) zcdp (xi, rho) (pairs U) bounded_cdp (xi', rho', Order omega')).
Proof.
move=> D U; split=> [x r x0 r0|x r w x0 r0 w1].
- split; first exact: some_order.
  by move=> w w1; do 3 (split=> //); apply: lift_refines => O p q H a a1 _; apply: H.
- by exists x, r; do 2 (split=> //); apply: lift_refines => O p q H a a1 _; apply: H.
Qed.

Theorem zero_concentrated_dp__special_case_of__truncated_codp_bdrs18 :
  forall (D : Type) (U : neighbours D),
  (* every legal level is one of the other notion *)
  (forall (xi rho : R), 0 <= xi -> 0 <= rho -> xi = 0 -> 0 <= rho /\ (forall (O : finType) (M : D -> dist O),
    satisfies (pairs U) zcdp (xi, rho) M <-> satisfies (pairs U) truncated_cdp (rho, Infinity) M)).
Proof.
move=> D U x r x0 r0 e; subst x; split=> //; apply: same_laws => O p q.
by rewrite truncated_bounded; apply: zcdp_bounded.
Qed.

Lemma bounded_truncated x r w : 0 <= x -> refines bounded_cdp (x, r, w) truncated_cdp (x + r, w).
Proof. by move=> x0 O p q H a a1 h; apply: renyi_weaken_at (H a a1 h) => //=; nra. Qed.

Theorem zero_concentrated_dp__stronger_than__truncated_codp_bdrs18 :
  forall (D : Type) (U : neighbours D),
  (* every proper level gives a proper level *)
  (forall (xi rho : R), 0 <= xi -> 0 < rho -> (exists omega : R, 1 < omega) /\ (forall (omega : R), 1 < omega ->
    0 < xi + rho /\ 1 < omega /\ gives (pairs U) zcdp (xi, rho) (pairs U) truncated_cdp (xi + rho, Order omega))) /\
  (* every proper level is reached *)
  (forall (rho' omega' : R), 0 < rho' -> 1 < omega' -> exists (xi rho : R), 0 <= xi /\ 0 < rho /\
    gives (pairs U) zcdp (xi, rho) (pairs U) truncated_cdp (rho', Order omega')).
Proof.
move=> D U; split=> [x r x0 r0|r w r0 w1].
- split; first exact: some_order.
  move=> w w1; do 2 (split; first lra).
  by apply: lift_refines => O p q H; apply: bounded_truncated => // a a1 _; apply: H.
- exists 0, r; do 2 (split; first lra); apply: lift_refines => O p q H a a1 _.
  by have := H a a1; rewrite /= Rplus_0_l.
Qed.

Theorem zero_concentrated_dp__stronger_than__probabilistic_dp :
  forall (D : Type) (U : neighbours D),
  (* every proper level gives a proper level *)
  (forall (xi rho : R), 0 <= xi -> 0 < rho -> (exists delta : R, 0 < delta /\ delta < 1) /\ (forall (delta : R),
    0 < delta -> delta < 1 -> delta <> 0 /\ 0 < 1 / delta /\ 0 <= rho * ln (1 / delta) /\
    0 < xi + rho + 2 * sqrt (rho * ln (1 / delta)) /\ 0 < delta /\ delta < 1 /\ gives (pairs U) zcdp (xi,
    rho) (pairs U) probabilistic (xi + rho + 2 * sqrt (rho * ln (1 / delta)), delta))) /\
  (* every proper level is reached *)
  (forall (epsilon' delta' : R), 0 < epsilon' -> 0 < delta' -> delta' < 1 -> exists (xi rho : R), 0 <= xi /\
    0 < rho /\ gives (pairs U) zcdp (xi, rho) (pairs U) probabilistic (epsilon', delta')).
Proof.
move=> D U; split=> [x r x0 r0|e d e0 d0 d1].
  split; first exact: some_delta.
  move=> d d0 d1; have l := ln_neg d0 d1.
  split; first lra; split; first by apply: Rdiv_lt_0_compat; lra.
  split; first nra; split; first by have := sqrt_pos (r * ln (1 / d)); lra.
  by do 2 (split=> //); apply: lift_refines; apply: zcdp_tail.
have [x [r [x0 [r0 H]]]] := @zcdp_reaches e d e0 d0 d1.
by exists x, r; do 2 (split=> //); apply: lift_refines.
Qed.

Theorem zero_concentrated_dp__stronger_than__approximate_dp__simple :
  forall (D : Type) (U : neighbours D),
  (* every proper level gives a proper level *)
  (forall (xi rho : R), 0 <= xi -> 0 < rho -> (exists delta : R, 0 < delta /\ delta < 1) /\ (forall (delta : R),
    0 < delta -> delta < 1 -> delta <> 0 /\ 0 < 1 / delta /\ 0 <= rho * ln (1 / delta) /\
    0 < xi + rho + 2 * sqrt (rho * ln (1 / delta)) /\ 0 < delta /\ delta < 1 /\ gives (pairs U) zcdp (xi,
    rho) (pairs U) approx (xi + rho + 2 * sqrt (rho * ln (1 / delta)), delta))) /\
  (* every proper level is reached *)
  (forall (epsilon' delta' : R), 0 < epsilon' -> 0 < delta' -> delta' < 1 -> exists (xi rho : R), 0 <= xi /\
    0 < rho /\ gives (pairs U) zcdp (xi, rho) (pairs U) approx (epsilon', delta')).
Proof.
(* The same numbers as for probabilistic privacy, which asks for more. *)
move=> D U; have [F G] := zero_concentrated_dp__stronger_than__probabilistic_dp U.
have weak l e d : gives (pairs U) zcdp l (pairs U) probabilistic (e, d) -> gives (pairs U) zcdp l (pairs U) approx (e, d).
  by move=> H; apply: gives_trans H _; apply: lift_refines => O p q; apply: probabilistic_approx.
split=> [x r x0 r0|e d e0 d0 d1].
- have [some {}F] := F x r x0 r0; split=> // d d0 d1; have [? [? [? [? [? [? H]]]]]] := F d d0 d1.
  by do 6 (split=> //); apply: weak.
- by have [x [r [x0 [r0 H]]]] := G e d e0 d0 d1; exists x, r; do 2 (split=> //); apply: weak.
Qed.

Theorem zero_concentrated_dp__stronger_than__approximate_dp__by_order :
  forall (D : Type) (U : neighbours D),
  (* every proper level gives a proper level *)
  (forall (xi rho : R), 0 <= xi -> 0 < rho -> (exists (alpha delta : R), 1 < alpha /\ 0 < delta /\ delta < 1 /\
    ln delta + ln alpha < (alpha - 1) * (xi + rho * alpha + ln ((alpha - 1) / alpha))) /\ (forall (alpha delta : R),
    1 < alpha -> 0 < delta -> delta < 1 ->
    ln delta + ln alpha < (alpha - 1) * (xi + rho * alpha + ln ((alpha - 1) / alpha)) -> 0 < delta /\ 0 < alpha /\
    alpha <> 0 /\ 0 < (alpha - 1) / alpha /\ alpha - 1 <> 0 /\
    0 < xi + rho * alpha + ln ((alpha - 1) / alpha) - (ln delta + ln alpha) / (alpha - 1) /\ 0 < delta /\
    delta < 1 /\ gives (pairs U) zcdp (xi,
    rho) (pairs U) approx (xi + rho * alpha + ln ((alpha - 1) / alpha) - (ln delta + ln alpha) / (alpha - 1),
    delta))) /\
  (* every proper level is reached *)
  (forall (epsilon' delta' : R), 0 < epsilon' -> 0 < delta' -> delta' < 1 -> exists (xi rho : R), 0 <= xi /\
    0 < rho /\ gives (pairs U) zcdp (xi, rho) (pairs U) approx (epsilon', delta')).
Proof.
move=> D U; split=> [x r x0 r0|e d e0 d0 d1]; last first.
  have [x [r [x0 [r0 H]]]] := @zcdp_reaches e d e0 d0 d1.
  by exists x, r; do 2 (split=> //); apply: lift_refines => O p q /H; apply: probabilistic_approx.
split.
  set m := Rmin (/ 2) (exp ((2 - 1) * (x + r * 2 + ln ((2 - 1) / 2)) - ln 2) / 2).
  have k := exp_pos ((2 - 1) * (x + r * 2 + ln ((2 - 1) / 2)) - ln 2).
  have m0 : 0 < m by apply: Rmin_glb_lt; lra.
  have m1 : m <= / 2 := Rmin_l _ _.
  have m2 : m <= exp ((2 - 1) * (x + r * 2 + ln ((2 - 1) / 2)) - ln 2) / 2 := Rmin_r _ _.
  exists 2, m; parts.
  have : ln m < (2 - 1) * (x + r * 2 + ln ((2 - 1) / 2)) - ln 2.
    by rewrite -(ln_exp ((2 - 1) * _ - _)); apply: ln_increasing => //; lra.
  lra.
move=> a d a1 d0 d1 h; have a0 : 0 < (a - 1) / a by apply: Rdiv_lt_0_compat; lra.
parts; split; last first.
  by parts; apply: lift_refines => O p q H; have := renyi_approx a1 d0 (H a a1).
have : (ln d + ln a) / (a - 1) < x + r * a + ln ((a - 1) / a).
  by apply: (Rmult_lt_reg_r (a - 1)); [lra|have -> : (ln d + ln a) / (a - 1) * (a - 1) = ln d + ln a by field; lra]; lra.
lra.
Qed.

(* Concentrated privacy up to some order. *)

Theorem bounded_concentrated_dp__stronger_than__truncated_codp_bdrs18 :
  forall (D : Type) (U : neighbours D),
  (* every proper level gives a proper level *)
  (forall (xi rho omega : R), 0 <= xi -> 0 < rho -> 1 < omega -> (0 < xi + rho /\ 1 < omega /\
    gives (pairs U) bounded_cdp (xi, rho, Order omega) (pairs U) truncated_cdp (xi + rho, Order omega))) /\
  (* every proper level is reached *)
  (forall (rho' omega' : R), 0 < rho' -> 1 < omega' -> exists (xi rho omega : R), 0 <= xi /\ 0 < rho /\
    1 < omega /\ gives (pairs U) bounded_cdp (xi, rho, Order omega) (pairs U) truncated_cdp (rho', Order omega')).
Proof.
move=> D U; split=> [x r w x0 r0 w1|r w r0 w1].
- by split; [lra|split=> //]; apply: lift_refines; apply: bounded_truncated.
- exists 0, r, w; do 3 (split; first lra).
  by apply: lift_refines => O p q /truncated_bounded.
Qed.

Theorem truncated_codp_bdrs18__special_case_of__bounded_concentrated_dp :
  forall (D : Type) (U : neighbours D),
  (* every legal level is one of the other notion *)
  (forall (rho : R) (omega : order), 0 <= rho -> order_lt (Order 1) omega -> 0 <= 0 /\ 0 <= rho /\
    order_lt (Order 1) omega /\ (forall (O : finType) (M : D -> dist O), satisfies (pairs U) truncated_cdp (rho,
    omega) M <-> satisfies (pairs U) bounded_cdp (0, rho, omega) M)).
Proof.
move=> D U r w r0 w1; do 3 (split=> //; try lra).
by apply: same_laws => O p q; apply: truncated_bounded.
Qed.

Theorem truncated_codp_bdrs18__equivalent_to__bounded_concentrated_dp :
  forall (D : Type) (U : neighbours D),
  (* every proper level gives a proper level *)
  (forall (rho omega : R), 0 < rho -> 1 < omega -> exists (xi' rho' omega' : R), 0 <= xi' /\ 0 < rho' /\
    1 < omega' /\ gives (pairs U) truncated_cdp (rho, Order omega) (pairs U) bounded_cdp (xi', rho', Order omega')) /\
  (* every proper level is reached *)
  (forall (xi' rho' omega' : R), 0 <= xi' -> 0 < rho' -> 1 < omega' -> exists (rho omega : R), 0 < rho /\
    1 < omega /\ gives (pairs U) truncated_cdp (rho, Order omega) (pairs U) bounded_cdp (xi', rho', Order omega')) /\
  (* back: every proper level gives a proper level *)
  (forall (xi' rho' omega' : R), 0 <= xi' -> 0 < rho' -> 1 < omega' -> exists (rho omega : R), 0 < rho /\
    1 < omega /\ gives (pairs U) bounded_cdp (xi', rho', Order omega') (pairs U) truncated_cdp (rho, Order omega)) /\
  (* back: every proper level is reached *)
  (forall (rho omega : R), 0 < rho -> 1 < omega -> exists (xi' rho' omega' : R), 0 <= xi' /\ 0 < rho' /\
    1 < omega' /\ gives (pairs U) bounded_cdp (xi', rho', Order omega') (pairs U) truncated_cdp (rho, Order omega)).
Proof.
move=> D U; split; last split; last split.
- move=> r w r0 w1; exists 0, r, w; do 3 (split; first lra).
  by apply: lift_refines => O p q /truncated_bounded.
- move=> x r w x0 r0 w1; exists r, w; do 2 (split=> //).
  by apply: lift_refines => O p q H a a1 h; apply: renyi_weaken_at (H a a1 h) => //=; lra.
- move=> x r w x0 r0 w1; exists (x + r), w; do 2 (split; first lra).
  by apply: lift_refines; apply: bounded_truncated.
- move=> r w r0 w1; exists 0, r, w; do 3 (split; first lra).
  by apply: lift_refines => O p q /truncated_bounded.
Qed.

Theorem truncated_codp_bdrs18__stronger_than__renyi_dp :
  forall (D : Type) (U : neighbours D),
  (* every proper level gives a proper level *)
  (forall (rho omega : R), 0 < rho -> 1 < omega -> (exists alpha : R, 1 < alpha /\ alpha <= omega) /\
    (forall (alpha : R), 1 < alpha -> alpha <= omega -> 1 < alpha /\ 0 < rho * alpha /\
    gives (pairs U) truncated_cdp (rho, Order omega) (pairs U) renyi (Order alpha, rho * alpha))) /\
  (* every proper level is reached *)
  (forall (alpha' epsilon' : R), 1 < alpha' -> 0 < epsilon' -> exists (rho omega : R), 0 < rho /\ 1 < omega /\
    gives (pairs U) truncated_cdp (rho, Order omega) (pairs U) renyi (Order alpha', epsilon')).
Proof.
move=> D U; split=> [r w r0 w1|a e a1 e0].
- split; first by exists w; lra.
  move=> a a1 aw; split=> //; split; first nra.
  by apply: lift_refines => O p q H; apply/renyi_proper => //; apply: (H a a1).
- exists (e / a), a; split; first by apply: Rdiv_lt_0_compat; lra.
  split=> //; apply: lift_refines => O p q H; apply/renyi_proper => //.
  have -> : e = e / a * a by field; lra.
  by apply: (H a a1); apply: Rle_refl.
Qed.

Lemma renyi_truncated a e : 1 < a -> 0 <= e -> refines (renyi_at a) e truncated_cdp (e, Order a).
Proof. by move=> a1 e0 O p q H b b1 /= ba; apply: (@renyi_weaken_at b e) => //; [nra|apply: (@renyi_order a)]. Qed.

Theorem renyi_dp__stronger_than__truncated_codp_bdrs18 :
  forall (D : Type) (U : neighbours D),
  (* every proper level gives a proper level *)
  (forall (alpha epsilon : R), 1 < alpha -> 0 < epsilon -> (0 < epsilon /\ 1 < alpha /\
    gives (pairs U) renyi (Order alpha, epsilon) (pairs U) truncated_cdp (epsilon, Order alpha))) /\
  (* every proper level is reached *)
  (forall (rho' omega' : R), 0 < rho' -> 1 < omega' -> exists (alpha epsilon : R), 1 < alpha /\ 0 < epsilon /\
    gives (pairs U) renyi (Order alpha, epsilon) (pairs U) truncated_cdp (rho', Order omega')).
Proof.
move=> D U; split=> [a e a1 e0|r w r0 w1].
- by do 2 (split=> //); apply: lift_refines => O p q /(renyi_proper _ _ _ a1); apply: renyi_truncated; lra.
- by exists w, r; do 2 (split=> //); apply: lift_refines => O p q /(renyi_proper _ _ _ w1); apply: renyi_truncated; lra.
Qed.

Theorem truncated_codp_bdrs18__equivalent_to__renyi_dp :
  forall (D : Type) (U : neighbours D),
  (* every proper level gives a proper level *)
  (forall (rho omega : R), 0 < rho -> 1 < omega -> exists (alpha' epsilon' : R), 1 < alpha' /\ 0 < epsilon' /\
    gives (pairs U) truncated_cdp (rho, Order omega) (pairs U) renyi (Order alpha', epsilon')) /\
  (* every proper level is reached *)
  (forall (alpha' epsilon' : R), 1 < alpha' -> 0 < epsilon' -> exists (rho omega : R), 0 < rho /\ 1 < omega /\
    gives (pairs U) truncated_cdp (rho, Order omega) (pairs U) renyi (Order alpha', epsilon')) /\
  (* back: every proper level gives a proper level *)
  (forall (alpha' epsilon' : R), 1 < alpha' -> 0 < epsilon' -> exists (rho omega : R), 0 < rho /\ 1 < omega /\
    gives (pairs U) renyi (Order alpha', epsilon') (pairs U) truncated_cdp (rho, Order omega)) /\
  (* back: every proper level is reached *)
  (forall (rho omega : R), 0 < rho -> 1 < omega -> exists (alpha' epsilon' : R), 1 < alpha' /\ 0 < epsilon' /\
    gives (pairs U) renyi (Order alpha', epsilon') (pairs U) truncated_cdp (rho, Order omega)).
Proof.
move=> D U; split; last split; last split.
- move=> r w r0 w1; exists w, (r * w); do 2 (split; first nra).
  by apply: lift_refines => O p q H; apply/renyi_proper => //; apply: (H w w1); apply: Rle_refl.
- move=> a e a1 e0; exists (e / a), a; split; first by apply: Rdiv_lt_0_compat; lra.
  split=> //; apply: lift_refines => O p q H; apply/renyi_proper => //.
  have -> : e = e / a * a by field; lra.
  by apply: (H a a1); apply: Rle_refl.
- by move=> a e a1 e0; exists e, a; do 2 (split=> //); apply: lift_refines => O p q /(renyi_proper _ _ _ a1); apply: renyi_truncated; lra.
- by move=> r w r0 w1; exists w, r; do 2 (split=> //); apply: lift_refines => O p q /(renyi_proper _ _ _ w1); apply: renyi_truncated; lra.
Qed.

Theorem truncated_codp_col16__equivalent_to__epsilon_dp :
  forall (D : Type) (U : neighbours D),
  (* every proper level gives a proper level *)
  (forall (xi tau : R), 0 < xi -> 0 < tau -> (0 < xi /\ gives (pairs U) truncated_codp (xi,
    tau) (pairs U) pure xi)) /\
  (* every proper level is reached *)
  (forall (epsilon' : R), 0 < epsilon' -> exists (xi tau : R), 0 < xi /\ 0 < tau /\
    gives (pairs U) truncated_codp (xi, tau) (pairs U) pure epsilon') /\
  (* back: every proper level gives a proper level *)
  (forall (epsilon' : R), 0 < epsilon' -> exists (xi tau : R), 0 < xi /\ 0 < tau /\
    gives (pairs U) pure epsilon' (pairs U) truncated_codp (xi, tau)) /\
  (* back: every proper level is reached *)
  (forall (xi tau : R), 0 < xi -> 0 < tau -> exists epsilon' : R, 0 < epsilon' /\
    gives (pairs U) pure epsilon' (pairs U) truncated_codp (xi, tau)).
Proof.
move=> D U; have up x t : gives (pairs U) truncated_codp (x, t) (pairs U) pure x.
  apply: lift_refines => O p q [_ H]; apply: all_orders_pure => a a1.
  by apply: renyi_weaken_at (H a a1) => //=; apply: Rmin_l.
have down e : 0 < e -> gives (pairs U) pure e (pairs U) truncated_codp (e, e).
  move=> e0; apply: lift_refines => O p q H.
  have m a : 1 <= a -> Rmin e (a * e) = e by move=> a1; apply: Rmin_left; nra.
  by split=> [|a a1]; rewrite /= m; try lra; [apply: pure_kl0|apply: pure_renyi].
split; last split; last split.
- by move=> x t x0 t0; split=> //; apply: up.
- by move=> e e0; exists e, e; do 2 (split=> //); apply: up.
- by move=> e e0; exists e, e; do 2 (split=> //); apply: down.
- move=> x t x0 t0; exists (Rmin x t); split; first exact: Rmin_glb_lt.
  have m0 : 0 < Rmin x t by apply: Rmin_glb_lt.
  apply: gives_weaker (down _ m0) => O p q [K H]; have m1 := Rmin_l x t; have m2 := Rmin_r x t.
  split=> [|a a1]; first by apply: kl_weaken K; rewrite /= Rmult_1_l Rmin_left; [apply: Rmin_glb; lra|lra].
  apply: renyi_weaken_at (H a a1) => //=; rewrite (Rmin_left (Rmin x t)); last nra.
  by apply: Rmin_glb; nra.
Qed.

Theorem truncated_codp_col16__stronger_than__zero_concentrated_dp :
  forall (D : Type) (U : neighbours D),
  (* every proper level gives a proper level *)
  (forall (xi tau : R), 0 < xi -> 0 < tau -> (0 <= 0 /\ 0 < tau /\ gives (pairs U) truncated_codp (xi,
    tau) (pairs U) zcdp (0, tau))) /\
  (* every proper level is reached *)
  (forall (xi' rho' : R), 0 <= xi' -> 0 < rho' -> exists (xi tau : R), 0 < xi /\ 0 < tau /\
    gives (pairs U) truncated_codp (xi, tau) (pairs U) zcdp (xi', rho')).
Proof.
move=> D U; split=> [x t x0 t0|x r x0 r0].
- do 2 (split; first lra); apply: lift_refines => O p q [_ H] a a1 /=.
  by apply: renyi_weaken_at (H a a1) => //=; have := Rmin_r x (a * t); lra.
- exists r, r; do 2 (split=> //); apply: lift_refines => O p q [_ H] a a1 /=.
  by apply: renyi_weaken_at (H a a1) => //=; have := Rmin_r r (a * r); lra.
Qed.

(* (epsilon, delta). *)

Theorem max_kl_stability__same_as__approximate_dp :
  forall (D : Type) (U : neighbours D),
  (* every legal level is one of the other notion *)
  (forall (epsilon delta : R), 0 <= epsilon -> 0 <= delta -> delta <= 1 -> (forall (O : finType) (M : D -> dist O),
    satisfies (pairs U) approx (epsilon, delta) M <-> satisfies (pairs U) approx (epsilon, delta) M)).
Proof. by move=> D U e d e0 d0 d1; apply: same_laws. Qed.

Theorem approximate_dp__stronger_than__total_variation_privacy :
  forall (D : Type) (U : neighbours D), discerning U ->
  (* every proper level gives a proper level *)
  (forall (epsilon delta : R), 0 < epsilon -> 0 < delta -> delta < 1 -> (exp epsilon + 1 <> 0 /\
    0 < (exp epsilon - 1 + 2 * delta) / (exp epsilon + 1) /\
    (exp epsilon - 1 + 2 * delta) / (exp epsilon + 1) < 1 /\ gives (pairs U) approx (epsilon,
    delta) (pairs U) total_variation ((exp epsilon - 1 + 2 * delta) / (exp epsilon + 1)))) /\
  (* every proper level is reached *)
  (forall (epsilon' : R), 0 < epsilon' -> epsilon' < 1 -> exists (epsilon delta : R), 0 < epsilon /\ 0 < delta /\
    delta < 1 /\ gives (pairs U) approx (epsilon, delta) (pairs U) total_variation epsilon') /\
  (* tight: no smaller value will do *)
  (forall (epsilon delta : R), 0 < epsilon -> 0 < delta -> delta < 1 -> forall (epsilon' : R), 0 <= epsilon' ->
    epsilon' <= 1 -> gives (pairs U) approx (epsilon, delta) (pairs U) total_variation epsilon' ->
    (exp epsilon - 1 + 2 * delta) / (exp epsilon + 1) <= epsilon').
Proof.
move=> D U dU; split; last split.
- move=> e d e0 d0 d1; have E1 := exp_gt1 e0.
  split; first lra; split; first by apply: Rdiv_lt_0_compat; lra.
  split; last by apply: lift_pairs => O p q; apply: approx_tv; lra.
  by apply: (Rmult_lt_reg_r (exp e + 1)); [lra|have -> : (exp e - 1 + 2 * d) / (exp e + 1) * (exp e + 1) = exp e - 1 + 2 * d by field; lra]; lra.
- move=> e e0 e1; exists (ln (1 + e)), (e / 2); split; first by rewrite -ln_1; apply: ln_increasing; lra.
  do 2 (split; first lra).
  have l0 : 0 <= ln (1 + e) by rewrite -ln_1; left; apply: ln_increasing; lra.
  apply: lift_pairs => O p q H H' S; have := approx_tv l0 H H' S; rewrite exp_ln; last lra.
  by have : (1 + e - 1 + 2 * (e / 2)) / (1 + e + 1) <= e; [apply: div_le; nra|lra].
- move=> e d e0 d0 d1 e' e'0 e'1 H; have d01 : 0 <= d <= 1 by lra.
  have := on_leaks d01 dU (Rlt_le _ _ e0) H => /(_ snd); rewrite leak_tv ?tanh_half; last lra.
  by have -> : (exp e - 1 + 2 * d) / (exp e + 1) = d + (1 - d) * ((exp e - 1) / (exp e + 1)); [have := exp_pos e => ?; field; lra|].
Qed.

(* Total variation is (0, delta). *)

Theorem total_variation_privacy__special_case_of__approximate_dp :
  forall (D : Type) (U : neighbours D),
  (* every legal level is one of the other notion *)
  (forall (epsilon : R), 0 <= epsilon -> epsilon <= 1 -> 0 <= 0 /\ 0 <= epsilon /\ epsilon <= 1 /\
    (forall (O : finType) (M : D -> dist O),
    satisfies (pairs U) total_variation epsilon M <-> satisfies (pairs U) approx (0, epsilon) M)).
Proof.
move=> D U e e0 e1; do 3 (split; first lra).
by apply: same_laws => O p q; apply: tv_approx.
Qed.

(* (1, epsilon)-privacy in other numbers. *)

Theorem one_epsilon_privacy__special_case_of__epsilon_dp :
  forall (D : Type) (U : neighbours D),
  (* every legal level is one of the other notion *)
  (forall (epsilon : R), 0 <= epsilon -> 0 < 1 + epsilon /\ 0 <= ln (1 + epsilon) /\
    (forall (O : finType) (M : D -> dist O),
    satisfies (pairs U) one_plus epsilon M <-> satisfies (pairs U) pure (ln (1 + epsilon)) M)).
Proof.
move=> D U e e0; split; first lra; split; first by rewrite -ln_1; case: (Req_dec e 0) => [->|n]; [right; congr ln; ring|left; apply: ln_increasing; lra].
by apply: same_laws => O p q; apply: one_plus_pure; lra.
Qed.

Theorem one_epsilon_privacy__equivalent_to__epsilon_dp :
  forall (D : Type) (U : neighbours D), discerning U ->
  (* every proper level gives a proper level *)
  (forall (epsilon : R), 0 < epsilon -> (0 < 1 + epsilon /\ 0 < ln (1 + epsilon) /\
    gives (pairs U) one_plus epsilon (pairs U) pure (ln (1 + epsilon)))) /\
  (* every proper level is reached *)
  (forall (epsilon' : R), 0 < epsilon' -> exists epsilon : R, 0 < epsilon /\
    gives (pairs U) one_plus epsilon (pairs U) pure epsilon') /\
  (* back: every proper level gives a proper level *)
  (forall (epsilon' : R), 0 < epsilon' -> exists epsilon : R, 0 < epsilon /\
    gives (pairs U) pure epsilon' (pairs U) one_plus epsilon) /\
  (* back: every proper level is reached *)
  (forall (epsilon : R), 0 < epsilon -> exists epsilon' : R, 0 < epsilon' /\
    gives (pairs U) pure epsilon' (pairs U) one_plus epsilon) /\
  (* tight: no smaller value will do *)
  (forall (epsilon : R), 0 < epsilon -> forall (epsilon' : R), 0 <= epsilon' ->
    gives (pairs U) one_plus epsilon (pairs U) pure epsilon' -> ln (1 + epsilon) <= epsilon').
Proof.
move=> D U dU; have pos e : 0 < e -> 0 < ln (1 + e) by move=> e0; rewrite -ln_1; apply: ln_increasing; lra.
have there e : 0 < e -> gives (pairs U) one_plus e (pairs U) pure (ln (1 + e)).
  by move=> e0; apply: lift_refines => O p q /one_plus_pure; apply; lra.
have back e : 0 < e -> gives (pairs U) pure (ln (1 + e)) (pairs U) one_plus e.
  by move=> e0; apply: lift_refines => O p q H; apply/one_plus_pure; [lra|].
have inv e : 0 < e -> 0 < exp e - 1 /\ ln (1 + (exp e - 1)) = e.
  by move=> e0; split; [have := exp_gt1 e0; lra|rewrite -[RHS]ln_exp; congr ln; ring].
split; last split; last split; last split.
- by move=> e e0; split; first lra; split; [apply: pos|apply: there].
- move=> e e0; have [i j] := inv e e0; exists (exp e - 1); split=> //.
  by have := there _ i; rewrite j.
- move=> e e0; have [i j] := inv e e0; exists (exp e - 1); split=> //.
  by have := back _ i; rewrite j.
- by move=> e e0; exists (ln (1 + e)); split; [apply: pos|apply: back].
- move=> e e0 e' e'0 H; have l := Rlt_le _ _ (pos e e0).
  have [d1 [d2 d3]] : True /\ True /\ True by [].
  have K : gives (pairs U) pure (ln (1 + e)) (pairs U) pure e' by move=> O M HM; apply: H; apply: back.
  have := on_answers dU l K => /pureE /(_ true); rewrite !answerE /=.
  have r := odds_ratio (ln (1 + e)); have i := odds_inside (ln (1 + e)).
  rewrite {1}r => h; apply: exp_le_inv; apply: (Rmult_le_reg_r (1 - odds (ln (1 + e)))); lra.
Qed.

(* (epsilon, delta) at a smaller epsilon. *)

(* Add the bound of an event and that of its complement in the other order, with weights that make one probability cancel. *)
Lemma approx_smaller e d c : 0 < e -> 0 <= d -> 1 <= c -> c <= exp e ->
  forall (O : finType) (p q : dist O), approx (e, d) p q -> approx (e, d) q p -> forall S : pred O,
  Pr p S <= c * Pr q S + (d + (1 - d) * (exp e - c) / (exp e + 1)).
Proof.
move=> e0 d0 c1 ce O p q H H' S; have E1 := exp_gt1 e0; set E := exp e in E1 ce *.
move: (H S) (H' (fun o => ~~ S o)); rewrite !Pr_not /= -/E.
set x := Pr p S; set y := Pr q S => h h'.
suff: (E * E - 1) * (x - c * y) <= (E - 1) * (d * (1 + c) + (E - c)).
  move=> k; have -> : d + (1 - d) * (E - c) / (E + 1) = (d * (1 + c) + (E - c)) / (E + 1) by field; lra.
  suff: x - c * y <= (d * (1 + c) + (E - c)) / (E + 1) by lra.
  by apply: le_div; [lra|apply: (Rmult_le_reg_l (E - 1)); lra].
have w : 0 <= c * E - 1 by nra.
have := Rmult_le_compat_l _ _ _ w h; have := Rmult_le_compat_l (E - c) _ _ ltac:(lra) h'; lra.
Qed.

Lemma leak_excess u d c (d01 : 0 <= d <= 1) : 0 <= u ->
  d + (1 - d) * (exp u - c) / (exp u + 1) <= Pr (leak u d01 true) snd - c * Pr (leak u d01 false) snd.
Proof.
move=> u0; rewrite !leak_Pr /=.
have P t : Pr (answer u t) (fun b => snd (false, b)) = answer u t true by rewrite /Pr sum_bool /=; ring.
rewrite !P !answerE /=; right; rewrite /odds; have := exp_pos u => h; field; lra.
Qed.

Theorem approximate_dp__implies__approximate_dp :
  forall (D : Type) (U : neighbours D), discerning U ->
  (* every proper level gives a proper level *)
  (forall (epsilon delta : R), 0 < epsilon -> 0 < delta -> delta < 1 -> (exists t : R, 0 < t /\ t <= epsilon) /\
    (forall (t : R), 0 < t -> t <= epsilon -> 1 + exp (- epsilon) <> 0 /\ 0 < t /\
    0 < delta + (1 - delta) * (1 - exp (t - epsilon)) / (1 + exp (- epsilon)) /\
    delta + (1 - delta) * (1 - exp (t - epsilon)) / (1 + exp (- epsilon)) < 1 /\ gives (pairs U) approx (epsilon,
    delta) (pairs U) approx (t, delta + (1 - delta) * (1 - exp (t - epsilon)) / (1 + exp (- epsilon))))) /\
  (* tight: no smaller value will do *)
  (forall (epsilon delta t : R), 0 < epsilon -> 0 < delta -> delta < 1 -> 0 < t -> t <= epsilon ->
    forall (delta' : R), 0 <= delta' -> delta' <= 1 -> gives (pairs U) approx (epsilon, delta) (pairs U) approx (t,
    delta') -> delta + (1 - delta) * (1 - exp (t - epsilon)) / (1 + exp (- epsilon)) <= delta').
Proof.
have V e t d : d + (1 - d) * (1 - exp (t - e)) / (1 + exp (- e)) = d + (1 - d) * (exp e - exp t) / (exp e + 1).
  have a := exp_pos e; have b := exp_pos t; rewrite exp_Ropp /Rminus exp_plus exp_Ropp; field; lra.
move=> D U dU; split.
- move=> e d e0 d0 d1; split; first by exists e; lra.
  move=> t t0 te; rewrite V; have E1 := exp_gt1 e0; have T1 := exp_gt1 t0; have F := exp_pos (- e); have et := exp_le te.
  have r0 : 0 <= (exp e - exp t) / (exp e + 1) by apply: Rle_mult_inv_pos; lra.
  have r1 : (exp e - exp t) / (exp e + 1) < 1 by apply: div_lt; lra.
  have -> : (1 - d) * (exp e - exp t) / (exp e + 1) = (1 - d) * ((exp e - exp t) / (exp e + 1)) by field; lra.
  split; first lra; split=> //; split; first nra.
  split; first by nra.
  apply: lift_pairs => O p q H H' S /=.
  have -> : (1 - d) * ((exp e - exp t) / (exp e + 1)) = (1 - d) * (exp e - exp t) / (exp e + 1) by field; lra.
  by apply: (approx_smaller e0 _ _ _ H H'); lra.
- move=> e d t e0 d0 d1 t0 te d' d'0 d'1 H; rewrite V; have d01 : 0 <= d <= 1 by lra.
  have := on_leaks d01 dU (Rlt_le _ _ e0) H => /(_ snd) k; move: k; rewrite [fst _]/= [snd (_, _)]/=.
  by have := @leak_excess e d (exp t) d01 (Rlt_le _ _ e0); set a := Pr _ _; set b := Pr _ _; lra.
Qed.

(* One standard on one unit under two names. *)

Theorem client_dp__stronger_than__approximate_user_level_dp :
  forall (D : Type) (U : neighbours D),
  (* every proper level gives a proper level *)
  (forall (epsilon : R), 0 < epsilon -> (exists delta : R, 0 < delta /\ delta < 1) /\ (forall (delta : R),
    0 < delta -> delta < 1 -> 0 < epsilon /\ 0 < delta /\ delta < 1 /\
    gives (pairs U) pure epsilon (pairs U) approx (epsilon, delta))) /\
  (* every proper level is reached *)
  (forall (epsilon' delta' : R), 0 < epsilon' -> 0 < delta' -> delta' < 1 -> exists epsilon : R, 0 < epsilon /\
    gives (pairs U) pure epsilon (pairs U) approx (epsilon', delta')).
Proof.
move=> D U; have H e d : 0 < d -> gives (pairs U) pure e (pairs U) approx (e, d).
  by move=> d0; apply: lift_refines => O p q /pure_approx0; apply: approx_weaken; lra.
split=> [e e0|e d e0 d0 d1]; last by exists e; split=> //; apply: H.
by split; [exact: some_delta|move=> d d0 d1; parts; apply: H].
Qed.

Theorem conditioned_dp__same_as__individual_dp :
  forall (D : Type) (U : neighbours D),
  (* every legal level is one of the other notion *)
  (forall (epsilon : R), 0 <= epsilon -> (forall (O : finType) (M : D -> dist O),
    satisfies (pairs U) pure epsilon M <-> satisfies (pairs U) pure epsilon M)).
Proof.
by [].
Qed.

Theorem unbounded_dp__stronger_than__single_contribution_dp :
  forall (D : Type) (U : neighbours D), discerning U ->
  (* every proper level gives a proper level *)
  (forall (epsilon : R), 0 < epsilon -> (0 < epsilon /\ gives (pairs U) pure epsilon (pairs U) pure epsilon)) /\
  (* every proper level is reached *)
  (forall (epsilon' : R), 0 < epsilon' -> exists epsilon : R, 0 < epsilon /\
    gives (pairs U) pure epsilon (pairs U) pure epsilon') /\
  (* tight: no smaller value will do *)
  (forall (epsilon : R), 0 < epsilon -> forall (epsilon' : R), 0 <= epsilon' ->
    gives (pairs U) pure epsilon (pairs U) pure epsilon' -> epsilon <= epsilon').
Proof.
move=> D U dU; split; last split; [by move=> e e0; split=> // O M|by move=> e e0; exists e; split=> // O M|move=> e e0 e' e'0 H].
have := on_answers dU (Rlt_le _ _ e0) H => /pureE /(_ true); rewrite !answerE /= {1}odds_ratio => k.
by have i := odds_inside e; apply: exp_le_inv; apply: (Rmult_le_reg_r (1 - odds e)); lra.
Qed.

(* To ask for both orders of every pair, or for both orders of the pairs in both orders, is the same. *)

Lemma two_sided_same D (U : neighbours D) e (O : finType) (M : D -> dist O) :
  satisfies (pairs U) two_sided e M <-> satisfies (pairs U) pure e M.
Proof. by apply: same_laws_both => A p q; rewrite !two_sided_pure; tauto. Qed.

Theorem indistinguishable_privacy__equivalent_to__epsilon_dp :
  forall (D : Type) (U : neighbours D), discerning U ->
  (* every proper level gives a proper level *)
  (forall (epsilon : R), 0 < epsilon -> (0 < epsilon /\ gives (pairs U) two_sided epsilon (pairs U) pure epsilon)) /\
  (* every proper level is reached *)
  (forall (epsilon' : R), 0 < epsilon' -> exists epsilon : R, 0 < epsilon /\
    gives (pairs U) two_sided epsilon (pairs U) pure epsilon') /\
  (* back: every proper level gives a proper level *)
  (forall (epsilon' : R), 0 < epsilon' -> exists epsilon : R, 0 < epsilon /\
    gives (pairs U) pure epsilon' (pairs U) two_sided epsilon) /\
  (* back: every proper level is reached *)
  (forall (epsilon : R), 0 < epsilon -> exists epsilon' : R, 0 < epsilon' /\
    gives (pairs U) pure epsilon' (pairs U) two_sided epsilon) /\
  (* tight: no smaller value will do *)
  (forall (epsilon : R), 0 < epsilon -> forall (epsilon' : R), 0 <= epsilon' ->
    gives (pairs U) two_sided epsilon (pairs U) pure epsilon' -> epsilon <= epsilon').
Proof.
move=> D U dU; have there e : gives (pairs U) two_sided e (pairs U) pure e by move=> O M /two_sided_same.
have back e : gives (pairs U) pure e (pairs U) two_sided e by move=> O M /two_sided_same.
do 4 (split; first by move=> e e0; try exists e; split).
move=> e e0 e' e'0 H; have := on_answers dU (Rlt_le _ _ e0) (gives_trans (back e) H) => /pureE /(_ true).
rewrite !answerE /= {1}odds_ratio => k; have i := odds_inside e.
by apply: exp_le_inv; apply: (Rmult_le_reg_r (1 - odds e)); lra.
Qed.

Theorem indistinguishable_privacy__same_as__epsilon_dp :
  forall (D : Type) (U : neighbours D),
  (* every legal level is one of the other notion *)
  (forall (epsilon : R), 0 <= epsilon -> (forall (O : finType) (M : D -> dist O),
    satisfies (pairs U) two_sided epsilon M <-> satisfies (pairs U) pure epsilon M)).
Proof. by move=> D U e e0 O M; apply: two_sided_same. Qed.
