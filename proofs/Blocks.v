(* A notion of privacy in blocks: what is compared, what is observed, how a pair is measured, how much is allowed. *)

From Coq Require Import Reals Lra Classical.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop.
From Dpzoo Require Import Prob.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Open Scope R_scope.

(* --- The blocks ------------------------------------------------------------------------------------------------------- *)

(* Universe: any type of datasets. A prior is a law on finitely many of its datasets. *)
Record prior (D : Type) := Prior { state : finType; weight : dist state; dataset : state -> D }.
Definition sure D (x : D) : prior D := @Prior D unit_finType (ret tt) (fun _ => x).

(* Scope and unit say which ordered pairs of priors are compared; most notions compare two fixed datasets. *)
Definition comparison (D : Type) := prior D -> prior D -> Prop.
Definition neighbours (D : Type) := D -> D -> Prop.
Definition ordered D (U : neighbours D) : comparison D :=
  fun a b => exists x y, U x y /\ a = sure x /\ b = sure y.
Definition pairs D (U : neighbours D) : comparison D := ordered (fun x y => U x y \/ U y x).

(* Standard: how two laws on any output space are compared; its levels are the intensity. *)
Definition standard (L : Type) := L -> forall O : finType, dist O -> dist O -> Prop.

(* What a mechanism returns when its data are drawn from a prior. *)
Definition observe D (O : finType) (M : D -> dist O) (a : prior D) : dist O := bind (weight a) (fun s => M (dataset s)).

Definition satisfies D (P : comparison D) L (S : standard L) (l : L) (O : finType) (M : D -> dist O) : Prop :=
  forall a b, P a b -> S l O (observe M a) (observe M b).

(* --- What records claim ------------------------------------------------------------------------------------------------ *)

Section Claims.
Context {D : Type} {L L' : Type}.
Implicit Types (P Q : comparison D) (S : standard L) (T : standard L').

(* Whatever satisfies the one notion at the one level satisfies the other at the other. *)
Definition gives P S l Q T l' : Prop := forall (O : finType) (M : D -> dist O), satisfies P S l M -> satisfies Q T l' M.

Definition post_processing P S l : Prop :=
  forall (A B : finType) (M : D -> dist A) (K : A -> dist B), satisfies P S l M -> satisfies P S l (fun x => bind (M x) K).

Definition convexity P S l : Prop :=
  forall (O : finType) (M N : D -> dist O) (w : R) (w01 : 0 <= w <= 1),
    satisfies P S l M -> satisfies P S l N -> satisfies P S l (fun x => mix w01 (M x) (N x)).

Definition composition P S l1 l2 l : Prop :=
  forall (A B : finType) (M : D -> dist A) (N : D -> dist B),
    satisfies P S l1 M -> satisfies P S l2 N -> satisfies P S l (fun x => product (M x) (N x)).

(* The two mechanisms, and both results together, may each be about other pairs. *)
Definition composition_between P1 P2 P S l1 l2 l : Prop :=
  forall (A B : finType) (M : D -> dist A) (N : D -> dist B),
    satisfies P1 S l1 M -> satisfies P2 S l2 N -> satisfies P S l (fun x => product (M x) (N x)).

(* The same when the second mechanism is chosen after seeing the first result. *)
Definition adaptive_composition P S l1 l2 l : Prop :=
  forall (A B : finType) (M : D -> dist A) (N : D -> A -> dist B),
    satisfies P S l1 M -> (forall o, satisfies P S l2 (fun x => N x o)) -> satisfies P S l (fun x => joint (M x) (N x)).
End Claims.

(* --- Distances --------------------------------------------------------------------------------------------------------- *)

Section Distances.
Context {D L : Type} (times : R -> L -> L) (P : R -> comparison D) (S : standard L).

(* Pairs come with a distance r; they are measured at r times the level. *)
Definition satisfies_scaled l (O : finType) (M : D -> dist O) : Prop := forall r, 0 <= r -> satisfies (P r) S (times r l) M.
Definition scaled_post_processing l : Prop :=
  forall (A B : finType) (M : D -> dist A) (K : A -> dist B), satisfies_scaled l M -> satisfies_scaled l (fun x => bind (M x) K).
Definition scaled_convexity l : Prop := forall (O : finType) (M N : D -> dist O) (w : R) (w01 : 0 <= w <= 1),
  satisfies_scaled l M -> satisfies_scaled l N -> satisfies_scaled l (fun x => mix w01 (M x) (N x)).
Definition scaled_composition l1 l2 l : Prop := forall (A B : finType) (M : D -> dist A) (N : D -> dist B),
  satisfies_scaled l1 M -> satisfies_scaled l2 N -> satisfies_scaled l (fun x => product (M x) (N x)).
End Distances.

(* Where a level has two numbers the distance multiplies both. *)
Definition times_both (r : R) (l : R * R) : R * R := (r * l.1, r * l.2).

(* --- Views ------------------------------------------------------------------------------------------------------------- *)

(* What is seen of an output may be less than all of it, and may depend on who looks, when, or on what has changed: views say which x
   and y are compared where the output is seen through the channel v. *)
Definition views (X : Type) (O : finType) := forall V : finType, (O -> dist V) -> X -> X -> Prop.

Section Views.
Context {D L : Type} (S : standard L).

Definition satisfies_seen (O : finType) (C : views (prior D) O) l (M : D -> dist O) : Prop :=
  forall V v a b, C V v a b -> S l (bind (observe M a) v) (bind (observe M b) v).

(* Whatever is seen of the new output is made, perhaps at random, of something that was seen of the old one. *)
Definition made_of (A B : finType) (C : views (prior D) A) (C' : views (prior D) B) (K : A -> dist B) : Prop :=
  forall W w a b, C' W w a b -> exists V (v : A -> dist V) (k : V -> dist W), C V v a b /\ forall o, bind (K o) w = bind (v o) k.

Definition seen_post_processing l : Prop :=
  forall (A B : finType) (C : views (prior D) A) (C' : views (prior D) B) (M : D -> dist A) (K : A -> dist B),
    made_of C C' K -> satisfies_seen C l M -> satisfies_seen C' l (fun x => bind (M x) K).

Definition seen_convexity l : Prop :=
  forall (O : finType) (C : views (prior D) O) (M N : D -> dist O) (w : R) (w01 : 0 <= w <= 1),
    satisfies_seen C l M -> satisfies_seen C l N -> satisfies_seen C l (fun x => mix w01 (M x) (N x)).

(* The same where everybody sees the coin that decides between the two mechanisms. *)
Inductive with_coin (O : finType) (C : views (prior D) O) : views (prior D) (prod_finType bool_finType O) :=
| WithCoin V v a b : C V v a b -> with_coin C (fun z => product (ret z.1) (v z.2)) a b.
Definition public_convexity l : Prop :=
  forall (O : finType) (C : views (prior D) O) (M N : D -> dist O) (w : R) (w01 : 0 <= w <= 1), satisfies_seen C l M ->
    satisfies_seen C l N -> satisfies_seen (with_coin C) l (fun x => joint (coin w01) (fun heads => if heads then M x else N x)).

(* Two results, each seen in its own way; it is datasets that are compared. *)
Inductive both (A B : finType) (C : views D A) (C' : views D B) : views D (prod_finType A B) :=
| Both V W v w x y : C V v x y -> C' W w x y -> both C C' (fun o => product (v o.1) (w o.2)) x y.
Definition compared (how : neighbours D -> comparison D) (O : finType) (C : views D O) : views (prior D) O :=
  fun V v => how (C V v).

Definition seen_composition how l1 l2 l : Prop :=
  forall (A B : finType) (C : views D A) (C' : views D B) (M : D -> dist A) (N : D -> dist B),
    satisfies_seen (compared how C) l1 M -> satisfies_seen (compared how C') l2 N ->
    satisfies_seen (compared how (both C C')) l (fun x => product (M x) (N x)).

(* Views that take an argument g, with which they grow: the two mechanisms may come with different ones. *)
Definition growing G (le : G -> G -> Prop) (O : finType) (C : G -> views D O) : Prop :=
  forall g h V v x y, le g h -> C g V v x y -> C h V v x y.
Definition seen_composition_between G (le : G -> G -> Prop) g1 g2 g l1 l2 l : Prop :=
  forall (A B : finType) (C : G -> views D A) (C' : G -> views D B) (M : D -> dist A) (N : D -> dist B), growing le C ->
    growing le C' -> satisfies_seen (compared (@ordered D) (C g1)) l1 M -> satisfies_seen (compared (@ordered D) (C' g2)) l2 N ->
    satisfies_seen (compared (@ordered D) (both (C g) (C' g))) l (fun x => product (M x) (N x)).
End Views.

(* --- Many mechanisms --------------------------------------------------------------------------------------------------- *)

Section Many.
Context {D L : Type} (P : comparison D) (S : standard L) (l : L).

(* k mechanisms in turn, all at one level: which one runs next is chosen after the earlier results, whatever these are. *)
Inductive in_turn : nat -> forall O : finType, (D -> dist O) -> Prop :=
| no_turn : in_turn 0 (fun _ => ret tt)
| one_turn k (A B : finType) (M : D -> dist A) (N : D -> A -> dist B) :
    satisfies P S l M -> (forall o, in_turn k (fun x => N x o)) -> in_turn k.+1 (fun x => joint (M x) (N x)).

(* k mechanisms side by side, all fixed beforehand. *)
Inductive side_by_side : nat -> forall O : finType, (D -> dist O) -> Prop :=
| no_side : side_by_side 0 (fun _ => ret tt)
| one_side k (A B : finType) (M : D -> dist A) (N : D -> dist B) :
    satisfies P S l M -> side_by_side k N -> side_by_side k.+1 (fun x => product (M x) (N x)).

Lemma side_in_turn k O (M : D -> dist O) : side_by_side k M -> in_turn k M.
Proof. by elim=> [|{}k A B {}M N HM _ IH]; [exact: no_turn|apply: (@one_turn k A B M (fun x _ => N x))]. Qed.

(* What k mechanisms give together, in turn or side by side. *)
Definition many_in_turn k l' : Prop := forall (O : finType) (M : D -> dist O), in_turn k M -> satisfies P S l' M.
Definition many_side_by_side k l' : Prop := forall (O : finType) (M : D -> dist O), side_by_side k M -> satisfies P S l' M.
End Many.

(* Two different datasets are compared: without this every mechanism is private and no separation holds. *)
Definition discerning D (U : neighbours D) : Prop := exists x y, U x y /\ x <> y.

(* --- Facts about a standard ------------------------------------------------------------------------------------------- *)

Section Standards.
Context {L : Type} (S : standard L).

Definition reflexive_at l : Prop := forall (O : finType) (p : dist O), S l p p.
Definition processed l : Prop :=
  forall (A B : finType) (p q : dist A) (K : A -> dist B), S l p q -> S l (bind p K) (bind q K).
Definition mixed l : Prop :=
  forall (O : finType) w (w01 : 0 <= w <= 1) (p p' q q' : dist O), S l p q -> S l p' q' -> S l (mix w01 p p') (mix w01 q q').
Definition adaptive l1 l2 l : Prop :=
  forall (A B : finType) (p q : dist A) (K J : A -> dist B), S l1 p q -> (forall a, S l2 (K a) (J a)) -> S l (joint p K) (joint q J).
Definition independent l1 l2 l : Prop :=
  forall (A B : finType) (p q : dist A) (p' q' : dist B), S l1 p q -> S l2 p' q' -> S l (product p p') (product q q').
(* The same for two laws that are compared in both orders. *)
Definition independent_both l1 l2 l : Prop :=
  forall (A B : finType) (p q : dist A) (p' q' : dist B),
    S l1 p q -> S l1 q p -> S l2 p' q' -> S l2 q' p' -> S l (product p p') (product q q').
Definition chained l1 l2 l : Prop := forall (O : finType) (p q r : dist O), S l1 p q -> S l2 q r -> S l p r.

Lemma adaptive_independent l1 l2 l : adaptive l1 l2 l -> independent l1 l2 l.
Proof. by move=> H A B p q p' q' H1 H2; apply: H. Qed.

(* A standard that is kept by channels and composes adaptively is kept by mixtures: toss the coin first, then forget it. *)
Lemma mixed_of_adaptive l0 l : processed l -> reflexive_at l0 -> adaptive l0 l l -> mixed l.
Proof.
move=> Hp Hr Ha O w w01 p p' q q' H H'.
have E (x x' : dist O) : mix w01 x x' = bind (joint (coin w01) (fun b => if b then x else x')) (fun z => ret z.2).
  by rewrite -joint_second.
by rewrite !E; apply: Hp; apply: Ha => // b; case: b.
Qed.
End Standards.

(* Whatever passes the one at l passes the other at l': in each order, or given both orders. *)
Definition refines L L' (S : standard L) l (T : standard L') l' : Prop :=
  forall (O : finType) (p q : dist O), S l O p q -> T l' O p q.
Definition refines_both L L' (S : standard L) l (T : standard L') l' : Prop :=
  forall (O : finType) (p q : dist O), S l O p q -> S l O q p -> T l' O p q.

Lemma refines_refines_both L L' (S : standard L) l (T : standard L') l' : refines S l T l' -> refines_both S l T l'.
Proof. by move=> H O p q Hpq _; apply: H. Qed.

(* Two laws, given by tables: the one standard accepts them in both orders, the other does not. *)
Definition has_table (v : seq R) n (p : dist (ordinal_finType n)) : Prop := forall i, p i = nth 0 v i.
Definition told_apart L (S : standard L) l L' (T : standard L') l' (v w : seq R) : Prop :=
  exists p q : dist (ordinal_finType (size v)),
    has_table v p /\ has_table w q /\ S l _ p q /\ S l _ q p /\ ~ (T l' _ p q /\ T l' _ q p).

(* Two pairs of laws: the standard accepts each of them in both orders, and not their mixture with the weights c and 1 - c. *)
Definition mixed_apart L (S : standard L) l (c : R) (v w v' w' : seq R) : Prop :=
  exists (p q p' q' : dist (ordinal_finType (size v))) (c01 : 0 <= c <= 1),
    (has_table v p /\ has_table w q /\ has_table v' p' /\ has_table w' q') /\
    (S l _ p q /\ S l _ q p) /\ (S l _ p' q' /\ S l _ q' p') /\
    ~ (S l _ (mix c01 p p') (mix c01 q q') /\ S l _ (mix c01 q q') (mix c01 p p')).

(* Two laws: the standard accepts them in both orders, and no longer when each output i becomes the output to_i. *)
Definition becomes n (to : seq nat) (i : 'I_n) : dist (ordinal_finType n.+1) := ret (inord (nth 0%N to i)).
Definition merged_apart L (S : standard L) l (v w : seq R) (to : seq nat) : Prop :=
  exists p q : dist (ordinal_finType (size v)), has_table v p /\ has_table w q /\ S l _ p q /\ S l _ q p /\
    ~ (S l _ (bind p (becomes to)) (bind q (becomes to)) /\ S l _ (bind q (becomes to)) (bind p (becomes to))).

(* --- Lifting: from a standard to every unit ---------------------------------------------------------------------------- *)

Section Lift.
Context {D : Type}.
Implicit Types (P : comparison D) (U : neighbours D).

Lemma observe_sure (O : finType) (M : D -> dist O) x : observe M (sure x) = M x.
Proof. exact: bind_ret. Qed.

Lemma satisfies_ordered U L (S : standard L) l (O : finType) (M : D -> dist O) :
  satisfies (ordered U) S l M <-> forall x y, U x y -> S l O (M x) (M y).
Proof.
split=> [H x y u|H a b [x [y [u [-> ->]]]]]; last by rewrite !observe_sure; apply: H.
by rewrite -(observe_sure M x) -(observe_sure M y); apply: H; exists x, y.
Qed.

Lemma satisfies_pairs U L (S : standard L) l (O : finType) (M : D -> dist O) :
  satisfies (pairs U) S l M <-> forall x y, U x y -> S l O (M x) (M y) /\ S l O (M y) (M x).
Proof.
rewrite satisfies_ordered; split=> [H x y u|H x y [u|u]]; first by split; apply: H; [left|right].
- by case: (H x y u).
- by case: (H y x u).
Qed.

Definition symmetric P : Prop := forall a b, P a b -> P b a.

Lemma pairs_symmetric U : symmetric (pairs U).
Proof. by move=> a b [x [y [u [-> ->]]]]; exists y, x; split; [case: u; [right|left]|]. Qed.

Lemma lift_refines P L L' (S : standard L) l (T : standard L') l' : refines S l T l' -> gives P S l P T l'.
Proof. by move=> H O M HM a b ab; apply: H; apply: HM. Qed.

Lemma gives_trans P Q V L L' L'' (S : standard L) l (T : standard L') l' (W : standard L'') l'' :
  gives P S l Q T l' -> gives Q T l' V W l'' -> gives P S l V W l''.
Proof. by move=> H K O M HM; apply: K; apply: H. Qed.

Lemma lift_both P L L' (S : standard L) l (T : standard L') l' :
  symmetric P -> refines_both S l T l' -> gives P S l P T l'.
Proof. by move=> s H O M HM a b ab; apply: H; apply: HM => //; apply: s. Qed.

Lemma lift_pairs U L L' (S : standard L) l (T : standard L') l' :
  refines_both S l T l' -> gives (pairs U) S l (pairs U) T l'.
Proof. by move=> H; apply: lift_both => //; apply: pairs_symmetric. Qed.

Lemma observe_bind (A B : finType) (M : D -> dist A) (K : A -> dist B) a :
  observe (fun x => bind (M x) K) a = bind (observe M a) K.
Proof.
apply: dist_eq => b /=; transitivity (\sum_i \sum_j (weight a i * (M (dataset i) j * K j b))).
  by apply: sum_eq => i; rewrite sum_scale.
rewrite sum_swap; apply: sum_eq => j; rewrite Rmult_comm -sum_scale; apply: sum_eq => i; ring.
Qed.

Lemma observe_mix (O : finType) (M N : D -> dist O) w (w01 : 0 <= w <= 1) a :
  observe (fun x => mix w01 (M x) (N x)) a = mix w01 (observe M a) (observe N a).
Proof.
apply: dist_eq => o; rewrite mixE /= -!sum_scale -sum_add; apply: sum_eq => i.
by rewrite sum_bool /=; ring.
Qed.

Lemma lift_post_processing P L (S : standard L) l : processed S l -> post_processing P S l.
Proof. by move=> H A B M K HM a b ab; rewrite !observe_bind; apply: H; apply: HM. Qed.

(* What is seen: the lemmas are those for whole outputs, since two laws that are seen are two laws. *)
Lemma lift_seen_post_processing L (S : standard L) l : processed S l -> @seen_post_processing D L S l.
Proof.
move=> H A B C C' M K made HM W w a b /made [V [v [k [c E]]]]; rewrite !observe_bind.
have F (p : dist A) : bind (bind p K) w = bind (bind p v) k.
  by rewrite !bind_bind; apply: dist_eq => z /=; apply: sum_eq => o; have := E o => /(congr1 (fun q : dist W => q z)) /= ->.
by rewrite !F; apply: H; apply: HM.
Qed.

Lemma lift_seen_convexity L (S : standard L) l : mixed S l -> @seen_convexity D L S l.
Proof. by move=> H O C M N w w01 HM HN V v a b c; rewrite !observe_mix !bind_mix; apply: H; [apply: HM|apply: HN]. Qed.

Lemma lift_public_convexity L (S : standard L) l0 l : reflexive_at S l0 -> adaptive S l0 l l -> @public_convexity D L S l.
Proof.
move=> r H O C M N w w01 HM HN _ _ _ _ [V v a b c].
have E z : bind (observe (fun x => joint (coin w01) (fun h : bool => if h then M x else N x)) z) (fun o => product (ret o.1) (v o.2)) =
    joint (coin w01) (fun h : bool => bind (observe (if h then M else N) z) v).
  rewrite bind_bind; apply: dist_eq => -[h y] /=.
  transitivity (\sum_i (weight z i * (coin w01 h * \sum_o ((if h then M else N) (dataset i) o * v o y)))).
    apply: sum_eq => i; congr (_ * _); rewrite sum_pair_fun sum_bool /= /product -!sum_scale.
    by case: h; rewrite -sum_add; apply: sum_eq => o /=; rewrite ?eqxx /=; ring.
  rewrite (sum_eq (G := fun i => coin w01 h * (weight z i * \sum_o ((if h then M else N) (dataset i) o * v o y)))); last by move=> i; ring.
  rewrite sum_scale; congr (_ * _); transitivity (\sum_i \sum_o (weight z i * ((if h then M else N) (dataset i) o * v o y))).
    by apply: sum_eq => i; rewrite sum_scale.
  by rewrite sum_swap; apply: sum_eq => o; rewrite Rmult_comm -sum_scale; apply: sum_eq => i; ring.
by rewrite !E; apply: H => // -[]; [apply: HM|apply: HN].
Qed.

Lemma seen_ordered L (S : standard L) l (O : finType) (C : views D O) (M : D -> dist O) :
  satisfies_seen S (compared (@ordered D) C) l M <-> forall V v x y, C V v x y -> S l V (bind (M x) v) (bind (M y) v).
Proof.
split=> [H V v x y c|H V v _ _ [x [y [c [-> ->]]]]]; last by rewrite !observe_sure; apply: H.
by rewrite -(observe_sure M x) -(observe_sure M y); apply: H; exists x, y.
Qed.

Lemma seen_pairs L (S : standard L) l (O : finType) (C : views D O) (M : D -> dist O) :
  satisfies_seen S (compared (@pairs D) C) l M <->
  forall V v x y, C V v x y -> S l V (bind (M x) v) (bind (M y) v) /\ S l V (bind (M y) v) (bind (M x) v).
Proof.
split=> [H V v x y c|H V v _ _ [x [y [c [-> ->]]]]].
  by rewrite -(observe_sure M x) -(observe_sure M y); split; apply: H; [exists x, y|exists y, x]; tauto.
by rewrite !observe_sure; case: c => /H [].
Qed.

Lemma lift_seen_composition L (S : standard L) l1 l2 l :
  independent S l1 l2 l -> seen_composition S (@ordered D) l1 l2 l.
Proof.
move=> H A B C C' M N /seen_ordered HM /seen_ordered HN; apply/seen_ordered => _ _ _ _ [V W v w x y c c'].
by rewrite !bind_product; apply: H; [apply: HM|apply: HN].
Qed.

Lemma lift_seen_composition_both L (S : standard L) l1 l2 l :
  independent_both S l1 l2 l -> seen_composition S (@pairs D) l1 l2 l.
Proof.
move=> H A B C C' M N /seen_pairs HM /seen_pairs HN; apply/seen_pairs => _ _ _ _ [V W v w x y c c'].
by have [m m'] := HM _ _ _ _ c; have [n n'] := HN _ _ _ _ c'; rewrite !bind_product; split; apply: H.
Qed.

Lemma lift_seen_composition_between L (S : standard L) l1 l2 l G (le : G -> G -> Prop) g1 g2 g :
  le g g1 -> le g g2 -> independent S l1 l2 l -> seen_composition_between (D := D) S le g1 g2 g l1 l2 l.
Proof.
move=> h1 h2 H A B C C' M N gC gC' /seen_ordered HM /seen_ordered HN; apply/seen_ordered => _ _ _ _ [V W v w x y c c'].
by rewrite !bind_product; apply: H; [apply: HM; apply: gC h1 c|apply: HN; apply: gC' h2 c'].
Qed.

(* The whole output is one view, and the one from which all others are made. *)
Lemma seen_output P L (S : standard L) l (O : finType) (M : D -> dist O) : processed S l ->
  satisfies P S l M <-> satisfies_seen S (fun V v => P) l M.
Proof.
move=> H; split=> [HM V v a b c|HM a b c]; first by apply: H; apply: HM.
have E (p : dist O) : bind p (@ret O) = p by apply: dist_eq => o /=; rewrite -[RHS](sum_at o (p o)); apply: sum_eq => i; rewrite eq_sym; case: eqP => [->|_]; ring.
by rewrite -(E (observe M a)) -(E (observe M b)); apply: HM.
Qed.

Lemma lift_convexity P L (S : standard L) l : mixed S l -> convexity P S l.
Proof. by move=> H O M N w w01 HM HN a b ab; rewrite !observe_mix; apply: H; [apply: HM|apply: HN]. Qed.

(* Composition is lifted where datasets, not priors, are compared: there the two results are independent. *)
Lemma lift_composition U L (S : standard L) l1 l2 l : independent S l1 l2 l -> composition (ordered U) S l1 l2 l.
Proof.
move=> H A B M N /satisfies_ordered HM /satisfies_ordered HN; apply/satisfies_ordered => x y u.
by apply: H; [apply: HM|apply: HN].
Qed.

Lemma lift_composition_both U L (S : standard L) l1 l2 l : independent_both S l1 l2 l -> composition (pairs U) S l1 l2 l.
Proof.
move=> H A B M N /satisfies_pairs HM /satisfies_pairs HN; apply/satisfies_pairs => x y u.
by have [m m'] := HM x y u; have [n n'] := HN x y u; split; apply: H.
Qed.

Lemma lift_composition_between U1 U2 U L (S : standard L) l1 l2 l : (forall x y, U x y -> U1 x y /\ U2 x y) ->
  independent S l1 l2 l -> composition_between (ordered U1) (ordered U2) (ordered U) S l1 l2 l.
Proof.
move=> in12 H A B M N /satisfies_ordered HM /satisfies_ordered HN; apply/satisfies_ordered => x y /in12 [u1 u2].
by apply: H; [apply: HM|apply: HN].
Qed.

Lemma lift_adaptive U L (S : standard L) l1 l2 l : adaptive S l1 l2 l -> adaptive_composition (ordered U) S l1 l2 l.
Proof.
move=> H A B M N /satisfies_ordered HM HN; apply/satisfies_ordered => x y u.
apply: H => [|o]; first by apply: HM.
by have /satisfies_ordered h := HN o; apply: h.
Qed.

(* The other way: two laws P and Q become a mechanism that answers by P on one dataset and by Q on all others. *)
Definition two_laws x (O : finType) (p q : dist O) (z : D) : dist O := if decide (z = x) then p else q.

Lemma two_laws_pass U x L (S : standard L) l (O : finType) (p q : dist O) : reflexive_at S l -> S l O p q -> S l O q p ->
  satisfies (pairs U) S l (two_laws x p q).
Proof. by move=> r pq qp; apply/satisfies_pairs => a b _; rewrite /two_laws; case: (decide _) => ?; case: (decide _) => ?; split. Qed.

Lemma two_laws_back U x y L (S : standard L) l (O : finType) (M : D -> dist O) (p q : dist O) : U x y -> x <> y ->
  (forall z, M z = two_laws x p q z) -> satisfies (pairs U) S l M -> S l O p q /\ S l O q p.
Proof.
move=> u xy E /satisfies_pairs /(_ x y u); rewrite !E /two_laws.
by case: (decide (x = x)) => [?|//]; case: (decide (y = x)) => // e; case: xy.
Qed.

Lemma unlift U L L' (S : standard L) l (T : standard L') l' : discerning U -> reflexive_at S l ->
  gives (pairs U) S l (pairs U) T l' -> forall (O : finType) (p q : dist O), S l O p q -> S l O q p -> T l' O p q.
Proof.
by move=> [x [y [u xy]]] r H O p q pq qp; case: (two_laws_back u xy (fun z => erefl) (H _ _ (two_laws_pass x r pq qp))).
Qed.

(* Separation, lifted to every unit that compares two different datasets. *)
Lemma lift_separation U L L' (S : standard L) l (T : standard L') l' (O : finType) (p q : dist O) :
  discerning U -> reflexive_at S l -> S l O p q -> S l O q p -> ~ T l' O p q -> ~ gives (pairs U) S l (pairs U) T l'.
Proof. by move=> d r pq qp n H; apply: n; apply: (unlift d r H). Qed.

Lemma told_separates U L L' (S : standard L) l (T : standard L') l' v w : discerning U -> reflexive_at S l ->
  told_apart S l T l' v w -> ~ gives (pairs U) S l (pairs U) T l'.
Proof.
move=> d r [p [q [_ [_ [pq [qp n]]]]]] H; apply: n.
by split; apply: (unlift d r H).
Qed.

Lemma mixed_fails U L (S : standard L) l c v w v' w' : discerning U -> reflexive_at S l ->
  mixed_apart S l c v w v' w' -> ~ convexity (pairs U) S l.
Proof.
move=> [x [y [u xy]]] r [p [q [p' [q' [c01 [_ [[pq qp] [[pq' qp'] n]]]]]]]] H; apply: n.
apply: two_laws_back u xy _ (H _ _ _ c c01 (two_laws_pass x r pq qp) (two_laws_pass x r pq' qp')) => z.
by rewrite /two_laws; case: (decide _).
Qed.

Lemma merged_fails U L (S : standard L) l v w to : discerning U -> reflexive_at S l ->
  merged_apart S l v w to -> ~ post_processing (pairs U) S l.
Proof.
move=> [x [y [u xy]]] r [p [q [_ [_ [pq [qp n]]]]]] H; apply: n.
apply: two_laws_back u xy _ (H _ _ _ (becomes to) (two_laws_pass x r pq qp)) => z.
by rewrite /two_laws; case: (decide _).
Qed.

(* Group privacy: along a chain of neighbours the levels add up by the standard's rule. *)
Fixpoint steps U (k : nat) : neighbours D :=
  if k is k'.+1 then fun x z => exists y, U x y /\ steps U k' y z else fun x z => x = z.

Lemma lift_chain U L (S : standard L) (l : nat -> L) : reflexive_at S (l 0%N) -> (forall k, chained S (l 1%N) (l k) (l k.+1)) ->
  forall k, gives (ordered U) S (l 1%N) (ordered (steps U k)) S (l k).
Proof.
move=> r H k O M /satisfies_ordered HM; apply/satisfies_ordered.
elim: k => [|k IH] x z /=; first by move=> ->; apply: r.
by move=> [y [u s]]; apply: (H k O _ (M y)); [apply: HM|apply: IH].
Qed.
End Lift.
