(* The 17 pieces of all ordered sizes of four players, and for each the pairs of thresholds that are used, the
   first never above the second, the thresholds that are never positive, and the questions (the data of
   coalitions/new-four-players-core).
   Modelled: "A a ab" is the noise at which a is indifferent between being alone and the pair ab. Above each piece
   stand its generators, which follow from the cuts in [all_pieces]: each cut goes through the sum of the first
   two generators.
   Not modelled: how the data were found; [all_settled] checks them. *)
From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra ssrZ.
From Incentives Require Import NoNegative NoiseThresholds NearbySizes FourQuestions.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Definition a : coalition := [:: true; false; false; false].
Definition b : coalition := [:: false; true; false; false].
Definition c : coalition := [:: false; false; true; false].
Definition d : coalition := [:: false; false; false; true].
Definition ab : coalition := [:: true; true; false; false].
Definition ac : coalition := [:: true; false; true; false].
Definition ad : coalition := [:: true; false; false; true].
Definition bc : coalition := [:: false; true; true; false].
Definition bd : coalition := [:: false; true; false; true].
Definition cd : coalition := [:: false; false; true; true].
Definition abc : coalition := [:: true; true; true; false].
Definition abd : coalition := [:: true; true; false; true].
Definition acd : coalition := [:: true; false; true; true].
Definition bcd : coalition := [:: false; true; true; true].
Definition abcd : coalition := [:: true; true; true; true].
Definition A S T : threshold := (0, S, T).
Definition B S T : threshold := (1, S, T).
Definition C S T : threshold := (2, S, T).
Definition D S T : threshold := (3, S, T).
Definition a_b_c_d := Name [:: 0; 1; 2; 3].
Definition ab_c_d := Name [:: 0; 0; 1; 2].
Definition abc_d := Name [:: 0; 0; 0; 1].
Definition abd_c := Name [:: 0; 0; 1; 0].
Definition ac_b_d := Name [:: 0; 1; 0; 2].
Definition ac_bd := Name [:: 0; 1; 0; 1].
Definition ad_b_c := Name [:: 0; 1; 2; 0].
Definition ad_bc := Name [:: 0; 1; 1; 0].
Definition together := Name [:: 0; 0; 0; 0].
(* 1123, 1234, 0011, 1122 *)
Definition piece1 := Piece [:: (A a ab, B b abc); (A a ac, B b bc); (A ab abcd, B b bd); (A ab abd, C bc abc); (A ab ac,
  A ab ad); (A abc abcd, B b bd); (A abd abcd, B b bd); (A ac abd, B b bd); (B ab abc, B ab abd); (B b ab, A a ab); (B b
  bd, A ac ad); (B b bd, B ab abc); (B b bd, B ab bc); (B b bd, C ac abc); (B b bd, C ac bc); (B b bd, C c abcd); (B b
  bd, D d abd); (B bc abc, B b bd); (B bc abcd, B b bd); (B bc abd, B b bd); (B bd abcd, B b bd); (C bc abc, A abc abd);
  (C bc abc, B bc bd); (C bc abc, C ac bc); (C bc abc, C c acd); (C bc abc, C c bcd); (C bc abc, D ad abd); (C bc abc, D
  bd abd); (C c abc, B ab abc); (C c abcd, D d abcd); (C c ac, A a ac); (C c bc, B b bd); (C cd abcd, B b bd); (D d
  abcd, C abc acd); (D d abcd, C abc bcd); (D d abcd, C c cd); (D d abcd, D abd acd); (D d abcd, D abd bcd); (D d abd, A
  abc abd); (D d ad, B b bd); (D d bd, B b bd)] [:: A acd abcd; A ad abd; B bcd abcd; B bd abc; B bd abd] (Ask (B b bd)
  (Ask (A a ac) (Ask (A a ab) a_b_c_d ab_c_d) (Ask (A ab ac) ab_c_d ac_b_d)) (Ask (D d abcd) (Ask (C bc abc) (Ask (A ab
  ac) (Ask (B ab abc) ab_c_d abc_d) (Ask (A ac ad) ac_bd ad_bc)) (Ask (A abc abd) abc_d abd_c)) together)).
(* 1234, 0111, 0011, 1122 *)
Definition piece2 := Piece [:: (A a ab, A a ad); (A a ab, B b abc); (A a ab, B b bc); (A a ad, A ab ac); (A a ad, B ab
  abcd); (A ab abc, C c abc); (A ab ac, A ab ad); (A ab ad, A ac ad); (A abc abcd, B b bd); (A abd abcd, B b bd); (B ab
  abd, B abc abd); (B ab abd, B bc bd); (B ab abd, C ac bc); (B ab abd, D ad abd); (B b ab, A a ab); (B b abc, C c abc);
  (B b bc, B b bd); (B b bd, B ab abc); (B b bd, B abc abd); (B b bd, C c acd); (B b bd, C c cd); (B bc abc, A a ab); (B
  bc abcd, B b bd); (B bc abd, B b bd); (B bd abc, B b bd); (B bd abcd, B b bd); (B bd abd, B b bd); (C bc abc, C c
  abcd); (C bc abc, C c acd); (C bc abc, C c bcd); (C bc abc, D bd abd); (C c abc, B ab abc); (C c abc, D d abd); (C c
  ac, A a ad); (C c bc, B b bc); (C c cd, C abc abcd); (C c cd, C abc acd); (C c cd, C abc bcd); (C c cd, D abd abcd);
  (C c cd, D abd acd); (C c cd, D abd bcd); (C cd abcd, B b bd); (D d abcd, C c cd); (D d abd, B ab abd); (D d ad, A a
  ad); (D d bd, B b bd)] [:: A ac abc; A acd abcd; A ad abc; B bcd abcd] (Ask (B b bd) (Ask (A a ab) a_b_c_d (Ask (A a
  ad) ab_c_d (Ask (C c abc) (Ask (A ac ad) (Ask (A ab ac) ab_c_d ac_b_d) (Ask (B b bc) ad_b_c ad_bc)) abc_d))) (Ask (C c
  cd) (Ask (B ab abd) (Ask (C bc abc) (Ask (A ab ac) (Ask (B ab abc) ab_c_d abc_d) (Ask (A ac ad) ac_bd ad_bc)) abc_d)
  (Ask (A abc abd) abc_d abd_c)) together)).
(* 1123, 1124, 0112, 0011 *)
Definition piece3 := Piece [:: (A a ab, B b abc); (A a ab, B b bc); (A a abd, B ab abd); (A a ad, A ab ac); (A ab abc, C
  c abc); (A ab ac, A ab ad); (A ab ac, B ab bc); (A abc abcd, B ab abd); (A ac abd, B ab abd); (B ab abd, A abc ad); (B
  ab abd, B abc abd); (B ab abd, B bc bd); (B ab abd, C abc abcd); (B ab abd, C abc acd); (B ab abd, C abc bcd); (B ab
  abd, C abc cd); (B b ab, A a ab); (B b abc, C c abc); (B b abcd, B ab abd); (B bc abc, A a ab); (C bc abcd, A abc ad);
  (C bc abcd, C abc abcd); (C bc abcd, C abc acd); (C bc abcd, C abc bcd); (C bc abcd, D abd abcd); (C bc abcd, D abd
  acd); (C bc abcd, D abd bcd); (C bc abcd, D abd cd); (C c abc, C ac bc); (C c abc, D d abd); (C c abcd, C bc abcd); (C
  c ac, A ab ac); (C c bc, B b bc); (C cd abcd, B ab abd); (D d abcd, C bc abcd); (D d abd, B ab abd); (D d ad, A ab
  ac); (D d bd, B b bd)] [:: A abd abcd; A ac abc; A acd abcd; A ad abd; B bcd abcd; B bd abcd; B bd abd] (Ask (B ab
  abd) (Ask (A ab ac) (Ask (A a ab) a_b_c_d (Ask (C c abc) ab_c_d abc_d)) (Ask (C c abc) (Ask (A ac ad) (Ask (B b bd)
  ac_b_d ac_bd) (Ask (B b bc) ad_b_c ad_bc)) abc_d)) (Ask (C bc abcd) (Ask (B abc abd) abc_d abd_c) together)).
(* 1124, 0001, 0112, 0011 *)
Definition piece4 := Piece [:: (A a ab, B b abc); (A a ac, A ab ad); (A a ac, B ab abc); (A a ac, B b bc); (A ab abc, C
  c abc); (A ab ad, A ac ad); (A ab ad, D bd abd); (A abc abd, A abc ad); (A abc abd, B abc bd); (A abc abd, C abc
  abcd); (A abc abd, C abc acd); (A abc abd, C abc bcd); (A abc abd, C abc cd); (A ac ad, A abc abd); (B ab abc, B ab
  abd); (B ab abc, C ac abc); (B ab abc, C c abcd); (B ab abc, C c acd); (B ab abc, C c bcd); (B ab bc, C ac bc); (B ab
  bc, C c cd); (B b ab, A a ab); (B b abc, C c abc); (B b abcd, D d abcd); (B b abd, D ad abd); (B b bc, A abc ad); (B b
  bc, B b bd); (B bc abc, A a ac); (B bc abcd, D d abcd); (B bc abd, C bc acd); (B bc bd, C bc cd); (C bc abc, A abc
  abd); (C c abc, B ab abc); (C c abc, D d abd); (C c abcd, D d abcd); (C c ac, A a ac); (C c bc, B b bc); (C cd abcd, A
  abc abd); (D ad abd, B abc abd); (D ad abd, D ad bd); (D d abcd, C abc acd); (D d abcd, C abc bcd); (D d abcd, C abc
  cd); (D d abcd, D abd acd); (D d abcd, D abd cd); (D d abcd, D ad bcd); (D d ad, A ac ad); (D d bd, B b bd)] [:: A abd
  abcd; A ac abc; A acd abcd; A ad abcd; B bcd abcd; B bd abcd; B bd abd] (Ask (A abc abd) (Ask (B b bd) (Ask (A a ac)
  (Ask (A a ab) a_b_c_d ab_c_d) (Ask (C c abc) (Ask (A ac ad) (Ask (A ab ac) ab_c_d ac_b_d) (Ask (B b bc) ad_b_c ad_bc))
  abc_d)) (Ask (B ab bc) (Ask (A ab ad) (Ask (B ab abc) (Ask (A ab ac) ab_c_d ac_bd) abc_d) (Ask (C c abc) (Ask (A ac
  ad) ac_bd ad_bc) abc_d)) abc_d)) (Ask (D d abcd) (Ask (D ad abd) (Ask (C c abc) ad_b_c (Ask (A abc ad) abc_d ad_bc))
  (Ask (B bc bd) (Ask (B bc abd) (Ask (A abc ad) abc_d ad_bc) abd_c) abd_c)) together)).
(* 0111, 1234, 0112, 0011 *)
Definition piece5 := Piece [:: (A a ab, A a ac); (A a ab, A a ad); (A a ab, B b abc); (A a ab, B b bc); (A ab abc, C c
  abc); (A ab ac, A ab ad); (A abc abcd, A a ab); (A abc abd, B bc bd); (B b ab, A a ab); (B b abc, C c abc); (B b abcd,
  D d abcd); (B b abd, B bc bd); (B bc abc, A a ab); (B bc abcd, D d abcd); (B bc bd, B abc abd); (B bd abcd, C c abc);
  (C c abc, B ab bc); (C c abc, C ac bc); (C c abc, C c abcd); (C c abc, D d abd); (C c abcd, D d abcd); (C c ac, A ab
  ac); (C c bc, B b bc); (C cd abcd, C c abc); (D d abcd, C abc acd); (D d abcd, C abc bcd); (D d abcd, C abc cd); (D d
  abcd, D abd acd); (D d abcd, D abd bcd); (D d abcd, D abd cd); (D d abd, B bc bd); (D d ad, A ab ac); (D d bd, B b
  bd)] [:: A abd abcd; A ac abc; A acd abcd; A ad abc; B bcd abcd; B bd abd] (Ask (A a ab) a_b_c_d (Ask (C c abc) (Ask
  (A ab ac) ab_c_d (Ask (A ac ad) (Ask (B b bd) ac_b_d ac_bd) (Ask (B b bc) ad_b_c ad_bc))) (Ask (D d abcd) (Ask (B bc
  bd) abc_d abd_c) together))).
(* 1234, 1123, 0112, 0011 *)
Definition piece6 := Piece [:: (A a abc, C c abc); (A a abd, C c abc); (A a ac, A a ad); (A a ac, B b bc); (A ab abc, C
  c abc); (A ab abd, B abc abd); (A ab ac, A ab ad); (A abc abcd, C c abc); (A ac abd, C c abc); (B b ab, A a ab); (B b
  abc, C c abc); (B b abcd, D d abcd); (B bc abc, C c abc); (B bc abcd, D d abcd); (B bd abcd, C c abc); (C c abc, B ab
  bc); (C c abc, B bc bd); (C c abc, C ac bc); (C c abc, C c abcd); (C c abc, D d abd); (C c abcd, D d abcd); (C c ac, A
  a ac); (C c bc, B b bc); (C cd abcd, C c abc); (D d abcd, C abc acd); (D d abcd, C abc bcd); (D d abcd, C abc cd); (D
  d abcd, D abd acd); (D d abcd, D abd bcd); (D d abcd, D abd cd); (D d abd, B abc abd); (D d ad, A ab ac); (D d bd, B b
  bd)] [:: A abd abcd; A ac abc; A acd abcd; A ad abc; A ad abd; B bcd abcd; B bd abd] (Ask (C c abc) (Ask (A a ac) (Ask
  (A a ab) a_b_c_d ab_c_d) (Ask (A ab ac) ab_c_d (Ask (A ac ad) (Ask (B b bd) ac_b_d ac_bd) (Ask (B b bc) ad_b_c
  ad_bc)))) (Ask (D d abcd) (Ask (B abc abd) abc_d abd_c) together)).
(* 1112, 1223, 1122, 1111 *)
Definition piece7 := Piece [:: (A a ab, B b abd); (A a ab, B b bc); (A a ab, B b bcd); (A a ab, B b bd); (A a abc, C c
  abc); (A a abcd, C abc abcd); (A ab abc, C c abc); (A ab abcd, C abc abcd); (A abd abcd, C c abc); (A ac abc, C c
  abc); (A ac abcd, C abc abcd); (A acd abcd, C c abc); (A ad abc, C c abc); (A ad abcd, C c abc); (B b ab, A a ab); (B
  b abc, C c abc); (B b abcd, C abc abcd); (B bc abc, C c abc); (B bc abcd, C abc abcd); (B bcd abcd, C c abc); (B bd
  abc, C c abc); (B bd abcd, C c abc); (C abc abcd, B abc abd); (C abc abcd, C abc acd); (C abc abcd, C abc bcd); (C c
  abc, A ab ac); (C c abc, A ab ad); (C c abc, B ab abd); (C c abc, B ab bc); (C c abc, B ab bcd); (C c abc, B ab bd);
  (C c abc, C c abcd); (C c abc, C c acd); (C c abc, C c cd); (C cd abcd, C c abc); (D d abcd, C abc abcd)] [::] (Ask (C
  c abc) (Ask (A a ab) a_b_c_d ab_c_d) (Ask (C abc abcd) abc_d together)).
(* 1223, 0111, 1122, 1111 *)
Definition piece8 := Piece [:: (A a ab, A a ac); (A a ab, A a ad); (A a ab, B b bc); (A a ab, B b bd); (A a abc, C c
  abc); (A ab abc, C c abc); (A ab ac, A ab ad); (A abc abcd, C c abc); (A abd abcd, C c abc); (A ac abc, C c abc); (A
  acd abcd, C c abc); (A ad abc, C c abc); (B b ab, A a ab); (B b abc, C c abc); (B b abcd, D d bcd); (B bc abc, C c
  abc); (B bc abcd, D d bcd); (B bcd abcd, C c abc); (B bd abc, C c abc); (B bd abcd, C c abc); (C bc abc, A ab ac); (C
  c abc, B ab bc); (C c abc, B ab bd); (C c abc, C c abcd); (C c abc, C c cd); (C c abc, D d abd); (C c abcd, D d bcd);
  (C c ac, A ab ac); (C c bc, B b bd); (C cd abcd, C c abc); (D d abcd, D d bcd); (D d ad, A ab ac); (D d bcd, B abc
  abd); (D d bcd, C abc abcd); (D d bcd, C abc acd)] [::] (Ask (C c abc) (Ask (A a ab) a_b_c_d (Ask (A ab ac) ab_c_d
  (Ask (A ac ad) ac_b_d ad_b_c))) (Ask (D d bcd) abc_d together)).
(* 0111, 1223, 0112, 1234 *)
Definition piece9 := Piece [:: (A a ab, A a ac); (A a ab, A a ad); (A a abc, C c abc); (A ab abc, C c abc); (A ab ac, A
  ab ad); (A abc abcd, C c abc); (A ac abc, C c abc); (B b ab, A a ab); (B b abc, C c abc); (B b abcd, D d bcd); (B bc
  abc, C c abc); (B bc abcd, D d bcd); (B bcd abcd, C c abc); (B bd abcd, C c abc); (C c abc, B b abd); (C c abc, B b
  bc); (C c abc, B b bd); (C c abc, C c abcd); (C c abc, C c cd); (C c abcd, D d bcd); (C c ac, A ab ac); (C cd abcd, C
  c abc); (D d abcd, D d bcd); (D d ad, A ab ac); (D d bcd, B abc abd); (D d bcd, B abc bd); (D d bcd, C abc abcd); (D d
  bcd, C abc acd)] [:: A abd abcd; A acd abcd; A ad abc] (Ask (C c abc) (Ask (A a ab) a_b_c_d (Ask (A ab ac) ab_c_d (Ask
  (A ac ad) ac_b_d ad_b_c))) (Ask (D d bcd) abc_d together)).
(* 1223, 1112, 0112, 1234 *)
Definition piece10 := Piece [:: (A a ab, B b abc); (A a ad, A ab ac); (A a ad, A abc abd); (A a ad, A abc acd); (A a ad,
  B abc abcd); (A a ad, B abc bcd); (A a ad, B abc bd); (A a ad, C abc cd); (A ab abc, A a ab); (A ab abcd, A a ad); (A
  ab ad, A ac ad); (A abc abcd, D d abcd); (A abd abcd, A a ad); (A ac abc, A a ad); (A acd abcd, A a ad); (B b ab, A a
  ab); (B b abc, C c abc); (B b abcd, D d abcd); (B b bc, B ab abc); (B b bc, B b abd); (B b bc, B b bd); (B b bc, C ac
  abc); (B b bc, C ac bcd); (B b bc, C c acd); (B b bc, C c cd); (B bc abc, A a ab); (B bc abcd, D d abcd); (B bcd abcd,
  A a ad); (B bd abcd, A a ad); (C c abc, B b bc); (C c abc, B b bcd); (C c abcd, D d abcd); (C c ac, A a ad); (C cd
  abcd, A a ad); (D d abcd, B abc abd); (D d abcd, B abc bcd); (D d abcd, B abc bd); (D d abcd, C abc acd); (D d abcd, C
  abc cd); (D d ad, A a ad)] [:: A ad abc] (Ask (A a ad) (Ask (A a ab) a_b_c_d (Ask (B b bc) ab_c_d abc_d)) (Ask (D d
  abcd) (Ask (B b bc) (Ask (A ac ad) (Ask (A ab ac) ab_c_d ac_b_d) (Ask (C c abc) ad_b_c abc_d)) abc_d) together)).
(* 1234, 1123, 1112, 0112 *)
Definition piece11 := Piece [:: (A a ab, B b abc); (A a ac, A a ad); (A a ac, B ab abc); (A a ac, B ab abcd); (A a ac, B
  b bc); (A a ac, C c acd); (A ab abc, C c abc); (A ab ac, A ab ad); (A abc abcd, D d abcd); (A abd abcd, B b bd); (A ac
  abc, A a ac); (A ac abc, B b bd); (A acd abcd, B b bd); (B b ab, A a ab); (B b abc, C c abc); (B b bd, B abc abd); (B
  b bd, B abc bcd); (B b bd, C abc abcd); (B b bd, C abc acd); (B b bd, C c cd); (B bc abc, A a ac); (B bc abc, B b bd);
  (B bc abcd, D d abcd); (B bcd abcd, B b bd); (B bd abcd, B b bd); (C bc abc, A ab ac); (C c abc, B ab bc); (C c abc, B
  b bd); (C c abc, D d abd); (C c abcd, D d abcd); (C c ac, A a ac); (C cd abcd, B b bd); (D d abcd, B abc abd); (D d
  abcd, B abc bd); (D d abcd, C abc acd); (D d abcd, C abc bcd); (D d abcd, C abc cd); (D d ad, A ab ac)] [:: A ad abc]
  (Ask (B b bd) (Ask (A a ac) (Ask (A a ab) a_b_c_d ab_c_d) (Ask (C c abc) (Ask (A ab ac) ab_c_d (Ask (A ac ad) ac_b_d
  ad_b_c)) abc_d)) (Ask (D d abcd) abc_d together)).
(* 0001, 1113, 0112, 1124 *)
Definition piece12 := Piece [:: (A a ab, B b abc); (A a ab, B b bc); (A a abc, B ab abc); (A a ad, A ab ac); (A ab abc,
  B b bd); (A ab abd, D ad abd); (A ab ac, A ab ad); (A ab ad, A abc abd); (A abc abcd, D d abcd); (A abc abd, A abc
  ad); (A abc abd, B abc bd); (A ac abc, A a ab); (B ab abc, D d acd); (B b ab, A a ab); (B b abc, C c abc); (B b abcd,
  D ad abd); (B b abd, D ad abd); (B b bc, A abc ad); (B b bd, B abc abcd); (B b bd, C bc acd); (B b bd, C bc bcd); (B b
  bd, C c cd); (B bc abc, A a ab); (B bc abcd, D d abcd); (B bc abd, C bc acd); (B bc abd, C bc cd); (C bc abc, A ab
  ac); (C c abc, B ab abc); (C c abc, B b bd); (C c abc, D ad abd); (C c abcd, D ad abd); (C c abcd, D d acd); (C c ac,
  A ab ac); (C c bc, A abc ad); (C c bc, B b abd); (D ad abd, B abc abd); (D ad abd, C abc acd); (D ad abd, C abc bcd);
  (D ad abd, D ad abcd); (D ad abd, D ad bd); (D ad abd, D ad cd); (D cd abd, D ad abd); (D d abcd, C abc acd); (D d
  abcd, C abc bcd); (D d abcd, C abc cd); (D d abcd, D abd acd); (D d abcd, D ad bcd); (D d acd, C abc abcd); (D d acd,
  C bc bcd); (D d ad, A ab ac)] [:: A abd abcd; A acd abcd; A ad abcd; B bcd abcd; B bd abcd; B bd abd; C cd abcd] (Ask
  (D ad abd) (Ask (B b bd) (Ask (A ab ac) (Ask (A a ab) a_b_c_d (Ask (B ab abc) ab_c_d abc_d)) (Ask (C c abc) (Ask (A ac
  ad) ac_b_d ad_b_c) (Ask (A abc ad) abc_d ad_bc))) (Ask (D d acd) (Ask (A abc ad) abc_d ad_bc) (Ask (D d abcd) (Ask (A
  abc ad) abc_d ad_bc) together))) (Ask (D d abcd) (Ask (A abc abd) abc_d (Ask (B bc abd) (Ask (A abc ad) abc_d ad_bc)
  abd_c)) together)).
(* 1113, 1112, 0112, 1124 *)
Definition piece13 := Piece [:: (A a ab, B b abc); (A a ac, A a ad); (A a ac, B ab abc); (A a ac, B ab abcd); (A a ac, B
  b bc); (A a ac, C c acd); (A a ac, C c cd); (A ab abc, C c abc); (A ab ac, A ab ad); (A abc abcd, D d abcd); (A abd
  abcd, D d abd); (A ac abc, A a ac); (A ac abc, D d abd); (A acd abcd, D d abd); (B b ab, A a ab); (B b abc, C c abc);
  (B b abcd, D d abd); (B bc abc, A a ac); (B bc abc, D d abd); (B bc abcd, D d abcd); (B bcd abcd, D d abd); (C bc abc,
  A ab ac); (C c abc, B ab bc); (C c abc, B b bd); (C c abc, D d abd); (C c abcd, D d abcd); (C c ac, A a ac); (D d
  abcd, A abc ad); (D d abcd, B abc abd); (D d abcd, B abc bd); (D d abcd, C abc acd); (D d abcd, C abc bcd); (D d abcd,
  C abc cd); (D d abd, A abc ad); (D d abd, B abc bcd); (D d abd, B abc bd); (D d abd, C abc abcd); (D d abd, C abc
  acd); (D d ad, A ab ac)] [:: A ad abcd; B bd abcd; C cd abcd] (Ask (D d abd) (Ask (A a ac) (Ask (A a ab) a_b_c_d
  ab_c_d) (Ask (C c abc) (Ask (A ab ac) ab_c_d (Ask (A ac ad) ac_b_d ad_b_c)) abc_d)) (Ask (D d abcd) abc_d together)).
(* 1124, 1123, 1112, 0112 *)
Definition piece14 := Piece [:: (A a ab, B b abc); (A a ac, A a ad); (A a ac, B ab abc); (A a ac, B ab abcd); (A a ac, B
  b bc); (A a ac, C c acd); (A ab abc, C c abc); (A ab ac, A ab ad); (A abc abcd, D d abcd); (A abd abcd, B b bd); (A ac
  abc, A a ac); (A ac abc, B b bd); (A acd abcd, B b bd); (B b ab, A a ab); (B b abc, C c abc); (B b bd, A abc ad); (B b
  bd, B abc abd); (B b bd, B abc bcd); (B b bd, C abc abcd); (B b bd, C abc acd); (B b bd, C c cd); (B bc abc, A a ac);
  (B bc abc, B b bd); (B bc abcd, D d abcd); (B bcd abcd, B b bd); (C bc abc, A ab ac); (C c abc, B ab bc); (C c abc, B
  b bd); (C c abc, D d abd); (C c abcd, D d abcd); (C c ac, A a ac); (C cd abcd, B b bd); (D d abcd, A abc ad); (D d
  abcd, B abc abd); (D d abcd, B abc bd); (D d abcd, C abc acd); (D d abcd, C abc bcd); (D d abcd, C abc cd); (D d ad, A
  ab ac)] [:: A ad abcd; B bd abcd] (Ask (B b bd) (Ask (A a ac) (Ask (A a ab) a_b_c_d ab_c_d) (Ask (C c abc) (Ask (A ab
  ac) ab_c_d (Ask (A ac ad) ac_b_d ad_b_c)) abc_d)) (Ask (D d abcd) abc_d together)).
(* 1112, 1223, 1234, 1122 *)
Definition piece15 := Piece [:: (A a ab, B b abd); (A a ab, B b bc); (A a ab, B b bcd); (A a ab, B b bd); (A a abc, C c
  abc); (A a abcd, C abc abcd); (A ab abc, C c abc); (A ab abcd, C abc abcd); (A abd abcd, C c abc); (A ac abc, C c
  abc); (A ac abcd, C abc abcd); (A acd abcd, C c abc); (A ad abcd, C c abc); (B b ab, A a ab); (B b abc, C c abc); (B b
  abcd, C abc abcd); (B bc abc, C c abc); (B bc abcd, C abc abcd); (B bcd abcd, C c abc); (B bd abcd, C c abc); (C abc
  abcd, B abc abd); (C abc abcd, C abc acd); (C abc abcd, C abc bcd); (C c abc, A ab ac); (C c abc, A ab ad); (C c abc,
  B ab abd); (C c abc, B ab bc); (C c abc, B ab bcd); (C c abc, B ab bd); (C c abc, C c abcd); (C c abc, C c acd); (C c
  abc, C c cd); (C cd abcd, C c abc); (D d abcd, C abc abcd)] [:: A ad abc; B bd abc] (Ask (C c abc) (Ask (A a ab)
  a_b_c_d ab_c_d) (Ask (C abc abcd) abc_d together)).
(* 1223, 0111, 1234, 1122 *)
Definition piece16 := Piece [:: (A a ab, A a ac); (A a ab, A a ad); (A a ab, B b bc); (A a ab, B b bd); (A a abc, C c
  abc); (A ab abc, C c abc); (A ab ac, A ab ad); (A abc abcd, C c abc); (A abd abcd, C c abc); (A ac abc, C c abc); (B b
  ab, A a ab); (B b abc, C c abc); (B b abcd, D d bcd); (B bc abc, C c abc); (B bc abcd, D d bcd); (B bcd abcd, C c
  abc); (B bd abc, C c abc); (B bd abcd, C c abc); (C bc abc, A ab ac); (C c abc, B ab bc); (C c abc, B ab bd); (C c
  abc, C c abcd); (C c abc, D d abd); (C c abcd, D d bcd); (C c ac, A ab ac); (C c bc, B b bd); (C cd abcd, C c abc); (D
  d abcd, D d bcd); (D d ad, A ab ac); (D d bcd, B abc abd); (D d bcd, C abc abcd); (D d bcd, C abc acd); (D d bcd, C
  abc cd)] [:: A acd abcd; A ad abc] (Ask (C c abc) (Ask (A a ab) a_b_c_d (Ask (A ab ac) ab_c_d (Ask (A ac ad) ac_b_d
  ad_b_c))) (Ask (D d bcd) abc_d together)).
(* 1234, 1123, 1122, 1112 *)
Definition piece17 := Piece [:: (A a ab, A a abd); (A a ab, B b abc); (A a ab, B b bc); (A ab abc, C c abc); (A ab abcd,
  B b bd); (A abc abcd, D d abcd); (A abd abcd, B b bd); (A ac abc, B b bd); (A acd abcd, B b bd); (B ab abc, C c acd);
  (B b ab, A a ab); (B b abc, B ab abc); (B b bd, A ab ac); (B b bd, A ab ad); (B b bd, B ab abd); (B b bd, B abc bcd);
  (B b bd, C c cd); (B b bd, D d abcd); (B bc abc, A a ab); (B bc abcd, B b bd); (B bcd abcd, B b bd); (B bd abcd, B b
  bd); (C c abc, A ab ac); (C c abc, A ab ad); (C c abc, B ab abc); (C c abc, B ab abd); (C c abcd, D d abcd); (C cd
  abcd, B b bd); (D d abcd, A abc abd); (D d abcd, C abc acd); (D d abcd, C abc bcd); (D d abcd, C abc cd)] [:: A ad
  abc; B bd abc] (Ask (B b bd) (Ask (A a ab) a_b_c_d (Ask (B ab abc) ab_c_d abc_d)) (Ask (D d abcd) (Ask (C c abc)
  ab_c_d abc_d) together)).
Definition all_pieces := Turn (Flip (Turn (Cut (Turn (Cut (Turn (Cut piece1 piece2)) (Turn (Cut (Turn (Turn (Turn (Cut
  piece3 piece4)))) (Turn (Flip (Turn (Cut piece5 piece6)))))))) (Turn (Cut (Turn (Cut piece7 piece8)) (Turn (Flip (Turn
  (Cut (Turn (Turn (Turn (Cut (Flip (Turn (Cut (Flip (Turn (Cut piece9 piece10))) piece11))) (Turn (Cut (Flip (Turn (Cut
  piece12 piece13))) piece14)))))) (Turn (Turn (Turn (Cut (Turn (Turn (Turn (Cut piece15 piece16))))
  piece17))))))))))))).
(* All sizes in order. *)
Definition z := Z0.
Definition i := Zpos xH.
Definition ordered : cone := ([:: z; z; z; i], [:: z; z; i; i], [:: z; i; i; i], [:: i; i; i; i]).
Lemma all_settled : settled (100 * 100) ordered all_pieces.
Proof. by vm_cast_no_check (erefl true). Qed.
