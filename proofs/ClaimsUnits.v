(* Claims of the records: one record added, removed, replaced, and groups. *)

From Coq Require Import Reals Lra Classical.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop.
From Dpzoo Require Import Prob Blocks Standards Units Events Divergences Response Conversions Closure Tests Tables.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Open Scope R_scope.

From Coq Require Import Lia.

Ltac parts := repeat (split; [solve [assumption | lra | nra] |]).

Lemma added_size T (x y : seq T) : added x y -> size y = (size x).+1.
Proof. by move=> [a [b [v [-> ->]]]]; rewrite !size_cat /= addnS. Qed.

(* Two datasets of one record are not neighbours when records are added: no step leads from one end of the ladder to the other. *)
Ltac near_top x y t u sz :=
  case: (decide (x = [:: t])) => [?|?] /=; case: (decide (y = [:: t])) => [?|?] /=;
  try case: (decide (x = [:: u])) => [?|?] /=; try case: (decide (y = [:: u])) => [?|?] /=;
  first [by [] | match goal with H : x = [:: _], K : y = [:: _] |- _ => by move: sz; rewrite H K end].

(* Two rungs: is it this dataset? *)
Lemma alone D (U V : neighbours D) e e' x y : 0 < e -> V x y -> x <> y -> gives (pairs U) pure e (pairs V) pure e' -> e <= e'.
Proof.
move=> e0 v xy G; pose f z := if decide (z = x) then 1%N else 0%N.
have -> : e = INR 1 * e by rewrite /=; ring.
have f1 z : (f z <= 1)%N by rewrite /f; case: (decide _).
apply: (@ladder_tight D U V e e' 1 f x y) => // [a b _||].
- by move: (f1 a) (f1 b); case: (f a) => [|[|]] //; case: (f b) => [|[|]].
- by rewrite /f; case: (decide _).
- by rewrite /f; case: (decide _) => // e1; case: xy.
Qed.

Theorem epsilon_dp__stronger_than__bounded_dp :
  forall (T : Type), (exists t u : T, t <> u) ->
  (* every proper level gives a proper level *)
  (forall (epsilon : R), 0 < epsilon -> (0 < epsilon /\
    gives (pairs (@one_record T)) pure epsilon (pairs (@replaced T)) pure epsilon)) /\
  (* every proper level is reached *)
  (forall (epsilon' : R), 0 < epsilon' -> exists epsilon : R, 0 < epsilon /\
    gives (pairs (@one_record T)) pure epsilon (pairs (@replaced T)) pure epsilon') /\
  (* tight: no smaller value will do *)
  (forall (epsilon : R), 0 < epsilon -> forall (epsilon' : R), 0 <= epsilon' ->
    gives (pairs (@one_record T)) pure epsilon (pairs (@replaced T)) pure epsilon' -> epsilon <= epsilon').
Proof.
move=> T [t [u tu]]; split; last split.
- by move=> e e0; parts; apply: within => x y r; left; right.
- by move=> e e0; exists e; split=> //; apply: within => x y r; left; right.
- move=> e e0 e' e'0; apply: (@alone _ _ _ e e' [:: t] [:: u]) => //; last by case.
  by exists [::], [::], t, u.
Qed.

Theorem epsilon_dp__implies__unbounded_dp :
  forall (T : Type), (exists t u : T, t <> u) ->
  (* every proper level gives a proper level *)
  (forall (epsilon : R), 0 < epsilon -> (0 < epsilon /\
    gives (pairs (@one_record T)) pure epsilon (pairs (@added T)) pure epsilon)) /\
  (* tight: no smaller value will do *)
  (forall (epsilon : R), 0 < epsilon -> forall (epsilon' : R), 0 <= epsilon' ->
    gives (pairs (@one_record T)) pure epsilon (pairs (@added T)) pure epsilon' -> epsilon <= epsilon').
Proof.
move=> T [t [u tu]]; split.
- by move=> e e0; parts; apply: within => x y r; left; left.
- move=> e e0 e' e'0; apply: (@alone _ _ _ e e' [::] [:: t]) => //.
  by exists [::], [::], t.
Qed.

Theorem unbounded_dp__equivalent_to__epsilon_dp :
  forall (T : Type), (exists t u : T, t <> u) ->
  (* every proper level gives a proper level *)
  (forall (epsilon : R), 0 < epsilon -> (0 < 2 * epsilon /\
    gives (pairs (@added T)) pure epsilon (pairs (@one_record T)) pure (2 * epsilon))) /\
  (* every proper level is reached *)
  (forall (epsilon' : R), 0 < epsilon' -> exists epsilon : R, 0 < epsilon /\
    gives (pairs (@added T)) pure epsilon (pairs (@one_record T)) pure epsilon') /\
  (* back: every proper level gives a proper level *)
  (forall (epsilon' : R), 0 < epsilon' -> exists epsilon : R, 0 < epsilon /\
    gives (pairs (@one_record T)) pure epsilon' (pairs (@added T)) pure epsilon) /\
  (* back: every proper level is reached *)
  (forall (epsilon : R), 0 < epsilon -> exists epsilon' : R, 0 < epsilon' /\
    gives (pairs (@one_record T)) pure epsilon' (pairs (@added T)) pure epsilon) /\
  (* tight: no smaller value will do *)
  (forall (epsilon : R), 0 < epsilon -> forall (epsilon' : R), 0 <= epsilon' ->
    gives (pairs (@added T)) pure epsilon (pairs (@one_record T)) pure epsilon' -> 2 * epsilon <= epsilon').
Proof.
move=> T [t [u tu]]; split; last split; last split; last split.
- by move=> e e0; parts; apply: added_one_record; lra.
- move=> e e0; exists (e / 2); split; first lra.
  have := @added_one_record T (e / 2) ltac:(lra); have -> : 2 * (e / 2) = e by field.
  by [].
- by move=> e e0; exists e; split=> //; apply: within => x y r; left; left.
- by move=> e e0; exists e; split=> //; apply: within => x y r; left; left.
- move=> e e0 e' e'0; have two : 2 * e = INR 2 * e by rewrite /=; ring.
  rewrite two; pose f (z : seq T) := if decide (z = [:: t]) then 2%N else if decide (z = [:: u]) then 0%N else 1%N.
  apply: (@ladder_tight _ _ _ e e' 2 f [:: t] [:: u]) => //.
  + by move=> z; rewrite /f; case: (decide _) => // ?; case: (decide _).
  + by move=> x y /added_size sz; rewrite /f; near_top x y t u sz.
  + by right; exists [::], [::], t, u.
  + by rewrite /f; case: (decide _).
  + by rewrite /f; case: (decide ([:: u] = [:: t])) => [e1|?] /=; [case: tu; case: e1|case: (decide _)].
Qed.

Theorem unbounded_dp__stronger_than__bounded_dp :
  forall (T : Type), (exists t u : T, t <> u) ->
  (* every proper level gives a proper level *)
  (forall (epsilon : R), 0 < epsilon -> (0 < 2 * epsilon /\
    gives (pairs (@added T)) pure epsilon (pairs (@replaced T)) pure (2 * epsilon))) /\
  (* every proper level is reached *)
  (forall (epsilon' : R), 0 < epsilon' -> exists epsilon : R, 0 < epsilon /\
    gives (pairs (@added T)) pure epsilon (pairs (@replaced T)) pure epsilon') /\
  (* tight: no smaller value will do *)
  (forall (epsilon : R), 0 < epsilon -> forall (epsilon' : R), 0 <= epsilon' ->
    gives (pairs (@added T)) pure epsilon (pairs (@replaced T)) pure epsilon' -> 2 * epsilon <= epsilon').
Proof.
move=> T [t [u tu]]; split; last split.
- move=> e e0; parts; move=> O M HM; have H := @added_one_record T e ltac:(lra) O M HM.
  by move: H; apply: within => x y r; left; right.
- move=> e e0; exists (e / 2); split; first lra.
  move=> O M HM; have := @added_one_record T (e / 2) ltac:(lra) O M HM; have -> : 2 * (e / 2) = e by field.
  by apply: within => x y r; left; right.
- move=> e e0 e' e'0; have two : 2 * e = INR 2 * e by rewrite /=; ring.
  rewrite two; pose f (z : seq T) := if decide (z = [:: t]) then 2%N else if decide (z = [:: u]) then 0%N else 1%N.
  apply: (@ladder_tight _ _ _ e e' 2 f [:: t] [:: u]) => //.
  + by move=> z; rewrite /f; case: (decide _) => // ?; case: (decide _).
  + by move=> x y /added_size sz; rewrite /f; near_top x y t u sz.
  + by exists [::], [::], t, u.
  + by rewrite /f; case: (decide _).
  + by rewrite /f; case: (decide ([:: u] = [:: t])) => [e1|?] /=; [case: tu; case: e1|case: (decide _)].
Qed.

(* Among datasets of one size, one record more or less is no change. *)
Lemma only_replaced T e : gives (pairs (same_size (@replaced T))) pure e (pairs (same_size (@one_record T))) pure e.
Proof.
apply: within => x y [[[a [b [v [-> ->]]]]|r] s]; last by left.
by move: s; rewrite !size_cat /= addnS => h; case: (n_Sn (size a + size b)%N).
Qed.

Theorem bounded_dp__stronger_than__epsilon_dp :
  forall (T : Type), (exists t u : T, t <> u) ->
  (* every proper level gives a proper level *)
  (forall (epsilon : R), 0 < epsilon -> (0 < epsilon /\
    gives (pairs (same_size (@replaced T))) pure epsilon (pairs (same_size (@one_record T))) pure epsilon)) /\
  (* every proper level is reached *)
  (forall (epsilon' : R), 0 < epsilon' -> exists epsilon : R, 0 < epsilon /\
    gives (pairs (same_size (@replaced T))) pure epsilon (pairs (same_size (@one_record T))) pure epsilon') /\
  (* tight: no smaller value will do *)
  (forall (epsilon : R), 0 < epsilon -> forall (epsilon' : R), 0 <= epsilon' ->
    gives (pairs (same_size (@replaced T))) pure epsilon (pairs (same_size (@one_record T))) pure epsilon' ->
    epsilon <= epsilon').
Proof.
move=> T [t [u tu]]; split; last split.
- by move=> e e0; parts; apply: only_replaced.
- by move=> e e0; exists e; split=> //; apply: only_replaced.
- move=> e e0 e' e'0; apply: (@alone _ _ _ e e' [:: t] [:: u]) => //; last by case.
  by split=> //; right; exists [::], [::], t, u.
Qed.

Lemma one_step D (U : neighbours D) c e : 1 <= INR c -> gives (pairs (at_most c U)) pure e (pairs U) pure e.
Proof. by move=> c1; apply: within => x y u; left; apply: group_one. Qed.

(* Clipped sizes move by at most one. *)
Lemma clip a b c : (a <= b.+1)%N -> (minn a c <= (minn b c).+1)%N.
Proof. by move=> h; rewrite -minnSS leq_min !geq_min h /= leqnSn orbT. Qed.

(* A group of c equal records is removed, or replaced, in c steps. *)
Lemma remove_all T (t : T) c : steps (fun a b => one_record a b \/ one_record b a) c (nseq c t) [::].
Proof.
elim: c => [//|c IH] /=; exists (nseq c t); split=> //.
by right; left; exists [::], (nseq c t), t.
Qed.

Lemma shift T (x : T) c s : x :: nseq c x ++ s = nseq c x ++ x :: s.
Proof. by elim: c => [//|c IH] /=; rewrite IH. Qed.

Lemma replace_all T (t u : T) c s : t <> u ->
  steps (fun a b => one_record a b \/ one_record b a) c (nseq c t ++ s) (nseq c u ++ s).
Proof.
move=> tu; elim: c s => [//|c IH] s /=; exists (nseq c t ++ u :: s); split; last by rewrite shift.
by left; right; exists (nseq c t), s, t, u; split=> //; split=> //; apply: shift.
Qed.

Lemma one_record_size T (x y : seq T) : one_record x y -> (size x <= (size y).+1 /\ size y <= (size x).+1)%N.
Proof.
by move=> [[a [b [t [-> ->]]]]|[a [b [t [u [_ [-> ->]]]]]]]; rewrite !size_cat /= !addnS; split; rewrite ?leqnn ?leqnSn // ltnW.
Qed.

Theorem epsilon_dp__special_case_of__group_privacy :
  forall (T : Type),
  (* every legal level is one of the other notion *)
  (forall (epsilon : R), 0 <= epsilon -> 1 <= 1 /\ 0 <= epsilon /\ (forall (O : finType) (M : seq T -> dist O),
    satisfies (pairs (@one_record T)) pure epsilon M <-> satisfies (pairs (at_most 1%nat (@one_record T))) pure epsilon
    M)).
Proof.
move=> T e e0; parts; move=> O M; split=> H.
- by have := @group_pure _ (@one_record T) 1 e e0 O M H; rewrite /= Rmult_1_l.
- by apply: one_step H; rewrite /=; lra.
Qed.

Theorem epsilon_dp__stronger_than__group_privacy :
  forall (T : Type), (exists t u : T, t <> u) ->
  (* every proper level gives a proper level *)
  (forall (epsilon : R), 0 < epsilon -> (exists c : nat, 1 <= INR c) /\ (forall (c : nat), 1 <= INR c ->
    1 <= INR c /\ 0 < INR c * epsilon /\ gives (pairs (@one_record T)) pure epsilon (pairs (at_most c (@one_record T)))
    pure (INR c * epsilon))) /\
  (* every proper level is reached *)
  (forall (c' : nat) (epsilon' : R), 1 <= INR c' -> 0 < epsilon' -> exists epsilon : R, 0 < epsilon /\
    gives (pairs (@one_record T)) pure epsilon (pairs (at_most c' (@one_record T))) pure epsilon') /\
  (* tight: no smaller value will do *)
  (forall (epsilon : R) (c : nat), 0 < epsilon -> 1 <= INR c -> forall (epsilon' : R), 0 <= epsilon' ->
    gives (pairs (@one_record T)) pure epsilon (pairs (at_most c (@one_record T))) pure epsilon' ->
    INR c * epsilon <= epsilon').
Proof.
move=> T [t [u tu]]; split; last split.
- move=> e e0; split; first by exists 1%N; rewrite /=; lra.
  by move=> c c1; parts; apply: group_pure; lra.
- move=> c e c1 e0; exists (e / INR c); split; first by apply: Rdiv_lt_0_compat; lra.
  have := @group_pure _ (@one_record T) c (e / INR c) ltac:(left; apply: Rdiv_lt_0_compat; lra).
  by have -> : INR c * (e / INR c) = e by field; lra.
- move=> e c e0 c1 e' e'0; apply: (@ladder_tight _ _ _ e e' c (fun z => minn (size z) c) (nseq c t) [::]) => //.
  + by move=> z; apply: geq_minr.
  + by move=> x y /one_record_size [a b]; split; apply: clip.
  + by exists c; split=> //; apply: remove_all.
  + by rewrite size_nseq minnn.
  + by rewrite min0n.
Qed.

Theorem group_privacy__equivalent_to__epsilon_dp :
  forall (T : Type), (exists t u : T, t <> u) ->
  (* every proper level gives a proper level *)
  (forall (c : nat) (epsilon : R), 1 <= INR c -> 0 < epsilon -> (0 < epsilon /\
    gives (pairs (at_most c (@one_record T))) pure epsilon (pairs (@one_record T)) pure epsilon)) /\
  (* every proper level is reached *)
  (forall (epsilon' : R), 0 < epsilon' -> exists c : nat, exists epsilon : R, 1 <= INR c /\ 0 < epsilon /\
    gives (pairs (at_most c (@one_record T))) pure epsilon (pairs (@one_record T)) pure epsilon') /\
  (* back: every proper level gives a proper level *)
  (forall (epsilon' : R), 0 < epsilon' -> exists c : nat, exists epsilon : R, 1 <= INR c /\ 0 < epsilon /\
    gives (pairs (@one_record T)) pure epsilon' (pairs (at_most c (@one_record T))) pure epsilon) /\
  (* back: every proper level is reached *)
  (forall (c : nat) (epsilon : R), 1 <= INR c -> 0 < epsilon -> exists epsilon' : R, 0 < epsilon' /\
    gives (pairs (@one_record T)) pure epsilon' (pairs (at_most c (@one_record T))) pure epsilon) /\
  (* tight: no smaller value will do *)
  (forall (c : nat) (epsilon : R), 1 <= INR c -> 0 < epsilon -> forall (epsilon' : R), 0 <= epsilon' ->
    gives (pairs (at_most c (@one_record T))) pure epsilon (pairs (@one_record T)) pure epsilon' -> epsilon <= epsilon').
Proof.
move=> T [t [u tu]]; split; last split; last split; last split.
- by move=> c e c1 e0; parts; apply: one_step.
- by move=> e e0; exists 1%N, e; rewrite /=; parts; apply: one_step; rewrite /=; lra.
- move=> e e0; exists 1%N, e; rewrite /=; parts.
  by have := @group_pure _ (@one_record T) 1 e ltac:(lra); rewrite /= Rmult_1_l.
- move=> c e c1 e0; exists (e / INR c); split; first by apply: Rdiv_lt_0_compat; lra.
  have := @group_pure _ (@one_record T) c (e / INR c) ltac:(left; apply: Rdiv_lt_0_compat; lra).
  by have -> : INR c * (e / INR c) = e by field; lra.
- move=> c e c1 e0 e' e'0; apply: (@alone _ _ _ e e' [::] [:: t]) => //.
  by left; exists [::], [::], t.
Qed.

Theorem group_privacy__stronger_than__unbounded_dp :
  forall (T : Type), (exists t u : T, t <> u) ->
  (* every proper level gives a proper level *)
  (forall (c : nat) (epsilon : R), 1 <= INR c -> 0 < epsilon -> (0 < epsilon /\
    gives (pairs (at_most c (@one_record T))) pure epsilon (pairs (@added T)) pure epsilon)) /\
  (* every proper level is reached *)
  (forall (epsilon' : R), 0 < epsilon' -> exists c : nat, exists epsilon : R, 1 <= INR c /\ 0 < epsilon /\
    gives (pairs (at_most c (@one_record T))) pure epsilon (pairs (@added T)) pure epsilon') /\
  (* tight: no smaller value will do *)
  (forall (c : nat) (epsilon : R), 1 <= INR c -> 0 < epsilon -> forall (epsilon' : R), 0 <= epsilon' ->
    gives (pairs (at_most c (@one_record T))) pure epsilon (pairs (@added T)) pure epsilon' -> epsilon <= epsilon').
Proof.
move=> T [t [u tu]]; have H c e : 1 <= INR c -> gives (pairs (at_most c (@one_record T))) pure e (pairs (@added T)) pure e.
  by move=> c1; apply: within => x y a; left; apply: group_one => //; left.
split; last split.
- by move=> c e c1 e0; parts; apply: H.
- by move=> e e0; exists 1%N, e; rewrite /=; parts; apply: H; rewrite /=; lra.
- move=> c e c1 e0 e' e'0; apply: (@alone _ _ _ e e' [::] [:: t]) => //.
  by exists [::], [::], t.
Qed.

Theorem unbounded_dp__equivalent_to__group_privacy :
  forall (T : Type), (exists t u : T, t <> u) ->
  (* every proper level gives a proper level *)
  (forall (epsilon : R), 0 < epsilon -> (exists c : nat, 1 <= INR c) /\ (forall (c : nat), 1 <= INR c ->
    1 <= INR c /\ 0 < 2 * INR c * epsilon /\
    gives (pairs (@added T)) pure epsilon (pairs (at_most c (@one_record T))) pure (2 * INR c * epsilon))) /\
  (* every proper level is reached *)
  (forall (c' : nat) (epsilon' : R), 1 <= INR c' -> 0 < epsilon' -> exists epsilon : R, 0 < epsilon /\
    gives (pairs (@added T)) pure epsilon (pairs (at_most c' (@one_record T))) pure epsilon') /\
  (* back: every proper level gives a proper level *)
  (forall (c' : nat) (epsilon' : R), 1 <= INR c' -> 0 < epsilon' -> exists epsilon : R, 0 < epsilon /\
    gives (pairs (at_most c' (@one_record T))) pure epsilon' (pairs (@added T)) pure epsilon) /\
  (* back: every proper level is reached *)
  (forall (epsilon : R), 0 < epsilon -> exists c' : nat, exists epsilon' : R, 1 <= INR c' /\ 0 < epsilon' /\
    gives (pairs (at_most c' (@one_record T))) pure epsilon' (pairs (@added T)) pure epsilon) /\
  (* tight: no smaller value will do *)
  (forall (epsilon : R) (c : nat), 0 < epsilon -> 1 <= INR c -> forall (epsilon' : R), 0 <= epsilon' ->
    gives (pairs (@added T)) pure epsilon (pairs (at_most c (@one_record T))) pure epsilon' ->
    2 * INR c * epsilon <= epsilon').
Proof.
move=> T [t [u tu]].
have up c e : 0 <= e -> gives (pairs (@added T)) pure e (pairs (at_most c (@one_record T))) pure (2 * INR c * e).
  move=> e0 O M HM; have h := @added_one_record T e e0 O M HM; have := @group_pure _ _ c (2 * e) ltac:(lra) O M h.
  by have -> : INR c * (2 * e) = 2 * INR c * e by ring.
have H c e : 1 <= INR c -> gives (pairs (at_most c (@one_record T))) pure e (pairs (@added T)) pure e.
  by move=> c1; apply: within => x y a; left; apply: group_one => //; left.
split; last split; last split; last split.
- move=> e e0; split; first by exists 1%N; rewrite /=; lra.
  by move=> c c1; parts; apply: up; lra.
- move=> c e c1 e0; exists (e / (2 * INR c)); split; first by apply: Rdiv_lt_0_compat; lra.
  have := up c (e / (2 * INR c)) ltac:(left; apply: Rdiv_lt_0_compat; lra).
  by have -> : 2 * INR c * (e / (2 * INR c)) = e by field; lra.
- by move=> c e c1 e0; exists e; split=> //; apply: H.
- by move=> e e0; exists 1%N, e; rewrite /=; parts; apply: H; rewrite /=; lra.
- move=> e c e0 c1 e' e'0 G.
  have -> : 2 * INR c * e = INR (c + c) * e by rewrite plus_INR; ring.
  pose same (r z : T) := if decide (z = r) then true else false.
  pose f z := minn (c + count (same t) z - count (same u) z) (c + c).
  have is_t : same t t by rewrite /same; case: (decide _).
  have is_u : same u u by rewrite /same; case: (decide _).
  have not_u : same u t = false by rewrite /same; case: (decide _) => // e1; case: tu.
  have not_t : same t u = false by rewrite /same; case: (decide _) => // e1; case: tu.
  move: G; apply: (@ladder_tight _ _ _ e e' (c + c) f (nseq c t) (nseq c u)) => //.
  + by move=> z; apply: geq_minr.
  + move=> x y [a [b [v [-> ->]]]]; rewrite /f !count_cat /=; have both : ~~ (same t v && same u v).
      by rewrite /same; case: (decide _) => //= e1; case: (decide _) => //= e2; case: tu; rewrite -e1.
    move: both; move: (same t v) (same u v) (count (same t) a) (count (same t) b) (count (same u) a) (count (same u) b) => p q k l m n.
    by case: p; case: q => //= _; split; apply: clip; apply/leP; rewrite -!plusE -!minusE /=; lia.
  + by exists c; split=> //; move: (@replace_all T t u c [::] tu); rewrite !cats0.
  + by rewrite /f !count_nseq is_t not_u mul1n mul0n subn0 minnn.
  + by rewrite /f !count_nseq is_u not_t mul1n mul0n addn0 subnn min0n.
Qed.

(* Groups where the size of the data is public: every dataset on the way has that size too. *)
Lemma replace_all_sized T (t u : T) c s : t <> u ->
  steps (fun a b => same_size (@one_record T) a b \/ same_size (@one_record T) b a) c (nseq c t ++ s) (nseq c u ++ s).
Proof.
move=> tu; elim: c s => [//|c IH] s /=; exists (nseq c t ++ u :: s); split; last by rewrite shift.
left; split; last by rewrite /= !size_cat /= addnS.
by right; exists (nseq c t), s, t, u; split=> //; split=> //; apply: shift.
Qed.

Theorem bounded_dp__implies__group_privacy :
  forall (T : Type), (exists t u : T, t <> u) ->
  (* every proper level gives a proper level *)
  (forall (epsilon : R), 0 < epsilon -> (exists c : nat, 1 <= INR c) /\ (forall (c : nat), 1 <= INR c ->
    1 <= INR c /\ 0 < INR c * epsilon /\ gives (pairs (same_size (@replaced T))) pure epsilon (pairs (at_most c
    (same_size (@one_record T)))) pure (INR c * epsilon))) /\
  (* tight: no smaller value will do *)
  (forall (epsilon : R) (c : nat), 0 < epsilon -> 1 <= INR c -> forall (epsilon' : R), 0 <= epsilon' ->
    gives (pairs (same_size (@replaced T))) pure epsilon (pairs (at_most c (same_size (@one_record T)))) pure epsilon'
    -> INR c * epsilon <= epsilon').
Proof.
move=> T [t [u tu]]; split.
- move=> e e0; split; first by exists 1%N; rewrite /=; lra.
  move=> c c1; parts; move=> O M HM; apply: group_pure; first lra.
  exact: only_replaced.
- move=> e c e0 c1 e' e'0; pose same z := if decide (z = t) then true else false.
  have is_t : same t by rewrite /same; case: (decide _).
  have not_u : same u = false by rewrite /same; case: (decide _) => // e1; case: tu.
  apply: (@ladder_tight _ _ _ e e' c (fun z => minn (count same z) c) (nseq c t) (nseq c u)) => //.
  + by move=> z; apply: geq_minr.
  + move=> x y [[a [b [v [w [_ [-> ->]]]]]] _]; rewrite !count_cat /=.
    move: (same v) (same w) (count same a) (count same b) => p q k l.
    by split; apply: clip; apply/leP; case: p; case: q; rewrite -!plusE /=; lia.
  + by exists c; split=> //; move: (@replace_all_sized T t u c [::] tu); rewrite !cats0.
  + by rewrite count_nseq is_t mul1n minnn.
  + by rewrite count_nseq not_u mul0n min0n.
Qed.
