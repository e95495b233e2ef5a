(* A line in four powers of the likelihood ratio that touches x ln x twice: with it, Rényi bounds in both orders bound the mean loss by
   that of randomised response. *)

From Coq Require Import Reals Lra Classical.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop.
From Dpzoo Require Import Prob Blocks Standards Events Divergences Response Conversions Analytic Sinhc.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Open Scope R_scope.

Lemma exp_convex x z y : x <= z <= y -> (y - x) * exp z <= (y - z) * exp x + (z - x) * exp y.
Proof.
move=> h; have below w : exp z * (1 + (w - z)) <= exp w.
  have -> : exp w = exp z * exp (w - z) by rewrite -exp_plus; congr exp; ring.
  by apply: Rmult_le_compat_l; [left; apply: exp_pos|apply: exp_ineq1_le].
have := Rmult_le_compat_l (y - z) _ _ ltac:(lra) (below x); have := Rmult_le_compat_l (z - x) _ _ ltac:(lra) (below y); lra.
Qed.

(* In v = ln x the second derivative h is convex. If g and its derivative vanish at both ends, h vanishes twice between them, is negative
   only between its zeros, and g is nowhere negative. *)
Section Touching.
Variables (g g1 h : R -> R) (u : R) (u0 : 0 < u).
Hypotheses (dg : forall v, derivable_pt_lim g v (exp v * g1 v)) (dg1 : forall v, derivable_pt_lim g1 v (h v)).
Hypothesis convex : forall x z y, x <= z <= y -> (y - x) * h z <= (y - z) * h x + (z - x) * h y.
Hypotheses (gu : g u = 0) (gu' : g (- u) = 0) (g1u : g1 u = 0) (g1u' : g1 (- u) = 0).

Lemma touching v : 0 <= g v.
Proof.
have mean f f' a b : (forall c, derivable_pt_lim f c (f' c)) -> a < b -> exists c, f b - f a = f' c * (b - a) /\ a < c < b.
  by move=> d ab; apply: MVT_cor2 => // c _; apply: d.
have zero f f' a b : (forall c, derivable_pt_lim f c (f' c)) -> a < b -> f a = 0 -> f b = 0 -> exists c, a < c < b /\ f' c = 0.
  move=> d ab fa fb; have [c [E hc]] := mean f f' a b d ab; exists c; split=> //.
  by move: E; rewrite fa fb Rminus_0_r => E; case: (Rmult_integral _ _ (esym E)) => //; lra.
have [x [xu gx]] := zero g _ (- u) u dg ltac:(lra) gu' gu.
have g1x : g1 x = 0 by case: (Rmult_integral _ _ gx) => // k; have := exp_pos x; lra.
have [y [yx hy]] := zero g1 h (- u) x dg1 ltac:(lra) g1u' g1x.
have [z [zx hz]] := zero g1 h x u dg1 ltac:(lra) g1x g1u.
have left_of w : w < y -> 0 <= h w by move=> wy; have := @convex w y z ltac:(lra); rewrite hy hz; nra.
have right_of w : z < w -> 0 <= h w by move=> zw; have := @convex y z w ltac:(lra); rewrite hy hz; nra.
have between w : y <= w <= z -> h w <= 0 by move=> yz; have := @convex y w z ltac:(lra); rewrite hy hz; nra.
have up a b : a < b -> (forall c, a < c < b -> 0 <= h c) -> g1 a <= g1 b.
  by move=> ab k; have [c [E hc]] := mean g1 h a b dg1 ab; have := k c hc; nra.
have down a b : a < b -> (forall c, a < c < b -> h c <= 0) -> g1 b <= g1 a.
  by move=> ab k; have [c [E hc]] := mean g1 h a b dg1 ab; have := k c hc; nra.
have rise a b : a < b -> (forall c, a < c < b -> 0 <= g1 c) -> g a <= g b.
  move=> ab k; have [c [E hc]] := mean g _ a b dg ab; have := k c hc; have p := exp_pos c => q.
  by have := Rmult_le_pos _ _ (Rlt_le _ _ p) q; nra.
have fall a b : a < b -> (forall c, a < c < b -> g1 c <= 0) -> g b <= g a.
  move=> ab k; have [c [E hc]] := mean g _ a b dg ab; have := k c hc; have p := exp_pos c => q.
  by have : exp c * g1 c <= 0; nra.
case: (Rtotal_order v (- u)) => [vu|[->|vu]]; last 1 first.
- case: (Rtotal_order v u) => [uv|[->|uv]]; last 1 first.
  + rewrite -gu; apply: rise => // c hc; rewrite -g1u; apply: up; first lra.
    by move=> w hw; apply: right_of; lra.
  + case: (Rle_dec v x) => vx.
    * rewrite -gu'; apply: rise => // c hc; case: (Rle_dec c y) => cy.
        by rewrite -g1u'; apply: up; [lra|move=> w hw; apply: left_of; lra].
      by rewrite -g1x; apply: down; [lra|move=> w hw; apply: between; lra].
    * rewrite -gu; apply: fall => // c hc; case: (Rle_dec z c) => cz.
        by rewrite -g1u; apply: up; [lra|move=> w hw; apply: right_of; lra].
      by rewrite -g1x; apply: down; [lra|move=> w hw; apply: between; lra].
  + lra.
- rewrite -gu'; apply: fall => // c hc; rewrite -g1u'; apply: up; first lra.
  by move=> w hw; apply: left_of; lra.
- lra.
Qed.
End Touching.

(* --- The line ------------------------------------------------------------------------------------------------------------ *)

Section Line.
Variables (a u : R) (a1 : 1 < a) (u0 : 0 < u).
Let k := a - 1 / 2.
Let S := sinh (k * u).
Let C := cosh (k * u).
Let t := sinh (u / 2).
Let c := cosh (u / 2).
Let even := k * S * c - C * t / 2.
Let odd := k * C * t - S * c / 2.

Lemma even_pos : 0 < even.
Proof.
have p := sinh_add (k * u) (u / 2); have m := sinh_sub (k * u) (u / 2); rewrite -/S -/C -/t -/c in p m.
have sp : 0 < sinh (k * u + u / 2) by apply: sinh_pos_strict; rewrite /k; nra.
have sm : 0 < sinh (k * u - u / 2) by apply: sinh_pos_strict; rewrite /k; nra.
have : 0 < (a - 1) * (S * c + C * t) by apply: Rmult_lt_0_compat; lra.
have : 0 < a * (S * c - C * t) by apply: Rmult_lt_0_compat; lra.
by rewrite /even {1}/k; lra.
Qed.

(* Twice the unit of the losses: sinh u = 2 t c and cosh u = 1 + 2 t^2. *)
Lemma halves : sinh u = 2 * (t * c) /\ cosh u = 1 + 2 * (t * t) /\ c * c = 1 + t * t.
Proof.
have E : exp (u / 2) * exp (- (u / 2)) = 1 := exp_inv (u / 2).
have F : exp u = exp (u / 2) * exp (u / 2) by rewrite -exp_plus; congr exp; field.
have G : exp (- u) = exp (- (u / 2)) * exp (- (u / 2)) by rewrite -exp_plus; congr exp; field.
rewrite /t /c /sinh /cosh F G; set x := exp (u / 2) in E *; set y := exp (- (u / 2)) in E *.
by split; [field|split; nra].
Qed.

Lemma parts_pos : 0 < t /\ 0 < c /\ 0 < S /\ 0 < C.
Proof.
split; first by apply: sinh_pos_strict; lra.
split; first exact: cosh_pos; split; last exact: cosh_pos.
by apply: sinh_pos_strict; rewrite /k; nra.
Qed.

(* With m = (a - 1) u: the hyperbolic functions of k u = m + u / 2. *)
Let m := (a - 1) * u.
Lemma apart : S = sinh m * c + cosh m * t /\ C = cosh m * c + sinh m * t.
Proof.
have E : k * u = m + u / 2 by rewrite /k /m; field.
by rewrite /S /C E sinh_add cosh_add.
Qed.

Lemma odd_pos : 0 < odd.
Proof.
have [hs [hc cc]] := halves; have [ES EC] := apart; have m0 : 0 < m by rewrite /m; apply: Rmult_lt_0_compat; lra.
have sm := sinh_pos_strict m0; have mc := sinh_cosh (Rlt_le _ _ m0); have su := sinh_ge u0; have [t0 _] := parts_pos.
have E : u * (2 * odd) = (m * cosh m) * sinh u - u * sinh m + m * sinh m * (2 * (t * t)).
  have -> : u * (2 * odd) = 2 * ((a - 1) * u) * (cosh m * (t * c)) + (2 * a - 1) * u * (sinh m * (t * t)) - u * sinh m * (c * c).
    by rewrite /odd ES EC /k; field.
  by rewrite cc hs -/m /m; ring.
have : 0 < m * sinh m * (2 * (t * t)) by apply: Rmult_lt_0_compat; [exact: Rmult_lt_0_compat|nra].
have : u * sinh m <= (m * cosh m) * sinh u by rewrite Rmult_comm; apply: Rmult_le_compat; lra.
nra.
Qed.

Let s := (u / 2 + t * c) / even.
Let d := (t * c - u / 2) / odd.

Lemma weights : 0 <= d <= s.
Proof.
have [hs [hc cc]] := halves; have [ES EC] := apart; have m0 : 0 < m by rewrite /m; apply: Rmult_lt_0_compat; lra.
have e0 := even_pos; have o0 := odd_pos; have su := sinh_ge u0.
split; first by apply: Rmult_le_pos; [lra|left; apply: Rinv_0_lt_compat].
apply: le_div => //; rewrite /d /Rdiv Rmult_assoc (Rmult_comm _ even) -Rmult_assoc; apply: div_le => //.
have sm := sinh_pos_strict m0; have mc := sinh_cosh (Rlt_le _ _ m0); have uc := sinh_cosh (Rlt_le _ _ u0).
have Su := sinh_pos_strict u0.
have E : u * 2 * ((u / 2 + t * c) * odd - (t * c - u / 2) * even) =
    u * sinh u * (m * cosh m - sinh m) + m * sinh m * (u * cosh u - sinh u).
  have -> : u * 2 * ((u / 2 + t * c) * odd - (t * c - u / 2) * even) =
      u * (u * (a - 1) * (C * t + S * c) - 2 * a * (t * c) * (S * c - C * t)) by rewrite /odd /even /k; field.
  have -> : C * t + S * c = cosh m * (2 * (t * c)) + sinh m * (c * c + t * t) by rewrite ES EC; ring.
  have -> : S * c - C * t = sinh m * (c * c - t * t) by rewrite ES EC; ring.
  by rewrite -hs hc cc /m; have -> : 2 * a * (t * c) = a * sinh u; [rewrite hs; ring|field].
have : 0 <= u * sinh u * (m * cosh m - sinh m) by apply: Rmult_le_pos; [apply: Rmult_le_pos|]; lra.
have : 0 <= m * sinh m * (u * cosh u - sinh u) by apply: Rmult_le_pos; [apply: Rmult_le_pos|]; lra.
nra.
Qed.

Let e := (u * t - s * C) / c.
Let b := (u * c - d * S) / t.
Let up := (s + d) / 2.
Let down := (s - d) / 2.
Let slope := (e + b) / 2.
Let rest := (e - b) / 2.

(* Four linear equations: the line touches at u and at - u, even and odd parts apart. *)
Lemma equations : s * C + e * c = u * t /\ k * (s * S) + e * t / 2 = t + u / 2 * c /\
  d * S + b * t = u * c /\ k * (d * C) + b * c / 2 = c + u / 2 * t.
Proof.
have [t0 [c0 [S0 C0]]] := parts_pos; have e0 := even_pos; have o0 := odd_pos; have [_ [_ cc]] := halves.
split; first by rewrite /e; field; lra.
split.
  apply: (Rmult_eq_reg_r c); last lra.
  have -> : (k * (s * S) + e * t / 2) * c = s * even + u * t * t / 2 by rewrite /e /even; field; lra.
  have -> : s * even = u / 2 + t * c by rewrite /s; field; lra.
  by nra.
split; first by rewrite /b; field; lra.
apply: (Rmult_eq_reg_r t); last lra.
have -> : (k * (d * C) + b * c / 2) * t = d * odd + u * c * c / 2 by rewrite /b /odd; field; lra.
have -> : d * odd = t * c - u / 2 by rewrite /d; field; lra.
by nra.
Qed.

Lemma exp_derivable r v : derivable_pt_lim (fun z => exp (r * z)) v (r * exp (r * v)).
Proof.
rewrite Rmult_comm; apply: (derivable_pt_lim_comp (fun z => r * z) exp); last exact: derivable_pt_lim_exp.
by rewrite -[r in X in derivable_pt_lim _ _ X]Rmult_1_r; apply: derivable_pt_lim_scal; apply: derivable_pt_lim_id.
Qed.

Lemma line v : v * exp v <= up * exp (a * v) + down * exp ((1 - a) * v) + slope * exp v + rest.
Proof.
pose g z := up * exp (a * z) + down * exp ((1 - a) * z) + slope * exp z + rest - z * exp z.
pose g1 z := up * (a * exp ((a - 1) * z)) + down * ((1 - a) * exp (- a * z)) + slope - 1 - z.
pose h z := up * (a * ((a - 1) * exp ((a - 1) * z))) + down * ((1 - a) * (- a * exp (- a * z))) - 1.
suff : 0 <= g v by rewrite /g; lra.
have [w0 w1] := weights; have up0 : 0 <= up by rewrite /up; lra.
have down0 : 0 <= down by rewrite /down; lra.
have [E1 [E2 [O1 O2]]] := equations; have [hs [hc cc]] := halves.
have X : exp (k * u) = C + S by rewrite /C /S /cosh /sinh; field.
have Y : exp (- (k * u)) = C - S by rewrite /C /S /cosh /sinh; field.
have x : exp (u / 2) = c + t by rewrite /c /t /cosh /sinh; field.
have y : exp (- (u / 2)) = c - t by rewrite /c /t /cosh /sinh; field.
have XY : (C + S) * (C - S) = 1 by rewrite -X -Y exp_inv.
have xy : (c + t) * (c - t) = 1 by rewrite -x -y exp_inv.
have Z r z w : r = z + w -> exp r = exp z * exp w by move=> ->; apply: exp_plus.
have M : (1 - a) * (- a) = a * (a - 1) by ring.
apply: (@touching g g1 h u u0).
- move=> z; have -> : exp z * g1 z = up * (a * exp (a * z)) + down * ((1 - a) * exp ((1 - a) * z)) + slope * exp z + 0 - (1 * exp z + z * exp z).
    rewrite /g1 (Z (a * z) z ((a - 1) * z)); last ring; rewrite (Z ((1 - a) * z) z (- a * z)); last ring.
    by ring.
  apply: derivable_pt_lim_minus; last by apply: derivable_pt_lim_mult; [apply: derivable_pt_lim_id|apply: derivable_pt_lim_exp].
  apply: derivable_pt_lim_plus; last exact: derivable_pt_lim_const.
  apply: derivable_pt_lim_plus; last by apply: derivable_pt_lim_scal; apply: derivable_pt_lim_exp.
  by apply: derivable_pt_lim_plus; apply: derivable_pt_lim_scal; apply: exp_derivable.
- move=> z; have -> : h z = up * (a * ((a - 1) * exp ((a - 1) * z))) + down * ((1 - a) * (- a * exp (- a * z))) + 0 - 0 - 1 by rewrite /h; ring.
  apply: derivable_pt_lim_minus; last exact: derivable_pt_lim_id.
  apply: derivable_pt_lim_minus; last exact: derivable_pt_lim_const.
  apply: derivable_pt_lim_plus; last exact: derivable_pt_lim_const.
  by apply: derivable_pt_lim_plus; do 2 apply: derivable_pt_lim_scal; apply: exp_derivable.
- move=> p z q hz; rewrite /h.
  have A1 := @exp_convex ((a - 1) * p) ((a - 1) * z) ((a - 1) * q) ltac:(nra).
  have A2 := @exp_convex (- a * q) (- a * z) (- a * p) ltac:(nra).
  have B1 : (q - p) * exp ((a - 1) * z) <= (q - z) * exp ((a - 1) * p) + (z - p) * exp ((a - 1) * q).
    by apply: (Rmult_le_reg_l (a - 1)); lra.
  have B2 : (q - p) * exp (- a * z) <= (q - z) * exp (- a * p) + (z - p) * exp (- a * q).
    by apply: (Rmult_le_reg_l a); lra.
  have P : 0 <= a * (a - 1) by nra.
  have D1 := Rmult_le_compat_l _ _ _ (Rmult_le_pos _ _ up0 P) B1; have D2 := Rmult_le_compat_l _ _ _ (Rmult_le_pos _ _ down0 P) B2.
  by lra.
- rewrite /g (Z (a * u) (k * u) (u / 2)) ?(Z ((1 - a) * u) (- (k * u)) (u / 2)) ?(Z u (u / 2) (u / 2)) ?X ?Y ?x; try (rewrite /k; field).
  have I : up * (C + S) + down * (C - S) + slope * (c + t) + rest * (c - t) - u * (c + t) = 0 by rewrite /up /down /slope /rest; lra.
  transitivity ((c + t) * (up * (C + S) + down * (C - S) + slope * (c + t) + rest * (c - t) - u * (c + t)) + rest * (1 - (c + t) * (c - t))); first ring.
  by rewrite I xy; ring.
- rewrite /g (Z (a * - u) (- (k * u)) (- (u / 2))) ?(Z ((1 - a) * - u) (k * u) (- (u / 2))) ?(Z (- u) (- (u / 2)) (- (u / 2))) ?X ?Y ?y; try (rewrite /k; field).
  have I : up * (C - S) + down * (C + S) + slope * (c - t) + rest * (c + t) + u * (c - t) = 0 by rewrite /up /down /slope /rest; lra.
  transitivity ((c - t) * (up * (C - S) + down * (C + S) + slope * (c - t) + rest * (c + t) + u * (c - t)) + rest * (1 - (c + t) * (c - t))); first ring.
  by rewrite I xy; ring.
- rewrite /g1 (Z ((a - 1) * u) (k * u) (- (u / 2))) ?(Z (- a * u) (- (k * u)) (- (u / 2))) ?X ?Y ?y; try (rewrite /k; field).
  have I : up * (a * (C + S)) + down * ((1 - a) * (C - S)) + slope * (c + t) - (1 + u) * (c + t) = 0.
    by rewrite /up /down /slope; move: E2 O2; rewrite /k; lra.
  transitivity ((c - t) * (up * (a * (C + S)) + down * ((1 - a) * (C - S)) + slope * (c + t) - (1 + u) * (c + t)) + (slope - 1 - u) * (1 - (c + t) * (c - t))); first ring.
  by rewrite I xy; ring.
- rewrite /g1 (Z ((a - 1) * - u) (- (k * u)) (u / 2)) ?(Z (- a * - u) (k * u) (u / 2)) ?X ?Y ?x; try (rewrite /k; field).
  have I : up * (a * (C - S)) + down * ((1 - a) * (C + S)) + slope * (c - t) - (1 - u) * (c - t) = 0.
    by rewrite /up /down /slope; move: E2 O2; rewrite /k; lra.
  transitivity ((c + t) * (up * (a * (C - S)) + down * ((1 - a) * (C + S)) + slope * (c - t) - (1 - u) * (c - t)) + (slope - 1 + u) * (1 - (c + t) * (c - t))); first ring.
  by rewrite I xy; ring.
Qed.

(* The means of the line's powers are the two Rényi bounds. *)
Lemma renyi_kl_response e' : e' <= rr_curve a u -> refines_both (renyi_at a) e' kl (u * tanh (u / 2)).
Proof.
move=> eu O p q /(renyiE _ _ _ a1) [pq H] /(renyiE _ _ _ a1) [qp H']; split=> //.
have [t0 [c0 [S0 C0]]] := parts_pos; have [w0 w1] := weights; have [E1 _] := equations.
have top : exp ((a - 1) * e') <= C / c.
  have -> : C / c = exp ((a - 1) * rr_curve a u).
    rewrite /rr_curve; have -> : (a - 1) * ((ln (cosh ((a - 1 / 2) * u)) - ln (cosh (u / 2))) / (a - 1)) = ln C - ln c.
      by rewrite /C /c /k; field; lra.
    by rewrite -ln_div // exp_ln //; apply: Rdiv_lt_0_compat.
  by apply: exp_le; apply: Rmult_le_compat_l; lra.
apply: (Rle_trans _ (\sum_o (up * (p o * power (a - 1) (p o / q o)) + (down * (q o * power (a - 1) (q o / p o)) + (slope * p o + rest * q o))))).
  apply: sum_le => o; rewrite /loss.
  case: (Rle_lt_or_eq_dec _ _ (mass_ge0 q o)) => [q0|q0]; last by rewrite -q0 (pq o (esym q0)); lra.
  case: (Rle_lt_or_eq_dec _ _ (mass_ge0 p o)) => [p0|p0]; last by move: (qp o (esym p0)); lra.
  have r0 : 0 < p o / q o by apply: Rdiv_lt_0_compat.
  have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ q0) (line (ln (p o / q o))); rewrite exp_ln //.
  have back : ln (q o / p o) = - ln (p o / q o) by rewrite !ln_div //; ring.
  rewrite /power back; have -> : exp (a * ln (p o / q o)) = p o / q o * exp ((a - 1) * ln (p o / q o)).
    by rewrite -{2}(exp_ln (p o / q o)) // -exp_plus; congr exp; ring.
  have -> : (a - 1) * - ln (p o / q o) = (1 - a) * ln (p o / q o) by ring.
  have F : p o = q o * (p o / q o) by field; lra.
  by move: F; set r := p o / q o => F L; rewrite F; lra.
rewrite !sum_add !sum_scale !mass_sum.
have up0 : 0 <= up by rewrite /up; lra.
have down0 : 0 <= down by rewrite /down; lra.
have := Rmult_le_compat_l _ _ _ up0 (Rle_trans _ _ _ H top); have := Rmult_le_compat_l _ _ _ down0 (Rle_trans _ _ _ H' top).
rewrite /mean_ratio /Ex => h h'.
have -> : u * tanh (u / 2) = up * (C / c) + (down * (C / c) + (slope * 1 + rest * 1)).
  rewrite /up /down /slope /rest /tanh -/t -/c; apply: (Rmult_eq_reg_r c); last lra.
  transitivity (u * t); first by field; lra.
  by rewrite -E1; field; lra.
lra.
Qed.
End Line.
