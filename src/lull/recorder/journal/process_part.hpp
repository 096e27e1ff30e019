// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What one recorded process left behind, read back from its journal and event files.
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
  // Where its code is: an address in a file of code, or a place in the source.
  std::string object{};
  std::uint64_t offset = 0;
  std::string file{};
  std::uint32_t line = 0;
  std::uint32_t end_line = 0;
  std::string symbol{};       // the linker's name of a function
  std::string loaded_name{};  // the same, when it was loaded; empty where that is not known
  friend auto operator<=>(const RecordedRegion&, const RecordedRegion&) = default;
};

// How a communicator was made: what names it among those made out of the same one.
struct CommunicatorOrigin {
  std::uint64_t from = 0;  // this process's number of that
  std::array<std::int64_t, 3> made{};
};

struct RecordedCommunicator {
  std::string id;  // the same for all its members; "world" and "self" are those
  // World ranks of the members; of an inter-communicator of both groups. Empty where another
  // process tells them.
  std::vector<std::vector<std::uint64_t>> groups;
  std::string name = {};                     // given by the program
  std::optional<std::uint64_t> parent = {};  // this process's number of it
  bool foreign = false;                      // some members are not in the trace
  bool across = false;                       // some members are of another world, which tells them
  bool pes = false;                          // an active set of OpenSHMEM
  std::optional<CommunicatorOrigin> origin = {};
};

// A member that another world tells.
constexpr std::uint64_t kUnknownMember = ~std::uint64_t{0};

// The id of what was made out of a communicator.
[[nodiscard]] std::string id_of_made(const std::string& from, const CommunicatorOrigin& origin);

// What both sides of a communicator between worlds call it.
struct RecordedBridge {
  std::uint64_t communicator = 0;  // this process's number of it
  std::string token;
};

// A call that made a communicator between worlds, in one of the processes that did it together.
struct RecordedMeeting {
  enum class Kind : std::uint8_t { Spawn, Spawned, Accept, Connect };
  Kind kind = Kind::Spawn;
  std::uint64_t communicator = 0;  // this process's number of it
  std::uint64_t here = 0;          // processes on this side
  std::uint64_t there = 0;
  std::uint64_t from = 0;  // when the call began, in nanoseconds of the node's clock; 0: not known
  std::uint64_t until = 0;
  std::string port;        // where they meet; empty where this process does not know
  std::int64_t root = -1;  // of a spawn: the rank of the root in its world; below 0: not known
};

// A place in the Cartesian grid that a communicator has.
struct RecordedProcessGrid {
  std::uint64_t communicator = 0;  // this process's number of it
  std::vector<std::uint32_t> sizes;
  std::vector<int> periodic;
  std::uint32_t rank = 0;  // in the communicator
  std::vector<std::uint32_t> coordinates;
};

// The neighbours of a process in the graph that a communicator has, as ranks there.
struct RecordedProcessGraph {
  std::uint64_t communicator = 0;  // this process's number of it
  std::uint32_t rank = 0;          // in the communicator
  std::vector<std::int64_t> sources;
  std::vector<std::int64_t> destinations;
};

// A window for one-sided communication.
struct RecordedWindow {
  // This process's number of it; none for one whose making was not seen.
  std::optional<std::uint64_t> communicator;
  std::uint64_t index = 0;  // how many were made on that before
  std::string name{};       // empty where the journal has lost it
};

// A file that is open: through MPI, through the system, as a stream of the C library.
enum class IoParadigm : std::uint8_t { MpiIo, Posix, Streams };
struct RecordedFileHandle {
  std::optional<std::uint64_t> file;          // this process's number of it; none for pipes
  std::optional<std::uint64_t> communicator;  // the same; none for one whose making was not seen
  std::uint64_t index = 0;                    // how many files were opened on that before
  IoParadigm paradigm = IoParadigm::MpiIo;
  std::string name{};
  std::optional<std::uint8_t> access{};  // of one that was open from the start
};

struct RecordedClock {
  std::uint64_t ticks = 0;
  std::uint64_t nanoseconds = 0;
  std::optional<std::int64_t> offset;  // of the first process's clock to this one, in ticks
};

// What its events would have taken, where they were only counted.
struct RecordedCounts {
  std::uint64_t bytes = 0;
  std::map<std::uint32_t, RegionCount> regions;  // by its own numbers
};

struct ProcessPart {
  std::filesystem::path directory;
  std::string host;
  std::string boot_id;  // with the time namespace: of the clock; empty where not known
  std::string time_namespace;
  std::map<std::string, std::string> job;      // what launchers call it, by their kinds
  std::string parent;                          // the process that started it
  std::optional<std::uint32_t> launched_rank;  // by the launcher
  std::int64_t pid = 0;
  std::string command;
  std::uint64_t buffer = 0;  // the size of its event files' chunks
  bool counter = false;      // whether its clock is a counter of unknown speed
  std::uint64_t began = 0;   // nanoseconds since 1970, when its first clock was read; 0: not known
  std::optional<std::uint32_t> rank;
  std::uint32_t world_size = 0;  // of its MPI_COMM_WORLD
  std::uint64_t world = 0;       // the same for all processes of that (world_groups.hpp)
  bool spawned = false;          // that, by another one
  bool recorded = true;          // else it only stands for a process that is not
  std::string process_name;      // its rank and world, behind what its kind is called
  bool is_pe = false;            // of OpenSHMEM
  bool ended = false;            // it closed its files itself
  bool memory_lost = false;      // its last events are missing
  bool closed = false;           // they are closed, by whomever
  std::map<std::uint32_t, std::uint64_t> events;  // number of events by thread
  std::vector<RecordedRegion> regions;            // by its own numbers
  std::vector<RecordedCommunicator> communicators;
  std::vector<RecordedBridge> bridges;
  std::vector<RecordedMeeting> meetings;
  bool has_unknown_peers = false;  // the other side of such a communicator is not known
  std::map<std::uint32_t, std::string> thread_names;  // of those that have one
  std::set<std::uint32_t> workers;                    // threads of an OpenMP runtime
  // The numbers in the names of threads' files, by the numbers that order_workers() assigned.
  std::map<std::uint32_t, std::uint32_t> recorded_numbers;
  // Threads of teams by their order in the team; numbered with the communicators.
  std::map<std::uint32_t, std::vector<std::uint32_t>> teams;
  std::set<std::uint32_t> nested_teams;
  std::vector<RecordedProcessGrid> process_grids;
  std::vector<RecordedProcessGraph> process_graphs;
  std::optional<std::uint32_t> contingent;         // number of all its POSIX threads together
  bool threads_by_default = false;                 // they were not asked for
  std::vector<std::vector<std::uint64_t>> groups;  // world ranks
  std::vector<RecordedWindow> windows;
  std::vector<std::string> files;  // paths
  std::vector<RecordedFileHandle> file_handles;
  bool deletes_files = false;  // by functions of the system
  std::vector<RecordedClock> clocks;
  std::optional<RecordedCounts> counts;
  bool dated = false;  // its node's clock was not compared with others: only the date is known
  std::optional<double> speed;  // of its clock, in ticks per nanosecond, where the readings are few
  std::uint64_t last_time = 0;  // of the last event that was found in its memory
  StopNote stop;                // why its recording ended before it did
  bool executed = false;        // another program in its place
  std::uint64_t times_off = 0;  // how often the program switched the recording off,
  std::uint64_t ticks_off = 0;  // and for how long
  std::uint64_t forks = 0;
  std::uint64_t lost_in_handlers = 0;  // events
  bool own_ompt_tool = false;
  bool own_allocator = false;     // memory was to be counted
  bool not_instrumented = false;  // functions were to be recorded, but there are none
  RecordedMeasures measures;

  [[nodiscard]] std::filesystem::path event_file(std::uint32_t thread) const {
    const auto known = recorded_numbers.find(thread);
    const std::uint32_t number = known == recorded_numbers.end() ? thread : known->second;
    return directory / "traces" / (std::to_string(number) + ".evt");
  }
};

struct ReadParts {
  std::vector<ProcessPart> parts;
  // Of processes that could not begin: why. Nothing is known of these.
  std::vector<std::string> failures;
  std::size_t helpers = 0;  // left out (helper_processes.hpp)
};

// Of many processes, read by so many threads. Of one that was killed, event files are made whole
// again: they end with the last chunk that was written. Throws Error (input) for a journal that is
// none.
[[nodiscard]] ReadParts read_process_parts(std::span<const std::filesystem::path> directories,
                                           unsigned threads);

}  // namespace lull::recorder
