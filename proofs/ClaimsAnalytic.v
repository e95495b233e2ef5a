(* Claims of the records: what pure privacy gives at every order. *)

From Coq Require Import Reals Lra Classical.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop.
From Dpzoo Require Import Prob Blocks Standards Units Events Divergences Response Conversions Closure Tests Analytic.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Open Scope R_scope.

Ltac parts := repeat (split; [solve [assumption | lra | nra] |]).

(* A level of zero-concentrated privacy that randomised response satisfies bounds its mean loss. *)
Lemma answer_zcdp D (U : neighbours D) e x r : discerning U -> 0 < e -> 0 <= r ->
  gives (pairs U) pure e (pairs U) zcdp (x, r) -> e * tanh (e / 2) <= x + r.
Proof.
move=> dU e0 r0 H; have [_] := zcdp_kl r0 (on_answers dU (Rlt_le _ _ e0) H).
by rewrite -worst_ln // -(worst_attained ln).
Qed.

(* Every level is reached: epsilon with epsilon^2 / 2 at most rho, or so. *)
Lemma pure_zcdp_reached D (U : neighbours D) x r : 0 <= x -> 0 < r -> exists epsilon : R, 0 < epsilon /\ gives (pairs U) pure epsilon (pairs U) zcdp (x, r).
Proof.
move=> x0 r0; exists (Rmin 1 r); have m0 : 0 < Rmin 1 r by apply: Rmin_glb_lt; lra.
split=> //; have m1 := Rmin_l 1 r; have m2 := Rmin_r 1 r; have t := tanh_le m0; have tp := tanh_pos m0.
have k : Rmin 1 r * tanh (Rmin 1 r / 2) <= r by nra.
apply: lift_pairs => O p q H H' a a1; apply: renyi_weaken_at (pure_zcdp m0 H H' a1) => //=.
by have := Rmult_le_compat_r a _ _ ltac:(lra) k; lra.
Qed.

Theorem epsilon_dp__stronger_than__zero_concentrated_dp :
  forall (D : Type) (U : neighbours D),
  (* every proper level gives a proper level *)
  (forall (epsilon : R), 0 < epsilon -> (0 <= 0 /\ 0 < epsilon ^ 2 / 2 /\
    gives (pairs U) pure epsilon (pairs U) zcdp (0, epsilon ^ 2 / 2))) /\
  (* every proper level is reached *)
  (forall (xi' rho' : R), 0 <= xi' -> 0 < rho' -> exists epsilon : R, 0 < epsilon /\
    gives (pairs U) pure epsilon (pairs U) zcdp (xi', rho')).
Proof.
move=> D U; split=> [e e0|x r x0 r0]; last exact: pure_zcdp_reached.
parts; apply: lift_pairs => O p q H H'; apply: zcdp_weaken (pure_zcdp e0 H H').
by have := tanh_le e0; nra.
Qed.

Theorem epsilon_dp__stronger_than__zero_concentrated_dp__sharp :
  forall (D : Type) (U : neighbours D), discerning U ->
  (* every proper level gives a proper level *)
  (forall (epsilon : R), 0 < epsilon -> (0 <= 0 /\ 0 < epsilon * tanh (epsilon / 2) /\
    gives (pairs U) pure epsilon (pairs U) zcdp (0, epsilon * tanh (epsilon / 2)))) /\
  (* every proper level is reached *)
  (forall (xi' rho' : R), 0 <= xi' -> 0 < rho' -> exists epsilon : R, 0 < epsilon /\
    gives (pairs U) pure epsilon (pairs U) zcdp (xi', rho')) /\
  (* tight: no smaller value will do *)
  (forall (epsilon : R), 0 < epsilon -> forall (xi' rho' : R), 0 <= xi' -> 0 <= rho' -> xi' <= 0 ->
    rho' <= epsilon * tanh (epsilon / 2) -> gives (pairs U) pure epsilon (pairs U) zcdp (xi', rho') -> xi' = 0 /\
    rho' = epsilon * tanh (epsilon / 2)).
Proof.
move=> D U dU; split; last split.
- move=> e e0; split; first lra; split; first by have := tanh_pos e0; nra.
  by apply: lift_pairs; apply: pure_zcdp.
- by move=> x r x0 r0; apply: pure_zcdp_reached.
- move=> e e0 x r x0 r0 x1 r1 H; have := answer_zcdp dU e0 r0 H; lra.
Qed.

Theorem epsilon_dp__stronger_than__renyi_dp__simple :
  forall (D : Type) (U : neighbours D),
  (* every proper level gives a proper level *)
  (forall (epsilon : R), 0 < epsilon -> (exists alpha : R, 1 < alpha) /\ (forall (alpha : R), 1 < alpha ->
    1 < alpha /\ 0 < Rmin epsilon (alpha * epsilon ^ 2 / 2) /\
    gives (pairs U) pure epsilon (pairs U) renyi (Order alpha, Rmin epsilon (alpha * epsilon ^ 2 / 2)))) /\
  (* every proper level is reached *)
  (forall (alpha' epsilon' : R), 1 < alpha' -> 0 < epsilon' -> exists epsilon : R, 0 < epsilon /\
    gives (pairs U) pure epsilon (pairs U) renyi (Order alpha', epsilon')).
Proof.
move=> D U; split=> [e e0|a e a1 e0].
- split; first by exists 2; lra.
  move=> a a1; parts; split; first by apply: Rmin_glb_lt; [lra|have : 0 < a * e ^ 2; [apply: Rmult_lt_0_compat; [lra|apply: pow_lt]|lra]].
  apply: lift_pairs => O p q H H'; apply/renyi_proper => //.
  rewrite /Rmin; case: Rle_dec => _; first exact: pure_renyi.
  apply: renyi_weaken_at (pure_renyi_worst a1 e0 H H') => //; apply: Rle_trans (rr_curve_mean a1 e0) _.
  have := tanh_le e0 => t; have -> : a * e ^ 2 / 2 = a * (e * (e / 2)) by field.
  by apply: Rmult_le_compat_l; [lra|apply: Rmult_le_compat_l; lra].
- by exists e; split=> //; apply: lift_refines => O p q H; apply/renyi_proper => //; apply: pure_renyi.
Qed.

Theorem epsilon_dp__stronger_than__truncated_codp_col16 :
  forall (D : Type) (U : neighbours D), discerning U ->
  (* every proper level gives a proper level *)
  (forall (epsilon : R), 0 < epsilon -> (0 < epsilon /\ 0 < epsilon * tanh (epsilon / 2) /\
    gives (pairs U) pure epsilon (pairs U) truncated_codp (epsilon, epsilon * tanh (epsilon / 2)))) /\
  (* every proper level is reached *)
  (forall (xi' tau' : R), 0 < xi' -> 0 < tau' -> exists epsilon : R, 0 < epsilon /\
    gives (pairs U) pure epsilon (pairs U) truncated_codp (xi', tau')) /\
  (* tight: no smaller value will do *)
  (forall (epsilon : R), 0 < epsilon -> forall (xi' tau' : R), 0 <= xi' -> 0 <= tau' -> xi' <= epsilon ->
    tau' <= epsilon * tanh (epsilon / 2) -> gives (pairs U) pure epsilon (pairs U) truncated_codp (xi', tau') ->
    xi' = epsilon /\ tau' = epsilon * tanh (epsilon / 2)).
Proof.
move=> D U dU; have below e : 0 < e -> forall (O : finType) (p q : dist O), pure e p q -> pure e q p -> truncated_codp (e, e * tanh (e / 2)) p q.
  move=> e0 O p q H H'; split=> [|a a1] /=.
    by rewrite /Rmin; case: Rle_dec => _; [apply: pure_kl0|rewrite Rmult_1_l; apply: pure_kl].
  rewrite /Rmin; case: Rle_dec => _; first exact: pure_renyi.
  by apply: renyi_weaken_at (pure_zcdp e0 H H' a1) => //=; lra.
split; last split.
- move=> e e0; split=> //; split; first by have := tanh_pos e0; nra.
  by apply: lift_pairs; apply: below.
- move=> x t x0 t0; set m := Rmin x (Rmin 1 t); have m0 : 0 < m by do 2 (apply: Rmin_glb_lt => //); lra.
  have mx : m <= x := Rmin_l _ _; have m1 : m <= 1 by apply: Rle_trans (Rmin_r _ _) (Rmin_l _ _).
  have mt : m <= t by apply: Rle_trans (Rmin_r _ _) (Rmin_r _ _).
  exists m; split=> //; apply: lift_pairs => O p q H H'; have [K L] := below m m0 O p q H H'; have h := tanh_le m0; have hp := tanh_pos m0.
  have le a : 1 <= a -> Rmin m (a * (m * tanh (m / 2))) <= Rmin x (a * t).
    move=> a1; apply: Rmin_glb; first by apply: Rle_trans (Rmin_l _ _) _.
    by apply: Rle_trans (Rmin_r _ _) _; apply: Rmult_le_compat_l; [lra|nra].
  split=> [|a a1] /=; first by apply: kl_weaken K; apply: le; lra.
  by apply: renyi_weaken_at (L a a1) => //; apply: le; lra.
- move=> e e0 x t x0 t0 x1 t1 H.
  have Z : gives (pairs U) pure e (pairs U) zcdp (0, t).
    by apply: lift_trans H => O p q [_ L] a a1; apply: renyi_weaken_at (L a a1) => //=; have := Rmin_r x (a * t); lra.
  have := answer_zcdp dU e0 t0 Z => h; split; last lra.
  have P : gives (pairs U) pure e (pairs U) pure x.
    apply: lift_trans H => O p q [_ L]; apply: all_orders_pure => a a1; apply: renyi_weaken_at (L a a1) => //=; exact: Rmin_l.
  have := on_answers dU (Rlt_le _ _ e0) P => /pureE /(_ true); rewrite !answerE /= {1}odds_ratio => k.
  have i := odds_inside e; have : e <= x by apply: exp_le_inv; apply: (Rmult_le_reg_r (1 - odds e)); lra.
  lra.
Qed.
