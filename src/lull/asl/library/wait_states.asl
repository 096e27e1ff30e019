// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Lull's own patterns of MPI, said in ASL: what they charge, to which call, and where they stand in
// the metric tree. Not loaded by itself: IMPORT "wait_states.asl".

// ---- Messages ----

// A receive whose send is in the trace, and the call that sent.
class Arrival extends Receive SUCH THAT NOT (sendptr(THIS) == NULL) {
  Send send = sendptr(THIS);
  Enter sender = enterptr(THIS.send);
}

// What the call in hand of a process has received so far.
setof Arrival arrivals(Event e, Process p) =
  IF (e == NULL)
    {}
  ELIF (typeof(e) == RegionEvent AND e.process_id == p)
    {}
  ELIF (typeof(e) == Arrival AND e.process_id == p)
    arrivals(PRED(e), p) + { e }
  ELSE
    arrivals(PRED(e), p);

// The first of those whose call to send began last.
Arrival latest(setof Arrival arrived) =
  UNIQUE({
    a IN arrived SUCH THAT
    NEXISTS b IN arrived SUCH THAT
    (b.sender.timestamp > a.sender.timestamp OR
     b.sender.timestamp == a.sender.timestamp AND b.index < a.index)
  });

// How long a call waits for something that begins at a time: no longer than it lasts.
float waits(Enter call, Exit leave, float until) =
  MAX(0.0, MIN(until, leave.timestamp) - call.timestamp);

// Calls that do not wait for what they complete.
boolean polls(Region r) =
  r == REGION("MPI_Test*") OR r == REGION("MPI_Iprobe") OR r == REGION("MPI_Improbe") OR
  r == REGION("MPI_Request_get_status*");

// A call that receives waits for the last of the sends that it completes.
PATTERN LateSenderCall() {
  LET
    setof Arrival here = {
      a IN arrivals(PRED(ROOT), ROOT.process_id) SUCH THAT NOT (a.sender == NULL)
    };
  IN
  ROOTTYPE: Exit;
  INSTANTIATION:
    Enter call = enterptr(ROOT);
    Arrival last = IF (NOT (here == NULL)) latest(here);
    Send send = last.send;
  CONSTRAINT:
    NOT polls(ROOT.region) AND last.sender.timestamp > call.timestamp;
  EXPORT:
    float waiting = waits(call, ROOT, last.sender.timestamp);
  METRIC: "asl_latesender" TITLE "Late Sender (ASL)"
    TEXT "Time a receiver waits because the sender has not yet begun to send."
    CHARGE waiting AT call;
}

// ---- Collective operations ----

// How many collective operations a process has ended on a communicator.
int operations(Event e, Communicator c, Process p) =
  IF (e == NULL)
    0
  ELIF (typeof(e) == CollectiveEnd AND e.communicator == c AND e.process_id == p)
    operations(PRED(e), c, p) + 1
  ELSE
    operations(PRED(e), c, p);

// A process's part in an operation; the parts of one operation have one number.
class Part extends CollectiveEnd
  SUCH THAT NOT (THIS.begin == NULL) AND NOT (THIS.communicator == NULL) {
  int number = operations(PRED(THIS), THIS.communicator, THIS.process_id);
}

// The parts of operations that are not complete.
setof Part incomplete(Event e, Communicator c) =
  IF (e == NULL)
    {}
  ELIF (typeof(e) == Part AND e.communicator == c)
    IF (COUNT(p WHERE p IN incomplete(PRED(e), c) AND p.number == e.number) + 1 == c.size)
      incomplete(PRED(e), c) - {
        p IN incomplete(PRED(e), c) SUCH THAT p.number == e.number
      }
    ELSE
      incomplete(PRED(e), c) + { e }
  ELSE
    incomplete(PRED(e), c);

// All parts, when the last one ends.
setof Part parts(Part last) = {
  p IN incomplete(PRED(last), last.communicator) SUCH THAT p.number == last.number
} + { last };

boolean complete(Part last) = COUNT(p WHERE p IN parts(last)) == last.communicator.size;

float last_begin(Part last) = MAX(p.begin.timestamp WHERE p IN parts(last));
float first_end(Part last) = MIN(p.timestamp WHERE p IN parts(last));

// How long a process waits in its part.
float waits_in(Part p, float until) = MAX(0.0, MIN(until, p.timestamp) - p.begin.timestamp);
// How long it stays from a moment on.
float stays_in(Part p, float since) = MAX(0.0, p.timestamp - MAX(since, p.begin.timestamp));

PATTERN WaitAtBarrier() {
  ROOTTYPE: Part;
  INSTANTIATION:
  CONSTRAINT:
    ROOT.operation == Collective.barrier AND complete(ROOT);
  EXPORT:
    float last = last_begin(ROOT);
    float waiting = SUM(waits_in(p, last) WHERE p IN parts(ROOT));
  METRIC: "asl_barrier_wait" TITLE "Wait at Barrier (ASL)"
    TEXT "Time a process waits in a barrier until the last process enters it."
    CHARGE waits_in(p, last) AT enterptr(p) WHERE p IN parts(ROOT);
}

PATTERN BarrierCompletion() {
  ROOTTYPE: Part;
  INSTANTIATION:
  CONSTRAINT:
    ROOT.operation == Collective.barrier AND complete(ROOT);
  EXPORT:
    float since = MAX(first_end(ROOT), last_begin(ROOT));
    float staying = SUM(stays_in(p, since) WHERE p IN parts(ROOT));
  METRIC: "asl_barrier_completion" TITLE "Barrier Completion (ASL)"
    TEXT "Time a process stays in a barrier after the first process has left it."
    CHARGE stays_in(p, since) AT enterptr(p) WHERE p IN parts(ROOT);
}

boolean is_n_to_n(Collective operation) =
  operation == Collective.allgather OR operation == Collective.allgatherv OR
  operation == Collective.alltoall OR operation == Collective.alltoallv OR
  operation == Collective.alltoallw OR operation == Collective.allreduce OR
  operation == Collective.reduce_scatter OR operation == Collective.reduce_scatter_block;

boolean sends(Part last) = EXISTS p IN parts(last) SUCH THAT p.sent > 0;

// Until when all wait: for the last of all where everybody was in at once, else for the last of
// those who send. Before everything where nobody is waited for.
float n_to_n_until(Part last) =
  IF (first_end(last) >= last_begin(last)) last_begin(last)
  ELIF (sends(last)) MAX(p.begin.timestamp WHERE p IN parts(last) AND p.sent > 0)
  ELSE 0.0;

float waits_n_to_n(Part p, Part last) =
  IF (first_end(last) >= last_begin(last) OR p.received > 0) waits_in(p, n_to_n_until(last))
  ELSE 0.0;

PATTERN WaitAtNxN() {
  ROOTTYPE: Part;
  INSTANTIATION:
  CONSTRAINT:
    is_n_to_n(ROOT.operation) AND complete(ROOT);
  EXPORT:
    float waiting = SUM(waits_n_to_n(p, ROOT) WHERE p IN parts(ROOT));
  METRIC: "asl_wait_nxn" TITLE "Wait at N x N (ASL)"
    TEXT "Time a process waits in an n-to-n operation until the last process enters it."
    CHARGE waits_n_to_n(p, ROOT) AT enterptr(p) WHERE p IN parts(ROOT);
}

// Of an operation that is complete.
Part root_part(Part last) =
  IF (complete(last)) UNIQUE({ p IN parts(last) SUCH THAT p.process_id == p.root });

boolean is_1_to_n(Collective operation) =
  operation == Collective.bcast OR operation == Collective.scatter OR
  operation == Collective.scatterv;

PATTERN LateBroadcast() {
  ROOTTYPE: Part;
  INSTANTIATION:
    Part root = IF (is_1_to_n(ROOT.operation)) root_part(ROOT);
  CONSTRAINT:
    root.sent > 0;
  EXPORT:
    float begin = root.begin.timestamp;
    float waiting =
      SUM(waits_in(p, begin) WHERE p IN parts(ROOT) AND NOT (p == root) AND p.received > 0);
  METRIC: "asl_latebroadcast" TITLE "Late Broadcast (ASL)"
    TEXT "Time a process waits in a 1-to-n operation until the root enters it."
    CHARGE waits_in(p, begin) AT enterptr(p)
    WHERE p IN parts(ROOT) AND NOT (p == root) AND p.received > 0;
}

boolean is_n_to_1(Collective operation) =
  operation == Collective.reduce OR operation == Collective.gather OR
  operation == Collective.gatherv;

PATTERN EarlyReduce() {
  ROOTTYPE: Part;
  INSTANTIATION:
    Part root = IF (is_n_to_1(ROOT.operation)) root_part(ROOT);
    setof Part others = { p IN parts(ROOT) SUCH THAT NOT (p == root) AND p.sent > 0 };
  CONSTRAINT:
    root.received > 0 AND NOT (others == NULL);
  EXPORT:
    float waiting = waits_in(root, MAX(p.begin.timestamp WHERE p IN others));
  METRIC: "asl_earlyreduce" TITLE "Early Reduce (ASL)"
    TEXT "Time the root of an n-to-1 operation waits for the last process that sends."
    CHARGE waiting AT enterptr(root);
}
