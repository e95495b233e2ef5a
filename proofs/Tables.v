(* Units over tables: what adding, removing, replacing and groups have to do with one another. *)

From Coq Require Import Reals Lra Classical.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop.
From Dpzoo Require Import Prob Blocks Standards Units Events Response.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Open Scope R_scope.

(* A larger unit asks for more. *)
Lemma within D (U V : neighbours D) L (S : standard L) l : (forall x y, V x y -> U x y \/ U y x) ->
  gives (pairs U) S l (pairs V) S l.
Proof.
move=> H O M /satisfies_pairs HM; apply/satisfies_pairs => x y /H [u|u]; have := HM _ _ u; tauto.
Qed.

(* A replaced record is a removed and an added one. *)
Lemma replaced_steps T (x y : seq T) : replaced x y -> exists z, added z x /\ added z y.
Proof. by move=> [a [b [t [u [_ [-> ->]]]]]]; exists (a ++ b); split; [exists a, b, t|exists a, b, u]. Qed.

Lemma pure_two D (O : finType) (M : D -> dist O) e x y z :
  pure e (M x) (M z) -> pure e (M z) (M y) -> pure (2 * e) (M x) (M y).
Proof.
move=> h h'; have -> : 2 * e = e + e by ring.
exact: pure_chained h h'.
Qed.

Lemma added_one_record T e : 0 <= e -> gives (pairs (@added T)) pure e (pairs (@one_record T)) pure (2 * e).
Proof.
move=> e0 O M /satisfies_pairs HM; apply/satisfies_pairs => x y [u|/replaced_steps [z [zx zy]]].
- by have [h h'] := HM _ _ u; split; apply: (pure_weaken (e := e)) => //; lra.
- have [a b] := HM _ _ zx; have [c d] := HM _ _ zy; split; apply: pure_two; eassumption.
Qed.

(* A group of k: the levels add up along the chain of single changes. *)
Lemma steps_pure D (U : neighbours D) e (O : finType) (M : D -> dist O) k x y :
  0 <= e -> satisfies (pairs U) pure e M -> steps (fun a b => U a b \/ U b a) k x y -> pure (INR k * e) (M x) (M y).
Proof.
move=> e0 /satisfies_pairs HM; elim: k x => [|k IH] x.
  by move=> /= ->; apply: pure_reflexive; lra.
move=> [z [u s]]; rewrite S_INR; have -> : (INR k + 1) * e = e + INR k * e by ring.
by apply: pure_chained (IH z s); case: u => v; have [? ?] := HM _ _ v.
Qed.

Lemma steps_sym D (U : neighbours D) k x y :
  steps (fun a b => U a b \/ U b a) k x y -> steps (fun a b => U a b \/ U b a) k y x.
Proof.
have snoc j a b c : steps (fun a b => U a b \/ U b a) j a b -> U b c \/ U c b -> steps (fun a b => U a b \/ U b a) j.+1 a c.
  elim: j a => [|j IH] a /=; first by move=> -> u; exists c.
  by move=> [d [u s]] v; exists d; split=> //; apply: IH s v.
elim: k x => [|k IH] x /=; first by move=> ->.
by move=> [z [u s]]; apply: snoc (IH z s) _; tauto.
Qed.

Lemma group_pure D (U : neighbours D) c e : 0 <= e -> gives (pairs U) pure e (pairs (at_most c U)) pure (INR c * e).
Proof.
move=> e0 O M HM; apply/satisfies_pairs => x y [k [kc s]].
have le : INR k * e <= INR c * e by apply: Rmult_le_compat_r => //; apply: le_INR; apply/leP.
by split; apply: pure_weaken le _ _ _ _; [exact: steps_pure s|apply: steps_pure (steps_sym s)].
Qed.

Lemma group_one D (U : neighbours D) c x y : 1 <= INR c -> U x y -> at_most c U x y.
Proof.
move=> c1 u; exists 1%N; split; last by exists y; split; [left|].
by case: c c1 => [|c] //=; lra.
Qed.

(* --- Mechanisms that reach the bounds: a ladder of answers with odds e apart --------------------------------------------------- *)

Section Ladder.
Variables (e : R) (n : nat) (e0 : 0 < e).
Definition rung (i : nat) : R := exp (- (INR n * e)) * (1 - exp (- e)) * exp (INR i * e).
Lemma rung_bounds i : (i <= n)%N -> 0 < rung i <= 1 - exp (- e).
Proof.
move=> h; have F := exp_lt1 e0; have p := exp_pos (- (INR n * e)); have q := exp_pos (INR i * e).
split; first by apply: Rmult_lt_0_compat => //; apply: Rmult_lt_0_compat; lra.
have : exp (- (INR n * e)) * exp (INR i * e) <= 1.
  have L : INR i <= INR n by apply: le_INR; apply/leP.
  by rewrite -exp_plus -exp_0; apply: exp_le; nra.
rewrite /rung; nra.
Qed.
Lemma rung01 i : 0 <= (if (i <= n)%N then rung i else 0) <= 1.
Proof. by case: ifP => h; [have := rung_bounds h; have := exp_pos (- e); lra|lra]. Qed.
Definition ladder i : dist bool_finType := coin (rung01 i).

Lemma ladder_step i j : (i <= n)%N -> (j <= n)%N -> (i <= j.+1)%N -> (j <= i.+1)%N -> pure e (ladder i) (ladder j).
Proof.
move=> hi hj ij ji; apply/pureE => b; rewrite /ladder /= hi hj.
have [r0 r1] := rung_bounds hi; have [s0 s1] := rung_bounds hj; have E := exp_gt1 e0; have EF := exp_inv e.
case: b; last first.
  have : 1 <= exp e * (1 - rung j) by nra.
  lra.
rewrite /rung; have k : exp (INR i * e) <= exp e * exp (INR j * e).
  have L : INR i <= INR j + 1 by rewrite -S_INR; apply: le_INR; apply/leP.
  by rewrite -exp_plus; apply: exp_le; nra.
have c0 : 0 <= exp (- (INR n * e)) * (1 - exp (- e)).
  by apply: Rmult_le_pos; [left; apply: exp_pos|have := exp_lt1 e0; lra].
have := Rmult_le_compat_l _ _ _ c0 k; lra.
Qed.

(* The two ends show the whole length. *)
Lemma ladder_ends e' : pure e' (ladder n) (ladder 0) -> INR n * e <= e'.
Proof.
move=> /pureE /(_ true); rewrite /ladder /= leqnn /rung /= Rmult_0_l exp_0 Rmult_1_r => h.
have c0 : 0 < exp (- (INR n * e)) * (1 - exp (- e)).
  by apply: Rmult_lt_0_compat; [apply: exp_pos|have := exp_lt1 e0; lra].
apply: exp_le_inv; apply: (Rmult_le_reg_l _ _ _ c0); lra.
Qed.
End Ladder.

(* Datasets on a ladder: neighbours at most one rung apart. *)
Lemma ladder_satisfies D (U : neighbours D) e n (e0 : 0 < e) (f : D -> nat) :
  (forall x, f x <= n)%N -> (forall x y, U x y -> f x <= (f y).+1 /\ f y <= (f x).+1)%N ->
  satisfies (pairs U) pure e (fun x => ladder n e0 (f x)).
Proof.
move=> fn H; apply/satisfies_pairs => x y u; have [a b] := H x y u.
by split; apply: ladder_step.
Qed.

Lemma ladder_tight D (U V : neighbours D) e e' n (f : D -> nat) x y : 0 < e ->
  (forall x, f x <= n)%N -> (forall x y, U x y -> f x <= (f y).+1 /\ f y <= (f x).+1)%N -> V x y -> f x = n -> f y = 0%N ->
  gives (pairs U) pure e (pairs V) pure e' -> INR n * e <= e'.
Proof.
move=> e0 fn H v fx fy G; have /satisfies_pairs /(_ x y v) [h _] := G _ _ (ladder_satisfies e0 fn H).
by apply: (@ladder_ends e n e0); rewrite fx fy in h.
Qed.
