(* The loss of randomised response at order a is at most a times its mean loss: the logarithm of cosh, by its derivative. *)

From Coq Require Import Reals Lra Classical.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop.
From Dpzoo Require Import Prob Blocks Standards Events Divergences Response Conversions.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Open Scope R_scope.

(* A function whose derivative is not negative grows. *)
Lemma grows (f f' : R -> R) a b : a <= b -> (forall c, a <= c <= b -> derivable_pt_lim f c (f' c)) ->
  (forall c, a <= c <= b -> 0 <= f' c) -> f a <= f b.
Proof.
case=> [ab|->]; last by move=> *; lra.
move=> d p; have [c [e hc]] := MVT_cor2 f f' a b ab d.
by have := p c ltac:(lra); nra.
Qed.

Lemma sinh_pos y : 0 <= y -> 0 <= sinh y.
Proof. by move=> h; rewrite /sinh; have := @exp_le (- y) y; lra. Qed.

Lemma sinh_cosh y : 0 <= y -> sinh y <= y * cosh y.
Proof.
move=> h; have := @grows (fun z => z * cosh z - sinh z) (fun z => (1 * cosh z + z * sinh z) - cosh z) 0 y h.
rewrite sinh_0 Rmult_0_l Rminus_0_r => H.
suff: 0 <= y * cosh y - sinh y by lra.
apply: H => c hc.
- apply: derivable_pt_lim_minus; last exact: derivable_pt_lim_sinh.
  by apply: derivable_pt_lim_mult; [apply: derivable_pt_lim_id|apply: derivable_pt_lim_cosh].
- by have := sinh_pos (proj1 hc); nra.
Qed.

Lemma sinh_add x y : sinh (x + y) = sinh x * cosh y + cosh x * sinh y.
Proof. by rewrite /sinh /cosh Ropp_plus_distr !exp_plus; field. Qed.
Lemma sinh_sub x y : sinh (x - y) = sinh x * cosh y - cosh x * sinh y.
Proof. by rewrite /sinh /cosh /Rminus Ropp_plus_distr Ropp_involutive !exp_plus; field. Qed.
Lemma cosh_add x y : cosh (x + y) = cosh x * cosh y + sinh x * sinh y.
Proof. by rewrite /sinh /cosh Ropp_plus_distr !exp_plus; field. Qed.
Lemma cosh_le x y : 0 <= x -> x <= y -> cosh x <= cosh y.
Proof. by move=> x0 [h|->]; [left; apply: cosh_lt|right]. Qed.

Lemma sinh_ge x : 0 < x -> x <= sinh x.
Proof.
move=> x0; have := @grows (fun z => sinh z - z) (fun z => cosh z - 1) 0 x ltac:(lra); rewrite sinh_0 => H.
suff : 0 - 0 <= sinh x - x by lra.
apply: H => c hc; first by apply: derivable_pt_lim_minus; [apply: derivable_pt_lim_sinh|apply: derivable_pt_lim_id].
by have := @cosh_le 0 c ltac:(lra) ltac:(lra); rewrite cosh_0; lra.
Qed.

(* sinh t / t grows. *)
Lemma sinh_ratio s t : 0 < s -> s <= t -> t * sinh s <= s * sinh t.
Proof.
move=> s0 st; have := @grows (fun z => s * sinh z - z * sinh s) (fun z => s * cosh z - 1 * sinh s) s t st.
have -> : s * sinh s - s * sinh s = 0 by ring.
move=> H; suff: 0 <= s * sinh t - t * sinh s by lra.
apply: H => c hc.
- apply: derivable_pt_lim_minus; first by apply: derivable_pt_lim_scal; apply: derivable_pt_lim_sinh.
  have := derivable_pt_lim_mult id (fct_cte (sinh s)) c 1 0 (derivable_pt_lim_id c) (derivable_pt_lim_const _ c).
  by rewrite /mult_fct /fct_cte /id Rmult_0_r Rplus_0_r.
- have := sinh_cosh (Rlt_le _ _ s0); have := @cosh_le s c ltac:(lra) ltac:(lra); nra.
Qed.

(* tanh y / y falls. *)
Lemma tanh_ratio x y : 0 < x -> x <= y -> sinh y / cosh y * x <= y * (sinh x / cosh x).
Proof.
move=> x0 xy; have cx := cosh_pos x; have cy := cosh_pos y.
have P : sinh y * cosh x * x <= y * (sinh x * cosh y).
  (* products of sinh and cosh are sums: with s = y - x and t = y + x this is the previous lemma *)
  case: (Req_dec x y) => [->|n]; first lra.
  have := @sinh_ratio (y - x) (y + x) ltac:(lra) ltac:(lra); rewrite sinh_add sinh_sub; lra.
have -> : sinh y / cosh y * x = (sinh y * cosh x * x) / (cosh x * cosh y) by field; lra.
have -> : y * (sinh x / cosh x) = (y * (sinh x * cosh y)) / (cosh x * cosh y) by field; lra.
by apply: Rmult_le_compat_r => //; left; apply: Rinv_0_lt_compat; apply: Rmult_lt_0_compat.
Qed.

Lemma ln_cosh_diff x y : 0 < x -> x <= y -> ln (cosh y) - ln (cosh x) <= (y * y - x * x) * (tanh x / (2 * x)).
Proof.
move=> x0 xy; set k := tanh x / (2 * x).
have := @grows (fun z => k * (z * z) - ln (cosh z)) (fun z => k * (1 * z + z * 1) - / cosh z * sinh z) x y xy => H.
suff: k * (x * x) - ln (cosh x) <= k * (y * y) - ln (cosh y) by lra.
apply: H => c hc.
- apply: derivable_pt_lim_minus.
    by apply: derivable_pt_lim_scal; apply: (derivable_pt_lim_mult id id); apply: derivable_pt_lim_id.
  by apply: (derivable_pt_lim_comp cosh ln); [apply: derivable_pt_lim_cosh|apply: derivable_pt_lim_ln; apply: cosh_pos].
- have := @tanh_ratio x c x0 (proj1 hc) => h.
  have -> : k * (1 * c + c * 1) = c * (sinh x / cosh x) / x by rewrite /k /tanh; field; split; [have := cosh_pos x; lra|lra].
  suff: sinh c / cosh c <= c * (sinh x / cosh x) / x by rewrite /Rdiv (Rmult_comm (/ cosh c)); lra.
  by apply: le_div.
Qed.

Lemma rr_curve_mean a u : 1 < a -> 0 < u -> rr_curve a u <= a * (u * tanh (u / 2)).
Proof.
move=> a1 u0; apply: div_le; first lra.
apply: Rle_trans (@ln_cosh_diff (u / 2) ((a - 1 / 2) * u) ltac:(lra) ltac:(nra)) _.
by right; field; lra.
Qed.

Lemma tanh_le u : 0 < u -> tanh (u / 2) <= u / 2.
Proof.
move=> u0; rewrite /tanh; apply: div_le; first exact: cosh_pos.
by apply: sinh_cosh; lra.
Qed.

(* Every order of a pure pair lies below the line of the mean loss. *)
Lemma pure_zcdp u : 0 < u -> refines_both pure u zcdp (0, u * tanh (u / 2)).
Proof.
move=> u0 O p q H H' a a1 /=; apply: (renyi_weaken_at a1 _ (pure_renyi_worst a1 u0 H H')).
by have := rr_curve_mean a1 u0; lra.
Qed.

Lemma zcdp_weaken x r r' : r <= r' -> refines zcdp (x, r) zcdp (x, r').
Proof. by move=> h O p q H a a1; apply: renyi_weaken_at (H a a1) => //=; nra. Qed.
