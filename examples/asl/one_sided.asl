// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Lull's built-in patterns of one-sided MPI, written in ASL: operations on windows, fences, epochs
// of start and post.

// ---- Window operations of calls ----

Region mpi_call = REGION("MPI_*");

class RmaAccess extends Event
  SUCH THAT typeof(THIS) == RmaPut OR typeof(THIS) == RmaGet OR typeof(THIS) == RmaAtomic {
  Window on = accessed(THIS);
  Process whose = access_target(THIS);
}
Window accessed(Event e) =
  IF (typeof(e) == RmaPut) e.window
  ELIF (typeof(e) == RmaGet) e.window
  ELIF (typeof(e) == RmaAtomic) e.window;
Process access_target(Event e) =
  IF (typeof(e) == RmaPut) e.remote
  ELIF (typeof(e) == RmaGet) e.remote
  ELIF (typeof(e) == RmaAtomic) e.remote;

class GroupSync extends RmaGroupSync SUCH THAT NOT (THIS.group == NULL) {
  Process owner = THIS.process_id.master;
  setof Process members = THIS.group.members;
}

class RmaRecord extends Event
  SUCH THAT (typeof(THIS) == RmaAccess OR typeof(THIS) == GroupSync OR
             typeof(THIS) == RmaRequestLock OR typeof(THIS) == RmaReleaseLock OR
             typeof(THIS) == RmaSync) AND
  NOT (window_of(THIS) == NULL) {}
Window window_of(Event e) =
  IF (typeof(e) == RmaAccess) e.on
  ELIF (typeof(e) == GroupSync) e.window
  ELIF (typeof(e) == RmaRequestLock) e.window
  ELIF (typeof(e) == RmaReleaseLock) e.window
  ELIF (typeof(e) == RmaSync) e.window;

// The operation of a thread's current call.
RmaRecord done_in_call(Event e, Process p) =
  IF (e == NULL) NULL
  ELIF (typeof(e) == RegionEvent AND e.process_id == p) NULL
  ELIF (typeof(e) == RmaRecord AND e.process_id == p)
    IF (done_in_call(PRED(e), p) == NULL) e ELSE done_in_call(PRED(e), p)
  ELSE done_in_call(PRED(e), p);

// The end of a call with such an operation.
class WindowCall extends Exit
  SUCH THAT NOT (done_in_call(PRED(THIS), THIS.process_id) == NULL) AND
  THIS.region == mpi_call AND NOT (enterptr(THIS) == NULL) {
  RmaRecord record = done_in_call(PRED(THIS), THIS.process_id);
  Enter call = enterptr(THIS);
  Process owner = THIS.process_id.master;
  Window window = window_of(THIS.record);
}

// Duration of a call until a moment during it; else zero.
float span(WindowCall c, float until) =
  IF (c.call.timestamp < until AND until <= c.timestamp) until - c.call.timestamp ELSE 0.0;
float upto(WindowCall c, float since, float until) =
  MAX(0.0, MIN(until, c.timestamp) - MAX(since, c.call.timestamp));

// ---- Locks ----

class LockCall extends WindowCall SUCH THAT typeof(THIS.record) == RmaRequestLock {
  Process target = lock_target(THIS.record);  // NULL: all
}
class UnlockCall extends WindowCall SUCH THAT typeof(THIS.record) == RmaReleaseLock {
  Process target = lock_target(THIS.record);
}
Process lock_target(Event e) =
  IF (typeof(e) == RmaRequestLock) e.remote ELIF (typeof(e) == RmaReleaseLock) e.remote;
boolean same_target(Process a, Process b) = IF (a == NULL) b == NULL ELSE a == b;

// The locks that a process holds.
setof LockCall locks(Event e, Window w, Process p) =
  IF (e == NULL) {}
  ELIF (typeof(e) == LockCall AND e.window == w AND e.owner == p)
    {l IN locks(PRED(e), w, p) SUCH THAT NOT same_target(l.target, e.target)} + { e }
  ELIF (typeof(e) == UnlockCall AND e.window == w AND e.owner == p)
    locks(PRED(e), w, p) -
      {l IN locks(PRED(e), w, p) SUCH THAT same_target(l.target, e.target)}
  ELSE locks(PRED(e), w, p);

boolean is_locked(Event e, Window w, Process p, Process target) =
  EXISTS l IN locks(PRED(e), w, p) SUCH THAT (l.target == NULL OR l.target == target);

// ---- Starts and posts ----

class GroupCall extends WindowCall SUCH THAT typeof(THIS.record) == GroupSync {
  GroupSync sync = as_group_sync(THIS.record);
  int others = COUNT(m WHERE m IN THIS.sync.members AND NOT (m == THIS.owner));
  int members = COUNT(m WHERE m IN THIS.sync.members);
}
GroupSync as_group_sync(Event e) = IF (typeof(e) == GroupSync) e;
boolean has(GroupSync s, Process p) = EXISTS m IN s.members SUCH THAT m == p;

// The n-th start of a process whose group contains another process matches that process's n-th post
// whose group contains the first. The later one refers to the other.
class StartCall extends GroupCall SUCH THAT THIS.region == MPI_WIN_START {
  int number = starts_so_far(PRED(THIS), THIS.window, THIS.owner);
  setof GroupSync met = {
    s IN posts(PRED(THIS), THIS.window) SUCH THAT
    is_open_post(THIS, s, THIS.sync) AND
    NEXISTS o IN posts(PRED(THIS), THIS.window) SUCH THAT
    (o.owner == s.owner AND o.index < s.index AND is_open_post(THIS, o, THIS.sync))
  };
}
class PostCall extends GroupCall SUCH THAT THIS.region == MPI_WIN_POST {
  int number = posts_so_far(PRED(THIS), THIS.window, THIS.owner);
  setof GroupSync met = {
    s IN starts(PRED(THIS), THIS.window) SUCH THAT
    is_open_start(THIS, s, THIS.sync) AND
    NEXISTS o IN starts(PRED(THIS), THIS.window) SUCH THAT
    (o.owner == s.owner AND o.index < s.index AND is_open_start(THIS, o, THIS.sync))
  };
}
int starts_so_far(Event e, Window w, Process p) =
  IF (e == NULL) 0
  ELIF (typeof(e) == StartCall AND e.window == w AND e.owner == p) starts_so_far(PRED(e), w, p) + 1
  ELSE starts_so_far(PRED(e), w, p);
int posts_so_far(Event e, Window w, Process p) =
  IF (e == NULL) 0
  ELIF (typeof(e) == PostCall AND e.window == w AND e.owner == p) posts_so_far(PRED(e), w, p) + 1
  ELSE posts_so_far(PRED(e), w, p);

boolean knows(setof GroupSync all, GroupSync one) = EXISTS s IN all SUCH THAT s == one;
boolean belong(StartCall s, PostCall p) = knows(s.met, p.sync) OR knows(p.met, s.sync);

// Whether a post may match a start and has none of that process yet; and vice versa.
boolean is_open_post(Event e, GroupSync post, GroupSync start) =
  has(start, post.owner) AND has(post, start.owner) AND
  EXISTS p IN exposures(PRED(e), start.window) SUCH THAT
  (p.sync == post AND NEXISTS m IN p.met SUCH THAT m.owner == start.owner AND
   NEXISTS s IN accesses(PRED(e), start.window) SUCH THAT
   (s.owner == start.owner AND knows(s.met, post)));
boolean is_open_start(Event e, GroupSync start, GroupSync post) =
  has(post, start.owner) AND has(start, post.owner) AND
  EXISTS s IN accesses(PRED(e), post.window) SUCH THAT
  (s.sync == start AND NEXISTS m IN s.met SUCH THAT m.owner == post.owner AND
   NEXISTS p IN exposures(PRED(e), post.window) SUCH THAT
   (p.owner == post.owner AND knows(p.met, start)));

// Limit on epochs of a process that are kept without their other side.
int epochs_kept = 16;

// Epochs of origins while they are open or a target waits, and starts of epochs with an unknown
// post.
setof StartCall accesses(Event e, Window w) =
  IF (e == NULL) {}
  ELIF (typeof(e) == StartCall AND e.window == w)
    {
      s IN accesses(PRED(e), w) SUCH THAT
      s.owner != e.owner OR s.number + epochs_kept > e.number AND is_needed(e, s)
    } + { e }
  ELSE accesses(PRED(e), w);
boolean is_needed(Event e, StartCall s) =
  (NEXISTS c IN completes(PRED(e), s.window) SUCH THAT (c.start == s AND c.missing == 0)) OR
  (EXISTS p IN exposures(PRED(e), s.window) SUCH THAT belong(s, p));
setof GroupSync starts(Event e, Window w) =
  IF (e == NULL) {}
  ELIF (typeof(e) == StartCall AND e.window == w)
    {
      r IN starts(PRED(e), w) SUCH THAT
      EXISTS s IN accesses(PRED(e), w) SUCH THAT s.sync == r
    } + { e.sync }
  ELIF (typeof(e) == AccessEnd AND e.window == w)
    {r IN starts(PRED(e), w) SUCH THAT NEXISTS c IN e.over SUCH THAT c.start.sync == r}
  ELSE starts(PRED(e), w);
StartCall open_start(Event e, Window w, Process p) =
  IF (e == NULL) NULL
  ELIF (typeof(e) == StartCall AND e.window == w AND e.owner == p) e
  ELIF (typeof(e) == CompleteCall AND e.window == w AND e.owner == p) NULL
  ELSE open_start(PRED(e), w, p);

// Epochs of targets until all origins have completed them, and the posts that began them.
setof PostCall exposures(Event e, Window w) =
  IF (e == NULL) {}
  ELIF (typeof(e) == PostCall AND e.window == w)
    {
      p IN exposures(PRED(e), w) SUCH THAT
      p.owner != e.owner OR p.number + epochs_kept > e.number
    } + { e }
  ELIF (typeof(e) == ExposureEnd AND e.window == w)
    {p IN exposures(PRED(e), w) SUCH THAT NEXISTS x IN e.over SUCH THAT x.post == p}
  ELSE exposures(PRED(e), w);
setof GroupSync posts(Event e, Window w) =
  IF (e == NULL) {}
  ELIF (typeof(e) == PostCall AND e.window == w)
    {
      r IN posts(PRED(e), w) SUCH THAT
      EXISTS p IN exposures(PRED(e), w) SUCH THAT p.sync == r
    } + { e.sync }
  ELSE posts(PRED(e), w);
PostCall open_post(Event e, Window w, Process p) =
  IF (e == NULL) NULL
  ELIF (typeof(e) == PostCall AND e.window == w AND e.owner == p) e
  ELIF (typeof(e) == WaitCall AND e.window == w AND e.owner == p) NULL
  ELSE open_post(PRED(e), w, p);

// ---- Transfers ----

// Access is granted by the epoch of a lock, else of a start, else of fences.
class Transfer extends WindowCall
  SUCH THAT typeof(THIS.record) == RmaAccess AND NOT (access_target(THIS.record) == NULL) {
  Process target = access_target(THIS.record);
  boolean locked = is_locked(THIS, THIS.window, THIS.owner, access_target(THIS.record));
  StartCall start =
    IF (NOT THIS.locked AND
        grants(open_start(PRED(THIS), THIS.window, THIS.owner), access_target(THIS.record)))
      open_start(PRED(THIS), THIS.window, THIS.owner);
  boolean beside_post = posts_now(THIS, access_target(THIS.record));
}
boolean posts_now(Event e, Process p) =
  EXISTS f IN R(PRED(e), p) SUCH THAT f.region == MPI_WIN_POST;
boolean grants(StartCall s, Process target) = IF (s == NULL) FALSE ELSE has(s.sync, target);

// The last transfer to each target in an epoch of a start, and between fences.
setof Transfer started_transfers(Event e, Window w, Process p) =
  IF (e == NULL) {}
  ELIF (typeof(e) == Transfer AND e.window == w AND e.owner == p)
    (IF (e.start == NULL) started_transfers(PRED(e), w, p)
     ELSE {t IN started_transfers(PRED(e), w, p) SUCH THAT t.target != e.target} + { e })
  ELIF (typeof(e) == StartCall AND e.window == w AND e.owner == p) {}
  ELSE started_transfers(PRED(e), w, p);
setof Transfer fenced_transfers(Event e, Window w, Process p) =
  IF (e == NULL) {}
  ELIF (typeof(e) == Transfer AND e.window == w AND e.owner == p)
    (IF (e.locked OR NOT (e.start == NULL)) fenced_transfers(PRED(e), w, p)
     ELSE {t IN fenced_transfers(PRED(e), w, p) SUCH THAT t.target != e.target} + { e })
  ELIF (typeof(e) == WindowPart AND e.window == w AND e.owner == p) {}
  ELSE fenced_transfers(PRED(e), w, p);

// ---- Ends of epochs ----

class CompleteCall extends GroupCall
  SUCH THAT THIS.region == MPI_WIN_COMPLETE AND
  NOT (open_start(PRED(THIS), THIS.window, THIS.owner) == NULL) {
  StartCall start = open_start(PRED(THIS), THIS.window, THIS.owner);
  setof Transfer transfers = started_transfers(PRED(THIS), THIS.window, THIS.owner);
  int missing =  // posts that are not known yet
    THIS.start.members -
    COUNT(p WHERE p IN exposures(PRED(THIS), THIS.window) AND belong(THIS.start, p));
}
class WaitCall extends GroupCall
  SUCH THAT (THIS.region == MPI_WIN_WAIT OR THIS.region == MPI_WIN_TEST) AND
  NOT (open_post(PRED(THIS), THIS.window, THIS.owner) == NULL) {
  PostCall post = open_post(PRED(THIS), THIS.window, THIS.owner);
  boolean waits = THIS.region == MPI_WIN_WAIT;
}
CompleteCall as_complete(Event e) = IF (typeof(e) == CompleteCall) e;
PostCall as_post(Event e) = IF (typeof(e) == PostCall) e;

setof CompleteCall completes(Event e, Window w) =
  IF (e == NULL) {}
  ELIF (typeof(e) == CompleteCall AND e.window == w)
    {
      c IN completes(PRED(e), w) SUCH THAT
      c.owner != e.owner OR EXISTS s IN accesses(PRED(e), w) SUCH THAT s == c.start
    } + { e }
  ELSE completes(PRED(e), w);

// The completes of an exposure that are known when an event ends it.
setof CompleteCall completes_of(Event e, PostCall p) =
  {c IN completes(PRED(e), p.window) SUCH THAT belong(c.start, p)} + own_complete(e, p);
setof CompleteCall own_complete(Event e, PostCall p) =
  IF (typeof(e) == CompleteCall) (IF (belong(e.start, p)) { e } ELSE {}) ELSE {};
boolean is_whole(Event e, PostCall p) =
  COUNT(c WHERE c IN completes_of(e, p)) == p.members;

// The posts of an access.
setof PostCall posts_of(Event e, StartCall s) =
  {p IN exposures(PRED(e), s.window) SUCH THAT belong(s, p)} + own_post(e, s);
setof PostCall own_post(Event e, StartCall s) =
  IF (typeof(e) == PostCall) (IF (belong(s, e)) { e } ELSE {}) ELSE {};

// An exposure is over when its process has waited and all origins have completed.
class ExposureEnd extends WindowCall
  SUCH THAT (typeof(THIS) == WaitCall OR typeof(THIS) == CompleteCall) AND
  NOT (exposures_over(THIS) == NULL) {
  setof WaitCall over = exposures_over(THIS);
}
setof WaitCall exposures_over(Event e) =
  IF (typeof(e) == WaitCall) (IF (is_whole(e, e.post)) { e } ELSE {})
  ELIF (typeof(e) == CompleteCall)
    {
      x IN waited(PRED(e), e.window) SUCH THAT
      belong(e.start, x.post) AND is_whole(e, x.post)
    }
  ELSE {};
setof WaitCall waited(Event e, Window w) =
  IF (e == NULL) {}
  ELIF (typeof(e) == ExposureEnd AND e.window == w) waited(PRED(e), w) - e.over
  ELIF (typeof(e) == WaitCall AND e.window == w)
    {
      x IN waited(PRED(e), w) SUCH THAT
      x.owner != e.owner OR x.post.number + epochs_kept > e.post.number
    } + { e }
  ELSE waited(PRED(e), w);

// An access is settled when it is complete and all its posts are known.
class AccessEnd extends WindowCall
  SUCH THAT (typeof(THIS) == CompleteCall OR typeof(THIS) == PostCall) AND
  NOT (accesses_over(THIS) == NULL) {
  setof CompleteCall over = accesses_over(THIS);
}
setof CompleteCall accesses_over(Event e) =
  IF (typeof(e) == CompleteCall) (IF (e.missing == 0) { e } ELSE {})
  ELIF (typeof(e) == PostCall)
    {
      c IN completes(PRED(e), e.window) SUCH THAT
      c.missing > 0 AND belong(c.start, e) AND
      c.missing == COUNT(p WHERE p IN posts_of(e, c.start) AND p.index > c.index)
    }
  ELSE {};
float last_post(Event e, StartCall s) = MAX(p.call.timestamp WHERE p IN posts_of(e, s));

// The calls of an access that wait for all posts.
StartCall start_of(WindowCall c) =
  IF (typeof(c) == StartCall) c ELIF (typeof(c) == CompleteCall) c.start;

PATTERN LatePost() {
  LET
    setof CompleteCall ends = {c IN ROOT.over SUCH THAT c.start.members > 0};
    setof WindowCall begins = {
      s IN accesses(PRED(ROOT), ROOT.window) SUCH THAT EXISTS c IN ends SUCH THAT c.start == s
    };
    setof WindowCall calls = begins + ends;
  IN
  ROOTTYPE: AccessEnd;
  INSTANTIATION:
  CONSTRAINT:
    NOT (ends == NULL);
  EXPORT:
    float waiting = SUM(span(c, last_post(ROOT, start_of(c))) WHERE c IN calls);
  METRIC: "asl_rma_sync_late_post" TITLE "Late Post (ASL)"
    TEXT "Time a process waits in MPI_Win_start or _complete until its last target has posted."
    CHARGE span(c, last_post(ROOT, start_of(c))) AT c.call ITSELF WHERE c IN calls;
}

setof PostCall post_for(Transfer t) =
  IF (t.start == NULL) {}
  ELSE {
    p IN exposures(PRED(t), t.window) SUCH THAT p.owner == t.target AND belong(t.start, p)
  };

// Transfers that may have waited for a post that is not over yet, or that begins when they end.
setof Transfer early_transfers(Event e, Window w) =
  IF (e == NULL) {}
  ELIF (typeof(e) == Transfer AND e.window == w)
    (IF (NOT (e.start == NULL) AND post_for(e) == NULL)
       {
         t IN early_transfers(PRED(e), w) SUCH THAT
         t.owner != e.owner OR t.beside_post OR t.timestamp == e.timestamp
       } + { e }
     ELSE early_transfers(PRED(e), w))
  ELIF (typeof(e) == PostCall AND e.window == w)
    {t IN early_transfers(PRED(e), w) SUCH THAT t.target != e.owner}
  ELSE early_transfers(PRED(e), w);
setof Transfer transfers_for(WindowCall c) =
  IF (typeof(c) == Transfer) (IF (post_for(c) == NULL) {} ELSE { c })
  ELIF (typeof(c) == PostCall)
    {
      t IN early_transfers(PRED(c), c.window) SUCH THAT
      t.target == c.owner AND belong(t.start, c)
    }
  ELSE {};
float posted(WindowCall c) =
  IF (typeof(c) == PostCall) c.call.timestamp
  ELIF (typeof(c) == Transfer) MAX(p.call.timestamp WHERE p IN post_for(c))
  ELSE 0.0;

PATTERN LatePostInTransfer() {
  LET
    setof Transfer late = transfers_for(ROOT);
  IN
  ROOTTYPE: WindowCall;
  INSTANTIATION:
  CONSTRAINT:
    NOT (late == NULL);
  EXPORT:
    float waiting = SUM(span(t, posted(ROOT)) WHERE t IN late);
  METRIC: "asl_rma_comm_late_post" TITLE "Late Post (ASL)"
    TEXT "Time a process waits in a transfer until its target has posted."
    CHARGE span(t, posted(ROOT)) AT t.call ITSELF WHERE t IN late;
}

// When the last origin of an exposure completed, and when its last transfer ended.
float last_complete(Event e, WaitCall x) =
  MAX(c.call.timestamp WHERE c IN completes_of(e, x.post));
float last_access(CompleteCall c, Process target) =
  IF (EXISTS t IN c.transfers SUCH THAT t.target == target)
    MAX(t.timestamp WHERE t IN c.transfers AND t.target == target)
  ELSE c.start.timestamp;
float last_access_of_all(Event e, WaitCall x) =
  MAX(last_access(c, x.owner) WHERE c IN completes_of(e, x.post));

PATTERN EarlyWait() {
  LET
    setof WaitCall early = {x IN ROOT.over SUCH THAT x.waits AND x.post.members > 0};
  IN
  ROOTTYPE: ExposureEnd;
  INSTANTIATION:
  CONSTRAINT:
    NOT (early == NULL);
  EXPORT:
    float waiting = SUM(upto(x, 0.0, last_complete(ROOT, x)) WHERE x IN early);
  METRIC: "asl_rma_early_wait" TITLE "Early Wait (ASL)"
    TEXT "Time a process waits in MPI_Win_wait until the last origin calls MPI_Win_complete."
    CHARGE upto(x, 0.0, last_complete(ROOT, x)) AT x.call ITSELF WHERE x IN early;
}

PATTERN LateComplete() {
  LET
    setof WaitCall early = {x IN ROOT.over SUCH THAT x.waits AND x.post.members > 0};
  IN
  ROOTTYPE: ExposureEnd;
  INSTANTIATION:
  CONSTRAINT:
    NOT (early == NULL);
  EXPORT:
    float waiting =
      SUM(upto(x, last_access_of_all(ROOT, x), last_complete(ROOT, x)) WHERE x IN early);
  METRIC: "asl_rma_late_complete" UNDER "asl_rma_early_wait" TITLE "Late Complete (ASL)"
    TEXT "The part of Early Wait after the last transfer of all."
    CHARGE upto(x, last_access_of_all(ROOT, x), last_complete(ROOT, x)) AT x.call ITSELF
    WHERE x IN early;
}

// ---- Collective operations on windows ----

RmaCollectiveBegin last_begun(Event e, Process p) =
  IF (e == NULL) NULL
  ELIF (typeof(e) == RmaCollectiveBegin AND e.process_id == p) e
  ELSE last_begun(PRED(e), p);
int window_operations(Event e, Window w, Process p) =
  IF (e == NULL) 0
  ELIF (typeof(e) == RmaCollectiveEnd AND e.window == w AND e.process_id.master == p)
    window_operations(PRED(e), w, p) + 1
  ELSE window_operations(PRED(e), w, p);

// A process's part in an operation; its parts share a number.
class WindowPart extends RmaCollectiveEnd
  SUCH THAT NOT (THIS.window == NULL) AND NOT (enterptr(THIS) == NULL) AND
  in_mpi(enterptr(THIS)) AND NOT (THIS.window.communicator == NULL) {
  Enter call = enterptr(THIS);
  Process owner = THIS.process_id.master;
  int number = window_operations(PRED(THIS), THIS.window, THIS.process_id.master);
  boolean creates =
    THIS.operation == Collective.create_handle OR THIS.operation == Collective.create_and_allocate;
  boolean frees =
    THIS.operation == Collective.destroy_handle OR
    THIS.operation == Collective.destroy_and_deallocate;
  boolean fences = NOT THIS.creates AND NOT THIS.frees;
  float begin = begun_since(enterptr(THIS), last_begun(PRED(THIS), THIS.process_id));
  // The transfers of the epoch that it ends.
  setof Transfer transfers =
    fenced_transfers(PRED(THIS), THIS.window, THIS.process_id.master);
}
boolean in_mpi(Enter call) = call.region == mpi_call;
float begun_since(Enter call, RmaCollectiveBegin begin) =
  IF (begin == NULL) call.timestamp ELSE MAX(call.timestamp, begin.timestamp);

// If an operation is that far behind the others, some part of it is not in the trace.
int windows_patience = 64;

// The parts of incomplete operations.
setof WindowPart unfinished_parts(Event e, Window w) =
  IF (e == NULL) {}
  ELIF (typeof(e) == WindowPart AND e.window == w)
    (IF (all_parts_there(e))
       unfinished_parts(PRED(e), w) - {
         p IN unfinished_parts(PRED(e), w) SUCH THAT p.number == e.number
       }
     ELIF (EXISTS p IN unfinished_parts(PRED(e), w) SUCH THAT
           p.number + windows_patience < e.number)
       {
         p IN unfinished_parts(PRED(e), w) SUCH THAT p.number + windows_patience >= e.number
       } + { e }
     ELSE unfinished_parts(PRED(e), w) + { e })
  ELSE unfinished_parts(PRED(e), w);
setof WindowPart window_parts(WindowPart last) = {
  p IN unfinished_parts(PRED(last), last.window) SUCH THAT p.number == last.number
} + { last };
boolean all_parts_there(WindowPart last) =
  COUNT(p WHERE p IN window_parts(last)) == last.window.communicator.size;
boolean agree(WindowPart last) =
  FORALL p IN window_parts(last) SUCH THAT
  (p.creates == last.creates AND p.frees == last.frees);

// All or nothing: if one process left before another entered, nobody was synchronised.
float last_part_begin(WindowPart last) = MAX(p.begin WHERE p IN window_parts(last));
boolean together(WindowPart last) =
  MIN(p.timestamp WHERE p IN window_parts(last)) >= last_part_begin(last);
float waits_for_parts(WindowPart p, float until) = MAX(0.0, until - p.begin);

PATTERN WaitAtCreate() {
  ROOTTYPE: WindowPart;
  INSTANTIATION:
  CONSTRAINT:
    ROOT.creates AND all_parts_there(ROOT) AND agree(ROOT) AND together(ROOT);
  EXPORT:
    float last = last_part_begin(ROOT);
    float waiting = SUM(waits_for_parts(p, last) WHERE p IN window_parts(ROOT));
  METRIC: "asl_rma_wait_at_create" TITLE "Wait at Create (ASL)"
    TEXT "Time a process waits in the creation of a window until the last process reaches it."
    CHARGE waits_for_parts(p, last) AT p.call ITSELF WHERE p IN window_parts(ROOT);
}

PATTERN WaitAtFree() {
  ROOTTYPE: WindowPart;
  INSTANTIATION:
  CONSTRAINT:
    ROOT.frees AND all_parts_there(ROOT) AND agree(ROOT) AND together(ROOT);
  EXPORT:
    float last = last_part_begin(ROOT);
    float waiting = SUM(waits_for_parts(p, last) WHERE p IN window_parts(ROOT));
  METRIC: "asl_rma_wait_at_free" TITLE "Wait at Free (ASL)"
    TEXT "Time a process waits in MPI_Win_free until the last process reaches it."
    CHARGE waits_for_parts(p, last) AT p.call ITSELF WHERE p IN window_parts(ROOT);
}

PATTERN WaitAtFence() {
  ROOTTYPE: WindowPart;
  INSTANTIATION:
  CONSTRAINT:
    ROOT.fences AND all_parts_there(ROOT) AND agree(ROOT) AND together(ROOT);
  EXPORT:
    float last = last_part_begin(ROOT);
    float waiting = SUM(waits_for_parts(p, last) WHERE p IN window_parts(ROOT));
  METRIC: "asl_rma_wait_at_fence" TITLE "Wait at Fence (ASL)"
    TEXT "Time a process waits in MPI_Win_fence until the last process reaches it."
    CHARGE waits_for_parts(p, last) AT p.call ITSELF WHERE p IN window_parts(ROOT);
}

// When the last transfer from others into a process ended; 0 if there is none.
float into_by(WindowPart of, Process target) =
  IF (of.owner != target AND EXISTS t IN of.transfers SUCH THAT t.target == target)
    MAX(t.timestamp WHERE t IN of.transfers AND t.target == target)
  ELSE 0.0;
float last_into(WindowPart last, Process target) =
  MAX(into_by(p, target) WHERE p IN window_parts(last));
boolean has_transfers(WindowPart last) =
  EXISTS p IN window_parts(last) SUCH THAT NOT (p.transfers == NULL);

PATTERN EarlyFence() {
  ROOTTYPE: WindowPart;
  INSTANTIATION:
  CONSTRAINT:
    ROOT.fences AND all_parts_there(ROOT) AND has_transfers(ROOT) AND agree(ROOT) AND
    together(ROOT);
  EXPORT:
    float last = last_part_begin(ROOT);
    float waiting =
      SUM(waits_for_parts(p, MIN(last, last_into(ROOT, p.owner))) WHERE p IN window_parts(ROOT));
  METRIC: "asl_rma_early_fence" UNDER "asl_rma_wait_at_fence" TITLE "Early Fence (ASL)"
    TEXT "Time a process waits in MPI_Win_fence while others still access its memory."
    CHARGE waits_for_parts(p, MIN(last, last_into(ROOT, p.owner))) AT p.call ITSELF
    WHERE p IN window_parts(ROOT);
}

// ---- Numbers of processes that ends of epochs synchronise with, in total and unnecessarily ----

boolean reaches(WindowPart from, Process to) = EXISTS t IN from.transfers SUCH THAT t.target == to;
int partners(WindowPart last, WindowPart p) =
  COUNT(q WHERE q IN window_parts(last) AND
        NOT (q == p) AND (reaches(q, p.owner) OR reaches(p, q.owner)));

PATTERN FencePartners() {
  ROOTTYPE: WindowPart;
  INSTANTIATION:
  CONSTRAINT:
    ROOT.fences AND all_parts_there(ROOT) AND agree(ROOT);
  EXPORT:
    int size = ROOT.window.communicator.size;
    int all = size * (size - 1);
    int unneeded = IF (has_transfers(ROOT))
      all - SUM(partners(ROOT, p) WHERE p IN window_parts(ROOT)) ELSE all;
}

int used_targets(CompleteCall c) = COUNT(t WHERE t IN c.transfers AND NOT (t.target == c.owner));
PATTERN AccessPartners() {
  ROOTTYPE: AccessEnd;
  INSTANTIATION:
  CONSTRAINT:
    TRUE;
  EXPORT:
    int all = SUM(c.others WHERE c IN ROOT.over);
    int unneeded = all - SUM(used_targets(c) WHERE c IN ROOT.over);
}

int used_origins(Event e, WaitCall x) =
  COUNT(c WHERE c IN completes_of(e, x.post) AND
        NOT (c.owner == x.owner) AND EXISTS t IN c.transfers SUCH THAT t.target == x.owner);
PATTERN ExposurePartners() {
  ROOTTYPE: ExposureEnd;
  INSTANTIATION:
  CONSTRAINT:
    TRUE;
  EXPORT:
    int all = SUM(x.others WHERE x IN ROOT.over);
    int unneeded = all - SUM(used_origins(ROOT, x) WHERE x IN ROOT.over);
}
