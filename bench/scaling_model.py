# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""What a distributed analysis costs on a machine of any size, from what its parts cost on a small one.

What is measured comes from scaling.json; what is assumed about the machine and the program stands below.
"""
import dataclasses
import math


@dataclasses.dataclass
class Machine:
    """Assumed, and on the careful side."""
    cores: int = 64                # of a node; one process of the analysis on each node
    memory: float = 256e9          # of a node, bytes
    network: float = 5e9           # bytes a second, of a node
    latency: float = 5e-6          # of one step of a collective operation, seconds
    pair: float = 0.2e-6           # of one process's word to one other, seconds
    disk: float = 1e9              # bytes a second, of the one that writes the report
    efficiency: float = 0.75       # of all cores of a node beside one


@dataclasses.dataclass
class Program:
    """A tightly coupled one: a message for every eight events, a collective for every hundred."""
    events: float = 20_000         # of a location
    per_message: float = 8
    per_collective: float = 100
    remote: float = 0.1            # of messages, those between nodes: neighbours are kept together
    call_paths: int = 100
    values: float = 5              # metrics that a call path has at a location
    locations_per_node: int = 1000


SLICE = 256                        # events of a location between two meetings


class Model:
    def __init__(self, measured, machine=None, program=None):
        self.measured = measured
        self.machine = machine or Machine()
        self.program = program or Program()

    def nodes(self, locations):
        return max(1, round(locations / self.program.locations_per_node))

    def bytes_per_collective(self, processes):
        """Of all processes together: it grows with their number, by what was measured."""
        known = dict(zip(self.measured["processes"], self.measured["bytes_per_collective"]))
        few, many = min(known), max(known)
        return known[few] + (known[many] - known[few]) / (many - few) * (processes - few)

    def compressed_per_second(self):
        """Values, by all cores of a node."""
        return self.measured["values_compressed_per_second"] / self.measured["cores"] * (
            self.machine.cores * self.machine.efficiency)

    def seconds(self, locations):
        """By part."""
        machine, program, measured = self.machine, self.program, self.measured
        nodes = self.nodes(locations)
        here = locations / nodes * program.events
        meetings = program.events / SLICE
        # Of all locations; their mail meets in one process, a different one for each.
        collectives = program.events / program.per_collective
        sent = (here / program.per_message * program.remote * max(measured["bytes_per_message"]) +
                collectives * self.bytes_per_collective(nodes) / nodes) if nodes > 1 else 0
        talked = meetings * (3 * machine.latency * math.log2(nodes) + machine.pair * nodes) if nodes > 1 else 0
        values = locations * program.call_paths * program.values
        return {
            "definitions": locations * measured["load_seconds_per_location"],
            "replay and search": here * measured["seconds_per_event"] / (machine.cores * machine.efficiency),
            "mail": sent / machine.network + talked,
            "report": values * 16 / machine.network + values / measured["values_made_per_second"] +
                      values / self.compressed_per_second() + values * measured["bytes_per_value"] / machine.disk,
        }

    def memory(self, locations):
        """Of one process, bytes by part; the first one's, which writes the report."""
        program, measured = self.program, self.measured
        return {
            "definitions": locations * measured["known_bytes_per_location"],
            "locations analysed here": locations / self.nodes(locations) * measured["analysed_bytes_per_location"],
            "one metric's values": locations * program.call_paths * 2 * 16,
        }

    def limit(self, exceeds):
        """The least number of locations, in steps, at which it does; None up to a hundred million."""
        locations = 1000
        while locations <= 1e8:
            if exceeds(locations):
                return locations
            locations = int(locations * 1.25)
        return None
