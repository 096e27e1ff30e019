#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Late senders and messages in the wrong order, found by successive refinement.

usage: late_sender.py ARCHIVE

Three patterns in the shape of figure 3 of "Efficient Pattern Search in Large Traces Through
Successive Refinement" (Wolf, Mohr, Dongarra, Moore 2004): each refines the compound events of the previous one.
Prints the seconds that each finds, by call path.
"""
import collections
import sys

import lull

# Calls that complete receives on request, and calls that never wait.
WAITING = ("MPI_Waitall", "MPI_Waitsome")
NEVER_WAIT = ("MPI_Test", "MPI_Testany", "MPI_Testsome", "MPI_Testall", "MPI_Iprobe", "MPI_Probe",
              "MPI_Mprobe", "MPI_Improbe", "MPI_Request_get_status")


class Severity(collections.defaultdict):
    """Sums ticks by (call path, location)."""

    def __init__(self):
        super().__init__(int)

    def add(self, callpath, location, ticks):
        self[callpath, location] += ticks


class Analyzer:
    """Passes events to subscribers of their kind, and the subscribers' results to the patterns that refine them."""

    def __init__(self, trace):
        self.trace = trace
        self.callbacks = collections.defaultdict(list)

    def subscribe(self, kind, callback):
        self.callbacks[kind].append(callback)

    def publish(self, kind, event):
        for callback in self.callbacks[kind]:
            found = callback(event)
            if found is not None:
                self.publish(*found)

    def run(self):
        for event in self.trace:
            if event.kind in self.callbacks:
                self.publish(event.kind, event)


class Pattern:
    def __init__(self, trace):
        self.trace = trace
        self.severity = Severity()


class P2P(Pattern):
    """Returns the receives that one call completed, with the ends of their messages."""

    def __init__(self, trace):
        super().__init__(trace)
        self.open = {}

    def parent(self):
        return None

    def register(self, analyzer):
        analyzer.subscribe("MPI_RECV", self.recv)
        analyzer.subscribe("MPI_IRECV", self.recv)
        analyzer.subscribe("LEAVE", self.leave)

    def recv(self, recv):
        if recv.match is not None and recv.enter is not None:
            send = self.trace[recv.match]
            enter_send = self.trace[send.enter if send.enter is not None else send.index]
            self.open.setdefault(recv.enter, []).append(
                {"RECV": recv, "SEND": send, "ENTER_SEND": enter_send})

    def leave(self, leave):
        messages = self.open.pop(leave.enter, None)
        if messages is None:
            return None
        name = self.trace.definitions.regions[leave.region].name
        return "RECV_OP", {"MESSAGES": messages, "ENTER_RECV": self.trace[leave.enter],
                           "LEAVE_RECV": leave, "NAME": name}


class LateSender(Pattern):
    """The receive began before the send."""

    def parent(self):
        return "P2P"

    def register(self, analyzer):
        analyzer.subscribe("RECV_OP", self.recv_op)

    def recv_op(self, recv_op):
        if recv_op["NAME"] in NEVER_WAIT:
            return None
        enter, leave = recv_op["ENTER_RECV"].time, recv_op["LEAVE_RECV"].time
        instances = []
        for message in recv_op["MESSAGES"]:
            idle = min(message["ENTER_SEND"].time, leave) - enter
            instances.append({**message, **recv_op, "IDLE_TIME": idle})
        if recv_op["NAME"] in WAITING:
            instances = [max(instances, key=lambda instance: instance["IDLE_TIME"])]
        found = [instance for instance in instances if instance["IDLE_TIME"] > 0]
        for ls in found:
            self.severity.add(ls["ENTER_RECV"].callpath, ls["ENTER_RECV"].location, ls["IDLE_TIME"])
        return ("LATE_SENDERS", found) if found else None


class LateSendWrOrd(Pattern):
    """An older message to the same receiver was in transit meanwhile."""

    def parent(self):
        return "LateSender"

    def register(self, analyzer):
        analyzer.subscribe("LATE_SENDERS", self.late_senders)

    def late_senders(self, late_senders):
        for ls in late_senders:
            self.late_sender(ls)

    def late_sender(self, ls):
        pos = ls["LEAVE_RECV"].index  # one call may receive several messages
        queue = self.trace.state(pos).messages(None, ls["RECV"].location)
        if queue and self.trace[queue[0]].time < ls["SEND"].time:
            enter = ls["ENTER_RECV"]
            self.severity.add(enter.callpath, enter.location, ls["IDLE_TIME"])


def search(archive):
    """Returns the three patterns after a walk through the trace."""
    trace = lull.GlobalTrace(archive)
    analyzer = Analyzer(trace)
    patterns = [pattern(trace) for pattern in (P2P, LateSender, LateSendWrOrd)]
    for pattern in patterns:
        pattern.register(analyzer)
    analyzer.run()
    return trace, patterns


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__.split("\n\n")[1])
    archive = lull.open(sys.argv[1])
    trace, patterns = search(archive)
    for pattern in patterns[1:]:
        by_path = collections.Counter()
        for (callpath, _), ticks in pattern.severity.items():
            by_path[callpath] += ticks
        print(f"{type(pattern).__name__}: "
              f"{sum(by_path.values()) / archive.definitions.ticks_per_second:.9f} s")
        for callpath, ticks in by_path.most_common():
            seconds = ticks / archive.definitions.ticks_per_second
            print(f"  {seconds:.9f} s  {'/'.join(trace.callpath(callpath))}")


if __name__ == "__main__":
    main()
