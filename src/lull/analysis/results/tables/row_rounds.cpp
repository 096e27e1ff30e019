// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/results/tables/row_rounds.hpp"

#include <algorithm>
#include <thread>
#include <tuple>
#include <utility>

namespace lull::analysis {
namespace {

using report::MetricRow;

// Limit for one process in one round: 16 bytes each, and enough rows for all of its cores.
std::uint64_t most_values(std::size_t locations) {
  constexpr std::uint64_t kEnough = 2'000'000;
  return kEnough + std::thread::hardware_concurrency() * locations;
}

}  // namespace

RowRounds::RowRounds(CellTable& cells, Tables tables, Partners* partners, Receivers receivers)
    : cells_(cells),
      tables_(std::move(tables)),
      partners_(partners),
      receivers_(receivers),
      sum_(tables_.locations) {
  if (tables_.most == 0) tables_.most = most_values(tables_.locations);
  plan();
}

void RowRounds::plan() {
  for (std::uint32_t metric = 0; metric < tables_.metrics.size(); ++metric)
    for (std::uint32_t path = 0; path < tables_.call_paths; ++path)
      if (const auto count = cells_.count(tables_.metrics[metric], GlobalPathId(path)); count > 0)
        plan_.push_back({metric, path, count});
  if (partners_ == nullptr) return;
  const auto packed = [](const std::vector<Planned>& rows) {
    Packer packer;
    packer.put_list<Planned>(rows);
    return packer.take();
  };
  const auto place = [](const Planned& row) { return std::tuple(row.metric, row.path); };
  const Bytes all = partners_->reduce(packed(plan_), [&](const Bytes& lower, const Bytes& higher) {
    std::vector<Planned> rows;
    std::ranges::merge(Unpacker(lower).get_span<Planned>(), Unpacker(higher).get_span<Planned>(),
                       std::back_inserter(rows), {}, place, place);
    auto end = rows.begin();
    for (auto row = rows.begin(); row != rows.end(); ++row)
      if (end != rows.begin() && place(end[-1]) == place(*row))
        end[-1].values += row->values;
      else
        *end++ = *row;
    rows.erase(end, rows.end());
    return packed(rows);
  });
  plan_ = Unpacker(all).get_list<Planned>();
}

// Returns consecutive shares, indexed by rank.
std::vector<RowRounds::Share> RowRounds::shares_of_round() {
  const auto processes = static_cast<std::size_t>(partners_ == nullptr ? 1 : partners_->size());
  const std::size_t receivers = receivers_ == Receivers::First ? 1 : processes;
  const std::uint64_t most = tables_.most * receivers;
  std::uint64_t values = 0;
  std::size_t end = begin_;
  while (end < plan_.size() && (end == begin_ || values + plan_[end].size() <= most))
    values += plan_[end++].size();
  std::vector<Share> shares;
  std::uint64_t before = 0;
  for (std::size_t rank = 0; rank < processes; ++rank) {
    Share share{begin_, begin_};
    const bool last = rank + 1 >= receivers;
    while (share.end < end &&
           (last || before + plan_[share.end].size() / 2 < values / receivers * (rank + 1)))
      before += plan_[share.end++].size();
    shares.push_back(share);
    begin_ = share.end;
  }
  return shares;
}

std::vector<MetricRow> RowRounds::next(const OwnValue& own) {
  const std::size_t begin = begin_;
  const std::vector<Share> shares = shares_of_round();
  const Share mine = shares[static_cast<std::size_t>(partners_ == nullptr ? 0 : partners_->rank())];
  continues_ = mine.begin > 0 && mine.begin < plan_.size() &&
               plan_[mine.begin - 1].metric == plan_[mine.begin].metric;
  std::vector<MetricRow> rows;
  if (partners_ == nullptr) {
    rows = sum_here(mine, own);
  } else {
    std::vector<Bytes> letters;
    for (const Share& share : shares) letters.push_back(letter(share, own));
    rows = merged(mine, partners_->exchange(std::move(letters)));
  }
  forget(begin, begin_);
  return rows;
}

report::MetricId RowRounds::complete() const {
  return report::MetricId(ended() ? tables_.metrics.size() : plan_[begin_].metric);
}

void RowRounds::add_up(const Planned& row) {
  cells_.for_each(tables_.metrics[row.metric], GlobalPathId(row.path),
                  [this](LocationId location, std::int64_t value) { sum_.add(location, value); });
}

MetricRow RowRounds::taken(const Planned& row) {
  const double scale = tables_.scales[row.metric];
  MetricRow result{report::MetricId(row.metric), report::CallPathId(row.path), {}};
  result.values.reserve(std::min<std::uint64_t>(row.values, tables_.locations));
  sum_.take([&](LocationId location, std::int64_t value) {
    result.values.emplace_back(report::LocationId(location.index()),
                               static_cast<double>(value) / scale);
  });
  return result;
}

std::vector<MetricRow> RowRounds::sum_here(Share share, const OwnValue& own) {
  std::vector<MetricRow> rows;
  for (std::size_t i = share.begin; i < share.end; ++i) {
    add_up(plan_[i]);
    rows.push_back(taken(plan_[i]));
    for (const auto& [location, value] : rows.back().values)
      own(rows.back().metric, location, value);
  }
  return rows;
}

// This process's sums for another process's rows.
Bytes RowRounds::letter(Share share, const OwnValue& own) {
  Packer packer;
  for (std::size_t i = share.begin; i < share.end; ++i) {
    add_up(plan_[i]);
    PackedRow row;
    const double scale = tables_.scales[plan_[i].metric];
    sum_.take([&](LocationId location, std::int64_t value) {
      row.add(location, value);
      own(report::MetricId(plan_[i].metric), report::LocationId(location.index()),
          static_cast<double>(value) / scale);
    });
    packer.put_list<std::byte>(row.bytes());
  }
  return packer.take();
}

std::vector<MetricRow> RowRounds::merged(Share share, const std::vector<Bytes>& letters) {
  std::vector<Unpacker> unpackers(letters.begin(), letters.end());
  std::vector<MetricRow> rows;
  for (std::size_t i = share.begin; i < share.end; ++i) {
    for (Unpacker& unpacker : unpackers)
      PackedRow::unpack(
          unpacker.get_span<std::byte>(),
          [this](LocationId location, std::int64_t value) { sum_.add(location, value); });
    rows.push_back(taken(plan_[i]));
  }
  return rows;
}

// Frees metrics: those above come first, so the freed ones are not accessed again.
void RowRounds::forget(std::size_t begin, std::size_t end) {
  for (; begin < end; ++begin)
    if (end == plan_.size() || plan_[begin].metric < plan_[end].metric)
      cells_.forget(tables_.metrics[plan_[begin].metric]);
}

}  // namespace lull::analysis
