(* Mixtures, and the boundary orders: what the previous files leave to say of each standard's own properties. *)

From Coq Require Import Reals Lra Classical.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop.
From Dpzoo Require Import Prob Blocks Standards Events Divergences Response Conversions.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Open Scope R_scope.

Lemma kl_mixed e : mixed kl e.
Proof.
apply: (@mixed_of_adaptive _ _ 0); [exact: kl_processed|by apply: kl_reflexive; lra|].
by have := @kl_adaptive 0 e; rewrite Rplus_0_l.
Qed.

Lemma renyi_mixed_at a e : 1 < a -> mixed (renyi_at a) e.
Proof.
move=> a1; apply: (@mixed_of_adaptive _ _ 0); [exact: renyi_processed_at|by apply: renyi_reflexive_at; lra|].
by have := @renyi_adaptive_at a 0 e a1; rewrite Rplus_0_l.
Qed.

Lemma zcdp_mixed l : mixed zcdp l.
Proof. by move=> O w w01 p p' q q' H H' a a1; apply: renyi_mixed_at => //; [apply: H|apply: H']. Qed.
Lemma bounded_cdp_mixed l : mixed bounded_cdp l.
Proof. by move=> O w w01 p p' q q' H H' a a1 h; apply: renyi_mixed_at => //; [apply: H|apply: H']. Qed.
Lemma truncated_cdp_mixed l : mixed truncated_cdp l.
Proof. by move=> O w w01 p p' q q' H H' a a1 h; apply: renyi_mixed_at => //; [apply: H|apply: H']. Qed.
Lemma truncated_codp_mixed l : mixed truncated_codp l.
Proof.
move=> O w w01 p p' q q' [K H] [K' H']; split=> [|a a1]; first exact: kl_mixed.
by apply: renyi_mixed_at => //; [apply: H|apply: H'].
Qed.

(* --- Rényi with its boundary orders ---------------------------------------------------------------------------------------- *)

Lemma renyi_processed o e : order_le (Order 1) o -> processed renyi (o, e).
Proof.
move: o; apply: order_cases => [|a a1|] A B p q K.
- by move/renyi_one => H; apply/renyi_one; apply: kl_processed.
- by move/(renyi_proper _ _ _ a1) => H; apply/(renyi_proper _ _ _ a1); apply: renyi_processed_at.
- exact: pure_processed.
Qed.

Lemma renyi_mixed o e : order_le (Order 1) o -> mixed renyi (o, e).
Proof.
move: o; apply: order_cases => [|a a1|] O w w01 p p' q q'.
- by move=> /renyi_one H /renyi_one H'; apply/renyi_one; apply: kl_mixed.
- by move=> /(renyi_proper _ _ _ a1) H /(renyi_proper _ _ _ a1) H'; apply/(renyi_proper _ _ _ a1); apply: renyi_mixed_at.
- exact: pure_mixed.
Qed.

Lemma renyi_reflexive o e : order_le (Order 1) o -> 0 <= e -> reflexive_at renyi (o, e).
Proof.
move: o; apply: order_cases => [|a a1|] e0 O p.
- by apply/renyi_one; apply: kl_reflexive.
- by apply/(renyi_proper _ _ _ a1); apply: renyi_reflexive_at.
- exact: pure_reflexive.
Qed.

(* A smaller order asks for less. *)
Lemma renyi_smaller o o' e : order_le (Order 1) o' -> order_le o' o -> refines renyi (o, e) renyi (o', e).
Proof.
case: o o' => [a|] [b|] //= b1 ba O p q //; last first.
  case: (Req_dec b 1) => [->|n] H; first by apply/renyi_one; apply: pure_kl0.
  by apply/renyi_proper; [lra|apply: pure_renyi => //; lra].
case: (Req_dec a 1) => [a1|n]; first by have -> : b = a by lra.
have a1 : 1 < a by lra.
move/(renyi_proper _ _ _ a1); case: (Req_dec b 1) => [->|m] H; first by apply/renyi_one; apply: (@renyi_kl a).
by apply/renyi_proper; [lra|apply: (@renyi_order a) => //; lra].
Qed.

Lemma order_min_1 o1 o2 : order_le (Order 1) o1 -> order_le (Order 1) o2 -> order_le (Order 1) (order_min o1 o2).
Proof. by case: o1 o2 => [a|] [b|] //= *; apply: Rmin_glb. Qed.
Lemma order_min_l o1 o2 : order_le (order_min o1 o2) o1.
Proof. by case: o1 o2 => [a|] [b|] //=; [apply: Rmin_l|lra]. Qed.
Lemma order_min_r o1 o2 : order_le (order_min o1 o2) o2.
Proof. by case: o1 o2 => [a|] [b|] //=; [apply: Rmin_r|lra]. Qed.

Lemma renyi_adaptive_same o e1 e2 : order_le (Order 1) o -> adaptive renyi (o, e1) (o, e2) (o, e1 + e2).
Proof.
move: o; apply: order_cases => [|a a1|] A B p q K J.
- by move=> /renyi_one H HK; apply/renyi_one; apply: kl_adaptive => // x; apply/renyi_one.
- by move=> /(renyi_proper _ _ _ a1) H HK; apply/(renyi_proper _ _ _ a1); apply: renyi_adaptive_at => // x; apply/(renyi_proper _ _ _ a1).
- by move=> H HK; apply: pure_adaptive.
Qed.

Lemma renyi_adaptive o1 e1 o2 e2 : order_le (Order 1) o1 -> order_le (Order 1) o2 ->
  adaptive renyi (o1, e1) (o2, e2) (order_min o1 o2, e1 + e2).
Proof.
move=> h1 h2 A B p q K J H HK; have h := order_min_1 h1 h2.
apply: renyi_adaptive_same => // [|x].
- by apply: renyi_smaller H => //; apply: order_min_l.
- by apply: renyi_smaller (HK x) => //; apply: order_min_r.
Qed.

(* --- (1, epsilon)-privacy -------------------------------------------------------------------------------------------------- *)

Lemma one_plus_processed e : 0 <= e -> processed one_plus e.
Proof. by move=> e0 A B p q K /one_plus_pure H; apply/one_plus_pure; [lra|apply: pure_processed; apply: H; lra]. Qed.
Lemma one_plus_mixed e : mixed one_plus e.
Proof. by move=> O w w01 p p' q q' H H' S; rewrite !Pr_mix; move: (H S) (H' S); nra. Qed.
Lemma one_plus_independent e1 e2 : 0 <= e1 -> 0 <= e2 -> independent one_plus e1 e2 (e1 + e2 + e1 * e2).
Proof.
move=> h1 h2 A B p q p' q' H H'; apply/one_plus_pure; first nra.
have -> : 1 + (e1 + e2 + e1 * e2) = (1 + e1) * (1 + e2) by ring.
rewrite ln_mult; [|lra|lra].
by apply: (adaptive_independent (@pure_adaptive _ _)); apply/one_plus_pure => //; lra.
Qed.
