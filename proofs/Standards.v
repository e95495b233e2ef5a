(* The standards: how two laws are compared, as the records define it. This file is the one to read against the records. *)

From Coq Require Import Reals Lra.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop binomial.
From Dpzoo Require Import Prob Blocks.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Open Scope R_scope.

(* Orders of Rényi divergences: real numbers and infinity. *)
Inductive order := Order of R | Infinity.
Definition order_le (a b : order) : Prop :=
  match a, b with Order x, Order y => x <= y | _, Infinity => True | Infinity, Order _ => False end.
Definition order_lt (a b : order) : Prop :=
  match a, b with Order x, Order y => x < y | Order _, Infinity => True | Infinity, _ => False end.
Definition order_min (a b : order) : order :=
  match a, b with Order x, Order y => Order (Rmin x y) | Order x, Infinity => Order x | Infinity, b => b end.

(* Bounds on the probability of every event. *)
Definition pure : standard R := fun e O p q => forall S : pred O, Pr p S <= exp e * Pr q S.
Definition two_sided : standard R := fun e O p q => forall S : pred O, Pr p S <= exp e * Pr q S /\ Pr q S <= exp e * Pr p S.
Definition one_plus : standard R := fun e O p q => forall S : pred O, Pr p S <= (1 + e) * Pr q S.
Definition approx : standard (R * R) := fun l O p q => forall S : pred O, Pr p S <= exp l.1 * Pr q S + l.2.
Definition total_variation : standard R := fun e O p q => forall S : pred O, Pr p S - Pr q S <= e.
Definition bounded_range : standard R := fun e O p q =>
  forall S S' : pred O, Pr p S * Pr q S' <= exp e * (Pr q S * Pr p S').

(* The same outside an exceptional event. *)
Definition relaxed : standard (R * R * R) := fun l O p q =>
  exists E : pred O, Pr p E <= l.2 /\
    forall S : pred O, Pr p (predD S E) <= exp l.1.1 * Pr q (predD S E) + l.1.2.
Definition probabilistic : standard (R * R) := fun l O p q =>
  exists E : pred O, Pr p E <= l.2 /\ forall S : pred O, Pr p (predD S E) <= exp l.1 * Pr q (predD S E).

(* The privacy loss and its means; a divergence is infinite where the first law has an outcome that the second lacks. *)
Definition dominated (O : finType) (p q : dist O) : Prop := forall o, q o = 0 -> p o = 0.
Definition loss (O : finType) (p q : dist O) (o : O) : R := ln (p o / q o).

Definition kl : standard R := fun e O p q => dominated p q /\ Ex p (loss p q) <= e.

(* The Rényi divergence of an order a > 1. *)
Definition divergence (a : R) (O : finType) (p q : dist O) : R := / (a - 1) * ln (Ex p (fun o => exp ((a - 1) * loss p q o))).
Definition renyi_at (a : R) : standard R := fun e O p q => dominated p q /\ divergence a p q <= e.

(* At order 1 it is the mean loss, at infinity the largest one. *)
Definition renyi : standard (order * R) := fun l O p q =>
  match l.1 with
  | Infinity => pure l.2 p q
  | Order a => if Req_EM_T a 1 then kl l.2 p q else renyi_at a l.2 p q
  end.

(* Rényi divergences of many orders at once. *)
Definition zcdp : standard (R * R) := fun l O p q => forall a, 1 < a -> renyi_at a (l.1 + l.2 * a) p q.
Definition bounded_cdp : standard (R * R * order) := fun l O p q =>
  forall a, 1 < a -> order_le (Order a) l.2 -> renyi_at a (l.1.1 + l.1.2 * a) p q.
Definition truncated_cdp : standard (R * order) := fun l O p q =>
  forall a, 1 < a -> order_le (Order a) l.2 -> renyi_at a (l.1 * a) p q.
Definition truncated_codp : standard (R * R) := fun l O p q =>
  kl (Rmin l.1 (1 * l.2)) p q /\ forall a, 1 < a -> renyi_at a (Rmin l.1 (a * l.2)) p q.

(* Trade-off functions: the level is the function. *)
Definition trade_off_function (f : R -> R) : Prop :=
  (forall x, 0 <= x <= 1 -> 0 <= f x <= 1 - x) /\
  (forall x y, 0 <= x -> x <= y -> y <= 1 -> f y <= f x) /\
  (forall x y w, 0 <= x <= 1 -> 0 <= y <= 1 -> 0 <= w <= 1 -> f (w * x + (1 - w) * y) <= w * f x + (1 - w) * f y) /\
  (forall x, 0 <= x <= 1 -> forall e, 0 < e -> exists d, 0 < d /\ forall y, 0 <= y <= 1 -> Rabs (y - x) < d -> Rabs (f y - f x) < e).
Definition proper_trade_off (f : R -> R) : Prop :=
  trade_off_function f /\ (exists x, 0 <= x <= 1 /\ f x <> 0) /\ (exists x, 0 <= x <= 1 /\ f x <> 1 - x).
Definition trade_off : standard (R -> R) := fun f O p q => forall S : pred O, f (Pr p S) <= 1 - Pr q S.

(* The trade-off function that is the same as a pair of an epsilon and a delta. *)
Definition approx_curve (e d x : R) : R := Rmax 0 (Rmax (1 - d - exp e * x) (exp (- e) * (1 - d - x))).

(* --- Functions in the records' formulas ------------------------------------------------------------------------------------- *)

Definition sinhc (x : R) : R := if Req_EM_T x 0 then 1 else sinh x / x.
(* Langevin's function, the hyperbolic cotangent less the reciprocal. *)
Definition langevin (x : R) : R := if Req_EM_T x 0 then 0 else cosh x / sinh x - / x.

(* The excess of k randomised responses of loss e over e^t: l of them answer against the truth. *)
Definition kov_delta (t e : R) (k : nat) : R :=
  (\sum_(l : 'I_k.+1) (INR 'C(k, l) * Rmax 0 (exp (INR (k - l) * e) - exp (t + INR l * e)))) / (1 + exp e) ^ k.
