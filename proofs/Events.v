(* Standards that bound the probabilities of events: pure, (epsilon, delta), total variation, bounded range. *)

From Coq Require Import Reals Lra Classical.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop.
From Dpzoo Require Import Prob Blocks Standards.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Open Scope R_scope.

Lemma exp_ge1 x : 0 <= x -> 1 <= exp x.
Proof. by move=> h; move: (exp_ineq1_le x); lra. Qed.

Lemma exp_le x y : x <= y -> exp x <= exp y.
Proof. by case=> [h|->]; [left; apply: exp_increasing|right]. Qed.

Lemma exp_le_inv x y : exp x <= exp y -> x <= y.
Proof. by move=> h; case: (Rle_dec x y) => // n; have := exp_increasing y x; lra. Qed.

Lemma le_div x y z : 0 < z -> x * z <= y -> x <= y / z.
Proof. by move=> z0 h; apply: (Rmult_le_reg_r z) => //; have -> : y / z * z = y by field; lra. Qed.

Lemma div_le x y z : 0 < z -> y <= x * z -> y / z <= x.
Proof. by move=> z0 h; apply: (Rmult_le_reg_r z) => //; have -> : y / z * z = y by field; lra. Qed.

Lemma lt_div x y z : 0 < z -> x * z < y -> x < y / z.
Proof. by move=> z0 h; apply: (Rmult_lt_reg_r z) => //; have -> : y / z * z = y by field; lra. Qed.

Lemma div_lt x y z : 0 < z -> y < x * z -> y / z < x.
Proof. by move=> z0 h; apply: (Rmult_lt_reg_r z) => //; have -> : y / z * z = y by field; lra. Qed.

(* --- (epsilon, delta): an event that decides everything, and functions in place of events ------------------------------- *)

Section Approx.
Context {O : finType}.
Implicit Types (p q : dist O).

(* The excess of p over c times q. *)
Definition excess c p q : R := \sum_o Rmax 0 (p o - c * q o).

Lemma excess_event c p q : excess c p q = Pr p (fun o => if Rlt_dec (c * q o) (p o) then true else false)
  - c * Pr q (fun o => if Rlt_dec (c * q o) (p o) then true else false).
Proof.
rewrite Pr_diff; apply: sum_eq => o; case: Rlt_dec => h /=; first by rewrite Rmax_right; lra.
by rewrite Rmax_left; lra.
Qed.

Lemma excess_max c p q (S : pred O) : Pr p S - c * Pr q S <= excess c p q.
Proof.
rewrite Pr_diff; apply: sum_le => o; case: (S o); first exact: Rmax_r.
exact: Rmax_l.
Qed.

Lemma approxE e d p q : approx (e, d) p q <-> excess (exp e) p q <= d.
Proof.
split=> [H|H S]; last by move: (excess_max (exp e) p q S) => /=; lra.
by rewrite excess_event; move: (H (fun o => if Rlt_dec (exp e * q o) (p o) then true else false)) => /=; lra.
Qed.

Lemma pureE e p q : pure e p q <-> forall o, p o <= exp e * q o.
Proof.
split=> [H o|H S]; first by move: (H (pred1 o)); rewrite !Pr_one.
rewrite /Pr -sum_scale; apply: sum_le => o; case: (S o); [exact: H|lra].
Qed.

(* Events may be replaced by functions with values between 0 and 1: the excess only wants the outcomes where it pays. *)
Lemma excess_mean c p q (h : O -> R) : (forall o, 0 <= h o <= 1) -> Ex p h - c * Ex q h <= excess c p q.
Proof.
move=> H; rewrite /Ex -sum_scale -sum_sub; apply: sum_le => o.
move: (H o) (Rmax_l 0 (p o - c * q o)) (Rmax_r 0 (p o - c * q o)) => h01 m0 m1.
have -> : p o * h o - c * (q o * h o) = h o * (p o - c * q o) by ring.
case: (Rle_dec 0 (p o - c * q o)) => ?; nra.
Qed.

Lemma approx_mean e d p q (h : O -> R) : approx (e, d) p q -> (forall o, 0 <= h o <= 1) -> Ex p h <= exp e * Ex q h + d.
Proof. by move=> /approxE H h01; move: (excess_mean (exp e) p q h01); lra. Qed.

Lemma pure_mean e p q (h : O -> R) : pure e p q -> (forall o, 0 <= h o) -> Ex p h <= exp e * Ex q h.
Proof.
move=> /pureE H h0; rewrite /Ex -sum_scale; apply: sum_le => o.
by move: (H o) (h0 o) (mass_ge0 p o) => ? ? ?; nra.
Qed.
End Approx.

Lemma Pr_01 (A B : finType) (K : A -> dist B) (S : pred B) a : 0 <= Pr (K a) S <= 1.
Proof. by split; [apply: Pr_ge0|apply: Pr_le1]. Qed.

Lemma approx_processed l : processed approx l.
Proof. by case: l => e d A B p q K H S /=; rewrite !Pr_bind; apply: (approx_mean H) => a; apply: Pr_01. Qed.

Lemma pure_processed e : processed pure e.
Proof. by move=> A B p q K H S; rewrite !Pr_bind; apply: pure_mean H _ => a; apply: Pr_ge0. Qed.

Lemma one_plus_pure e : -1 < e -> forall (O : finType) (p q : dist O), one_plus e p q <-> pure (ln (1 + e)) p q.
Proof. by move=> h O p q; rewrite /one_plus /pure exp_ln; [|lra]. Qed.

Lemma two_sided_pure e (O : finType) (p q : dist O) : two_sided e p q <-> pure e p q /\ pure e q p.
Proof. by split=> [H|[H K] S]; [split=> S; case: (H S)|split; [apply: H|apply: K]]. Qed.

Lemma approx_mixed l : mixed approx l.
Proof. by move=> O w w01 p p' q q' H H' S; rewrite !Pr_mix; move: (H S) (H' S); nra. Qed.

Lemma pure_mixed e : mixed pure e.
Proof. by move=> O w w01 p p' q q' H H' S; rewrite !Pr_mix; move: (H S) (H' S); nra. Qed.

Lemma pure_adaptive e1 e2 : adaptive pure e1 e2 (e1 + e2).
Proof.
move=> A B p q K J /pureE H HK; apply/pureE => [[a b]] /=; rewrite exp_plus.
move: (H a) (HK a) => h /pureE /(_ b) k.
apply: (Rle_trans _ ((exp e1 * q a) * (exp e2 * J a b))); last by right; ring.
by apply: Rmult_le_compat => //; apply: mass_ge0.
Qed.

(* Give up d2 of the second law, then d1 of the first: probabilities that exceed 1 are cut off before the first step. *)
Lemma approx_adaptive e1 d1 e2 d2 : 0 <= e2 -> 0 <= d2 -> adaptive approx (e1, d1) (e2, d2) (e1 + e2, d1 + d2).
Proof.
move=> h2 h2' A B p q K J H HK S /=; rewrite !Pr_joint exp_plus.
pose h a := Rmin 1 (exp e2 * Pr (J a) (fun b => S (a, b))).
have h01 a : 0 <= h a <= 1.
  split; last exact: Rmin_l.
  by apply: Rmin_glb; [lra|]; apply: Rmult_le_pos; [left; apply: exp_pos|apply: Pr_ge0].
have up : Ex p (fun a => Pr (K a) (fun b => S (a, b))) <= Ex p h + d2.
  rewrite -[d2]Rmult_1_r -(mass_sum p) -sum_scale /Ex -sum_add; apply: sum_le => a.
  have: Pr (K a) (fun b => S (a, b)) - d2 <= h a.
    by move: (HK a (fun b => S (a, b))) (Pr_le1 (K a) (fun b => S (a, b))) => /= ? ?; apply: Rmin_glb; lra.
  by move: (mass_ge0 p a); nra.
have low : Ex q h <= exp e2 * Ex q (fun a => Pr (J a) (fun b => S (a, b))).
  rewrite /Ex -sum_scale; apply: sum_le => a; rewrite /h; move: (Rmin_r 1 (exp e2 * Pr (J a) (fun b => S (a, b)))).
  by move: (mass_ge0 q a); nra.
move: (approx_mean H h01) (exp_pos e1) => ? ?; nra.
Qed.

Lemma approx_reflexive e d : 0 <= e -> 0 <= d -> reflexive_at approx (e, d).
Proof. by move=> he hd O p S /=; move: (exp_ge1 he) (Pr_ge0 p S); nra. Qed.
Lemma pure_reflexive e : 0 <= e -> reflexive_at pure e.
Proof. by move=> he O p S /=; move: (exp_ge1 he) (Pr_ge0 p S); nra. Qed.

Lemma pure_chained e1 e2 : chained pure e1 e2 (e1 + e2).
Proof.
move=> O p q r H1 H2 S; rewrite exp_plus.
by move: (H1 S) (H2 S) (exp_pos e1) (exp_pos e2) (Pr_ge0 q S) => ? ? ? ? ?; nra.
Qed.

(* Levels weaken upwards. *)
Lemma approx_weaken e d e' d' : e <= e' -> d <= d' -> refines approx (e, d) approx (e', d').
Proof. by move=> he hd O p q H S /=; move: (H S) (exp_le he) (Pr_ge0 q S) => /= ? ? ?; nra. Qed.
Lemma pure_weaken e e' : e <= e' -> refines pure e pure e'.
Proof. by move=> he O p q H S /=; move: (H S) (exp_le he) (Pr_ge0 q S) => /= ? ? ?; nra. Qed.

Lemma pure_approx0 e : forall (O : finType) (p q : dist O), pure e p q <-> approx (e, 0) p q.
Proof. by move=> O p q; split=> H S; move: (H S) => /=; lra. Qed.

(* --- Total variation: (0, delta) ----------------------------------------------------------------------------------------- *)

Lemma tv_approx e (O : finType) (p q : dist O) : total_variation e p q <-> approx (0, e) p q.
Proof. by split=> H S; move: (H S); rewrite /= exp_0; lra. Qed.

Lemma tv_processed e : processed total_variation e.
Proof. by move=> A B p q K /tv_approx H; apply/tv_approx; apply: approx_processed. Qed.
Lemma tv_mixed e : mixed total_variation e.
Proof. by move=> O w w01 p p' q q' H H' S; rewrite !Pr_mix; move: (H S) (H' S); nra. Qed.
Lemma tv_reflexive e : 0 <= e -> reflexive_at total_variation e.
Proof. by move=> he O p S; lra. Qed.

(* The complementary events give the other order. *)
Lemma tv_sym e (O : finType) (p q : dist O) : total_variation e p q -> total_variation e q p.
Proof. by move=> H S; move: (H (fun o => ~~ S o)); rewrite !Pr_not; lra. Qed.

(* What two laws have in common: 1 - TV is the mass of the smaller one. *)
Definition common (O : finType) (p q : dist O) : R := \sum_o Rmin (p o) (q o).

Lemma tv_common e (O : finType) (p q : dist O) : total_variation e p q <-> 1 - e <= common p q.
Proof.
rewrite tv_approx approxE exp_0.
have -> : excess 1 p q = \sum_o (p o - Rmin (p o) (q o)).
  by apply: sum_eq => o; rewrite /Rmax /Rmin; do 2 case: Rle_dec; lra.
rewrite sum_sub mass_sum -/(common p q); lra.
Qed.

Lemma tv_adaptive e1 e2 : 0 <= e1 <= 1 -> 0 <= e2 <= 1 -> adaptive total_variation e1 e2 (1 - (1 - e1) * (1 - e2)).
Proof.
move=> h1 h2 A B p q K J /tv_common H HK; apply/tv_common.
apply: (Rle_trans _ ((1 - e2) * common p q)); first by nra.
rewrite /common -sum_scale sum_pair_fun /=; apply: sum_le => a.
move: (HK a) => /tv_common; rewrite /common => k.
have m0 : 0 <= Rmin (p a) (q a) by apply: Rmin_glb; apply: mass_ge0.
apply: (Rle_trans _ (Rmin (p a) (q a) * \sum_b Rmin (K a b) (J a b))); first by nra.
rewrite -sum_scale; apply: sum_le => b.
move: (Rmin_l (p a) (q a)) (Rmin_r (p a) (q a)) (Rmin_l (K a b) (J a b)) (Rmin_r (K a b) (J a b)) => ? ? ? ?.
have ? : 0 <= Rmin (K a b) (J a b) by apply: Rmin_glb; apply: mass_ge0.
by apply: Rmin_glb; nra.
Qed.

(* --- Bounded range ------------------------------------------------------------------------------------------------------ *)

Lemma rangeE e (O : finType) (p q : dist O) :
  bounded_range e p q <-> forall o o', p o * q o' <= exp e * (q o * p o').
Proof.
split=> [H o o'|H S S']; first by move: (H (pred1 o) (pred1 o')); rewrite !Pr_one.
rewrite /Pr.
have E (x y : O -> R) : (\sum_o (if S o then x o else 0)) * (\sum_o (if S' o then y o else 0)) =
    \sum_o \sum_o' (if S o && S' o' then x o * y o' else 0).
  rewrite Rmult_comm -sum_scale; apply: sum_eq => o; rewrite Rmult_comm -sum_scale; apply: sum_eq => o'.
  by case: (S o) => /=; case: (S' o') => /=; ring.
rewrite !E -sum_scale; apply: sum_le => o; rewrite -sum_scale; apply: sum_le => o'.
by case: (_ && _); [apply: H|lra].
Qed.

Lemma range_sym e (O : finType) (p q : dist O) : bounded_range e p q -> bounded_range e q p.
Proof. by move=> H S S'; move: (H S' S); rewrite !(Rmult_comm (Pr q _)) [Pr p S * _]Rmult_comm; lra. Qed.

Lemma range_processed e : processed bounded_range e.
Proof.
move=> A B p q K /rangeE H; apply/rangeE => b b' /=.
have E (x y : A -> R) : (\sum_a (x a * K a b)) * (\sum_a (y a * K a b')) = \sum_a \sum_a' ((x a * y a') * (K a b * K a' b')).
  rewrite Rmult_comm -sum_scale; apply: sum_eq => a; rewrite Rmult_comm -sum_scale; apply: sum_eq => a'; ring.
rewrite !E -sum_scale; apply: sum_le => a; rewrite -sum_scale; apply: sum_le => a'.
move: (H a a') (Rmult_le_pos _ _ (mass_ge0 (K a) b) (mass_ge0 (K a') b')) => ? ?; nra.
Qed.

Lemma range_independent e1 e2 : independent bounded_range e1 e2 (e1 + e2).
Proof.
move=> A B p q p' q' /rangeE H /rangeE H'; apply/rangeE => [[a b] [a' b']] /=; rewrite exp_plus.
have -> : p a * p' b * (q a' * q' b') = (p a * q a') * (p' b * q' b') by ring.
have -> : exp e1 * exp e2 * (q a * q' b * (p a' * p' b')) = (exp e1 * (q a * p a')) * (exp e2 * (q' b * p' b')) by ring.
by apply: Rmult_le_compat; rewrite ?H ?H' //; apply: Rmult_le_pos; apply: mass_ge0.
Qed.

Lemma range_reflexive e : 0 <= e -> reflexive_at bounded_range e.
Proof.
move=> he O p; apply/rangeE => o o'; move: (exp_ge1 he) (Rmult_le_pos _ _ (mass_ge0 p o) (mass_ge0 p o')); nra.
Qed.

Lemma range_pure e : refines bounded_range e pure e.
Proof.
move=> O p q H S; move: (H S predT).
by have T (x : dist O) : Pr x predT = 1; [exact: mass_sum|rewrite !T; lra].
Qed.

Lemma pure_range e : refines_both pure e bounded_range (2 * e).
Proof.
move=> O p q /pureE H /pureE H'; apply/rangeE => o o'.
have -> : 2 * e = e + e by ring.
rewrite exp_plus; move: (H o) (H' o') (mass_ge0 p o) (mass_ge0 q o') => h h' ? ?.
have -> : exp e * exp e * (q o * p o') = (exp e * q o) * (exp e * p o') by ring.
by apply: Rmult_le_compat.
Qed.
