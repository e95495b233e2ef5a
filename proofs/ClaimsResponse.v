(* Claims of the records: a Rényi bound in both orders is worth no more than the randomised response that just keeps it. *)

From Coq Require Import Reals Lra Classical.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop.
From Dpzoo Require Import Prob Blocks Standards Events Divergences Response Conversions Closure Analytic KlResponse ClaimsConversions.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Open Scope R_scope.

Lemma cosh_lt_abs x y : - y < x -> x < y -> cosh x < cosh y.
Proof.
move=> h h'; case: (Rle_dec 0 x) => s; first by apply: cosh_lt.
have -> : cosh x = cosh (- x) by rewrite /cosh Ropp_involutive Rplus_comm.
by apply: cosh_lt; lra.
Qed.

(* The divergence of randomised response grows with its loss. *)
Lemma rr_curve_grows a u v : 1 < a -> 0 < u -> u < v -> rr_curve a u < rr_curve a v.
Proof.
move=> a1 u0 uv; rewrite /rr_curve; apply: Rmult_lt_compat_r; first by apply: Rinv_0_lt_compat; lra.
have cu := cosh_pos (u / 2); have cv := cosh_pos (v / 2); have du := cosh_pos ((a - 1 / 2) * u); have dv := cosh_pos ((a - 1 / 2) * v).
suff : ln (cosh ((a - 1 / 2) * u) * cosh (v / 2)) < ln (cosh ((a - 1 / 2) * v) * cosh (u / 2)).
  by rewrite (ln_mult _ _ du cv) (ln_mult _ _ dv cu); lra.
apply: ln_increasing; first exact: Rmult_lt_0_compat.
have sum x y : cosh x * cosh y = (cosh (x + y) + cosh (x - y)) / 2.
  by rewrite /cosh /Rminus !Ropp_plus_distr Ropp_involutive !exp_plus; field.
rewrite !sum; have c1 : cosh ((a - 1 / 2) * u + v / 2) < cosh ((a - 1 / 2) * v + u / 2) by apply: cosh_lt_abs; nra.
have c2 : cosh ((a - 1 / 2) * u - v / 2) < cosh ((a - 1 / 2) * v - u / 2) by apply: cosh_lt_abs; nra.
lra.
Qed.

(* One event decides: mixed with the reverse order of its complement, the two laws become randomised response. *)
Lemma to_response L (T : standard L) l (O : finType) (p q : dist O) (S : pred O) : processed T l -> mixed T l ->
  (forall (B : finType) (p' q' : dist B), T l _ p' q' -> dominated p' q') -> T l _ p q -> T l _ q p -> 0 < Pr p S - Pr q S ->
  exists v, 0 < v /\ tanh (v / 2) = Pr p S - Pr q S /\ T l _ (answer v true) (answer v false).
Proof.
move=> Hp Hm Hd H H'; set t := Pr p S - Pr q S => t0.
pose told (x : dist O) := bind x (fun o => ret (S o)); pose other (x : dist O) := bind x (fun o => ret (~~ S o)).
have toldE (x : dist O) b : told x b = if b then Pr x S else 1 - Pr x S.
  rewrite -Pr_one /told Pr_bind -(Pr_not x S) /Ex /Pr; case: b; apply: sum_eq => o;
    by rewrite sum_bool; case: (S o) => /=; ring.
have otherE (x : dist O) b : other x b = if b then 1 - Pr x S else Pr x S.
  rewrite -Pr_one /other Pr_bind -(Pr_not x S) /Ex /Pr; case: b; apply: sum_eq => o;
    by rewrite sum_bool; case: (S o) => /=; ring.
have half : 0 <= / 2 <= 1 by lra.
have M : T l _ (mix half (told p) (other q)) (mix half (told q) (other p)) by apply: Hm; apply: Hp.
have t1 : t < 1.
  have := Pr_le1 p S; have := Pr_ge0 q S => q0 p1; case: (Rlt_dec t 1) => // k; exfalso.
  by have := Hd _ _ _ M true; rewrite !mixE !toldE !otherE /t in k *; lra.
have r1 : 1 < (1 + t) / (1 - t) by apply: lt_div; lra.
exists (ln ((1 + t) / (1 - t))); set v := ln _.
have ev : exp v = (1 + t) / (1 - t) by rewrite exp_ln; lra.
have ov : odds v = (1 + t) / 2 by rewrite /odds ev; field; lra.
split; first by rewrite /v -ln_1; apply: ln_increasing; lra.
split; first by rewrite tanh_half ev; field; lra.
have e1 : mix half (told p) (other q) = answer v true.
  by apply: dist_eq => b; rewrite mixE toldE otherE answerE ov /t; case: b => /=; field.
have e2 : mix half (told q) (other p) = answer v false.
  by apply: dist_eq => b; rewrite mixE toldE otherE answerE ov /t; case: b => /=; field.
by rewrite -e1 -e2.
Qed.

(* A larger difference belongs to a larger loss. *)
Lemma tanh_lt_inv u v : tanh (u / 2) < tanh (v / 2) -> u < v.
Proof.
move=> h; case: (Rlt_dec u v) => // k; exfalso; have vu : exp v <= exp u by apply: exp_le; lra.
have : tanh (v / 2) <= tanh (u / 2); last lra.
rewrite !tanh_half; have pv := exp_pos v; have pu := exp_pos u.
have m z : 0 < exp z -> (exp z - 1) / (exp z + 1) = 1 - 2 * / (exp z + 1) by move=> ?; field; lra.
rewrite !m //; have : / (exp u + 1) <= / (exp v + 1) by apply: Rinv_le_contravar; lra.
lra.
Qed.

Lemma renyi_response a e (O : finType) (p q : dist O) (S : pred O) u : 1 < a -> 0 < u -> e <= rr_curve a u ->
  renyi_at a e p q -> renyi_at a e q p -> Pr p S - Pr q S <= tanh (u / 2).
Proof.
move=> a1 u0 eu H H'; case: (Rle_dec (Pr p S - Pr q S) (tanh (u / 2))) => // n; exfalso; have T := tanh_pos u0.
have D (B : finType) (p' q' : dist B) : renyi_at a e p' q' -> dominated p' q' by case.
have [v [v0 [tv M]]] := to_response (S := S) (renyi_processed_at a1) (renyi_mixed_at a1) D H H' ltac:(lra).
have uv : u < v by apply: tanh_lt_inv; lra.
by have := answer_renyi a1 v0 M; have := rr_curve_grows a1 u0 uv; lra.
Qed.

(* The same for the mean loss. *)
Lemma kl_response e (O : finType) (p q : dist O) (S : pred O) u : 0 < u -> e <= u * tanh (u / 2) ->
  kl e p q -> kl e q p -> Pr p S - Pr q S <= tanh (u / 2).
Proof.
move=> u0 eu H H'; case: (Rle_dec (Pr p S - Pr q S) (tanh (u / 2))) => // n; exfalso; have T := tanh_pos u0.
have D (B : finType) (p' q' : dist B) : kl e p' q' -> dominated p' q' by case.
have [v [v0 [tv [_ M]]]] := to_response (S := S) (@kl_processed e) (@kl_mixed e) D H H' ltac:(lra).
have uv : u < v by apply: tanh_lt_inv; lra.
rewrite -/(mean_ratio ln _ _) (worst_attained ln v) worst_ln // in M.
by have : u * tanh (u / 2) < v * tanh (v / 2); [rewrite tv; nra|lra].
Qed.

Lemma response_level a e u : 1 < a -> (a - 1) * e <= ln (cosh ((a - 1 / 2) * u)) - ln (cosh (u / 2)) -> e <= rr_curve a u.
Proof. by move=> a1 h; apply: le_div; lra. Qed.

(* Some response has a divergence that large. *)
Lemma response_exists a e : 1 < a -> 0 < e ->
  exists u, 0 < u /\ (a - 1) * e <= ln (cosh ((a - 1 / 2) * u)) - ln (cosh (u / 2)).
Proof.
move=> a1 e0; have l2 : 0 < ln 2 by rewrite -ln_1; apply: ln_increasing; lra.
have d0 : 0 < ln 2 / (a - 1) by apply: Rdiv_lt_0_compat; lra.
exists (e + ln 2 / (a - 1)); set u := e + ln 2 / (a - 1); have u0 : 0 < u by rewrite /u; lra.
split=> //; have c1 : (a - 1 / 2) * u - ln 2 <= ln (cosh ((a - 1 / 2) * u)).
  set z := (a - 1 / 2) * u; have E := exp_pos z; have F := exp_pos (- z).
  rewrite -{1}(ln_exp z) -ln_div //; last lra.
  have : exp z / 2 <= cosh z by rewrite /cosh; lra.
  by case=> [k|->]; [left; apply: ln_increasing => //; lra|lra].
have c2 : ln (cosh (u / 2)) <= u / 2.
  rewrite -{2}(ln_exp (u / 2)); have : cosh (u / 2) <= exp (u / 2) by rewrite /cosh; have := @exp_le (- (u / 2)) (u / 2); lra.
  by case=> [k|->]; [left; apply: ln_increasing => //; apply: cosh_pos|lra].
have : (a - 1) * u = (a - 1) * e + ln 2 by rewrite /u; field; lra.
lra.
Qed.

Theorem renyi_dp__stronger_than__total_variation_privacy__by_response :
  forall (D : Type) (U : neighbours D),
  (* every proper level gives a proper level *)
  (forall (alpha epsilon : R), 1 < alpha -> 0 < epsilon -> 1 < alpha -> (exists u : R, 0 < u /\
    (alpha - 1) * epsilon <= ln (cosh ((alpha - 1 / 2) * u)) - ln (cosh (u / 2))) /\ (forall (u : R), 0 < u ->
    (alpha - 1) * epsilon <= ln (cosh ((alpha - 1 / 2) * u)) - ln (cosh (u / 2)) -> 0 < tanh (u / 2) /\
    tanh (u / 2) < 1 /\ gives (pairs U) renyi (Order alpha, epsilon) (pairs U) total_variation (tanh (u / 2)))) /\
  (* every proper level is reached *)
  (forall (epsilon' : R), 0 < epsilon' -> epsilon' < 1 -> exists (alpha epsilon : R), 1 < alpha /\ 0 < epsilon /\
    gives (pairs U) renyi (Order alpha, epsilon) (pairs U) total_variation epsilon').
Proof.
move=> D U; split=> [a e a1 e0 _|t t0 t1].
- split; first exact: response_exists.
  move=> u u0 h; split; first exact: tanh_pos; split; first exact: tanh_lt1.
  apply: lift_pairs => O p q /(renyi_proper _ _ _ a1) H /(renyi_proper _ _ _ a1) H' S.
  by apply: renyi_response H H' => //; apply: response_level.
- (* The response of odds (1 + t) / (1 - t), at order 2. *)
  have a1 : 1 < 2 by lra.
  set u := ln ((1 + t) / (1 - t)); have r1 : 1 < (1 + t) / (1 - t) by apply: lt_div; lra.
  have u0 : 0 < u by rewrite /u -ln_1; apply: ln_increasing; lra.
  have tu : tanh (u / 2) = t by rewrite tanh_half exp_ln; [field; lra|lra].
  exists 2, (rr_curve 2 u); do 2 (split; first by [lra|apply: rr_curve_pos]).
  apply: lift_pairs => O p q /(renyi_proper _ _ _ a1) H /(renyi_proper _ _ _ a1) H' S.
  by rewrite -tu; apply: renyi_response H H' => //; lra.
Qed.

Theorem renyi_dp__stronger_than__kl_privacy__by_response :
  forall (D : Type) (U : neighbours D),
  (* every proper level gives a proper level *)
  (forall (alpha epsilon : R), 1 < alpha -> 0 < epsilon -> 1 < alpha -> (exists u : R, 0 < u /\
    (alpha - 1) * epsilon <= ln (cosh ((alpha - 1 / 2) * u)) - ln (cosh (u / 2))) /\ (forall (u : R), 0 < u ->
    (alpha - 1) * epsilon <= ln (cosh ((alpha - 1 / 2) * u)) - ln (cosh (u / 2)) -> 0 < u * tanh (u / 2) /\
    gives (pairs U) renyi (Order alpha, epsilon) (pairs U) kl (u * tanh (u / 2)))) /\
  (* every proper level is reached *)
  (forall (epsilon' : R), 0 < epsilon' -> exists (alpha epsilon : R), 1 < alpha /\ 0 < epsilon /\
    gives (pairs U) renyi (Order alpha, epsilon) (pairs U) kl epsilon').
Proof.
have a1 : 1 < 2 by lra.
move=> D U; split=> [a e {}a1 e0 _|e e0].
- split; first exact: response_exists.
  move=> u u0 h; split; first by apply: Rmult_lt_0_compat => //; apply: tanh_pos.
  apply: lift_pairs => O p q /(renyi_proper _ _ _ a1) H /(renyi_proper _ _ _ a1) H'.
  by apply: (@renyi_kl_response a u a1 u0 e) => //; apply: response_level.
- by exists 2, e; do 2 (split=> //); apply: lift_refines => O p q /(renyi_proper _ _ _ a1); apply: renyi_kl.
Qed.

Theorem kl_privacy__stronger_than__total_variation_privacy__by_response :
  forall (D : Type) (U : neighbours D),
  (* every proper level gives a proper level *)
  (forall (epsilon : R), 0 < epsilon -> (exists u : R, 0 < u /\ epsilon <= u * tanh (u / 2)) /\ (forall (u : R),
    0 < u -> epsilon <= u * tanh (u / 2) -> 0 < tanh (u / 2) /\ tanh (u / 2) < 1 /\
    gives (pairs U) kl epsilon (pairs U) total_variation (tanh (u / 2)))) /\
  (* every proper level is reached *)
  (forall (epsilon' : R), 0 < epsilon' -> epsilon' < 1 -> exists epsilon : R, 0 < epsilon /\
    gives (pairs U) kl epsilon (pairs U) total_variation epsilon').
Proof.
move=> D U; split=> [e e0|t t0 t1].
- split.
    (* From u = 2 on, the hyperbolic tangent of u / 2 is more than 1 / 2. *)
    exists (2 + 2 * e); set u := 2 + 2 * e; split; first by rewrite /u; lra.
    have : / 2 <= tanh (u / 2).
      by rewrite tanh_half; apply: le_div; [have := exp_pos u; lra|have := exp_ineq1_le u; rewrite /u; lra].
    by rewrite /u => h; nra.
  move=> u u0 h; split; first exact: tanh_pos; split; first exact: tanh_lt1.
  by apply: lift_pairs => O p q H H' S; apply: kl_response H H'.
- set u := ln ((1 + t) / (1 - t)); have r1 : 1 < (1 + t) / (1 - t) by apply: lt_div; lra.
  have u0 : 0 < u by rewrite /u -ln_1; apply: ln_increasing; lra.
  have tu : tanh (u / 2) = t by rewrite tanh_half exp_ln; [field; lra|lra].
  exists (u * tanh (u / 2)); split; first by apply: Rmult_lt_0_compat => //; apply: tanh_pos.
  by apply: lift_pairs => O p q H H' S; rewrite -tu; apply: kl_response H H' => //; lra.
Qed.
