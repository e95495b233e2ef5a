(* Claims of the records: what a bounded range gives on average, in zero-concentrated, Rényi and Kullback-Leibler terms. *)

From Coq Require Import Reals Lra Classical.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop.
From Dpzoo Require Import Prob Blocks Standards Units Events Divergences Response Conversions Analytic Sinhc ClaimsConversions ClaimsAnalytic ClaimsRange.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Open Scope R_scope.

(* --- The interval of the loss ----------------------------------------------------------------------------------------------- *)

(* Among finitely many outcomes with a property there is one where F is least. *)
Lemma least (O : finType) (A : O -> Prop) (F : O -> R) : (exists o, A o) -> exists o, A o /\ forall o', A o' -> F o <= F o'.
Proof.
move=> [o Ao]; suff: forall s : seq O, exists o1, A o1 /\ forall o', o' \in s -> A o' -> F o1 <= F o'.
  by move=> /(_ (enum O)) [o1 [A1 H]]; exists o1; split=> // o' A'; apply: H => //; rewrite mem_enum.
elim=> [|x s [o1 [A1 H]]]; first by exists o.
case: (classic (A x /\ F x < F o1)) => [[Ax lt]|n].
- exists x; split=> // o'; rewrite in_cons => /orP [/eqP ->|/H h] //; first lra.
  by move=> /h; lra.
- exists o1; split=> // o'; rewrite in_cons => /orP [/eqP -> Ax|/H] //.
  by case: (Rle_dec (F o1) (F x)) => // k; case: n; split=> //; lra.
Qed.

(* All ratios of the probabilities lie between m and m e^epsilon. *)
Lemma range_interval e (O : finType) (p q : dist O) : bounded_range e p q ->
  exists m, 0 < m /\ forall o, m * q o <= p o <= m * exp e * q o.
Proof.
move=> /rangeE H; have [o0 q0] := dist_pos q; have [o1 p1] := dist_pos p; have E := exp_pos e.
have [a [qa least_a]] : exists o, 0 < q o /\ forall o', 0 < q o' -> p o / q o <= p o' / q o' by apply: least; exists o0.
have pa : 0 < p a.
  case: (Rle_lt_or_eq_dec _ _ (mass_ge0 p a)) => // z; exfalso.
  by have := H o1 a; rewrite -z; nra.
exists (p a / q a); split; first exact: Rdiv_lt_0_compat.
move=> o; split.
- case: (Rle_lt_or_eq_dec _ _ (mass_ge0 q o)) => [qo|<-]; last by rewrite Rmult_0_r; apply: mass_ge0.
  have := Rmult_le_compat_r (q o) _ _ (mass_ge0 q o) (least_a o qo).
  by have -> : p o / q o * q o = p o by field; lra.
- have -> : p a / q a * exp e * q o = exp e * (q o * p a) / q a by field; lra.
  by apply: le_div => //; exact: H.
Qed.

Lemma interval_one m e (O : finType) (p q : dist O) : (forall o, m * q o <= p o <= m * exp e * q o) -> m <= 1 <= m * exp e.
Proof.
move=> H; have := sum_le (fun o => proj1 (H o)); have := sum_le (fun o => proj2 (H o)).
by rewrite !sum_scale !mass_sum; lra.
Qed.

(* --- The worst laws: two losses at the ends of the interval ------------------------------------------------------------------ *)

Section Chord.
Variables (g : R -> R) (e m : R).
Hypotheses (sup : supported g) (e0 : 0 < e) (m0 : 0 < m).
Notation M := (m * exp e).

Lemma worst_in_interval (O : finType) (p q : dist O) : (forall o, m * q o <= p o <= M * q o) ->
  mean_ratio g p q <= ((1 - m) * (M * g M) + (M - 1) * (m * g m)) / (M - m).
Proof.
move=> H; have E1 := exp_gt1 e0; have mM : m < M by nra.
set x := M * g M; set y := m * g m.
have chord r : m <= r <= M -> r * g r <= ((r - m) * x + (M - r) * y) / (M - m).
  move=> hr; case: (sup (s := r)) => [|a [b [_ [d T]]]]; first lra.
  have t1 := T M 1; have t2 := T m 1; rewrite /Rdiv Rinv_1 !Rmult_1_r in t1 t2.
  apply: le_div; first lra.
  rewrite -d; have k1 : a * M + b <= x by apply: t1; lra.
  have k2 : a * m + b <= y by apply: t2; lra.
  have : (r - m) * (a * M + b) <= (r - m) * x by apply: Rmult_le_compat_l; lra.
  have : (M - r) * (a * m + b) <= (M - r) * y by apply: Rmult_le_compat_l; lra.
  lra.
apply: (Rle_trans _ (\sum_o ((x - y) / (M - m) * p o + (M * y - m * x) / (M - m) * q o))).
  apply: sum_le => o; have [lo up] := H o.
  case: (Rle_lt_or_eq_dec _ _ (mass_ge0 q o)) => [q0|q0]; last first.
    have -> : p o = 0 by rewrite -q0 in lo up; lra.
    by rewrite -q0; lra.
  have d : p o = q o * (p o / q o) by field; lra.
  have hr : m <= p o / q o <= M by split; [apply: le_div|apply: div_le].
  rewrite {1}d Rmult_assoc; apply: (Rle_trans _ (q o * (((p o / q o - m) * x + (M - p o / q o) * y) / (M - m)))).
    by apply: Rmult_le_compat_l; [lra|apply: chord].
  by right; field; lra.
by rewrite sum_add !sum_scale !mass_sum; right; field; lra.
Qed.
End Chord.

(* The coins of the range attain it: the loss is epsilon - ln v or - ln v. *)
Lemma coins_attain g e v (e0 : 0 < e) (v1 : 1 < v) (ve : v < exp e) :
  mean_ratio g (coin (high01 v1 ve)) (coin (low01 v1 ve)) = high e v * g (exp e / v) + (1 - high e v) * g (/ v).
Proof.
have l0 := low_pos v1 ve; have hl := high_low v1 ve.
have l1 : low e v < 1 by rewrite /low; apply: div_lt; lra.
rewrite /mean_ratio /Ex sum_bool /=; congr (_ * g _ + _ * g _); first by rewrite hl; field; lra.
have -> : 1 - high e v = / v * (1 - low e v) by rewrite /high /low; field; lra.
by field; lra.
Qed.

(* --- Kullback-Leibler -------------------------------------------------------------------------------------------------------- *)

Definition kappa e : R := e * exp e / (exp e - 1).
Definition mean_value e : R := kappa e - 1 - ln (kappa e).

Lemma kappa_between e : 0 < e -> 1 < kappa e < exp e.
Proof.
move=> e0; have E1 := exp_gt1 e0; have h1 := exp_ineq1 e ltac:(lra); have h2 := exp_ineq1 (- e) ltac:(lra); have i := exp_inv e.
split; [apply: lt_div; first lra|apply: div_lt; first lra; nra].
have : exp e * (1 + - e) < exp e * exp (- e) by apply: Rmult_lt_compat_l; lra.
lra.
Qed.

Lemma mean_value_pos e : 0 < e -> 0 < mean_value e.
Proof.
move=> e0; have [k1 _] := kappa_between e0; have l0 : 0 < ln (kappa e) by rewrite -ln_1; apply: ln_increasing; lra.
by have := exp_ineq1 (ln (kappa e)) ltac:(lra); rewrite exp_ln /mean_value; lra.
Qed.

(* The record's formula, in sinh and coth of epsilon / 2. *)
Lemma mean_value_phi1 e : 0 < e -> mean_value e = phi1 (e / 2).
Proof.
move=> e0; have s := @sinh_pos_strict (e / 2) ltac:(lra); have E1 := exp_gt1 e0; set x := e / 2 in s *.
have ex : exp e - 1 = 2 * exp x * sinh x.
  have -> : exp e = exp x * exp x by rewrite -exp_plus /x; congr exp; field.
  have := exp_inv x; rewrite /sinh; nra.
have xp := exp_pos x; have x0 : 0 < x by rewrite /x; lra.
have k : kappa e = x * exp x / sinh x.
  rewrite /kappa ex; have -> : exp e = exp x * exp x by rewrite -exp_plus /x; congr exp; field.
  have -> : e = 2 * x by rewrite /x; field.
  by field; lra.
have ec : exp x = cosh x + sinh x by rewrite /cosh /sinh; field.
have k' : kappa e = x * coth x + x by rewrite k /coth ec; field; lra.
rewrite /mean_value {1}k' k ln_div //; last by apply: Rmult_lt_0_compat.
by rewrite ln_mult // ln_exp /phi1 /lsinhc; ring.
Qed.

Lemma record_mean e : 0 < e -> e / 2 * langevin (e / 2) + ln (sinhc (e / 2)) = mean_value e.
Proof.
move=> e0; have x0 : 0 < e / 2 by lra.
by rewrite mean_value_phi1 // langevinE // ln_sinhc // /phi1; field; lra.
Qed.

Lemma range_kl e : 0 < e -> refines bounded_range e kl (mean_value e).
Proof.
move=> e0 O p q H; split; first exact: dominated_pure (range_pure H).
have [m [m0 I]] := range_interval H; have [k1 k2] := kappa_between e0; have E1 := exp_gt1 e0.
apply: Rle_trans (worst_in_interval supported_ln e0 m0 I) _.
rewrite ln_mult ?ln_exp //; last exact: exp_pos.
have -> : ((1 - m) * (m * exp e * (ln m + e)) + (m * exp e - 1) * (m * ln m)) / (m * exp e - m) = ln m + kappa e * (1 - m).
  by rewrite /kappa; field; nra.
have km : 0 < kappa e * m by apply: Rmult_lt_0_compat; lra.
by have := ln_le_sub1 km; rewrite ln_mult /mean_value; lra.
Qed.

Lemma range_kl_tight D (U : neighbours D) e l : discerning U -> 0 < e ->
  gives (pairs U) bounded_range e (pairs U) kl l -> mean_value e <= l.
Proof.
move=> dU e0 H; have [k1 k2] := kappa_between e0; have E1 := exp_gt1 e0.
have [_] := on_coins e0 k1 k2 dU H; rewrite -/(mean_ratio ln _ _) (coins_attain ln e0).
rewrite ln_div ?ln_exp; [|exact: exp_pos|lra]; rewrite ln_Rinv; last lra.
suff -> : mean_value e = high e (kappa e) * (e - ln (kappa e)) + (1 - high e (kappa e)) * - ln (kappa e) by [].
have h : high e (kappa e) * e = kappa e - 1.
  rewrite /high; have -> : exp e * (kappa e - 1) / (kappa e * (exp e - 1)) * e = (e * exp e / (exp e - 1)) * (kappa e - 1) / kappa e by field; lra.
  by rewrite -/(kappa e); field; lra.
rewrite /mean_value; lra.
Qed.

Theorem range_bounded_privacy__stronger_than__kl_privacy :
  forall (D : Type) (U : neighbours D), discerning U ->
  (* every proper level gives a proper level *)
  (forall (epsilon : R), 0 < epsilon -> (0 < epsilon / 2 * langevin (epsilon / 2) + ln (sinhc (epsilon / 2)) /\
    gives (pairs U) bounded_range epsilon (pairs U) kl (epsilon / 2 * langevin (epsilon / 2) + ln (sinhc (epsilon /
    2))))) /\
  (* every proper level is reached *)
  (forall (epsilon' : R), 0 < epsilon' -> exists epsilon : R, 0 < epsilon /\
    gives (pairs U) bounded_range epsilon (pairs U) kl epsilon') /\
  (* tight: no smaller value will do *)
  (forall (epsilon : R), 0 < epsilon -> forall (epsilon' : R), 0 <= epsilon' ->
    gives (pairs U) bounded_range epsilon (pairs U) kl epsilon' ->
    epsilon / 2 * langevin (epsilon / 2) + ln (sinhc (epsilon / 2)) <= epsilon').
Proof.
move=> D U dU; split; last split.
- move=> e e0; rewrite record_mean //; split; first exact: mean_value_pos.
  by apply: lift_refines; apply: range_kl.
- move=> e e0; have [_ [/(_ e e0) [e' [e'0 G]] _]] := @epsilon_dp__stronger_than__kl_privacy D U dU.
  exists e'; split=> //; apply: gives_trans G; apply: lift_refines; exact: range_pure.
- by move=> e e0 e' e'0; rewrite record_mean //; apply: range_kl_tight.
Qed.

(* --- Rényi ------------------------------------------------------------------------------------------------------------------- *)

(* Jensen's inequality for exp, strict. *)
Lemma exp_chord a e : 1 < a -> e <> 0 -> a * exp e < exp (a * e) + (a - 1).
Proof.
move=> a1 e0; have E := exp_pos e; have n1 : a * e - e <> 0 by nra.
have h1 := exp_ineq1 _ n1; have h2 := exp_ineq1 (- e) ltac:(lra).
have s1 : exp (a * e) = exp e * exp (a * e - e) by rewrite -exp_plus; congr exp; ring.
have s2 : 1 = exp e * exp (- e) by rewrite exp_inv.
have k1 : exp e * (1 + (a * e - e)) < exp (a * e) by rewrite s1; apply: Rmult_lt_compat_l.
have k2 : exp e * (1 + - e) < 1 by rewrite [X in _ < X]s2; apply: Rmult_lt_compat_l.
by have := Rmult_lt_compat_l (a - 1) _ _ ltac:(lra) k2; lra.
Qed.

Section Orders.
Variables (a e : R) (a1 : 1 < a) (e0 : 0 < e).
Notation E := (exp e).
(* The two losses m and m + e at order a, and the m for which that is largest. *)
Definition slope : R := (exp (a * e) - 1) / (E - 1).
Definition best_m : R := (a - 1) * slope / (a * (slope - 1)).
Definition at_order m : R := exp ((a - 1) * ln m) * (slope - (slope - 1) * m).

Lemma slope_gt : a < slope.
Proof. by have E1 := exp_gt1 e0; rewrite /slope; apply: lt_div; [lra|have := @exp_chord a e a1 ltac:(lra); lra]. Qed.

Lemma best_between : / E < best_m < 1.
Proof.
have E1 := exp_gt1 e0; have s := slope_gt; have F := @exp_chord a (- e) a1 ltac:(lra).
have d0 : 0 < a * (slope - 1) by nra.
split; last by rewrite /best_m; apply: div_lt; [|nra].
rewrite /best_m; apply: lt_div => //.
(* a (slope - 1) / e^e < (a - 1) slope, multiplied by e^(e + a e) (e^e - 1) *)
have i := exp_inv e; have i' := exp_inv (a * e); have Ea := exp_pos (a * e).
have -> : / E = exp (- e) by rewrite exp_Ropp.
have F0 := exp_pos (- e).
apply: (Rmult_lt_reg_r (E - 1)); first lra.
have -> : exp (- e) * (a * (slope - 1)) * (E - 1) = a * exp (- e) * (exp (a * e) - 1) - a * (exp (- e) * E) + a * exp (- e) by rewrite /slope; field; lra.
have -> : (a - 1) * slope * (E - 1) = (a - 1) * (exp (a * e) - 1) by rewrite /slope; field; lra.
have -> : exp (- e) * E = 1 by rewrite Rmult_comm.
have := Rmult_lt_compat_l (exp (a * e)) _ _ Ea F.
have -> : exp (a * e) * (exp (a * - e) + (a - 1)) = 1 + (a - 1) * exp (a * e).
  have -> : a * - e = - (a * e) by ring.
  by rewrite Rmult_plus_distr_l i'; ring.
lra.
Qed.

Lemma at_best : at_order best_m = exp ((a - 1) * ln best_m) * (slope / a).
Proof. by have s := slope_gt; rewrite /at_order; congr (_ * _); rewrite /best_m; field; lra. Qed.

Lemma best_is_best m : 0 < m -> m <= 1 -> at_order m <= at_order best_m.
Proof.
move=> m0 m1; rewrite at_best; have s := slope_gt; have [b0 b1] := best_between.
have E1 := exp_gt1 e0; have ie : 0 < / E by apply: Rinv_0_lt_compat; lra.
set y := slope - (slope - 1) * m; have y0 : 0 < y by rewrite /y; nra.
have sa : 0 < slope / a by apply: Rdiv_lt_0_compat; lra.
rewrite /at_order -/y -{1}(exp_ln y y0) -{1}(exp_ln _ sa) -!exp_plus; apply: exp_le.
have r1 : 0 < m / best_m by apply: Rdiv_lt_0_compat; lra.
have r2 : 0 < y / (slope / a) by apply: Rdiv_lt_0_compat.
have bp : 0 < best_m by lra.
have h1 := ln_le_sub1 r1; rewrite ln_div // in h1; have h2 := ln_le_sub1 r2; rewrite ln_div // in h2.
have := Rmult_le_compat_l (a - 1) _ _ ltac:(lra) h1.
have -> : (a - 1) * (m / best_m - 1) = a * (slope - 1) * m / slope - (a - 1) by rewrite /best_m; field; lra.
have e2 : y / (slope / a) - 1 = a - a * (slope - 1) * m / slope - 1 by rewrite /y; field; lra.
rewrite e2 in h2; lra.
Qed.

Lemma worst_order m : 0 < m -> ((1 - m) * (m * E * power (a - 1) (m * E)) + (m * E - 1) * (m * power (a - 1) m)) / (m * E - m) = at_order m.
Proof.
move=> m0; have E1 := exp_gt1 e0; rewrite /power ln_mult ?ln_exp //; last exact: exp_pos.
have -> : exp ((a - 1) * (ln m + e)) = exp ((a - 1) * ln m) * (exp (a * e) / E).
  by rewrite /Rdiv -exp_Ropp -!exp_plus; congr exp; ring.
by rewrite /at_order /slope; field; nra.
Qed.

Lemma range_order (O : finType) (p q : dist O) : bounded_range e p q -> mean_ratio (power (a - 1)) p q <= at_order best_m.
Proof.
move=> H; have [m [m0 I]] := range_interval H; have [m1 _] := interval_one I.
apply: Rle_trans (worst_in_interval (supported_power _) e0 m0 I) _; first lra.
by rewrite worst_order //; apply: best_is_best.
Qed.

Lemma coins_order (v1 : 1 < / best_m) (ve : / best_m < E) :
  mean_ratio (power (a - 1)) (coin (high01 v1 ve)) (coin (low01 v1 ve)) = at_order best_m.
Proof.
have E1 := exp_gt1 e0; have [b0 b1] := best_between; have ie : 0 < / E by apply: Rinv_0_lt_compat; lra.
rewrite coins_attain // Rinv_inv /power /Rdiv Rinv_inv ln_mult ?ln_exp; [|exact: exp_pos|lra].
have -> : exp ((a - 1) * (e + ln best_m)) = exp ((a - 1) * ln best_m) * (exp (a * e) / E).
  by rewrite /Rdiv -exp_Ropp -!exp_plus; congr exp; ring.
by rewrite /at_order /high /slope; field; lra.
Qed.

(* The record's formula. *)
Notation x := (e / 2).
Definition order_value : R := (lsinhc (a * e / 2) - lsinhc x) / (a - 1) + lsinhc (a * e / 2) - lsinhc ((a - 1) * e / 2).

Lemma exp_sinh z : exp (2 * z) - 1 = 2 * exp z * sinh z.
Proof.
have -> : exp (2 * z) = exp z * exp z by rewrite -exp_plus; congr exp; ring.
by have := exp_inv z; rewrite /sinh; lra.
Qed.

Lemma order_valueE : exp ((a - 1) * order_value) = at_order best_m.
Proof.
have x0 : 0 < x by lra.
have xa0 : 0 < a * e / 2 by nra.
have xb0 : 0 < (a - 1) * e / 2 by nra.
have s := sinh_pos_strict x0; have sa := sinh_pos_strict xa0; have sb := sinh_pos_strict xb0.
have p0 := exp_pos x; have pa := exp_pos (a * e / 2); have pb := exp_pos ((a - 1) * e / 2); have E1 := exp_gt1 e0.
have e1 : E - 1 = 2 * exp x * sinh x by rewrite -exp_sinh; congr (exp _ - 1); field.
have e2 : exp (a * e) - 1 = 2 * exp (a * e / 2) * sinh (a * e / 2) by rewrite -exp_sinh; congr (exp _ - 1); field.
have e3 : exp ((a - 1) * e) - 1 = 2 * exp ((a - 1) * e / 2) * sinh ((a - 1) * e / 2) by rewrite -exp_sinh; congr (exp _ - 1); field.
have m1 : exp (a * e / 2) = exp ((a - 1) * e / 2) * exp x by rewrite -exp_plus; congr exp; field.
have m2 : exp (a * e) = E * exp ((a - 1) * e) by rewrite -exp_plus; congr exp; ring.
have E2 : E = exp x * exp x by rewrite -exp_plus; congr exp; field.
have sl : slope = exp ((a - 1) * e / 2) * sinh (a * e / 2) / sinh x by rewrite /slope e1 e2 m1; field; lra.
have sl1 : slope - 1 = exp (a * e / 2) * sinh ((a - 1) * e / 2) / sinh x.
  have -> : slope - 1 = E * (exp ((a - 1) * e) - 1) / (E - 1) by rewrite /slope m2; field; lra.
  by rewrite e3 e1 m1 {1}E2; field; lra.
have g := slope_gt; have [b0 b1] := best_between; have ie : 0 < / E by apply: Rinv_0_lt_compat; lra.
have lb : ln best_m = - x + lsinhc (a * e / 2) - lsinhc ((a - 1) * e / 2).
  have -> : best_m = (a - 1) / a * (exp (- x) * (sinh (a * e / 2) / sinh ((a - 1) * e / 2))).
    rewrite /best_m sl1 sl m1 exp_Ropp; field; repeat split; try lra.
  have c0 : 0 < (a - 1) / a by apply: Rdiv_lt_0_compat; lra.
  have c1 : 0 < sinh (a * e / 2) / sinh ((a - 1) * e / 2) by apply: Rdiv_lt_0_compat.
  have c2 := exp_pos (- x).
  have c3 := Rmult_lt_0_compat _ _ c2 c1.
  have b0' : 0 < a - 1 by lra.
  have a0 : 0 < a by lra.
  rewrite (ln_mult _ _ c0 c3) (ln_mult _ _ c2 c1) ln_exp (ln_div b0' a0) (ln_div sa sb) /lsinhc.
  have -> : ln (a * e / 2) = ln a + ln x by rewrite -ln_mult; [congr ln; field|lra|lra].
  have -> : ln ((a - 1) * e / 2) = ln (a - 1) + ln x by rewrite -ln_mult; [congr ln; field|lra|lra].
  ring.
have la : ln (slope / a) = (a - 1) * e / 2 + lsinhc (a * e / 2) - lsinhc x.
  rewrite sl; have -> : exp ((a - 1) * e / 2) * sinh (a * e / 2) / sinh x / a = exp ((a - 1) * e / 2) * (sinh (a * e / 2) / (a * sinh x)) by field; lra.
  have c1 : 0 < a * sinh x by nra.
  have c2 : 0 < sinh (a * e / 2) / (a * sinh x) by apply: Rdiv_lt_0_compat.
  have a0 : 0 < a by lra.
  rewrite (ln_mult _ _ pb c2) ln_exp (ln_div sa c1) (ln_mult _ _ a0 s) /lsinhc; have -> : ln (a * e / 2) = ln a + ln x by rewrite -ln_mult; [congr ln; field|lra|lra].
  ring.
have sa0 : 0 < slope / a by apply: Rdiv_lt_0_compat; lra.
rewrite at_best -{1}(exp_ln _ sa0) -exp_plus lb la /order_value; congr exp; field; lra.
Qed.

Lemma order_value_mean : order_value <= mean_value e * a.
Proof.
have x0 : 0 < x by lra.
have xb0 : 0 < (a - 1) * e / 2 by nra.
rewrite mean_value_phi1 //; have := phi_sum x0 xb0.
have -> : x + (a - 1) * e / 2 = a * e / 2 by field.
have -> : phi (a * e / 2) - phi x - phi ((a - 1) * e / 2) = (a - 1) * x * order_value by rewrite /phi /order_value; field; lra.
have -> : (a - 1) * e / 2 * (a * e / 2) / x * phi1 x = (a - 1) * x * (phi1 x * a) by field; lra.
by apply: Rmult_le_reg_l; nra.
Qed.

Lemma order_value_pos : 0 < order_value.
Proof.
have [b0 b1] := best_between; have E1 := exp_gt1 e0; have ie : 0 < / E by apply: Rinv_0_lt_compat; lra.
have s := slope_gt; have l0 : ln best_m <> 0 by have := ln_increasing best_m 1 ltac:(lra) b1; rewrite ln_1; lra.
have h1 := exp_ineq1 (- ln best_m) ltac:(lra); rewrite exp_Ropp exp_ln in h1; last lra.
have sa : 0 < slope / a by apply: Rdiv_lt_0_compat; lra.
have h2 := ln_ge sa.
have V : (a - 1) * order_value = (a - 1) * ln best_m + ln (slope / a).
  by rewrite -(ln_exp ((a - 1) * order_value)) order_valueE at_best ln_mult // ?ln_exp //; exact: exp_pos.
have : (a - 1) * (1 + - ln best_m) < (a - 1) * / best_m by apply: Rmult_lt_compat_l; lra.
have -> : (a - 1) * / best_m = a - a / slope by rewrite /best_m; field; lra.
have i : / (slope / a) = a / slope by field; lra.
rewrite i in h2; nra.
Qed.

Lemma range_renyi : refines bounded_range e (renyi_at a) order_value.
Proof.
move=> O p q H; apply/renyiE => //; split; first exact: dominated_pure (range_pure H).
by rewrite order_valueE; apply: range_order.
Qed.

Lemma range_renyi_tight D (U : neighbours D) l : discerning U ->
  gives (pairs U) bounded_range e (pairs U) renyi (Order a, l) -> order_value <= l.
Proof.
move=> dU H; have [b0 b1] := best_between; have E1 := exp_gt1 e0; have ie : 0 < / E by apply: Rinv_0_lt_compat; lra.
have v1 : 1 < / best_m by rewrite -Rinv_1; apply: Rinv_lt_contravar; lra.
have ve : / best_m < E by rewrite -(Rinv_inv E); apply: Rinv_lt_contravar => //; apply: Rmult_lt_0_compat; lra.
have /(renyi_proper _ _ _ a1) /(renyiE _ _ _ a1) [_] := on_coins e0 v1 ve dU H.
rewrite coins_order -order_valueE => /exp_le_inv k; apply: (Rmult_le_reg_l (a - 1)); lra.
Qed.

Lemma record_order :
  (ln (sinhc (a * e / 2)) - ln (sinhc (e / 2))) / (a - 1) + ln (sinhc (a * e / 2)) - ln (sinhc ((a - 1) * e / 2)) = order_value.
Proof. by rewrite !ln_sinhc //; nra. Qed.
End Orders.

Theorem range_bounded_privacy__stronger_than__renyi_dp :
  forall (D : Type) (U : neighbours D), discerning U ->
  (* every proper level gives a proper level *)
  (forall (epsilon : R), 0 < epsilon -> (exists alpha : R, 1 < alpha) /\ (forall (alpha : R), 1 < alpha ->
    alpha - 1 <> 0 /\ 1 < alpha /\ 0 < (ln (sinhc (alpha * epsilon / 2)) - ln (sinhc (epsilon / 2))) / (alpha - 1) + ln
    (sinhc (alpha * epsilon / 2)) - ln (sinhc ((alpha - 1) * epsilon / 2)) /\
    gives (pairs U) bounded_range epsilon (pairs U) renyi (Order alpha,
    (ln (sinhc (alpha * epsilon / 2)) - ln (sinhc (epsilon / 2))) / (alpha - 1) + ln (sinhc (alpha * epsilon / 2)) - ln
    (sinhc ((alpha - 1) * epsilon / 2))))) /\
  (* every proper level is reached *)
  (forall (alpha' epsilon' : R), 1 < alpha' -> 0 < epsilon' -> exists epsilon : R, 0 < epsilon /\
    gives (pairs U) bounded_range epsilon (pairs U) renyi (Order alpha', epsilon')) /\
  (* tight: no smaller value will do *)
  (forall (epsilon alpha : R), 0 < epsilon -> 1 < alpha -> forall (epsilon' : R), 0 <= epsilon' ->
    gives (pairs U) bounded_range epsilon (pairs U) renyi (Order alpha, epsilon') ->
    (ln (sinhc (alpha * epsilon / 2)) - ln (sinhc (epsilon / 2))) / (alpha - 1) + ln (sinhc (alpha * epsilon / 2)) - ln
    (sinhc ((alpha - 1) * epsilon / 2)) <= epsilon').
Proof.
move=> D U dU; split; last split.
- move=> e e0; split; first by exists 2; lra.
  move=> a a1; rewrite record_order //; split; first lra; split=> //; split; first exact: order_value_pos.
  by apply: lift_refines => O p q H; apply/(renyi_proper _ _ _ a1); apply: range_renyi.
- move=> a e a1 e0; exists e; split=> //.
  apply: lift_refines => O p q H; apply/(renyi_proper _ _ _ a1).
  by apply: (@pure_renyi a) => //; apply: range_pure.
- by move=> e a e0 a1 e' e'0; rewrite record_order //; apply: range_renyi_tight.
Qed.

(* --- Zero-concentrated: every order lies below the line of the mean ------------------------------------------------------------ *)

Lemma range_zcdp e : 0 < e -> refines bounded_range e zcdp (0, mean_value e).
Proof.
move=> e0 O p q H a a1 /=; apply: (renyi_weaken_at a1 _ (range_renyi a1 e0 H)).
by have := order_value_mean a1 e0; lra.
Qed.

Lemma range_zcdp_reached D (U : neighbours D) x r : 0 <= x -> 0 < r ->
  exists epsilon : R, 0 < epsilon /\ gives (pairs U) bounded_range epsilon (pairs U) zcdp (x, r).
Proof.
move=> x0 r0; have [e [e0 G]] := @pure_zcdp_reached D U x r x0 r0.
by exists e; split=> //; apply: gives_trans G; apply: lift_refines; exact: range_pure.
Qed.

Theorem range_bounded_privacy__stronger_than__zero_concentrated_dp__sharp :
  forall (D : Type) (U : neighbours D), discerning U ->
  (* every proper level gives a proper level *)
  (forall (epsilon : R), 0 < epsilon -> (0 <= 0 /\
    0 < epsilon / 2 * langevin (epsilon / 2) + ln (sinhc (epsilon / 2)) /\
    gives (pairs U) bounded_range epsilon (pairs U) zcdp (0,
    epsilon / 2 * langevin (epsilon / 2) + ln (sinhc (epsilon / 2))))) /\
  (* every proper level is reached *)
  (forall (xi' rho' : R), 0 <= xi' -> 0 < rho' -> exists epsilon : R, 0 < epsilon /\
    gives (pairs U) bounded_range epsilon (pairs U) zcdp (xi', rho')) /\
  (* tight: no smaller value will do *)
  (forall (epsilon : R), 0 < epsilon -> forall (xi' rho' : R), 0 <= xi' -> 0 <= rho' -> xi' <= 0 ->
    rho' <= epsilon / 2 * langevin (epsilon / 2) + ln (sinhc (epsilon / 2)) ->
    gives (pairs U) bounded_range epsilon (pairs U) zcdp (xi', rho') -> xi' = 0 /\
    rho' = epsilon / 2 * langevin (epsilon / 2) + ln (sinhc (epsilon / 2))).
Proof.
move=> D U dU; split; last split.
- move=> e e0; rewrite record_mean //; split; first lra; split; first exact: mean_value_pos.
  by apply: lift_refines; apply: range_zcdp.
- by move=> x r x0 r0; apply: range_zcdp_reached.
- move=> e e0 x r x0 r0 hx; rewrite record_mean // => hr H.
  suff : mean_value e <= x + r by lra.
  by apply: range_kl_tight dU e0 _; apply: gives_trans H _; apply: lift_refines; apply: zcdp_kl.
Qed.

Theorem range_bounded_privacy__stronger_than__zero_concentrated_dp :
  forall (D : Type) (U : neighbours D),
  (* every proper level gives a proper level *)
  (forall (epsilon : R), 0 < epsilon -> (0 <= 0 /\ 0 < epsilon ^ 2 / 8 /\
    gives (pairs U) bounded_range epsilon (pairs U) zcdp (0, epsilon ^ 2 / 8))) /\
  (* every proper level is reached *)
  (forall (xi' rho' : R), 0 <= xi' -> 0 < rho' -> exists epsilon : R, 0 < epsilon /\
    gives (pairs U) bounded_range epsilon (pairs U) zcdp (xi', rho')).
Proof.
move=> D U; split; last by move=> x r x0 r0; apply: range_zcdp_reached.
move=> e e0; split; first lra; split; first by apply: Rdiv_lt_0_compat; [apply: pow_lt|lra].
apply: lift_refines => O p q H; apply: zcdp_weaken (range_zcdp e0 H).
rewrite mean_value_phi1 //; have := @phi1_le (e / 2) ltac:(lra).
by have -> : e / 2 * (e / 2) / 2 = e ^ 2 / 8 by rewrite /=; field.
Qed.
