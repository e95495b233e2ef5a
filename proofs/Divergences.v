(* Kullback-Leibler and Rényi divergences as means of a function of the ratio of the two probabilities. *)

From Coq Require Import Reals Lra Classical.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop.
From Dpzoo Require Import Prob Blocks Standards Events.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Open Scope R_scope.

(* x * g (x / y) is a divergence's share of an outcome with probabilities x and y. What matters of g: at every ratio s there
   is a line a * x + b * y below it that touches it there. *)
Definition supported (g : R -> R) : Prop :=
  forall s, 0 < s -> exists a b, b <= 0 /\ a * s + b = s * g s /\ forall x y, 0 < x -> 0 < y -> a * x + b * y <= x * g (x / y).

(* Sums: to merge outcomes loses divergence (the log-sum inequality). *)
Lemma log_sum (g : R -> R) (I : finType) (x y : I -> R) : supported g -> (forall i, 0 <= x i) -> (forall i, 0 <= y i) ->
  (forall i, y i = 0 -> x i = 0) ->
  (\sum_i x i) * g ((\sum_i x i) / (\sum_i y i)) <= \sum_i (x i * g (x i / y i)).
Proof.
move=> sup x0 y0 dom; set X := \sum_i x i; set Y := \sum_i y i.
case: (Rle_lt_or_eq_dec 0 X) => [|X0|X0]; first exact: sum_ge0; last first.
  rewrite -X0 Rmult_0_l; apply: Req_le; symmetry; apply: sum_zero => i.
  by rewrite (@term_zero _ x i) ?Rmult_0_l.
have Y0 : 0 < Y.
  case: (Rle_lt_or_eq_dec 0 Y) => [|//|e]; first exact: sum_ge0.
  suff: X = 0 by lra.
  by apply: sum_zero => i; apply: dom; apply: (@term_zero _ y).
case: (sup (X / Y)) => [|a [b [b0 [e H]]]]; first exact: Rdiv_lt_0_compat.
have -> : X * g (X / Y) = a * X + b * Y.
  have -> : X * g (X / Y) = Y * (X / Y * g (X / Y)) by field; lra.
  by rewrite -e; field; lra.
rewrite -!sum_scale -sum_add; apply: sum_le => i.
case: (Rle_lt_or_eq_dec 0 (x i)) => // [xi|xi]; last by rewrite -xi; move: (y0 i); nra.
apply: H => //; case: (Rle_lt_or_eq_dec 0 (y i)) => // yi.
by move: (dom i (esym yi)); lra.
Qed.

(* The mean of g of the ratio, under the first law. *)
Definition mean_ratio (g : R -> R) (O : finType) (p q : dist O) : R := Ex p (fun o => g (p o / q o)).

Section MeanRatio.
Variable g : R -> R.
Hypothesis sup : supported g.

Lemma mean_ratio_processed (A B : finType) (p q : dist A) (K : A -> dist B) :
  dominated p q -> dominated (bind p K) (bind q K) /\ mean_ratio g (bind p K) (bind q K) <= mean_ratio g p q.
Proof.
move=> dom; have K0 a b : 0 <= K a b := mass_ge0 (K a) b.
split=> [b /= e|].
  apply: sum_zero => a; have: q a * K a b = 0.
    by apply: (@term_zero _ (fun i => q i * K i b)) => // i; apply: Rmult_le_pos; apply: mass_ge0.
  by case/Rmult_integral => [/dom ->|->]; rewrite ?Rmult_0_l ?Rmult_0_r.
rewrite /mean_ratio /Ex /=.
apply: (Rle_trans _ (\sum_b \sum_a (p a * K a b * g ((p a * K a b) / (q a * K a b))))).
  apply: sum_le => b; apply: log_sum => // [a|a|a].
  - by apply: Rmult_le_pos; apply: mass_ge0.
  - by apply: Rmult_le_pos; apply: mass_ge0.
  - by case/Rmult_integral => [/dom ->|->]; rewrite ?Rmult_0_l ?Rmult_0_r.
rewrite sum_swap; apply: sum_le => a.
apply: (Rle_trans _ (\sum_b (p a * g (p a / q a) * K a b))); last by rewrite sum_scale mass_sum; lra.
apply: sum_le => b; case: (Req_dec (K a b) 0) => [->|k]; first by rewrite !Rmult_0_r; lra.
case: (Req_dec (q a) 0) => [e|qa]; first by rewrite (dom a e) !Rmult_0_l; lra.
have -> : p a * K a b / (q a * K a b) = p a / q a by field.
by right; rewrite Rmult_assoc (Rmult_comm (K a b)) Rmult_assoc.
Qed.

Lemma mean_ratio_self (O : finType) (p : dist O) : mean_ratio g p p = g 1.
Proof.
rewrite -[RHS](Ex_const p); apply: sum_eq => o.
case: (Req_dec (p o) 0) => [->|h]; first ring.
by have -> : p o / p o = 1 by field.
Qed.
End MeanRatio.

Lemma dominated_joint (A B : finType) (p q : dist A) (K J : A -> dist B) :
  dominated p q -> (forall a, dominated (K a) (J a)) -> dominated (joint p K) (joint q J).
Proof. by move=> d d' [a b] /= /Rmult_integral [/d ->|/d' ->]; rewrite ?Rmult_0_l ?Rmult_0_r. Qed.

(* --- Two functions g: the logarithm and a power ----------------------------------------------------------------------- *)

Lemma ln_le_sub1 x : 0 < x -> ln x <= x - 1.
Proof. by move=> h; move: (exp_ineq1_le (ln x)); rewrite exp_ln //; lra. Qed.

Lemma ln_ge x : 0 < x -> 1 - / x <= ln x.
Proof.
move=> h; have := @ln_le_sub1 (/ x) (Rinv_0_lt_compat _ h); rewrite ln_Rinv //; lra.
Qed.

Lemma ln_div x y : 0 < x -> 0 < y -> ln (x / y) = ln x - ln y.
Proof. by move=> hx hy; rewrite /Rdiv ln_mult ?ln_Rinv //; apply: Rinv_0_lt_compat. Qed.

Lemma supported_ln : supported ln.
Proof.
move=> s s0; exists (1 + ln s), (- s); split; [lra|split; [ring|]] => x y x0 y0.
have h : 0 < x / y / s by apply: Rdiv_lt_0_compat => //; apply: Rdiv_lt_0_compat.
have := ln_ge h; rewrite ln_div //; last exact: Rdiv_lt_0_compat.
have -> : / (x / y / s) = y * s / x by field; lra.
move=> k; have: x * (1 - y * s / x) <= x * (ln (x / y) - ln s) by apply: Rmult_le_compat_l; lra.
have -> : x * (1 - y * s / x) = x - y * s by field; lra.
lra.
Qed.

(* The power b = a - 1 of the ratio, written by exponential and logarithm as in Rényi's divergence. *)
Definition power (b x : R) : R := exp (b * ln x).

(* Bernoulli's inequality for a real exponent 1 + b. *)
Lemma bernoulli b t : 0 < b -> 0 < t -> 1 + (1 + b) * (t - 1) <= t * power b t.
Proof.
move=> b0 t0; rewrite /power -{2}(exp_ln t) // -exp_plus.
have -> : ln t + b * ln t = (1 + b) * ln t by ring.
move: (exp_ineq1_le ((1 + b) * ln t)) => h1.
have h2 : forall z, 1 + (1 + b) * (exp z - 1) <= exp ((1 + b) * z).
  move=> z; have -> : exp ((1 + b) * z) = exp z * exp (b * z) by rewrite -exp_plus; congr exp; ring.
  have k1 := exp_ineq1_le (b * z); have k2 := exp_ineq1_le (- z); have k0 := exp_pos z.
  have k3 : exp z * exp (- z) = 1 by rewrite -exp_plus Rplus_opp_r exp_0.
  have : exp z * (1 + b * z) <= exp z * exp (b * z) by apply: Rmult_le_compat_l; lra.
  have : exp z * (1 - z) <= 1 by nra.
  nra.
by move: (h2 (ln t)); rewrite exp_ln.
Qed.

Lemma power_pos b x : 0 < power b x.
Proof. exact: exp_pos. Qed.

Lemma supported_power b : 0 < b -> supported (power b).
Proof.
move=> b0 s s0; exists ((1 + b) * power b s), (- b * s * power b s); have P := power_pos b s; split; last split.
- by have: 0 <= b * s * power b s; [apply: Rmult_le_pos; [nra|lra]|lra].
- ring.
move=> x y x0 y0; have t0 : 0 < x / y / s by apply: Rdiv_lt_0_compat => //; apply: Rdiv_lt_0_compat.
have := bernoulli b0 t0; set t := x / y / s => H.
have -> : power b (x / y) = power b t * power b s.
  have E : x / y = t * s by rewrite /t; field; lra.
  by rewrite E /power ln_mult // -exp_plus; congr exp; ring.
have -> : x = t * s * y by rewrite /t; field; lra.
have: y * s * power b s * (1 + (1 + b) * (t - 1)) <= y * s * power b s * (t * power b t).
  by apply: Rmult_le_compat_l => //; left; apply: Rmult_lt_0_compat => //; apply: Rmult_lt_0_compat.
lra.
Qed.

(* --- Kullback-Leibler -------------------------------------------------------------------------------------------------- *)

Lemma kl_mean e (O : finType) (p q : dist O) : kl e p q <-> dominated p q /\ mean_ratio ln p q <= e.
Proof. by []. Qed.

Lemma kl_processed e : processed kl e.
Proof.
move=> A B p q K [d H]; have [d' H'] := mean_ratio_processed supported_ln K d.
by split=> //; exact: (Rle_trans _ _ _ H' H).
Qed.

Lemma kl_reflexive e : 0 <= e -> reflexive_at kl e.
Proof. by move=> he O p; split=> //; have := mean_ratio_self ln p; rewrite /mean_ratio ln_1 => E; rewrite /loss E. Qed.

Lemma kl_adaptive e1 e2 : adaptive kl e1 e2 (e1 + e2).
Proof.
move=> A B p q K J [d H] HK; split; first by apply: dominated_joint => // a; case: (HK a).
rewrite /Ex sum_pair_fun /=.
apply: (Rle_trans _ (\sum_a (p a * loss p q a + p a * e2))); last first.
  by rewrite sum_add -/(Ex p (loss p q)) -/(Ex p (fun _ => e2)) Ex_const; lra.
apply: sum_le => a; case: (HK a) => d2 H2.
case: (Req_dec (p a) 0) => [->|pa]; first by rewrite sum_zero; [lra|move=> b; ring].
have qa : q a <> 0 by move=> /d.
apply: (Rle_trans _ (p a * (\sum_b (K a b * loss p q a + K a b * loss (K a) (J a) b)))).
  right; rewrite -sum_scale; apply: sum_eq => b; rewrite /loss /=.
  case: (Req_dec (K a b) 0) => [->|k]; first ring.
  have j : J a b <> 0 by move=> /d2.
  have pos (x : R) : 0 <= x -> x <> 0 -> 0 < x by lra.
  have -> : p a * K a b / (q a * J a b) = (p a / q a) * (K a b / J a b) by field.
  by rewrite ln_mult; [ring| |]; apply: Rdiv_lt_0_compat; apply: pos => //; apply: mass_ge0.
rewrite sum_add -/(Ex (K a) (fun _ => loss p q a)) Ex_const -/(Ex (K a) (loss (K a) (J a))).
move: H2 (mass_ge0 p a); nra.
Qed.

Lemma kl_weaken e e' : e <= e' -> refines kl e kl e'.
Proof. by move=> h O p q [d H]; split=> //; lra. Qed.

(* --- Rényi --------------------------------------------------------------------------------------------------------------- *)

(* The exponential of the divergence is a mean of a power. *)
Lemma mean_power_pos b (O : finType) (p q : dist O) : 0 < mean_ratio (power b) p q.
Proof.
have [o h] := dist_pos p; apply: (Rlt_le_trans _ (p o * power b (p o / q o))).
  by apply: Rmult_lt_0_compat => //; apply: power_pos.
apply: (@term_le _ (fun o => p o * power b (p o / q o))) => i.
by apply: Rmult_le_pos; [apply: mass_ge0|left; apply: power_pos].
Qed.

Lemma renyiE a e (O : finType) (p q : dist O) : 1 < a ->
  renyi_at a e p q <-> dominated p q /\ mean_ratio (power (a - 1)) p q <= exp ((a - 1) * e).
Proof.
move=> a1; have P := mean_power_pos (a - 1) p q; rewrite /renyi_at /divergence.
have -> : Ex p (fun o => exp ((a - 1) * loss p q o)) = mean_ratio (power (a - 1)) p q by [].
set m := mean_ratio _ _ _ in P *.
have E : / (a - 1) * ln m <= e <-> m <= exp ((a - 1) * e).
  have i : 0 < / (a - 1) by apply: Rinv_0_lt_compat; lra.
  split=> H.
    rewrite -(exp_ln m) //; apply: exp_le.
    have -> : ln m = (a - 1) * (/ (a - 1) * ln m) by field; lra.
    by apply: Rmult_le_compat_l; lra.
  have h : ln m <= (a - 1) * e.
    by rewrite -(ln_exp ((a - 1) * e)); case: H => [H|->]; [left; apply: ln_increasing|right].
  have -> : e = / (a - 1) * ((a - 1) * e) by field; lra.
  by apply: Rmult_le_compat_l; lra.
by split=> -[d H]; split=> //; apply/E.
Qed.

Lemma renyi_processed_at a e : 1 < a -> processed (renyi_at a) e.
Proof.
move=> a1 A B p q K /(renyiE _ _ _ a1) [d H]; apply/(renyiE _ _ _ a1).
have [d' H'] := @mean_ratio_processed _ (supported_power (Rlt_Rminus _ _ a1)) _ _ _ _ K d.
by split=> //; exact: (Rle_trans _ _ _ H' H).
Qed.

Lemma renyi_reflexive_at a e : 1 < a -> 0 <= e -> reflexive_at (renyi_at a) e.
Proof.
move=> a1 he O p; apply/(renyiE _ _ _ a1); split=> //; rewrite mean_ratio_self /power ln_1 Rmult_0_r exp_0.
by apply: exp_ge1; apply: Rmult_le_pos; lra.
Qed.

Lemma renyi_adaptive_at a e1 e2 : 1 < a -> adaptive (renyi_at a) e1 e2 (e1 + e2).
Proof.
move=> a1 A B p q K J /(renyiE _ _ _ a1) [d H] HK; apply/(renyiE _ _ _ a1).
have HK' x : dominated (K x) (J x) /\ mean_ratio (power (a - 1)) (K x) (J x) <= exp ((a - 1) * e2).
  by apply/(renyiE _ _ _ a1).
split; first by apply: dominated_joint => // x; case: (HK' x).
have -> : (a - 1) * (e1 + e2) = (a - 1) * e2 + (a - 1) * e1 by ring.
rewrite exp_plus /mean_ratio /Ex sum_pair_fun /=.
apply: (Rle_trans _ (exp ((a - 1) * e2) * mean_ratio (power (a - 1)) p q)); last first.
  by apply: Rmult_le_compat_l => //; left; apply: exp_pos.
rewrite -sum_scale; apply: sum_le => x; case: (HK' x) => d2 H2.
case: (Req_dec (p x) 0) => [->|px]; first by rewrite sum_zero; [lra|move=> b; ring].
have qx : q x <> 0 by move=> /d.
apply: (Rle_trans _ (p x * power (a - 1) (p x / q x) * mean_ratio (power (a - 1)) (K x) (J x))); last first.
  rewrite (Rmult_comm (exp _)); apply: Rmult_le_compat_l => //.
  by apply: Rmult_le_pos; [apply: mass_ge0|left; apply: power_pos].
right; rewrite -sum_scale; apply: sum_eq => b.
case: (Req_dec (K x b) 0) => [->|k]; first ring.
have j : J x b <> 0 by move=> /d2.
have pos (y : R) : 0 <= y -> y <> 0 -> 0 < y by lra.
have -> : p x * K x b / (q x * J x b) = (p x / q x) * (K x b / J x b) by field.
rewrite /power ln_mult ?Rmult_plus_distr_l ?exp_plus; first ring.
all: by apply: Rdiv_lt_0_compat; apply: pos => //; apply: mass_ge0.
Qed.

Lemma renyi_weaken_at a e e' : 1 < a -> e <= e' -> refines (renyi_at a) e (renyi_at a) e'.
Proof. by move=> a1 h O p q [d H]; split=> //; lra. Qed.

(* Divergences grow with the order: t^c <= 1 + c (t - 1) for c between 0 and 1, at t = (ratio / e^epsilon)^(a - 1). *)
Lemma exp_concave c z : 0 <= c <= 1 -> exp (c * z) <= 1 + c * (exp z - 1).
Proof.
move=> hc; have k1 := exp_ineq1_le ((1 - c) * z); have k2 := exp_ineq1_le (- (c * z)); have k0 := exp_pos (c * z).
have e1 : exp z = exp (c * z) * exp ((1 - c) * z) by rewrite -exp_plus; congr exp; ring.
have e2 : exp (c * z) * exp (- (c * z)) = 1 by rewrite -exp_plus Rplus_opp_r exp_0.
have h1 : exp (c * z) * (1 + (1 - c) * z) <= exp z by rewrite e1; apply: Rmult_le_compat_l; lra.
have h2 : exp (c * z) * (1 - c * z) <= 1 by rewrite -e2; apply: Rmult_le_compat_l; lra.
nra.
Qed.

(* The mean of e^(b (loss - e)) is at most 1: the form in which Rényi's bound is used below. *)
Lemma renyi_centred a e (O : finType) (p q : dist O) : 1 < a ->
  renyi_at a e p q <-> dominated p q /\ Ex p (fun o => exp ((a - 1) * (loss p q o - e))) <= 1.
Proof.
move=> a1; rewrite (renyiE _ _ _ a1).
have E : Ex p (fun o => exp ((a - 1) * (loss p q o - e))) = exp (- ((a - 1) * e)) * mean_ratio (power (a - 1)) p q.
  rewrite /mean_ratio -Ex_scale /Ex; apply: sum_eq => o; rewrite /power -exp_plus; congr (_ * exp _).
  by rewrite /loss; ring.
have e1 : exp (- ((a - 1) * e)) * exp ((a - 1) * e) = 1 by rewrite -exp_plus Rplus_opp_l exp_0.
have k := exp_pos (- ((a - 1) * e)).
by rewrite E; split=> -[d H]; split=> //; nra.
Qed.

Lemma renyi_order a b e : 1 < b -> b <= a -> refines (renyi_at a) e (renyi_at b) e.
Proof.
move=> b1 ba O p q; have a1 : 1 < a by lra.
move=> /(renyi_centred _ _ _ a1) [d H]; apply/(renyi_centred _ _ _ b1); split=> //.
have hc : 0 <= (b - 1) / (a - 1) <= 1.
  split; first by apply: Rle_mult_inv_pos; lra.
  by apply/(Rmult_le_reg_r (a - 1)); first lra; rewrite /Rdiv Rmult_assoc Rinv_l; lra.
apply: (Rle_trans _ (Ex p (fun o => 1 + (b - 1) / (a - 1) * (exp ((a - 1) * (loss p q o - e)) - 1)))).
  apply: Ex_le => o; have := @exp_concave ((b - 1) / (a - 1)) ((a - 1) * (loss p q o - e)) hc.
  by have -> : (b - 1) / (a - 1) * ((a - 1) * (loss p q o - e)) = (b - 1) * (loss p q o - e) by field; lra.
rewrite Ex_add Ex_const Ex_scale (Ex_add _ (fun o => exp _)) Ex_const; nra.
Qed.

Lemma renyi_kl a e : 1 < a -> refines (renyi_at a) e kl e.
Proof.
move=> a1 O p q /(renyi_centred _ _ _ a1) [d H]; split=> //.
have: Ex p (fun o => (a - 1) * (loss p q o + - e)) <= Ex p (fun o => exp ((a - 1) * (loss p q o - e)) + - 1).
  by apply: Ex_le => o; move: (exp_ineq1_le ((a - 1) * (loss p q o - e))); lra.
rewrite Ex_scale !Ex_add !Ex_const; nra.
Qed.

(* --- Every order at once --------------------------------------------------------------------------------------------------- *)

Lemma zcdp_processed l : processed zcdp l.
Proof. by move=> A B p q K H a a1; apply: renyi_processed_at => //; apply: H. Qed.
Lemma zcdp_reflexive xi rho : 0 <= xi -> 0 <= rho -> reflexive_at zcdp (xi, rho).
Proof. by move=> hx hr O p a a1 /=; apply: renyi_reflexive_at => //; nra. Qed.
Lemma zcdp_adaptive x1 r1 x2 r2 : adaptive zcdp (x1, r1) (x2, r2) (x1 + x2, r1 + r2).
Proof.
move=> A B p q K J H HK a a1 /=.
have -> : x1 + x2 + (r1 + r2) * a = (x1 + r1 * a) + (x2 + r2 * a) by ring.
by apply: renyi_adaptive_at => // [|x]; [apply: H|apply: (HK x)].
Qed.

Lemma bounded_cdp_processed l : processed bounded_cdp l.
Proof. by move=> A B p q K H a a1 h; apply: renyi_processed_at => //; apply: H. Qed.
Lemma bounded_cdp_reflexive xi rho omega : 0 <= xi -> 0 <= rho -> reflexive_at bounded_cdp (xi, rho, omega).
Proof. by move=> hx hr O p a a1 h /=; apply: renyi_reflexive_at => //; nra. Qed.
Lemma order_min_le a b c : order_le a (order_min b c) -> order_le a b /\ order_le a c.
Proof. by case: a b c => [x|] [y|] [z|] //= h; split=> //; move: (Rmin_l y z) (Rmin_r y z); lra. Qed.
Lemma bounded_cdp_adaptive x1 r1 w1 x2 r2 w2 :
  adaptive bounded_cdp (x1, r1, w1) (x2, r2, w2) (x1 + x2, r1 + r2, order_min w1 w2).
Proof.
move=> A B p q K J H HK a a1 /order_min_le [h1 h2] /=.
have -> : x1 + x2 + (r1 + r2) * a = (x1 + r1 * a) + (x2 + r2 * a) by ring.
by apply: renyi_adaptive_at => // [|x]; [apply: H|apply: (HK x)].
Qed.

Lemma truncated_bounded r w (O : finType) (p q : dist O) : truncated_cdp (r, w) p q <-> bounded_cdp (0, r, w) p q.
Proof. by split=> H a a1 h; have := H a a1 h; rewrite /= Rplus_0_l. Qed.
Lemma truncated_cdp_processed l : processed truncated_cdp l.
Proof. by move=> A B p q K H a a1 h; apply: renyi_processed_at => //; apply: H. Qed.
Lemma truncated_cdp_reflexive rho omega : 0 <= rho -> reflexive_at truncated_cdp (rho, omega).
Proof. by move=> hr O p a a1 h /=; apply: renyi_reflexive_at => //; nra. Qed.
Lemma truncated_cdp_adaptive r1 w1 r2 w2 : adaptive truncated_cdp (r1, w1) (r2, w2) (r1 + r2, order_min w1 w2).
Proof.
move=> A B p q K J H HK a a1 /order_min_le [h1 h2] /=.
have -> : (r1 + r2) * a = r1 * a + r2 * a by ring.
by apply: renyi_adaptive_at => // [|x]; [apply: H|apply: (HK x)].
Qed.

Lemma zcdp_bounded x r (O : finType) (p q : dist O) : zcdp (x, r) p q <-> bounded_cdp (x, r, Infinity) p q.
Proof. by split=> H a a1 *; apply: H. Qed.

Lemma truncated_codp_processed l : processed truncated_codp l.
Proof. by move=> A B p q K [H1 H]; split=> [|a a1]; [apply: kl_processed|apply: renyi_processed_at => //; apply: H]. Qed.
Lemma truncated_codp_reflexive x t : 0 <= x -> 0 <= t -> reflexive_at truncated_codp (x, t).
Proof.
move=> hx ht O p; split=> [|a a1] /=; [apply: kl_reflexive|apply: renyi_reflexive_at => //]; apply: Rmin_glb => //; nra.
Qed.
Lemma min_add a b c d : Rmin a b + Rmin c d <= Rmin (a + c) (b + d).
Proof. by move: (Rmin_l a b) (Rmin_r a b) (Rmin_l c d) (Rmin_r c d) => *; apply: Rmin_glb; lra. Qed.
Lemma truncated_codp_adaptive x1 t1 x2 t2 : adaptive truncated_codp (x1, t1) (x2, t2) (x1 + x2, t1 + t2).
Proof.
move=> A B p q K J [H1 H] HK; split=> [|a a1] /=.
  apply: (@kl_weaken (Rmin x1 (1 * t1) + Rmin x2 (1 * t2))); first by rewrite Rmult_plus_distr_l; apply: min_add.
  by apply: kl_adaptive => // x; case: (HK x).
apply: (@renyi_weaken_at a (Rmin x1 (a * t1) + Rmin x2 (a * t2)) _ a1); first by rewrite Rmult_plus_distr_l; apply: min_add.
by apply: renyi_adaptive_at => // [|x]; [apply: H|case: (HK x) => _; apply].
Qed.

(* --- All orders: Rényi with its boundary cases ------------------------------------------------------------------------------ *)

Lemma renyi_one e (O : finType) (p q : dist O) : renyi (Order 1, e) p q <-> kl e p q.
Proof. by rewrite /renyi /=; case: Req_EM_T. Qed.
Lemma renyi_proper a e (O : finType) (p q : dist O) : 1 < a -> renyi (Order a, e) p q <-> renyi_at a e p q.
Proof. by move=> h; rewrite /renyi /=; case: Req_EM_T => // ?; lra. Qed.

Lemma order_cases (P : order -> Prop) : P (Order 1) -> (forall a, 1 < a -> P (Order a)) -> P Infinity ->
  forall o, order_le (Order 1) o -> P o.
Proof. by move=> H1 Ha Hi [a|] //= h; case: (Req_dec a 1) => [->//|n]; apply: Ha; lra. Qed.
