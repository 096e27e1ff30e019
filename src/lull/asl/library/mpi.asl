// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Message passing: figures 13 to 15 of the report, and its section 8. Figures 14 and 15 lack
// arguments and name a parameter wrongly, which is corrected; MPI_RCV of section 6.1 is MPI_RECV.
// Where the report compares timestamps of one location, this file compares indices, which also
// order events of equal time.

class MsgEvent extends Event {
  int tag;
  Communicator communicator;
  int length;  // in bytes
}
class Send extends MsgEvent {
  Process destination;
}
class Receive extends MsgEvent {
  Process source;
}

// The Cartesian grid on which the two processes of a message are neighbours; -1 if they are not.
EXTERN int grid(MsgEvent e);

// The offset of the other process on that grid, relative to that of the event: -1 to 1 in each
// dimension from 0; 2 in dimensions that the grid does not have, and if there is no grid.
EXTERN int offset(MsgEvent e, int dimension);

// The messages from s to d in flight after an event, in the order in which they were sent.
setof Send M(Event e, Process s, Process d) =
  IF (e == NULL)
    {}
  ELIF (typeof(e) == Send AND e.process_id == s AND e.destination == d)
    M(PRED(e), s, d) + { e }
  ELIF (typeof(e) == Receive AND e.source == s AND e.process_id == d)
    M(PRED(e), s, d) - UNIQUE({
      f IN M(PRED(e), s, d) SUCH THAT
      (e.tag == f.tag AND
       e.communicator == f.communicator AND
       NEXISTS g IN M(PRED(e), s, d) SUCH THAT
       (f.tag == g.tag AND f.communicator == g.communicator AND g.index < f.index))
    })
  ELSE
    M(PRED(e), s, d);

// The Send of a received message.
Send sendptr(Receive r) =
  UNIQUE({
    f IN M(PRED(r), r.source, r.process_id) SUCH THAT
    (r.tag == f.tag AND
     r.communicator == f.communicator AND
     NEXISTS g IN M(PRED(r), r.source, r.process_id) SUCH THAT
     (f.tag == g.tag AND f.communicator == g.communicator AND g.index < f.index))
  });

// Section 8.2.1: a receive that was called before its message was sent.
PATTERN LateSender(Region r) {
  ROOTTYPE: Receive;

  INSTANTIATION:
    Send  send_msg   = sendptr(ROOT);
    Enter enter_recv = enterptr(ROOT);
    Enter enter_send = enterptr(send_msg);

  CONSTRAINT:
    EXISTS e IN R(ROOT, ROOT.process_id) SUCH THAT e.region == r AND
    enterptr(ROOT).region == MPI_RECV AND
    enterptr(send_msg).region == MPI_SEND AND
    enter_send.timestamp > enter_recv.timestamp;

  EXPORT:
    float idle_time = enter_send.timestamp - enter_recv.timestamp;
}

// Section 8.2.2: a send that was called before the receive and waited for it.
PATTERN LateReceiver(Region r) {
  ROOTTYPE: Receive;

  INSTANTIATION:
    Send  send_msg   = sendptr(ROOT);
    Enter enter_recv = enterptr(ROOT);
    Enter enter_send = enterptr(send_msg);

  CONSTRAINT:
    EXISTS e IN R(ROOT, ROOT.process_id) SUCH THAT e.region == r AND
    enterptr(ROOT).region == MPI_RECV AND
    enterptr(send_msg).region == MPI_SEND AND
    enter_send.timestamp < enter_recv.timestamp AND
    EXISTS e IN R(enter_recv, send_msg.process_id) SUCH THAT e == enter_send;

  EXPORT:
    float idle_time = enter_recv.timestamp - enter_send.timestamp;
}

// Section 8.2.3: a late sender while an older message to the receiver is pending.
PATTERN WrongOrderLs(Region r) {
  ROOTTYPE: Receive;

  INSTANTIATION:
    Send  send_msg   = sendptr(ROOT);
    Enter enter_recv = enterptr(ROOT);
    Enter enter_send = enterptr(send_msg);

  CONSTRAINT:
    EXISTS e IN R(ROOT, ROOT.process_id) SUCH THAT e.region == r AND
    EXISTS s IN M(ROOT, send_msg.process_id, ROOT.process_id)
      SUCH THAT s.index < send_msg.index AND
    enterptr(ROOT).region == MPI_RECV AND
    enterptr(send_msg).region == MPI_SEND AND
    enter_send.timestamp > enter_recv.timestamp;

  EXPORT:
    float cost = enter_send.timestamp - enter_recv.timestamp;
}

// Section 8.2.3: a late receiver that takes a newer message first.
PATTERN WrongOrderLr(Region r) {
  ROOTTYPE: Receive;

  INSTANTIATION:
    Send  send_msg   = sendptr(ROOT);
    Enter enter_recv = enterptr(ROOT);
    Enter enter_send = enterptr(send_msg);

  CONSTRAINT:
    EXISTS e IN R(ROOT, ROOT.process_id) SUCH THAT e.region == r AND
    EXISTS s IN M(ROOT, send_msg.process_id, ROOT.process_id)
      SUCH THAT s.index < send_msg.index AND
    enterptr(ROOT).region == MPI_RECV AND
    enterptr(send_msg).region == MPI_SEND AND
    enter_send.timestamp < enter_recv.timestamp AND
    EXISTS e IN R(enter_recv, send_msg.process_id) SUCH THAT e == enter_send;

  EXPORT:
    float cost = enter_recv.timestamp - enter_send.timestamp;
}

// Section 8.4: their shares of the run, for calls within region r.
PROPERTY late_sender(Region r, Experiment e, Region rank_basis) {
  LET
    float idle_time = SUM m.idle_time WHERE m IN PATTERN_MATCHES(LateSender(r), e.trace);
  IN
    CONDITION: idle_time > 0;
    CONFIDENCE: 1;
    SEVERITY: idle_time / duration(rank_basis, e);
}

PROPERTY late_receiver(Region r, Experiment e, Region rank_basis) {
  LET
    float idle_time = SUM m.idle_time WHERE m IN PATTERN_MATCHES(LateReceiver(r), e.trace);
  IN
    CONDITION: idle_time > 0;
    CONFIDENCE: medium;
    SEVERITY: idle_time / duration(rank_basis, e);
}

PROPERTY wrong_order_ls(Region r, Experiment e, Region rank_basis) {
  LET
    float cost = SUM m.cost WHERE m IN PATTERN_MATCHES(WrongOrderLs(r), e.trace);
  IN
    CONDITION: cost > 0;
    CONFIDENCE: 1;
    SEVERITY: cost / duration(rank_basis, e);
}

PROPERTY wrong_order_lr(Region r, Experiment e, Region rank_basis) {
  LET
    float cost = SUM m.cost WHERE m IN PATTERN_MATCHES(WrongOrderLr(r), e.trace);
  IN
    CONDITION: cost > 0;
    CONFIDENCE: medium;
    SEVERITY: cost / duration(rank_basis, e);
}
