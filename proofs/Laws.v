(* The laws of witnesses: tables of probabilities, coins and published datasets among them. *)

From Coq Require Import Reals Lra Classical.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop.
From Dpzoo Require Import Prob Blocks Standards Events.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Open Scope R_scope.

Lemma sum_table (v : seq R) : \sum_(i : 'I_(size v)) nth 0 v i = foldr Rplus 0 v.
Proof.
elim: v => [|x v IH]; first by rewrite big_ord0.
by rewrite big_ord_recl /= -IH; congr (_ + _); apply: sum_eq => i; rewrite lift0.
Qed.

Section Table.
Variables (v : seq R) (v0 : forall i : 'I_(size v), 0 <= nth 0 v i) (v1 : foldr Rplus 0 v = 1).
Lemma table_sum : \sum_(i : 'I_(size v)) nth 0 v i = 1.
Proof. by rewrite sum_table. Qed.
Definition table : dist (ordinal_finType (size v)) := Dist v0 table_sum.
End Table.

Lemma law_of n (v : seq R) : size v = n -> foldr (fun x P => 0 <= x /\ P) True v -> foldr Rplus 0 v = 1 ->
  exists p : dist (ordinal_finType n), has_table v p.
Proof.
move=> <- pos one; have v0 (i : 'I_(size v)) : 0 <= nth 0 v i.
  have [j jv] : exists j, j = i :> nat by exists i.
  rewrite -jv; have : (j < size v)%N by rewrite jv.
  by elim: v j pos {one i jv} => [|x v IH] [|j] //= [x0 P] h; [|apply: IH].
by exists (table v0 one).
Qed.

(* --- Coins: what is told of two outputs is told of heads and tails ---------------------------------------------------------- *)

Definition side (b : bool) : 'I_2 := if b then ord0 else lift ord0 ord0.
Definition thrown w (w01 : 0 <= w <= 1) : dist (ordinal_finType 2) := bind (coin w01) (fun b => ret (side b)).

Lemma thrownE w (w01 : 0 <= w <= 1) i : thrown w01 i = nth 0 [:: w; 1 - w] i.
Proof. by rewrite /= sum_bool -!val_eqE /=; case: i => [[|[|i]]] //= _; ring. Qed.

Lemma thrown_back w (w01 : 0 <= w <= 1) : bind (thrown w01) (fun i => ret (i == ord0)) = coin w01.
Proof.
apply: dist_eq => b; rewrite [LHS]/= big_ord_recl big_ord_recl big_ord0.
change ((thrown w01 ord0) * ret (ord0 == ord0 :> 'I_2) b + (thrown w01 (lift ord0 ord0) * ret (lift ord0 ord0 == ord0 :> 'I_2) b + 0) = coin w01 b).
by rewrite !thrownE; case: b => /=; ring.
Qed.

Lemma told_coins L (S : standard L) l L' (T : standard L') l' w w' (w01 : 0 <= w <= 1) (w01' : 0 <= w' <= 1) :
  processed S l -> processed T l' -> S l _ (coin w01) (coin w01') -> S l _ (coin w01') (coin w01) ->
  ~ T l' _ (coin w01) (coin w01') -> told_apart S l T l' [:: w; 1 - w] [:: w'; 1 - w'].
Proof.
move=> HS HT h h' n; exists (thrown w01), (thrown w01').
split; first exact: thrownE; split; first exact: thrownE.
split; first exact: HS; split; first exact: HS.
by move=> [t _]; apply: n; rewrite -(thrown_back w01) -(thrown_back w01'); apply: HT.
Qed.

(* --- A dataset that is published with probability p -------------------------------------------------------------------------- *)

Section Published.
Variables (p : R) (p01 : 0 < p < 1).
Lemma own_ge0 (i : 'I_3) : 0 <= nth 0 [:: p; 0; 1 - p] i.
Proof. by case: i => [[|[|[|i]]]] //= _; lra. Qed.
Lemma own_sum : foldr Rplus 0 [:: p; 0; 1 - p] = 1.
Proof. by rewrite /=; ring. Qed.
Lemma other_ge0 (i : 'I_3) : 0 <= nth 0 [:: 0; p; 1 - p] i.
Proof. by case: i => [[|[|[|i]]]] //= _; lra. Qed.
Lemma other_sum : foldr Rplus 0 [:: 0; p; 1 - p] = 1.
Proof. by rewrite /=; ring. Qed.
Definition own : dist (ordinal_finType 3) := @table [:: p; 0; 1 - p] own_ge0 own_sum.
Definition other : dist (ordinal_finType 3) := @table [:: 0; p; 1 - p] other_ge0 other_sum.

Lemma sum_three (F : 'I_3 -> R) : \sum_i F i = F ord0 + (F (lift ord0 ord0) + F (lift ord0 (lift ord0 ord0))).
Proof. by rewrite !big_ord_recl big_ord0 /= Rplus_0_r. Qed.

(* Only the published dataset exceeds, by p. *)
Lemma own_other e : 0 <= e -> approx (e, p) own other.
Proof.
move=> e0; apply/approxE; rewrite /excess sum_three /=; have E := exp_ge1 e0.
rewrite (Rmax_right 0 (p - _)) ?(Rmax_left 0 (0 - _)) ?(Rmax_left 0 (1 - p - _)); nra.
Qed.
Lemma other_own e : 0 <= e -> approx (e, p) other own.
Proof.
move=> e0; apply/approxE; rewrite /excess sum_three /=; have E := exp_ge1 e0.
rewrite (Rmax_left 0 (0 - _)) ?(Rmax_right 0 (p - _)) ?(Rmax_left 0 (1 - p - _)); nra.
Qed.

Lemma told_published e L' (T : standard L') l' : 0 <= e -> ~ T l' _ own other ->
  told_apart approx (e, p) T l' [:: p; 0; 1 - p] [:: 0; p; 1 - p].
Proof.
move=> e0 n; exists own, other; do 2 (split; first by []).
by split; [exact: own_other|split; [exact: other_own|move=> [t _]]].
Qed.
End Published.
