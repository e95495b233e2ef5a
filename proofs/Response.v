(* Randomised response is the worst pair of laws with a given epsilon, and attains the bounds. *)

From Coq Require Import Reals Lra Classical.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop.
From Dpzoo Require Import Prob Blocks Standards Events Divergences.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Open Scope R_scope.

Lemma exp_inv x : exp x * exp (- x) = 1.
Proof. by rewrite -exp_plus Rplus_opp_r exp_0. Qed.

Lemma exp_gt1 x : 0 < x -> 1 < exp x.
Proof. by move=> h; move: (exp_ineq1 x); lra. Qed.

Lemma exp_lt1 x : 0 < x -> exp (- x) < 1.
Proof. by move=> h; rewrite -exp_0; apply: exp_increasing; lra. Qed.

(* --- The laws: the true bit with odds e^u -------------------------------------------------------------------------------- *)

Definition odds (u : R) : R := exp u / (1 + exp u).
Lemma odds01 u : 0 <= odds u <= 1.
Proof.
move: (exp_pos u) => h; rewrite /odds; split; first by apply: Rle_mult_inv_pos; lra.
by apply: div_le; lra.
Qed.
Definition answer (u : R) (truth : bool) : dist bool_finType := coin (odds01 (if truth then u else - u)).

Lemma odds_opp u : odds (- u) = 1 - odds u.
Proof.
rewrite /odds; move: (exp_pos u) (exp_pos (- u)) (exp_inv u) => a b c.
have -> : exp (- u) = / exp u by apply: (Rmult_eq_reg_l (exp u)); rewrite ?Rinv_r; lra.
by field; lra.
Qed.

Lemma answerE u truth b : answer u truth b = if truth == b then odds u else 1 - odds u.
Proof. by case: truth b => [] []; rewrite /= ?odds_opp; ring. Qed.

Lemma odds_ratio u : odds u = exp u * (1 - odds u).
Proof. by rewrite /odds; move: (exp_pos u) => h; field; lra. Qed.

Lemma odds_inside u : 0 < odds u < 1.
Proof.
move: (exp_pos u) => h; have i : 0 < / (1 + exp u) by apply: Rinv_0_lt_compat; lra.
have e : 1 - odds u = / (1 + exp u) by rewrite /odds; field; lra.
by split; [apply: Rdiv_lt_0_compat; lra|lra].
Qed.

Lemma answer_pure u t t' : 0 <= u -> pure u (answer u t) (answer u t').
Proof.
move=> u0; apply/pureE => b; rewrite !answerE; move: (exp_ge1 u0) (odds_ratio u) (odds_inside u) => *.
by case: (t == b); case: (t' == b); nra.
Qed.

Lemma answer_tv u : 0 <= u -> Pr (answer u true) id - Pr (answer u false) id = tanh (u / 2).
Proof.
move=> u0; rewrite /Pr !sum_bool !answerE /=.
have -> : odds u = exp (u / 2) / (exp (u / 2) + exp (- (u / 2))).
  rewrite /odds; have -> : exp u = exp (u / 2) * exp (u / 2) by rewrite -exp_plus; congr exp; field.
  move: (exp_pos (u / 2)) (exp_pos (- (u / 2))) (exp_inv (u / 2)) => a b c.
  have -> : exp (- (u / 2)) = / exp (u / 2) by apply: (Rmult_eq_reg_l (exp (u / 2))); rewrite ?Rinv_r; lra.
  by field; split; nra.
rewrite /tanh /sinh /cosh; move: (exp_pos (u / 2)) (exp_pos (- (u / 2))) => a b.
by field; lra.
Qed.

(* --- The worst case under every convex measure ---------------------------------------------------------------------------- *)

Lemma dominated_pure e (O : finType) (p q : dist O) : pure e p q -> dominated p q.
Proof. by move=> /pureE H o q0; move: (H o) (mass_ge0 p o); rewrite q0; lra. Qed.

Section Worst.
Variables (g : R -> R) (u : R).
Hypotheses (sup : supported g) (u0 : 0 < u).

Lemma worst (O : finType) (p q : dist O) : pure u p q -> pure u q p ->
  mean_ratio g p q <= (exp u * g (exp u) + g (exp (- u))) / (1 + exp u).
Proof.
move=> H H'; have d := dominated_pure H.
set E := exp u; set F := exp (- u).
have EF : E * F = 1 := exp_inv u.
have E1 : 1 < E := exp_gt1 u0.
have F0 : 0 < F := exp_pos (- u).
have F1 : F < 1 := exp_lt1 u0.
set x := E * g E; set y := F * g F.
(* The chord between the two extreme ratios. *)
have chord r : F <= r <= E -> r * g r <= ((r - F) * x + (E - r) * y) / (E - F).
  move=> hr; case: (sup (s := r)) => [|a [b [_ [e T]]]]; first lra.
  have t1 := T E 1; have t2 := T F 1; rewrite /Rdiv Rinv_1 !Rmult_1_r in t1 t2.
  apply: le_div; first lra.
  rewrite -e.
  have k1 : a * E + b <= x by apply: t1; lra.
  have k2 : a * F + b <= y by apply: t2; lra.
  have : (r - F) * (a * E + b) <= (r - F) * x by apply: Rmult_le_compat_l; lra.
  have : (E - r) * (a * F + b) <= (E - r) * y by apply: Rmult_le_compat_l; lra.
  lra.
apply: (Rle_trans _ (\sum_o ((x - y) / (E - F) * p o + (E * y - F * x) / (E - F) * q o))).
  apply: sum_le => o; move: H H' => /pureE /(_ o) h /pureE /(_ o) h'.
  case: (Rle_lt_or_eq_dec _ _ (mass_ge0 q o)) => [q0|q0]; last first.
    by rewrite -q0 (d o (esym q0)); lra.
  have e : p o = q o * (p o / q o) by field; lra.
  have hr : F <= p o / q o <= E.
    split; [apply: le_div => //|by apply: div_le].
    have : F * q o <= F * (E * p o) by apply: Rmult_le_compat_l; [lra|exact: h'].
    by rewrite -Rmult_assoc (Rmult_comm F E) EF; lra.
  have c := chord _ hr.
  rewrite {1}e Rmult_assoc.
  apply: (Rle_trans _ (q o * (((p o / q o - F) * x + (E - p o / q o) * y) / (E - F)))).
    by apply: Rmult_le_compat_l; lra.
  by right; field; lra.
rewrite sum_add !sum_scale !mass_sum.
have gF : y = F * g F by [].
right; rewrite !Rmult_1_r.
have -> : g F = E * y by rewrite gF -Rmult_assoc EF; ring.
apply: (Rmult_eq_reg_r ((E - F) * (1 + E))); last by apply: Rmult_integral_contrapositive_currified; lra.
have -> : ((x - y) / (E - F) + (E * y - F * x) / (E - F)) * ((E - F) * (1 + E)) = (x * (1 - F) + y * (E - 1)) * (1 + E) by field; lra.
have -> : (x + E * y) / (1 + E) * ((E - F) * (1 + E)) = (x + E * y) * (E - F) by field; lra.
have -> : (x * (1 - F) + y * (E - 1)) * (1 + E) = x * (E - F + (1 - E * F)) + y * (E * E - 1) by ring.
have -> : (x + E * y) * (E - F) = x * (E - F) + y * (E * E - E * F) by ring.
by rewrite EF; ring.
Qed.

(* Randomised response attains it. *)
Lemma worst_attained : mean_ratio g (answer u true) (answer u false) = (exp u * g (exp u) + g (exp (- u))) / (1 + exp u).
Proof.
rewrite /mean_ratio /Ex sum_bool !answerE /=.
have h := odds_inside u; have r := odds_ratio u; have ei := exp_inv u; have e0 := exp_pos u.
have -> : odds u / (1 - odds u) = exp u by rewrite {1}r; field; lra.
have -> : (1 - odds u) / odds u = exp (- u).
  by apply: (Rmult_eq_reg_l (odds u)); last lra; rewrite {1 3}r; field_simplify; try lra; nra.
by rewrite /odds; field; lra.
Qed.
End Worst.
