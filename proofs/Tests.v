(* f-DP: trade-off functions, and (epsilon, delta) among them. *)

From Coq Require Import Reals Lra Classical.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop.
From Dpzoo Require Import Prob Blocks Standards Events Divergences Response Conversions.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Open Scope R_scope.

(* --- Below a convex function there is a line through each of its inner points --------------------------------------------- *)

Lemma support_line f x : trade_off_function f -> 0 < x < 1 ->
  exists c, forall y, 0 <= y <= 1 -> f x + c * (y - x) <= f y.
Proof.
move=> [_ [_ [conv _]]] hx.
(* The slopes to the left are bounded by each slope to the right: take their least upper bound. *)
pose E s := exists y, 0 <= y < x /\ s = (f x - f y) / (x - y).
have cross y z : 0 <= y < x -> x < z <= 1 -> (f x - f y) / (x - y) <= (f z - f x) / (z - x).
  move=> hy hz; set w := (z - x) / (z - y).
  have w01 : 0 <= w <= 1 by split; [apply: Rle_mult_inv_pos; lra|apply: div_le; lra].
  have e : x = w * y + (1 - w) * z by rewrite /w; field; lra.
  have h := conv y z w ltac:(lra) ltac:(lra) w01; rewrite -e in h.
  have h' : (z - y) * f x <= (z - x) * f y + (x - y) * f z.
    have := Rmult_le_compat_l (z - y) _ _ ltac:(lra) h.
    by have -> : (z - y) * (w * f y + (1 - w) * f z) = (z - x) * f y + (x - y) * f z by rewrite /w; field; lra.
  apply: le_div; first lra.
  have -> : (f x - f y) / (x - y) * (z - x) = ((f x - f y) * (z - x)) / (x - y) by field; lra.
  by apply: div_le; lra.
have bound : bound E by exists ((f 1 - f x) / (1 - x)) => s [y [hy ->]]; apply: cross; lra.
have some : exists s, E s by exists ((f x - f 0) / (x - 0)), 0; split=> //; lra.
have [c [up least]] := completeness E bound some.
exists c => y hy; case: (Rtotal_order y x) => [yx|[->|xy]]; last 2 first.
- lra.
- have : c <= (f y - f x) / (y - x) by apply: least => s [z [hz ->]]; apply: cross; lra.
  move=> h; have := Rmult_le_compat_r (y - x) _ _ ltac:(lra) h.
  by have -> : (f y - f x) / (y - x) * (y - x) = f y - f x by [field; lra]; lra.
- have : (f x - f y) / (x - y) <= c by apply: up; exists y; split=> //; lra.
  move=> h; have := Rmult_le_compat_r (x - y) _ _ ltac:(lra) h.
  by have -> : (f x - f y) / (x - y) * (x - y) = f x - f y by [field; lra]; lra.
Qed.

(* --- Tests that toss coins obey the same bound ----------------------------------------------------------------------------- *)

Lemma Ex_01 (O : finType) (p : dist O) h : (forall o, 0 <= h o <= 1) -> 0 <= Ex p h <= 1.
Proof.
move=> H; split; first by apply: sum_ge0 => o; apply: Rmult_le_pos; [apply: mass_ge0|case: (H o)].
by rewrite -(Ex_const p 1); apply: Ex_le => o; case: (H o).
Qed.

(* A test may toss a coin, h o being the chance to reject after o. A linear reward for both laws is largest on an event, one
   without coins: reject where it pays. *)
Lemma best_event (O : finType) (p q : dist O) c h : (forall o, 0 <= h o <= 1) ->
  exists S : pred O, Ex q h + c * Ex p h <= Pr q S + c * Pr p S.
Proof.
move=> H; exists (fun o => if Rlt_dec 0 (q o + c * p o) then true else false).
rewrite /Ex /Pr -!sum_scale -!sum_add; apply: sum_le => o; have := H o.
by case: Rlt_dec => k /= h01; nra.
Qed.

(* So a test with coins lies above the curve: at its own probability take the line below the curve, and the event for that line. *)
Lemma trade_off_mean f (O : finType) (p q : dist O) h : trade_off_function f -> trade_off f p q ->
  (forall o, 0 <= h o <= 1) -> f (Ex p h) <= 1 - Ex q h.
Proof.
move=> F H h01; have x01 := Ex_01 p h01; have y01 := Ex_01 q h01; have [F1 [F2 [F3 F4]]] := F.
case: (Req_dec (Ex p h) 1) => [->|n1]; first by have := F1 1; lra.
case: (Req_dec (Ex p h) 0) => [x0|n0].
  (* h is 0 wherever p is positive: its support is an event of probability 0. *)
  pose S o := if Rlt_dec 0 (h o) then true else false.
  have p0 : Pr p S = 0.
    rewrite /Pr; apply: sum_zero => o; rewrite /S; case: Rlt_dec => k //=.
    have /Rmult_integral [//|] : p o * h o = 0; last lra.
    apply: (@term_zero _ (fun o => p o * h o)) => // i.
    by apply: Rmult_le_pos; [apply: mass_ge0|case: (h01 i)].
  have := H S; rewrite p0 x0; have : Ex q h <= Pr q S; last lra.
  rewrite /Ex /Pr; apply: sum_le => o; have := h01 o; have := mass_ge0 q o; rewrite /S.
  by case: Rlt_dec => k /=; nra.
have [c C] := support_line F (x := Ex p h) ltac:(lra).
have [S HS] := best_event p q c h01.
have := C (Pr p S) ltac:(split; [apply: Pr_ge0|apply: Pr_le1]); have := H S; lra.
Qed.

Lemma trade_off_processed f : trade_off_function f -> processed trade_off f.
Proof. by move=> F A B p q K H S; rewrite !Pr_bind; apply: trade_off_mean => // a; apply: Pr_01. Qed.

Lemma trade_off_mixed f : trade_off_function f -> mixed trade_off f.
Proof.
move=> [F1 [F2 [F3 F4]]] O w w01 p p' q q' H H' S; rewrite !Pr_mix.
have P01 (x : dist O) : 0 <= Pr x S <= 1 by split; [apply: Pr_ge0|apply: Pr_le1].
have := F3 (Pr p S) (Pr p' S) w (P01 p) (P01 p') w01; have := H S; have := H' S.
move=> a b c; have := Rmult_le_compat_l w _ _ ltac:(lra) b; have := Rmult_le_compat_l (1 - w) _ _ ltac:(lra) a; lra.
Qed.

(* --- (epsilon, delta) as a trade-off function --------------------------------------------------------------------------------- *)

(* The two lines of the curve are the two orders: one for an event, the other for its complement. *)
Lemma curve_trade_off e d (O : finType) (p q : dist O) : trade_off (approx_curve e d) p q <-> approx (e, d) p q /\ approx (e, d) q p.
Proof.
have k := exp_inv e; have e0 := exp_pos e; have e1 := exp_pos (- e).
have un x y : exp (- e) * x <= y <-> x <= exp e * y.
  split=> h; first by have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ e0) h; rewrite -Rmult_assoc k Rmult_1_l.
  by have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ e1) h; rewrite -Rmult_assoc (Rmult_comm (exp (- e)) (exp e)) k Rmult_1_l.
split=> [H|[H H'] S].
  split=> S /=.
    have := H (fun o => ~~ S o); rewrite /approx_curve !Pr_not => h.
    have /un : exp (- e) * (1 - d - (1 - Pr p S)) <= 1 - (1 - Pr q S).
      by apply: Rle_trans h; apply: Rle_trans (Rmax_r _ _); apply: Rmax_r.
    lra.
  have := H S; rewrite /approx_curve => h.
  have : 1 - d - exp e * Pr p S <= 1 - Pr q S by apply: Rle_trans h; apply: Rle_trans (Rmax_r _ _); apply: Rmax_l.
  lra.
apply: Rmax_lub; first by have := Pr_le1 q S; lra.
apply: Rmax_lub; first by have := H' S; rewrite /=; lra.
by apply/un; have := H (fun o => ~~ S o); rewrite /= !Pr_not; lra.
Qed.

Lemma curve_is_trade_off e d : 0 <= e -> 0 <= d -> d <= 1 -> trade_off_function (approx_curve e d).
Proof.
move=> e0 d0 d1; have k := exp_inv e; have E1 := exp_ge1 e0; have F0 := exp_pos (- e).
have F1 : exp (- e) <= 1 by rewrite -exp_0; apply: exp_le; lra.
rewrite /approx_curve; split; [|split; [|split]].
- move=> x hx; split; first exact: Rmax_l.
  by apply: Rmax_lub; [lra|apply: Rmax_lub; nra].
- move=> x y x0 xy y1; apply: Rmax_lub; first exact: Rmax_l.
  apply: Rle_trans (Rmax_r _ _); apply: Rmax_lub.
    by apply: Rle_trans (Rmax_l _ _); nra.
  by apply: Rle_trans (Rmax_r _ _); nra.
- move=> x y w hx hy hw.
  have -> : 1 - d - exp e * (w * x + (1 - w) * y) = w * (1 - d - exp e * x) + (1 - w) * (1 - d - exp e * y) by ring.
  have -> : exp (- e) * (1 - d - (w * x + (1 - w) * y)) = w * (exp (- e) * (1 - d - x)) + (1 - w) * (exp (- e) * (1 - d - y)) by ring.
  have up r t : 0 <= Rmax 0 (Rmax r t) /\ r <= Rmax 0 (Rmax r t) /\ t <= Rmax 0 (Rmax r t).
    by have := Rmax_l 0 (Rmax r t); have := Rmax_r 0 (Rmax r t); have := Rmax_l r t; have := Rmax_r r t; lra.
  have [a1 [a2 a3]] := up (1 - d - exp e * x) (exp (- e) * (1 - d - x)).
  have [b1 [b2 b3]] := up (1 - d - exp e * y) (exp (- e) * (1 - d - y)).
  have step r t r' t' : r <= r' -> t <= t' -> w * r + (1 - w) * t <= w * r' + (1 - w) * t' by nra.
  apply: Rmax_lub; first by have := step 0 0 _ _ a1 b1; lra.
  by apply: Rmax_lub; apply: step.
- (* Its slope is at most e^epsilon. *)
  have lip x y : Rmax 0 (Rmax (1 - d - exp e * y) (exp (- e) * (1 - d - y))) <=
      Rmax 0 (Rmax (1 - d - exp e * x) (exp (- e) * (1 - d - x))) + exp e * Rabs (y - x).
    have a := Rle_abs (- (y - x)); rewrite Rabs_Ropp in a; have a0 := Rabs_pos (y - x).
    set m := Rmax 0 (Rmax (1 - d - exp e * x) _); have m0 : 0 <= m := Rmax_l _ _.
    have m1 : 1 - d - exp e * x <= m by apply: Rle_trans (Rmax_r _ _); apply: Rmax_l.
    have m2 : exp (- e) * (1 - d - x) <= m by apply: Rle_trans (Rmax_r _ _); apply: Rmax_r.
    have b : exp e * (x - y) <= exp e * Rabs (y - x) by apply: Rmult_le_compat_l; lra.
    have c : exp (- e) * (x - y) <= exp e * Rabs (y - x).
      apply: (Rle_trans _ (exp (- e) * Rabs (y - x))); first by apply: Rmult_le_compat_l; lra.
      by apply: Rmult_le_compat_r; lra.
    by apply: Rmax_lub; [nra|apply: Rmax_lub; lra].
  move=> x hx t t0; exists (t / exp e); split; first by apply: Rdiv_lt_0_compat; lra.
  move=> y hy h; have l1 := lip x y; have l2 := lip y x; rewrite (Rabs_minus_sym x y) in l2.
  have : exp e * Rabs (y - x) < t.
    have := Rmult_lt_compat_l (exp e) _ _ ltac:(lra) h.
    by have -> : exp e * (t / exp e) = t by field; lra.
  by move=> b; apply: Rabs_def1; lra.
Qed.

Lemma curve_proper e d : 0 <= e -> 0 <= d -> d < 1 -> 0 < e \/ 0 < d -> proper_trade_off (approx_curve e d).
Proof.
move=> e0 d0 d1 ed; have E1 := exp_ge1 e0; have F0 := exp_pos (- e); split; first by apply: curve_is_trade_off; lra.
rewrite /approx_curve; split.
  exists 0; split; first lra; have := Rmax_r 0 (Rmax (1 - d - exp e * 0) (exp (- e) * (1 - d - 0))).
  have := Rmax_l (1 - d - exp e * 0) (exp (- e) * (1 - d - 0)); lra.
exists (/ 2); split; first lra; suff: Rmax 0 (Rmax (1 - d - exp e * / 2) (exp (- e) * (1 - d - / 2))) < 1 - / 2 by lra.
have F1 : exp (- e) <= 1 by rewrite -exp_0; apply: exp_le; lra.
apply: Rmax_lub_lt; first lra; case: ed => [e1|d1'].
  have E2 := exp_gt1 e1; have F2 := exp_lt1 e1; by apply: Rmax_lub_lt; [lra|nra].
by apply: Rmax_lub_lt; [lra|nra].
Qed.

(* A proper trade-off function keeps some probability of error at 0, so it gives some proper (epsilon, delta). *)
Lemma trade_off_approx f : proper_trade_off f -> exists e d, 0 < e /\ 0 < d /\ d < 1 /\ refines_both trade_off f approx (e, d).
Proof.
move=> [[F1 [F2 [F3 F4]]] [[x [hx fx]] _]].
have f0 : 0 < f 0 by have := F2 0 x ltac:(lra) ltac:(lra) ltac:(lra); have := F1 x hx; lra.
have f1 : f 0 <= 1 by have := F1 0; lra.
have [t [t0 T]] := F4 0 ltac:(lra) (f 0 / 2) ltac:(lra).
set s := Rmin t 1 / 2; have s0 : 0 < s by rewrite /s; have := Rmin_glb_lt t 1 0 t0 ltac:(lra); lra.
have s1 : s <= / 2 by rewrite /s; have := Rmin_r t 1; lra.
have st : s < t by rewrite /s; have := Rmin_l t 1; lra.
have l0 : 0 < ln (1 / s) by apply: ln_neg; lra.
exists (ln (1 / s)), (1 - f 0 / 2); split=> //; split; first lra; split; first lra.
move=> O p q _ H S; rewrite /= exp_ln; last by apply: Rdiv_lt_0_compat; lra.
have P0 := Pr_ge0 q S; have P1 := Pr_le1 q S.
case: (Rle_dec s (Pr q S)) => h.
  have : 1 <= 1 / s * Pr q S by rewrite -{1}(_ : 1 / s * s = 1); [apply: Rmult_le_compat_l => //; left; apply: Rdiv_lt_0_compat; lra|field; lra].
  have := Pr_le1 p S; lra.
have g : Rabs (Pr q S - 0) < t by rewrite Rminus_0_r Rabs_pos_eq //; lra.
have /Rabs_def2 := T (Pr q S) ltac:(lra) g; have := H S.
have : 0 <= 1 / s * Pr q S by apply: Rmult_le_pos => //; left; apply: Rdiv_lt_0_compat; lra.
lra.
Qed.

(* --- Exceptional events ------------------------------------------------------------------------------------------------------ *)

Lemma relaxed_approx e a d : refines relaxed (e, a, d) approx (e, a + d).
Proof.
move=> O p q [E [HE H]] S; move: (H S) => /= h; have [_ i] := Pr_without p S E; have [j _] := Pr_without q S E.
by have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ (exp_pos e)) j; move: HE => /=; lra.
Qed.

Lemma approx_relaxed e a d : 0 <= d -> refines approx (e, a) relaxed (e, a, d).
Proof.
move=> d0 O p q H; exists pred0; split; last by move=> S; apply: H.
by rewrite /Pr sum_zero.
Qed.

Lemma probabilistic_relaxed e a d : 0 <= a -> refines probabilistic (e, d) relaxed (e, a, d).
Proof. by move=> a0 O p q [E [HE H]]; exists E; split=> // S; have := H S; rewrite /=; lra. Qed.

(* Probabilistic privacy is the relaxed one without a slack. *)
Lemma probabilistic_is_relaxed e d (O : finType) (p q : dist O) : probabilistic (e, d) p q <-> relaxed (e, 0, d) p q.
Proof. by split=> -[E [HE H]]; exists E; split=> // S; have := H S; rewrite /=; lra. Qed.

(* The outcomes of large loss are improbable. *)
Lemma approx_probabilistic e d t : e < t -> refines approx (e, d) probabilistic (t, d / (1 - exp (e - t))).
Proof.
move=> et O p q H; have k : exp (e - t) < 1 by rewrite -exp_0; apply: exp_increasing; lra.
pose E o := if Rlt_dec (exp t * q o) (p o) then true else false.
exists E; split=> [|S] /=; last first.
  rewrite /Pr -sum_scale; apply: sum_le => o; rewrite !inE /E /=.
  have := exp_pos t; have := mass_ge0 p o; have := mass_ge0 q o.
  by case: Rlt_dec => h /=; case: (S o) => /= *; nra.
apply: le_div; first lra.
have h : exp t * Pr q E <= Pr p E.
  by rewrite /Pr -sum_scale; apply: sum_le => o; rewrite /E; case: Rlt_dec => h /=; lra.
have := H E; rewrite /=.
have -> : exp e = exp (e - t) * exp t by rewrite -exp_plus; congr exp; ring.
move=> h'; have := Rmult_le_compat_l (exp (e - t)) _ _ ltac:(left; apply: exp_pos) h; lra.
Qed.

(* --- Two laws that share the mass 1 - d -------------------------------------------------------------------------------------- *)

Definition shared c (O : finType) (p q : dist O) : R := \sum_o Rmin (p o) (c * q o).

Lemma approx_shared e d (O : finType) (p q : dist O) : approx (e, d) p q <-> 1 - d <= shared (exp e) p q.
Proof.
rewrite approxE; have -> : excess (exp e) p q = \sum_o (p o - Rmin (p o) (exp e * q o)).
  by apply: sum_eq => o; rewrite /Rmax /Rmin; do 2 case: Rle_dec; lra.
by rewrite sum_sub mass_sum -/(shared (exp e) p q); lra.
Qed.

(* What is shared multiplies, so the failures compose as those of two independent trials. *)
Lemma approx_adaptive_sharp e1 d1 e2 d2 : d1 <= 1 -> d2 <= 1 ->
  adaptive approx (e1, d1) (e2, d2) (e1 + e2, 1 - (1 - d1) * (1 - d2)).
Proof.
move=> h1 h2 A B p q K J /approx_shared H HK; apply/approx_shared; rewrite exp_plus.
apply: (Rle_trans _ ((1 - d2) * shared (exp e1) p q)); first by nra.
rewrite /shared -sum_scale sum_pair_fun /=; apply: sum_le => a.
move: (HK a) => /approx_shared; rewrite /shared => k; have E1 := exp_pos e1; have E2 := exp_pos e2.
have m0 : 0 <= Rmin (p a) (exp e1 * q a) by apply: Rmin_glb; [|apply: Rmult_le_pos; [lra|]]; apply: mass_ge0.
apply: (Rle_trans _ (Rmin (p a) (exp e1 * q a) * \sum_b Rmin (K a b) (exp e2 * J a b))); first by nra.
rewrite -sum_scale; apply: sum_le => b.
have a1 := Rmin_l (p a) (exp e1 * q a); have a2 := Rmin_r (p a) (exp e1 * q a).
have b1 := Rmin_l (K a b) (exp e2 * J a b); have b2 := Rmin_r (K a b) (exp e2 * J a b).
have b0 : 0 <= Rmin (K a b) (exp e2 * J a b) by apply: Rmin_glb; [|apply: Rmult_le_pos; [lra|]]; apply: mass_ge0.
apply: Rmin_glb; first exact: Rmult_le_compat.
by have -> : exp e1 * exp e2 * (q a * J a b) = (exp e1 * q a) * (exp e2 * J a b); [ring|exact: Rmult_le_compat].
Qed.

(* Each proper curve is above that of some (epsilon, delta), and those add up. *)
Lemma trade_off_independent f g : proper_trade_off f -> proper_trade_off g ->
  exists h, proper_trade_off h /\ independent_both trade_off f g h.
Proof.
move=> F G; have [e1 [d1 [e10 [d10 [d11 H1]]]]] := trade_off_approx F.
have [e2 [d2 [e20 [d20 [d21 H2]]]]] := trade_off_approx G.
exists (approx_curve (e1 + e2) (1 - (1 - d1) * (1 - d2))); split; first by apply: curve_proper; try nra; left; lra.
move=> A B p q p' q' m m' n n'; have S := adaptive_independent (@approx_adaptive_sharp e1 d1 e2 d2 ltac:(lra) ltac:(lra)).
by apply/curve_trade_off; split; apply: S; first [exact: H1|exact: H2].
Qed.
