// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Lull's built-in MPI patterns, written in ASL: what they charge, to which call, and their place in
// the metric tree. Not loaded by default: IMPORT "wait_states.asl".

// ---- Messages ----

// A receive whose send is in the trace, with the sending call.
class Arrival extends Receive SUCH THAT NOT (sendptr(THIS) == NULL) {
  Send send = sendptr(THIS);
  Enter sender = enterptr(THIS.send);
}

// Messages that the current call of a process has received so far.
setof Arrival arrivals(Event e, Process p) =
  IF (e == NULL)
    {}
  ELIF (typeof(e) == RegionEvent AND e.process_id == p)
    {}
  ELIF (typeof(e) == Arrival AND e.process_id == p)
    arrivals(PRED(e), p) + { e }
  ELSE
    arrivals(PRED(e), p);

// The first of those whose sending call began last.
Arrival latest(setof Arrival arrived) =
  first_arrival(sent_at(arrived, MAX(a.sender.timestamp WHERE a IN arrived)));
setof Arrival sent_at(setof Arrival arrived, float time) = {
  a IN arrived SUCH THAT a.sender.timestamp == time
};
Arrival first_arrival(setof Arrival arrived) =
  UNIQUE({ a IN arrived SUCH THAT NEXISTS b IN arrived SUCH THAT b.index < a.index });

// The time that a call waits for something that begins at a time; at most the call's duration.
float waits(Enter call, Exit leave, float until) =
  MAX(0.0, MIN(until, leave.timestamp) - call.timestamp);

// Calls that do not wait for what they complete.
boolean polls(Region r) =
  r == REGION("MPI_Test*") OR r == REGION("MPI_Iprobe") OR r == REGION("MPI_Improbe") OR
  r == REGION("MPI_Request_get_status*");

// A receiving call waits for the last of the sends that it completes.
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
    CHARGE waiting AT call ITSELF;
}

// ---- Messages: waiting for the sender ----

// The time that a call waits for an arrival.
float waits_for(Arrival a, Enter call, Exit leave) =
  IF (a.sender == NULL) 0.0 ELSE waits(call, leave, a.sender.timestamp);

// The end of a call that waited for a sender, how long, and what it waited for: the first if there
// are several.
class LateSent extends Exit SUCH THAT NOT polls(THIS.region) AND
  EXISTS a IN arrivals(PRED(THIS), THIS.process_id) SUCH THAT
    waits_for(a, enterptr(THIS), THIS) > 0 {
  Enter call = enterptr(THIS);
  float waiting = MAX(
    waits_for(a, THIS.call, THIS) WHERE a IN arrivals(PRED(THIS), THIS.process_id)
  );
  setof Arrival longest = {
    a IN arrivals(PRED(THIS), THIS.process_id) SUCH THAT
    waits_for(a, THIS.call, THIS) == THIS.waiting
  };
  Arrival last = UNIQUE({
    a IN THIS.longest SUCH THAT NEXISTS b IN THIS.longest SUCH THAT b.index < a.index
  });
  Send message = sendptr(THIS.last);
}

// Messages in flight to a process from any sender.
setof Send coming(Event e, Process d) =
  IF (e == NULL)
    {}
  ELIF (typeof(e) == Send AND e.destination == d)
    coming(PRED(e), d) + { e }
  ELIF (typeof(e) == Arrival AND e.process_id == d)
    coming(PRED(e), d) - sendptr(e)
  ELSE
    coming(PRED(e), d);

// The maximum delay of an event relative to its time so far. Clocks may be wrong: a send recorded
// before its receive, but with a later time, delays everything that its receiver then does.
float newest(Event e) =
  IF (e == NULL)
    0.0
  ELIF (e.timestamp > newest(PRED(e)))
    e.timestamp
  ELSE
    newest(PRED(e));
float late(Event e) =
  IF (e == NULL)
    0.0
  ELIF (newest(PRED(e)) - e.timestamp > late(PRED(e)))
    newest(PRED(e)) - e.timestamp
  ELSE
    late(PRED(e));

// Late senders of a process that an older message may still show to be in wrong order.
setof LateSent doubtful(Event e, Process d) =
  IF (e == NULL)
    {}
  ELIF (typeof(e) == LateSent AND e.process_id == d)
    {
      x IN doubtful(PRED(e), d) SUCH THAT
      (e.timestamp - x.timestamp < late(PRED(e)) OR
       EXISTS s IN coming(PRED(e), d) SUCH THAT s.timestamp < x.message.timestamp)
    } + { e }
  ELIF (typeof(e) == OlderArrival AND e.process_id == d)
    doubtful(PRED(e), d) - e.shown
  ELSE
    doubtful(PRED(e), d);

// The late senders that an arrival shows to be in wrong order.
setof LateSent shown_by(Arrival older) = {
  x IN doubtful(PRED(older), older.process_id) SUCH THAT
  sendptr(older).timestamp < x.message.timestamp
};

// An arrival sent before the message that the process waited for in earlier calls.
class OlderArrival extends Arrival SUCH THAT NOT (shown_by(THIS) == NULL) {
  setof LateSent shown = shown_by(THIS);
}

PATTERN LateSenderWrongOrder() {
  ROOTTYPE: OlderArrival;
  INSTANTIATION:
  CONSTRAINT:
    TRUE;
  EXPORT:
    float waiting = SUM(x.waiting WHERE x IN ROOT.shown);
  METRIC: "asl_latesender_wo" UNDER "asl_latesender" TITLE "Late Sender, Wrong Order (ASL)"
    TEXT "Late-sender time, where a message that was sent earlier is received by a later call."
    CHARGE x.waiting AT x.call ITSELF WHERE x IN ROOT.shown;
}

PATTERN LateSenderWrongOrderDifferent() {
  ROOTTYPE: OlderArrival;
  INSTANTIATION:
  CONSTRAINT:
    EXISTS x IN ROOT.shown SUCH THAT x.last.source != ROOT.source;
  EXPORT:
    float waiting = SUM(x.waiting WHERE x IN ROOT.shown AND x.last.source != ROOT.source);
  METRIC: "asl_lswo_different" UNDER "asl_latesender_wo" TITLE "Different Sources (ASL)"
    TEXT "The older message came from another process."
    CHARGE x.waiting AT x.call ITSELF WHERE x IN ROOT.shown AND x.last.source != ROOT.source;
}

PATTERN LateSenderWrongOrderSame() {
  ROOTTYPE: OlderArrival;
  INSTANTIATION:
  CONSTRAINT:
    EXISTS x IN ROOT.shown SUCH THAT x.last.source == ROOT.source;
  EXPORT:
    float waiting = SUM(x.waiting WHERE x IN ROOT.shown AND x.last.source == ROOT.source);
  METRIC: "asl_lswo_same" UNDER "asl_latesender_wo" TITLE "Same Source (ASL)"
    TEXT "The older message came from the same process."
    CHARGE x.waiting AT x.call ITSELF WHERE x IN ROOT.shown AND x.last.source == ROOT.source;
}

// ---- Late receivers ----

// Non-blocking sends and receives that are not complete.
setof Isend open_sends(Event e, Process p) =
  IF (e == NULL)
    {}
  ELIF (typeof(e) == Isend AND e.process_id == p)
    open_sends(PRED(e), p) + { e }
  ELIF (typeof(e) == MpiIsendComplete AND e.process_id == p)
    open_sends(PRED(e), p) - {
      s IN open_sends(PRED(e), p) SUCH THAT s.request == e.request
    }
  ELSE
    open_sends(PRED(e), p);

setof MpiIrecvRequest open_receives(Event e, Process p) =
  IF (e == NULL)
    {}
  ELIF (typeof(e) == MpiIrecvRequest AND e.process_id == p)
    open_receives(PRED(e), p) + { e }
  ELIF (typeof(e) == Irecv AND e.process_id == p)
    open_receives(PRED(e), p) - {
      r IN open_receives(PRED(e), p) SUCH THAT r.request == e.request
    }
  ELIF (typeof(e) == MpiRequestCancelled AND e.process_id == p)
    open_receives(PRED(e), p) - {
      r IN open_receives(PRED(e), p) SUCH THAT r.request == e.request
    }
  ELSE
    open_receives(PRED(e), p);

// The event from which a receive waits for its message: its call, or the one that made the request.
Event posting(Receive r) =
  IF (typeof(r) == Irecv)
    UNIQUE({
      q IN open_receives(PRED(r), r.process_id) SUCH THAT
      (q.request == r.request AND
       NEXISTS o IN open_receives(PRED(r), r.process_id) SUCH THAT
       (o.request == q.request AND o.index > q.index))
    })
  ELSE
    r;

// The sends that the current call of a process has completed so far.
setof Send completed(Event e, Process p) =
  IF (e == NULL)
    {}
  ELIF (typeof(e) == RegionEvent AND e.process_id == p)
    {}
  ELIF (typeof(e) == Send AND e.process_id == p AND NOT typeof(e) == Isend)
    completed(PRED(e), p) + { e }
  ELIF (typeof(e) == MpiIsendComplete AND e.process_id == p)
    completed(PRED(e), p) + {
      s IN open_sends(PRED(e), p) SUCH THAT s.request == e.request
    }
  ELSE
    completed(PRED(e), p);

// Whether the current call has completed a collective operation.
boolean completes_collectives(Event e, Process p) =
  IF (e == NULL)
    FALSE
  ELIF (typeof(e) == RegionEvent AND e.process_id == p)
    FALSE
  ELIF (typeof(e) == NonBlockingCollectiveComplete AND e.process_id == p)
    TRUE
  ELSE
    completes_collectives(PRED(e), p);

// The end of a call that completed sends, and those of them that have not arrived.
class SendEnd extends Exit
  SUCH THAT NOT (completed(PRED(THIS), THIS.process_id) == NULL) AND
  NOT (enterptr(THIS) == NULL) {
  Enter call = enterptr(THIS);
  setof Send sends = completed(PRED(THIS), THIS.process_id);
  setof Send missing = lacks(THIS.sends, delivered(PRED(THIS), THIS.process_id));
}

// A message that has arrived, the call that posted its receive, and the sending call if it is the
// last of that call's messages to arrive.
class Delivery extends Arrival SUCH THAT NOT (posting(THIS) == NULL) {
  Enter posted = enterptr(posting(THIS));
  SendEnd settles = UNIQUE({
    x IN unsettled(PRED(THIS), THIS.send.process_id) SUCH THAT
    (EXISTS s IN x.sends SUCH THAT s == THIS.send) AND
    lacks(x.sends, delivered(PRED(THIS), THIS.send.process_id)) - THIS.send == NULL
  });
}

setof Send lacks(setof Send sends, setof Delivery all) = {
  s IN sends SUCH THAT NEXISTS d IN all SUCH THAT d.send == s
};
setof Delivery those_of(setof Delivery all, SendEnd x) = {
  d IN all SUCH THAT EXISTS s IN x.sends SUCH THAT d.send == s
};

// Messages of a process that have arrived before all messages of their call, or before its end.
setof Delivery delivered(Event e, Process p) =
  IF (e == NULL)
    {}
  ELIF (typeof(e) == Delivery AND e.send.process_id == p)
    IF (e.settles == NULL) delivered(PRED(e), p) + { e }
    ELSE delivered(PRED(e), p) - those_of(delivered(PRED(e), p), e.settles)
  ELIF (typeof(e) == SendEnd AND e.process_id == p)
    IF (e.missing == NULL) delivered(PRED(e), p) - those_of(delivered(PRED(e), p), e)
    ELSE delivered(PRED(e), p)
  ELSE
    delivered(PRED(e), p);

// Finished calls of a process with messages that have not arrived.
setof SendEnd unsettled(Event e, Process p) =
  IF (e == NULL)
    {}
  ELIF (typeof(e) == SendEnd AND e.process_id == p AND NOT (e.missing == NULL))
    unsettled(PRED(e), p) + { e }
  ELIF (typeof(e) == Delivery AND e.send.process_id == p AND NOT (e.settles == NULL))
    unsettled(PRED(e), p) - e.settles
  ELSE
    unsettled(PRED(e), p);

// The finished call whose messages have all arrived, if this event completed either condition.
SendEnd settled(Event e) =
  IF (typeof(e) == SendEnd)
    (IF (e.missing == NULL) e)
  ELIF (typeof(e) == Delivery)
    e.settles;

setof Delivery deliveries(Event e, SendEnd x) =
  IF (typeof(e) == Delivery)
    those_of(delivered(PRED(e), x.process_id), x) + { e }
  ELSE
    those_of(delivered(PRED(e), x.process_id), x);

// The time that a sending call waits for a receive to be posted; zero if the call ended earlier.
float waits_for_receiver(SendEnd x, Delivery d) =
  IF (d.posted == NULL)
    0.0
  ELIF (d.posted.timestamp >= x.timestamp)
    0.0
  ELSE
    MAX(0.0, d.posted.timestamp - x.call.timestamp);

boolean blocks(Region r) =
  r == MPI_SEND OR r == MPI_SSEND OR r == MPI_WAIT OR r == MPI_WAITANY OR r == MPI_WAITSOME OR
  r == MPI_WAITALL;

boolean waits_for_sender(SendEnd x) =
  EXISTS a IN arrivals(PRED(x), x.process_id) SUCH THAT
  (NOT (a.sender == NULL) AND a.sender.timestamp > x.call.timestamp);

// The event that reveals that a call waited for a receiver: the last of its messages has arrived,
// and the call is over. It waited for the last of its receivers.
class LateReceipt extends Event
  SUCH THAT (typeof(THIS) == SendEnd OR typeof(THIS) == Delivery) AND
  NOT (late_end(THIS) == NULL) {
  SendEnd end = late_end(THIS);
  float waiting = MAX(waits_for_receiver(THIS.end, d) WHERE d IN deliveries(THIS, THIS.end));
  Delivery last = first_of({
    d IN deliveries(THIS, THIS.end) SUCH THAT
    waits_for_receiver(THIS.end, d) == THIS.waiting
  });
}

Delivery first_of(setof Delivery all) =
  UNIQUE({ d IN all SUCH THAT NEXISTS o IN all SUCH THAT o.index < d.index });

SendEnd late_end(Event e) =
  IF (settled(e) == NULL)
    NULL
  ELIF (is_late(e, settled(e)))
    settled(e);

boolean is_late(Event e, SendEnd x) =
  blocks(x.region) AND NOT completes_collectives(PRED(x), x.process_id) AND
  NOT waits_for_sender(x) AND
  EXISTS d IN deliveries(e, x) SUCH THAT waits_for_receiver(x, d) > 0;

PATTERN LateReceiverCall() {
  ROOTTYPE: LateReceipt;
  INSTANTIATION:
    SendEnd end = ROOT.end;
    Delivery last = ROOT.last;
    Send send = last.send;
  CONSTRAINT:
    TRUE;
  EXPORT:
    float waiting = ROOT.waiting;
  METRIC: "asl_latereceiver" TITLE "Late Receiver (ASL)"
    TEXT "Time a sender waits because the receiver has not yet posted the receive."
    CHARGE waiting AT end.call ITSELF;
}

// ---- Late receivers, in wrong order ----

// Messages of a process that have not arrived.
setof Send on_the_way(Event e, Process p) =
  IF (e == NULL)
    {}
  ELIF (typeof(e) == Send AND e.process_id == p)
    on_the_way(PRED(e), p) + { e }
  ELIF (typeof(e) == Arrival AND e.send.process_id == p)
    on_the_way(PRED(e), p) - e.send
  ELSE
    on_the_way(PRED(e), p);

// Messages that have arrived since the process began the call that may wait for them, and after one
// of its messages.
setof Arrival lately(Event e, Process p) =
  IF (e == NULL)
    {}
  ELIF (typeof(e) == Arrival AND e.send.process_id == p)
    lately(PRED(e), p) + { e }
  ELIF (typeof(e) == Enter AND e.process_id == p)
    (IF (unsettled(PRED(e), p) == NULL OR lately(PRED(e), p) == NULL) {}
     ELSE {
       a IN lately(PRED(e), p) SUCH THAT
       (EXISTS d IN delivered(PRED(e), p) SUCH THAT d.index < a.index) OR
       e.timestamp - a.timestamp < late(PRED(e))
     })
  ELSE
    lately(PRED(e), p);

boolean overtakes(Delivery late, Arrival older) =
  older.send.index < late.send.index AND older.timestamp > late.timestamp;

// What a late receiver, or an arrival, reveals about the messages of its sender.
class Turn extends Event SUCH THAT typeof(THIS) == LateReceipt OR typeof(THIS) == Arrival {
  Process sender = sender_of(THIS);
  setof LateReceipt overtaking = overtaking_at(THIS);
  setof LateReceipt suspect = suspect_at(THIS);
}
Process sender_of(Event e) =
  IF (typeof(e) == LateReceipt) e.end.process_id ELIF (typeof(e) == Arrival) e.send.process_id;

// The late receivers now known to have taken a message before an older one.
setof LateReceipt overtaking_at(Event e) =
  (IF (typeof(e) == LateReceipt) overtaking_itself(e) ELSE {}) +
  (IF (typeof(e) == Arrival)
     { x IN suspects(PRED(e), e.send.process_id) SUCH THAT overtakes(x.last, e) }
   ELSE {});
setof LateReceipt overtaking_itself(LateReceipt e) =
  IF (EXISTS a IN lately(PRED(e), e.end.process_id) SUCH THAT overtakes(e.last, a)) { e }
  ELSE {};

// The late receivers that an older message may still show to be in wrong order.
setof LateReceipt suspect_at(Event e) =
  IF (typeof(e) == LateReceipt)
    (IF (EXISTS s IN on_the_way(PRED(e), e.end.process_id) SUCH THAT
         s.index < e.last.send.index) { e } - overtaking_itself(e)
     ELSE {})
  ELSE
    {};
setof LateReceipt suspects(Event e, Process p) =
  IF (e == NULL)
    {}
  ELIF (typeof(e) == Turn AND e.sender == p)
    {
      x IN suspects(PRED(e), p) SUCH THAT
      (EXISTS s IN on_the_way(PRED(e), p) SUCH THAT s.index < x.last.send.index) AND
      (COUNT(y WHERE y IN suspects(PRED(e), p)) < 1000)
    } - e.overtaking + e.suspect
  ELSE
    suspects(PRED(e), p);

PATTERN LateReceiverWrongOrder() {
  ROOTTYPE: Turn;
  INSTANTIATION:
    setof LateReceipt late = ROOT.overtaking;
  CONSTRAINT:
    NOT (late == NULL);
  EXPORT:
    float waiting = SUM(x.waiting WHERE x IN late);
  METRIC: "asl_latereceiver_wo" UNDER "asl_latereceiver" TITLE "Late Receiver, Wrong Order (ASL)"
    TEXT "Late-receiver time of a sender whose older messages have not been received yet."
    CHARGE x.waiting AT x.end.call ITSELF WHERE x IN late;
}

// ---- Collective operations ----

// Number of collective operations that a process has completed on a communicator.
int operations(Event e, Communicator c, Process p) =
  IF (e == NULL)
    0
  ELIF (typeof(e) == CollectiveEnd AND e.communicator == c AND e.process_id == p)
    operations(PRED(e), c, p) + 1
  ELSE
    operations(PRED(e), c, p);

// A process's part in an operation; the parts of an operation share a number.
class Part extends CollectiveEnd
  SUCH THAT NOT (THIS.begin == NULL) AND NOT (THIS.communicator == NULL) {
  int number = operations(PRED(THIS), THIS.communicator, THIS.process_id);
}

// If an operation is that far behind the others, some part of it is not in the trace.
int patience = 64;

// The parts of incomplete operations.
setof Part incomplete(Event e, Communicator c) =
  IF (e == NULL)
    {}
  ELIF (typeof(e) == Part AND e.communicator == c)
    IF (COUNT(p WHERE p IN incomplete(PRED(e), c) AND p.number == e.number) + 1 == c.size)
      incomplete(PRED(e), c) - {
        p IN incomplete(PRED(e), c) SUCH THAT p.number == e.number
      }
    ELIF (EXISTS p IN incomplete(PRED(e), c) SUCH THAT p.number < e.number - patience)
      { p IN incomplete(PRED(e), c) SUCH THAT p.number + patience >= e.number } + { e }
    ELSE
      incomplete(PRED(e), c) + { e }
  ELSE
    incomplete(PRED(e), c);

// All parts, when the last one ends.
setof Part parts(Part last) = {
  p IN incomplete(PRED(last), last.communicator) SUCH THAT p.number == last.number
} + { last };

boolean complete(Part last) =
  COUNT(p WHERE p IN incomplete(PRED(last), last.communicator) AND p.number == last.number) + 1 ==
  last.communicator.size;

float last_begin(Part last) = MAX(p.begin.timestamp WHERE p IN parts(last));
float first_end(Part last) = MIN(p.timestamp WHERE p IN parts(last));

// The time that a process waits in its part.
float waits_in(Part p, float until) = MAX(0.0, MIN(until, p.timestamp) - p.begin.timestamp);
// The time that it stays after a moment.
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
    CHARGE waits_in(p, last) AT enterptr(p) ITSELF WHERE p IN parts(ROOT);
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
    CHARGE stays_in(p, since) AT enterptr(p) ITSELF WHERE p IN parts(ROOT);
}

boolean is_n_to_n(Collective operation) =
  operation == Collective.allgather OR operation == Collective.allgatherv OR
  operation == Collective.alltoall OR operation == Collective.alltoallv OR
  operation == Collective.alltoallw OR operation == Collective.allreduce OR
  operation == Collective.reduce_scatter OR operation == Collective.reduce_scatter_block;

boolean sends(Part last) = EXISTS p IN parts(last) SUCH THAT p.sent > 0;

// The end of the waiting of all: for the last of all if everybody was in at once, else for the last
// sender. Before everything if nobody is waited for.
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
    CHARGE waits_n_to_n(p, ROOT) AT enterptr(p) ITSELF WHERE p IN parts(ROOT);
}

// For a complete operation.
Part root_part(Part last) =
  IF (complete(last) AND COUNT(p WHERE p IN parts(last) AND p.process_id == p.root) == 1)
    UNIQUE({ p IN parts(last) SUCH THAT p.process_id == p.root });

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
    CHARGE waits_in(p, begin) AT enterptr(p) ITSELF
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
    CHARGE waiting AT enterptr(root) ITSELF;
}

// The processes whose data an n-to-n operation moved when the last one began: all if they were in
// at once, else that sender and those that wait for it.
setof Part moving(Part last) =
  IF (first_end(last) >= last_begin(last)) parts(last)
  ELSE {
    p IN parts(last) SUCH THAT
    (p.begin.timestamp < n_to_n_until(last) AND p.received > 0) OR
    (p.begin.timestamp == n_to_n_until(last) AND p.sent > 0)
  };

PATTERN NxNCompletion() {
  LET
    setof Part all = moving(ROOT);
  IN
  ROOTTYPE: Part;
  INSTANTIATION:
  CONSTRAINT:
    is_n_to_n(ROOT.operation) AND complete(ROOT) AND NOT (all == NULL);
  EXPORT:
    float since = MAX(MIN(p.timestamp WHERE p IN all), n_to_n_until(ROOT));
    float staying = SUM(stays_in(p, since) WHERE p IN all);
  METRIC: "asl_nxn_completion" TITLE "N x N Completion (ASL)"
    TEXT "Time a process stays in an n-to-n operation after the first process has left it."
    CHARGE stays_in(p, since) AT enterptr(p) ITSELF WHERE p IN all;
}

boolean is_scan(Collective operation) =
  operation == Collective.scan OR operation == Collective.exscan;

// Processes of lower rank that send to a process in a scan.
setof Part before(Part p, Part last) = {
  q IN parts(last) SUCH THAT q.rank < p.rank AND q.sent > 0
};

float waits_in_scan(Part p, Part last) =
  IF (p.received > 0 AND NOT (before(p, last) == NULL))
    waits_in(p, MAX(q.begin.timestamp WHERE q IN before(p, last)))
  ELSE 0.0;

PATTERN EarlyScan() {
  ROOTTYPE: Part;
  INSTANTIATION:
  CONSTRAINT:
    is_scan(ROOT.operation) AND complete(ROOT);
  EXPORT:
    float waiting = SUM(waits_in_scan(p, ROOT) WHERE p IN parts(ROOT));
  METRIC: "asl_earlyscan" TITLE "Early Scan (ASL)"
    TEXT "Time a process waits in a scan for a process of lower rank to begin."
    CHARGE waits_in_scan(p, ROOT) AT enterptr(p) ITSELF WHERE p IN parts(ROOT);
}

// ---- Begin and end of MPI ----

// Calls of MPI_Init, and finished ones. There is one per process.
class Starting extends Enter
  SUCH THAT THIS.region == MPI_INIT OR THIS.region == MPI_INIT_THREAD {}

class Started extends Exit
  SUCH THAT (THIS.region == MPI_INIT OR THIS.region == MPI_INIT_THREAD) AND
  NOT (enterptr(THIS) == NULL) {
  Enter call = enterptr(THIS);
}

setof Starting starting(Event e) =
  IF (e == NULL) {}
  ELIF (typeof(e) == Starting) starting(PRED(e)) + { e }
  ELSE starting(PRED(e));

setof Started started(Event e) =
  IF (e == NULL) {}
  ELIF (typeof(e) == Started) started(PRED(e)) + { e }
  ELSE started(PRED(e));

// Nobody leaves MPI_Init before all are in, so it is over when nobody is in it any more.
PATTERN InitCompletion() {
  LET
    setof Started all = started(PRED(ROOT)) + { ROOT };
  IN
  ROOTTYPE: Started;
  INSTANTIATION:
  CONSTRAINT:
    COUNT(s WHERE s IN started(PRED(ROOT))) + 1 == COUNT(c WHERE c IN starting(PRED(ROOT)));
  EXPORT:
    float since =
      MAX(MIN(s.timestamp WHERE s IN all), MAX(s.call.timestamp WHERE s IN all));
    float staying = SUM(MAX(0.0, s.timestamp - since) WHERE s IN all);
  METRIC: "asl_init_completion" TITLE "Initialization Completion (ASL)"
    TEXT "Time a process stays in MPI_Init after the first process has left it."
    CHARGE MAX(0.0, s.timestamp - since) AT s.call ITSELF WHERE s IN all;
}

// Finished calls of MPI_Finalize.
class Finished extends Exit
  SUCH THAT THIS.region == MPI_FINALIZE AND NOT (enterptr(THIS) == NULL) {
  Enter call = enterptr(THIS);
}

setof Finished finished(Event e) =
  IF (e == NULL) {}
  ELIF (typeof(e) == Finished) finished(PRED(e)) + { e }
  ELSE finished(PRED(e));

// Every process that has left MPI_Init reaches MPI_Finalize.
PATTERN WaitAtFinalize() {
  LET
    setof Finished all = finished(PRED(ROOT)) + { ROOT };
  IN
  ROOTTYPE: Finished;
  INSTANTIATION:
  CONSTRAINT:
    COUNT(f WHERE f IN finished(PRED(ROOT))) + 1 == COUNT(s WHERE s IN started(PRED(ROOT)));
  EXPORT:
    float last = MAX(f.call.timestamp WHERE f IN all);
    float waiting = SUM(waits(f.call, f, last) WHERE f IN all);
  METRIC: "asl_finalize_wait" TITLE "Wait at Finalize (ASL)"
    TEXT "Time a process waits in MPI_Finalize until the last process reaches it."
    CHARGE waits(f.call, f, last) AT f.call ITSELF WHERE f IN all;
}
