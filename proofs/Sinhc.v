(* Analytic facts about phi x = x ln (sinh x / x) for x > 0. With x = epsilon / 2, its derivative is the mean loss that a range of length
   epsilon allows (mean_value_phi1 in ClaimsRangeMeans). *)

From Coq Require Import Reals Lra Classical.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop.
From Dpzoo Require Import Prob Blocks Standards Events Divergences Response Conversions Analytic.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Open Scope R_scope.

Lemma sinh_pos_strict x : 0 < x -> 0 < sinh x.
Proof. by move=> h; rewrite /sinh; have := @exp_increasing (- x) x; lra. Qed.

(* ln (sinh x / x), meaningful for x > 0 only, which every lemma assumes. *)
Definition lsinhc x : R := ln (sinh x) - ln x.
Lemma ln_sinhc x : 0 < x -> ln (sinhc x) = lsinhc x.
Proof.
move=> h; rewrite /sinhc; case: (Req_EM_T x 0) => [e|n]; first lra.
by rewrite ln_div //; apply: sinh_pos_strict.
Qed.

Definition coth x : R := cosh x / sinh x.
Lemma langevinE x : 0 < x -> langevin x = coth x - / x.
Proof. by move=> h; rewrite /langevin; case: (Req_EM_T x 0) => // e; lra. Qed.

(* phi, phi' and phi''; phi_derivable and phi1_derivable say that they are derivatives. *)
Definition phi x : R := x * lsinhc x.
Definition phi1 x : R := lsinhc x + (x * coth x - 1).
Definition phi2 x : R := 2 * coth x - / x - x / (sinh x * sinh x).

Lemma lsinhc_derivable x : 0 < x -> derivable_pt_lim lsinhc x (coth x - / x).
Proof.
move=> h; apply: derivable_pt_lim_minus; last exact: derivable_pt_lim_ln.
have -> : coth x = / sinh x * cosh x by rewrite /coth /Rdiv Rmult_comm.
apply: (derivable_pt_lim_comp sinh ln); first exact: derivable_pt_lim_sinh.
by apply: derivable_pt_lim_ln; apply: sinh_pos_strict.
Qed.

Lemma coth_derivable x : 0 < x -> derivable_pt_lim coth x (- (1 / (sinh x * sinh x))).
Proof.
move=> h; have s := sinh_pos_strict h.
have -> : - (1 / (sinh x * sinh x)) = (sinh x * sinh x - cosh x * cosh x) / Rsqr (sinh x).
  have e : cosh x * cosh x - sinh x * sinh x = exp x * exp (- x) by rewrite /cosh /sinh; field.
  have -> : sinh x * sinh x - cosh x * cosh x = - (1) by move: e; rewrite exp_inv; lra.
  by rewrite /Rsqr; field; lra.
apply: (derivable_pt_lim_div cosh sinh); [exact: derivable_pt_lim_cosh|exact: derivable_pt_lim_sinh|lra].
Qed.

Lemma phi_derivable x : 0 < x -> derivable_pt_lim phi x (phi1 x).
Proof.
move=> h; have -> : phi1 x = 1 * lsinhc x + x * (coth x - / x) by rewrite /phi1; field; lra.
by apply: (derivable_pt_lim_mult id lsinhc); [exact: derivable_pt_lim_id|exact: lsinhc_derivable].
Qed.

Lemma phi1_derivable x : 0 < x -> derivable_pt_lim phi1 x (phi2 x).
Proof.
move=> h; have s := sinh_pos_strict h.
have -> : phi2 x = (coth x - / x) + ((1 * coth x + x * - (1 / (sinh x * sinh x))) - 0) by rewrite /phi2; field; lra.
apply: derivable_pt_lim_plus; first exact: lsinhc_derivable.
apply: derivable_pt_lim_minus; last exact: derivable_pt_lim_const.
by apply: (derivable_pt_lim_mult id coth); [exact: derivable_pt_lim_id|exact: coth_derivable].
Qed.

(* The heart: z phi2 z is at most 2 phi1 z, which says 1 - y <= - ln y for y = (z / sinh z)^2. *)
Lemma phi_heart z : 0 < z -> z * phi2 z <= 2 * phi1 z.
Proof.
move=> h; have s := sinh_pos_strict h; rewrite /phi1 /phi2 /lsinhc.
have r0 : 0 < z / sinh z by apply: Rdiv_lt_0_compat.
have := ln_le_sub1 (Rmult_lt_0_compat _ _ r0 r0); rewrite ln_mult // ln_div //.
have -> : z * (2 * coth z - / z - z / (sinh z * sinh z)) = 2 * (z * coth z) - 1 - z / sinh z * (z / sinh z) by field; lra.
lra.
Qed.

(* phi1 x / x^2 falls. *)
Lemma phi1_ratio x y : 0 < x -> x <= y -> phi1 y * (x * x) <= phi1 x * (y * y).
Proof.
move=> x0 xy; pose f z := - (phi1 z / (z * z)).
have G : f x <= f y.
  apply: (@grows f (fun z => - ((phi2 z * (z * z) - (1 * z + z * 1) * phi1 z) / Rsqr (z * z)))) => // z hz.
  - apply: derivable_pt_lim_opp; apply: (derivable_pt_lim_div phi1 (fun z => z * z)); last nra.
      by apply: phi1_derivable; lra.
    by apply: (derivable_pt_lim_mult id id); apply: derivable_pt_lim_id.
  - have z0 : 0 < z by lra.
    have H := phi_heart z0; have q : 0 < Rsqr (z * z) by apply: Rlt_0_sqr; nra.
    have -> : - ((phi2 z * (z * z) - (1 * z + z * 1) * phi1 z) / Rsqr (z * z)) = z * (2 * phi1 z - z * phi2 z) / Rsqr (z * z) by field; lra.
    by apply: Rle_mult_inv_pos => //; nra.
have y0 : 0 < y by lra.
have k : phi1 y / (y * y) <= phi1 x / (x * x) by move: G; rewrite /f; lra.
have := Rmult_le_compat_r ((x * x) * (y * y)) _ _ ltac:(nra) k.
have -> : phi1 y / (y * y) * (x * x * (y * y)) = phi1 y * (x * x) by field; lra.
by have -> : phi1 x / (x * x) * (x * x * (y * y)) = phi1 x * (y * y); [field; lra|].
Qed.

Lemma lsinhc_ge0 x : 0 < x -> 0 <= lsinhc x.
Proof.
move=> h; have : x <= sinh x.
  have := @grows (fun z => sinh z - z) (fun z => cosh z - 1) 0 x ltac:(lra); rewrite sinh_0 => H.
  have : 0 - 0 <= sinh x - x; last lra.
  apply: H => z hz; last by rewrite /cosh; have := exp_ineq1_le z; have := exp_ineq1_le (- z); lra.
  by apply: derivable_pt_lim_minus; [exact: derivable_pt_lim_sinh|exact: derivable_pt_lim_id].
by rewrite /lsinhc => [[k|<-]]; [have := ln_increasing _ _ h k; lra|lra].
Qed.

Lemma coth_ge x : 0 < x -> 1 <= x * coth x.
Proof.
move=> h; rewrite /coth; have s := sinh_pos_strict h; have := @sinh_cosh x ltac:(lra).
have -> : x * (cosh x / sinh x) = (x * cosh x) / sinh x by field; lra.
by move=> k; apply: le_div; lra.
Qed.

Lemma phi1_ge0 x : 0 < x -> 0 <= phi1 x.
Proof. by move=> h; rewrite /phi1; have := lsinhc_ge0 h; have := coth_ge h; lra. Qed.

(* phi (a + b) - phi a - phi b <= (b (a + b) / a) phi' a. G is the bound less the part of the left side that depends on b; it grows, and is
   at least - phi a near 0. *)
Lemma phi_sum a b : 0 < a -> 0 < b -> phi (a + b) - phi a - phi b <= b * (a + b) / a * phi1 a.
Proof.
move=> a0 b0; have P := phi1_ge0 a0.
pose G z := z * (a + z) * (phi1 a / a) + (phi z - phi (a + z)).
have c0 : 0 <= phi1 a / a by apply: Rle_mult_inv_pos.
(* With k = phi1 x / x^2, which falls, G' = ((a + z)^2 - z^2) k(a) + z^2 k(z) - (a + z)^2 k(a + z): first that it is not negative, then that
   it is the derivative. *)
have up x y : 0 < x -> x <= y -> G x <= G y.
  move=> x0 xy; apply: (@grows G (fun z => (1 * (a + z) + z * (0 + 1)) * (phi1 a / a) + z * (a + z) * 0 + (phi1 z - phi1 (a + z) * (0 + 1)))) => // z hz; last first.
    have z0 : 0 < z by lra.
    have r1 := phi1_ratio a0 (ltac:(lra) : a <= a + z); have r2 := phi1_ratio z0 (ltac:(lra) : z <= a + z).
    (* Both k(a) and k(z) are at least k(a + z); put that in their place, and everything cancels. *)
    have -> : (1 * (a + z) + z * (0 + 1)) * (phi1 a / a) + z * (a + z) * 0 + (phi1 z - phi1 (a + z) * (0 + 1)) =
      ((a + z) * (a + z) - z * z) * (phi1 a / (a * a)) + phi1 z - phi1 (a + z) by field; lra.
    have A : phi1 a = a * a * (phi1 a / (a * a)) by field; lra.
    have Z : phi1 z = z * z * (phi1 z / (z * z)) by field; lra.
    have S : phi1 (a + z) = (a + z) * (a + z) * (phi1 (a + z) / ((a + z) * (a + z))) by field; lra.
    set ka := phi1 a / (a * a) in A *; set kz := phi1 z / (z * z) in Z *; set ks := phi1 (a + z) / ((a + z) * (a + z)) in S *.
    have sa : ks <= ka.
      by apply: (Rmult_le_reg_r (a * a * ((a + z) * (a + z)))); [apply: Rmult_lt_0_compat; nra|move: r1; rewrite A S; lra].
    have sz : ks <= kz.
      by apply: (Rmult_le_reg_r (z * z * ((a + z) * (a + z)))); [apply: Rmult_lt_0_compat; nra|move: r2; rewrite Z S; lra].
    rewrite Z S; have zz : 0 <= z * z by nra.
    have d0 : 0 <= (a + z) * (a + z) - z * z by nra.
    have h1 := Rmult_le_compat_l _ _ _ d0 sa; have h2 := Rmult_le_compat_l _ _ _ zz sz; lra.
  apply: derivable_pt_lim_plus.
    apply: (derivable_pt_lim_mult (fun z => z * (a + z)) (fun _ => phi1 a / a)); last exact: derivable_pt_lim_const.
    apply: (derivable_pt_lim_mult id (fun z => a + z)); first exact: derivable_pt_lim_id.
    by apply: derivable_pt_lim_plus; [exact: derivable_pt_lim_const|exact: derivable_pt_lim_id].
  apply: derivable_pt_lim_minus; first by apply: phi_derivable; lra.
  apply: (derivable_pt_lim_comp (fun z => a + z) phi); last by apply: phi_derivable; lra.
  by apply: derivable_pt_lim_plus; [exact: derivable_pt_lim_const|exact: derivable_pt_lim_id].
(* For z <= a, phi' <= 4 phi' a on [a, 2 a], so that phi (a + z) <= phi a + 4 phi' a z. This replaces the limit of G at 0, where ln has no
   meaning. *)
have low z : 0 < z -> z <= a -> - phi a - 4 * phi1 a * z <= G z.
  move=> z0 za; have g0 : 0 <= z * (a + z) * (phi1 a / a) by apply: Rmult_le_pos => //; nra.
  have p0 : 0 <= phi z by rewrite /phi; have := lsinhc_ge0 z0; nra.
  have : 4 * phi1 a * a - phi a <= 4 * phi1 a * (a + z) - phi (a + z).
    apply: (@grows (fun w => 4 * phi1 a * w - phi w) (fun w => 4 * phi1 a * 1 - phi1 w)); first lra.
      move=> w hw; apply: derivable_pt_lim_minus; last by apply: phi_derivable; lra.
      by apply: (derivable_pt_lim_scal id); exact: derivable_pt_lim_id.
    move=> w hw; have := phi1_ratio a0 (proj1 hw) => r.
    have : phi1 w * (a * a) <= phi1 a * (4 * (a * a)) by apply: Rle_trans r _; apply: Rmult_le_compat_l => //; nra.
    have aa : 0 < a * a by nra.
    by move=> r'; have := Rmult_le_reg_r (a * a) (phi1 w) (4 * phi1 a) aa ltac:(lra); lra.
  by rewrite /G; lra.
(* Otherwise take z so small that 4 phi' a z is at most half the gap, which contradicts that G grows from z to b. *)
have fin : - phi a <= G b.
  case: (Rle_dec (- phi a) (G b)) => // n; exfalso.
  set gap := - phi a - G b; have g0 : 0 < gap by rewrite /gap; lra.
  set z := Rmin (Rmin a b) (gap / (8 * (phi1 a + 1))).
  have q0 : 0 < gap / (8 * (phi1 a + 1)) by apply: Rdiv_lt_0_compat; lra.
  have z0 : 0 < z by rewrite /z; do ! apply: Rmin_glb_lt.
  have za : z <= a by apply: Rle_trans (Rmin_l _ _) (Rmin_l _ _).
  have zb : z <= b by apply: Rle_trans (Rmin_l _ _) (Rmin_r _ _).
  have zq : z <= gap / (8 * (phi1 a + 1)) := Rmin_r _ _.
  have := low z z0 za; have := up z b z0 zb.
  have : 4 * phi1 a * z <= 4 * phi1 a * (gap / (8 * (phi1 a + 1))) by apply: Rmult_le_compat_l; lra.
  have -> : 4 * phi1 a * (gap / (8 * (phi1 a + 1))) = gap / 2 * (phi1 a / (phi1 a + 1)) by field; lra.
  have : phi1 a / (phi1 a + 1) <= 1 by apply: div_le; lra.
  move=> k; have := Rmult_le_compat_l (gap / 2) _ _ ltac:(lra) k; rewrite /gap; lra.
have -> : b * (a + b) / a * phi1 a = b * (a + b) * (phi1 a / a) by field; lra.
by move: fin; rewrite /G; lra.
Qed.

(* The derivative of the difference, times sinh, is z (z cosh z - sinh z) / 3. *)
Lemma coth_le x : 0 < x -> x * coth x - 1 <= x * x / 3.
Proof.
move=> h; have s := sinh_pos_strict h.
have : x * cosh x - sinh x <= x * x / 3 * sinh x.
  have := @grows (fun z => z * z / 3 * sinh z - (z * cosh z - sinh z))
    (fun z => ((1 * z + z * 1) * / 3 + z * z * 0) * sinh z + z * z / 3 * cosh z - (1 * cosh z + z * sinh z - cosh z)) 0 x ltac:(lra).
  rewrite sinh_0 => H; have : 0 * 0 / 3 * 0 - (0 * cosh 0 - 0) <= x * x / 3 * sinh x - (x * cosh x - sinh x); last lra.
  apply: H => z hz.
    apply: derivable_pt_lim_minus.
      apply: (derivable_pt_lim_mult (fun z => z * z / 3) sinh); last exact: derivable_pt_lim_sinh.
      apply: (derivable_pt_lim_mult (fun z => z * z) (fun _ => / 3)); last exact: derivable_pt_lim_const.
      by apply: (derivable_pt_lim_mult id id); exact: derivable_pt_lim_id.
    apply: derivable_pt_lim_minus; last exact: derivable_pt_lim_sinh.
    by apply: (derivable_pt_lim_mult id cosh); [exact: derivable_pt_lim_id|exact: derivable_pt_lim_cosh].
  have := @sinh_cosh z (proj1 hz) => k.
  have -> : ((1 * z + z * 1) * / 3 + z * z * 0) * sinh z + z * z / 3 * cosh z - (1 * cosh z + z * sinh z - cosh z) = z * (z * cosh z - sinh z) / 3 by field.
  by apply: Rle_mult_inv_pos; [apply: Rmult_le_pos; lra|lra].
move=> k; have -> : x * coth x - 1 = (x * cosh x - sinh x) / sinh x by rewrite /coth; field; lra.
by apply: div_le.
Qed.

Lemma lsinhc_le x : 0 < x -> lsinhc x <= x * x / 6.
Proof.
move=> h.
(* For every z in (0, x]: the function falls, so that its value at x is at most its value at z, which is at most ln cosh z <= z. *)
have D z : 0 < z -> z <= x -> lsinhc x - x * x / 6 <= z.
  move=> z0 zx; apply: (Rle_trans _ (lsinhc z - z * z / 6)); last first.
    have s := sinh_pos_strict z0; have c := cosh_pos z.
    have l1 : ln (sinh z) <= ln z + ln (cosh z).
      rewrite -ln_mult //; have := @sinh_cosh z ltac:(lra) => [[k|->]]; last lra.
      by left; apply: ln_increasing.
    have l2 : ln (cosh z) <= z.
      rewrite -{2}(ln_exp z); have : cosh z <= exp z by rewrite /cosh; have := @exp_le (- z) z; lra.
      by case=> [k|->]; [left; apply: ln_increasing|lra].
    by rewrite /lsinhc; nra.
  have : z * z * / 6 - lsinhc z <= x * x * / 6 - lsinhc x; last lra.
  apply: (@grows (fun w => w * w * / 6 - lsinhc w) (fun w => (1 * w + w * 1) * / 6 + w * w * 0 - (coth w - / w))) => // w hw.
    apply: derivable_pt_lim_minus; last by apply: lsinhc_derivable; lra.
    apply: (derivable_pt_lim_mult (fun w => w * w) (fun _ => / 6)); last exact: derivable_pt_lim_const.
    by apply: (derivable_pt_lim_mult id id); exact: derivable_pt_lim_id.
  have w0 : 0 < w by lra.
  have := coth_le w0 => k; have -> : (1 * w + w * 1) * / 6 + w * w * 0 - (coth w - / w) = (w * w / 3 - (w * coth w - 1)) / w by field; lra.
  by apply: Rle_mult_inv_pos; lra.
case: (Rle_dec (lsinhc x) (x * x / 6)) => // n; exfalso.
have := D (Rmin x ((lsinhc x - x * x / 6) / 2)) ltac:(apply: Rmin_glb_lt; lra) (Rmin_l _ _).
by have := Rmin_r x ((lsinhc x - x * x / 6) / 2); lra.
Qed.

(* phi' x is at most x^2 / 2. *)
Lemma phi1_le x : 0 < x -> phi1 x <= x * x / 2.
Proof. by move=> h; rewrite /phi1; have := lsinhc_le h; have := coth_le h; lra. Qed.
