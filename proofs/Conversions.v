(* From one standard to another. *)

From Coq Require Import Reals Lra Classical.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop.
From Dpzoo Require Import Prob Blocks Standards Events Divergences Response.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Open Scope R_scope.

(* --- Pure to (epsilon, delta): p - c q lies below a line that is 0 where p is least and touches where p is greatest ------- *)

Lemma pure_approx u c : 0 < u -> exp (- u) <= c ->
  forall (O : finType) (p q : dist O), pure u p q -> pure u q p -> excess c p q <= Rmax 0 ((exp u - c) / (exp u + 1)).
Proof.
move=> u0 hc O p q /pureE H /pureE H'.
set E := exp u; set F := exp (- u) in hc *.
have EF : E * F = 1 := exp_inv u.
have E1 : 1 < E := exp_gt1 u0.
have F0 : 0 < F := exp_pos (- u).
have F1 : F < 1 := exp_lt1 u0.
case: (Rle_dec E c) => cE.
  apply: (Rle_trans _ 0); last exact: Rmax_l.
  apply: Req_le; apply: sum_zero => o; apply: Rmax_left; move: (H o) (mass_ge0 q o); rewrite -/E; nra.
apply: Rle_trans (Rmax_r _ _).
set k := (E - c) / (E - F).
have k0 : 0 <= k by apply: Rle_mult_inv_pos; lra.
have kE : k * (E - F) = E - c by rewrite /k; field; lra.
apply: (Rle_trans _ (\sum_o (k * p o + - (k * F) * q o))).
  apply: sum_le => o; move: (H o) (H' o) (mass_ge0 p o) (mass_ge0 q o); rewrite -/E => a b p0 q0.
  have qF : F * q o <= p o by nra.
  apply: Rmax_lub; first by nra.
  have : (E - F) * (p o - c * q o) <= (E - F) * (k * p o + - (k * F) * q o).
    have -> : (E - F) * (k * p o + - (k * F) * q o) = (k * (E - F)) * (p o - F * q o) by ring.
    by rewrite kE; nra.
  by move=> h; apply: (Rmult_le_reg_l (E - F)); lra.
rewrite sum_add !sum_scale !mass_sum !Rmult_1_r.
right; apply: (Rmult_eq_reg_r ((E + 1) * (E - F))); last by apply: Rmult_integral_contrapositive_currified; lra.
have -> : (E - c) / (E + 1) * ((E + 1) * (E - F)) = (E - c) * (E - F) by field; lra.
have -> : (k + - (k * F)) * ((E + 1) * (E - F)) = (k * (E - F)) * ((1 - F) * (E + 1)) by ring.
by rewrite kE; nra.
Qed.

(* Randomised response attains it. *)
Lemma answer_excess u c : 0 <= u -> (exp u - c) / (exp u + 1) <= excess c (answer u true) (answer u false).
Proof.
move=> u0; rewrite /excess sum_bool !answerE /=.
apply: (Rle_trans _ (odds u - c * (1 - odds u))).
  by right; rewrite /odds; move: (exp_pos u) => h; field; lra.
move: (Rmax_r 0 (odds u - c * (1 - odds u))) (Rmax_l 0 (1 - odds u - c * odds u)); lra.
Qed.

(* --- (epsilon, delta) to total variation ------------------------------------------------------------------------------- *)

Lemma approx_tv u d : 0 <= u -> forall (O : finType) (p q : dist O), approx (u, d) p q -> approx (u, d) q p ->
  total_variation ((exp u - 1 + 2 * d) / (exp u + 1)) p q.
Proof.
move=> u0 O p q H H' S; move: (H S) (H' (fun o => ~~ S o)) (exp_ge1 u0); rewrite !Pr_not /= => h h' e1.
by apply: le_div; lra.
Qed.

(* With probability d the truth is told, with a mark that says so; otherwise randomised response: the worst (u, d) pair. *)
Section Leak.
Variables (u d : R) (u0 : 0 <= u) (d01 : 0 <= d <= 1).
Definition leak (truth : bool) : dist (prod_finType bool_finType bool_finType) :=
  joint (coin d01) (fun told => if told then ret truth else answer u truth).
Lemma leak_Pr truth S :
  Pr (leak truth) S = d * (if S (true, truth) then 1 else 0) + (1 - d) * Pr (answer u truth) (fun b => S (false, b)).
Proof.
rewrite Pr_joint /Ex sum_bool /=; congr (_ * _ + _).
by rewrite /Pr sum_bool; case: truth => /=; do 2 case: (S _); ring.
Qed.
Lemma leak_approx t t' : approx (u, d) (leak t) (leak t').
Proof.
move=> S; rewrite !leak_Pr /=; pose f t := Pr (answer u t) (fun b => S (false, b)).
have h : f t <= exp u * f t' by apply: answer_pure.
pose a t := if S (true, t) then 1 else 0; change (d * a t + (1 - d) * f t <= exp u * (d * a t' + (1 - d) * f t') + d).
have a01 r : 0 <= a r <= 1 by rewrite /a; case: (S _); lra.
have := Rmult_le_pos _ _ (Rlt_le _ _ (exp_pos u)) (Rmult_le_pos _ _ (proj1 d01) (proj1 (a01 t'))).
have := Rmult_le_compat_l (1 - d) _ _ ltac:(lra) h; have := Rmult_le_compat_l d _ _ (proj1 d01) (proj2 (a01 t)); lra.
Qed.
Lemma leak_tv : Pr (leak true) snd - Pr (leak false) snd = d + (1 - d) * tanh (u / 2).
Proof.
rewrite !leak_Pr -(answer_tv u0).
change (d * 1 + (1 - d) * Pr (answer u true) id - (d * 0 + (1 - d) * Pr (answer u false) id)
  = d + (1 - d) * (Pr (answer u true) id - Pr (answer u false) id)); ring.
Qed.
End Leak.

Lemma tanh_half u : tanh (u / 2) = (exp u - 1) / (exp u + 1).
Proof.
rewrite /tanh /sinh /cosh; have -> : exp u = exp (u / 2) * exp (u / 2) by rewrite -exp_plus; congr exp; field.
move: (exp_pos (u / 2)) (exp_pos (- (u / 2))) (exp_inv (u / 2)) => a b c.
have -> : exp (- (u / 2)) = / exp (u / 2) by apply: (Rmult_eq_reg_l (exp (u / 2))); rewrite ?Rinv_r; lra.
by field; split; nra.
Qed.

(* --- Rényi to (epsilon, delta) ----------------------------------------------------------------------------------------- *)

(* The best line under which 1 - e^(-z) fits, as a multiple of e^((a - 1) z). *)
Lemma excess_of_power a z : 1 < a -> 1 - exp (- z) <= exp ((a - 1) * (z + ln ((a - 1) / a)) - ln a).
Proof.
move=> a1; set r := ln ((a - 1) / a).
have h1 := exp_ineq1_le ((a - 1) * (z + r)); have h2 := exp_ineq1_le (- (z + r)).
have e1 : exp ((a - 1) * (z + r) - ln a) = / a * exp ((a - 1) * (z + r)).
  by rewrite /Rminus exp_plus exp_Ropp exp_ln; [ring|lra].
have e2 : exp (- z) = (a - 1) / a * exp (- (z + r)).
  rewrite -[X in X * _](exp_ln ((a - 1) / a)); last by apply: Rdiv_lt_0_compat; lra.
  by rewrite -/r -exp_plus; congr exp; ring.
rewrite e1 e2; have ia : 0 < / a by apply: Rinv_0_lt_compat; lra.
have -> : (a - 1) / a = 1 - / a by field; lra.
have ia1 : / a <= 1 by rewrite -Rinv_1; apply: Rinv_le_contravar; lra.
have : / a * (1 + (a - 1) * (z + r)) <= / a * exp ((a - 1) * (z + r)) by apply: Rmult_le_compat_l; lra.
have : (1 - / a) * (1 - (z + r)) <= (1 - / a) * exp (- (z + r)) by apply: Rmult_le_compat_l; lra.
have -> : / a * (1 + (a - 1) * (z + r)) = / a + (1 - / a) * (z + r) by field; lra.
lra.
Qed.

Lemma excess_loss c (O : finType) (p q : dist O) : dominated p q ->
  excess (exp c) p q = Ex p (fun o => Rmax 0 (1 - exp (- (loss p q o - c)))).
Proof.
move=> d; apply: sum_eq => o; case: (Rle_lt_or_eq_dec _ _ (mass_ge0 p o)) => [p0|<-]; last first.
  by rewrite Rmult_0_l Rmax_left //; move: (mass_ge0 q o) (exp_pos c); nra.
have q0 : 0 < q o.
  by case: (Rle_lt_or_eq_dec _ _ (mass_ge0 q o)) => // e; move: (d o (esym e)); lra.
have -> : exp (- (loss p q o - c)) = exp c * (q o / p o).
  have -> : - (loss p q o - c) = c + ln (q o / p o) by rewrite /loss !ln_div //; ring.
  by rewrite exp_plus exp_ln //; apply: Rdiv_lt_0_compat.
rewrite -RmaxRmult; last lra.
by congr Rmax; [ring|field; lra].
Qed.

Lemma renyi_approx a e d : 1 < a -> 0 < d -> refines (renyi_at a) e approx (e + ln ((a - 1) / a) - (ln d + ln a) / (a - 1), d).
Proof.
move=> a1 d0 O p q /(renyi_centred _ _ _ a1) [dom H]; apply/approxE; rewrite excess_loss //.
set c := _ - _.
apply: (Rle_trans _ (Ex p (fun o => d * exp ((a - 1) * (loss p q o - e))))); last by rewrite Ex_scale; nra.
apply: Ex_le => o; apply: Rmax_lub; first by left; apply: Rmult_lt_0_compat => //; apply: exp_pos.
apply: Rle_trans (excess_of_power (loss p q o - c) a1) _.
have -> : d * exp ((a - 1) * (loss p q o - e)) = exp (ln d + (a - 1) * (loss p q o - e)) by rewrite exp_plus exp_ln.
by right; congr exp; rewrite /c; field; lra.
Qed.

(* The form in common use, by Markov's inequality: the probability of a large loss. *)
Lemma renyi_tail a e d : 1 < a -> 0 < d -> refines (renyi_at a) e probabilistic (e + ln (1 / d) / (a - 1), d).
Proof.
move=> a1 d0 O p q /(renyi_centred _ _ _ a1) [dom H]; set c := e + _.
exists (fun o => if Rlt_dec c (loss p q o) then true else false); split=> /=.
  apply: (Rle_trans _ (Ex p (fun o => d * exp ((a - 1) * (loss p q o - e))))); last by rewrite Ex_scale; nra.
  apply: sum_le => o; have := mass_ge0 p o; have k := exp_pos ((a - 1) * (loss p q o - e)).
  case: Rlt_dec => h /= p0; last by apply: Rmult_le_pos => //; nra.
  suff: 1 <= d * exp ((a - 1) * (loss p q o - e)) by nra.
  have -> : d * exp ((a - 1) * (loss p q o - e)) = exp (ln d + (a - 1) * (loss p q o - e)) by rewrite exp_plus exp_ln.
  rewrite -{1}exp_0; apply: exp_le.
  have : (a - 1) * (c - e) <= (a - 1) * (loss p q o - e) by apply: Rmult_le_compat_l; lra.
  have -> : (a - 1) * (c - e) = - ln d by rewrite /c ln_div ?ln_1; [field; lra|lra|lra].
  lra.
move=> S; rewrite /Pr -sum_scale; apply: sum_le => o; rewrite !inE /=.
case: Rlt_dec => h /=; first lra.
case: (S o) => /=; last lra.
case: (Rle_lt_or_eq_dec _ _ (mass_ge0 p o)) => [p0|<-]; last by move: (exp_pos c) (mass_ge0 q o); nra.
have q0 : 0 < q o.
  by case: (Rle_lt_or_eq_dec _ _ (mass_ge0 q o)) => // k; move: (dom o (esym k)); lra.
have : exp (loss p q o) <= exp c by apply: exp_le; lra.
rewrite /loss exp_ln; last exact: Rdiv_lt_0_compat.
move=> k; have : p o / q o * q o <= exp c * q o by apply: Rmult_le_compat_r; lra.
by rewrite /Rdiv Rmult_assoc Rinv_l; lra.
Qed.

Lemma Pr_without (O : finType) (x : dist O) (S E : pred O) :
  Pr x (predD S E) <= Pr x S /\ Pr x S <= Pr x (predD S E) + Pr x E.
Proof.
split; rewrite /Pr -?sum_add; apply: sum_le => o; have := mass_ge0 x o; rewrite /= /in_mem /=;
  case: (S o); case: (E o) => /=; lra.
Qed.

Lemma probabilistic_approx e d : refines probabilistic (e, d) approx (e, d).
Proof.
move=> O p q [E [HE H]] S; move: (H S) => /= h; have [_ i] := Pr_without p S E; have [j _] := Pr_without q S E.
by have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ (exp_pos e)) j; move: HE => /=; lra.
Qed.

Lemma renyi_approx_classic a e d : 1 < a -> 0 < d -> refines (renyi_at a) e approx (e + ln (1 / d) / (a - 1), d).
Proof. by move=> a1 d0 O p q H; apply: probabilistic_approx; apply: renyi_tail. Qed.

(* --- Every order at once: choose the order ------------------------------------------------------------------------------ *)

Lemma ln_neg d : 0 < d -> d < 1 -> 0 < ln (1 / d).
Proof. by move=> d0 d1; rewrite ln_div ?ln_1; [have := ln_increasing _ _ d0 d1; rewrite ln_1; lra|lra|lra]. Qed.

Lemma zcdp_tail x r d : 0 < r -> 0 < d -> d < 1 -> refines zcdp (x, r) probabilistic (x + r + 2 * sqrt (r * ln (1 / d)), d).
Proof.
move=> r0 d0 d1 O p q H; have l0 := ln_neg d0 d1; set l := ln (1 / d) in l0 *.
have h := Rdiv_lt_0_compat _ _ l0 r0.
have s0 : 0 < sqrt (l / r) by apply: sqrt_lt_R0.
have a1 : 1 < 1 + sqrt (l / r) by lra.
have := renyi_tail a1 d0 (H _ a1); rewrite /= -/l.
have -> : x + r * (1 + sqrt (l / r)) + l / (1 + sqrt (l / r) - 1) = x + r + 2 * sqrt (r * l); last by [].
have -> : 1 + sqrt (l / r) - 1 = sqrt (l / r) by ring.
have ss : sqrt (l / r) * sqrt (l / r) = l / r by apply: sqrt_sqrt; lra.
have -> : sqrt (r * l) = r * sqrt (l / r).
  apply: sqrt_lem_1; [nra|nra|].
  have -> : r * sqrt (l / r) * (r * sqrt (l / r)) = r * r * (sqrt (l / r) * sqrt (l / r)) by ring.
  by rewrite ss; field; lra.
have -> : l / sqrt (l / r) = r * sqrt (l / r).
  by apply: (Rmult_eq_reg_r (sqrt (l / r))); last lra; rewrite Rmult_assoc ss; field; split; lra.
ring.
Qed.

Lemma zcdp_kl x r : 0 <= r -> refines zcdp (x, r) kl (x + r).
Proof.
move=> r0 O p q H; have [d _] := H 2 ltac:(lra); split=> //.
(* The bound holds at each order, so in the limit at order 1. *)
apply: le_epsilon => t t0; have t1 : 0 < t / (r + 1) by apply: Rdiv_lt_0_compat; lra.
have a1 : 1 < 1 + t / (r + 1) by lra.
have [_ h] := renyi_kl a1 (H _ a1).
apply: Rle_trans h _ => /=.
have -> : x + r * (1 + t / (r + 1)) = x + r + r / (r + 1) * t by field; lra.
have : r / (r + 1) <= 1 by apply: div_le; lra.
nra.
Qed.

(* --- Pure to Rényi and back from all orders ------------------------------------------------------------------------------ *)

Lemma pure_loss e (O : finType) (p q : dist O) : pure e p q -> forall o, 0 < p o -> loss p q o <= e.
Proof.
move=> H o p0; have d := dominated_pure H; move: H => /pureE /(_ o) h.
have q0 : 0 < q o.
  by case: (Rle_lt_or_eq_dec _ _ (mass_ge0 q o)) => // k; move: (d o (esym k)); lra.
rewrite -(ln_exp e) /loss; have : p o / q o <= exp e.
  by apply: div_le.
have : 0 < p o / q o by apply: Rdiv_lt_0_compat.
by move=> a; case=> [b|->]; [left; apply: ln_increasing|right].
Qed.

Lemma pure_renyi a e : 1 < a -> refines pure e (renyi_at a) e.
Proof.
move=> a1 O p q H; apply/(renyi_centred _ _ _ a1); split; first exact: dominated_pure H.
apply: (Rle_trans _ (Ex p (fun _ => 1))); last by rewrite Ex_const; lra.
apply: sum_le => o.
case: (Rle_lt_or_eq_dec _ _ (mass_ge0 p o)) => [p0|<-]; last lra.
apply: Rmult_le_compat_l; first lra.
apply: (Rle_trans _ (exp 0)); last by rewrite exp_0; lra.
apply: exp_le; have h := pure_loss H p0; have := Rmult_le_pos (a - 1) (e - loss p q o) ltac:(lra) ltac:(lra); lra.
Qed.

Lemma pure_kl0 e : refines pure e kl e.
Proof. by move=> O p q H; apply: (@renyi_kl 2); [lra|apply: pure_renyi => //; lra]. Qed.

(* If the divergence of every order is at most e, so is every loss: the largest loss dominates at large orders. *)
Lemma all_orders_pure e (O : finType) (p q : dist O) : (forall a, 1 < a -> renyi_at a e p q) -> pure e p q.
Proof.
move=> H; apply/pureE => o; have [d _] := H 2 ltac:(lra).
case: (Rle_lt_or_eq_dec _ _ (mass_ge0 p o)) => [p0|<-]; last by move: (exp_pos e) (mass_ge0 q o); nra.
have q0 : 0 < q o.
  by case: (Rle_lt_or_eq_dec _ _ (mass_ge0 q o)) => // k; move: (d o (esym k)); lra.
suff: loss p q o <= e.
  move=> /exp_le; rewrite /loss exp_ln; last exact: Rdiv_lt_0_compat.
  move=> k; have : p o / q o * q o <= exp e * q o by apply: Rmult_le_compat_r; lra.
  by rewrite /Rdiv Rmult_assoc Rinv_l; lra.
case: (Rle_dec (loss p q o) e) => // n; exfalso; set g := loss p q o - e; have g0 : 0 < g by rewrite /g; lra.
(* e^(b g) <= 1 / p(o) for every b > 0 cannot be. *)
have a1 : 1 < 1 + / p o / g by have := Rdiv_lt_0_compat _ _ (Rinv_0_lt_compat _ p0) g0; lra.
move: (H _ a1) => /(renyi_centred _ _ _ a1) [_ h].
have h' : p o * exp ((1 + / p o / g - 1) * (loss p q o - e)) <= 1.
  apply: Rle_trans h; apply: (@term_le _ (fun o' => p o' * exp ((1 + / p o / g - 1) * (loss p q o' - e)))) => i.
  by apply: Rmult_le_pos; [apply: mass_ge0|left; apply: exp_pos].
rewrite -/g (_ : (1 + / p o / g - 1) * g = / p o) in h'; last by field; lra.
have i0 := Rinv_0_lt_compat _ p0; have := Rmult_lt_compat_l _ _ _ p0 (exp_ineq1 (/ p o) ltac:(lra)).
have -> : p o * (1 + / p o) = p o + 1 by field; lra.
lra.
Qed.

(* --- What a claim about tightness needs: the worst laws, on any unit that compares two different datasets ----------------- *)

Lemma same_laws D (P : comparison D) L L' (S : standard L) l (T : standard L') l' :
  (forall (O : finType) (p q : dist O), S l O p q <-> T l' O p q) ->
  forall (O : finType) (M : D -> dist O), satisfies P S l M <-> satisfies P T l' M.
Proof. by move=> H O M; split=> K a b ab; apply/H; apply: K. Qed.

(* The same where both orders are needed to pass from the one to the other. *)
Lemma same_laws_both D (U : neighbours D) L L' (S : standard L) l (T : standard L') l' :
  (forall (O : finType) (p q : dist O), S l O p q /\ S l O q p <-> T l' O p q /\ T l' O q p) ->
  forall (O : finType) (M : D -> dist O), satisfies (pairs U) S l M <-> satisfies (pairs U) T l' M.
Proof. by move=> H O M; rewrite !satisfies_pairs; split=> K x y u; apply/H; apply: K. Qed.

Lemma on_answers D (U : neighbours D) u L (T : standard L) l : discerning U -> 0 <= u ->
  gives (pairs U) pure u (pairs U) T l -> T l _ (answer u true) (answer u false).
Proof. by move=> d u0 H; apply: (unlift d _ H); [apply: pure_reflexive|apply: answer_pure|apply: answer_pure]. Qed.

Lemma on_leaks D (U : neighbours D) u d (d01 : 0 <= d <= 1) L (T : standard L) l : discerning U -> 0 <= u ->
  gives (pairs U) approx (u, d) (pairs U) T l -> T l _ (leak u d01 true) (leak u d01 false).
Proof. by move=> dU u0 H; apply: (unlift dU _ H); [apply: approx_reflexive; lra|apply: leak_approx|apply: leak_approx]. Qed.

(* --- Closed forms of the worst case ------------------------------------------------------------------------------------------ *)

Lemma tanh_pos u : 0 < u -> 0 < tanh (u / 2).
Proof. by move=> h; rewrite tanh_half; have := exp_gt1 h; move=> ?; apply: Rdiv_lt_0_compat; lra. Qed.
Lemma tanh_lt1 u : tanh (u / 2) < 1.
Proof.
rewrite tanh_half; have h := exp_pos u; have -> : (exp u - 1) / (exp u + 1) = 1 - 2 / (exp u + 1) by field; lra.
by have : 0 < 2 / (exp u + 1); [apply: Rdiv_lt_0_compat; lra|lra].
Qed.

Lemma worst_ln u : 0 < u -> (exp u * ln (exp u) + ln (exp (- u))) / (1 + exp u) = u * tanh (u / 2).
Proof. by move=> u0; rewrite !ln_exp tanh_half; have := exp_pos u; move=> ?; field; lra. Qed.

Lemma pure_kl u : 0 < u -> refines_both pure u kl (u * tanh (u / 2)).
Proof.
move=> u0 O p q H H'; split; first exact: dominated_pure H.
by have := worst supported_ln u0 H H'; rewrite worst_ln.
Qed.

Definition rr_curve a u : R := (ln (cosh ((a - 1 / 2) * u)) - ln (cosh (u / 2))) / (a - 1).

Lemma cosh_pos x : 0 < cosh x.
Proof. by rewrite /cosh; move: (exp_pos x) (exp_pos (- x)); lra. Qed.

Lemma worst_power a u : 1 < a ->
  (exp u * power (a - 1) (exp u) + power (a - 1) (exp (- u))) / (1 + exp u) = exp ((a - 1) * rr_curve a u).
Proof.
move=> a1; rewrite /rr_curve.
have -> : (a - 1) * ((ln (cosh ((a - 1 / 2) * u)) - ln (cosh (u / 2))) / (a - 1)) = ln (cosh ((a - 1 / 2) * u)) - ln (cosh (u / 2)).
  by field; lra.
have -> : exp (ln (cosh ((a - 1 / 2) * u)) - ln (cosh (u / 2))) = cosh ((a - 1 / 2) * u) / cosh (u / 2).
  by rewrite /Rminus exp_plus exp_Ropp !exp_ln //; apply: cosh_pos.
rewrite /power !ln_exp /cosh; set z := (a - 1 / 2) * u; set h := u / 2.
have e1 : exp u = exp h * exp h by rewrite -exp_plus; congr exp; rewrite /h; field.
have -> : exp u * exp ((a - 1) * u) = exp h * exp z by rewrite -!exp_plus; congr exp; rewrite /h /z; field.
have -> : exp ((a - 1) * - u) = exp h * exp (- z) by rewrite -exp_plus; congr exp; rewrite /h /z; field.
have -> : 1 + exp u = exp h * (exp h + exp (- h)) by rewrite Rmult_plus_distr_l exp_inv -e1; ring.
by have := exp_pos h; have := exp_pos (- h); move=> ? ?; field; split; lra.
Qed.

Lemma pure_renyi_worst a u : 1 < a -> 0 < u -> refines_both pure u (renyi_at a) (rr_curve a u).
Proof.
move=> a1 u0 O p q H H'; apply/(renyiE _ _ _ a1); split; first exact: dominated_pure H.
by rewrite -worst_power //; apply: worst => //; apply: supported_power; lra.
Qed.

Lemma answer_renyi a u e : 1 < a -> 0 < u -> renyi_at a e (answer u true) (answer u false) -> rr_curve a u <= e.
Proof.
move=> a1 u0 /(renyiE _ _ _ a1) [_]; rewrite (worst_attained _ u) worst_power // => /exp_le_inv h.
by apply: (Rmult_le_reg_l (a - 1)); lra.
Qed.

Lemma cosh_lt x y : 0 <= x -> x < y -> cosh x < cosh y.
Proof.
move=> x0 xy; rewrite /cosh; have a1 := exp_ge1 x0; have ab := exp_increasing _ _ xy.
have : exp (- y) = / exp y by rewrite exp_Ropp.
have : exp (- x) = / exp x by rewrite exp_Ropp.
move=> -> ->; have e : exp y + / exp y - (exp x + / exp x) = (exp y - exp x) * (1 - / (exp x * exp y)) by field; lra.
have : / (exp x * exp y) < 1 by rewrite -Rinv_1; apply: Rinv_lt_contravar; nra.
nra.
Qed.

Lemma rr_curve_pos a u : 1 < a -> 0 < u -> 0 < rr_curve a u.
Proof.
move=> a1 u0; apply: Rdiv_lt_0_compat; last lra.
have : ln (cosh (u / 2)) < ln (cosh ((a - 1 / 2) * u)) by apply: ln_increasing; [apply: cosh_pos|apply: cosh_lt; nra].
lra.
Qed.

(* Every level of the approximate standards is reached from some zero-concentrated one. *)
Lemma zcdp_reaches e d : 0 < e -> 0 < d -> d < 1 ->
  exists x, exists r, 0 <= x /\ 0 < r /\ refines zcdp (x, r) probabilistic (e, d).
Proof.
move=> e0 d0 d1; have l := ln_neg d0 d1; set b := ln (1 / d) in l *.
(* r = s^2 with s (s + 2 sqrt b) <= e *)
have sb : 0 < sqrt b by apply: sqrt_lt_R0.
set s := Rmin 1 (e / (1 + 2 * sqrt b)); have s0 : 0 < s by apply: Rmin_glb_lt; [lra|apply: Rdiv_lt_0_compat; lra].
have s1 : s <= 1 := Rmin_l _ _.
have s2 : s * (1 + 2 * sqrt b) <= e.
  have := Rmult_le_compat_r (1 + 2 * sqrt b) _ _ ltac:(lra) (Rmin_r 1 (e / (1 + 2 * sqrt b))).
  by rewrite -/s; have -> : e / (1 + 2 * sqrt b) * (1 + 2 * sqrt b) = e by field; lra.
have r0 : 0 < s * s by nra.
exists 0, (s * s); split; first lra; split=> // O p q H.
have [E [HE K]] := zcdp_tail r0 d0 d1 H; exists E; split=> // S; apply: Rle_trans (K S) _ => /=.
apply: Rmult_le_compat_r; first exact: Pr_ge0.
apply: exp_le; rewrite -/b; have -> : sqrt (s * s * b) = s * sqrt b.
  by rewrite sqrt_mult; [rewrite sqrt_square|nra|]; lra.
nra.
Qed.

Lemma lift_trans D (P Q : comparison D) L L' (S : standard L) l (T : standard L') l' L'' (V : standard L'') l'' :
  refines T l' V l'' -> gives P S l Q T l' -> gives P S l Q V l''.
Proof. by move=> w H O M HM a b ab; apply: w; apply: H. Qed.
