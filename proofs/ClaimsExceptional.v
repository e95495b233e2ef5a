(* Claims of the records: relaxed and probabilistic privacy compose for independent mechanisms, but at some level they survive neither
   a map of the outputs nor a coin between two mechanisms. A level is (epsilon, delta_a, delta_p), written (e, a, b). *)

From Coq Require Import Reals Lra Classical.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop.
From Dpzoo Require Import Prob Blocks Standards Units Events Divergences Response Conversions Closure ClaimsConversions.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Open Scope R_scope.

(* --- Outside an exceptional event: independent results ------------------------------------------------------------------- *)

(* If the bound holds for every event outside E, it holds for every h with values in [0, 1]: the worst h is the indicator of the
   outcomes with c q < p. *)
Lemma outside_mean c d (O : finType) (p q : dist O) (E : pred O) (h : O -> R) : (forall o, 0 <= h o <= 1) ->
  (forall S : pred O, Pr p (predD S E) <= c * Pr q (predD S E) + d) ->
  (\sum_o (if E o then 0 else p o * h o)) <= c * (\sum_o (if E o then 0 else q o * h o)) + d.
Proof.
move=> h01 H; have := H (fun o => if Rlt_dec (c * q o) (p o) then true else false) => k.
suff: (\sum_o (if E o then 0 else p o * h o)) - c * (\sum_o (if E o then 0 else q o * h o)) <= d by lra.
apply: (Rle_trans _ (Pr p (predD (fun o => if Rlt_dec (c * q o) (p o) then true else false) E)
  - c * Pr q (predD (fun o => if Rlt_dec (c * q o) (p o) then true else false) E))); last lra.
rewrite Pr_diff -sum_scale -sum_sub; apply: sum_le => o; rewrite /= /in_mem /=.
case: (E o) => /=; first by lra.
by have := h01 o; case: Rlt_dec => /= l b; nra.
Qed.

(* Outside both exceptions the product is summed slice by slice over the first results that are not exceptional. *)
Lemma Pr_outside (A B : finType) (p : dist A) (p' : dist B) (E : pred A) (F : pred B) (S : pred (prod_finType A B)) :
  Pr (product p p') (predD S (fun z => E z.1 || F z.2)) = \sum_a (if E a then 0 else p a * Pr p' (predD (fun b => S (a, b)) F)).
Proof.
rewrite {1}/Pr sum_pair_fun /=; apply: sum_eq => a; case e : (E a).
  by apply: sum_zero => b; rewrite /in_mem /= ?e.
by rewrite /Pr -sum_scale; apply: sum_eq => b; rewrite /in_mem /= ?e; case: (~~ F b && S (a, b)); ring.
Qed.

(* The union bound: one of the two results is exceptional with at most the sum of the probabilities. *)
Lemma Pr_either (A B : finType) (p : dist A) (p' : dist B) (E : pred A) (F : pred B) :
  Pr (product p p') (fun z => E z.1 || F z.2) <= Pr p E + Pr p' F.
Proof.
rewrite {1}/Pr sum_pair_fun /=.
apply: (Rle_trans _ (\sum_a ((if E a then p a else 0) + p a * Pr p' F))); last first.
  by rewrite sum_add -/(Pr p E) -/(Ex p (fun _ => Pr p' F)) Ex_const; lra.
apply: sum_le => a.
apply: (Rle_trans _ (\sum_b ((if E a then p a else 0) * p' b + p a * (if F b then p' b else 0)))).
  apply: sum_le => b; have x := mass_ge0 p a; have y := mass_ge0 p' b; have z := Rmult_le_pos _ _ x y.
  by case: (E a); case: (F b) => /=; lra.
by rewrite sum_add !sum_scale mass_sum -/(Pr p' F); lra.
Qed.

(* As for (epsilon, delta): give up a2, cut e^e2 q' off at 1 so that it is a function into [0, 1], then apply the first bound to that
   function. Of the ranges only 0 <= a2 is needed. *)
Lemma relaxed_independent e1 a1 b1 e2 a2 b2 : 0 <= a2 ->
  independent relaxed (e1, a1, b1) (e2, a2, b2) (e1 + e2, a1 + a2, b1 + b2).
Proof.
move=> a20 A B p q p' q' [E [HE H]] [F [HF H']].
exists (fun z => E z.1 || F z.2); split=> [|S].
  by apply: Rle_trans (Pr_either _ _ _ _) _; move: HE HF => /=; lra.
rewrite !Pr_outside /= exp_plus.
pose y a := Pr q' (predD (fun b => S (a, b)) F).
pose h a := Rmin 1 (exp e2 * y a).
have y0 a : 0 <= exp e2 * y a by apply: Rmult_le_pos; [left; apply: exp_pos|apply: Pr_ge0].
have h01 a : 0 <= h a <= 1 by split; [apply: Rmin_glb; [lra|]|apply: Rmin_l].
have up : (\sum_a (if E a then 0 else p a * Pr p' (predD (fun b => S (a, b)) F))) <=
    (\sum_a (if E a then 0 else p a * h a)) + a2.
  rewrite -[X in _ + X](Ex_const p) /Ex -sum_add; apply: sum_le => a.
  have m := mass_ge0 p a; have := Rmult_le_pos _ _ m a20 => ma; case: (E a); first lra.
  have : Pr p' (predD (fun b => S (a, b)) F) - a2 <= h a.
    by move: (H' (fun b => S (a, b))) (Pr_le1 p' (predD (fun b => S (a, b)) F)) => /= i j; apply: Rmin_glb; rewrite /y; lra.
  by move=> i; have := Rmult_le_compat_l _ _ _ m i; lra.
have mid := outside_mean h01 H; rewrite /= in mid.
have low : (\sum_a (if E a then 0 else q a * h a)) <= exp e2 * (\sum_a (if E a then 0 else q a * y a)).
  rewrite -sum_scale; apply: sum_le => a; case: (E a); first lra.
  have := Rmult_le_compat_l _ _ _ (mass_ge0 q a) (Rmin_r 1 (exp e2 * y a)); rewrite -/(h a); lra.
have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ (exp_pos e1)) low; rewrite /y in low * => k; lra.
Qed.

(* Probabilistic privacy is the relaxed one without a slack. *)
Lemma probabilistic_relaxed e d (O : finType) (p q : dist O) : probabilistic (e, d) p q <-> relaxed (e, 0, d) p q.
Proof. by split=> -[E [HE H]]; exists E; split=> // S; have := H S; rewrite /=; lra. Qed.

Theorem relaxed_dp__composition :
  forall (D : Type) (U : neighbours D), forall (epsilon1 delta_a1 delta_p1 epsilon2 delta_a2 delta_p2 : R),
    0 <= epsilon1 -> 0 <= delta_a1 -> delta_a1 <= 1 -> 0 <= delta_p1 -> delta_p1 <= 1 -> 0 <= epsilon2 ->
    0 <= delta_a2 -> delta_a2 <= 1 -> 0 <= delta_p2 -> delta_p2 <= 1 -> composition (ordered U) relaxed (epsilon1,
    delta_a1, delta_p1) (epsilon2, delta_a2, delta_p2) (epsilon1 + epsilon2, delta_a1 + delta_a2, delta_p1 + delta_p2).
Proof.
by move=> D U *; apply: lift_composition; apply: relaxed_independent.
Qed.

Theorem probabilistic_dp__composition :
  forall (D : Type) (U : neighbours D), forall (epsilon1 delta1 epsilon2 delta2 : R), 0 <= epsilon1 ->
    0 <= delta1 -> delta1 <= 1 -> 0 <= epsilon2 -> 0 <= delta2 -> delta2 <= 1 ->
    composition (ordered U) probabilistic (epsilon1, delta1) (epsilon2, delta2) (epsilon1 + epsilon2, delta1 + delta2).
Proof.
move=> D U e1 d1 e2 d2 *; apply: lift_composition => A B p q p' q' /probabilistic_relaxed H /probabilistic_relaxed H'.
apply/probabilistic_relaxed; have := relaxed_independent (Rle_refl 0) H H'.
by rewrite Rplus_0_l.
Qed.

(* --- Merging or mixing makes an exceptional outcome part of a more probable one, which may no longer be excepted ------------ *)

(* Two bits, in the order tt, tf, ft, ff, with the probabilities 1/4, 1/2, 1/4, 0 or 0, 1/4, 1/2, 1/4. One outcome of probability 1/4
   may be excepted. Without the second bit `true` has 3/4 against 1/4: it is too probable to be excepted, and 3/4 > 2 * 1/4 + a.
   The lemmas qmn say that m/n lies between 0 and 1. *)
Lemma q14 : 0 <= 1 / 4 <= 1. Proof. lra. Qed.
Lemma q34 : 0 <= 3 / 4 <= 1. Proof. lra. Qed.
Lemma q13 : 0 <= 1 / 3 <= 1. Proof. lra. Qed.
Lemma q23 : 0 <= 2 / 3 <= 1. Proof. lra. Qed.
Lemma q12 : 0 <= 1 / 2 <= 1. Proof. lra. Qed.
Lemma q0 : 0 <= 0 <= 1. Proof. lra. Qed.
Lemma q1 : 0 <= 1 <= 1. Proof. lra. Qed.
Definition steep (b : bool) : dist (prod_finType bool_finType bool_finType) :=
  if b then joint (coin q34) (fun a => if a then coin q13 else coin q1)
  else joint (coin q14) (fun a => if a then coin q0 else coin q23).

(* If p is at most 2 q except at one outcome, to which p gives at most 1/4, that outcome is the exception, and no slack is needed. *)
Lemma exceptional a (O : finType) (p q : dist O) (o : O) : 0 <= a -> p o <= 1 / 4 ->
  (forall i, i != o -> p i <= 2 * q i) -> relaxed (ln 2, a, 1 / 4) p q.
Proof.
move=> a0 po H; exists (pred1 o); split; first by rewrite Pr_one.
move=> S; suff : Pr p (predD S (pred1 o)) - 2 * Pr q (predD S (pred1 o)) <= 0.
  by have -> : exp (ln 2, a, 1 / 4).1.1 = 2; [rewrite /= exp_ln; lra|rewrite [snd _]/=; lra].
rewrite Pr_diff -[X in _ <= X](@sum_zero O (fun _ => 0)) //; apply: sum_le => i.
rewrite /= /in_mem /=; have := H i; case: (i == o) => /= h; first lra.
by case: (S i); [have := h isT; lra|lra].
Qed.

(* The first law alone decides the exception: tt for steep true, ff for steep false. *)
Lemma steep_relaxed a b c : 0 <= a -> relaxed (ln 2, a, 1 / 4) (steep b) (steep c).
Proof.
move=> a0; case: b c => [] [].
- by apply: (@exceptional _ _ _ _ (true, true)) => // [|[[] []]] /=; lra.
- by apply: (@exceptional _ _ _ _ (true, true)) => // [|[[] []]] //= *; lra.
- by apply: (@exceptional _ _ _ _ (false, false)) => // [|[[] []]] //= *; lra.
- by apply: (@exceptional _ _ _ _ (false, false)) => // [|[[] []]] /=; lra.
Qed.

(* An outcome with more than the excepted probability is not excepted, so its own two probabilities must obey the bound. *)
Lemma exceptional_refuted a (p q : dist bool_finType) : 1 / 4 < p true -> 2 * q true + a < p true -> ~ relaxed (ln 2, a, 1 / 4) p q.
Proof.
move=> h k [E [HE H]]; move: HE => /= HE.
have e : E true = false.
  case e : (E true) => //; exfalso; move: HE; rewrite /Pr sum_bool e.
  by have := mass_ge0 p false; case: (E false); lra.
have := H (pred1 true); rewrite /= exp_ln; last lra.
have P (x : dist bool_finType) : Pr x (predD (pred1 true) E) = x true.
  by rewrite /Pr sum_bool /= /in_mem /= e; case: (E false) => /=; ring.
by rewrite !P; lra.
Qed.

(* The mechanism answers by the one law on x and by the other on every other dataset, so that the lemma above covers all pairs. Any
   a < 1/4 would do here, any a < 1/8 for mixtures; 1/16 serves both. *)
Lemma relaxed_not_processed D (U : neighbours D) a : discerning U -> 0 <= a <= 1 / 16 ->
  ~ post_processing (pairs U) relaxed (ln 2, a, 1 / 4).
Proof.
move=> [x [y [u xy]]] a01 H; pose M z := steep (if decide (z = x) then true else false).
have : satisfies (pairs U) relaxed (ln 2, a, 1 / 4) (fun z => bind (M z) (fun o => ret o.1)).
  by apply: H; apply/satisfies_pairs => s t _; split; apply: steep_relaxed; lra.
move=> /satisfies_pairs /(_ x y u) [+ _]; rewrite /M.
case: (decide (x = x)) => [?|//] /=; case: (decide (y = x)) => [e|?] /=; first by case: xy.
by apply: exceptional_refuted; rewrite /= !sum_pair_fun ?sum_bool /= ?sum_bool /=; lra.
Qed.

(* Two mechanisms: the one shows a mark with probabilities 1/4 and 0, the other a coin with 1/2 and 1/4. Alone, `mark` excepts `true` and
   `tilt` needs no exception; mixed evenly, `true` has 3/8 against 1/8: more than 1/4, so not excepted, and more than 2 * 1/8 + a. *)
Definition mark (b : bool) : dist bool_finType := if b then coin q14 else coin q0.
Definition tilt (b : bool) : dist bool_finType := if b then coin q12 else coin q14.

Lemma mark_relaxed a b c : 0 <= a -> relaxed (ln 2, a, 1 / 4) (mark b) (mark c).
Proof.
move=> a0; apply: (@exceptional _ _ _ _ true) => //; first by case: b => /=; lra.
by case=> // _; case: b c => [] [] /=; lra.
Qed.

Lemma tilt_relaxed a b c : 0 <= a -> relaxed (ln 2, a, 1 / 4) (tilt b) (tilt c).
Proof.
move=> a0; exists pred0; split; first by rewrite /Pr sum_zero // /=; lra.
have P : pure (ln 2) (tilt b) (tilt c) by apply/pureE; rewrite exp_ln; last lra; case: b c => [] [] [] /=; lra.
by move=> S; have := P (predD S pred0); rewrite /=; lra.
Qed.

Lemma relaxed_not_mixed D (U : neighbours D) a : discerning U -> 0 <= a <= 1 / 16 ->
  ~ convexity (pairs U) relaxed (ln 2, a, 1 / 4).
Proof.
move=> [x [y [u xy]]] a01 H; pose c z := if decide (z = x) then true else false.
have : satisfies (pairs U) relaxed (ln 2, a, 1 / 4) (fun z => mix q12 (mark (c z)) (tilt (c z))).
  by apply: H; apply/satisfies_pairs => s t _; split; [apply: mark_relaxed|apply: mark_relaxed|apply: tilt_relaxed|apply: tilt_relaxed]; lra.
move=> /satisfies_pairs /(_ x y u) [+ _]; rewrite /c.
case: (decide (x = x)) => [?|//] /=; case: (decide (y = x)) => [e|?] /=; first by case: xy.
by apply: exceptional_refuted; rewrite !mixE /=; lra.
Qed.

Lemma ln2_pos : 0 < ln 2.
Proof. by rewrite -ln_1; apply: ln_increasing; lra. Qed.

(* The property fails at one level, the same for every unit that compares two different datasets. *)
Theorem relaxed_dp__post_processing :
  forall (D : Type) (U : neighbours D), discerning U -> exists (epsilon delta_a delta_p : R), 0 < epsilon /\
    0 < delta_a /\ delta_a <= 1 /\ 0 < delta_p /\ delta_a + delta_p < 1 /\
    ~ post_processing (pairs U) relaxed (epsilon, delta_a, delta_p).
Proof.
move=> D U dU; exists (ln 2), (1 / 16), (1 / 4); split; first exact: ln2_pos.
by do 4 (split; first lra); apply: relaxed_not_processed => //; lra.
Qed.

Theorem relaxed_dp__convexity :
  forall (D : Type) (U : neighbours D), discerning U -> exists (epsilon delta_a delta_p : R), 0 < epsilon /\
    0 < delta_a /\ delta_a <= 1 /\ 0 < delta_p /\ delta_a + delta_p < 1 /\ ~ convexity (pairs U) relaxed (epsilon,
    delta_a, delta_p).
Proof.
move=> D U dU; exists (ln 2), (1 / 16), (1 / 4); split; first exact: ln2_pos.
by do 4 (split; first lra); apply: relaxed_not_mixed => //; lra.
Qed.

(* With a = 0 a counterexample to relaxed privacy is one to probabilistic privacy. *)
Theorem probabilistic_dp__post_processing :
  forall (D : Type) (U : neighbours D), discerning U -> exists (epsilon delta : R), 0 < epsilon /\ 0 < delta /\
    delta < 1 /\ ~ post_processing (pairs U) probabilistic (epsilon, delta).
Proof.
move=> D U dU; exists (ln 2), (1 / 4); split; first exact: ln2_pos.
do 2 (split; first lra); move=> H; apply: (@relaxed_not_processed D U 0) => //; first lra.
move=> A B M K HM a b ab; apply/probabilistic_relaxed; apply: (H A B M K) => // a' b' ab'; apply/probabilistic_relaxed; exact: HM.
Qed.

Theorem probabilistic_dp__convexity :
  forall (D : Type) (U : neighbours D), discerning U -> exists (epsilon delta : R), 0 < epsilon /\ 0 < delta /\
    delta < 1 /\ ~ convexity (pairs U) probabilistic (epsilon, delta).
Proof.
move=> D U dU; exists (ln 2), (1 / 4); split; first exact: ln2_pos.
do 2 (split; first lra); move=> H; apply: (@relaxed_not_mixed D U 0) => //; first lra.
move=> O M N w w01 HM HN a b ab; apply/probabilistic_relaxed.
by apply: (H O M N w w01) => // a' b' ab'; apply/probabilistic_relaxed; [apply: HM|apply: HN].
Qed.
