// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Lull's built-in patterns of OpenMP, written in ASL: what they charge, and to which call. Not
// loaded by default: IMPORT "openmp_states.asl".

// ---- Barriers ----

// The teams of a thread, and the innermost of them.
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

// Number of times that a thread has been in a team.
int turns(Event e, Communicator c, Process p) =
  IF (e == NULL) 0
  ELIF (typeof(e) == TeamBegin AND e.team == c AND e.process_id == p) turns(PRED(e), c, p) + 1
  ELSE turns(PRED(e), c, p);

boolean is_barrier(Region r) =
  NOT (r == NULL) AND (r.role == Role.barrier OR r.role == Role.implicit_barrier) AND
  r.paradigm == Paradigm.openmp;

// A thread leaves a barrier of its team.
class Left extends Exit
  SUCH THAT is_barrier(THIS.region) AND NOT (teams(PRED(THIS), THIS.process_id) == NULL) AND
  NOT (enterptr(THIS) == NULL) {
  Enter call = enterptr(THIS);
  Communicator of = team(THIS).team;
}

// Number of barriers that it has left since it entered the team.
int passed(Event e, Communicator c, Process p) =
  IF (e == NULL) 0
  ELIF (typeof(e) == TeamBegin AND e.team == c AND e.process_id == p) 0
  ELIF (typeof(e) == Left AND e.of == c AND e.process_id == p) passed(PRED(e), c, p) + 1
  ELSE passed(PRED(e), c, p);

// A thread's part in a barrier; the parts of a barrier have the same numbers.
class Passage extends Left SUCH THAT TRUE {
  int turn = turns(PRED(THIS), THIS.of, THIS.process_id);
  int number = passed(PRED(THIS), THIS.of, THIS.process_id);
}

// Whether some thread never reached a barrier that old.
boolean given_up(Passage old, Passage now) =
  now.turn > old.turn + 1 OR now.turn == old.turn AND now.number > old.number + 64;

// The parts of barriers that some threads have not left.
setof Passage unfinished(Event e, Communicator c) =
  IF (e == NULL) {}
  ELIF (typeof(e) == Passage AND e.of == c)
    IF (NOT (c == NULL) AND
        COUNT(p WHERE p IN unfinished(PRED(e), c) AND p.number == e.number AND p.turn == e.turn)
        + 1 == c.size)
      unfinished(PRED(e), c) - {
        p IN unfinished(PRED(e), c) SUCH THAT p.number == e.number AND p.turn == e.turn
      }
    ELIF (EXISTS p IN unfinished(PRED(e), c) SUCH THAT given_up(p, e))
      {p IN unfinished(PRED(e), c) SUCH THAT NOT given_up(p, e)} + { e }
    ELSE unfinished(PRED(e), c) + { e }
  ELSE unfinished(PRED(e), c);

// All parts, when the last one ends.
setof Passage passages(Passage last) = {
  p IN unfinished(PRED(last), last.of) SUCH THAT
  p.number == last.number AND p.turn == last.turn
} + { last };

boolean all_left(Passage last) = COUNT(p WHERE p IN passages(last)) == last.of.size;

// The time that a thread waits in a barrier.
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
    CHARGE waits_for_team(p, last) AT p.call ITSELF WHERE p IN all;
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
    CHARGE waits_for_team(p, last) AT p.call ITSELF WHERE p IN all;
}

// ---- Locks ----

// The last event of a thread on a lock.
LockEvent last_lock(Event e, Process p) =
  IF (e == NULL) NULL
  ELIF (typeof(e) == LockEvent AND e.process_id == p) e
  ELSE last_lock(PRED(e), p);

// The time since which a call may wait for the lock that it acquires.
float asks_since(Event e, Enter call, LockEvent before) =
  IF (call == NULL) e.timestamp
  ELIF (before == NULL) call.timestamp
  ELSE MAX(call.timestamp, before.timestamp);

// An acquisition, including those of critical sections. A holder may acquire its lock again.
class Acquisition extends AcquireLock SUCH THAT THIS.model == Paradigm.openmp {
  Process owner = THIS.process_id.master;
  Enter call = enterptr(THIS);
  float since = asks_since(THIS, enterptr(THIS), last_lock(PRED(THIS), THIS.process_id));
  boolean again = EXISTS a IN held(PRED(THIS), THIS.owner, THIS.lock) SUCH THAT
    (a.order == THIS.order AND a.process_id == THIS.process_id);
}

// The release that ends an acquisition and those nested in it.
class Handback extends ReleaseLock
  SUCH THAT THIS.model == Paradigm.openmp AND
  COUNT(a WHERE a IN held(PRED(THIS), THIS.process_id.master, THIS.lock) AND
        a.order == THIS.order) < 2 {
  Process owner = THIS.process_id.master;
}

// Maximum distance between the numbers of related acquisitions.
int lock_patience = 16;

// Acquisitions of a lock that are not released. Those that are never released are dropped
// eventually.
setof Acquisition held(Event e, Process p, int lock) =
  IF (e == NULL) {}
  ELIF (typeof(e) == Acquisition AND e.owner == p AND e.lock == lock)
    {
      a IN held(PRED(e), p, lock) SUCH THAT
      a.order + lock_patience > e.order AND COUNT(b WHERE b IN held(PRED(e), p, lock)) < 1000
    } + { e }
  ELIF (typeof(e) == ReleaseLock AND e.process_id.master == p AND e.lock == lock)
    (IF (e.model == Paradigm.openmp)
      held(PRED(e), p, lock) - UNIQUE({
        a IN held(PRED(e), p, lock) SUCH THAT
        (a.order == e.order AND
         NEXISTS b IN held(PRED(e), p, lock) SUCH THAT
         (b.order == a.order AND b.index > a.index))
      })
    ELSE held(PRED(e), p, lock))
  ELSE held(PRED(e), p, lock);

// Releases not yet followed by an acquisition.
setof Handback free(Event e, Process p, int lock) =
  IF (e == NULL) {}
  ELIF (typeof(e) == Handback AND e.owner == p AND e.lock == lock)
    {h IN free(PRED(e), p, lock) SUCH THAT h.order + lock_patience > e.order} + { e }
  ELIF (typeof(e) == Acquisition AND e.owner == p AND e.lock == lock)
    free(PRED(e), p, lock) - {h IN free(PRED(e), p, lock) SUCH THAT h.order + 1 == e.order}
  ELSE free(PRED(e), p, lock);

// Acquisitions whose preceding release is not known yet: it may be recorded slightly later.
setof Acquisition ahead(Event e, Process p, int lock) =
  IF (e == NULL) {}
  ELIF (typeof(e) == Acquisition AND e.owner == p AND e.lock == lock)
    (IF (e.again OR e.order < 2 OR NOT (before_it(e) == NULL)) ahead(PRED(e), p, lock)
     ELSE
       {a IN ahead(PRED(e), p, lock) SUCH THAT a.order + lock_patience > e.order} + { e })
  ELIF (typeof(e) == Handback AND e.owner == p AND e.lock == lock)
    ahead(PRED(e), p, lock) - {a IN ahead(PRED(e), p, lock) SUCH THAT a.order == e.order + 1}
  ELSE ahead(PRED(e), p, lock);

// The release that an acquisition followed, if known.
Handback before_it(Acquisition e) =
  IF (NOT e.again)
    UNIQUE({
      h IN free(PRED(e), e.owner, e.lock) SUCH THAT
      (h.order + 1 == e.order AND
       NEXISTS o IN free(PRED(e), e.owner, e.lock) SUCH THAT
       (o.order == h.order AND o.index < h.index))
    });

// The acquisition that waits for a release.
Acquisition behind_it(Handback e) =
  UNIQUE({
    a IN ahead(PRED(e), e.owner, e.lock) SUCH THAT
    (a.order == e.order + 1 AND
     NEXISTS o IN ahead(PRED(e), e.owner, e.lock) SUCH THAT
     (o.order == a.order AND o.index < a.index))
  });

// A lock passes from one holder to the next, as soon as both events are known.
class Handover extends LockEvent SUCH THAT NOT (handed_to(THIS) == NULL) {
  Acquisition acquisition = handed_to(THIS);
  Handback release = handed_by(THIS);
}
Acquisition handed_to(Event e) =
  IF (typeof(e) == Acquisition) (IF (NOT (before_it(e) == NULL)) e)
  ELIF (typeof(e) == Handback) behind_it(e);
Handback handed_by(Event e) =
  IF (typeof(e) == Acquisition) before_it(e) ELIF (typeof(e) == Handback) e;

float waits_for_lock(Acquisition a, Handback before) =
  MAX(0.0, MIN(before.timestamp, a.timestamp) - a.since);

PATTERN CriticalContention() {
  ROOTTYPE: Handover;
  INSTANTIATION:
    Acquisition acquisition = ROOT.acquisition;
    Handback release = ROOT.release;
    Enter call = acquisition.call;
  CONSTRAINT:
    NOT (call.region == NULL) AND call.region.role == Role.critical AND waits_for_lock(acquisition, release) > 0;
  EXPORT:
    float waiting = waits_for_lock(acquisition, release);
  METRIC: "asl_lock_contention_critical" TITLE "Critical Contention (ASL)"
    TEXT "Time a thread waits to enter a critical section that another thread is executing."
    CHARGE waiting AT call ITSELF;
}

PATTERN LockContention() {
  ROOTTYPE: Handover;
  INSTANTIATION:
    Acquisition acquisition = ROOT.acquisition;
    Handback release = ROOT.release;
    Enter call = acquisition.call;
  CONSTRAINT:
    call.region == REGION("omp_*lock*") AND NOT (call.region == REGION("omp_test_*")) AND
    waits_for_lock(acquisition, release) > 0;
  EXPORT:
    float waiting = waits_for_lock(acquisition, release);
  METRIC: "asl_lock_contention_api" TITLE "Lock Contention (ASL)"
    TEXT "Time a thread waits for a lock that another thread holds."
    CHARGE waiting AT call ITSELF;
}
