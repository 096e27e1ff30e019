// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Lull's own patterns of OpenMP, said in ASL: what they charge, and to which call. Not loaded by
// itself: IMPORT "openmp_states.asl".

// ---- Barriers ----

// The teams that a thread is in, and the innermost of them.
setof TeamBegin teams(Event e, Process p) =
  IF (e == NULL) {}
  ELIF (typeof(e) == TeamBegin AND e.process_id == p) teams(PRED(e), p) + { e }
  ELIF (typeof(e) == TeamEnd AND e.process_id == p)
    teams(PRED(e), p) - UNIQUE({
      t IN teams(PRED(e), p) SUCH THAT
      NEXISTS u IN teams(PRED(e), p) SUCH THAT u.index > t.index
    })
  ELSE teams(PRED(e), p);

TeamBegin team(Event e) =
  UNIQUE({
    t IN teams(PRED(e), e.process_id) SUCH THAT
    NEXISTS u IN teams(PRED(e), e.process_id) SUCH THAT u.index > t.index
  });

// How often a thread has been in a team.
int turns(Event e, Communicator c, Process p) =
  IF (e == NULL) 0
  ELIF (typeof(e) == TeamBegin AND e.team == c AND e.process_id == p) turns(PRED(e), c, p) + 1
  ELSE turns(PRED(e), c, p);

boolean is_barrier(Region r) =
  (r.role == Role.barrier OR r.role == Role.implicit_barrier) AND r.paradigm == Paradigm.openmp;

// A thread leaves a barrier of its team.
class Left extends Exit
  SUCH THAT is_barrier(THIS.region) AND NOT (teams(PRED(THIS), THIS.process_id) == NULL) AND
  NOT (enterptr(THIS) == NULL) {
  Enter call = enterptr(THIS);
  Communicator of = team(THIS).team;
}

// How many barriers it has left since it is in the team.
int passed(Event e, Communicator c, Process p) =
  IF (e == NULL) 0
  ELIF (typeof(e) == TeamBegin AND e.team == c AND e.process_id == p) 0
  ELIF (typeof(e) == Left AND e.of == c AND e.process_id == p) passed(PRED(e), c, p) + 1
  ELSE passed(PRED(e), c, p);

// A thread's part in a barrier; the parts of one barrier have the same numbers.
class Passage extends Left SUCH THAT TRUE {
  int turn = turns(PRED(THIS), THIS.of, THIS.process_id);
  int number = passed(PRED(THIS), THIS.of, THIS.process_id);
}

// The parts of barriers that not all have left.
setof Passage unfinished(Event e, Communicator c) =
  IF (e == NULL) {}
  ELIF (typeof(e) == Passage AND e.of == c)
    IF (COUNT(p WHERE p IN unfinished(PRED(e), c) AND p.number == e.number AND p.turn == e.turn)
        + 1 == c.size)
      unfinished(PRED(e), c) - {
        p IN unfinished(PRED(e), c) SUCH THAT p.number == e.number AND p.turn == e.turn
      }
    ELSE unfinished(PRED(e), c) + { e }
  ELSE unfinished(PRED(e), c);

// All parts, when the last one ends.
setof Passage passages(Passage last) = {
  p IN unfinished(PRED(last), last.of) SUCH THAT
  p.number == last.number AND p.turn == last.turn
} + { last };

boolean all_left(Passage last) = COUNT(p WHERE p IN passages(last)) == last.of.size;

// How long a thread waits in a barrier.
float waits_for_team(Passage p, float until) =
  MAX(0.0, MIN(until, p.timestamp) - p.call.timestamp);

PATTERN WaitAtExplicitBarrier() {
  LET
    setof Passage all = {p IN passages(ROOT) SUCH THAT p.region.role == Role.barrier};
  IN
  ROOTTYPE: Passage;
  INSTANTIATION:
  CONSTRAINT:
    all_left(ROOT);
  EXPORT:
    float last = MAX(p.call.timestamp WHERE p IN passages(ROOT));
    float waiting = SUM(waits_for_team(p, last) WHERE p IN all);
  METRIC: "asl_ebarrier_wait" TITLE "Wait at Explicit OpenMP Barrier (ASL)"
    TEXT "Time a thread waits at an explicit barrier until the last of its team reaches it."
    CHARGE waits_for_team(p, last) AT p.call WHERE p IN all;
}

PATTERN WaitAtImplicitBarrier() {
  LET
    setof Passage all = {p IN passages(ROOT) SUCH THAT p.region.role == Role.implicit_barrier};
  IN
  ROOTTYPE: Passage;
  INSTANTIATION:
  CONSTRAINT:
    all_left(ROOT);
  EXPORT:
    float last = MAX(p.call.timestamp WHERE p IN passages(ROOT));
    float waiting = SUM(waits_for_team(p, last) WHERE p IN all);
  METRIC: "asl_ibarrier_wait" TITLE "Wait at Implicit OpenMP Barrier (ASL)"
    TEXT "Time a thread waits at the end of a construct until the last of its team is done."
    CHARGE waits_for_team(p, last) AT p.call WHERE p IN all;
}
