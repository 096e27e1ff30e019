// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>

#include "cli/archive/archive_summary.hpp"
#include "cli/common/text_layout.hpp"
#include "lull/base/text/counted.hpp"
#include "lull/base/text/message.hpp"
#include "lull/base/text/printable.hpp"
#include "lull/base/text/seconds_text.hpp"
#include "lull/report/model/value_text.hpp"
#include "lull/trace/topology/graph_topology.hpp"

namespace lull::cli {
namespace {

constexpr std::size_t kKeyWidth = 15;
constexpr std::size_t kMostRows = 12;  // most rows of a list that may be long

using Parts = std::vector<std::string>;

std::string joined(const Parts& parts) { return fmt::format("{}", fmt::join(parts, ", ")); }

std::string row(std::string_view key, const std::string& value) {
  return value.empty() ? "" : wrapped(key, kKeyWidth, value);
}

std::string more(std::size_t rows) {
  return rows > kMostRows ? fmt::format("  … and {} more\n", rows - kMostRows) : "";
}

// Returns a name such as "MPI Rank 3", shortened to its column.
std::string fitted(std::string_view name, std::size_t width) {
  std::string text = report::shortened(name.empty() ? "(no name)" : printable(name), width);
  text.append(width - std::min(width, report::text_width(text)), ' ');
  return text;
}

std::string programs(const TraceSummary& summary) {
  Parts parts;
  for (const auto& [name, starts] : summary.programs)
    parts.push_back(fmt::format("{} ({})", name, counted(starts, "start")));
  return joined(parts);
}

std::string clock(const ArchiveSummary& archive) {
  const ClockProperties& clock = archive.definitions.clock;
  return fmt::format("{} a second ({:.3g} ns each), begins at tick {}",
                     counted(clock.ticks_per_second, "tick"),
                     1e9 / static_cast<double>(clock.ticks_per_second),
                     grouped(clock.global_offset.ticks + clock.origin));
}

std::string clock_offsets(const Definitions& definitions) {
  std::size_t measured = 0;
  std::uint64_t greatest = 0;
  std::size_t measurements = 0;
  for (const auto& offsets : definitions.clock_offsets) {
    if (!offsets.empty()) ++measured;
    measurements += offsets.size();
    for (const ClockOffset& offset : offsets)
      greatest =
          std::max<std::uint64_t>(greatest, static_cast<std::uint64_t>(std::llabs(offset.offset)));
  }
  if (measured == 0) return "none";
  if (greatest == 0) return counted(measurements, "measurement") + ", all zero";
  const double seconds = definitions.seconds({static_cast<std::int64_t>(greatest)});
  return fmt::format("{} on {} of {}, at most {}", counted(measurements, "measurement"), measured,
                     counted(definitions.locations.size(), "location"), short_seconds(seconds));
}

std::string duration(const ArchiveSummary& archive) {
  return fmt::format("{:.6f} s from the first event to the last",
                     archive.definitions.seconds(archive.events.length()));
}

constexpr std::size_t kLocationTypes = 4;
constexpr std::string_view kTypeNames[kLocationTypes] = {"location of unknown type", "thread",
                                                         "accelerator stream", "metric location"};
constexpr std::string_view kTypePlurals[kLocationTypes] = {
    "locations of unknown type", "threads", "accelerator streams", "metric locations"};

using TypeCounts = std::array<std::size_t, kLocationTypes>;

std::string types(const TypeCounts& counts) {
  Parts parts;
  for (const std::size_t type : {1u, 2u, 3u, 0u})
    if (counts[type] > 0)
      parts.push_back(counted(counts[type], kTypeNames[type], kTypePlurals[type]));
  return joined(parts);
}

TypeCounts types_of(const Definitions& definitions, const std::vector<LocationId>& locations) {
  TypeCounts counts{};
  for (const LocationId id : locations)
    ++counts[static_cast<std::size_t>(definitions.locations[id.index()].type) % kLocationTypes];
  return counts;
}

std::string locations(const Definitions& definitions) {
  TypeCounts counts{};
  for (const Process& process : definitions.processes) {
    const TypeCounts here = types_of(definitions, process.locations);
    for (std::size_t i = 0; i < kLocationTypes; ++i) counts[i] += here[i];
  }
  return fmt::format("{} in {}", types(counts),
                     counted(definitions.processes.size(), "process", "processes"));
}

std::string paradigms(const Definitions& definitions) {
  std::map<Paradigm, std::size_t> counts;
  std::size_t io = 0;  // POSIX and C stream functions, which have no paradigm
  for (const Region& region : definitions.regions)
    ++(region.paradigm == Paradigm::None &&
               (region.role == RegionRole::FileIo || region.role == RegionRole::FileIoMetadata)
           ? io
           : counts[region.paradigm]);
  Parts parts;
  for (const auto& [paradigm, regions] : counts)
    parts.push_back(fmt::format("{} {}", name_of(paradigm), regions));
  if (io != 0) parts.push_back(fmt::format("I/O {}", io));
  return parts.empty() ? "" : counted(definitions.regions.size(), "region") + ": " + joined(parts);
}

std::string overview(const ArchiveSummary& archive) {
  const Definitions& definitions = archive.definitions;
  return wrapped("", 0, archive.anchor) +
         wrapped("", 0,
                 "OTF2 archive, written by " +
                     (definitions.writer.empty() ? "(unknown)" : definitions.writer)) +
         "\n" + row("Programs", programs(archive.events)) + row("Time", duration(archive)) +
         row("Clock", clock(archive)) + row("Clock offsets", clock_offsets(definitions)) +
         row("Locations", locations(definitions)) +
         row("Events", grouped(archive.events.event_count())) + row("Code", paradigms(definitions));
}

// The tree of machines. Each node shows its processes and threads with their events.
class SystemTree {
 public:
  explicit SystemTree(const ArchiveSummary& archive)
      : archive_(archive), definitions_(archive.definitions) {
    for (std::size_t i = 0; i < definitions_.system_nodes.size(); ++i)
      children_[definitions_.system_nodes[i].parent].emplace_back(i);
    for (std::size_t i = 0; i < definitions_.processes.size(); ++i)
      processes_[definitions_.processes[i].node].emplace_back(i);
  }

  std::string text() {
    add(SystemNodeId{}, 0);
    return "\nSystem\n" + text_;
  }

 private:
  static constexpr std::size_t kDeepest = 32;

  void add(SystemNodeId node, std::size_t depth) {
    const auto& children = children_[node];
    add_processes(node, depth);
    if (depth == kDeepest && !children.empty()) {
      text_ += fmt::format("{:{}}… and {}\n", "", 2 * depth + 2,
                           counted(nodes_below(node), "node within it", "nodes within it"));
      return;
    }
    for (std::size_t i = 0; i < std::min(children.size(), kMostRows); ++i) {
      const SystemNode& child = definitions_.system_nodes[children[i].index()];
      text_ += std::string(2 * depth + 2, ' ') + printable(child.name) + "  " +
               printable(child.class_name) + "\n";
      add(children[i], depth + 1);
    }
    if (children.size() > kMostRows) text_ += std::string(2 * depth, ' ') + more(children.size());
  }

  std::size_t nodes_below(SystemNodeId node) {
    std::vector<SystemNodeId> found{node};
    for (std::size_t i = 0; i < found.size(); ++i) {
      const auto& children = children_[found[i]];
      found.insert(found.end(), children.begin(), children.end());
    }
    return found.size() - 1;
  }

  void add_processes(SystemNodeId node, std::size_t depth) {
    const auto& processes = processes_[node];
    const std::size_t width = kColumns - 54 - 2 * std::min<std::size_t>(depth, 8);
    for (std::size_t i = 0; i < std::min(processes.size(), kMostRows); ++i) {
      const Process& process = definitions_.processes[processes[i].index()];
      std::uint64_t events = 0;
      for (const LocationId location : process.locations)
        events += archive_.events.locations[location.index()].events;
      text_ +=
          fmt::format("{:{}}{} {:>13} events  {}\n", "", 2 * depth + 2, fitted(process.name, width),
                      grouped(events), types(types_of(definitions_, process.locations)));
    }
    if (processes.size() > kMostRows) text_ += std::string(2 * depth, ' ') + more(processes.size());
  }

  const ArchiveSummary& archive_;
  const Definitions& definitions_;
  std::map<SystemNodeId, std::vector<SystemNodeId>> children_;
  std::map<SystemNodeId, std::vector<ProcessId>> processes_;
  std::string text_;
};

// Returns a table of names with counts and their shares of the sum, largest first.
std::string table(std::string_view heading,
                  std::vector<std::pair<std::string, std::uint64_t>> rows) {
  std::erase_if(rows, [](const auto& row) { return row.second == 0; });
  if (rows.empty()) return "";
  std::ranges::stable_sort(rows, std::greater<>{}, [](const auto& row) { return row.second; });
  std::uint64_t sum = 0;
  for (const auto& [name, count] : rows) sum += count;
  std::string text = fmt::format("\n{}\n", heading);
  for (const auto& [name, count] : rows)
    text += fmt::format("  {:<34} {:>15} {:>7.1f} %\n", name, grouped(count),
                        100.0 * static_cast<double>(count) / static_cast<double>(sum));
  return text;
}

std::string events(const TraceSummary& summary) {
  std::vector<std::pair<std::string, std::uint64_t>> rows;
  for (std::size_t kind = 0; kind < kEventKinds; ++kind)
    rows.emplace_back(name_of_event(kind), summary.events[kind]);
  return table("Events", std::move(rows));
}

std::string collectives(const TraceSummary& summary) {
  return table("Collective operations, each counted once for every member",
               {summary.operations.begin(), summary.operations.end()});
}

// Removes the number, since "OMP team 12" and "OMP team 13" are of the same kind.
std::string without_number(std::string_view name) {
  return std::string(name.substr(0, name.find_last_not_of("0123456789") + 1));
}

std::string communicators(const Definitions& definitions) {
  if (definitions.communicators.empty()) return "";
  std::map<CommunicatorClass, std::vector<std::string>> classes;
  for (std::size_t i = 0; i < definitions.communicators.size(); ++i) {
    CommunicatorClass kind = class_of(definitions, CommunicatorId(i));
    std::string name = kind.name;
    kind.name = without_number(name);
    classes[std::move(kind)].push_back(std::move(name));
  }
  std::vector<std::pair<CommunicatorClass, std::vector<std::string>>> rows(classes.begin(),
                                                                           classes.end());
  std::ranges::stable_sort(rows, std::greater<>{}, [](const auto& row) { return row.first.size; });
  std::string text =
      fmt::format("\nCommunicators and teams: {}\n", grouped(definitions.communicators.size()));
  for (std::size_t i = 0; i < std::min(rows.size(), kMostRows); ++i) {
    const auto& [kind, names] = rows[i];
    const bool alike = std::ranges::count(names, names.front()) == std::ssize(names);
    text += fmt::format("  {} {:<11} {:<6} {:>15}{}\n",
                        fitted(alike ? names.front() : kind.name + "…", 34), kind.paradigm,
                        kind.kind, counted(kind.size, "member"),
                        names.size() > 1 ? fmt::format("  × {}", grouped(names.size())) : "");
  }
  return text + more(rows.size());
}

std::string topologies(const Definitions& definitions) {
  std::string text;
  for (const Topology& topology : definitions.topologies) {
    Parts sizes;
    for (const auto& dimension : topology.dimensions)
      sizes.push_back(fmt::format("{}{}", dimension.size, dimension.periodic ? " periodic" : ""));
    text += fmt::format("  {} {}\n", fitted(topology.name, 34), fmt::join(sizes, " × "));
  }
  for (const GraphTopology& graph : graph_topologies(definitions))
    text += fmt::format("  {} {}, {}, at most {} each\n", fitted(graph.name, 34),
                        counted(graph.processes, "process", "processes"),
                        counted(graph.edges, "edge"), counted(graph.most_neighbours, "neighbour"));
  return text.empty() ? "" : "\nTopologies\n" + text;
}

// Returns the unit with its scale, such as "s × 10^-6".
std::string unit_of(const MetricMember& metric) {
  if (metric.exponent == 0) return metric.unit;
  return fmt::format("{} × {}^{}", metric.unit, metric.decimal ? 10 : 2, metric.exponent);
}

std::string metrics(const Definitions& definitions) {
  // Metrics without a class have no recorded values.
  std::set<std::size_t> used;
  for (const Metric& metric : definitions.metrics)
    for (const MetricMemberId member : metric.members)
      if (member.defined()) used.insert(member.index());
  std::set<std::string> lines;
  for (const std::size_t member : used)
    lines.insert(fmt::format("  {} {}\n", fitted(definitions.metric_members[member].name, 34),
                             printable(unit_of(definitions.metric_members[member]))));
  if (lines.empty()) return "";
  std::string text = "\nMetrics\n";
  std::size_t shown = 0;
  for (const std::string& line : lines)
    if (shown++ < kMostRows) text += line;
  return text + more(lines.size());
}

std::string others(const Definitions& definitions) {
  Parts parts;
  const auto add = [&parts](std::size_t count, std::string_view name) {
    if (count > 0) parts.push_back(counted(count, name));
  };
  add(definitions.windows.size(), "one-sided window");
  add(definitions.io_files.size(), "file");
  add(definitions.callpaths.size(), "call path");
  add(definitions.calling_contexts.size(), "calling context");
  std::string text = row("Also defined", joined(parts));
  Parts parameters;
  for (const std::string& parameter : definitions.parameters) parameters.push_back(parameter);
  text += row("Parameters", joined(parameters));
  return text.empty() ? "" : "\n" + text;
}

std::string defects(const ArchiveSummary& archive) {
  if (archive.defects.empty()) return "";
  std::string text = "\nBefore you rely on this archive\n";
  for (const std::string& sentence : archive.defects)
    text += wrapped("  -", 4, message_text(sentence));
  return text;
}

}  // namespace

CommunicatorClass class_of(const Definitions& definitions, CommunicatorId id) {
  constexpr const char* kKinds[] = {"intra", "self", "inter"};
  const Communicator& communicator = definitions.communicators[id.index()];
  const Paradigm paradigm = communicator.group.defined()
                                ? definitions.groups[communicator.group.index()].paradigm
                                : Paradigm::Unknown;
  return {communicator.name, std::string(name_of(paradigm)),
          kKinds[static_cast<std::size_t>(communicator.kind)], definitions.size_of(id)};
}

std::string to_text(const ArchiveSummary& archive) {
  const Definitions& definitions = archive.definitions;
  return overview(archive) + SystemTree(archive).text() + events(archive.events) +
         collectives(archive.events) + communicators(definitions) + topologies(definitions) +
         metrics(definitions) + others(definitions) + defects(archive);
}

}  // namespace lull::cli
