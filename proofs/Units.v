(* Units over tables: finite sequences of records. *)

From Coq Require Import Reals Lra Classical.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop.
From Dpzoo Require Import Prob Blocks.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Open Scope R_scope.

Section Tables.
Variable T : Type.

(* One record more; read in both orders, one record more or less. *)
Definition added : neighbours (seq T) := fun x y => exists a b t, x = a ++ b /\ y = a ++ t :: b.
(* One record replaced by another one. *)
Definition replaced : neighbours (seq T) := fun x y => exists a b t u, t <> u /\ x = a ++ t :: b /\ y = a ++ u :: b.
Definition one_record : neighbours (seq T) := fun x y => added x y \/ replaced x y.
End Tables.

(* At most k steps, each in either direction. *)
Definition at_most D (k : nat) (U : neighbours D) : neighbours D :=
  fun x y => exists j, (j <= k)%N /\ steps (fun a b => U a b \/ U b a) j x y.

(* The size of the data is public. For groups this restricts the single steps, so that no step leads through another size. *)
Definition same_size T (U : neighbours (seq T)) : neighbours (seq T) := fun x y => U x y /\ size x = size y.
