// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A report: severities over (metric, call path, location), with the descriptions of all three. The
// analysis produces it, a .cubex file stores it, and show, diff and view read it. It is independent
// of the trace.
//
// A stored value is exclusive along the call tree (the call path's own, without its callees) and
// inclusive along the metric tree (a metric's value includes its sub-metrics), as in CUBE. Values
// are doubles: counts are exact up to 2^53. Missing values are zero. For Minimum and Maximum
// metrics, sums over call paths or locations are minima or maxima, which ignore missing values.
// Memory: 16 bytes per non-zero value, 24 bytes per (metric with values, call path). Not thread
// safe.
//
// Next to this folder: run/ has the data that a report holds about the run itself (map, matrix,
// iterations, focus); cubex/ reads and writes .cubex; algebra/ calculates with reports and compares
// them; rules/ checks them; show/ prints tables, trees, JSON and CSV; page/ packs a report for the
// page of lull view.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lull/base/id.hpp"

namespace lull::report {

// Declared here because traces have types with the same names but different ids.
struct MetricTag;
struct RegionTag;
struct CallPathTag;
struct SystemNodeTag;
struct ProcessTag;
struct LocationTag;

using MetricId = Id<MetricTag>;
using RegionId = Id<RegionTag>;
using CallPathId = Id<CallPathTag>;
using SystemNodeId = Id<SystemNodeTag>;
using ProcessId = Id<ProcessTag>;
using LocationId = Id<LocationTag>;

enum class ValueType { Double, Unsigned, Signed, Minimum, Maximum };

struct Metric {
  std::string unique_name;   // such as "mpi_latesender"
  std::string display_name;  // such as "Late Sender"
  std::string unit;          // "sec", "occ", "bytes"
  std::string description;
  std::string url;
  MetricId parent;  // undefined for a root
  ValueType type = ValueType::Double;
  // The number of values in the file that are omitted because they are not finite, or too large to
  // be added.
  std::size_t left_out = 0;

  friend bool operator==(const Metric&, const Metric&) = default;
};

// Returns a note such as "metric time: 3 values are left out: …"; empty if no values are left out.
[[nodiscard]] std::string left_out_note(const Metric& metric);

struct Region {
  std::string name;
  std::string mangled_name;
  std::string paradigm;  // "mpi", "openmp", "user", …
  std::string role;      // "function", "barrier", "point2point", …
  std::string file;
  std::int64_t begin_line = -1;  // -1: unknown
  std::int64_t end_line = -1;

  friend bool operator==(const Region&, const Region&) = default;
};

// A node of the call tree. Parameters (name, value) distinguish calls of the same region.
struct CallPath {
  RegionId region;
  CallPathId parent;  // undefined for a root
  std::vector<std::pair<std::string, std::string>> parameters;

  friend bool operator==(const CallPath&, const CallPath&) = default;
};

struct SystemNode {
  std::string name;
  std::string kind;  // "machine", "node", …
  SystemNodeId parent;

  friend bool operator==(const SystemNode&, const SystemNode&) = default;
};

struct Process {  // CUBE's location group
  std::string name;
  std::int64_t rank = 0;
  std::string kind;  // "process", "metrics", "accelerator"
  SystemNodeId node;

  friend bool operator==(const Process&, const Process&) = default;
};

struct Location {
  std::string name;
  std::int64_t rank = 0;  // rank within its process
  std::string kind;       // "thread", "metric", "gpu"
  ProcessId process;

  friend bool operator==(const Location&, const Location&) = default;
};

struct CartesianTopology {
  struct Dimension {
    std::string name;
    std::uint32_t size = 0;
    bool periodic = false;

    friend bool operator==(const Dimension&, const Dimension&) = default;
  };
  std::string name;
  std::vector<Dimension> dimensions;
  std::vector<std::pair<LocationId, std::vector<std::uint32_t>>> coordinates;

  friend bool operator==(const CartesianTopology&, const CartesianTopology&) = default;
};

// The values of one (metric, call path) over locations: (location, value) by ascending location,
// without zeros.
using Row = std::vector<std::pair<LocationId, double>>;

class Report {
 public:
  // The tables. A parent always comes before its children.
  std::vector<Metric> metrics;
  std::vector<Region> regions;
  std::vector<CallPath> call_paths;
  std::vector<SystemNode> system_nodes;
  std::vector<Process> processes;
  std::vector<Location> locations;
  std::vector<CartesianTopology> topologies;
  std::map<std::string, std::string> attributes;  // CUBE's <attr key value>
  std::map<std::string, std::string> members;     // further files inside the .cubex, by name
  std::vector<std::string> mirrors;               // values for "@mirror@" in a metric's url
  std::vector<std::string> notes;  // data defects and warnings: sentences for the user

  // Adds `value` to (metric, path, location); Minimum and Maximum keep the lesser or greater one.
  void add(MetricId metric, CallPathId path, LocationId location, double value);
  // Replaces the row; `row` must be sorted by location.
  void set_row(MetricId metric, CallPathId path, Row row);

  // Removes the metric's values.
  void forget_values(MetricId metric);

  [[nodiscard]] double value(MetricId metric, CallPathId path, LocationId location) const;
  [[nodiscard]] const Row& row(MetricId metric, CallPathId path) const;
  // Returns the call path's own value, summed over locations. Takes O(values of the row) time.
  [[nodiscard]] double exclusive(MetricId metric, CallPathId path) const;
  // Returns the value of the call path and of all call paths below it, summed over locations. Takes
  // O(call paths + values) time; aggregate.hpp computes all call paths at that cost.
  [[nodiscard]] double inclusive(MetricId metric, CallPathId path) const;
  // Returns the sum over everything.
  [[nodiscard]] double total(MetricId metric) const;

  [[nodiscard]] std::optional<MetricId> find_metric(std::string_view unique_name) const;
  // Returns the region and the parameters that distinguish its calls, such as "solve (iter=5)".
  [[nodiscard]] std::string label(CallPathId path) const;
  // Returns the labels from the root, joined with '/', such as "main/solve (iter=5)/MPI_Recv".
  [[nodiscard]] std::string path_name(CallPathId path) const;

 private:
  Row& writable_row(MetricId metric, CallPathId path);

  // Indexed by [metric][call path]; rows are created when first written.
  std::vector<std::vector<Row>> values_;
};

}  // namespace lull::report
