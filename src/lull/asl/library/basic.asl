// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Declarations for every trace: regions that are entered and left, and their stack. Figures 10 to
// 12 of the report. Figure 12 has an undeclared parameter p: it is e.process_id. Where the report
// compares timestamps, this file compares indices, which also order events of equal time.

class RegionEvent extends Event {
  Region region;  // entered or left
}
class Enter extends RegionEvent {}
class Exit extends RegionEvent {}

// The previous event of the whole trace; NULL before the first.
EXTERN Event PRED(Event e);

// Inclusive time in a region over all locations, in seconds.
EXTERN float duration(Region r, Experiment e);

// The latest value of a counter at the event's location.
EXTERN float counter(Event e, String name);

// All regions of that name; * matches any text.
EXTERN Region REGION(String name);

// The stack of a process after an event: an Enter for each open region, outermost first.
setof Enter R(Event e, Process p) =
  IF (e == NULL)
    {}
  ELIF (typeof(e) == Enter AND e.process_id == p)
    R(PRED(e), p) + { e }
  ELIF (typeof(e) == Exit AND e.process_id == p)
    R(PRED(e), p) - UNIQUE({
      f IN R(PRED(e), p) SUCH THAT
      NEXISTS g IN R(PRED(e), p) SUCH THAT g.index > f.index
    })
  ELSE
    R(PRED(e), p);

// The Enter of the region that contains an event.
Enter enterptr(Event e) =
  IF (R(PRED(e), e.process_id) == NULL)
    NULL
  ELSE
    UNIQUE({
      f IN R(PRED(e), e.process_id) SUCH THAT
      NEXISTS g IN R(PRED(e), e.process_id) SUCH THAT g.index > f.index
    });
