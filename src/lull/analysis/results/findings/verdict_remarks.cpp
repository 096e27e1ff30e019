// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>

#include "lull/analysis/results/findings/verdict.hpp"
#include "lull/base/text/counted.hpp"
#include "lull/base/text/seconds_text.hpp"
#include "lull/trace/definitions/places.hpp"

namespace lull::analysis {
namespace {

// If a larger share of messages arrives before it is sent, by more than this time, waiting times
// cannot be trusted.
constexpr double kTooMany = 0.02;
constexpr double kTooLarge = 10e-6;  // seconds

constexpr std::size_t kMostOfAKind = 8;  // sentences

std::string process_name(const Definitions& definitions, ProcessId process) {
  return definitions.processes[process.index()].name;
}

std::string pairs_text(const Definitions& definitions,
                       const std::map<ProcessPair, std::uint64_t>& pairs) {
  constexpr std::size_t kShown = 4;
  std::string text;
  std::size_t shown = 0;
  for (const auto& [pair, count] : pairs) {
    if (shown++ == kShown)
      return text + fmt::format(" and {}", counted(pairs.size() - kShown, "more pair"));
    text +=
        fmt::format("{}{} from {} to {}", shown == 1 ? "" : ", ", count,
                    process_name(definitions, pair.first), process_name(definitions, pair.second));
  }
  return text;
}

std::uint64_t sum_of(const auto& counts) {
  std::uint64_t sum = 0;
  for (const auto& [key, count] : counts) sum += count;
  return sum;
}

std::string not_joined(std::uint64_t count, const std::string& where) {
  return fmt::format("{} {} {} not joined by all members; no waiting time is charged for {}.",
                     counted(count, "collective operation"), where, count == 1 ? "was" : "were",
                     count == 1 ? "it" : "them");
}

void add_incomplete_collectives(const Analysis& analysis, std::vector<std::string>& remarks) {
  const Definitions& definitions = analysis.context().definitions;
  std::size_t shown = 0;
  std::uint64_t others = 0;
  for (const auto& [communicator, count] : analysis.notes().incomplete_collectives) {
    if (shown++ >= kMostOfAKind) {
      others += count;
      continue;
    }
    const std::string where =
        communicator.defined() ? fmt::format("on communicator \"{}\"",
                                             definitions.communicators[communicator.index()].name)
        : count == 1           ? "that starts or ends MPI"
                               : "that start or end MPI";
    remarks.push_back(not_joined(count, where));
  }
  if (shown > kMostOfAKind)
    remarks.push_back(not_joined(
        others, fmt::format("on {}", counted(shown - kMostOfAKind, "other communicator"))));
}

// Adds the first sentences of one kind, and how many others there are.
void add_first(const std::vector<std::string>& sentences, const char* one, const char* many,
               std::vector<std::string>& remarks) {
  const std::size_t shown = std::min(sentences.size(), kMostOfAKind);
  remarks.insert(remarks.end(), sentences.begin(),
                 sentences.begin() + static_cast<std::ptrdiff_t>(shown));
  if (sentences.size() > shown) remarks.push_back(counted(sentences.size() - shown, one, many));
}

void add_reader_remarks(const Analysis& analysis, std::vector<std::string>& remarks) {
  add_first(analysis.context().definitions.defects, "more remark of this kind is omitted.",
            "more remarks of this kind are omitted.", remarks);
}

void add_damages(const Analysis& analysis, std::vector<std::string>& remarks) {
  add_first(analysis.damages(), "more location ends early.", "more locations end early.", remarks);
}

void add_unmatched(const Analysis& analysis, std::vector<std::string>& remarks) {
  const Definitions& definitions = analysis.context().definitions;
  const MatchingNotes& notes = analysis.notes();
  if (!notes.unmatched_sends.empty())
    remarks.push_back(
        fmt::format("{} sent but never received: {}.",
                    counted(sum_of(notes.unmatched_sends), "message was", "messages were"),
                    pairs_text(definitions, notes.unmatched_sends)));
  if (!notes.unmatched_receives.empty())
    remarks.push_back(
        fmt::format("{} received but never sent: {}.",
                    counted(sum_of(notes.unmatched_receives), "message was", "messages were"),
                    pairs_text(definitions, notes.unmatched_receives)));
  if (notes.found_too_late > 0)
    remarks.push_back(
        fmt::format("{} received so late, with so many others in transit, that they were not "
                    "searched for wait states.",
                    counted(notes.found_too_late, "message was", "messages were")));
  for (const auto& [what, count] : notes.remarks)
    remarks.push_back(counted(count, what.one, what.many));
  add_incomplete_collectives(analysis, remarks);
}

void add_clock_violations(const Analysis& analysis, std::vector<std::string>& remarks) {
  const Definitions& definitions = analysis.context().definitions;
  const auto node_name = [&definitions](SystemNodeId node) {
    return node.defined() ? definitions.system_nodes[node.index()].name : std::string("(unknown)");
  };
  const auto add = [&](const ClockViolations& violations, const std::string& where) {
    remarks.push_back(fmt::format(
        "{} of {} arrive before they are sent, by up to {} ({}), which shows how inaccurate the "
        "clocks are.",
        grouped(violations.count), counted(analysis.notes().messages, "message"),
        short_seconds(definitions.seconds(violations.greatest)), where));
  };
  std::size_t shown = 0;
  ClockViolations others;
  for (const auto& [nodes, violations] : analysis.notes().clock_violations) {
    if (shown++ < kMostOfAKind) {
      add(violations, fmt::format("sent on {}, received on {}", node_name(nodes.first),
                                  node_name(nodes.second)));
      continue;
    }
    others.count += violations.count;
    others.greatest = std::max(others.greatest, violations.greatest);
  }
  if (shown > kMostOfAKind)
    add(others, fmt::format("between {}", counted(shown - kMostOfAKind, "other pair of nodes",
                                                  "other pairs of nodes")));
  if (const ClockViolations& reversed = analysis.notes().reversed_collectives; reversed.count > 0)
    remarks.push_back(fmt::format(
        "{} of {} by a member before another member began {}, by up to {}, which shows how "
        "inaccurate the clocks are.",
        grouped(reversed.count),
        counted(analysis.notes().collectives, "collective operation is left",
                "collective operations are left"),
        reversed.count == 1 ? "it" : "them",
        short_seconds(definitions.seconds(reversed.greatest))));
}

// Adds the place of the first occurrence to each sentence.
void add_defects(const Analysis& analysis, std::vector<std::string>& remarks) {
  const DataDefects& defects = analysis.defects();
  const Definitions& definitions = analysis.context().definitions;
  std::ranges::move(sentences_of(analysis.nesting(), definitions, analysis.zero()),
                    std::back_inserter(remarks));
  for (std::size_t i = 0; i < DataDefects::kKinds; ++i) {
    if (defects.counts[i] == 0) continue;
    std::string text = sentence(static_cast<DataDefect>(i), defects.counts[i]);
    const DefectPlace& place = defects.first[i];
    if (place.location.defined()) {
      text += fmt::format(" First {}, in {}", moment_of(definitions, place.time, analysis.zero()),
                          place_of(definitions, place.location));
      if (place.region.defined())
        text += fmt::format(", {}", analysis.context().region_name(place.region));
      text += '.';
    }
    remarks.push_back(std::move(text));
  }
}

// Adds what the trace contains but the analysis does not search for problems.
void add_not_searched(const report::Report& report, std::vector<std::string>& remarks) {
  const auto streams = std::ranges::count(report.locations, "gpu", &report::Location::kind);
  if (streams > 0)
    remarks.push_back(fmt::format("{} in the profile, but not searched for wait states.",
                                  counted(static_cast<std::uint64_t>(streams),
                                          "accelerator stream is", "accelerator streams are")));
}

}  // namespace

std::string judge_clocks(const Analysis& analysis) {
  const MatchingNotes& notes = analysis.notes();
  const Definitions& definitions = analysis.context().definitions;
  const auto judge = [&](const ClockViolations& violations, std::uint64_t of, const char* one,
                         const char* many, const char* what) -> std::string {
    const double greatest = definitions.seconds(violations.greatest);
    const double all = static_cast<double>(of);
    if (static_cast<double>(violations.count) <= kTooMany * all || greatest < kTooLarge) return {};
    return fmt::format(
        "The clocks of this trace do not allow a verdict: {} of {} ({:.0f} %) {}, by up to {}. "
        "Waiting times computed from such clocks are meaningless. If --clocks auto does not "
        "correct them, record with clock synchronisation.",
        grouped(violations.count), counted(of, one, many),
        100 * static_cast<double>(violations.count) / all, what, short_seconds(greatest));
  };
  std::string sentence = judge(notes.all_clock_violations(), notes.messages, "message", "messages",
                               "arrive before they are sent");
  if (!sentence.empty()) return sentence;
  return judge(notes.reversed_collectives, notes.collectives, "collective operation",
               "collective operations", "end before all have begun");
}

std::vector<std::string> matching_remarks(const Analysis& analysis) {
  std::vector<std::string> remarks;
  add_damages(analysis, remarks);
  add_unmatched(analysis, remarks);
  add_defects(analysis, remarks);
  add_reader_remarks(analysis, remarks);
  return remarks;
}

std::vector<std::string> make_remarks(const Analysis& analysis, const report::Report& report) {
  std::vector<std::string> remarks = report.notes;
  add_damages(analysis, remarks);
  add_unmatched(analysis, remarks);
  add_clock_violations(analysis, remarks);
  add_defects(analysis, remarks);
  add_reader_remarks(analysis, remarks);
  add_not_searched(report, remarks);
  return remarks;
}

}  // namespace lull::analysis
