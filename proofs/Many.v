(* Many mechanisms of which only epsilon and delta are known: none is worse than randomised response that sometimes leaks. *)

From Coq Require Import Reals Lra Classical.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop binomial.
From Dpzoo Require Import Prob Blocks Standards Events Divergences Response Conversions.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Open Scope R_scope.

(* --- The gap of two weighted laws: how far the one exceeds the other --------------------------------------------------- *)

Definition gap x y (O : finType) (p q : dist O) : R := \sum_o Rmax 0 (x * p o - y * q o).

Lemma gap_excess c (O : finType) (p q : dist O) : gap 1 c p q = excess c p q.
Proof. by apply: sum_eq => o; rewrite Rmult_1_l. Qed.

Lemma gap_event x y (O : finType) (p q : dist O) : exists S : pred O, gap x y p q = x * Pr p S - y * Pr q S.
Proof.
exists (fun o => if Rlt_dec (y * q o) (x * p o) then true else false).
rewrite /Pr -!sum_scale -sum_sub; apply: sum_eq => o.
by case: Rlt_dec => h /=; [rewrite Rmax_right; lra|rewrite Rmax_left; lra].
Qed.

Lemma gap_first x (O : finType) (p q : dist O) : 0 <= x -> gap x 0 p q = x.
Proof.
move=> x0; rewrite -[RHS]Rmult_1_r -(mass_sum p) -sum_scale; apply: sum_eq => o.
by have := Rmult_le_pos _ _ x0 (mass_ge0 p o) => h; rewrite Rmax_right; lra.
Qed.
Lemma gap_second y (O : finType) (p q : dist O) : 0 <= y -> gap 0 y p q = 0.
Proof. by move=> y0; apply: sum_zero => o; have := Rmult_le_pos _ _ y0 (mass_ge0 q o) => h; rewrite Rmax_left; lra. Qed.

(* The gap of two composed laws is the sum of the gaps after each first result. *)
Lemma gap_joint x y (A B : finType) (p q : dist A) (K J : A -> dist B) :
  gap x y (joint p K) (joint q J) = \sum_a gap (x * p a) (y * q a) (K a) (J a).
Proof.
rewrite /gap sum_pair_fun /=; apply: sum_eq => a; apply: sum_eq => b.
by congr Rmax; ring.
Qed.

(* The one pair of laws is at least as far apart as the other, however they are weighted. *)
Definition covers (A O : finType) (P Q : dist A) (p q : dist O) : Prop :=
  forall x y, 0 <= x -> 0 <= y -> gap x y p q <= gap x y P Q.

(* Composition keeps this, whatever is chosen after the first result: replace the second pair, exchange the two sums, and
   replace the first pair. *)
Lemma covers_joint (A B O O' : finType) (P Q : dist A) (P' Q' : dist B) (p q : dist O) (K J : O -> dist O') :
  covers P Q p q -> (forall o, covers P' Q' (K o) (J o)) -> covers (product P P') (product Q Q') (joint p K) (joint q J).
Proof.
move=> H HK x y x0 y0; rewrite gap_joint.
apply: (Rle_trans _ (\sum_o gap (x * p o) (y * q o) P' Q')).
  by apply: sum_le => o; apply: HK; apply: Rmult_le_pos => //; apply: mass_ge0.
have -> : \sum_o gap (x * p o) (y * q o) P' Q' = \sum_b gap (x * P' b) (y * Q' b) p q.
  by rewrite sum_swap; apply: sum_eq => b; apply: sum_eq => o; congr Rmax; ring.
apply: (Rle_trans _ (\sum_b gap (x * P' b) (y * Q' b) P Q)).
  by apply: sum_le => b; apply: H; apply: Rmult_le_pos => //; apply: mass_ge0.
right; rewrite gap_joint [RHS]sum_swap; apply: sum_eq => b; apply: sum_eq => a; congr Rmax; ring.
Qed.

(* --- The worst pair ------------------------------------------------------------------------------------------------------ *)

Section Worst.
Variables (e d : R) (e0 : 0 <= e) (d01 : 0 <= d <= 1).
Notation s := (odds e).

(* With probability d the truth is told; the gap of randomised response has one term for each answer. *)
Lemma gap_leak_then (B : finType) (K : bool -> bool -> dist B) x y : 0 <= x -> 0 <= y -> forall t,
  \sum_z gap (x * leak e d01 t z) (y * leak e d01 (~~ t) z) (K t z.2) (K (~~ t) z.2) =
  d * x + gap (x * ((1 - d) * s)) (y * ((1 - d) * (1 - s))) (K t t) (K (~~ t) t)
        + gap (x * ((1 - d) * (1 - s))) (y * ((1 - d) * s)) (K t (~~ t)) (K (~~ t) (~~ t)).
Proof.
move=> x0 y0 t; have dx := Rmult_le_pos _ _ (proj1 d01) x0; have dy := Rmult_le_pos _ _ (proj1 d01) y0.
rewrite sum_pair_fun /= sum_bool !sum_bool !answerE.
have z1 : x * (d * 0) = 0 by ring.
have z2 : y * (d * 0) = 0 by ring.
have w1 : x * (d * 1) = d * x by ring.
have w2 : y * (d * 1) = d * y by ring.
by case: t; rewrite /= ?z1 ?z2 ?w1 ?w2 (gap_first _ _ dx) (gap_second _ _ dy); ring.
Qed.

Lemma gap_leak x y t : 0 <= x -> 0 <= y -> gap x y (leak e d01 t) (leak e d01 (~~ t)) =
  d * x + (1 - d) * (Rmax 0 (x * s - y * (1 - s)) + Rmax 0 (x * (1 - s) - y * s)).
Proof.
move=> x0 y0; have one w v : gap w v (ret tt) (ret tt) = Rmax 0 (w - v) by rewrite /gap sum_unit /= !Rmult_1_r.
transitivity (\sum_z gap (x * leak e d01 t z) (y * leak e d01 (~~ t) z) (ret tt) (ret tt)).
  by apply: sum_eq => z; rewrite one.
rewrite (gap_leak_then (fun _ _ => ret tt)) // !one Rplus_assoc Rmult_plus_distr_l -!RmaxRmult; try lra.
by rewrite !Rmult_0_r; congr (_ + (Rmax _ _ + Rmax _ _)); ring.
Qed.

(* Every (e, d) pair is covered by it: an event that pays, and its complement, in the two orders. *)
Lemma leak_covers (O : finType) (p q : dist O) : approx (e, d) p q -> approx (e, d) q p ->
  covers (leak e d01 true) (leak e d01 false) p q.
Proof.
move=> H H' x y x0 y0; rewrite (gap_leak true) //.
have [S ->] := gap_event x y p q; move: (H S) (H' (fun o => ~~ S o)); rewrite !Pr_not /=.
have := Pr_ge0 p S; have := Pr_le1 p S; have := Pr_ge0 q S; have := Pr_le1 q S.
set a := Pr p S; set b := Pr q S; move=> b1 b0 a1 a0 h h'.
have E1 := exp_ge1 e0; set E := exp e in h h' E1; have [s0 s1] := odds_inside e; have r := odds_ratio e; rewrite -/E in r.
have dx := Rmult_le_pos _ _ (proj1 d01) x0; have dy := Rmult_le_pos _ _ (proj1 d01) y0.
have m1 := Rmax_l 0 (x * s - y * (1 - s)); have m1' := Rmax_r 0 (x * s - y * (1 - s)).
have m2 := Rmax_l 0 (x * (1 - s) - y * s); have m2' := Rmax_r 0 (x * (1 - s) - y * s).
have t0 : 0 < 1 - s by lra.
case: (Rle_dec (x * E) y) => c1.
  have : x * a <= x * (E * b + d) by apply: Rmult_le_compat_l.
  have : x * E * b <= y * b by apply: Rmult_le_compat_r.
  have : 0 <= (1 - d) * (Rmax 0 (x * s - y * (1 - s)) + Rmax 0 (x * (1 - s) - y * s)) by apply: Rmult_le_pos; lra.
  lra.
case: (Rle_dec (y * E) x) => c2.
  have : y * (1 - b) <= y * (E * (1 - a) + d) by apply: Rmult_le_compat_l; lra.
  have : y * E * (1 - a) <= x * (1 - a) by apply: Rmult_le_compat_r; lra.
  have : (1 - d) * (x - y) <= (1 - d) * (Rmax 0 (x * s - y * (1 - s)) + Rmax 0 (x * (1 - s) - y * s)).
    by apply: Rmult_le_compat_l; lra.
  lra.
have E2 : 1 < E by case: (Rle_lt_or_eq_dec _ _ E1) => // e1; move: c1 c2; rewrite -e1; lra.
(* The weights of the two conditions. *)
have k0 : 0 < E * E - 1 by nra.
set l := (y * E - x) / (E * E - 1); set m := (x * E - y) / (E * E - 1).
have l0 : 0 <= l by apply: Rle_mult_inv_pos; lra.
have n0 : 0 <= m by apply: Rle_mult_inv_pos; lra.
have ex : x = l + m * E by rewrite /l /m; field; lra.
have ey : y = l * E + m by rewrite /l /m; field; lra.
have q1 : l * a <= l * (E * b + d) by apply: Rmult_le_compat_l.
have q2 : m * (1 - b) <= m * (E * (1 - a) + d) by apply: Rmult_le_compat_l.
apply: (Rle_trans _ (l * d + m * (E - 1 + d))).
  by rewrite ex ey; lra.
have es : x * s - y * (1 - s) = m * (E - 1).
  by rewrite ex ey; have -> : s = E / (1 + E) by []; field; lra.
have : (1 - d) * (m * (E - 1)) <= (1 - d) * (Rmax 0 (x * s - y * (1 - s)) + Rmax 0 (x * (1 - s) - y * s)).
  by apply: Rmult_le_compat_l; lra.
by rewrite ex; nra.
Qed.

(* --- k of them ---------------------------------------------------------------------------------------------------------- *)

Fixpoint results (k : nat) : finType :=
  if k is j.+1 then prod_finType (prod_finType bool_finType bool_finType) (results j) else unit_finType.
Fixpoint leaks (t : bool) (k : nat) : dist (results k) :=
  if k is j.+1 then product (leak e d01 t) (leaks t j) else ret tt.

(* The gap without leaks: l wrong answers among k. *)
Definition wrong x y a b : R := Rmax 0 (x * (s ^ a * (1 - s) ^ b) - y * (s ^ b * (1 - s) ^ a)).
Definition answers x y k : R := \sum_(l : 'I_k.+1) (INR 'C(k, l) * wrong x y (k - l) l).

(* Pascal's rule under the sum. *)
Lemma pascal (F : nat -> nat -> R) k : \sum_(l : 'I_k.+2) (INR 'C(k.+1, l) * F (k.+1 - l)%N l) =
  \sum_(l : 'I_k.+1) (INR 'C(k, l) * F (k - l).+1%N l) + \sum_(l : 'I_k.+1) (INR 'C(k, l) * F (k - l)%N l.+1).
Proof.
rewrite big_ord_recl [nat_of_ord ord0]/= bin0 subn0.
have -> : \sum_(l : 'I_k.+1) (INR 'C(k.+1, lift ord0 l) * F (k.+1 - lift ord0 l)%N (lift ord0 l)) =
  \sum_(l : 'I_k.+1) (INR 'C(k, l.+1) * F (k - l)%N l.+1) + \sum_(l : 'I_k.+1) (INR 'C(k, l) * F (k - l)%N l.+1).
  by rewrite -sum_add; apply: sum_eq => l; rewrite lift0 binS plus_INR subSS; ring.
rewrite [X in _ + (X + _)]big_ord_recr bin_small //= Rmult_0_l Rplus_0_r.
rewrite [X in _ = X + _]big_ord_recl [nat_of_ord ord0]/= bin0 subn0.
have -> : \sum_(l : 'I_k) (INR 'C(k, lift ord0 l) * F (k - lift ord0 l).+1%N (lift ord0 l)) =
  \sum_(l : 'I_k) (INR 'C(k, l.+1) * F (k - l)%N l.+1).
  by apply: sum_eq => l; rewrite lift0 subnSK.
by rewrite /= Rplus_assoc.
Qed.

Lemma answers_step x y k : answers x y k.+1 = answers (x * s) (y * (1 - s)) k + answers (x * (1 - s)) (y * s) k.
Proof.
by rewrite /answers (pascal (wrong x y)); congr (_ + _); apply: sum_eq => l; rewrite /wrong /=; congr (_ * Rmax _ _); ring.
Qed.

Lemma answers_scale c x y k : 0 <= c -> answers (c * x) (c * y) k = c * answers x y k.
Proof.
move=> c0; rewrite /answers -sum_scale; apply: sum_eq => l.
have -> w : c * (INR 'C(k, l) * w) = INR 'C(k, l) * (c * w) by ring.
by rewrite /wrong -(RmaxRmult _ _ _ c0); congr (_ * Rmax _ _); ring.
Qed.

Lemma gap_leaks k x y t : 0 <= x -> 0 <= y ->
  gap x y (leaks t k) (leaks (~~ t) k) = (1 - (1 - d) ^ k) * x + (1 - d) ^ k * answers x y k.
Proof.
have [s0 s1] := odds_inside e.
elim: k x y => [|k IH] x y x0 y0.
  rewrite /gap sum_unit /answers big_ord_recl big_ord0 /wrong /= Rplus_0_r.
  by rewrite !Rmult_1_r !Rmult_1_l Rminus_eq_0 Rmult_0_l Rplus_0_l.
have d0 : 0 <= 1 - d by lra.
have pos w r : 0 <= w -> 0 <= r -> 0 <= w * ((1 - d) * r) by move=> w0 r0; apply: Rmult_le_pos => //; apply: Rmult_le_pos.
rewrite gap_joint (gap_leak_then (fun t _ => leaks t k)) // !IH; try (apply: pos => //; lra).
have sc w v r r' : answers (w * ((1 - d) * r)) (v * ((1 - d) * r')) k = (1 - d) * answers (w * r) (v * r') k.
  by rewrite -answers_scale //; congr (answers _ _ k); ring.
by rewrite !sc answers_step /=; ring.
Qed.

Lemma answers_kov t k : answers 1 (exp t) k = kov_delta t e k.
Proof.
have E0 := exp_pos e; have c0 : 0 < (1 + exp e) ^ k by apply: pow_lt; lra.
have es : s = exp e * / (1 + exp e) by [].
have et : 1 - s = / (1 + exp e) by rewrite es; field; lra.
have pe n : exp e ^ n = exp (INR n * e).
  by elim: n => [|n IH]; [rewrite /= Rmult_0_l exp_0|rewrite -tech_pow_Rmult IH -exp_plus S_INR; congr exp; ring].
rewrite /kov_delta /answers /Rdiv Rmult_comm -sum_scale; apply: sum_eq => l.
rewrite [RHS]Rmult_comm Rmult_assoc; congr (_ * _).
rewrite (Rmult_comm (Rmax _ _)) -RmaxRmult; last by left; apply: Rinv_0_lt_compat.
have lk : (l <= k)%N by rewrite -ltnS; apply: ltn_ord.
have pw a b : (a + b = k)%N -> s ^ a * (1 - s) ^ b = exp (INR a * e) * / (1 + exp e) ^ k.
  by move=> <-; rewrite et es Rpow_mult_distr pe Rmult_assoc -pow_add pow_inv.
rewrite /wrong (pw _ _ (subnK lk)) (pw _ _ (subnKC lk)) Rmult_0_r exp_plus; congr Rmax; ring.
Qed.

Lemma leaks_excess t k r : excess (exp t) (leaks r k) (leaks (~~ r) k) = 1 - (1 - d) ^ k * (1 - kov_delta t e k).
Proof. by rewrite -gap_excess gap_leaks ?answers_kov; [ring|lra|left; apply: exp_pos]. Qed.

End Worst.
