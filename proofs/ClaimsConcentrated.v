(* Claims of the records: what zero-concentrated privacy gives at best. No normal law is needed: one order of the Rényi divergence gives
   the bound with the square root of pi rho, and many randomised responses of small loss come as close to it as one likes. *)

From Coq Require Import Reals Lra Lia Classical ZArith.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop.
From Dpzoo Require Import Prob Blocks Standards Events Divergences Response Conversions Closure Analytic Sinhc ClaimsConversions.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Open Scope R_scope.

(* The order 1 + b with b = t / (2 r) + 1 / sqrt (2 r), where the second term makes the bound as small as needed. *)
Lemma zcdp_gauss x r t : 0 < r -> 0 <= t ->
  refines zcdp (x, r) approx (x + r + t, sqrt (PI * r) * exp (- (t * t / (4 * r)))).
Proof.
move=> r0 t0 O p q H; have pi2 : 2 < PI by have := PI2_1; lra.
have R0 : 0 < sqrt (2 * r) by apply: sqrt_lt_R0; lra.
have RR : sqrt (2 * r) * sqrt (2 * r) = 2 * r by apply: sqrt_sqrt; lra.
have Q0 : 0 < sqrt (PI * r) by apply: sqrt_lt_R0; apply: Rmult_lt_0_compat; lra.
have RQ : sqrt (2 * r) <= sqrt (PI * r) by apply: sqrt_le_1; nra.
set m := t / (2 * r); set s := / sqrt (2 * r); have s0 : 0 < s by apply: Rinv_0_lt_compat.
have m0 : 0 <= m by apply: Rmult_le_pos; [lra|left; apply: Rinv_0_lt_compat; lra].
have mt : 2 * r * m = t by rewrite /m; field; lra.
have ss : 2 * r * (s * s) = 1 by rewrite /s; move: RR R0; set R := sqrt _ => <- R0; field; lra.
set b := m + s; have b0 : 0 < b by rewrite /b; lra.
have a1 : 1 < 1 + b by lra.
set d := _ * exp _; have d0 : 0 < d by apply: Rmult_lt_0_compat => //; apply: exp_pos.
apply: approx_weaken (renyi_approx a1 d0 (H _ a1)); last lra.
have -> : 1 + b - 1 = b by ring.
have ld : ln d = ln (sqrt (PI * r)) - r * (m * m).
  by rewrite /d ln_mult ?ln_exp //; [rewrite -mt; field; lra|apply: exp_pos].
have lb : ln (b / (1 + b)) = ln b - ln (1 + b) by apply: ln_div; lra.
have ratio : (1 + b) * ln (b / (1 + b)) <= - 1.
  have y0 : 0 < b / (1 + b) by apply: Rdiv_lt_0_compat; lra.
  have := Rmult_le_compat_l (1 + b) _ _ ltac:(lra) (ln_le_sub1 y0).
  by have -> : (1 + b) * (b / (1 + b) - 1) = - 1 by field; lra.
have ls : - ln b <= ln (sqrt (2 * r)).
  have -> : ln (sqrt (2 * r)) = - ln s by rewrite /s ln_Rinv //; ring.
  have : s <= b by rewrite /b; lra.
  by case=> [h|->]; [have := ln_increasing _ _ s0 h; lra|lra].
have lq : ln (sqrt (2 * r)) <= ln (sqrt (PI * r)) by case: RQ => [h|->]; [left; apply: ln_increasing|right].
have square : b * (r * b - t) = 1 / 2 - r * (m * m).
  have -> : b * (r * b - t) = r * (s * s) - r * (m * m) by rewrite /b -mt; ring.
  lra.
have key : b * (r * b - t) + (1 + b) * ln (b / (1 + b)) - ln b <= ln d by rewrite square ld; lra.
suff : r * b + ln (b / (1 + b)) - (ln d + ln (1 + b)) / b <= t by rewrite /=; lra.
apply: (Rmult_le_reg_l b) => //.
have -> : b * (r * b + ln (b / (1 + b)) - (ln d + ln (1 + b)) / b) = b * (r * b) + b * ln (b / (1 + b)) - ln d - ln (1 + b) by field; lra.
by move: key; rewrite lb; lra.
Qed.

Theorem zero_concentrated_dp__stronger_than__approximate_dp :
  forall (D : Type) (U : neighbours D),
  (* every proper level gives a proper level *)
  (forall (xi rho : R), 0 <= xi -> 0 < rho -> (exists delta : R, 0 < delta /\ delta < 1) /\ (forall (delta : R),
    0 < delta -> delta < 1 -> 0 <= PI * rho /\ delta <> 0 /\ 0 < Rmin 1 (sqrt (PI * rho)) / delta /\
    0 <= 4 * rho * Rmax 0 (ln (Rmin 1 (sqrt (PI * rho)) / delta)) /\
    0 < xi + rho + sqrt (4 * rho * Rmax 0 (ln (Rmin 1 (sqrt (PI * rho)) / delta))) /\ 0 < delta /\ delta < 1 /\
    gives (pairs U) zcdp (xi, rho) (pairs U) approx (xi + rho + sqrt (4 * rho * Rmax 0 (ln (Rmin 1 (sqrt (PI * rho)) /
    delta))), delta))) /\
  (* every proper level is reached *)
  (forall (epsilon' delta' : R), 0 < epsilon' -> 0 < delta' -> delta' < 1 -> exists (xi rho : R), 0 <= xi /\
    0 < rho /\ gives (pairs U) zcdp (xi, rho) (pairs U) approx (epsilon', delta')).
Proof.
move=> D U; have [_ reached] := zero_concentrated_dp__stronger_than__approximate_dp__simple U.
split=> // x r x0 r0; split=> [|d d0 d1]; first exact: some_delta.
have pr : 0 < PI * r by apply: Rmult_lt_0_compat => //; apply: PI_RGT_0.
have q0 := sqrt_lt_R0 _ pr; set w := Rmin 1 _; have w0 : 0 < w by apply: Rmin_glb_lt; lra.
have wd : 0 < w / d by apply: Rdiv_lt_0_compat.
set M := Rmax 0 _; have M0 : 0 <= M := Rmax_l _ _; have ML : ln (w / d) <= M := Rmax_r _ _.
have rM : 0 <= 4 * r * M by apply: Rmult_le_pos; lra.
split; first lra; split; first lra; do 2 (split=> //); split; first by have := sqrt_pos (4 * r * M); lra.
do 2 (split=> //); apply: lift_refines => O p q H.
case: (Rle_dec (sqrt (PI * r)) 1) => h.
- have we : w = sqrt (PI * r) by apply: Rmin_right.
  have T := zcdp_gauss r0 (sqrt_pos (4 * r * M)) H.
  apply: approx_weaken T; first lra; rewrite sqrt_sqrt // -we.
  have -> : 4 * r * M / (4 * r) = M by field; lra.
  have : w / d <= exp M by rewrite -(exp_ln (w / d)) //; apply: exp_le.
  have E := exp_inv M; have p0 := exp_pos (- M) => k.
  have := Rmult_le_compat_r (d * exp (- M)) _ _ ltac:(left; apply: Rmult_lt_0_compat; lra) k.
  have -> : w / d * (d * exp (- M)) = w * exp (- M) by field; lra.
  have -> : exp M * (d * exp (- M)) = d * (exp M * exp (- M)) by ring.
  by rewrite E; lra.
- have we : w = 1 by apply: Rmin_left; lra.
  have l := ln_neg d0 d1; have Me : M = ln (1 / d) by rewrite /M we; apply: Rmax_right; lra.
  have := probabilistic_approx (zcdp_tail r0 d0 d1 H).
  have -> : 2 * sqrt (r * ln (1 / d)) = sqrt (4 * r * M); last by [].
  have -> : 4 * r * M = 2 * 2 * (r * ln (1 / d)) by rewrite Me; ring.
  by rewrite (sqrt_mult (2 * 2) (r * ln (1 / d))) ?sqrt_square //; nra.
Qed.

(* --- Tightness ------------------------------------------------------------------------------------------------------------- *)

(* Independent results: the means of powers are multiplied. *)
Lemma power_product b (A B : finType) (p q : dist A) (p' q' : dist B) :
  (forall o, 0 < p o /\ 0 < q o) -> (forall o, 0 < p' o /\ 0 < q' o) ->
  mean_ratio (power b) (product p p') (product q q') = mean_ratio (power b) p q * mean_ratio (power b) p' q'.
Proof.
move=> P P'; rewrite /mean_ratio /Ex sum_pair_fun Rmult_comm -sum_scale; apply: sum_eq => i.
rewrite Rmult_comm -sum_scale; apply: sum_eq => j /=.
have [p0 q0] := P i; have [p0' q0'] := P' j.
have -> : p i * p' j / (q i * q' j) = p i / q i * (p' j / q' j) by field; lra.
rewrite /power ln_mult; [|exact: Rdiv_lt_0_compat|exact: Rdiv_lt_0_compat].
by rewrite Rmult_plus_distr_l exp_plus; ring.
Qed.

(* n randomised responses of loss u. *)
Lemma many_answers a u n : 1 < a -> 0 < u -> exists (O : finType) (p q : dist O), (forall o, 0 < p o /\ 0 < q o) /\
  zcdp (0, INR n * (u * tanh (u / 2))) p q /\ zcdp (0, INR n * (u * tanh (u / 2))) q p /\
  mean_ratio (power (a - 1)) p q = exp ((a - 1) * (INR n * rr_curve a u)).
Proof.
move=> a1 u0; have l0 := Rlt_le _ _ u0; elim: n => [|n [O [p [q [P [Z [Z' M]]]]]]].
  exists unit_finType, (ret tt), (ret tt); split=> [[] /=|]; first lra.
  have z : zcdp (0, INR 0 * (u * tanh (u / 2))) (ret tt) (ret tt) by apply: zcdp_reflexive; rewrite /=; lra.
  do 2 (split=> //); rewrite mean_ratio_self /power ln_1 /=; congr exp; ring.
have A b o : 0 < answer u b o by rewrite answerE; have := odds_inside u; case: (b == o); lra.
have one b b' : zcdp (0, u * tanh (u / 2)) (answer u b) (answer u b') by apply: pure_zcdp => //; apply: answer_pure.
exists (prod_finType O bool_finType), (product p (answer u true)), (product q (answer u false)).
split; first by move=> [i j]; have [p0 q0] := P i; split; [exact: (Rmult_lt_0_compat _ _ p0 (A true j))|exact: (Rmult_lt_0_compat _ _ q0 (A false j))].
have level : (0, INR n.+1 * (u * tanh (u / 2))) = (0 + 0, INR n * (u * tanh (u / 2)) + u * tanh (u / 2)).
  by rewrite S_INR; congr (_, _); ring.
rewrite level; split; first by apply: (adaptive_independent (@zcdp_adaptive _ _ _ _)).
split; first by apply: (adaptive_independent (@zcdp_adaptive _ _ _ _)).
rewrite power_product // M (worst_attained _ u) worst_power // -exp_plus S_INR; congr exp; ring.
Qed.

(* The divergence of one response is at least the line of its mean loss, but for a factor that tends to 1 with the loss. *)
Lemma ln_cosh_diff_ge x y : 0 < x -> x <= y -> (y * y - x * x) / 2 * (1 - y) <= ln (cosh y) - ln (cosh x).
Proof.
move=> x0 xy.
have := @grows (fun z => ln (cosh z) - (1 - y) / 2 * (z * z)) (fun z => / cosh z * sinh z - (1 - y) / 2 * (1 * z + z * 1)) x y xy => H.
suff : ln (cosh x) - (1 - y) / 2 * (x * x) <= ln (cosh y) - (1 - y) / 2 * (y * y) by lra.
apply: H => c hc.
- apply: derivable_pt_lim_minus.
    by apply: (derivable_pt_lim_comp cosh ln); [apply: derivable_pt_lim_cosh|apply: derivable_pt_lim_ln; apply: cosh_pos].
  by apply: derivable_pt_lim_scal; apply: (derivable_pt_lim_mult id id); apply: derivable_pt_lim_id.
- have c0 : 0 < c by lra. have k0 := cosh_pos c.
  have s : c <= sinh c by apply: sinh_ge.
  have k : cosh c * (1 - c) <= 1.
    have e1 : cosh c <= exp c by rewrite /cosh; have := @exp_le (- c) c; lra.
    have e2 := exp_inv c; have e3 := exp_ineq1_le (- c); have p0 := exp_pos c; have n0 := exp_pos (- c).
    case: (Rle_dec c 1) => h; last nra.
    by apply: (Rle_trans _ (exp c * (1 - c))); [apply: Rmult_le_compat_r; lra|nra].
  have : c * (1 - c) <= / cosh c * sinh c.
    rewrite Rmult_comm; apply: (Rmult_le_reg_r (cosh c)) => //.
    have -> : / cosh c * sinh c * cosh c = sinh c by field; lra.
    nra.
  nra.
Qed.

Lemma rr_curve_ge a u : 1 < a -> 0 < u -> (a - 1 / 2) * u <= 1 -> a * (u * tanh (u / 2)) * (1 - (a - 1 / 2) * u) <= rr_curve a u.
Proof.
move=> a1 u0 h; apply: le_div; first lra.
have := @ln_cosh_diff_ge (u / 2) ((a - 1 / 2) * u) ltac:(lra) ltac:(nra).
have -> : ((a - 1 / 2) * u * ((a - 1 / 2) * u) - u / 2 * (u / 2)) / 2 = a * (u * (u / 2)) * (a - 1) by field.
have t := tanh_le u0.
have : a * (u * tanh (u / 2)) * ((1 - (a - 1 / 2) * u) * (a - 1)) <= a * (u * (u / 2)) * ((1 - (a - 1 / 2) * u) * (a - 1)).
  apply: Rmult_le_compat_r; first by apply: Rmult_le_pos; lra.
  by apply: Rmult_le_compat_l; [lra|apply: Rmult_le_compat_l; lra].
lra.
Qed.

(* So small responses, as many as the level allows, come as close to it as one likes. *)
Lemma zcdp_renyi_tight D (U : neighbours D) r a e : discerning U -> 0 < r -> 1 < a ->
  gives (pairs U) zcdp (0, r) (pairs U) renyi (Order a, e) -> r * a <= e.
Proof.
move=> dU r0 a1 G; case: (Rle_dec (r * a) e) => // n; exfalso.
set k := a - 1 / 2; have k0 : 0 < k by rewrite /k; lra.
set g := r * a - e; have g0 : 0 < g by rewrite /g; lra.
have c0 : 0 < a * (1 + r * k) by apply: Rmult_lt_0_compat; nra.
set u := Rmin (Rmin 1 (/ k)) (g / (2 * (a * (1 + r * k)))).
have ik := Rinv_0_lt_compat _ k0.
have u0 : 0 < u by apply: Rmin_glb_lt; [apply: Rmin_glb_lt; lra|apply: Rdiv_lt_0_compat; lra].
have u1 : u <= 1 by apply: Rle_trans (Rmin_l _ _) (Rmin_l _ _).
have uk : k * u <= 1.
  have : u <= / k by apply: Rle_trans (Rmin_l _ _) (Rmin_r _ _).
  by move=> h; have := Rmult_le_compat_l k _ _ ltac:(lra) h; rewrite Rinv_r; lra.
have ug : a * (1 + r * k) * u < g.
  have : u <= g / (2 * (a * (1 + r * k))) := Rmin_r _ _.
  move=> h; have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ c0) h.
  move: c0; set c := a * (1 + r * k) => c0; have -> : c * (g / (2 * c)) = g / 2 by field; lra.
  lra.
have t0 := tanh_pos u0; have tu := tanh_le u0; set l := u * tanh (u / 2).
have l0 : 0 < l by apply: Rmult_lt_0_compat.
have lu : l <= u by rewrite /l; nra.
have [m [m1 m2]] : exists m, INR m * l <= r /\ r <= INR m * l + l.
  have [z1 z2] := archimed (r / l); set z := up (r / l) in z1 z2; have rl : 0 < r / l by apply: Rdiv_lt_0_compat.
  have zp : (0 <= z - 1)%Z by have : (0 < z)%Z; [apply: lt_IZR; lra|lia].
  exists (Z.to_nat (z - 1)); rewrite INR_IZR_INZ Z2Nat.id // minus_IZR.
  have E : r / l * l = r by field; lra.
  by have := Rmult_le_compat_r l _ _ (Rlt_le _ _ l0) (Rlt_le _ _ z1); have := Rmult_le_compat_r l _ _ (Rlt_le _ _ l0) z2; rewrite E; lra.
have [O [p [q [_ [Z [Z' M]]]]]] := @many_answers a u m a1 u0.
have up (p' q' : dist O) : zcdp (0, INR m * l) p' q' -> zcdp (0, r) p' q' by apply: zcdp_weaken.
have := unlift dU (zcdp_reflexive (Rle_refl 0) (Rlt_le _ _ r0)) G (up _ _ Z) (up _ _ Z').
move=> /(renyi_proper _ _ _ a1) /(renyiE _ _ _ a1) [_]; rewrite M => /exp_le_inv h.
have {}h : INR m * rr_curve a u <= e by apply: (Rmult_le_reg_l (a - 1)); lra.
have C := rr_curve_ge a1 u0 uk; rewrite -/l -/k in C.
have := Rmult_le_compat_l _ _ _ (pos_INR m) C => C'.
have f0 : 0 <= a * (1 - k * u) by apply: Rmult_le_pos; lra.
have low : (r - l) * (a * (1 - k * u)) <= INR m * l * (a * (1 - k * u)) by apply: Rmult_le_compat_r => //; lra.
have : (r - u) * (a * (1 - k * u)) <= (r - l) * (a * (1 - k * u)) by apply: Rmult_le_compat_r => //; lra.
have : 0 <= a * k * (u * u) by apply: Rmult_le_pos; [nra|apply: Rle_0_sqr].
by move: ug; rewrite /g; lra.
Qed.

Theorem zero_concentrated_dp__stronger_than__renyi_dp :
  forall (D : Type) (U : neighbours D), discerning U ->
  (* every proper level gives a proper level *)
  (forall (xi rho : R), 0 <= xi -> 0 < rho -> (exists alpha : R, 1 < alpha) /\ (forall (alpha : R), 1 < alpha ->
    1 < alpha /\ 0 < xi + rho * alpha /\ gives (pairs U) zcdp (xi, rho) (pairs U) renyi (Order alpha,
    xi + rho * alpha))) /\
  (* every proper level is reached *)
  (forall (alpha' epsilon' : R), 1 < alpha' -> 0 < epsilon' -> exists (xi rho : R), 0 <= xi /\ 0 < rho /\
    gives (pairs U) zcdp (xi, rho) (pairs U) renyi (Order alpha', epsilon')) /\
  (* tight: no smaller value will do *)
  (forall (xi rho alpha : R), 0 <= xi -> 0 < rho -> xi = 0 -> 1 < alpha -> forall (epsilon' : R),
    0 <= epsilon' -> gives (pairs U) zcdp (xi, rho) (pairs U) renyi (Order alpha, epsilon') ->
    xi + rho * alpha <= epsilon').
Proof.
move=> D U dU; split; last split.
- move=> x r x0 r0; split; first exact: some_order.
  move=> a a1; split=> //; split; first nra.
  by apply: lift_refines => O p q H; apply/renyi_proper => //; apply: H.
- move=> a e a1 e0; exists 0, (e / a); split; first lra; split; first by apply: Rdiv_lt_0_compat; lra.
  apply: lift_refines => O p q H; apply/renyi_proper => //; apply: renyi_weaken_at (H a a1) => //=.
  by right; field; lra.
- by move=> x r a x0 r0 -> a1 e e0 G; rewrite Rplus_0_l; apply: zcdp_renyi_tight G.
Qed.
