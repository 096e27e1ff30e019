# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Model of the cost of a distributed analysis on a machine of any size, from measurements on a small one.

Measurements come from scaling.json; assumptions about the machine and the program are below.
"""
import dataclasses
import math


@dataclasses.dataclass
class Machine:
    """Conservative assumptions about the machine."""
    cores: int = 64                # per node; one process of the analysis on each node
    memory: float = 256e9          # bytes per node
    network: float = 5e9           # bytes per second and node
    latency: float = 5e-6          # seconds per step of a collective operation
    pair: float = 0.2e-6           # seconds to send a word from one process to another
    disk: float = 1e9              # bytes per second and node
    file_system: float = 10e9      # bytes per second, all nodes together
    efficiency: float = 0.75       # of a node's cores together, relative to one core


@dataclasses.dataclass
class Program:
    """A tightly coupled program: one message per eight events, one collective per hundred."""
    events: float = 20_000         # per location
    per_message: float = 8
    per_collective: float = 100
    remote: float = 0.1            # fraction of messages between nodes: neighbours are placed together
    call_paths: int = 100
    values: float = 5              # metrics of a call path at a location
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
        """Total of all processes; it grows with their number according to the measurements."""
        known = dict(zip(self.measured["processes"], self.measured["bytes_per_collective"]))
        few, many = min(known), max(known)
        return known[few] + (known[many] - known[few]) / (many - few) * (processes - few)

    def definitions(self, locations):
        """The first process reads the global definitions for all; each reads some local ones."""
        measured, nodes = self.measured, self.nodes(locations)
        read = locations * (measured["read_seconds_per_location"] + measured["finish_seconds_per_location"])
        local = locations / nodes * measured["local_seconds_per_location"]
        if nodes == 1:
            return read + local
        # Sent down a tree of processes twice: the global part, and the local parts.
        moved = locations * measured["packed_bytes_per_location"] / self.machine.network
        return (read + local + locations * measured["take_seconds_per_location"] +
                2 * moved + 2 * self.machine.latency * math.log2(nodes))

    def rows_here(self, locations):
        """Rows of the report at the process with most of them: rows are not divided."""
        return math.ceil(self.program.call_paths * self.program.values / self.nodes(locations))

    def report(self, locations):
        """Each process packs its locations' values, and arranges, compresses and writes some of all rows."""
        machine, measured, rows = self.machine, self.measured, self.rows_here(locations)
        cores = machine.cores * machine.efficiency
        values = locations * self.program.call_paths * self.program.values
        mine, own = rows * locations, values / self.nodes(locations)
        sent = own * measured["kept_bytes_per_value"] if self.nodes(locations) > 1 else 0
        # Only the first process.
        tables = locations * measured["tables_seconds_per_location"]
        # Sequential for each metric, since sums of doubles depend on their order.
        in_turn = locations * self.program.call_paths * measured["digest_seconds_per_value"]
        size = measured["bytes_per_value"]
        return ((own + mine) * measured["arrange_seconds_per_value"] + sent / machine.network +
                mine * measured["digest_seconds_per_value"] + in_turn + tables +
                math.ceil(rows / cores) * locations * measured["compress_seconds_per_value"] +
                mine * measured["write_seconds_per_value"] +
                max(mine * size / machine.disk, values * size / machine.file_system))

    def seconds(self, locations):
        """Returns seconds by part."""
        machine, program, measured = self.machine, self.program, self.measured
        nodes = self.nodes(locations)
        here = locations / nodes * program.events
        meetings = program.events / SLICE
        # Over all locations; the mail of each collective meets in one process, which differs between them.
        collectives = program.events / program.per_collective
        sent = (here / program.per_message * program.remote * max(measured["bytes_per_message"]) +
                collectives * self.bytes_per_collective(nodes) / nodes) if nodes > 1 else 0
        talked = meetings * (3 * machine.latency * math.log2(nodes) + machine.pair * nodes) if nodes > 1 else 0
        return {
            "definitions": self.definitions(locations),
            "replay and search": here * measured["seconds_per_event"] / (machine.cores * machine.efficiency),
            "mail": sent / machine.network + talked,
            "report": self.report(locations),
        }

    def memory(self, locations):
        """Returns bytes by part for the first process, which writes the report's tables."""
        program, measured = self.program, self.measured
        here = locations / self.nodes(locations)
        return {
            "definitions": locations * (measured["known_bytes_per_location"] +
                                        2 * measured["packed_bytes_per_location"]),
            "locations analysed here": here * measured["analysed_bytes_per_location"],
            "their sums": here * program.call_paths * program.values * measured["kept_bytes_per_value"],
            "rows at once": min(self.rows_here(locations) * locations,
                                2e6 + self.machine.cores * locations) * 16,
        }

    def on_this_machine(self, locations, processes):
        """Returns the seconds of one of several single-threaded processes on the measured machine."""
        measured = self.measured
        alone = (measured["read_seconds_per_location"] + measured["finish_seconds_per_location"] +
                 measured["tables_seconds_per_location"])
        taken = measured["take_seconds_per_location"] if processes > 1 else 0
        divided = measured["whole_seconds_per_location"] - alone
        return locations * (alone + taken + divided / processes)

    def limit(self, exceeds):
        """Returns the least number of locations (in steps) for which the condition holds, or None."""
        locations = 1000
        while locations <= 1e8:
            if exceeds(locations):
                return locations
            locations = int(locations * 1.25)
        return None
