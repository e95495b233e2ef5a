(* Kullback-Leibler to total variation: Pinsker, and Bretagnolle and Huber. *)

From Coq Require Import Reals Lra Classical.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop.
From Dpzoo Require Import Prob Blocks Standards Events Divergences Response Conversions Analytic.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Open Scope R_scope.

(* The divergence of two coins; ln 0 = 0 does no harm, as it is multiplied by 0. *)
Definition coin_kl p q : R := p * ln (p / q) + (1 - p) * ln ((1 - p) / (1 - q)).

(* It is enough to see whether an event occurs. *)
Lemma kl_event e (O : finType) (P Q : dist O) S : kl e P Q ->
  coin_kl (Pr P S) (Pr Q S) <= e /\ (Pr Q S = 0 -> Pr P S = 0) /\ (Pr Q S = 1 -> Pr P S = 1).
Proof.
move=> H; have [d h] := kl_processed (fun o => ret (S o)) H.
have E (x : dist O) b : bind x (fun o => ret (S o)) b = if b then Pr x S else 1 - Pr x S.
  have T : bind x (fun o => ret (S o)) true = Pr x S.
    by rewrite /Pr /=; apply: sum_eq => o; case: (S o); rewrite /= ?Rmult_1_r ?Rmult_0_r.
  case: b => //; have := mass_sum (bind x (fun o => ret (S o))); rewrite sum_bool T; lra.
split; first by move: h; rewrite /Ex sum_bool /loss !E.
have := d true; have := d false; rewrite !E => f t; split=> // q1; have := f ltac:(lra); lra.
Qed.

(* Pinsker for coins with p below q: the difference grows from q = p. *)
Lemma pinsker_up p q : 0 < p -> p <= q -> q < 1 -> 2 * (p - q) * (p - q) <= coin_kl p q.
Proof.
move=> p0 pq q1.
have e : coin_kl p q = p * ln p + (1 - p) * ln (1 - p) - (p * ln q + (1 - p) * ln (1 - q)).
  by rewrite /coin_kl !ln_div; try lra; ring.
pose f z := - (p * ln z) - (1 - p) * ln (1 - z) - 2 * ((p - z) * (p - z)).
pose f' z := - (p * / z) - (1 - p) * (/ (1 - z) * (0 - 1)) - 2 * ((0 - 1) * (p - z) + (p - z) * (0 - 1)).
suff: f p <= f q by rewrite /f e; lra.
apply: (@grows f f') => // c hc.
- rewrite /f /f'; apply: derivable_pt_lim_minus; first apply: derivable_pt_lim_minus.
  + by apply: derivable_pt_lim_opp; apply: derivable_pt_lim_scal; apply: derivable_pt_lim_ln; lra.
  + apply: derivable_pt_lim_scal; apply: (derivable_pt_lim_comp (fun z => 1 - z) ln).
      by apply: derivable_pt_lim_minus; [apply: derivable_pt_lim_const|apply: derivable_pt_lim_id].
    by apply: derivable_pt_lim_ln; lra.
  + apply: derivable_pt_lim_scal; apply: (derivable_pt_lim_mult (fun z => p - z) (fun z => p - z)).
      by apply: derivable_pt_lim_minus; [apply: derivable_pt_lim_const|apply: derivable_pt_lim_id].
    by apply: derivable_pt_lim_minus; [apply: derivable_pt_lim_const|apply: derivable_pt_lim_id].
- have -> : f' c = (c - p) * (1 - 4 * (c * (1 - c))) / (c * (1 - c)) by rewrite /f'; field; lra.
  have := Rle_0_sqr (c - 1 / 2); rewrite /Rsqr => h.
  by apply: Rle_mult_inv_pos; [apply: Rmult_le_pos; lra|apply: Rmult_lt_0_compat; lra].
Qed.

Lemma pinsker_zero q : 0 <= q -> q < 1 -> 2 * q * q <= - ln (1 - q).
Proof.
move=> q0 q1; pose f z := - ln (1 - z) - 2 * (z * z).
pose f' z := - (/ (1 - z) * (0 - 1)) - 2 * (1 * z + z * 1).
suff: f 0 <= f q by rewrite /f Rminus_0_r ln_1; lra.
apply: (@grows f f') => // c hc.
- rewrite /f /f'; apply: derivable_pt_lim_minus.
    apply: derivable_pt_lim_opp; apply: (derivable_pt_lim_comp (fun z => 1 - z) ln).
      by apply: derivable_pt_lim_minus; [apply: derivable_pt_lim_const|apply: derivable_pt_lim_id].
    by apply: derivable_pt_lim_ln; lra.
  by apply: derivable_pt_lim_scal; apply: (derivable_pt_lim_mult id id); apply: derivable_pt_lim_id.
- have -> : f' c = (1 - 4 * (c * (1 - c))) / (1 - c) by rewrite /f'; field; lra.
  have := Rle_0_sqr (c - 1 / 2); rewrite /Rsqr => h.
  by apply: Rle_mult_inv_pos; lra.
Qed.

Lemma pinsker_coins p q : 0 <= p <= 1 -> 0 <= q <= 1 -> (q = 0 -> p = 0) -> (q = 1 -> p = 1) ->
  2 * (p - q) * (p - q) <= coin_kl p q.
Proof.
have up a b : 0 <= a -> a <= b -> b <= 1 -> (b = 1 -> a = 1) -> 2 * (a - b) * (a - b) <= coin_kl a b.
  move=> a0 ab b1 d; case: (Req_dec b 1) => [e|n].
    by have := d e; rewrite e => ->; rewrite /coin_kl; have -> : (1 : R) / 1 = 1 by [field]; rewrite ln_1; lra.
  case: (Req_dec a 0) => [->|n']; last by apply: pinsker_up; lra.
  rewrite /coin_kl Rmult_0_l Rminus_0_r Rmult_1_l Rplus_0_l ln_div ?ln_1; try lra.
  by have := @pinsker_zero b ltac:(lra) ltac:(lra); lra.
move=> hp hq d0 d1; case: (Rle_dec p q) => h; first by apply: up; lra.
have := up (1 - p) (1 - q) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(move=> e; have := d0 ltac:(lra); lra).
have -> : coin_kl (1 - p) (1 - q) = coin_kl p q.
  rewrite /coin_kl; have -> : 1 - (1 - p) = p by ring.
  by have -> : 1 - (1 - q) = q by [ring]; ring.
lra.
Qed.

Lemma pinsker e : refines kl e total_variation (sqrt (e / 2)).
Proof.
move=> O P Q H S; have [h [d0 d1]] := kl_event S H.
have p := conj (Pr_ge0 P S) (Pr_le1 P S); have q := conj (Pr_ge0 Q S) (Pr_le1 Q S).
have k := pinsker_coins p q d0 d1; case: (Rle_dec (Pr P S - Pr Q S) 0) => n; first by have := sqrt_pos (e / 2); lra.
rewrite -(sqrt_square (Pr P S - Pr Q S)); last lra.
by apply: sqrt_le_1_alt; lra.
Qed.

(* --- Bretagnolle and Huber: the bound that stays below 1 --------------------------------------------------------------------- *)

(* With b the mean of the root of the ratio, b^2 <= 1 - TV^2 by Cauchy and Schwarz, and b >= e^(-KL / 2) by Jensen. *)
Lemma bretagnolle_huber_coins p q : 0 <= p <= 1 -> 0 <= q <= 1 -> (q = 0 -> p = 0) -> (q = 1 -> p = 1) ->
  (p - q) * (p - q) <= 1 - exp (- coin_kl p q).
Proof.
move=> hp hq d0 d1.
(* The share of one outcome: x = p e^(-L / 2), with x^2 = p q. *)
have share a b : 0 <= a -> 0 <= b -> (b = 0 -> a = 0) ->
    exists x, 0 <= x /\ x * x <= a * b /\ forall m, exp (- (m / 2)) * (a - a * (ln (a / b) - m) / 2) <= x.
  move=> a0 b0 d; case: (Req_dec a 0) => [->|na].
    by exists 0; split; [lra|split; [lra|move=> m; have -> : 0 - 0 * (ln (0 / b) - m) / 2 = 0 by field]; lra].
  have b1 : 0 < b by case: (Req_dec b 0) => [e|n]; [have := d e|]; lra.
  exists (a * exp (- (ln (a / b) / 2))); split; [|split].
  - by apply: Rmult_le_pos => //; left; apply: exp_pos.
  - have -> : a * exp (- (ln (a / b) / 2)) * (a * exp (- (ln (a / b) / 2))) = a * a * exp (- ln (a / b)).
      have -> : - ln (a / b) = - (ln (a / b) / 2) + - (ln (a / b) / 2) by field.
      by rewrite exp_plus; ring.
    rewrite exp_Ropp exp_ln; last by apply: Rdiv_lt_0_compat; lra.
    by right; field; lra.
  - move=> m; have h := exp_ineq1_le (- ((ln (a / b) - m) / 2)).
    have -> : - (ln (a / b) / 2) = - (m / 2) + - ((ln (a / b) - m) / 2) by field.
    rewrite exp_plus; have := Rmult_le_compat_l (exp (- (m / 2)) * a) _ _ ltac:(apply: Rmult_le_pos; [left; apply: exp_pos|lra]) h.
    lra.
have [x [x0 [xx X]]] := share p q (proj1 hp) (proj1 hq) d0.
have [y [y0 [yy Y]]] := share (1 - p) (1 - q) ltac:(lra) ltac:(lra) ltac:(move=> e; have := d1 ltac:(lra); lra).
set k := coin_kl p q; have b0 : exp (- (k / 2)) <= x + y.
  have := X k; have := Y k; rewrite /k /coin_kl; set u := ln (p / q); set v := ln _; set E := exp _ => h1 h2.
  have -> : E = E * (p - p * (u - (p * u + (1 - p) * v)) / 2) + E * (1 - p - (1 - p) * (v - (p * u + (1 - p) * v)) / 2) by field.
  lra.
have e0 := exp_pos (- (k / 2)).
have sq : exp (- k) <= (x + y) * (x + y).
  have -> : - k = - (k / 2) + - (k / 2) by field.
  by rewrite exp_plus; apply: Rmult_le_compat; lra.
(* 2 x y <= p (1 - p) + q (1 - q) *)
have xy : 2 * (x * y) <= p * (1 - p) + q * (1 - q).
  have A0 : 0 <= p * (1 - p) by apply: Rmult_le_pos; lra.
  have B0 : 0 <= q * (1 - q) by apply: Rmult_le_pos; lra.
  have prod : (x * y) * (x * y) <= (p * (1 - p)) * (q * (1 - q)).
    have := Rmult_le_compat _ _ _ _ (Rmult_le_pos _ _ x0 x0) (Rmult_le_pos _ _ y0 y0) xx yy; lra.
  have xy0 := Rmult_le_pos _ _ x0 y0.
  case: (Rle_dec (2 * (x * y)) (p * (1 - p) + q * (1 - q))) => // n; exfalso.
  have := Rle_0_sqr (p * (1 - p) - q * (1 - q)); rewrite /Rsqr.
  have := Rmult_lt_0_compat (2 * (x * y) - (p * (1 - p) + q * (1 - q))) (2 * (x * y) + (p * (1 - p) + q * (1 - q))) ltac:(lra) ltac:(lra).
  lra.
nra.
Qed.

Lemma bretagnolle_huber e : refines kl e total_variation (sqrt (1 - exp (- e))).
Proof.
move=> O P Q H S; have [h [d0 d1]] := kl_event S H.
have p := conj (Pr_ge0 P S) (Pr_le1 P S); have q := conj (Pr_ge0 Q S) (Pr_le1 Q S).
have k := bretagnolle_huber_coins p q d0 d1; have m := exp_le (Ropp_le_contravar _ _ h).
case: (Rle_dec (Pr P S - Pr Q S) 0) => n; first by have := sqrt_pos (1 - exp (- e)); lra.
rewrite -(sqrt_square (Pr P S - Pr Q S)); last lra.
by apply: sqrt_le_1_alt; lra.
Qed.

(* --- A large loss is improbable: Markov's inequality for its positive part ---------------------------------------------------- *)

Lemma negative_part r : 0 < r -> - (r * ln r) <= exp (- 1).
Proof.
move=> r0; have h := exp_ineq1_le (- 1 - ln r); rewrite -{1}(exp_ln r) //.
have := Rmult_le_compat_l (exp (ln r)) _ _ (Rlt_le _ _ (exp_pos _)) h.
rewrite -exp_plus; have -> : ln r + (- 1 - ln r) = - 1 by ring.
lra.
Qed.

Lemma kl_tail e t : 0 < t -> refines kl e approx (t, (e + exp (- 1)) / t).
Proof.
move=> t0 O p q [d H]; apply/approxE; rewrite excess_loss //.
apply: (Rle_trans _ (\sum_o (/ t * (p o * loss p q o) + exp (- 1) / t * q o))); last first.
  rewrite sum_add !sum_scale mass_sum -/(Ex p (loss p q)).
  have -> : (e + exp (- 1)) / t = / t * e + exp (- 1) / t * 1 by field; lra.
  by have := Rmult_le_compat_l (/ t) _ _ (Rlt_le _ _ (Rinv_0_lt_compat _ t0)) H; lra.
apply: sum_le => o; have i := Rinv_0_lt_compat _ t0; have q0 := mass_ge0 q o; have E := exp_pos (- 1).
have et : 0 <= exp (- 1) / t by apply: Rle_mult_inv_pos; lra.
case: (Rle_lt_or_eq_dec _ _ (mass_ge0 p o)) => [p0|<-]; last by have := Rmult_le_pos _ _ et q0; lra.
have q1 : 0 < q o by case: (Rle_lt_or_eq_dec _ _ q0) => // k; have := d o (esym k); lra.
have L : loss p q o = ln (p o / q o) by [].
case: (Rle_dec (loss p q o) t) => h.
  rewrite Rmax_left; last first.
    have : exp 0 <= exp (- (loss p q o - t)) by apply: exp_le; lra.
    by rewrite exp_0; lra.
  have r0 : 0 < p o / q o by apply: Rdiv_lt_0_compat.
  have n := negative_part r0; rewrite -L in n.
  have : 0 <= q o * (p o / q o * loss p q o + exp (- 1)) by apply: Rmult_le_pos; lra.
  have -> : q o * (p o / q o * loss p q o + exp (- 1)) = p o * loss p q o + exp (- 1) * q o by field; lra.
  move=> k; have := Rmult_le_pos _ _ (Rlt_le _ _ i) k; have -> : exp (- 1) / t * q o = / t * (exp (- 1) * q o) by field; lra.
  lra.
have a : Rmax 0 (1 - exp (- (loss p q o - t))) <= loss p q o / t.
  apply: Rmax_lub; first by apply: Rle_mult_inv_pos; lra.
  have : 1 <= loss p q o / t by apply: le_div; lra.
  have := exp_pos (- (loss p q o - t)); lra.
have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ p0) a; have := Rmult_le_pos _ _ et q0.
have -> : p o * (loss p q o / t) = / t * (p o * loss p q o) by field; lra.
lra.
Qed.
