// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Waves that run through a Cartesian grid of processes and change the corner that they come from:
// late senders while the pipeline refills. Dimensions are x, y and z.
//
// A process's messages along a grid form steps: first receives, then sends. A step comes from where
// it receives and, in a dimension without receives, from opposite to where it sends. In a dimension
// with neither, it comes from where the previous step came from.
IMPORT "wait_states.asl";

class GridMessage extends MsgEvent SUCH THAT grid(THIS) >= 0 {
  Process owner = THIS.process_id.master;
  int on = grid(THIS);
  boolean receives = typeof(THIS) == Receive;
  boolean flat = offset(THIS, 2) == 2;
  // Offset of the other process: -1, 1, or 0.
  int x = offset(THIS, 0);
  int y = offset(THIS, 1);
  int z = IF (offset(THIS, 2) == 2) 0 ELSE offset(THIS, 2);
}

// A message on a grid, with the state of its step so far.
class WaveMessage extends GridMessage SUCH THAT TRUE {
  boolean ends = ends_step(THIS);  // the previous step
  boolean begins = prior(THIS) == NULL OR ends_step(THIS);
  int step = IF (prior(THIS) == NULL) 0 ELIF (THIS.ends) prior(THIS).step + 1 ELSE prior(THIS).step;
  boolean wave = THIS.begins OR prior(THIS).wave AND NOT turns_back(THIS, prior(THIS));
  // Sides that the step comes from and goes to so far; 0: neither.
  int from_x =
    IF (THIS.receives AND THIS.x != 0) THIS.x ELIF (THIS.begins) 0 ELSE prior(THIS).from_x;
  int from_y =
    IF (THIS.receives AND THIS.y != 0) THIS.y ELIF (THIS.begins) 0 ELSE prior(THIS).from_y;
  int from_z =
    IF (THIS.receives AND THIS.z != 0) THIS.z ELIF (THIS.begins) 0 ELSE prior(THIS).from_z;
  int to_x =
    IF (NOT THIS.receives AND THIS.x != 0) THIS.x ELIF (THIS.begins) 0 ELSE prior(THIS).to_x;
  int to_y =
    IF (NOT THIS.receives AND THIS.y != 0) THIS.y ELIF (THIS.begins) 0 ELSE prior(THIS).to_y;
  int to_z =
    IF (NOT THIS.receives AND THIS.z != 0) THIS.z ELIF (THIS.begins) 0 ELSE prior(THIS).to_z;
  // The corner that the previous step came from.
  int old_x =
    IF (prior(THIS) == NULL) 0 ELIF (THIS.ends) corner_x(prior(THIS)) ELSE prior(THIS).old_x;
  int old_y =
    IF (prior(THIS) == NULL) 0 ELIF (THIS.ends) corner_y(prior(THIS)) ELSE prior(THIS).old_y;
  int old_z =
    IF (prior(THIS) == NULL) 0 ELIF (THIS.ends) corner_z(prior(THIS)) ELSE prior(THIS).old_z;
}

// The last message of a process on each grid.
setof WaveMessage waves(Event e, Process p) =
  IF (e == NULL) {}
  ELIF (typeof(e) == WaveMessage AND e.owner == p)
    {w IN waves(PRED(e), p) SUCH THAT w.on != e.on} + { e }
  ELSE waves(PRED(e), p);

WaveMessage prior(GridMessage m) =
  IF (EXISTS w IN waves(PRED(m), m.owner) SUCH THAT w.on == m.on)
    UNIQUE({w IN waves(PRED(m), m.owner) SUCH THAT w.on == m.on});

// Whether the other process is where the step received from, or opposite to that.
boolean meets(GridMessage m, WaveMessage p) =
  m.x != 0 AND m.x == p.from_x OR m.y != 0 AND m.y == p.from_y OR m.z != 0 AND m.z == p.from_z;
boolean faces(GridMessage m, WaveMessage p) =
  m.x != 0 AND m.x == -p.from_x OR m.y != 0 AND m.y == -p.from_y OR
  m.z != 0 AND m.z == -p.from_z;
boolean sends_along(GridMessage m, WaveMessage p) =
  m.x != 0 AND p.to_x != 0 OR m.y != 0 AND p.to_y != 0 OR m.z != 0 AND p.to_z != 0;
boolean has_sent(WaveMessage p) = p.to_x != 0 OR p.to_y != 0 OR p.to_z != 0;

boolean ends_step(GridMessage m) =
  IF (prior(m) == NULL) FALSE
  ELIF (m.receives) has_sent(prior(m)) OR meets(m, prior(m))
  ELSE has_sent(prior(m)) AND (meets(m, prior(m)) OR sends_along(m, prior(m)));

// Halo exchanges are not waves.
boolean turns_back(GridMessage m, WaveMessage p) = IF (m.receives) faces(m, p) ELSE meets(m, p);

// The corner that a step comes from, given its last message; 0 if unknown.
int corner(boolean wave, int came, int went, int old) =
  IF (NOT wave) 0 ELIF (came != 0) came ELIF (went != 0) -went ELSE old;
int corner_x(WaveMessage w) = corner(w.wave, w.from_x, w.to_x, w.old_x);
int corner_y(WaveMessage w) = corner(w.wave, w.from_y, w.to_y, w.old_y);
int corner_z(WaveMessage w) = corner(w.wave, w.from_z, w.to_z, w.old_z);

// Whether it differs from that of the previous step.
boolean refills(WaveMessage w) =
  corner_x(w) != 0 AND corner_y(w) != 0 AND (w.flat OR corner_z(w) != 0) AND
  NOT (corner_x(w) == w.old_x AND corner_y(w) == w.old_y AND corner_z(w) == w.old_z);

// A process communicates no more: it finalizes MPI, or leaves its outermost function.
class LastCall extends RegionEvent
  SUCH THAT NOT (waves(PRED(THIS), THIS.process_id.master) == NULL) AND ends_all(THIS) {}
boolean ends_all(RegionEvent e) =
  IF (typeof(e) == Enter) e.region == MPI_FINALIZE
  ELSE e.process_id.thread == 0 AND NOT (e.region == NULL) AND e.region.paradigm != Paradigm.mpi AND
    COUNT(f WHERE f IN R(PRED(e), e.process_id)) == 1;

// The last messages of the refilling steps that an event ends.
setof WaveMessage refilling(Event e) =
  IF (typeof(e) == WaveMessage)
    (IF (e.ends) {w IN waves(PRED(e), e.owner) SUCH THAT w.on == e.on AND refills(w)} ELSE {})
  ELIF (typeof(e) == LastCall)
    {w IN waves(PRED(e), e.process_id.master) SUCH THAT refills(w)}
  ELSE {};
class StepEnd extends Event
  SUCH THAT (typeof(THIS) == WaveMessage OR typeof(THIS) == LastCall) AND
  NOT (refilling(THIS) == NULL) {}

// The end of a call that waited for a message of a wave.
WaveMessage as_wave(Event e) = IF (typeof(e) == WaveMessage) e;
class LateStep extends LateSent SUCH THAT NOT (as_wave(THIS.last) == NULL) {
  Process owner = THIS.process_id.master;
  WaveMessage part = as_wave(THIS.last);
}
boolean is_of(WaveMessage part, WaveMessage end) = part.on == end.on AND part.step == end.step;

// Late steps for which it is not known whether they refill.
setof LateStep undecided(Event e, Process p) =
  IF (e == NULL) {}
  ELIF (typeof(e) == LateStep AND e.owner == p)
    (IF (EXISTS w IN waves(PRED(e), p) SUCH THAT (is_of(e.part, w) AND w.wave))
       undecided(PRED(e), p) + { e }
     ELSE undecided(PRED(e), p))
  ELIF (typeof(e) == WaveMessage AND e.owner == p)
    (IF (e.ends OR NOT e.wave)
       undecided(PRED(e), p) - {l IN undecided(PRED(e), p) SUCH THAT l.part.on == e.on}
     ELSE undecided(PRED(e), p))
  ELIF (typeof(e) == LastCall AND e.process_id.master == p) {}
  ELSE undecided(PRED(e), p);

// Refilling steps that have ended since the current call of a thread began.
setof WaveMessage steps_over(Event e, Process p) =
  IF (e == NULL) {}
  ELIF (typeof(e) == RegionEvent AND e.process_id == p) {}
  ELIF (typeof(e) == StepEnd AND e.process_id == p) steps_over(PRED(e), p) + refilling(e)
  ELSE steps_over(PRED(e), p);

// Ends of a refilling step that was waited for, or of a call that waited for such a step.
setof WaveMessage refills_known(Event e) =
  IF (typeof(e) == StepEnd) refilling(e)
  ELIF (typeof(e) == LateStep) {w IN steps_over(PRED(e), e.process_id) SUCH THAT is_of(e.part, w)}
  ELSE {};
setof LateStep waiting_at(Event e) =
  IF (typeof(e) == StepEnd)
    {
      l IN undecided(PRED(e), e.process_id.master) SUCH THAT
      EXISTS w IN refilling(e) SUCH THAT is_of(l.part, w)
    }
  ELIF (typeof(e) == LateStep) (IF (refills_known(e) == NULL) {} ELSE { e })
  ELSE {};
class Refilled extends Event
  SUCH THAT (typeof(THIS) == StepEnd OR typeof(THIS) == LateStep) AND
  NOT (waiting_at(THIS) == NULL) {}

PATTERN Refill() {
  ROOTTYPE: Refilled;
  INSTANTIATION:
  CONSTRAINT:
    TRUE;
  EXPORT:
    float waiting = SUM(l.waiting WHERE l IN waiting_at(ROOT));
  METRIC: "asl_refill" TITLE "Pipeline Refill (ASL)"
    TEXT "Late-sender time in the first step of a wave from another corner than the one before."
    CHARGE l.waiting AT l.call ITSELF WHERE l IN waiting_at(ROOT);
}

// The late steps of waves from one corner.
setof LateStep from_corner(Refilled r, int x, int y, int z) = {
  l IN waiting_at(r) SUCH THAT EXISTS w IN refills_known(r) SUCH THAT
  (is_of(l.part, w) AND corner_x(w) == x AND corner_y(w) == y AND corner_z(w) == z)
};

PATTERN RefillFromSouthWest() {
  LET
    setof LateStep late = from_corner(ROOT, -1, -1, 0);
  IN
  ROOTTYPE: Refilled;
  INSTANTIATION:
  CONSTRAINT:
    NOT (late == NULL);
  EXPORT:
    float waiting = SUM(l.waiting WHERE l IN late);
  METRIC: "asl_refill_sw" UNDER "asl_refill" TITLE "From South-West (ASL)"
    TEXT "Pipeline Refill from the low end of dimension 0 and the low end of dimension 1."
    CHARGE l.waiting AT l.call ITSELF WHERE l IN late;
}

PATTERN RefillFromNorthWest() {
  LET
    setof LateStep late = from_corner(ROOT, -1, 1, 0);
  IN
  ROOTTYPE: Refilled;
  INSTANTIATION:
  CONSTRAINT:
    NOT (late == NULL);
  EXPORT:
    float waiting = SUM(l.waiting WHERE l IN late);
  METRIC: "asl_refill_nw" UNDER "asl_refill" TITLE "From North-West (ASL)"
    TEXT "Pipeline Refill from the low end of dimension 0 and the high end of dimension 1."
    CHARGE l.waiting AT l.call ITSELF WHERE l IN late;
}

PATTERN RefillFromSouthEast() {
  LET
    setof LateStep late = from_corner(ROOT, 1, -1, 0);
  IN
  ROOTTYPE: Refilled;
  INSTANTIATION:
  CONSTRAINT:
    NOT (late == NULL);
  EXPORT:
    float waiting = SUM(l.waiting WHERE l IN late);
  METRIC: "asl_refill_se" UNDER "asl_refill" TITLE "From South-East (ASL)"
    TEXT "Pipeline Refill from the high end of dimension 0 and the low end of dimension 1."
    CHARGE l.waiting AT l.call ITSELF WHERE l IN late;
}

PATTERN RefillFromNorthEast() {
  LET
    setof LateStep late = from_corner(ROOT, 1, 1, 0);
  IN
  ROOTTYPE: Refilled;
  INSTANTIATION:
  CONSTRAINT:
    NOT (late == NULL);
  EXPORT:
    float waiting = SUM(l.waiting WHERE l IN late);
  METRIC: "asl_refill_ne" UNDER "asl_refill" TITLE "From North-East (ASL)"
    TEXT "Pipeline Refill from the high end of dimension 0 and the high end of dimension 1."
    CHARGE l.waiting AT l.call ITSELF WHERE l IN late;
}

PATTERN RefillFromSouthWestBottom() {
  LET
    setof LateStep late = from_corner(ROOT, -1, -1, -1);
  IN
  ROOTTYPE: Refilled;
  INSTANTIATION:
  CONSTRAINT:
    NOT (late == NULL);
  EXPORT:
    float waiting = SUM(l.waiting WHERE l IN late);
  METRIC: "asl_refill_swb" UNDER "asl_refill" TITLE "From South-West, Bottom (ASL)"
    TEXT "Pipeline Refill from the low, low and low ends of dimensions 0, 1 and 2."
    CHARGE l.waiting AT l.call ITSELF WHERE l IN late;
}

PATTERN RefillFromNorthWestBottom() {
  LET
    setof LateStep late = from_corner(ROOT, -1, 1, -1);
  IN
  ROOTTYPE: Refilled;
  INSTANTIATION:
  CONSTRAINT:
    NOT (late == NULL);
  EXPORT:
    float waiting = SUM(l.waiting WHERE l IN late);
  METRIC: "asl_refill_nwb" UNDER "asl_refill" TITLE "From North-West, Bottom (ASL)"
    TEXT "Pipeline Refill from the low, high and low ends of dimensions 0, 1 and 2."
    CHARGE l.waiting AT l.call ITSELF WHERE l IN late;
}

PATTERN RefillFromSouthEastBottom() {
  LET
    setof LateStep late = from_corner(ROOT, 1, -1, -1);
  IN
  ROOTTYPE: Refilled;
  INSTANTIATION:
  CONSTRAINT:
    NOT (late == NULL);
  EXPORT:
    float waiting = SUM(l.waiting WHERE l IN late);
  METRIC: "asl_refill_seb" UNDER "asl_refill" TITLE "From South-East, Bottom (ASL)"
    TEXT "Pipeline Refill from the high, low and low ends of dimensions 0, 1 and 2."
    CHARGE l.waiting AT l.call ITSELF WHERE l IN late;
}

PATTERN RefillFromNorthEastBottom() {
  LET
    setof LateStep late = from_corner(ROOT, 1, 1, -1);
  IN
  ROOTTYPE: Refilled;
  INSTANTIATION:
  CONSTRAINT:
    NOT (late == NULL);
  EXPORT:
    float waiting = SUM(l.waiting WHERE l IN late);
  METRIC: "asl_refill_neb" UNDER "asl_refill" TITLE "From North-East, Bottom (ASL)"
    TEXT "Pipeline Refill from the high, high and low ends of dimensions 0, 1 and 2."
    CHARGE l.waiting AT l.call ITSELF WHERE l IN late;
}

PATTERN RefillFromSouthWestTop() {
  LET
    setof LateStep late = from_corner(ROOT, -1, -1, 1);
  IN
  ROOTTYPE: Refilled;
  INSTANTIATION:
  CONSTRAINT:
    NOT (late == NULL);
  EXPORT:
    float waiting = SUM(l.waiting WHERE l IN late);
  METRIC: "asl_refill_swt" UNDER "asl_refill" TITLE "From South-West, Top (ASL)"
    TEXT "Pipeline Refill from the low, low and high ends of dimensions 0, 1 and 2."
    CHARGE l.waiting AT l.call ITSELF WHERE l IN late;
}

PATTERN RefillFromNorthWestTop() {
  LET
    setof LateStep late = from_corner(ROOT, -1, 1, 1);
  IN
  ROOTTYPE: Refilled;
  INSTANTIATION:
  CONSTRAINT:
    NOT (late == NULL);
  EXPORT:
    float waiting = SUM(l.waiting WHERE l IN late);
  METRIC: "asl_refill_nwt" UNDER "asl_refill" TITLE "From North-West, Top (ASL)"
    TEXT "Pipeline Refill from the low, high and high ends of dimensions 0, 1 and 2."
    CHARGE l.waiting AT l.call ITSELF WHERE l IN late;
}

PATTERN RefillFromSouthEastTop() {
  LET
    setof LateStep late = from_corner(ROOT, 1, -1, 1);
  IN
  ROOTTYPE: Refilled;
  INSTANTIATION:
  CONSTRAINT:
    NOT (late == NULL);
  EXPORT:
    float waiting = SUM(l.waiting WHERE l IN late);
  METRIC: "asl_refill_set" UNDER "asl_refill" TITLE "From South-East, Top (ASL)"
    TEXT "Pipeline Refill from the high, low and high ends of dimensions 0, 1 and 2."
    CHARGE l.waiting AT l.call ITSELF WHERE l IN late;
}

PATTERN RefillFromNorthEastTop() {
  LET
    setof LateStep late = from_corner(ROOT, 1, 1, 1);
  IN
  ROOTTYPE: Refilled;
  INSTANTIATION:
  CONSTRAINT:
    NOT (late == NULL);
  EXPORT:
    float waiting = SUM(l.waiting WHERE l IN late);
  METRIC: "asl_refill_net" UNDER "asl_refill" TITLE "From North-East, Top (ASL)"
    TEXT "Pipeline Refill from the high, high and high ends of dimensions 0, 1 and 2."
    CHARGE l.waiting AT l.call ITSELF WHERE l IN late;
}
