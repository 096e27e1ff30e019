// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Lull's built-in patterns of locks in one-sided MPI, written in ASL.
//
// Traces do not record when a lock was granted: epochs on a target are ordered by the ends of their
// unlocking calls. An epoch was kept from its lock until the last preceding epoch that excludes it
// began to unlock; the call that was open at that moment waited. After that, it may have waited for
// its target, if that was outside of MPI.
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

// ---- Time outside of MPI ----

// Query calls do not progress operations of others.
boolean looks_up(Region r) =
  IF (r == REGION("MPI_Win_*"))
    r == REGION("MPI_Win_get_*") OR r == REGION("MPI_Win_set_*") OR r == REGION("MPI_Win_*_attr") OR
    r == REGION("MPI_Win_*_keyval") OR r == REGION("MPI_Win_*_errhandler")
  ELIF (r == REGION("MPI_C*")) looks_up_communicator(r)
  ELIF (r == REGION("MPI_Get_*"))
    r == REGION("MPI_Get_count*") OR r == REGION("MPI_Get_elements*") OR
    r == REGION("MPI_Get_address*") OR r == REGION("MPI_Get_version") OR
    r == REGION("MPI_Get_library_version") OR r == REGION("MPI_Get_processor_name")
  ELSE
    r == REGION("MPI_Group_*") OR r == REGION("MPI_Type_*") OR r == REGION("MPI_Info_*") OR
    r == REGION("MPI_Op_*") OR r == REGION("MPI_A*") AND looks_up_attribute(r) OR
    r == REGION("MPI_Keyval_*") OR r == REGION("MPI_Err*") OR r == REGION("MPI_Status_*") OR
    r == REGION("MPI_Wti*") OR r == REGION("MPI_Initialized") OR r == REGION("MPI_Finalized") OR
    r == REGION("MPI_Is_thread_main") OR r == REGION("MPI_Query_thread") OR
    r == REGION("MPI_Topo_test");
boolean looks_up_communicator(Region r) =
  r == REGION("MPI_Comm_rank") OR r == REGION("MPI_Comm_size") OR
  r == REGION("MPI_Comm_remote_*") OR
  r == REGION("MPI_Comm_group") OR r == REGION("MPI_Comm_compare") OR
  r == REGION("MPI_Comm_test_inter") OR r == REGION("MPI_Comm_get_*") OR
  r == REGION("MPI_Comm_set_*") OR r == REGION("MPI_Comm_*_attr") OR
  r == REGION("MPI_Comm_*_keyval") OR r == REGION("MPI_Comm_*_errhandler") OR
  r == REGION("MPI_Cart_coords") OR r == REGION("MPI_Cart_rank") OR r == REGION("MPI_Cart_get") OR
  r == REGION("MPI_Cart_shift") OR r == REGION("MPI_Cartdim_get");
boolean looks_up_attribute(Region r) =
  r == REGION("MPI_Attr_*") OR r == REGION("MPI_Add_error_*") OR r == REGION("MPI_Address") OR
  r == REGION("MPI_Aint_*");
class Entering extends Enter SUCH THAT THIS.region == mpi_call AND NOT looks_up(THIS.region) {
  Process owner = THIS.process_id.master;
}
class Leaving extends Exit SUCH THAT THIS.region == mpi_call AND NOT looks_up(THIS.region) {
  Process owner = THIS.process_id.master;
}

// Counts all threads.
int calls_inside(Event e, Process p) =
  IF (e == NULL) 0
  ELIF (typeof(e) == Entering AND e.owner == p) calls_inside(PRED(e), p) + 1
  ELIF (typeof(e) == Leaving AND e.owner == p) MAX(0, calls_inside(PRED(e), p) - 1)
  ELSE calls_inside(PRED(e), p);
float last_inside(Event e, Process p) =
  IF (e == NULL) 0.0
  ELIF (typeof(e) == Leaving AND e.owner == p) e.timestamp
  ELSE last_inside(PRED(e), p);
setof Window windows_of(Event e, Process p) =
  IF (e == NULL) {}
  ELIF (typeof(e) == WindowPart AND e.owner == p AND e.creates)
    windows_of(PRED(e), p) + { e.window }
  ELIF (typeof(e) == WindowPart AND e.owner == p AND e.frees)
    {w IN windows_of(PRED(e), p) SUCH THAT w != e.window}
  ELSE windows_of(PRED(e), p);

// A process re-enters MPI.
class Return extends Enter
  SUCH THAT typeof(THIS) == Entering AND
  NOT (windows_of(PRED(THIS), THIS.process_id.master) == NULL) AND
  calls_inside(PRED(THIS), THIS.process_id.master) == 0 {
  Process owner = THIS.process_id.master;
  float outside_since = last_inside(PRED(THIS), THIS.process_id.master);
  setof Window windows = windows_of(PRED(THIS), THIS.process_id.master);
  int number = returns_so_far(PRED(THIS));
}
int returns_so_far(Event e) =
  IF (e == NULL) 0
  ELIF (typeof(e) == Return) returns_so_far(PRED(e)) + 1
  ELSE returns_so_far(PRED(e));

int dropped_before(Event e) =  // counts returns since, modulo 64
  IF (e == NULL) 0
  ELIF (typeof(e) == Return)
    (IF (dropped_before(PRED(e)) == 63) 0 ELSE dropped_before(PRED(e)) + 1)
  ELSE dropped_before(PRED(e));

// Since the begin of the oldest open call. Older ones are dropped now and then; for a call that
// never ends, only the last ones are kept.
int returns_kept = 16384;
setof Return returns(Event e) =
  IF (e == NULL) {}
  ELIF (typeof(e) == Return)
    (IF (dropped_before(e) == 0)
       {
         r IN returns(PRED(e)) SUCH THAT
         r.number + returns_kept > e.number AND r.timestamp > oldest_call(PRED(e))
       } + { e }
     ELSE returns(PRED(e)) + { e })
  ELSE returns(PRED(e));

// Calls that may wait.
class AccessBegin extends Enter SUCH THAT is_access(THIS.region) {}
boolean is_access(Region r) =
  r == REGION("MPI_Win_lock*") OR r == REGION("MPI_Win_unlock*") OR r == REGION("MPI_Win_flush*") OR
  r == REGION("MPI_*put") OR r == REGION("MPI_*get") OR r == REGION("MPI_*accumulate") OR
  r == REGION("MPI_Fetch_and_op") OR r == REGION("MPI_Compare_and_swap");
setof AccessBegin open_accesses(Event e) =
  IF (e == NULL) {}
  ELIF (typeof(e) == AccessBegin)
    {a IN open_accesses(PRED(e)) SUCH THAT a.process_id != e.process_id} + { e }
  ELIF (typeof(e) == Exit AND is_access(e.region))
    {a IN open_accesses(PRED(e)) SUCH THAT a.process_id != e.process_id}
  ELSE open_accesses(PRED(e));
float oldest_call(Event e) =
  IF (open_accesses(e) == NULL) e.timestamp ELSE MIN(a.timestamp WHERE a IN open_accesses(e));

// ---- Epochs of locks ----

// The end of a call in an epoch of a lock. Without a target it concerns all targets.
class EpochCall extends WindowCall
  SUCH THAT typeof(THIS) == LockCall OR typeof(THIS) == UnlockCall OR
  typeof(THIS) == FlushCall AND NOT (locks(PRED(THIS), THIS.window, THIS.owner) == NULL) OR
  typeof(THIS) == Transfer AND THIS.locked {
  Process whom = target_of(THIS);
  boolean transfers = typeof(THIS) == Transfer;
  // Whether another process began to unlock meanwhile.
  boolean overlaps = is_later(last_unlocking(PRED(THIS)), THIS.call);
  // Returns of its targets meanwhile.
  setof Return returns = returns_during(THIS);
}
Process target_of(Event c) =
  IF (typeof(c) == LockCall) c.target
  ELIF (typeof(c) == UnlockCall) c.target
  ELIF (typeof(c) == Transfer) c.target
  ELIF (typeof(c) == FlushCall) flushed(c.record);
boolean is_later(Unlocking u, Enter call) =
  IF (u == NULL) FALSE ELSE u.timestamp > call.timestamp;


// Targets of transfers that are not known to be complete at the target.
setof Process under_way(Event e, Window w, Process p) =
  IF (e == NULL) {}
  ELIF (typeof(e) == Transfer AND e.window == w AND e.owner == p AND e.locked)
    under_way(PRED(e), w, p) + { e.target }
  ELIF (completes_at_target(e) AND is_call_on(e, w, p))
    {t IN under_way(PRED(e), w, p) SUCH THAT NOT (completed_at(e) == NULL) AND t != completed_at(e)}
  ELSE under_way(PRED(e), w, p);
boolean completes_at_target(Event e) =
  typeof(e) == UnlockCall OR typeof(e) == FlushCall AND NOT is_local(e);
boolean is_local(Event e) =
  typeof(e) == Exit AND e.region == REGION("MPI_Win_flush_local*");
boolean is_call_on(Event e, Window w, Process p) =
  typeof(e) == WindowCall AND e.window == w AND e.owner == p;
Process completed_at(Event e) =
  IF (typeof(e) == UnlockCall) e.target ELIF (typeof(e) == FlushCall) flushed(e.record);
setof Process awaited_targets(Event c) =
  IF (typeof(c) == LockCall) one_of(c.target)
  ELIF (typeof(c) == Transfer) one_of(c.target)
  ELIF (is_local(c)) {}
  ELIF (typeof(c) == UnlockCall)
    (IF (c.target == NULL) under_way(PRED(c), c.window, c.owner) ELSE { c.target })
  ELIF (typeof(c) == FlushCall)
    (IF (flushed(c.record) == NULL) under_way(PRED(c), c.window, c.owner)
     ELSE one_of(flushed(c.record)));
setof Process one_of(Process p) = IF (p == NULL) {} ELSE { p };
setof Return returns_during(WindowCall c) = {
  r IN returns(PRED(c)) SUCH THAT
  r.timestamp > c.call.timestamp AND r.owner != c.owner AND
  (EXISTS w IN r.windows SUCH THAT w == c.window) AND
  EXISTS t IN awaited_targets(c) SUCH THAT t == r.owner
};

// Calls in open epochs of a process that may have waited.
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
       (c.overlaps OR NOT (c.returns == NULL) OR c.timestamp == e.timestamp)
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

// For each target, the epoch that began to unlock last: of all, and of the exclusive ones.
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

// Earlier epochs that excluded an epoch from a target.
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
    CHARGE waits_for_lock_in(ROOT, c) AT c.call ITSELF WHERE c IN calls;
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
    CHARGE waits_for_lock_in(ROOT, c) AT c.call ITSELF WHERE c IN calls;
}

// The time since which the lock has been free.
float unlocked_since(Giving g, EpochCall c) =
  IF (waits_for_lock_in(g, c) > 0) last_held(g, c) ELSE c.call.timestamp;
float last_held(Giving g, EpochCall c) =
  IF (NOT g.of_all) held_until(holders(g, g.target))
  ELIF (NOT (c.whom == NULL)) held_until(holders(g, c.whom))
  ELSE MAX(
    h.call.timestamp WHERE
    h IN last_exclusive(PRED(g), g.window) AND span(c, h.call.timestamp) > 0
  );
float waits_for_progress_in(Giving g, EpochCall c) =
  IF (c.returns == NULL) 0.0
  ELSE MAX(outside_from(unlocked_since(g, c), r) WHERE r IN c.returns);
float outside_from(float since, Return r) =
  IF (r.outside_since <= since AND since < r.timestamp) r.timestamp - since ELSE 0.0;

PATTERN WaitForProgress() {
  LET
    setof EpochCall calls = {c IN calls_of(ROOT) SUCH THAT NOT c.transfers};
  IN
  ROOTTYPE: Giving;
  INSTANTIATION:
  CONSTRAINT:
    EXISTS c IN calls SUCH THAT waits_for_progress_in(ROOT, c) > 0;
  EXPORT:
    float waiting = SUM(waits_for_progress_in(ROOT, c) WHERE c IN calls);
  METRIC: "asl_rma_sync_wait_for_progress" TITLE "Wait for Progress (ASL)"
    TEXT "Time a process waits until the target of its operation enters MPI."
    CHARGE waits_for_progress_in(ROOT, c) AT c.call ITSELF WHERE c IN calls;
}

PATTERN WaitForProgressInTransfer() {
  LET
    setof EpochCall calls = {c IN calls_of(ROOT) SUCH THAT c.transfers};
  IN
  ROOTTYPE: Giving;
  INSTANTIATION:
  CONSTRAINT:
    EXISTS c IN calls SUCH THAT waits_for_progress_in(ROOT, c) > 0;
  EXPORT:
    float waiting = SUM(waits_for_progress_in(ROOT, c) WHERE c IN calls);
  METRIC: "asl_rma_comm_wait_for_progress" TITLE "Wait for Progress (ASL)"
    TEXT "Time a transfer waits until its target enters MPI."
    CHARGE waits_for_progress_in(ROOT, c) AT c.call ITSELF WHERE c IN calls;
}
