(* Claims of the records: separations by one pair of coins, of which one shows a rare side much more often. *)

From Coq Require Import Reals Lra Classical.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop.
From Dpzoo Require Import Prob Blocks Standards Units Events Divergences Response Conversions Closure ClaimsConversions.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Open Scope R_scope.

(* --- A rare output that is e^k times as likely under the first law ------------------------------------------------------- *)

Section Rare.
Variables (k w : R) (k0 : 0 < k) (w0 : 0 < w) (half : exp k * w <= / 2).
Lemma rare_le : w <= exp k * w.
Proof. by have := exp_gt1 k0; nra. Qed.
Lemma rare01 : 0 <= w <= 1.
Proof. by have := rare_le; lra. Qed.
Lemma often01 : 0 <= exp k * w <= 1.
Proof. by have := rare_le; lra. Qed.
Definition often : dist bool_finType := coin often01.
Definition rare : dist bool_finType := coin rare01.

Lemma rare_often : pure (ln 2) rare often.
Proof.
apply/pureE => b; rewrite exp_ln; last lra.
by have := rare_le; case: b => /=; lra.
Qed.
Lemma often_dominated : dominated often rare.
Proof. by move=> [] /= h; have := rare_le; lra. Qed.

Lemma often_ratio : exp k * w / w = exp k.
Proof. by field; lra. Qed.

Lemma often_mean b : mean_ratio (power b) often rare =
  exp k * w * exp (b * k) + (1 - exp k * w) * power b ((1 - exp k * w) / (1 - w)).
Proof. by rewrite /mean_ratio /Ex sum_bool /= often_ratio /power ln_exp. Qed.

Lemma often_mean_ge b : exp k * w * exp (b * k) <= mean_ratio (power b) often rare.
Proof.
rewrite often_mean; have := power_pos b ((1 - exp k * w) / (1 - w)) => h.
by have := Rmult_le_pos (1 - exp k * w) _ ltac:(lra) (Rlt_le _ _ h); lra.
Qed.

Lemma often_mean_le b : 0 < b -> mean_ratio (power b) often rare <= 1 + exp k * w * exp (b * k).
Proof.
move=> b0; rewrite often_mean; have l := rare_le.
have r0 : 0 < (1 - exp k * w) / (1 - w) by apply: Rdiv_lt_0_compat; lra.
have r1 : (1 - exp k * w) / (1 - w) <= 1 by apply: div_le; lra.
have : power b ((1 - exp k * w) / (1 - w)) <= 1.
  apply: (Rle_trans _ (exp 0)); last by rewrite exp_0; lra.
  apply: exp_le.
  have : ln ((1 - exp k * w) / (1 - w)) <= 0 by have := ln_le_sub1 r0; lra.
  move=> z; nra.
have := power_pos b ((1 - exp k * w) / (1 - w)) => h h'.
by have := Rmult_le_compat (1 - exp k * w) 1 _ 1 ltac:(lra) (Rlt_le _ _ h) ltac:(lra) h'; lra.
Qed.

Lemma often_not_pure e : e < k -> ~ pure e often rare.
Proof.
move=> ek /pureE /(_ true) /= h; have := exp_increasing _ _ ek => i.
by have := Rmult_lt_compat_r w _ _ w0 i; lra.
Qed.

Lemma often_not_renyi a e : 1 < a -> exp ((a - 1) * e) < exp k * w * exp ((a - 1) * k) -> ~ renyi_at a e often rare.
Proof. by move=> a1 h /(renyiE _ _ _ a1) [_]; have := often_mean_ge (a - 1); lra. Qed.

(* Mean loss: k times a small probability, and less than nothing for the other output. *)
Lemma often_kl e : exp k * w * k <= e -> kl e often rare.
Proof.
move=> h; split; first exact: often_dominated.
rewrite /Ex sum_bool /loss /= often_ratio ln_exp; have l := rare_le.
have r0 : 0 < (1 - exp k * w) / (1 - w) by apply: Rdiv_lt_0_compat; lra.
have r1 : (1 - exp k * w) / (1 - w) <= 1 by apply: div_le; lra.
have : ln ((1 - exp k * w) / (1 - w)) <= 0 by have := ln_le_sub1 r0; lra.
move=> z; have : 0 <= 1 - exp k * w by lra.
move=> z2; nra.
Qed.
End Rare.

Lemma ln2_1 : 0 <= ln 2 <= 1.
Proof. by split; [rewrite -ln_1; left; apply: ln_increasing; lra|have := @ln_le_sub1 2; lra]. Qed.

(* w = e^(-2 k) / 2: the divergence of order 2 is at most 1, those of higher orders and the loss are as large as you like. *)
Section Second.
Variables (k : R) (k0 : 1 <= k).
Let kp : 0 < k. Proof. lra. Qed.
Definition second_w : R := exp (- (2 * k)) / 2.
Lemma second_w0 : 0 < second_w.
Proof. by have := exp_pos (- (2 * k)); rewrite /second_w; lra. Qed.
Lemma second_kw x : exp k * second_w * exp (x * k) = exp ((x - 1) * k) / 2.
Proof.
rewrite /second_w; have -> : exp k * (exp (- (2 * k)) / 2) * exp (x * k) = exp k * exp (- (2 * k)) * exp (x * k) / 2 by field.
by rewrite -!exp_plus; congr (exp _ / 2); ring.
Qed.
Lemma second_half : exp k * second_w <= / 2.
Proof.
have := second_kw 0; rewrite Rmult_0_l exp_0 Rmult_1_r => ->.
have : exp ((0 - 1) * k) <= exp 0 by apply: exp_le; lra.
by rewrite exp_0; lra.
Qed.
Notation P := (often kp second_w0 second_half).
Notation Q := (rare kp second_w0 second_half).
Lemma second_renyi : renyi_at 2 1 P Q.
Proof.
apply/renyiE; first lra; split; first exact: often_dominated.
apply: Rle_trans (often_mean_le _ _ _ _) _; first lra.
have -> : 2 - 1 = 1 by ring.
rewrite second_kw; have -> : (1 - 1) * k = 0 by ring.
by rewrite exp_0 Rmult_1_l; have := exp_ineq1_le 1; lra.
Qed.
Lemma second_renyi' a : 1 < a -> renyi_at a 1 Q P.
Proof. by move=> a1; apply: (@pure_renyi a) => //; apply: pure_weaken (rare_often _ _ _); have := ln2_1; lra. Qed.
End Second.

(* The divergence of order 4 exceeds every level. *)
Lemma second_not_zcdp x r : 0 <= x -> 0 <= r -> exists k, exists (k0 : 1 <= k),
  ~ zcdp (x, r) (often (Rlt_le_trans _ _ _ Rlt_0_1 k0) (second_w0 k) (second_half k0)) (rare (Rlt_le_trans _ _ _ Rlt_0_1 k0) (second_w0 k) (second_half k0)).
Proof.
move=> x0 r0; have k1 : 1 <= 3 * (x + r * 4) + 1 by lra.
exists (3 * (x + r * 4) + 1), k1 => /(_ 4 ltac:(lra)); apply: often_not_renyi; first lra.
rewrite second_kw => /=; set y := x + r * 4; have y0 : 0 <= y by rewrite /y; lra.
have : exp ((4 - 1) * y + 2) <= exp ((4 - 1 - 1) * (3 * y + 1)) by apply: exp_le; lra.
by rewrite exp_plus; have := exp_ineq1_le 2; have := exp_pos ((4 - 1) * y) => *; nra.
Qed.

(* Rényi privacy of order 2, at epsilon = 1. *)

Theorem renyi_dp__does_not_imply__zero_concentrated_dp :
  forall (D : Type) (U : neighbours D), discerning U ->
  (* one proper level gives no proper level *)
  (exists (alpha epsilon : R), 1 < alpha /\ 0 < epsilon /\ (forall (xi' rho' : R), 0 <= xi' -> 0 < rho' ->
    ~ gives (pairs U) renyi (Order alpha, epsilon) (pairs U) zcdp (xi', rho'))).
Proof.
move=> D U dU; exists 2, 1; do 2 (split; first lra); move=> x r x0 r0.
have [k [k0 n]] := second_not_zcdp x0 (Rlt_le _ _ r0); have a1 : 1 < 2 by lra.
apply: lift_separation dU _ _ _ n.
- by move=> O p; apply/(renyi_proper _ _ _ a1); apply: renyi_reflexive_at; lra.
- by apply/(renyi_proper _ _ _ a1); apply: second_renyi.
- by apply/(renyi_proper _ _ _ a1); apply: second_renyi'.
Qed.

Theorem node_renyi_dp__does_not_imply__node_dp :
  forall (D : Type) (U : neighbours D), discerning U ->
  (* one proper level gives no proper level *)
  (exists (alpha epsilon : R), 1 < alpha /\ 0 < epsilon /\ (forall (epsilon' : R), 0 < epsilon' ->
    ~ gives (pairs U) renyi (Order alpha, epsilon) (pairs U) pure epsilon')).
Proof.
move=> D U dU; exists 2, 1; do 2 (split; first lra); move=> e e0.
have k0 : 1 <= e + 1 by lra.
have a1 : 1 < 2 by lra.
have n := @often_not_pure _ _ (Rlt_le_trans _ _ _ Rlt_0_1 k0) (second_w0 (e + 1)) (second_half k0) _ (Rlt_plus_1 e).
apply: lift_separation dU _ _ _ n.
- by move=> O p; apply/(renyi_proper _ _ _ a1); apply: renyi_reflexive_at; lra.
- by apply/(renyi_proper _ _ _ a1); apply: second_renyi.
- by apply/(renyi_proper _ _ _ a1); apply: second_renyi'.
Qed.

Theorem bounded_concentrated_dp__does_not_imply__zero_concentrated_dp :
  forall (D : Type) (U : neighbours D), discerning U ->
  (* one proper level gives no proper level *)
  (exists (xi rho omega : R), 0 <= xi /\ 0 < rho /\ 1 < omega /\ (forall (xi' rho' : R), 0 <= xi' -> 0 < rho' ->
    ~ gives (pairs U) bounded_cdp (xi, rho, Order omega) (pairs U) zcdp (xi', rho'))).
Proof.
move=> D U dU; exists 1, 1, 2; do 3 (split; first lra); move=> x r x0 r0.
have [k [k0 n]] := second_not_zcdp x0 (Rlt_le _ _ r0); have a1 : 1 < 2 by lra.
apply: lift_separation dU _ _ _ n; first by apply: bounded_cdp_reflexive; lra.
- move=> a a2 /= le; apply: (@renyi_weaken_at a 1) => //; first lra.
  by apply: (@renyi_order 2) => //; apply: second_renyi.
- by move=> a a2 /= le; apply: (@renyi_weaken_at a 1) => //; [lra|apply: second_renyi'].
Qed.

(* Kullback-Leibler: with w = e^(-k) / (1 + k) the mean loss is at most 1. *)

Lemma power_beats c e : 0 < c -> 0 < e -> exists k, 1 <= k /\ exp (c * e) * (1 + k) < exp (c * k).
Proof.
move=> c0 e0; set m := Rmax 1 (4 * (2 + e) / (c * c)).
have m1 : 1 <= m := Rmax_l _ _.
have h : 4 * (2 + e) <= m * (c * c).
  have := Rmult_le_compat_r (c * c) _ _ ltac:(nra) (Rmax_r 1 (4 * (2 + e) / (c * c))); rewrite -/m.
  by have -> : 4 * (2 + e) / (c * c) * (c * c) = 4 * (2 + e) by field; lra.
exists (e + m); split; first lra.
have -> : c * (e + m) = c * e + c * m by ring.
rewrite exp_plus; apply: Rmult_lt_compat_l; first exact: exp_pos.
have -> : c * m = c * m / 2 + c * m / 2 by field.
rewrite exp_plus; have i := exp_ineq1_le (c * m / 2); have cm : 0 < c * m by nra.
have sq : (1 + c * m / 2) * (1 + c * m / 2) <= exp (c * m / 2) * exp (c * m / 2) by apply: Rmult_le_compat; lra.
have := Rmult_le_compat_r m _ _ ltac:(lra) h => j; nra.
Qed.

Theorem kl_privacy__does_not_imply__renyi_dp :
  forall (D : Type) (U : neighbours D), discerning U ->
  (* one proper level gives no proper level *)
  (exists epsilon : R, 0 < epsilon /\ (forall (alpha' epsilon' : R), 1 < alpha' -> 0 < epsilon' ->
    ~ gives (pairs U) kl epsilon (pairs U) renyi (Order alpha', epsilon'))).
Proof.
move=> D U dU; exists 1; split; first lra; move=> a e a1 e0.
have c0 : 0 < a - 1 by lra.
have [k [k1 h]] := power_beats c0 e0.
have k0 : 0 < k by lra.
have i : 0 < / (1 + k) by apply: Rinv_0_lt_compat; lra.
have w0 : 0 < exp (- k) * / (1 + k) by apply: Rmult_lt_0_compat => //; apply: exp_pos.
have kw : exp k * (exp (- k) * / (1 + k)) = / (1 + k) by rewrite -Rmult_assoc exp_inv Rmult_1_l.
have half : exp k * (exp (- k) * / (1 + k)) <= / 2 by rewrite kw; apply: Rinv_le_contravar; lra.
have n : ~ renyi (Order a, e) (often k0 w0 half) (rare k0 w0 half).
  move=> /(renyi_proper _ _ _ a1); apply: often_not_renyi => //; rewrite kw.
  have := Rmult_lt_compat_l _ _ _ i h.
  by have -> : / (1 + k) * (exp ((a - 1) * e) * (1 + k)) = exp ((a - 1) * e) by field; lra.
apply: lift_separation dU _ _ _ n; first by apply: kl_reflexive; lra.
- by apply: often_kl; rewrite kw Rmult_comm; apply: div_le; lra.
- by apply: (@kl_weaken (ln 2)); [have := ln2_1; lra|apply: pure_kl0; apply: rare_often].
Qed.

(* Zero-concentrated privacy at xi = rho = 1: w = e^(-k^2) outweighs every power, while the loss k is unbounded. *)

Theorem zero_concentrated_dp__does_not_imply__epsilon_dp :
  forall (D : Type) (U : neighbours D), discerning U ->
  (* one proper level gives no proper level *)
  (exists (xi rho : R), 0 <= xi /\ 0 < rho /\ (forall (epsilon' : R), 0 < epsilon' -> ~ gives (pairs U) zcdp (xi,
    rho) (pairs U) pure epsilon')).
Proof.
move=> D U dU; exists 1, 1; do 2 (split; first lra); move=> e e0.
set k := e + 2; have k0 : 0 < k by rewrite /k; lra.
have w0 := exp_pos (- (k * k)).
have kw x : exp k * exp (- (k * k)) * exp (x * k) = exp ((x + 1) * k - k * k) by rewrite -!exp_plus; congr exp; ring.
have half : exp k * exp (- (k * k)) <= / 2.
  have := kw 0; rewrite Rmult_0_l exp_0 Rmult_1_r => ->.
  apply: (Rle_trans _ (exp (- (2)))); first by apply: exp_le; rewrite /k; nra.
  by rewrite exp_Ropp; apply: Rinv_le_contravar; [lra|have := exp_ineq1_le 2; lra].
have ek : e < k by rewrite /k; lra.
have P a : 2 <= a -> mean_ratio (power (a - 1)) (often k0 w0 half) (rare k0 w0 half) <= 1 + exp (a * a / 4).
  move=> a2; apply: Rle_trans (often_mean_le _ _ _ _) _; first lra.
  rewrite kw; apply: Rplus_le_compat_l; apply: exp_le.
  by have : 0 <= (a / 2 - k) * (a / 2 - k); [apply: Rle_0_sqr|lra].
have E1 : 2 <= exp 1 by have := exp_ineq1_le 1; lra.
have two : renyi_at 2 2 (often k0 w0 half) (rare k0 w0 half).
  apply/renyiE; first lra; split; first exact: often_dominated.
  apply: Rle_trans (P 2 _) _; first lra.
  have -> : 2 * 2 / 4 = 1 by field.
  have -> : (2 - 1) * 2 = 1 + 1 by ring.
  by rewrite exp_plus; nra.
apply: lift_separation dU _ _ _ (@often_not_pure _ _ k0 w0 half _ ek); first by apply: zcdp_reflexive; lra.
- move=> a a1 /=; case: (Rle_dec 2 a) => a2; last first.
    by apply: (@renyi_weaken_at a 2) => //; [lra|apply: (@renyi_order 2) => //; lra].
  apply/renyiE => //; split; first exact: often_dominated.
  apply: Rle_trans (P a a2) _.
  apply: (Rle_trans _ (exp (a * a / 4 + 1))); last by apply: exp_le; nra.
  by rewrite exp_plus; have := @exp_ge1 (a * a / 4) ltac:(nra) => h; nra.
- move=> a a1; apply: (@pure_renyi a) => //; apply: pure_weaken (rare_often _ _ _).
  by have := ln2_1; rewrite /=; lra.
Qed.
