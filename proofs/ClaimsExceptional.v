(* Claims of the records: relaxed and probabilistic privacy compose for independent mechanisms, but at some level they survive neither
   a map of the outputs nor a coin between two mechanisms. A level is (epsilon, delta_a, delta_p), written (e, a, b). *)

From Coq Require Import Reals Lra Classical.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop.
From Dpzoo Require Import Prob Blocks Standards Units Events Laws Divergences Response Conversions Closure Tests ClaimsConversions.

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
move=> D U e1 d1 e2 d2 *; apply: lift_composition => A B p q p' q' /probabilistic_is_relaxed H /probabilistic_is_relaxed H'.
apply/probabilistic_is_relaxed; have := relaxed_independent (Rle_refl 0) H H'.
by rewrite Rplus_0_l.
Qed.

(* --- Merging or mixing makes an exceptional outcome part of a more probable one, which may no longer be excepted ------------ *)

(* If p is at most c q except at one outcome, to which p gives at most d, that outcome is the exception, and no slack is needed. *)
Lemma exceptional c a d (O : finType) (p q : dist O) (o : O) : 0 < c -> 0 <= a -> p o <= d ->
  (forall i, i != o -> p i <= c * q i) -> relaxed (ln c, a, d) p q.
Proof.
move=> c0 a0 po H; exists (pred1 o); split; first by rewrite Pr_one.
move=> S; suff : Pr p (predD S (pred1 o)) - c * Pr q (predD S (pred1 o)) <= 0 by rewrite /= exp_ln //; lra.
rewrite Pr_diff -[X in _ <= X](@sum_zero O (fun _ => 0)) //; apply: sum_le => i.
rewrite /= /in_mem /=; have := H i; case: (i == o) => /= h; first lra.
by case: (S i); [have := h isT; lra|lra].
Qed.

(* An outcome with more than the excepted probability is not excepted, so its own two probabilities must obey the bound. *)
Lemma exceptional_refuted c a d (O : finType) (p q : dist O) (o : O) : 0 < c -> d < p o -> c * q o + a < p o ->
  ~ relaxed (ln c, a, d) p q.
Proof.
move=> c0 h k [E [HE H]]; move: HE => /= HE.
have e : E o = false.
  apply/negP => e; have : p o <= Pr p E; last lra.
  have := @term_le _ (fun i => if E i then p i else 0) o; rewrite e; apply=> i.
  by case: (E i); [apply: mass_ge0|lra].
have := H (pred1 o); rewrite /= exp_ln //.
have P (x : dist O) : Pr x (predD (pred1 o) E) = x o.
  by rewrite -Pr_one; apply: sum_eq => i; rewrite /= /in_mem /=; case: eqP => [->|_]; rewrite ?e ?andbF.
by rewrite !P; lra.
Qed.

(* Only the first outcome has a ratio above 3/2, and it is rare; merged with the second it is not. *)
Lemma rare_merged a : 0 <= a <= 1 / 20 -> merged_apart relaxed (ln (3 / 2), a, 1 / 10)
  [:: 10 / 100; 30 / 100; 60 / 100] [:: 2 / 100; 20 / 100; 78 / 100] [:: 0%nat; 0%nat; 1%nat].
Proof.
move=> a01; have c0 : 0 < 3 / 2 by lra.
have [p P] := @law_of 3 [:: 10 / 100; 30 / 100; 60 / 100] erefl ltac:(simpl; lra) ltac:(simpl; lra).
have [q Q] := @law_of 3 [:: 2 / 100; 20 / 100; 78 / 100] erefl ltac:(simpl; lra) ltac:(simpl; lra).
exists p, q; do 2 (split=> //).
have R (x y : dist (ordinal_finType 3)) : x ord0 <= 1 / 10 -> (forall i, i != ord0 -> x i <= 3 / 2 * y i) -> relaxed (ln (3 / 2), a, 1 / 10) x y.
  by move=> ? ?; apply: (@exceptional _ _ _ _ _ _ ord0); lra || auto.
split; first by apply: R => [|[[|[|[|i]]] //= hi] _]; rewrite ?P ?Q /=; lra.
split; first by apply: R => [|[[|[|[|i]]] //= hi] _]; rewrite ?P ?Q /=; lra.
have sum3 (x : dist (ordinal_finType 3)) : bind x (becomes [:: 0%nat; 0%nat; 1%nat]) ord0 = x ord0 + x (lift ord0 ord0).
  rewrite /= !big_ord_recl big_ord0 /= -!val_eqE /= !inordK //=; ring.
by move=> [+ _]; apply: (@exceptional_refuted _ _ _ _ _ _ ord0) => //; rewrite !sum3 ?P ?Q /=; lra.
Qed.

Lemma relaxed_reflexive e a d : 0 <= e -> 0 <= a -> 0 <= d -> reflexive_at relaxed (e, a, d).
Proof.
move=> e0 a0 d0 O p; exists pred0; split; first by rewrite /Pr sum_zero.
by move=> S; have := Pr_ge0 p (predD S pred0); have := exp_ge1 e0; rewrite /=; nra.
Qed.

Lemma ln_above c : 1 < c -> 0 < ln c.
Proof. by move=> h; rewrite -ln_1; apply: ln_increasing; lra. Qed.

(* A rare outcome of the one mechanism is the sure one of the other. *)
Lemma rare_mixed a : 0 <= a <= 1 / 20 -> mixed_apart relaxed (ln (10 / 9), a, 1 / 10) (8 / 10)
  [:: 9 / 10; 1 / 10] [:: 1; 0] [:: 0; 1] [:: 0; 1].
Proof.
move=> a01; have c0 : 0 < 10 / 9 by lra.
have [p P] := @law_of 2 [:: 9 / 10; 1 / 10] erefl ltac:(simpl; lra) ltac:(simpl; lra).
have [q Q] := @law_of 2 [:: 1; 0] erefl ltac:(simpl; lra) ltac:(simpl; lra).
have [s S] := @law_of 2 [:: 0; 1] erefl ltac:(simpl; lra) ltac:(simpl; lra).
have h : 0 <= 8 / 10 <= 1 by lra.
have R (x y : dist (ordinal_finType 2)) : x ord_max <= 1 / 10 -> x ord0 <= 10 / 9 * y ord0 -> relaxed (ln (10 / 9), a, 1 / 10) x y.
  move=> x1 x0; apply: (@exceptional _ _ _ _ _ _ ord_max) => //; first lra.
  move=> [[|[|i]] //= hi] _; by rewrite (_ : Ordinal hi = ord0) //; apply: val_inj.
exists p, q, s, s, h; split=> //; split; first by split; apply: R; rewrite ?P ?Q /=; lra.
have ss : relaxed (ln (10 / 9), a, 1 / 10) s s by apply: relaxed_reflexive; [have := @ln_above (10 / 9) ltac:(lra)| |]; lra.
split; first by [].
by move=> [+ _]; apply: (@exceptional_refuted _ _ _ _ _ _ ord_max) => //; rewrite !mixE ?P ?Q ?S /=; lra.
Qed.

(* Without a slack a counterexample to relaxed privacy is one to probabilistic privacy. *)
Lemma probabilistic_merged e d v w to : merged_apart relaxed (e, 0, d) v w to -> merged_apart probabilistic (e, d) v w to.
Proof.
by move=> [p [q [P [Q [pq [qp n]]]]]]; exists p, q; do 2 (split=> //); rewrite !probabilistic_is_relaxed.
Qed.
Lemma probabilistic_mixed e d c v w v' w' : mixed_apart relaxed (e, 0, d) c v w v' w' -> mixed_apart probabilistic (e, d) c v w v' w'.
Proof.
by move=> [p [q [p' [q' [h [P [pq [pq' n]]]]]]]]; exists p, q, p', q', h; split=> //; rewrite !probabilistic_is_relaxed.
Qed.
Lemma probabilistic_reflexive e d : 0 <= e -> 0 <= d -> reflexive_at probabilistic (e, d).
Proof. by move=> e0 d0 O p; apply/probabilistic_is_relaxed; apply: relaxed_reflexive => //; lra. Qed.

Theorem relaxed_dp__post_processing :
  forall (D : Type) (U : neighbours D), discerning U ->
  (* it fails at some proper level *)
  (exists (epsilon delta_a delta_p : R), 0 < epsilon /\ 0 < delta_a /\ delta_a <= 1 /\ 0 < delta_p /\
    delta_a + delta_p < 1 /\ ~ post_processing (pairs U) relaxed (epsilon, delta_a, delta_p)) /\
  (* shown by the laws of the witness merging-a-rare-output *)
  (exists (epsilon delta_a delta_p : R), 0 < epsilon /\ 0 < delta_a /\ delta_a <= 1 /\ 0 < delta_p /\
    delta_a + delta_p < 1 /\ merged_apart relaxed (epsilon, delta_a,
    delta_p) [:: 10 / 100; 30 / 100; 60 / 100] [:: 2 / 100; 20 / 100; 78 / 100] [:: 0%nat; 0%nat; 1%nat]).
Proof.
have e0 := @ln_above (3 / 2) ltac:(lra); have M := @rare_merged (1 / 20) ltac:(lra).
move=> D U dU; split; exists (ln (3 / 2)), (1 / 20), (1 / 10); split=> //; do 4 (split; first lra); last by [].
by apply: merged_fails M => //; apply: relaxed_reflexive; lra.
Qed.

Theorem relaxed_dp__convexity :
  forall (D : Type) (U : neighbours D), discerning U ->
  (* it fails at some proper level *)
  (exists (epsilon delta_a delta_p : R), 0 < epsilon /\ 0 < delta_a /\ delta_a <= 1 /\ 0 < delta_p /\
    delta_a + delta_p < 1 /\ ~ convexity (pairs U) relaxed (epsilon, delta_a, delta_p)) /\
  (* shown by the laws of the witness mixing-in-a-sure-output *)
  (exists (epsilon delta_a delta_p : R), 0 < epsilon /\ 0 < delta_a /\ delta_a <= 1 /\ 0 < delta_p /\
    delta_a + delta_p < 1 /\ mixed_apart relaxed (epsilon, delta_a,
    delta_p) (8 / 10) [:: 9 / 10; 1 / 10] [:: 1; 0] [:: 0; 1] [:: 0; 1]).
Proof.
have e0 := @ln_above (10 / 9) ltac:(lra); have M := @rare_mixed (1 / 20) ltac:(lra).
move=> D U dU; split; exists (ln (10 / 9)), (1 / 20), (1 / 10); split=> //; do 4 (split; first lra); last by [].
by apply: mixed_fails M => //; apply: relaxed_reflexive; lra.
Qed.

Theorem probabilistic_dp__post_processing :
  forall (D : Type) (U : neighbours D), discerning U ->
  (* it fails at some proper level *)
  (exists (epsilon delta : R), 0 < epsilon /\ 0 < delta /\ delta < 1 /\
    ~ post_processing (pairs U) probabilistic (epsilon, delta)) /\
  (* shown by the laws of the witness prodp-post-processing *)
  (exists (epsilon delta : R), 0 < epsilon /\ 0 < delta /\ delta < 1 /\ merged_apart probabilistic (epsilon,
    delta) [:: 10 / 100; 30 / 100; 60 / 100] [:: 2 / 100; 20 / 100; 78 / 100] [:: 0%nat; 0%nat; 1%nat]).
Proof.
have e0 := @ln_above (3 / 2) ltac:(lra); have M := probabilistic_merged (@rare_merged 0 ltac:(lra)).
move=> D U dU; split; exists (ln (3 / 2)), (1 / 10); split=> //; do 2 (split; first lra); last by [].
by apply: merged_fails M => //; apply: probabilistic_reflexive; lra.
Qed.

Theorem probabilistic_dp__convexity :
  forall (D : Type) (U : neighbours D), discerning U ->
  (* it fails at some proper level *)
  (exists (epsilon delta : R), 0 < epsilon /\ 0 < delta /\ delta < 1 /\
    ~ convexity (pairs U) probabilistic (epsilon, delta)) /\
  (* shown by the laws of the witness prodp-convexity *)
  (exists (epsilon delta : R), 0 < epsilon /\ 0 < delta /\ delta < 1 /\ mixed_apart probabilistic (epsilon,
    delta) (8 / 10) [:: 9 / 10; 1 / 10] [:: 1; 0] [:: 0; 1] [:: 0; 1]).
Proof.
have e0 := @ln_above (10 / 9) ltac:(lra); have M := probabilistic_mixed (@rare_mixed 0 ltac:(lra)).
move=> D U dU; split; exists (ln (10 / 9)), (1 / 10); split=> //; do 2 (split; first lra); last by [].
by apply: mixed_fails M => //; apply: probabilistic_reflexive; lra.
Qed.
