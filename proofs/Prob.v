(* Probability on finite types: laws, events, means, channels. *)

From Coq Require Import Reals Lra FunctionalExtensionality Classical.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Open Scope R_scope.

(* The big operators of mathcomp on the reals of the standard library. *)
Canonical Rplus_monoid := @Monoid.Law R 0 Rplus (fun x y z => esym (Rplus_assoc x y z)) Rplus_0_l Rplus_0_r.
Canonical Rplus_comoid := @Monoid.ComLaw R 0 Rplus_monoid Rplus_comm.
Canonical Rmult_muloid := @Monoid.MulLaw R 0 Rmult Rmult_0_l Rmult_0_r.
Canonical Rplus_addoid := @Monoid.AddLaw R 0 Rmult_muloid Rplus_comoid Rmult_plus_distr_r Rmult_plus_distr_l.

Notation "\sum_ i F" := (\big[Rplus/0]_i F) (at level 41, F at level 41, i at level 0, right associativity) : R_scope.
Notation "\sum_ ( i : t ) F" := (\big[Rplus/0]_(i : t) F) (at level 41, F at level 41, i at level 50, right associativity) : R_scope.
Notation "\sum_ ( i 'in' A ) F" := (\big[Rplus/0]_(i in A) F) (at level 41, F at level 41, i, A at level 50, right associativity) : R_scope.

Section Sums.
Context {I : finType}.
Implicit Types F G : I -> R.

Lemma sum_le F G : (forall i, F i <= G i) -> \sum_i F i <= \sum_i G i.
Proof. by move=> H; elim/big_ind2: _ => [|x x' y y' Hx Hy|i _]; [lra|lra|apply: H]. Qed.

Lemma sum_ge0 F : (forall i, 0 <= F i) -> 0 <= \sum_i F i.
Proof. by move=> H; elim/big_ind: _ => [|x y Hx Hy|i _]; [lra|lra|apply: H]. Qed.

Lemma sum_scale c F : \sum_i (c * F i) = c * \sum_i F i.
Proof. by rewrite big_distrr. Qed.

Lemma sum_add F G : \sum_i (F i + G i) = \sum_i F i + \sum_i G i.
Proof. by rewrite big_split. Qed.

Lemma sum_opp F : \sum_i (- F i) = - \sum_i F i.
Proof.
rewrite -[RHS]Rmult_1_l Ropp_mult_distr_r_reverse Ropp_mult_distr_l -sum_scale.
by apply: eq_bigr => i _; ring.
Qed.

Lemma sum_sub F G : \sum_i (F i - G i) = \sum_i F i - \sum_i G i.
Proof. by rewrite -[RHS]/(_ + - _) -sum_opp -sum_add. Qed.

Lemma sum_eq F G : (forall i, F i = G i) -> \sum_i F i = \sum_i G i.
Proof. by move=> H; apply: eq_bigr => i _; apply: H. Qed.

Lemma sum_zero F : (forall i, F i = 0) -> \sum_i F i = 0.
Proof. by move=> H; rewrite (sum_eq H); elim/big_ind: _ => // x y -> ->; ring. Qed.

(* One term of a sum without negative terms is at most the sum; if the sum is 0, so is the term. *)
Lemma term_le F j : (forall i, 0 <= F i) -> F j <= \sum_i F i.
Proof.
move=> H; rewrite (bigD1 j) //=.
suff: 0 <= \big[Rplus/0]_(i | i != j) F i by lra.
by elim/big_ind: _ => [|x y Hx Hy|i _]; [lra|lra|apply: H].
Qed.

Lemma term_zero F j : (forall i, 0 <= F i) -> \sum_i F i = 0 -> F j = 0.
Proof. by move=> H E; move: (term_le j H) (H j); rewrite E; lra. Qed.

(* The sum of what one outcome alone contributes. *)
Lemma sum_at (j : I) (c : R) : \sum_i (if i == j then c else 0) = c.
Proof.
rewrite (bigD1 j) //= eqxx big1 ?Rplus_0_r // => i /negbTE -> //.
Qed.
End Sums.

Lemma sum_swap (I J : finType) (F : I -> J -> R) : \sum_i \sum_j F i j = \sum_j \sum_i F i j.
Proof. exact: exchange_big. Qed.

Lemma sum_pair (I J : finType) (F : I -> J -> R) : \sum_(z : I * J) F z.1 z.2 = \sum_i \sum_j F i j.
Proof. by rewrite pair_big. Qed.

Lemma sum_pair_fun (I J : finType) (F : I * J -> R) : \sum_z F z = \sum_i \sum_j F (i, j).
Proof. by rewrite -(sum_pair (fun i j => F (i, j))); apply: sum_eq => [[i j]]. Qed.

Lemma sum_bool (F : bool -> R) : \sum_b F b = F true + F false.
Proof. by rewrite (bigD1 true) //= (bigD1 false) //= big1 ?Rplus_0_r // => [[]]. Qed.

Lemma sum_unit (F : unit -> R) : \sum_u F u = F tt.
Proof. by rewrite (bigD1 tt) //= big1 ?Rplus_0_r // => [[]]. Qed.

(* A law on a finite type. *)
Record dist (O : finType) := Dist { mass :> O -> R; mass_ge0 : forall o, 0 <= mass o; mass_sum : \sum_o mass o = 1 }.

Lemma dist_eq (O : finType) (p q : dist O) : (forall o, p o = q o) -> p = q.
Proof.
case: p q => [f f0 f1] [g g0 g1] /= H; have E : f = g by apply: functional_extensionality.
by subst g; congr Dist; apply: proof_irrelevance.
Qed.

Section Laws.
Context {O : finType}.
Implicit Types (p q : dist O) (S : pred O).

Definition Pr p S := \sum_o (if S o then p o else 0).
Definition Ex p (F : O -> R) := \sum_o (p o * F o).

Lemma mass_le1 p o : p o <= 1.
Proof. by rewrite -(mass_sum p); apply: term_le; apply: mass_ge0. Qed.

Lemma Pr_ge0 p S : 0 <= Pr p S.
Proof. by apply: sum_ge0 => o; case: (S o); [apply: mass_ge0|lra]. Qed.

Lemma Pr_not p S : Pr p (fun o => ~~ S o) = 1 - Pr p S.
Proof. by rewrite -(mass_sum p) /Pr -sum_sub; apply: sum_eq => o; case: (S o) => /=; ring. Qed.

Lemma Pr_le1 p S : Pr p S <= 1.
Proof. by move: (Pr_ge0 p (fun o => ~~ S o)); rewrite Pr_not; lra. Qed.

Lemma Pr_one p o : Pr p (pred1 o) = p o.
Proof. by rewrite /Pr -[RHS](sum_at o (p o)); apply: sum_eq => i /=; case: eqP => // ->. Qed.

(* The difference of two probabilities is largest on the event where it pays. *)
Lemma Pr_diff p q c S : Pr p S - c * Pr q S = \sum_o (if S o then p o - c * q o else 0).
Proof. by rewrite /Pr -sum_scale -sum_sub; apply: sum_eq => o; case: (S o); ring. Qed.

Lemma dist_pos p : exists o, 0 < p o.
Proof.
apply: NNPP => H; have E : \sum_o p o = 0.
  apply: sum_zero => o; move: (mass_ge0 p o) => h; case: (Rle_lt_or_eq_dec _ _ h) => // h'.
  by case: H; exists o.
by move: (mass_sum p); rewrite E; lra.
Qed.
End Laws.

Section Means.
Context {O : finType}.
Implicit Types (p : dist O) (F G : O -> R).

Lemma Ex_const p c : Ex p (fun _ => c) = c.
Proof. by rewrite /Ex (sum_eq (G := fun o => c * p o)) ?sum_scale ?mass_sum; [ring|move=> o; ring]. Qed.
Lemma Ex_add p F G : Ex p (fun o => F o + G o) = Ex p F + Ex p G.
Proof. by rewrite /Ex -sum_add; apply: sum_eq => o; ring. Qed.
Lemma Ex_scale p c F : Ex p (fun o => c * F o) = c * Ex p F.
Proof. by rewrite /Ex -sum_scale; apply: sum_eq => o; ring. Qed.
Lemma Ex_le p F G : (forall o, F o <= G o) -> Ex p F <= Ex p G.
Proof. by move=> H; apply: sum_le => o; apply: Rmult_le_compat_l; [apply: mass_ge0|]. Qed.
End Means.

(* The sure outcome. *)
Lemma ret_ge0 (O : finType) (o i : O) : 0 <= (if i == o then 1 else 0).
Proof. by case: (i == o); lra. Qed.
Definition ret (O : finType) (o : O) : dist O := Dist (ret_ge0 o) (sum_at o 1).

(* A channel behind a law. *)
Section Bind.
Context {A B : finType} (p : dist A) (K : A -> dist B).
Lemma bind_ge0 b : 0 <= \sum_a (p a * K a b).
Proof. by apply: sum_ge0 => a; apply: Rmult_le_pos; apply: mass_ge0. Qed.
Lemma bind_sum : \sum_b \sum_a (p a * K a b) = 1.
Proof.
rewrite sum_swap -(mass_sum p); apply: sum_eq => a.
by rewrite sum_scale mass_sum Rmult_1_r.
Qed.
Definition bind : dist B := Dist bind_ge0 bind_sum.

(* Both results of an adaptive composition: the second law may depend on the first result. *)
Lemma joint_ge0 (z : A * B) : 0 <= p z.1 * K z.1 z.2.
Proof. by apply: Rmult_le_pos; apply: mass_ge0. Qed.
Lemma joint_sum : \sum_(z : prod_finType A B) (p z.1 * K z.1 z.2) = 1.
Proof.
rewrite (sum_pair (fun a b => p a * K a b)) -(mass_sum p); apply: sum_eq => a.
by rewrite sum_scale mass_sum Rmult_1_r.
Qed.
Definition joint : dist (prod_finType A B) := Dist joint_ge0 joint_sum.

Lemma Pr_bind S : Pr bind S = Ex p (fun a => Pr (K a) S).
Proof.
rewrite /Pr /Ex /=.
transitivity (\sum_b \sum_a (if S b then p a * K a b else 0)).
  by apply: sum_eq => b; case: (S b) => //; rewrite sum_zero.
rewrite sum_swap; apply: sum_eq => a; rewrite -sum_scale; apply: sum_eq => b; case: (S b); ring.
Qed.
Lemma Pr_joint S : Pr joint S = Ex p (fun a => Pr (K a) (fun b => S (a, b))).
Proof.
rewrite /Pr /Ex sum_pair_fun /=; apply: sum_eq => a; rewrite -sum_scale.
by apply: sum_eq => b; case: (S _); ring.
Qed.
End Bind.

(* Two independent results. *)
Definition product (A B : finType) (p : dist A) (q : dist B) : dist (prod_finType A B) := joint p (fun _ => q).

(* A coin decides which of two laws is used. *)
Section Mix.
Context {O : finType} (w : R) (w01 : 0 <= w <= 1).
Lemma coin_ge0 (b : bool) : 0 <= if b then w else 1 - w.
Proof. by case: b; lra. Qed.
Lemma coin_sum : \sum_(b : bool) (if b then w else 1 - w) = 1.
Proof. by rewrite sum_bool; ring. Qed.
Definition coin : dist bool_finType := Dist coin_ge0 coin_sum.
Definition mix (p q : dist O) : dist O := bind coin (fun b => if b then p else q).
Lemma mixE p q o : mix p q o = w * p o + (1 - w) * q o.
Proof. by rewrite /mix /= sum_bool. Qed.
Lemma Pr_mix p q S : Pr (mix p q) S = w * Pr p S + (1 - w) * Pr q S.
Proof. by rewrite /mix Pr_bind /Ex sum_bool. Qed.
End Mix.

Lemma bind_ret (A B : finType) (a : A) (K : A -> dist B) : bind (ret a) K = K a.
Proof.
apply: dist_eq => b /=; rewrite -[RHS](sum_at a (K a b)); apply: sum_eq => i.
by case: eqP => [->|_]; ring.
Qed.

Lemma bind_bind (A B C : finType) (p : dist A) (K : A -> dist B) (J : B -> dist C) :
  bind (bind p K) J = bind p (fun a => bind (K a) J).
Proof.
apply: dist_eq => c /=; transitivity (\sum_b \sum_a (p a * (K a b * J b c))).
  by apply: sum_eq => b; rewrite Rmult_comm -sum_scale; apply: sum_eq => a; ring.
by rewrite sum_swap; apply: sum_eq => a; rewrite sum_scale.
Qed.

Lemma bind_mix (A B : finType) w (w01 : 0 <= w <= 1) (p q : dist A) (K : A -> dist B) :
  bind (mix w01 p q) K = mix w01 (bind p K) (bind q K).
Proof.
by rewrite /mix bind_bind; congr bind; apply: functional_extensionality; case.
Qed.

(* Independent results, each through a channel of its own, are independent. *)
Lemma bind_product (A B V W : finType) (p : dist A) (q : dist B) (v : A -> dist V) (w : B -> dist W) :
  bind (product p q) (fun o => product (v o.1) (w o.2)) = product (bind p v) (bind q w).
Proof.
apply: dist_eq => -[x y] /=; rewrite sum_pair_fun /= [RHS]Rmult_comm -[RHS]sum_scale; apply: sum_eq => a.
by rewrite [RHS]Rmult_comm -[RHS]sum_scale; apply: sum_eq => b; ring.
Qed.

(* To forget the first result is to run both and keep the second. *)
Lemma joint_second (A B : finType) (p : dist A) (K : A -> dist B) : bind p K = bind (joint p K) (fun z => ret z.2).
Proof.
apply: dist_eq => o /=; rewrite sum_pair_fun /=; apply: sum_eq => a; rewrite -[LHS](sum_at o (p a * K a o)).
by apply: sum_eq => b; rewrite eq_sym; case: eqP => [->|_]; ring.
Qed.

(* Every proposition is decided, with the axioms of the classical reals: functions may ask. *)
Definition decide (A : Prop) : {A} + {~ A}.
Proof. by case: (ClassicalDedekindReals.sig_not_dec A) => H; [left; apply: NNPP|right]. Qed.
