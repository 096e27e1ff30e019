// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

#include "lull/recorder/counters/counters.hpp"
#include "lull/recorder/files/own_file.hpp"

namespace lull::recorder {
namespace {

Counter counter(std::uint32_t type, std::uint32_t event, const char* name, const char* description,
                const char* unit = "#", std::int64_t exponent = 0) {
  return {.kind = CounterKind::Perf,
          .metric = {.name = name,
                     .description = description,
                     .type = OTF2_METRIC_TYPE_OTHER,
                     .mode = OTF2_METRIC_ACCUMULATED_START,
                     .unit = unit,
                     .exponent = exponent},
          .code = std::uint64_t{type} << 32 | event};
}
Counter hardware(std::uint32_t event, const char* name, const char* description) {
  return counter(PERF_TYPE_HARDWARE, event, name, description);
}
Counter software(std::uint32_t event, const char* name, const char* description,
                 const char* unit = "#", std::int64_t exponent = 0) {
  return counter(PERF_TYPE_SOFTWARE, event, name, description, unit, exponent);
}

// Opens an event for the calling thread. Counts in the kernel, too, if the user is permitted to.
int open_event(std::uint64_t code, int leader) {
  perf_event_attr wanted{};
  wanted.size = sizeof wanted;
  wanted.type = static_cast<std::uint32_t>(code >> 32);
  wanted.config = code & 0xffffffffu;
  wanted.read_format = PERF_FORMAT_GROUP;
  for (const bool user_only : {false, true}) {
    wanted.exclude_kernel = wanted.exclude_hv = user_only ? 1 : 0;
    const long file = ::syscall(SYS_perf_event_open, &wanted, 0, -1, leader, PERF_FLAG_FD_CLOEXEC);
    if (file >= 0) return out_of_the_way(static_cast<int>(file));
    if (errno != EACCES && errno != EPERM) break;
    // These only happen in the kernel: they would stay 0.
    if (wanted.type == PERF_TYPE_SOFTWARE && (wanted.config == PERF_COUNT_SW_CONTEXT_SWITCHES ||
                                              wanted.config == PERF_COUNT_SW_CPU_MIGRATIONS))
      break;
  }
  return -1;
}

// An open event. The program may close its descriptor and reuse the number: only the event has its
// id.
struct Event {
  int file = -1;
  std::uint64_t id = 0;

  [[nodiscard]] bool is_own() const noexcept {
    std::uint64_t found = 0;
    return ::ioctl(file, PERF_EVENT_IOC_ID, &found) == 0 && found == id;
  }
};

Event event_of(int file) noexcept {
  Event event{.file = file};
  ::ioctl(file, PERF_EVENT_IOC_ID, &event.id);
  return event;
}

// Counters are read in groups, with one system call each. Reading only updates counters of the same
// kind as the group's leader: a clock, kernel events, the processor's.
std::size_t group_of(std::uint64_t code) {
  if (code >> 32 == PERF_TYPE_HARDWARE) return 2;
  return (code & 0xffffffffu) == PERF_COUNT_SW_TASK_CLOCK ? 0 : 1;
}

class PerfReader final : public CounterReader {
 public:
  explicit PerfReader(std::span<const Counter> counters) : answer_(counters.size() + 1) {
    for (std::size_t i = 0; i < counters.size(); ++i) {
      Group& group = groups_[group_of(counters[i].code)];
      const int leader = group.events.empty() ? -1 : group.events.front().file;
      const int file = open_event(counters[i].code, leader);
      if (file < 0) {
        const std::system_error refused(errno, std::generic_category(), counters[i].metric.name);
        close_all();
        throw refused;
      }
      group.events.push_back(event_of(file));
      group.places.push_back(i);
    }
  }
  PerfReader(const PerfReader&) = delete;
  PerfReader& operator=(const PerfReader&) = delete;
  ~PerfReader() override { close_all(); }

  bool read(std::span<std::uint64_t> values) noexcept override {
    for (const Group& group : groups_) {
      if (group.events.empty()) continue;
      // A closed event is no longer in its group: there are fewer values.
      const std::size_t size = (group.events.size() + 1) * sizeof answer_[0];
      if (!group.events.front().is_own() ||
          ::read(group.events.front().file, answer_.data(), size) != static_cast<ssize_t>(size))
        return false;
      for (std::size_t i = 0; i < group.places.size(); ++i)
        values[group.places[i]] = answer_[i + 1];
    }
    return true;
  }

 private:
  struct Group {
    std::vector<Event> events;
    std::vector<std::size_t> places;  // indices among all counters
  };

  void close_all() {
    for (const Group& group : groups_)
      for (const Event& event : group.events)
        if (event.is_own()) ::close(event.file);
  }

  std::array<Group, 3> groups_;
  std::vector<std::uint64_t> answer_;  // number of values, then the values
};

}  // namespace

std::span<const Counter> perf_counters() {
  static const std::array<Counter, 18> counters{
      software(PERF_COUNT_SW_TASK_CLOCK, "task-clock", "time on a processor", "s", -9),
      software(PERF_COUNT_SW_PAGE_FAULTS, "page-faults", "page faults"),
      software(PERF_COUNT_SW_PAGE_FAULTS_MIN, "minor-faults", "page faults without I/O"),
      software(PERF_COUNT_SW_PAGE_FAULTS_MAJ, "major-faults", "page faults with I/O"),
      software(PERF_COUNT_SW_CONTEXT_SWITCHES, "context-switches", "context switches"),
      software(PERF_COUNT_SW_CPU_MIGRATIONS, "cpu-migrations", "migrations to another processor"),
      software(PERF_COUNT_SW_ALIGNMENT_FAULTS, "alignment-faults", "unaligned accesses"),
      software(PERF_COUNT_SW_EMULATION_FAULTS, "emulation-faults", "emulated instructions"),
      hardware(PERF_COUNT_HW_CPU_CYCLES, "cycles", "processor cycles"),
      hardware(PERF_COUNT_HW_INSTRUCTIONS, "instructions", "retired instructions"),
      hardware(PERF_COUNT_HW_CACHE_REFERENCES, "cache-references", "last-level cache accesses"),
      hardware(PERF_COUNT_HW_CACHE_MISSES, "cache-misses", "last-level cache misses"),
      hardware(PERF_COUNT_HW_BRANCH_INSTRUCTIONS, "branches", "retired branches"),
      hardware(PERF_COUNT_HW_BRANCH_MISSES, "branch-misses", "mispredicted branches"),
      hardware(PERF_COUNT_HW_BUS_CYCLES, "bus-cycles", "bus cycles"),
      hardware(PERF_COUNT_HW_STALLED_CYCLES_FRONTEND, "stalled-cycles-frontend",
               "cycles that issued nothing"),
      hardware(PERF_COUNT_HW_STALLED_CYCLES_BACKEND, "stalled-cycles-backend",
               "cycles that retired nothing"),
      hardware(PERF_COUNT_HW_REF_CPU_CYCLES, "ref-cycles", "cycles at the nominal frequency")};
  return counters;
}

std::unique_ptr<CounterReader> read_perf(std::span<const Counter> counters) {
  return std::make_unique<PerfReader>(counters);
}

}  // namespace lull::recorder
