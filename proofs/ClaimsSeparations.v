(* Claims of the records: separations by the witnesses' coins, of which one shows a rare side much more often. *)

From Coq Require Import Reals Lra Classical.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop.
From Dpzoo Require Import Prob Blocks Standards Units Events Laws Divergences Response Conversions Closure ClaimsConversions.

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

Lemma ln2_half : / 2 <= ln 2.
Proof.
have := @ln_le_sub1 (/ 2) ltac:(lra); rewrite ln_Rinv; lra.
Qed.

Lemma exp_1_2 : 2 <= exp 1.
Proof. by have := exp_ineq1_le 1; lra. Qed.

(* w = e^(-2 k): the divergence of order 2 is at most 1, those of higher orders and the loss are as large as you like. *)
Section Second.
Variables (k : R) (k0 : 1 <= k).
Lemma second_p : 0 < k. Proof. lra. Qed.
Lemma second_w0 : 0 < exp (- (2 * k)).
Proof. exact: exp_pos. Qed.
Lemma second_kw x : exp k * exp (- (2 * k)) * exp (x * k) = exp ((x - 1) * k).
Proof. by rewrite -!exp_plus; congr exp; ring. Qed.
Lemma second_half : exp k * exp (- (2 * k)) <= / 2.
Proof.
have := second_kw 0; rewrite Rmult_0_l exp_0 Rmult_1_r => ->.
have -> : (0 - 1) * k = - k by ring.
rewrite exp_Ropp; apply: Rinv_le_contravar; first lra.
by have := exp_1_2; have := exp_le k0; lra.
Qed.
Notation P := (often second_p second_w0 second_half).
Notation Q := (rare second_p second_w0 second_half).
Lemma second_renyi : renyi_at 2 1 P Q.
Proof.
apply/renyiE; first lra; split; first exact: often_dominated.
apply: Rle_trans (often_mean_le _ _ _ _) _; first lra.
have -> : 2 - 1 = 1 by ring.
rewrite second_kw; have -> : (1 - 1) * k = 0 by ring.
by rewrite exp_0 Rmult_1_l; have := exp_1_2; lra.
Qed.
Lemma second_renyi' a : 1 < a -> renyi_at a 1 Q P.
Proof. by move=> a1; apply: (@pure_renyi a) => //; apply: pure_weaken (rare_often _ _ _); have := ln2_1; lra. Qed.

(* As the witnesses write them: n = m = e^k, a = 2. *)
Lemma second_told L (T : standard L) l : processed T l -> ~ T l _ P Q ->
  told_apart renyi (Order 2, 1) T l [:: exp k * exp (- (2 * k)); 1 - exp k * exp (- (2 * k))] [:: exp (- (2 * k)); 1 - exp (- (2 * k))].
Proof.
move=> h n; have a1 : 1 < 2 by lra.
apply: (@told_coins _ _ _ _ _ _ _ _ (often01 second_p second_w0 second_half) (rare01 second_p second_w0 second_half)).
- by apply: renyi_processed => /=; lra.
- exact: h.
- by apply/(renyi_proper _ _ _ a1); apply: second_renyi.
- by apply/(renyi_proper _ _ _ a1); apply: second_renyi'.
- exact: n.
Qed.
Lemma second_often : exp k * exp (- (2 * k)) = 1 / exp k.
Proof.
have -> : exp k * exp (- (2 * k)) = exp (- k) by rewrite -exp_plus; congr exp; ring.
by rewrite exp_Ropp /Rdiv Rmult_1_l.
Qed.
Lemma second_rare : exp (- (2 * k)) = 1 / exp k ^ 2.
Proof. by rewrite exp_Ropp /Rdiv Rmult_1_l /= Rmult_1_r -exp_plus; congr (/ exp _); ring. Qed.
Lemma second_n : 2 <= exp k.
Proof. by have := exp_1_2; have := exp_le k0; lra. Qed.
End Second.

(* Rényi privacy of order 2, at epsilon = 1. *)

Theorem renyi_dp__does_not_imply__zero_concentrated_dp :
  forall (D : Type) (U : neighbours D), discerning U ->
  (* one proper level gives no proper level *)
  (exists (alpha epsilon : R), 1 < alpha /\ 0 < epsilon /\ (forall (xi' rho' : R), 0 <= xi' -> 0 < rho' ->
    ~ gives (pairs U) renyi (Order alpha, epsilon) (pairs U) zcdp (xi', rho'))) /\
  (* shown by the laws of the witness renyi-dp-rare-output *)
  (exists (alpha epsilon : R), 1 < alpha /\ 0 < epsilon /\ (forall (xi' rho' : R), 0 <= xi' -> 0 < rho' ->
    exists n : R, 2 <= n /\ (n <> 0 /\ n ^ 2 <> 0 /\ told_apart renyi (Order alpha, epsilon) zcdp (xi',
    rho') [:: 1 / n; 1 - 1 / n] [:: 1 / n ^ 2; 1 - 1 / n ^ 2]))).
Proof.
move=> D U dU; have a1 : 1 < 2 by lra.
have K x r : 0 <= x -> 0 < r -> exists n, 2 <= n /\ (n <> 0 /\ n ^ 2 <> 0 /\
    told_apart renyi (Order 2, 1) zcdp (x, r) [:: 1 / n; 1 - 1 / n] [:: 1 / n ^ 2; 1 - 1 / n ^ 2]).
  move=> x0 r0; set k := 1 + 3 * (x + r * 4); have k1 : 1 <= k by rewrite /k; nra.
  have n2 := second_n k1; exists (exp k); do 3 (split; first nra).
  rewrite -second_often -second_rare; apply: (@second_told _ k1); first exact: zcdp_processed.
  (* The divergence of order 4 exceeds the level. *)
  move=> /(_ 4 ltac:(lra)); apply: often_not_renyi; first lra.
  by rewrite second_kw; apply: exp_increasing; rewrite /k /=; nra.
split; exists 2, 1; do 2 (split; first lra); move=> x r x0 r0; last exact: K.
have [n [_ [_ [_ t]]]] := K x r x0 r0; apply: told_separates dU _ t.
by move=> O p; apply/(renyi_proper _ _ _ a1); apply: renyi_reflexive_at; lra.
Qed.

Theorem node_renyi_dp__does_not_imply__node_dp :
  forall (D : Type) (U : neighbours D), discerning U ->
  (* one proper level gives no proper level *)
  (exists (alpha epsilon : R), 1 < alpha /\ 0 < epsilon /\ (forall (epsilon' : R), 0 < epsilon' ->
    ~ gives (pairs U) renyi (Order alpha, epsilon) (pairs U) pure epsilon')) /\
  (* shown by the laws of the witness node-renyi-rare-output *)
  (exists (alpha epsilon : R), 1 < alpha /\ 0 < epsilon /\ (forall (epsilon' : R), 0 < epsilon' ->
    exists (a m : R), 2 <= a /\ 2 <= m /\ (0 < m /\ told_apart renyi (Order alpha,
    epsilon) pure epsilon' [:: Rpower m (1 - a); 1 - Rpower m (1 - a)] [:: Rpower m (- a); 1 - Rpower m (- a)]))).
Proof.
move=> D U dU; have a1 : 1 < 2 by lra.
have K e : 0 < e -> exists a m, 2 <= a /\ 2 <= m /\ (0 < m /\ told_apart renyi (Order 2, 1) pure e
    [:: Rpower m (1 - a); 1 - Rpower m (1 - a)] [:: Rpower m (- a); 1 - Rpower m (- a)]).
  move=> e0; have k1 : 1 <= e + 1 by lra.
  have n2 := second_n k1; exists 2, (exp (e + 1)); do 3 (split; first lra).
  have -> : Rpower (exp (e + 1)) (1 - 2) = exp (e + 1) * exp (- (2 * (e + 1))).
    by rewrite /Rpower ln_exp -exp_plus; congr exp; ring.
  have -> : Rpower (exp (e + 1)) (- 2) = exp (- (2 * (e + 1))) by rewrite /Rpower ln_exp; congr exp; ring.
  apply: (@second_told _ k1); first exact: pure_processed.
  by apply: often_not_pure; lra.
split; exists 2, 1; do 2 (split; first lra); move=> e e0; last exact: K.
have [a [m [_ [_ [_ t]]]]] := K e e0; apply: told_separates dU _ t.
by move=> O p; apply/(renyi_proper _ _ _ a1); apply: renyi_reflexive_at; lra.
Qed.

Theorem bounded_concentrated_dp__does_not_imply__zero_concentrated_dp :
  forall (D : Type) (U : neighbours D), discerning U ->
  (* one proper level gives no proper level *)
  (exists (xi rho omega : R), 0 <= xi /\ 0 < rho /\ 1 < omega /\ (forall (xi' rho' : R), 0 <= xi' -> 0 < rho' ->
    ~ gives (pairs U) bounded_cdp (xi, rho, Order omega) (pairs U) zcdp (xi', rho'))) /\
  (* shown by the laws of the witness bounded-concentrated-rare-output *)
  (exists (xi rho omega : R), 0 <= xi /\ 0 < rho /\ 1 < omega /\ (forall (xi' rho' : R), 0 <= xi' -> 0 < rho' ->
    exists n : R, 2 <= n /\ (n <> 0 /\ n ^ 3 <> 0 /\ told_apart bounded_cdp (xi, rho, Order omega) zcdp (xi',
    rho') [:: 1 / n; 1 - 1 / n] [:: 1 / n ^ 3; 1 - 1 / n ^ 3]))).
Proof.
move=> D U dU; have K x r : 0 <= x -> 0 < r -> exists n, 2 <= n /\ (n <> 0 /\ n ^ 3 <> 0 /\
    told_apart bounded_cdp (2, 1, Order (3 / 2)) zcdp (x, r) [:: 1 / n; 1 - 1 / n] [:: 1 / n ^ 3; 1 - 1 / n ^ 3]).
  move=> x0 r0; set j := 1 + x + r * 2; have j1 : 1 <= j by rewrite /j; nra.
  have n2 := second_n j1; exists (exp j); do 3 (split; first by [lra|apply: pow_nonzero; lra]).
  have kp : 0 < 2 * j by lra.
  have w0 := exp_pos (- (3 * j)).
  have kw y : exp (2 * j) * exp (- (3 * j)) * exp (y * (2 * j)) = exp ((2 * y - 1) * j).
    by rewrite -!exp_plus; congr exp; ring.
  have kw0 : exp (2 * j) * exp (- (3 * j)) = / exp j by rewrite -exp_plus -exp_Ropp; congr exp; ring.
  have half : exp (2 * j) * exp (- (3 * j)) <= / 2 by rewrite kw0; apply: Rinv_le_contravar; lra.
  have -> : 1 / exp j = exp (2 * j) * exp (- (3 * j)) by rewrite kw0 /Rdiv Rmult_1_l.
  have -> : 1 / exp j ^ 3 = exp (- (3 * j)).
    by rewrite exp_Ropp /Rdiv Rmult_1_l /= Rmult_1_r -!exp_plus; congr (/ exp _); ring.
  apply: (@told_coins _ _ _ _ _ _ _ _ (often01 kp w0 half) (rare01 kp w0 half)).
  - exact: bounded_cdp_processed.
  - exact: zcdp_processed.
  - (* D_(3/2) is at most 2. *)
    move=> a a2 /= le; apply: (@renyi_weaken_at a 2) => //; first lra.
    apply: (@renyi_order (3 / 2)) => //; apply/renyiE; first lra; split; first exact: often_dominated.
    apply: Rle_trans (often_mean_le _ _ _ _) _; first lra.
    rewrite kw; have -> : (2 * (3 / 2 - 1) - 1) * j = 0 by field.
    have -> : (3 / 2 - 1) * 2 = 1 by field.
    by rewrite exp_0; have := exp_1_2; lra.
  - move=> a a2 /= le; apply: (@renyi_weaken_at a 2) => //; first lra.
    by apply: (@pure_renyi a) => //; apply: pure_weaken (rare_often _ _ _); have := ln2_1; lra.
  - move=> /(_ 2 ltac:(lra)); apply: often_not_renyi; first lra.
    by rewrite kw; apply: exp_increasing; rewrite /j /=; lra.
split; exists 2, 1, (3 / 2); do 3 (split; first lra); move=> x r x0 r0; last exact: K.
have [n [_ [_ [_ t]]]] := K x r x0 r0; apply: told_separates dU _ t.
by apply: bounded_cdp_reflexive; lra.
Qed.

(* Kullback-Leibler: with w = e^(-k) / (1 + k) the mean loss is at most 1. *)

Lemma power_beats c e : 0 < c -> 0 < e -> exists k, 2 <= k /\ exp (c * e) * (1 + k) < exp (c * k).
Proof.
move=> c0 e0; set m := Rmax 2 (4 * (2 + e) / (c * c)).
have m1 : 2 <= m := Rmax_l _ _.
have h : 4 * (2 + e) <= m * (c * c).
  have := Rmult_le_compat_r (c * c) _ _ ltac:(nra) (Rmax_r 2 (4 * (2 + e) / (c * c))); rewrite -/m.
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
    ~ gives (pairs U) kl epsilon (pairs U) renyi (Order alpha', epsilon'))) /\
  (* shown by the laws of the witness kl-privacy-rare-output *)
  (exists epsilon : R, 0 < epsilon /\ (forall (alpha' epsilon' : R), 1 < alpha' -> 0 < epsilon' -> exists n : R,
    2 <= n /\ (n <> 0 /\ 0 < 2 /\ told_apart kl epsilon renyi (Order alpha',
    epsilon') [:: 1 / n; 1 - 1 / n] [:: Rpower 2 (- n) / n; 1 - Rpower 2 (- n) / n]))).
Proof.
move=> D U dU; have L := ln2_half; have [L0 L1] := ln2_1.
have K a e : 1 < a -> 0 < e -> exists n, 2 <= n /\ (n <> 0 /\ 0 < 2 /\ told_apart kl 1 renyi (Order a, e)
    [:: 1 / n; 1 - 1 / n] [:: Rpower 2 (- n) / n; 1 - Rpower 2 (- n) / n]).
  move=> a1 e0; have c0 : 0 < (a - 1) * ln 2 by nra.
  have e'0 : 0 < e / ln 2 by apply: Rdiv_lt_0_compat; lra.
  have [n [n2 h]] := power_beats c0 e'0; exists n; do 3 (split; first lra).
  have k0 : 0 < n * ln 2 by nra.
  have i : 0 < / n by apply: Rinv_0_lt_compat; lra.
  have -> : Rpower 2 (- n) / n = exp (- (n * ln 2)) * / n by rewrite /Rpower /Rdiv; congr (exp _ * _); ring.
  have w0 : 0 < exp (- (n * ln 2)) * / n by apply: Rmult_lt_0_compat => //; apply: exp_pos.
  have kw : exp (n * ln 2) * (exp (- (n * ln 2)) * / n) = / n by rewrite -Rmult_assoc exp_inv Rmult_1_l.
  have half : exp (n * ln 2) * (exp (- (n * ln 2)) * / n) <= / 2 by rewrite kw; apply: Rinv_le_contravar; lra.
  have -> : 1 / n = exp (n * ln 2) * (exp (- (n * ln 2)) * / n) by rewrite kw /Rdiv Rmult_1_l.
  apply: (@told_coins _ _ _ _ _ _ _ _ (often01 k0 w0 half) (rare01 k0 w0 half)).
  - exact: kl_processed.
  - by apply: renyi_processed => /=; lra.
  - apply: often_kl; rewrite kw; have -> : / n * (n * ln 2) = ln 2 by field; lra.
    lra.
  - by apply: (@kl_weaken (ln 2)); [lra|apply: pure_kl0; apply: rare_often].
  - move=> /(renyi_proper _ _ _ a1); apply: often_not_renyi => //; rewrite kw.
    have E : (a - 1) * ln 2 * (e / ln 2) = (a - 1) * e by field; lra.
    have E' : (a - 1) * ln 2 * n = (a - 1) * (n * ln 2) by ring.
    rewrite E E' in h; have e1 := exp_pos ((a - 1) * e); apply: (Rmult_lt_reg_l n); first lra.
    by rewrite -Rmult_assoc Rinv_r; nra.
split; exists 1; (split; first lra); move=> a e a1 e0; last exact: K.
have [n [_ [_ [_ t]]]] := K a e a1 e0; apply: told_separates dU _ t.
by apply: kl_reflexive; lra.
Qed.

(* Zero-concentrated privacy at xi = rho = 1: w = e^(-k^2) outweighs every power, while the loss k is unbounded. *)

Theorem zero_concentrated_dp__does_not_imply__epsilon_dp :
  forall (D : Type) (U : neighbours D), discerning U ->
  (* one proper level gives no proper level *)
  (exists (xi rho : R), 0 <= xi /\ 0 < rho /\ (forall (epsilon' : R), 0 < epsilon' -> ~ gives (pairs U) zcdp (xi,
    rho) (pairs U) pure epsilon')) /\
  (* shown by the laws of the witness zero-concentrated-above-a-threshold *)
  (exists (xi rho : R), 0 <= xi /\ 0 < rho /\ (forall (epsilon' : R), 0 < epsilon' -> exists m : R, 4 <= m /\
    (0 < 2 /\ told_apart zcdp (xi, rho) pure epsilon' [:: Rpower 2 (m - m ^ 2); 1 - Rpower 2 (m - m ^ 2)] [:: Rpower 2
    (- m ^ 2); 1 - Rpower 2 (- m ^ 2)]))).
Proof.
move=> D U dU; have L := ln2_half; have [L0 L1] := ln2_1; have E1 := exp_1_2.
have K e : 0 < e -> exists m, 4 <= m /\ (0 < 2 /\ told_apart zcdp (1, 1) pure e
    [:: Rpower 2 (m - m ^ 2); 1 - Rpower 2 (m - m ^ 2)] [:: Rpower 2 (- m ^ 2); 1 - Rpower 2 (- m ^ 2)]).
  move=> e0; set m := 4 + 2 * e; have m4 : 4 <= m by rewrite /m; lra.
  exists m; do 2 (split; first lra).
  set k := m * ln 2; have k0 : 0 < k by rewrite /k; nra.
  have w0 := exp_pos (- m ^ 2 * ln 2).
  have kw x : exp k * exp (- m ^ 2 * ln 2) * exp (x * k) = exp (((x + 1) * m - m ^ 2) * ln 2).
    by rewrite -!exp_plus /k; congr exp; ring.
  have often_w : exp k * exp (- m ^ 2 * ln 2) = Rpower 2 (m - m ^ 2) by rewrite /Rpower -exp_plus /k; congr exp; ring.
  have half : exp k * exp (- m ^ 2 * ln 2) <= / 2.
    have := kw 0; rewrite Rmult_0_l exp_0 Rmult_1_r => ->.
    apply: (Rle_trans _ (exp (- (2)))); first by apply: exp_le; have : m * m >= 16; nra.
    by rewrite exp_Ropp; apply: Rinv_le_contravar; [lra|have := exp_ineq1_le 2; lra].
  have ek : e < k by rewrite /k /m; nra.
  have P a : 2 <= a -> mean_ratio (power (a - 1)) (often k0 w0 half) (rare k0 w0 half) <= 1 + exp (a * a / 4).
    move=> a2; apply: Rle_trans (often_mean_le _ _ _ _) _; first lra.
    rewrite kw; apply: Rplus_le_compat_l; apply: exp_le.
    have sq : (a - 1 + 1) * m - m ^ 2 <= a * a / 4.
      by have : 0 <= (a / 2 - m) * (a / 2 - m); [apply: Rle_0_sqr|rewrite /=; lra].
    have : ((a - 1 + 1) * m - m ^ 2) * ln 2 <= a * a / 4 * ln 2 by apply: Rmult_le_compat_r.
    by have : a * a / 4 * ln 2 <= a * a / 4 * 1; [apply: Rmult_le_compat_l; nra|lra].
  have two : renyi_at 2 2 (often k0 w0 half) (rare k0 w0 half).
    apply/renyiE; first lra; split; first exact: often_dominated.
    apply: Rle_trans (P 2 _) _; first lra.
    have -> : 2 * 2 / 4 = 1 by field.
    have -> : (2 - 1) * 2 = 1 + 1 by ring.
    by rewrite exp_plus; nra.
  rewrite -often_w; apply: (@told_coins _ _ _ _ _ _ _ _ (often01 k0 w0 half) (rare01 k0 w0 half)).
  - exact: zcdp_processed.
  - exact: pure_processed.
  - move=> a a1 /=; case: (Rle_dec 2 a) => a2; last first.
      by apply: (@renyi_weaken_at a 2) => //; [lra|apply: (@renyi_order 2) => //; lra].
    apply/renyiE => //; split; first exact: often_dominated.
    apply: Rle_trans (P a a2) _.
    apply: (Rle_trans _ (exp (a * a / 4 + 1))); last by apply: exp_le; nra.
    by rewrite exp_plus; have := @exp_ge1 (a * a / 4) ltac:(nra) => h; nra.
  - move=> a a1; apply: (@pure_renyi a) => //; apply: pure_weaken (rare_often _ _ _).
    by rewrite /=; lra.
  - by apply: often_not_pure.
split; exists 1, 1; do 2 (split; first lra); move=> e e0; last exact: K.
have [m [_ [_ t]]] := K e e0; apply: told_separates dU _ t.
by apply: zcdp_reflexive; lra.
Qed.
