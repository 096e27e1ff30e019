// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/results/findings/metric_digest.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace lull::analysis {
namespace {

using report::MetricRow;

constexpr std::size_t kWorst = 3;

// Equal values keep the order of their ids.
bool is_worse(const MetricDigest::Part& a, const MetricDigest::Part& b) {
  return a.value > b.value || (a.value == b.value && a.id < b.id);
}
bool is_worse(const MetricDigest::Place& a, const MetricDigest::Place& b) {
  return a.value > b.value || (a.value == b.value && std::tuple(a.call_path, a.location) <
                                                         std::tuple(b.call_path, b.location));
}

template <class Entry>
void keep_worst(std::vector<Entry>& worst, const Entry& entry) {
  const auto before = [](const Entry& a, const Entry& b) { return is_worse(a, b); };
  if (worst.size() == kWorst && !before(entry, worst.back())) return;
  worst.insert(std::ranges::upper_bound(worst, entry, before), entry);
  if (worst.size() > kWorst) worst.pop_back();
}

template <class Entry>
void keep_worst(std::vector<Entry>& worst, const std::vector<Entry>& others) {
  for (const Entry& entry : others) keep_worst(worst, entry);
}

void pack(const MetricDigest& digest, Packer& packer) {
  packer.put(digest.total);
  packer.put(digest.end_path);
  packer.put(digest.place_count);
  packer.put(digest.location_count);
  packer.put_list<MetricDigest::Part>(digest.call_paths);
  packer.put_list<MetricDigest::Part>(digest.locations);
  packer.put_list<MetricDigest::Place>(digest.places);
}

void unpack(Unpacker& unpacker, MetricDigest& digest) {
  digest.total = unpacker.get<double>();
  digest.end_path = unpacker.get<std::uint32_t>();
  digest.place_count = unpacker.get<std::size_t>();
  digest.location_count = unpacker.get<std::size_t>();
  digest.call_paths = unpacker.get_list<MetricDigest::Part>();
  digest.locations = unpacker.get_list<MetricDigest::Part>();
  digest.places = unpacker.get_list<MetricDigest::Place>();
}

Bytes packed_digests(const std::vector<MetricDigest>& digests) {
  Packer packer;
  packer.put<std::uint64_t>(digests.size());
  for (const MetricDigest& digest : digests) pack(digest, packer);
  return packer.take();
}

std::vector<MetricDigest> unpacked_digests(const Bytes& bytes) {
  Unpacker unpacker(bytes);
  std::vector<MetricDigest> digests(unpacker.get<std::uint64_t>());
  for (MetricDigest& digest : digests) unpack(unpacker, digest);
  return digests;
}

void merge(MetricDigest& digest, const MetricDigest& other) {
  if (other.end_path > digest.end_path) {
    digest.total = other.total;
    digest.end_path = other.end_path;
  }
  digest.place_count += other.place_count;
  digest.location_count += other.location_count;
  keep_worst(digest.call_paths, other.call_paths);
  keep_worst(digest.locations, other.locations);
  keep_worst(digest.places, other.places);
}

}  // namespace

MetricDigests::MetricDigests(const report::Report& report,
                             std::shared_ptr<const report::Focus> focus)
    : focus_(std::move(focus)) {
  for (std::size_t i = 0; i < report.metrics.size(); ++i) add(report, report::MetricId(i));
}

void MetricDigests::add(const report::Report& report, report::MetricId metric) {
  for (std::size_t path = 0; path < report.call_paths.size(); ++path) {
    const MetricRow row{metric, report::CallPathId(path),
                        report.row(metric, report::CallPathId(path))};
    if (row.values.empty()) continue;
    add_places(row);
    for (const auto& [location, value] : row.values) add_to_location(metric, location, value);
  }
  end_locations();
  if (focus_ == nullptr) {
    of(metric).total = report.total(metric);
    return;
  }
  double total = 0;
  report::Row room;
  for (std::size_t path = 0; path < report.call_paths.size(); ++path) {
    const report::CallPathId id(path);
    const MetricRow row{metric, id, report.row(metric, id)};
    for (const auto& [location, value] : values_of(row, room)) total += value;
  }
  of(metric).total = total;
}

const report::Row& MetricDigests::values_of(const MetricRow& row, report::Row& room) const {
  if (focus_ == nullptr) return row.values;
  const report::Row& outside = focus_->outside_of(row.metric, row.path);
  if (outside.empty()) return row.values;
  room = report::within(row.values, outside);
  return room;
}

void MetricDigests::add_rows(std::span<const MetricRow> rows, bool continues, Partners* partners) {
  for (const MetricRow& row : rows) add_places(row);
  if (partners == nullptr) return add_totals(rows);
  const auto receive = [&] {
    if (partners->rank() != 0 || ring_in_use_)
      running_ = Unpacker(partners->handed_on()).get<Running>();
    ring_in_use_ = true;
  };
  const auto forward = [&] {
    Packer packer;
    packer.put(running_);
    partners->hand_on(packer.take());
  };
  // The value that is passed on does not depend on the predecessor if a metric begins here.
  std::size_t last = rows.size();
  while (last > 0 && rows[last - 1].metric == rows.back().metric) --last;
  const bool begins = !rows.empty() && (last > 0 || !continues);
  if (begins) {
    add_totals(rows.subspan(last));
    forward();
  }
  receive();
  add_totals(begins ? rows.first(last) : rows);
  if (!begins) forward();
}

void MetricDigests::add_places(const MetricRow& row) {
  MetricDigest& digest = of(row.metric);
  const auto path = static_cast<std::uint32_t>(row.path.index());
  double sum = 0;
  report::Row room;
  for (const auto& [location, value] : values_of(row, room)) {
    sum += value;
    if (value <= 0) continue;
    ++digest.place_count;
    keep_worst(digest.places, MetricDigest::Place{path, location.value, value});
  }
  if (sum > 0) keep_worst(digest.call_paths, MetricDigest::Part{path, sum});
}

void MetricDigests::add_totals(std::span<const MetricRow> rows) {
  report::Row room;
  for (const MetricRow& row : rows) {
    if (row.metric != running_.metric) running_ = {row.metric, 0};
    for (const auto& [location, value] : values_of(row, room)) running_.total += value;
    MetricDigest& digest = of(row.metric);
    digest.total = running_.total;
    digest.end_path = row.path.value + 1;
  }
}

void MetricDigests::add_to_location(report::MetricId metric, report::LocationId location,
                                    double value) {
  if (metric != metric_of_locations_) end_locations();
  metric_of_locations_ = metric;
  if (by_location_.size() <= location.index()) by_location_.resize(location.index() + 1);
  by_location_[location.index()] += value;
}

// Subtracts only what is stored here: other processes store some of the locations.
void MetricDigests::leave_out_locations() {
  if (focus_ == nullptr) return;
  const auto rows = focus_->outside.find(metric_of_locations_);
  if (rows == focus_->outside.end()) return;
  std::vector<double> outside(by_location_.size());
  for (const auto& [path, row] : rows->second)
    for (const auto& [location, value] : row)
      if (location.index() < outside.size()) outside[location.index()] += value;
  constexpr double kRounding = 1e-12;  // sums may be in a different order
  for (std::size_t i = 0; i < outside.size(); ++i) {
    const double rest = by_location_[i] - outside[i];
    by_location_[i] = rest > kRounding * by_location_[i] ? rest : 0;
  }
}

void MetricDigests::end_locations() {
  if (!metric_of_locations_.defined()) return;
  leave_out_locations();
  MetricDigest& digest = of(metric_of_locations_);
  for (std::size_t i = 0; i < by_location_.size(); ++i) {
    if (by_location_[i] <= 0) continue;
    ++digest.location_count;
    keep_worst(digest.locations,
               MetricDigest::Part{static_cast<std::uint32_t>(i), by_location_[i]});
  }
  by_location_.assign(by_location_.size(), 0);
  metric_of_locations_ = {};
}

void MetricDigests::merge(Partners* partners) {
  end_locations();
  if (partners == nullptr) return;
  if (ring_in_use_ && partners->rank() == 0) static_cast<void>(partners->handed_on());
  ring_in_use_ = false;
  digests_ = unpacked_digests(
      partners->reduce(packed_digests(digests_), [](const Bytes& lower, const Bytes& higher) {
        std::vector<MetricDigest> all = unpacked_digests(lower);
        const std::vector<MetricDigest> others = unpacked_digests(higher);
        all.resize(std::max(all.size(), others.size()));
        for (std::size_t i = 0; i < others.size(); ++i) analysis::merge(all[i], others[i]);
        return packed_digests(all);
      }));
}

MetricDigest& MetricDigests::of(report::MetricId metric) {
  if (digests_.size() <= metric.index()) digests_.resize(metric.index() + 1);
  return digests_[metric.index()];
}

const MetricDigest& MetricDigests::operator[](report::MetricId metric) const {
  static const MetricDigest none;
  return metric.index() < digests_.size() ? digests_[metric.index()] : none;
}

}  // namespace lull::analysis
