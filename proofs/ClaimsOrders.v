(* Claims of the records: (epsilon, delta) from Rényi divergences, order by order, and what a cap on the divergence adds. *)

From Coq Require Import Reals Lra Classical.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop.
From Dpzoo Require Import Prob Blocks Standards Units Events Divergences Response Conversions Closure Tests Analytic ClaimsConversions.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Open Scope R_scope.

(* Orders up to omega only: every target is reached from an order large enough. *)
Lemma order_for e d : 0 < e -> 0 < d -> d < 1 -> exists a, 1 < a /\ ln (1 / d) / (a - 1) = e / 2.
Proof.
move=> e0 d0 d1; have l := ln_neg d0 d1; exists (1 + 2 * ln (1 / d) / e).
by split; [have := Rdiv_lt_0_compat (2 * ln (1 / d)) e ltac:(lra) e0; lra|field; lra].
Qed.

Lemma bounded_cdp_reaches e d : 0 < e -> 0 < d -> d < 1 ->
  exists r w, 0 < r /\ 1 < w /\ refines bounded_cdp (0, r, Order w) approx (e, d).
Proof.
move=> e0 d0 d1; have [a [a1 h]] := order_for e0 d0 d1; exists (e / 2 / a), a.
split; first by apply: Rdiv_lt_0_compat; lra.
split=> // O p q /(_ a a1 (Rle_refl _)) H; have := renyi_approx_classic a1 d0 H; rewrite h /=.
by have -> : 0 + e / 2 / a * a + e / 2 = e by field; lra.
Qed.

(* The best order, if it is allowed; the largest one otherwise. *)
Lemma bounded_cdp_tail x r w d : 0 < r -> 1 < w -> 0 < d -> d < 1 -> let m := Rmin (w - 1) (sqrt (ln (1 / d) / r)) in
  0 < m /\ refines bounded_cdp (x, r, Order w) approx (x + r * (1 + m) + ln (1 / d) / m, d).
Proof.
move=> r0 w1 d0 d1 m; have l0 := ln_neg d0 d1.
have m0 : 0 < m by apply: Rmin_glb_lt; [lra|apply: sqrt_lt_R0; apply: Rdiv_lt_0_compat].
split=> // O p q H; have a1 : 1 < 1 + m by lra.
have aw : 1 + m <= w by have := Rmin_l (w - 1) (sqrt (ln (1 / d) / r)); rewrite -/m; lra.
have := renyi_approx_classic a1 d0 (H _ a1 aw) => /=.
by have -> : 1 + m - 1 = m by ring.
Qed.

(* Every order up to w has some delta for which the formula is positive. *)
Lemma some_delta_at w y : exists d, 0 < d /\ d < 1 /\ ln d + ln w < y.
Proof.
have k := exp_pos (y - ln w); set m := Rmin (/ 2) (exp (y - ln w) / 2).
have m0 : 0 < m by apply: Rmin_glb_lt; lra.
have m1 : m <= / 2 := Rmin_l _ _; have m2 : m <= exp (y - ln w) / 2 := Rmin_r _ _.
exists m; split=> //; split; first lra.
have : ln m < y - ln w by rewrite -(ln_exp (y - ln w)); apply: ln_increasing => //; lra.
lra.
Qed.

Lemma by_order_pos a d y : 1 < a -> ln d + ln a < (a - 1) * y -> 0 < y - (ln d + ln a) / (a - 1).
Proof. by move=> a1 h; have : (ln d + ln a) / (a - 1) < y; [apply: div_lt; lra|lra]. Qed.

Theorem bounded_concentrated_dp__stronger_than__approximate_dp :
  forall (D : Type) (U : neighbours D),
  (* every proper level gives a proper level *)
  (forall (xi rho omega : R), 0 <= xi -> 0 < rho -> 1 < omega -> (exists delta : R, 0 < delta /\ delta < 1) /\
    (forall (delta : R), 0 < delta -> delta < 1 -> delta <> 0 /\ 0 < 1 / delta /\ rho <> 0 /\
    0 <= ln (1 / delta) / rho /\ Rmin (omega - 1) (sqrt (ln (1 / delta) / rho)) <> 0 /\
    0 < xi + rho * (1 + Rmin (omega - 1) (sqrt (ln (1 / delta) / rho))) + ln (1 / delta) / Rmin (omega - 1) (sqrt (ln
    (1 / delta) / rho)) /\ 0 < delta /\ delta < 1 /\ gives (pairs U) bounded_cdp (xi, rho,
    Order omega) (pairs U) approx (xi + rho * (1 + Rmin (omega - 1) (sqrt (ln (1 / delta) / rho))) + ln (1 / delta) /
    Rmin (omega - 1) (sqrt (ln (1 / delta) / rho)), delta))) /\
  (* every proper level is reached *)
  (forall (epsilon' delta' : R), 0 < epsilon' -> 0 < delta' -> delta' < 1 -> exists (xi rho omega : R),
    0 <= xi /\ 0 < rho /\ 1 < omega /\ gives (pairs U) bounded_cdp (xi, rho, Order omega) (pairs U) approx (epsilon',
    delta')).
Proof.
move=> D U; split=> [x r w x0 r0 w1|e d e0 d0 d1].
- split; first exact: some_delta.
  move=> d d0 d1; have l0 := ln_neg d0 d1; have [m0 H] := bounded_cdp_tail x r0 w1 d0 d1.
  set m := Rmin _ _ in m0 H *; have lm := Rdiv_lt_0_compat _ _ l0 m0; have i : 0 < 1 / d by apply: Rdiv_lt_0_compat; lra.
  split; first lra; split=> //; split; first lra; split; first by left; apply: Rdiv_lt_0_compat.
  split; first lra; split; first by have := Rmult_lt_0_compat r (1 + m) r0 ltac:(lra); lra.
  by do 2 (split=> //); apply: lift_refines.
- have [r [w [r0 [w1 H]]]] := bounded_cdp_reaches e0 d0 d1.
  by exists 0, r, w; split; [lra|do 2 (split=> //); apply: lift_refines].
Qed.

Theorem bounded_concentrated_dp__stronger_than__approximate_dp__by_order :
  forall (D : Type) (U : neighbours D),
  (* every proper level gives a proper level *)
  (forall (xi rho omega : R), 0 <= xi -> 0 < rho -> 1 < omega -> (exists (alpha delta : R), 1 < alpha /\
    alpha <= omega /\ 0 < delta /\ delta < 1 /\
    ln delta + ln alpha < (alpha - 1) * (xi + rho * alpha + ln ((alpha - 1) / alpha))) /\ (forall (alpha delta : R),
    1 < alpha -> alpha <= omega -> 0 < delta -> delta < 1 ->
    ln delta + ln alpha < (alpha - 1) * (xi + rho * alpha + ln ((alpha - 1) / alpha)) -> 0 < delta /\ 0 < alpha /\
    alpha <> 0 /\ 0 < (alpha - 1) / alpha /\ alpha - 1 <> 0 /\
    0 < xi + rho * alpha + ln ((alpha - 1) / alpha) - (ln delta + ln alpha) / (alpha - 1) /\ 0 < delta /\
    delta < 1 /\ gives (pairs U) bounded_cdp (xi, rho,
    Order omega) (pairs U) approx (xi + rho * alpha + ln ((alpha - 1) / alpha) - (ln delta + ln alpha) / (alpha - 1),
    delta))) /\
  (* every proper level is reached *)
  (forall (epsilon' delta' : R), 0 < epsilon' -> 0 < delta' -> delta' < 1 -> exists (xi rho omega : R),
    0 <= xi /\ 0 < rho /\ 1 < omega /\ gives (pairs U) bounded_cdp (xi, rho, Order omega) (pairs U) approx (epsilon',
    delta')).
Proof.
move=> D U; split=> [x r w x0 r0 w1|e d e0 d0 d1].
- split.
    have [d [d0 [d1 h]]] := some_delta_at w ((w - 1) * (x + r * w + ln ((w - 1) / w))).
    by exists w, d; do 2 (split; first lra).
  move=> a d a1 aw d0 d1 h; have a0 : 0 < (a - 1) / a by apply: Rdiv_lt_0_compat; lra.
  parts; split; first exact: by_order_pos.
  by parts; apply: lift_refines => O p q /(_ a a1 aw); apply: renyi_approx.
- have [r [w [r0 [w1 H]]]] := bounded_cdp_reaches e0 d0 d1.
  by exists 0, r, w; split; [lra|do 2 (split=> //); apply: lift_refines].
Qed.

Theorem truncated_codp_bdrs18__stronger_than__approximate_dp :
  forall (D : Type) (U : neighbours D),
  (* every proper level gives a proper level *)
  (forall (rho omega : R), 0 < rho -> 1 < omega -> (exists delta : R, 0 < delta /\ delta < 1) /\
    (forall (delta : R), 0 < delta -> delta < 1 -> delta <> 0 /\ 0 < 1 / delta /\ rho <> 0 /\
    0 <= ln (1 / delta) / rho /\ Rmin (omega - 1) (sqrt (ln (1 / delta) / rho)) <> 0 /\
    0 < rho * (1 + Rmin (omega - 1) (sqrt (ln (1 / delta) / rho))) + ln (1 / delta) / Rmin (omega - 1) (sqrt (ln (1 /
    delta) / rho)) /\ 0 < delta /\ delta < 1 /\ gives (pairs U) truncated_cdp (rho,
    Order omega) (pairs U) approx (rho * (1 + Rmin (omega - 1) (sqrt (ln (1 / delta) / rho))) + ln (1 / delta) / Rmin
    (omega - 1) (sqrt (ln (1 / delta) / rho)), delta))) /\
  (* every proper level is reached *)
  (forall (epsilon' delta' : R), 0 < epsilon' -> 0 < delta' -> delta' < 1 -> exists (rho omega : R), 0 < rho /\
    1 < omega /\ gives (pairs U) truncated_cdp (rho, Order omega) (pairs U) approx (epsilon', delta')).
Proof.
move=> D U; split=> [r w r0 w1|e d e0 d0 d1].
- split; first exact: some_delta.
  move=> d d0 d1; have l0 := ln_neg d0 d1; have [m0 H] := bounded_cdp_tail 0 r0 w1 d0 d1.
  set m := Rmin _ _ in m0 H *; have lm := Rdiv_lt_0_compat _ _ l0 m0; have i : 0 < 1 / d by apply: Rdiv_lt_0_compat; lra.
  split; first lra; split=> //; split; first lra; split; first by left; apply: Rdiv_lt_0_compat.
  split; first lra; split; first by have := Rmult_lt_0_compat r (1 + m) r0 ltac:(lra); lra.
  do 2 (split=> //); apply: lift_refines => O p q /truncated_bounded /H.
  by rewrite Rplus_0_l.
- have [r [w [r0 [w1 H]]]] := bounded_cdp_reaches e0 d0 d1.
  by exists r, w; do 2 (split=> //); apply: lift_refines => O p q /truncated_bounded /H.
Qed.

Theorem truncated_codp_bdrs18__stronger_than__approximate_dp__by_order :
  forall (D : Type) (U : neighbours D),
  (* every proper level gives a proper level *)
  (forall (rho omega : R), 0 < rho -> 1 < omega -> (exists (alpha delta : R), 1 < alpha /\ alpha <= omega /\
    0 < delta /\ delta < 1 /\ ln delta + ln alpha < (alpha - 1) * (rho * alpha + ln ((alpha - 1) / alpha))) /\
    (forall (alpha delta : R), 1 < alpha -> alpha <= omega -> 0 < delta -> delta < 1 ->
    ln delta + ln alpha < (alpha - 1) * (rho * alpha + ln ((alpha - 1) / alpha)) -> 0 < delta /\ 0 < alpha /\
    alpha <> 0 /\ 0 < (alpha - 1) / alpha /\ alpha - 1 <> 0 /\
    0 < rho * alpha + ln ((alpha - 1) / alpha) - (ln delta + ln alpha) / (alpha - 1) /\ 0 < delta /\ delta < 1 /\
    gives (pairs U) truncated_cdp (rho, Order omega) (pairs U) approx (rho * alpha + ln ((alpha - 1) / alpha) - (ln
    delta + ln alpha) / (alpha - 1), delta))) /\
  (* every proper level is reached *)
  (forall (epsilon' delta' : R), 0 < epsilon' -> 0 < delta' -> delta' < 1 -> exists (rho omega : R), 0 < rho /\
    1 < omega /\ gives (pairs U) truncated_cdp (rho, Order omega) (pairs U) approx (epsilon', delta')).
Proof.
move=> D U; split=> [r w r0 w1|e d e0 d0 d1].
- split.
    have [d [d0 [d1 h]]] := some_delta_at w ((w - 1) * (r * w + ln ((w - 1) / w))).
    by exists w, d; do 2 (split; first lra).
  move=> a d a1 aw d0 d1 h; have a0 : 0 < (a - 1) / a by apply: Rdiv_lt_0_compat; lra.
  parts; split; first exact: by_order_pos.
  by parts; apply: lift_refines => O p q /(_ a a1 aw); apply: renyi_approx.
- have [r [w [r0 [w1 H]]]] := bounded_cdp_reaches e0 d0 d1.
  by exists r, w; do 2 (split=> //); apply: lift_refines => O p q /truncated_bounded /H.
Qed.

Theorem truncated_codp_col16__stronger_than__zero_concentrated_dp__with_the_cap :
  forall (D : Type) (U : neighbours D),
  (* every proper level gives a proper level *)
  (forall (xi tau : R), 0 < xi -> 0 < tau -> (0 <= 0 /\ 0 < Rmin tau (xi * tanh (xi / 2)) /\
    gives (pairs U) truncated_codp (xi, tau) (pairs U) zcdp (0, Rmin tau (xi * tanh (xi / 2))))) /\
  (* every proper level is reached *)
  (forall (xi' rho' : R), 0 <= xi' -> 0 < rho' -> exists (xi tau : R), 0 < xi /\ 0 < tau /\
    gives (pairs U) truncated_codp (xi, tau) (pairs U) zcdp (xi', rho')).
Proof.
move=> D U; split=> [x t x0 t0|x r x0 r0].
- split; first lra; split; first by apply: Rmin_glb_lt => //; have := tanh_pos x0; nra.
  apply: lift_pairs => O p q [K H] [K' H'].
  have P (p' q' : dist O) : (forall a, 1 < a -> renyi_at a (Rmin x (a * t)) p' q') -> pure x p' q'.
    by move=> J; apply: all_orders_pure => a a1; apply: renyi_weaken_at (J a a1) => //=; apply: Rmin_l.
  have Z := pure_zcdp x0 (P _ _ H) (P _ _ H').
  rewrite /Rmin; case: Rle_dec => _ //.
  by move=> a a1; apply: renyi_weaken_at (H a a1) => //=; have := Rmin_r x (a * t); lra.
- by have [_ /(_ x r x0 r0)] := truncated_codp_col16__stronger_than__zero_concentrated_dp U.
Qed.

(* At order 2 a parabola touches the line where the excess begins: k (t + 2 d - 1)^2 >= t - c for the ratio t. *)
Lemma renyi_two_approx e d : 0 < e -> 0 < d -> 0 < 1 - d + (exp e - 1) / (4 * d) ->
  refines (renyi_at 2) e approx (ln (1 - d + (exp e - 1) / (4 * d)), d).
Proof.
move=> e0 d0 c0 O p q; have two : 1 < 2 by lra.
move=> /(renyiE _ _ _ two) [dom H]; apply/approxE; rewrite exp_ln //.
have V0 := exp_gt1 e0; set V := exp e - 1; set c := 1 - d + V / (4 * d).
set k := d / (4 * d * d + V); have Q : 0 < 4 * d * d + V by rewrite /V; nra.
have k0 : 0 < k by apply: Rdiv_lt_0_compat.
set b := 2 * d - 1.
apply: (Rle_trans _ (\sum_o (k * (p o * power (2 - 1) (p o / q o)) + (2 * k * b * p o + k * b * b * q o)))).
  apply: sum_le => o; case: (Rle_lt_or_eq_dec _ _ (mass_ge0 q o)) => [q0|q0]; last first.
    by rewrite -q0 (dom o (esym q0)) Rmax_left; lra.
  have -> : p o * power (2 - 1) (p o / q o) = p o * (p o / q o).
    case: (Rle_lt_or_eq_dec _ _ (mass_ge0 p o)) => [p0|<-]; last by rewrite !Rmult_0_l.
    have -> : 2 - 1 = 1 by ring.
    by rewrite /power Rmult_1_l exp_ln //; apply: Rdiv_lt_0_compat.
  set t := p o / q o; have pt : p o = t * q o by rewrite /t; field; lra.
  have -> : k * (p o * t) + (2 * k * b * p o + k * b * b * q o) = q o * (k * ((t + b) * (t + b))) by rewrite pt; ring.
  have sq : 0 <= (t + b) * (t + b) by apply: Rle_0_sqr.
  apply: Rmax_lub; first by apply: Rmult_le_pos; [lra|apply: Rmult_le_pos; lra].
  rewrite pt; have -> : t * q o - c * q o = q o * (t - c) by ring.
  apply: Rmult_le_compat_l; first lra.
  have s2 : 0 <= k * ((t + b - / (2 * k)) * (t + b - / (2 * k))) by apply: Rmult_le_pos; [lra|apply: Rle_0_sqr].
  have E : k * ((t + b - / (2 * k)) * (t + b - / (2 * k))) = k * ((t + b) * (t + b)) - (t + b) + / (4 * k) by field; lra.
  have F : / (4 * k) = b + c by rewrite /k /b /c; field; lra.
  lra.
rewrite sum_add sum_scale sum_add !sum_scale !mass_sum.
move: H; rewrite /mean_ratio /Ex; have -> : (2 - 1) * e = e by ring.
move=> H; have := Rmult_le_compat_l k _ _ (Rlt_le _ _ k0) H => h.
have E : k * exp e + (2 * k * b * 1 + k * b * b * 1) = d.
  have -> : k * exp e + (2 * k * b * 1 + k * b * b * 1) = k * (V + (1 + b) * (1 + b)) by rewrite /V; ring.
  have -> : V + (1 + b) * (1 + b) = 4 * d * d + V by rewrite /b; ring.
  by rewrite /k; field; lra.
lra.
Qed.

Theorem renyi_dp__stronger_than__approximate_dp__order_two :
  forall (D : Type) (U : neighbours D),
  (* every proper level gives a proper level *)
  (forall (alpha epsilon : R), 1 < alpha -> 0 < epsilon -> alpha = 2 -> (exists delta : R, 0 < delta /\
    delta < 1 /\ 4 * delta ^ 2 < exp epsilon - 1) /\ (forall (delta : R), 0 < delta -> delta < 1 ->
    4 * delta ^ 2 < exp epsilon - 1 -> 4 * delta <> 0 /\ 0 < 1 - delta + (exp epsilon - 1) / (4 * delta) /\
    0 < ln (1 - delta + (exp epsilon - 1) / (4 * delta)) /\ 0 < delta /\ delta < 1 /\
    gives (pairs U) renyi (Order alpha, epsilon) (pairs U) approx (ln (1 - delta + (exp epsilon - 1) / (4 * delta)),
    delta))) /\
  (* every proper level is reached *)
  (forall (epsilon' delta' : R), 0 < epsilon' -> 0 < delta' -> delta' < 1 -> exists (alpha epsilon : R),
    1 < alpha /\ 0 < epsilon /\ gives (pairs U) renyi (Order alpha, epsilon) (pairs U) approx (epsilon', delta')).
Proof.
move=> D U; split=> [a e a1 e0 a2|e d e0 d0 d1].
- have E1 := exp_gt1 e0; split.
    set m := Rmin (/ 2) ((exp e - 1) / 4); have m0 : 0 < m by apply: Rmin_glb_lt; lra.
    have m1 : m <= / 2 := Rmin_l _ _; have m2 : m <= (exp e - 1) / 4 := Rmin_r _ _.
    by exists m; do 2 (split; first lra); nra.
  move=> d d0 d1 h; have c : d < (exp e - 1) / (4 * d) by apply: lt_div; nra.
  split; first lra; split; first lra; split; first by rewrite -ln_1; apply: ln_increasing; lra.
  do 2 (split=> //); rewrite a2; apply: lift_refines => O p q /(renyi_proper _ _ _ (Rlt_plus_1 1)) H.
  by apply: renyi_two_approx => //; lra.
- have [a [a1 h]] := order_for e0 d0 d1; exists a, (e / 2); split=> //; split; first lra.
  apply: lift_refines => O p q /(renyi_proper _ _ _ a1) /(renyi_approx_classic a1 d0); rewrite h /=.
  by have -> : e / 2 + e / 2 = e by field.
Qed.
