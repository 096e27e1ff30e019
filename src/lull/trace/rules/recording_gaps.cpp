// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/rules/recording_gaps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

#include "lull/base/recording_properties.hpp"
#include "lull/base/text/counted.hpp"

namespace lull {
namespace {

namespace names = recording_properties;

// Returns how many numbers a list like "0-3,7" contains; nothing if it is not such a list.
std::optional<std::uint64_t> count_in(std::string_view list) {
  std::uint64_t count = 0;
  const char* at = list.data();
  const char* const end = at + list.size();
  while (true) {
    std::uint32_t first = 0;
    auto read = std::from_chars(at, end, first);
    if (read.ec != std::errc()) return std::nullopt;
    std::uint32_t last = first;
    if (read.ptr != end && *read.ptr == '-') {
      read = std::from_chars(read.ptr + 1, end, last);
      if (read.ec != std::errc() || last < first) return std::nullopt;
    }
    count += std::uint64_t{last} - first + 1;
    if (read.ptr == end) return count;
    if (*read.ptr != ',') return std::nullopt;
    at = read.ptr + 1;
  }
}

std::string sentence_on_filter(const std::string& removed) {
  return "The archive was reduced: " + removed + ".";
}

class GapSentences {
 public:
  GapSentences(const Properties& properties, std::size_t processes)
      : properties_(properties), processes_(processes) {}

  [[nodiscard]] std::string value(std::string_view name) const {
    const auto found = std::ranges::find(properties_, name, &Properties::value_type::first);
    return found == properties_.end() ? "" : found->second;
  }
  // In `text`, {} is replaced by the processes, for example "2 of 4 processes (0-1)". Use {any} in
  // negated sentences, where "all processes" would be ambiguous.
  void add(std::string_view name, std::string_view text) {
    const std::string list = value(name);
    if (list.empty()) return;
    std::string sentence(text);
    for (const auto& [place, all] : {std::pair("{}", "all processes"), {"{any}", "any process"}})
      if (const std::size_t at = sentence.find(place); at != sentence.npos)
        sentence.replace(at, std::string_view(place).size(), of(list, all));
    sentences.push_back(std::move(sentence));
  }

  std::vector<std::string> sentences;

 private:
  [[nodiscard]] std::string of(const std::string& list, const char* all) const {
    constexpr std::size_t kLongest = 40;
    const auto count = count_in(list);
    if (!count) return "some processes";
    if (*count == processes_) return processes_ == 1 ? "the process" : all;
    return fmt::format(
        "{} of {} ({})", grouped(*count), counted(processes_, "process", "processes"),
        list.size() > kLongest ? list.substr(0, list.rfind(',', kLongest)) + ", …" : list);
  }

  const Properties& properties_;
  std::size_t processes_;
};

void add_failures(GapSentences& gaps) {
  constexpr const char* kMissing = " What the program did afterwards is missing.";
  const auto stopped = [&](const char* name, const std::string& why) {
    gaps.add(name, "Recording of {} stopped early because " + why + "." + kMissing);
  };
  gaps.add(names::kNotRecorded,
           "The recorder was not loaded into {}, or could not start there: what others wait for "
           "there is unknown.");
  gaps.add(names::kUnknownPeers,
           "Communicators of {} with processes of another MPI_COMM_WORLD are left out: those "
           "processes are not recorded, or cannot be identified.");
  gaps.add(names::kDated,
           "The clocks of {} were not compared with those of other nodes: they are aligned by the "
           "nodes' system time, which may differ by some milliseconds.");
  stopped(names::kDiskFull, "the disk was full");
  stopped(names::kFileSize, "a file reached the system's size limit (ulimit -f)");
  gaps.add(names::kLimit,
           std::string("Recording of {} ended when the size limit was reached.") + kMissing);
  stopped(names::kFailure, "of a failure: " + gaps.value(names::kFailureReason));
  gaps.add(names::kKilled,
           "Recording of {} did not end normally (killed, crashed, or ended by _exit): regions are "
           "open at the end.");
  gaps.add(names::kLastEventsLost, "The last events of {} are missing.");
  const std::string interrupted = gaps.value(names::kInterruptedEvents);
  gaps.add(
      names::kInterrupted,
      fmt::format("In {{}}, {} events are missing: signal handlers interrupted the recording of "
                  "other events.",
                  interrupted.empty() ? "some" : interrupted));
  gaps.add(names::kExecuted,
           "Recording of {} ended when another program was executed in its place (exec).");
  gaps.add(names::kOwnOmptTool,
           "OpenMP is not recorded in {any}: the program has its own OMPT tool.");
  gaps.add(names::kOwnAllocator,
           "Memory is not counted in {any}: the program has its own allocator.");
  gaps.add(names::kNotInstrumented,
           "No functions are recorded in {any}: none is compiled with -finstrument-functions.");
}

// Lists only the first few runs if there are many.
std::string sentence_on_runs(std::string runs) {
  constexpr std::size_t kLongest = 60;
  const auto count = static_cast<std::uint64_t>(std::ranges::count(runs, ';')) + 1;
  if (runs.size() > kLongest) runs = runs.substr(0, runs.rfind(';', kLongest)) + "; …";
  return fmt::format("The recording contains {} unrelated program runs (processes {}).",
                     grouped(count), runs);
}

void add_wishes(GapSentences& gaps) {
  if (std::string runs = gaps.value(names::kRuns); !runs.empty())
    gaps.sentences.push_back(sentence_on_runs(std::move(runs)));
  const std::string seconds = gaps.value(names::kSwitchedOffSeconds);
  gaps.add(names::kSwitchedOff,
           "The program switched recording off in {}" +
               (seconds.empty() ? "." : fmt::format(", for {} s in total.", seconds)));
  const std::string children = gaps.value(names::kForkedChildren);
  gaps.add(names::kForked,
           fmt::format("Child processes of {{}} ({} by fork) are not recorded before they execute "
                       "another program.",
                       children.empty() ? "made" : children));
  if (const std::string removed = gaps.value(names::kFiltered); !removed.empty())
    gaps.sentences.push_back(sentence_on_filter(removed));
  if (gaps.value(names::kClocksCorrected) == names::kCorrectedByMessages)
    gaps.sentences.push_back(
        "The times in the archive were corrected using messages (lull clocks). For the uncertainty "
        "of waiting times, analyse the original archive.");
}

}  // namespace

std::string remark_on_kept_iterations(const Properties& properties) {
  const std::string kept = GapSentences(properties, 0).value(names::kFilteredIterations);
  return kept.empty() ? "" : sentence_on_filter(kept);
}

std::vector<std::string> recording_gaps(const Properties& properties, std::size_t processes,
                                        Gaps which) {
  GapSentences gaps(properties, processes);
  add_failures(gaps);
  if (which == Gaps::All) add_wishes(gaps);
  return std::move(gaps.sentences);
}

}  // namespace lull
