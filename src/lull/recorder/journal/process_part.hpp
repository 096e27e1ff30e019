// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The data that one recorded process left behind, read back from its journal and event files.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "lull/recorder/files/event_counts.hpp"
#include "lull/recorder/journal/recorded_measures.hpp"
#include "lull/recorder/journal/stop_note.hpp"

namespace lull::recorder {

struct RecordedRegion {
  std::string name;
  std::uint8_t role = 0;
  std::uint8_t paradigm = 0;
  // Location of its code: an address in an object file, or a line in the source.
  std::string object{};
  std::uint64_t offset = 0;
  std::string file{};
  std::uint32_t line = 0;
  std::uint32_t end_line = 0;
  std::string symbol{};       // the linker's name of a function
  std::string loaded_name{};  // the symbol's name at load time; empty if not known
  friend auto operator<=>(const RecordedRegion&, const RecordedRegion&) = default;
};

// How a communicator was made. Identifies it among the communicators made from the same parent.
struct CommunicatorOrigin {
  std::uint64_t from = 0;  // this process's number of that communicator
  std::array<std::int64_t, 3> made{};
};

struct RecordedCommunicator {
  std::string id;  // the same for all members; "world" and "self" are reserved
  // World ranks of the members, in both groups for an inter-communicator. Empty if another process
  // records them.
  std::vector<std::vector<std::uint64_t>> groups;
  std::string name = {};                     // given by the program
  std::optional<std::uint64_t> parent = {};  // this process's number of it
  bool foreign = false;                      // some members are not in the trace
  bool across = false;                       // some members belong to another world
  bool pes = false;                          // an OpenSHMEM active set
  std::optional<CommunicatorOrigin> origin = {};
};

// A member that another world records.
constexpr std::uint64_t kUnknownMember = ~std::uint64_t{0};

// Returns the id of a communicator made from `from`.
[[nodiscard]] std::string id_of_made(const std::string& from, const CommunicatorOrigin& origin);

// The common name of a communicator between worlds, as known to both sides.
struct RecordedBridge {
  std::uint64_t communicator = 0;  // this process's number of it
  std::string token;
};

// A call that made a communicator between worlds, in one of the processes that took part.
struct RecordedMeeting {
  enum class Kind : std::uint8_t { Spawn, Spawned, Accept, Connect };
  Kind kind = Kind::Spawn;
  std::uint64_t communicator = 0;  // this process's number of it
  std::uint64_t here = 0;          // processes on this side
  std::uint64_t there = 0;
  std::uint64_t from = 0;  // start of the call, in nanoseconds of the node's clock; 0: not known
  std::uint64_t until = 0;
  std::string port;        // where the sides meet; empty if this process does not know it
  std::int64_t root = -1;  // spawns: the rank of the root in its world; below 0: not known
};

// A process's coordinates in the Cartesian topology of a communicator.
struct RecordedProcessGrid {
  std::uint64_t communicator = 0;  // this process's number of it
  std::vector<std::uint32_t> sizes;
  std::vector<int> periodic;
  std::uint32_t rank = 0;  // its rank in the communicator
  std::vector<std::uint32_t> coordinates;
};

// The neighbours of a process in the graph topology of a communicator, as ranks there.
struct RecordedProcessGraph {
  std::uint64_t communicator = 0;  // this process's number of it
  std::uint32_t rank = 0;          // its rank in the communicator
  std::vector<std::int64_t> sources;
  std::vector<std::int64_t> destinations;
};

// A window for one-sided communication.
struct RecordedWindow {
  // This process's number of it; none if its creation was not seen.
  std::optional<std::uint64_t> communicator;
  std::uint64_t index = 0;  // number of windows made earlier on the communicator
  std::string name{};       // empty if the journal has lost it
};

// A file opened through MPI, the system, or as a stream of the C library.
enum class IoParadigm : std::uint8_t { MpiIo, Posix, Streams };
struct RecordedFileHandle {
  std::optional<std::uint64_t> file;          // this process's number of it; none for pipes
  std::optional<std::uint64_t> communicator;  // the same; none if its creation was not seen
  std::uint64_t index = 0;                    // number of files opened earlier on the communicator
  IoParadigm paradigm = IoParadigm::MpiIo;
  std::string name{};
  std::optional<std::uint8_t> access{};  // set if the handle was open from the start
};

struct RecordedClock {
  std::uint64_t ticks = 0;
  std::uint64_t nanoseconds = 0;
  std::optional<std::int64_t> offset;  // from the first process's clock to this one, in ticks
};

// The size that its events would have had, if they were only counted.
struct RecordedCounts {
  std::uint64_t bytes = 0;
  std::map<std::uint32_t, RegionCount> regions;  // keyed by the process's own numbers
};

struct ProcessPart {
  std::filesystem::path directory;
  std::string host;
  std::string boot_id;  // identifies the clock (with the time namespace); empty if not known
  std::string time_namespace;
  std::map<std::string, std::string> job;      // the launchers' ids of the job, by kind of launcher
  std::string parent;                          // the process that started it
  std::optional<std::uint32_t> launched_rank;  // given by the launcher
  std::int64_t pid = 0;
  std::string command;
  std::uint64_t buffer = 0;  // chunk size of its event files
  bool counter = false;      // true: its clock is a counter of unknown speed
  std::uint64_t began = 0;   // nanoseconds since 1970, when its first clock was read; 0: not known
  std::optional<std::uint32_t> rank;
  std::uint32_t world_size = 0;  // size of its MPI_COMM_WORLD
  std::uint64_t world = 0;       // the same for all processes of the world (world_groups.hpp)
  bool spawned = false;          // true: its world was spawned by another one
  bool recorded = true;          // else a placeholder for a process that is not recorded
  std::string process_name;      // rank and world, after the name of its kind
  bool is_pe = false;            // true: an OpenSHMEM PE
  bool ended = false;            // it closed its files itself
  bool memory_lost = false;      // its last events are missing
  bool closed = false;           // its files are closed, by itself or by lull
  std::map<std::uint32_t, std::uint64_t> events;  // number of events by thread
  std::vector<RecordedRegion> regions;            // indexed by the process's own numbers
  std::vector<RecordedCommunicator> communicators;
  std::vector<RecordedBridge> bridges;
  std::vector<RecordedMeeting> meetings;
  bool has_unknown_peers = false;  // the other side of a communicator between worlds is not known
  std::map<std::uint32_t, std::string> thread_names;  // only threads that have one
  std::set<std::uint32_t> workers;                    // threads of an OpenMP runtime
  // The numbers in the file names of threads, by the numbers that order_workers() assigned.
  std::map<std::uint32_t, std::uint32_t> recorded_numbers;
  // The threads of each team in the team's order; numbered with the communicators.
  std::map<std::uint32_t, std::vector<std::uint32_t>> teams;
  std::set<std::uint32_t> nested_teams;
  std::vector<RecordedProcessGrid> process_grids;
  std::vector<RecordedProcessGraph> process_graphs;
  std::optional<std::uint32_t> contingent;         // number of the group of all its POSIX threads
  bool threads_by_default = false;                 // recorded without being requested
  std::vector<std::vector<std::uint64_t>> groups;  // world ranks
  std::vector<RecordedWindow> windows;
  std::vector<std::string> files;  // paths
  std::vector<RecordedFileHandle> file_handles;
  bool deletes_files = false;  // through functions of the system
  std::vector<RecordedClock> clocks;
  std::optional<RecordedCounts> counts;
  bool dated = false;  // its node's clock was not compared with others: only the date is known
  std::optional<double> speed;  // its clock's, in ticks per nanosecond, if there are few readings
  std::uint64_t last_time = 0;  // when the last event found in its memory occurred
  StopNote stop;                // why its recording ended before it did
  bool executed = false;        // another program replaced it
  std::uint64_t times_off = 0;  // number of times the program switched the recording off,
  std::uint64_t ticks_off = 0;  // and for how long, in ticks
  std::uint64_t forks = 0;
  std::uint64_t lost_in_handlers = 0;  // events
  bool own_ompt_tool = false;
  bool own_allocator = false;     // allocations were to be counted
  bool not_instrumented = false;  // functions were to be recorded, but none are instrumented
  RecordedMeasures measures;

  [[nodiscard]] std::filesystem::path event_file(std::uint32_t thread) const {
    const auto known = recorded_numbers.find(thread);
    const std::uint32_t number = known == recorded_numbers.end() ? thread : known->second;
    return directory / "traces" / (std::to_string(number) + ".evt");
  }
};

struct ReadParts {
  std::vector<ProcessPart> parts;
  // Reasons why processes could not begin. Nothing else is known about these processes.
  std::vector<std::string> failures;
  std::size_t helpers = 0;  // left out (helper_processes.hpp)
};

// Reads the parts of many processes with `threads` threads. Repairs the event files of a process
// that was killed: they end with the last chunk written. Throws Error (input) for an invalid
// journal.
[[nodiscard]] ReadParts read_process_parts(std::span<const std::filesystem::path> directories,
                                           unsigned threads);

}  // namespace lull::recorder
