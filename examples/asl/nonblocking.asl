// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Lull's built-in patterns of non-blocking collective operations, written in ASL.
//
// A trace names the communicator of an operation when it completes. The index of the operation on
// its communicator is known once all operations that the process began earlier are complete, too.
IMPORT "wait_states.asl";

// ---- Begin and completion of operations ----

class Begun extends NonBlockingCollectiveRequest SUCH THAT NOT (enterptr(THIS) == NULL) {
  Process owner = THIS.process_id.master;
  Enter call = enterptr(THIS);
}

// Limit on operations kept for a process after an earlier one that never completes.
int requests_kept = 128;
boolean too_many(Begun b) = COUNT(o WHERE o IN unsettled_begun(PRED(b), b.owner)) >= requests_kept;

// The operations of a process that are not settled, and those of them that are complete.
setof Begun unsettled_begun(Event e, Process p) =
  IF (e == NULL) {}
  ELIF (typeof(e) == Begun AND e.owner == p)
    (IF (too_many(e)) { e }
     ELIF (EXISTS b IN unsettled_begun(PRED(e), p) SUCH THAT b.request == e.request)
       {b IN unsettled_begun(PRED(e), p) SUCH THAT b.request != e.request OR is_done(e, b)} +
       { e }
     ELSE unsettled_begun(PRED(e), p) + { e })
  ELIF (typeof(e) == Completed AND e.owner == p)
    {b IN unsettled_begun(PRED(e), p) SUCH THAT NEXISTS d IN e.batch SUCH THAT d.begun == b} -
    (IF (e.in_order) e.begun)
  ELSE unsettled_begun(PRED(e), p);
setof Completed unsettled_done(Event e, Process p) =
  IF (e == NULL) {}
  ELIF (typeof(e) == Completed AND e.owner == p)
    (IF (e.in_order) unsettled_done(PRED(e), p) - e.batch
     ELSE unsettled_done(PRED(e), p) + { e })
  ELIF (typeof(e) == Begun AND e.owner == p)
    (IF (too_many(e)) {} ELSE unsettled_done(PRED(e), p))
  ELSE unsettled_done(PRED(e), p);
boolean is_done(Event e, Begun b) =
  EXISTS d IN unsettled_done(PRED(e), b.owner) SUCH THAT d.begun == b;

// Number of operations of a communicator that a process has completed.
int completions(Event e, Communicator c, Process p) =
  IF (e == NULL) 0
  ELIF (typeof(e) == Completed AND e.communicator == c AND e.owner == p)
    completions(PRED(e), c, p) + 1
  ELSE completions(PRED(e), c, p);

class Completed extends NonBlockingCollectiveComplete
  SUCH THAT NOT (THIS.communicator == NULL) AND NOT (enterptr(THIS) == NULL) AND
  NOT (request_of(THIS) == NULL) {
  Process owner = THIS.process_id.master;
  Enter call = enterptr(THIS);
  Begun begun = UNIQUE(request_of(THIS));
  // When the process had begun it: irrelevant while that call is not over.
  float since = begun_until(UNIQUE(request_of(THIS)), THIS);
  // No earlier one is open: it has its number, as have later ones that were complete.
  boolean in_order = NEXISTS b IN unsettled_begun(PRED(THIS), THIS.owner) SUCH THAT
    (b.index < THIS.begun.index AND NOT is_done(THIS, b));
  int number =
    IF (THIS.in_order)
      completions(PRED(THIS), THIS.communicator, THIS.owner) -
      COUNT(d WHERE d IN unsettled_done(PRED(THIS), THIS.owner) AND
            d.communicator == THIS.communicator AND d.begun.index > THIS.begun.index)
    ELSE -1;
  setof Completed batch =
    IF (NOT THIS.in_order) {}
    ELSE {
      d IN unsettled_done(PRED(THIS), THIS.owner) SUCH THAT
      NEXISTS b IN unsettled_begun(PRED(THIS), THIS.owner) SUCH THAT
      (b.index < d.begun.index AND NOT (b == THIS.begun) AND NOT is_done(THIS, b))
    };
}
setof Begun request_of(NonBlockingCollectiveComplete c) = {
  b IN unsettled_begun(PRED(c), c.process_id.master) SUCH THAT
  (b.request == c.request AND
   NEXISTS d IN unsettled_done(PRED(c), c.process_id.master) SUCH THAT d.begun == b)
};

// The operations that assigned numbers to others, as long as these are needed.
setof Completed settlers(Event e, Process p) =
  IF (e == NULL) {}
  ELIF (typeof(e) == Completed AND e.owner == p)
    (IF (e.batch == NULL) settlers(PRED(e), p)
     ELSE {
       s IN settlers(PRED(e), p) SUCH THAT
       EXISTS d IN s.batch SUCH THAT knows_part(unjoined(PRED(e)), d)
     } + { e })
  ELSE settlers(PRED(e), p);
boolean knows_part(setof Completed all, Completed d) = EXISTS o IN all SUCH THAT o == d;
int number_of(Completed now, Completed d) =
  IF (d.number >= 0) d.number
  ELIF (knows_part(now.batch, d)) number_by(now, d)
  ELSE number_by(settler_of(now, d), d);
Completed settler_of(Completed now, Completed d) =
  UNIQUE({s IN settlers(PRED(now), d.owner) SUCH THAT knows_part(s.batch, d)});
int number_by(Completed s, Completed d) =
  completions(PRED(s), d.communicator, d.owner) - 1 +
  COUNT(o WHERE o IN { s } AND o.communicator == d.communicator) -
  COUNT(o WHERE o IN unsettled_done(PRED(s), d.owner) + { s } AND
        o.communicator == d.communicator AND o.begun.index > d.begun.index);

// The end of a call that began operations, until all of these are settled.
setof Begun begun_in_call(Event e, Process p) =
  IF (e == NULL) {}
  ELIF (typeof(e) == RegionEvent AND e.process_id == p) {}
  ELIF (typeof(e) == Begun AND e.process_id == p) begun_in_call(PRED(e), p) + { e }
  ELSE begun_in_call(PRED(e), p);
class BeginningCall extends Exit
  SUCH THAT NOT (begun_in_call(PRED(THIS), THIS.process_id) == NULL) AND
  NOT (enterptr(THIS) == NULL) {
  Process owner = THIS.process_id.master;
  Enter call = enterptr(THIS);
}
setof BeginningCall begun_calls(Event e, Process p) =
  IF (e == NULL) {}
  ELIF (typeof(e) == BeginningCall AND e.owner == p)
    {
      x IN begun_calls(PRED(e), p) SUCH THAT
      EXISTS b IN unsettled_begun(PRED(e), p) SUCH THAT b.call == x.call
    } + { e }
  ELSE begun_calls(PRED(e), p);
float begun_until(Begun b, Event now) =
  IF (EXISTS x IN begun_calls(PRED(now), b.owner) SUCH THAT x.call == b.call)
    MAX(x.timestamp WHERE x IN begun_calls(PRED(now), b.owner) AND x.call == b.call)
  ELSE now.timestamp;

// ---- Operations: the parts of an operation share its number ----

// If an operation is that far behind the others, some part of it is not in the trace.
int operations_kept = 64;

// Parts whose partners are incomplete.
setof Completed unjoined(Event e) =
  IF (e == NULL) {}
  ELIF (typeof(e) == Joining) unjoined(PRED(e)) + own_parts(e) - e.joined
  ELIF (typeof(e) == Completed)
    (IF (NOT e.in_order) unjoined(PRED(e))
     ELIF (NOT (stale(e) == NULL)) unjoined(PRED(e)) + own_parts(e) - stale(e)
     ELIF (e.batch == NULL) unjoined(PRED(e)) + { e }
     ELSE unjoined(PRED(e)) + own_parts(e))
  ELSE unjoined(PRED(e));
setof Completed own_parts(Completed c) = IF (c.in_order) c.batch + { c } ELSE {};
setof Completed stale(Completed c) = {
  d IN unjoined(PRED(c)) SUCH THAT
  d.communicator == c.communicator AND number_of(c, d) + operations_kept < c.number
};

setof Completed parts_of(Completed now, Completed d) = {
  o IN unjoined(PRED(now)) + own_parts(now) SUCH THAT
  o.communicator == d.communicator AND number_of(now, o) == number_of(now, d)
};
setof Completed last_parts(Completed now) = {
  d IN own_parts(now) SUCH THAT COUNT(o WHERE o IN parts_of(now, d)) == d.communicator.size
};
// The last part of an operation, or of several.
class Joining extends Completed SUCH THAT NOT (last_parts(THIS) == NULL) {
  setof Completed last = last_parts(THIS);
  boolean single =
    NEXISTS d IN THIS.last SUCH THAT EXISTS o IN THIS.last SUCH THAT o.index > d.index;
  setof Completed joined =
    IF (THIS.single) parts_of(THIS, UNIQUE(THIS.last))
    ELSE {
      o IN unjoined(PRED(THIS)) + own_parts(THIS) SUCH THAT
      EXISTS d IN THIS.last SUCH THAT
      (d.communicator == o.communicator AND number_of(THIS, d) == number_of(THIS, o))
    };
}
// Of the operations that a part completed, the one with the number of d.
setof Completed parts_with(Joining f, Completed d) =
  IF (f.single) f.joined
  ELIF (NEXISTS o IN f.last SUCH THAT
        (o.communicator == d.communicator AND NOT (o == last_of(f, d))))
    {o IN f.joined SUCH THAT o.communicator == d.communicator}
  ELSE parts_at(f, d.communicator, place(f, d));
Completed last_of(Joining f, Completed d) =
  first_completed({o IN f.last SUCH THAT o.communicator == d.communicator});
setof Completed parts_at(Joining f, Communicator c, int number) =
  {o IN f.joined SUCH THAT o.communicator == c AND place(f, o) == number};
int place(Joining f, Completed d) =
  COUNT(o WHERE o IN f.joined AND
        o.owner == d.owner AND o.communicator == d.communicator AND o.begun.index < d.begun.index);

// ---- Calls: the waiting time of a call depends on all operations that it completed ----

setof Completed done_in_hand(Event e, Process p) =
  IF (e == NULL) {}
  ELIF (typeof(e) == RegionEvent AND e.process_id == p) {}
  ELIF (typeof(e) == Completed AND e.process_id == p) done_in_hand(PRED(e), p) + { e }
  ELSE done_in_hand(PRED(e), p);

class Completing extends Exit
  SUCH THAT NOT (done_in_hand(PRED(THIS), THIS.process_id) == NULL) {
  Process owner = THIS.process_id.master;
  Enter call = enterptr(THIS);
  setof Completed done = done_in_hand(PRED(THIS), THIS.process_id);
  setof Arrival messages = arrivals(PRED(THIS), THIS.process_id);
  boolean several =
    (EXISTS d IN THIS.done SUCH THAT EXISTS o IN THIS.done SUCH THAT o.index > d.index) OR
    NOT (THIS.messages == NULL) OR NOT (completed(PRED(THIS), THIS.process_id) == NULL);
  // If there are several, those whose numbers are known by now.
  setof Completed counted =
    IF (NOT THIS.several) THIS.done
    ELSE {
      d IN THIS.done SUCH THAT
      NOT knows_part(unsettled_done(PRED(THIS), THIS.process_id.master), d)
    };
  // The operations none of whose parts has an open call; of these, the ones newly so.
  setof Joining whole = {
    f IN joinings(PRED(THIS)) SUCH THAT
    FORALL d IN f.joined + f SUCH THAT (d.call == THIS.call OR NOT is_open(THIS, d))
  };
  setof Joining newly = {
    f IN THIS.whole SUCH THAT EXISTS d IN f.joined + f SUCH THAT d.call == THIS.call
  };
}
boolean is_open(Completing now, Completed d) =
  knows_part(done_in_hand(PRED(now), d.process_id), d);
boolean are_in(setof Completed done, setof Joining all) =
  FORALL d IN done SUCH THAT EXISTS f IN all SUCH THAT knows_part(f.joined, d);
boolean is_one_in(setof Completed done, setof Joining all) =
  EXISTS d IN done SUCH THAT EXISTS f IN all SUCH THAT knows_part(f.joined, d);

// The waiting times of calls are known.
class Decision extends Completing SUCH THAT NOT (THIS.newly == NULL) {
  setof Completing decided = {
    z IN over(PRED(THIS)) + { THIS } SUCH THAT
    is_one_in(z.counted, THIS.newly) AND are_in(z.counted, THIS.whole)
  };
  // Operations that may still be needed.
  setof Joining asked = {
    f IN joinings(PRED(THIS)) SUCH THAT
    (NEXISTS w IN THIS.whole SUCH THAT w == f) OR
    EXISTS z IN over(PRED(THIS)) + { THIS } SUCH THAT
    (z.several AND NOT are_in(z.done, THIS.whole) AND
     EXISTS d IN z.done SUCH THAT knows_part(f.joined, d))
  };
}

// Complete operations and finished calls, as long as they matter.
setof Joining joinings(Event e) =
  IF (e == NULL) {}
  ELIF (typeof(e) == Joining) joinings(PRED(e)) + { e }
  ELIF (typeof(e) == Decision)
    {f IN joinings(PRED(e)) SUCH THAT EXISTS a IN e.asked SUCH THAT a == f}
  ELSE joinings(PRED(e));
setof Completing over(Event e) =
  IF (e == NULL) {}
  ELIF (typeof(e) == Decision)
    {
      z IN over(PRED(e)) + { e } SUCH THAT
      NOT are_in(z.done, e.whole) OR is_one_in(z.done, e.asked)
    }
  ELIF (typeof(e) == Completing) over(PRED(e)) + { e }
  ELIF (typeof(e) == Completed)
    (IF (NOT e.in_order) over(PRED(e))
     ELIF (stale(e) == NULL) over(PRED(e))
     ELSE {
       z IN over(PRED(e)) SUCH THAT NEXISTS d IN z.done SUCH THAT knows_part(stale(e), d)
     })
  ELIF (typeof(e) == Begun)
    (IF (too_many(e)) {z IN over(PRED(e)) SUCH THAT z.owner != e.owner} ELSE over(PRED(e)))
  ELSE over(PRED(e));

// ---- The processes that a process waits for ----

float began(Completed d) = d.begun.call.timestamp;
boolean is_root(Completed d) = d.owner == d.root;
float last_to_begin(setof Completed all) =
  IF (all == NULL) 0.0 ELSE MAX(began(d) WHERE d IN all);
float last_sender_of(setof Completed all) =
  last_to_begin({d IN all SUCH THAT d.sent > 0});
// Whether all were in the operation at one moment.
boolean met(Decision now, setof Completed all, float last) =
  NEXISTS z IN over(PRED(now)) + { now } SUCH THAT
  (z.timestamp < last AND EXISTS d IN z.done SUCH THAT knows_part(all, d));

// When the last process it needs began; 0 if it needs none.
float awaited(Decision now, Completed d, setof Completed all) =
  IF (d.operation == Collective.barrier) last_to_begin(all)
  ELIF (is_n_to_n(d.operation))
    (IF (met(now, all, last_to_begin(all))) last_to_begin(all)
     ELIF (d.received > 0) last_sender_of(all)
     ELSE 0.0)
  ELIF (is_1_to_n(d.operation))
    (IF (NOT is_root(d) AND d.received > 0)
       last_sender_of({o IN all SUCH THAT is_root(o)})
     ELSE 0.0)
  ELIF (is_n_to_1(d.operation))
    (IF (is_root(d) AND d.received > 0)
       last_sender_of({o IN all SUCH THAT NOT is_root(o)})
     ELSE 0.0)
  ELIF (is_scan(d.operation))
    (IF (d.received > 0) last_sender_of({o IN all SUCH THAT o.rank < d.rank}) ELSE 0.0)
  ELSE 0.0;
Joining joined_by(Decision now, Completed d) =
  UNIQUE({f IN now.whole SUCH THAT knows_part(f.joined, d)});

float waits_for_operation(Decision now, Completing z, Completed d) =
  IF (polls(z.region)) 0.0
  ELSE waits(z.call, z, awaited(now, d, parts_with(joined_by(now, d), d)));

// If there are several, the one for which the call waits longest.
Completed longest_of(Decision now, Completing z) =
  IF (NOT z.several) UNIQUE(z.done)
  ELSE first_that_waits(now, z, MAX(waits_for_operation(now, z, d) WHERE d IN z.counted));
Completed first_that_waits(Decision now, Completing z, float long) =
  first_completed({d IN z.counted SUCH THAT waits_for_operation(now, z, d) == long});
Completed first_completed(setof Completed all) =
  UNIQUE({d IN all SUCH THAT NEXISTS o IN all SUCH THAT o.index < d.index});
// Zero if it waits longer for a message.
float unless_for_message(Completing z, Completed d, float waiting) =
  IF (EXISTS a IN z.messages SUCH THAT
      (waits_for(a, z.call, z) > waiting OR
       waits_for(a, z.call, z) == waiting AND a.index < d.index))
    0.0
  ELSE waiting;
float waiting_for(Decision now, Completing z, Completed d) =
  unless_for_message(z, d, waits_for_operation(now, z, d));
float nbc_waiting(Decision now, Completing z) = waiting_for(now, z, longest_of(now, z));

PATTERN WaitAtNonBlockingBarrier() {
  LET
    setof Completing calls = {
      z IN ROOT.decided SUCH THAT
      (EXISTS d IN z.counted SUCH THAT d.operation == Collective.barrier) AND
      longest_of(ROOT, z).operation == Collective.barrier
    };
  IN
  ROOTTYPE: Decision;
  INSTANTIATION:
  CONSTRAINT:
    NOT (calls == NULL);
  EXPORT:
    float waiting = SUM(nbc_waiting(ROOT, z) WHERE z IN calls);
  METRIC: "asl_nbc_wait_barrier" TITLE "Wait at Non-blocking Barrier (ASL)"
    TEXT "Time a call that completes MPI_Ibarrier waits until the last process has begun it."
    CHARGE nbc_waiting(ROOT, z) AT z.call ITSELF WHERE z IN calls;
}

PATTERN WaitAtNonBlockingNxN() {
  LET
    setof Completing calls = {
      z IN ROOT.decided SUCH THAT
      (EXISTS d IN z.counted SUCH THAT is_n_to_n(d.operation)) AND
      is_n_to_n(longest_of(ROOT, z).operation)
    };
  IN
  ROOTTYPE: Decision;
  INSTANTIATION:
  CONSTRAINT:
    NOT (calls == NULL);
  EXPORT:
    float waiting = SUM(nbc_waiting(ROOT, z) WHERE z IN calls);
  METRIC: "asl_nbc_wait_nxn" TITLE "Wait at Non-blocking N x N (ASL)"
    TEXT "Time a call waits until the last process that it needs has begun an n-to-n operation."
    CHARGE nbc_waiting(ROOT, z) AT z.call ITSELF WHERE z IN calls;
}

PATTERN LateNonBlockingBroadcast() {
  LET
    setof Completing calls = {
      z IN ROOT.decided SUCH THAT
      (EXISTS d IN z.counted SUCH THAT is_1_to_n(d.operation)) AND
      is_1_to_n(longest_of(ROOT, z).operation)
    };
  IN
  ROOTTYPE: Decision;
  INSTANTIATION:
  CONSTRAINT:
    NOT (calls == NULL);
  EXPORT:
    float waiting = SUM(nbc_waiting(ROOT, z) WHERE z IN calls);
  METRIC: "asl_nbc_latebroadcast" TITLE "Late Non-blocking Broadcast (ASL)"
    TEXT "Time a call waits until the root has begun a broadcast or scatter."
    CHARGE nbc_waiting(ROOT, z) AT z.call ITSELF WHERE z IN calls;
}

PATTERN EarlyNonBlockingReduce() {
  LET
    setof Completing calls = {
      z IN ROOT.decided SUCH THAT
      (EXISTS d IN z.counted SUCH THAT is_n_to_1(d.operation)) AND
      is_n_to_1(longest_of(ROOT, z).operation)
    };
  IN
  ROOTTYPE: Decision;
  INSTANTIATION:
  CONSTRAINT:
    NOT (calls == NULL);
  EXPORT:
    float waiting = SUM(nbc_waiting(ROOT, z) WHERE z IN calls);
  METRIC: "asl_nbc_earlyreduce" TITLE "Early Non-blocking Reduce (ASL)"
    TEXT "Time the root's call waits until the last of the others has begun a reduction or gather."
    CHARGE nbc_waiting(ROOT, z) AT z.call ITSELF WHERE z IN calls;
}

PATTERN EarlyNonBlockingScan() {
  LET
    setof Completing calls = {
      z IN ROOT.decided SUCH THAT
      (EXISTS d IN z.counted SUCH THAT is_scan(d.operation)) AND
      is_scan(longest_of(ROOT, z).operation)
    };
  IN
  ROOTTYPE: Decision;
  INSTANTIATION:
  CONSTRAINT:
    NOT (calls == NULL);
  EXPORT:
    float waiting = SUM(nbc_waiting(ROOT, z) WHERE z IN calls);
  METRIC: "asl_nbc_earlyscan" TITLE "Early Non-blocking Scan (ASL)"
    TEXT "Time a call waits until all processes of lower rank have begun a scan."
    CHARGE nbc_waiting(ROOT, z) AT z.call ITSELF WHERE z IN calls;
}

// The time that processes would have waited in blocking operations: before the completing call, so
// it cannot be charged there.
float hidden_time(Decision now, Completed d) =
  MAX(0.0,
      MIN(awaited(now, d, parts_with(joined_by(now, d), d)), d.call.timestamp) - d.since);
PATTERN HiddenCollectiveWaiting() {
  ROOTTYPE: Decision;
  INSTANTIATION:
  CONSTRAINT:
    TRUE;
  EXPORT:
    float hidden = SUM(SUM(hidden_time(ROOT, d) WHERE d IN z.counted) WHERE z IN ROOT.decided);
}
