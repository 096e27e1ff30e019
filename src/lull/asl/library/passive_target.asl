// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Lull's own patterns of locks in one-sided MPI, said in ASL. Not loaded by itself: IMPORT
// "passive_target.asl".
//
// No trace tells when a lock was granted: epochs on a target have the order in which their
// unlocking calls end. An epoch was kept from its lock until the last of those before it that
// exclude it began to unlock; the call that lasted over that moment waited.
IMPORT "one_sided.asl";

class Unlocking extends Enter
  SUCH THAT THIS.region == MPI_WIN_UNLOCK OR THIS.region == MPI_WIN_UNLOCK_ALL {}
Unlocking last_unlocking(Event e) =
  IF (e == NULL) NULL
  ELIF (typeof(e) == Unlocking) e
  ELSE last_unlocking(PRED(e));

class FlushCall extends WindowCall
  SUCH THAT typeof(THIS.record) == RmaSync AND NOT (THIS.region == MPI_WIN_SYNC) {}
Process flushed(Event e) = IF (typeof(e) == RmaSync) e.remote;

// The end of a call in an epoch of a lock. Without a target it has to do with all.
class EpochCall extends WindowCall
  SUCH THAT typeof(THIS) == LockCall OR typeof(THIS) == UnlockCall OR
  (typeof(THIS) == FlushCall OR typeof(THIS) == Transfer) AND
  NOT (locks(PRED(THIS), THIS.window, THIS.owner) == NULL) {
  Process whom = target_of(THIS);
  boolean transfers = typeof(THIS) == Transfer;
  // Whether somebody began to unlock meanwhile.
  boolean overlaps = is_later(last_unlocking(PRED(THIS)), THIS.call);
}
Process target_of(Event c) =
  IF (typeof(c) == LockCall) c.target
  ELIF (typeof(c) == UnlockCall) c.target
  ELIF (typeof(c) == Transfer) c.target
  ELIF (typeof(c) == FlushCall) flushed(c.record);
boolean is_later(Unlocking u, Enter call) =
  IF (u == NULL) FALSE ELSE u.timestamp > call.timestamp;

// Calls in open epochs of a process, as far as they may have waited.
setof EpochCall epoch_calls(Event e, Window w, Process p) =
  IF (e == NULL) {}
  ELIF (typeof(e) == Giving AND e.window == w AND e.owner == p)
    {
      c IN epoch_calls(PRED(e), w, p) SUCH THAT
      NOT same_target(e.target, NULL) AND NOT same_target(c.whom, e.target)
    }
  ELIF (typeof(e) == EpochCall AND e.window == w AND e.owner == p)
    (IF (typeof(e) == UnlockCall) epoch_calls(PRED(e), w, p)
     ELSE {
       c IN epoch_calls(PRED(e), w, p) SUCH THAT
       (c.overlaps OR c.timestamp == e.timestamp)
     } + { e })
  ELSE epoch_calls(PRED(e), w, p);

// The end of an epoch.
class Giving extends EpochCall
  SUCH THAT typeof(THIS) == UnlockCall AND
  EXISTS l IN locks(PRED(THIS), THIS.window, THIS.owner) SUCH THAT
    same_target(l.target, target_of(THIS)) {
  Process target = THIS.whom;
  boolean shared = EXISTS l IN locks(PRED(THIS), THIS.window, THIS.owner) SUCH THAT
    (same_target(l.target, THIS.whom) AND is_shared(l));
  boolean of_all = THIS.whom == NULL;
}
boolean is_shared(LockCall l) =
  IF (l.target == NULL) TRUE ELSE requests_shared(l.record);
boolean requests_shared(Event e) = IF (typeof(e) == RmaRequestLock) e.shared ELSE FALSE;

// Of each target the one that began to unlock last, of all and of those who had it to themselves.
setof Giving last_given(Event e, Window w) =
  IF (e == NULL) {}
  ELIF (typeof(e) == Giving AND e.window == w) with_later(last_given(PRED(e), w), e)
  ELSE last_given(PRED(e), w);
setof Giving last_exclusive(Event e, Window w) =
  IF (e == NULL) {}
  ELIF (typeof(e) == Giving AND e.window == w)
    (IF (e.shared) last_exclusive(PRED(e), w) ELSE with_later(last_exclusive(PRED(e), w), e))
  ELSE last_exclusive(PRED(e), w);
setof Giving with_later(setof Giving all, Giving g) =
  IF (EXISTS o IN all SUCH THAT
      (same_target(o.target, g.target) AND o.call.timestamp >= g.call.timestamp)) all
  ELSE {o IN all SUCH THAT NOT same_target(o.target, g.target)} + { g };

// Those who excluded an epoch from a target before.
setof Giving holders(Giving g, Process target) =
  IF (g.shared)
    {o IN last_exclusive(PRED(g), g.window) SUCH THAT same_target(o.target, target)}
  ELSE {
    o IN last_given(PRED(g), g.window) SUCH THAT o.of_all OR same_target(o.target, target)
  };
float held_until(setof Giving holders) =
  IF (holders == NULL) 0.0 ELSE MAX(h.call.timestamp WHERE h IN holders);
float waits_for_lock_in(Giving g, EpochCall c) =
  IF (NOT g.of_all) span(c, held_until(holders(g, g.target)))
  ELIF (NOT (c.whom == NULL)) span(c, held_until(holders(g, c.whom)))
  ELSE waits_for_any(g, c);
float waits_for_any(Giving g, EpochCall c) =
  IF (last_exclusive(PRED(g), g.window) == NULL) 0.0
  ELSE MAX(span(c, h.call.timestamp) WHERE h IN last_exclusive(PRED(g), g.window));

setof EpochCall calls_of(Giving g) =
  {
    c IN epoch_calls(PRED(g), g.window, g.owner) SUCH THAT
    g.of_all OR c.whom == NULL OR c.whom == g.target
  } + { g };

PATTERN LockCompetition() {
  LET
    setof EpochCall calls = {c IN calls_of(ROOT) SUCH THAT NOT c.transfers};
  IN
  ROOTTYPE: Giving;
  INSTANTIATION:
  CONSTRAINT:
    EXISTS c IN calls SUCH THAT waits_for_lock_in(ROOT, c) > 0;
  EXPORT:
    float waiting = SUM(waits_for_lock_in(ROOT, c) WHERE c IN calls);
  METRIC: "asl_rma_sync_lock_competition" TITLE "Lock Competition (ASL)"
    TEXT "Time a process waits until another one gives up a lock that excludes its own."
    CHARGE waits_for_lock_in(ROOT, c) AT c.call WHERE c IN calls;
}

PATTERN LockCompetitionInTransfer() {
  LET
    setof EpochCall calls = {c IN calls_of(ROOT) SUCH THAT c.transfers};
  IN
  ROOTTYPE: Giving;
  INSTANTIATION:
  CONSTRAINT:
    EXISTS c IN calls SUCH THAT waits_for_lock_in(ROOT, c) > 0;
  EXPORT:
    float waiting = SUM(waits_for_lock_in(ROOT, c) WHERE c IN calls);
  METRIC: "asl_rma_comm_lock_competition" TITLE "Lock Competition (ASL)"
    TEXT "Time a transfer waits until another process gives up a lock that excludes its own."
    CHARGE waits_for_lock_in(ROOT, c) AT c.call WHERE c IN calls;
}
