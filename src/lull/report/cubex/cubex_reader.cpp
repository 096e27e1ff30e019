// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/cubex/cubex_reader.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <limits>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "lull/base/error.hpp"
#include "lull/base/run_on_threads.hpp"
#include "lull/base/text/counted.hpp"
#include "lull/base/text/utf8.hpp"
#include "lull/report/cubex/cubex_anchor_reader.hpp"
#include "lull/report/cubex/cubex_data_reader.hpp"
#include "lull/report/cubex/cubex_format.hpp"
#include "lull/report/cubex/tar/tar_reader.hpp"
#include "lull/report/model/aggregate.hpp"
#include "lull/report/model/report_texts.hpp"
#include "lull/report/model/tree.hpp"

namespace lull::report {
namespace {

// Larger members are omitted: a report is held in memory completely.
constexpr std::uint64_t kLargestMember = std::uint64_t{1} << 28;
constexpr std::uint64_t kLargestAnchor = std::uint64_t{1} << 29;

// Returns how many values fit into memory. Compression can hide a thousand times the file's size.
std::size_t most_values() {
  const auto memory = static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
                      static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  return memory / 2 / sizeof(Row::value_type);
}

// Returns whether it is the value that means "no value" in CubeLib's MINDOUBLE and MAXDOUBLE.
bool is_no_value(ValueType type, double value) {
  constexpr double kLargest = std::numeric_limits<double>::max();
  return (type == ValueType::Minimum && value >= kLargest) ||
         (type == ValueType::Maximum && value <= -kLargest);
}

// Sums of 10^20 squares of such values are still finite. Larger values are a sign of damage,
// whatever the metric measures.
constexpr double kLargestValue = 1e140;

Row sparse_row(const std::vector<double>& values, ValueType type, std::size_t& left_out) {
  Row row;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] == 0 || is_no_value(type, values[i])) continue;
    if (std::abs(values[i]) <= kLargestValue)
      row.emplace_back(LocationId(i), values[i]);
    else
      ++left_out;
  }
  return row;
}

// Returns the call path's own values: its subtree's values minus its children's values. A remainder
// within the rounding error of these sums is zero.
Row own_values(const Row& inclusive, const std::vector<const Row*>& children,
               std::vector<double>& sum, std::vector<double>& magnitude) {
  for (const auto& [location, value] : inclusive) {
    sum[location.index()] = value;
    magnitude[location.index()] = std::abs(value);
  }
  for (const Row* child : children)
    for (const auto& [location, value] : *child) {
      sum[location.index()] -= value;
      magnitude[location.index()] += std::abs(value);
    }
  constexpr double kRounding = 4 * std::numeric_limits<double>::epsilon();
  Row own;
  for (std::size_t i = 0; i < sum.size(); ++i) {
    if (std::abs(sum[i]) > kRounding * magnitude[i]) own.emplace_back(LocationId(i), sum[i]);
    sum[i] = magnitude[i] = 0;
  }
  return own;
}

// Parents come before their children, so each row is still inclusive when its parent needs it.
void make_exclusive(Report& report, MetricId metric) {
  const Tree tree(report.call_paths);
  std::vector<double> sum(report.locations.size());
  std::vector<double> magnitude(report.locations.size());
  for (std::size_t path = 0; path < report.call_paths.size(); ++path) {
    std::vector<const Row*> children;
    for (const std::size_t child : tree.children(path)) {
      const Row& row = report.row(metric, CallPathId(child));
      if (!row.empty()) children.push_back(&row);
    }
    if (children.empty()) continue;
    const Row& inclusive = report.row(metric, CallPathId(path));
    report.set_row(metric, CallPathId(path), own_values(inclusive, children, sum, magnitude));
  }
}

// The values of one metric, by call path, as stored in the file.
struct StoredValues {
  std::vector<std::pair<CallPathId, Row>> rows;
  std::size_t left_out = 0;
  std::exception_ptr failure;
};

// Reads metrics on all cores; each thread opens the file itself.
class ValueReader {
 public:
  ValueReader(const std::filesystem::path& path, const Anchor& anchor, const Report& report)
      : path_(path), anchor_(anchor), report_(report), values_(report.metrics.size()) {}

  std::vector<StoredValues> read() {
    const std::size_t threads =
        std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, values_.size() + 1);
    run_on_threads(threads, [this] { work(); });
    for (const StoredValues& values : values_)
      if (values.failure) std::rethrow_exception(values.failure);
    return std::move(values_);
  }

 private:
  void work() {
    std::optional<TarReader> archive;
    for (std::size_t id = next_++; id < values_.size() && !failed_; id = next_++) try {
        if (!archive) archive.emplace(path_);
        read(*archive, MetricId(id), values_[id]);
      } catch (const std::exception&) {
        values_[id].failure = std::current_exception();
        failed_ = true;
      }
  }

  void read(TarReader& archive, MetricId id, StoredValues& into) {
    const StoredMetric& stored = anchor_.metrics[id.index()];
    const auto& paths = anchor_.rows[static_cast<std::size_t>(stored.rows)];
    CubexDataReader data(archive, stored, paths.size(), report_.locations.size());
    std::size_t row_number = 0;
    std::vector<double> values;
    while (data.next(row_number, values)) {
      Row row = sparse_row(values, report_.metrics[id.index()].type, into.left_out);
      if (kept_ += row.size(); kept_ > most_)
        throw input_error("{} contains more values than fit into the memory of this machine",
                          archive.name());
      if (!row.empty()) into.rows.emplace_back(paths[row_number], std::move(row));
    }
  }

  const std::filesystem::path& path_;
  const Anchor& anchor_;
  const Report& report_;
  const std::size_t most_ = most_values();
  std::vector<StoredValues> values_;  // indexed by metric
  std::atomic<std::size_t> next_ = 0;
  std::atomic<std::size_t> kept_ = 0;
  std::atomic<bool> failed_ = false;
};

void add_values(const StoredMetric& stored, MetricId id, StoredValues&& values, Report& report) {
  Metric& metric = report.metrics[id.index()];
  metric.left_out = values.left_out;
  for (auto& [path, row] : values.rows) report.set_row(id, path, std::move(row));
  if (const std::string note = left_out_note(metric); !note.empty()) report.notes.push_back(note);
  if (stored.inclusive && additive(metric)) make_exclusive(report, id);
}

// Callers that print the report or use it from Python rely on this.
void make_utf8(Report& report) {
  std::size_t replaced = 0;
  change_texts(report, [&replaced](std::string& text) {
    if (is_utf8(text)) return;
    text = as_utf8(text);
    ++replaced;
  });
  if (replaced > 0)
    report.notes.push_back(fmt::format("{} not valid UTF-8; invalid bytes are replaced",
                                       counted(replaced, "text is", "texts are")));
}

void read_members(TarReader& archive, Report& report) {
  for (const TarReader::Member& member : archive.members()) {
    if (member.name == kAnchorName || member.name.empty() || metric_member(member.name)) continue;
    if (member.size <= kLargestMember)
      report.members[member.name] = archive.read(member);
    else
      report.notes.push_back(
          fmt::format("member {} is omitted: it has {} MiB", member.name, member.size >> 20));
  }
}

}  // namespace

Report read_cubex(const std::filesystem::path& path) {
  TarReader archive(path);
  const TarReader::Member* anchor_member = archive.find(kAnchorName);
  if (anchor_member == nullptr)
    throw input_error("{} is not a complete CUBE4 report: it has no {}", archive.name(),
                      kAnchorName);
  if (anchor_member->size > kLargestAnchor)
    throw input_error("{}: {} is larger than {} MiB", archive.name(), kAnchorName,
                      kLargestAnchor >> 20);
  Anchor anchor =
      read_anchor(archive.read(*anchor_member), fmt::format("{}: {}", archive.name(), kAnchorName));
  Report report = std::move(anchor.report);
  make_utf8(report);
  std::vector<StoredValues> values = ValueReader(path, anchor, report).read();
  for (std::size_t id = 0; id < report.metrics.size(); ++id)
    add_values(anchor.metrics[id], MetricId(id), std::move(values[id]), report);
  read_members(archive, report);
  return report;
}

}  // namespace lull::report
