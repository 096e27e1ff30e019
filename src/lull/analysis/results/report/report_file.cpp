// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/results/report/report_file.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

namespace lull::analysis {
namespace {

using report::StoredRow;

Bytes as_bytes(std::string_view text) {
  Packer packer;
  packer.put_list<char>(text);
  return packer.take();
}

std::string as_text(Unpacker& unpacker) {
  const auto text = unpacker.get_span<char>();
  return {text.begin(), text.end()};
}

// Returns whether all processes run on the same machine.
bool is_one_machine(Partners& partners) {
  const Bytes one = partners.reduce(as_bytes(name_of_this_machine()),
                                    [](const Bytes& lower, const Bytes& higher) {
                                      return lower == higher ? lower : as_bytes("");
                                    });
  return one != as_bytes("");
}

Bytes packed(const AtomicFile::Invitation& invitation) {
  Packer packer;
  packer.put_list<char>(std::string_view(invitation.name));
  packer.put_list<char>(std::string_view(invitation.machine));
  packer.put(invitation.device);
  packer.put(invitation.number);
  return packer.take();
}

AtomicFile::Invitation unpacked_invitation(const Bytes& bytes) {
  Unpacker unpacker(bytes);
  AtomicFile::Invitation invitation;
  invitation.name = as_text(unpacker);
  invitation.machine = as_text(unpacker);
  invitation.device = unpacker.get<std::uint64_t>();
  invitation.number = unpacker.get<std::uint64_t>();
  return invitation;
}

void pack(const StoredRow& row, std::string_view bytes, Packer& packer) {
  packer.put(row.metric);
  packer.put(row.number);
  packer.put(row.size);
  packer.put_list<char>(bytes);
}

StoredRow unpacked_row(Unpacker& unpacker) {
  StoredRow row;
  row.metric = unpacker.get<report::MetricId>();
  row.number = unpacker.get<std::uint32_t>();
  row.size = unpacker.get<std::uint64_t>();
  row.bytes = as_text(unpacker);
  return row;
}

}  // namespace

ReportFile::ReportFile(const std::filesystem::path& path, Partners* partners, Writers writers)
    : partners_(partners) {
  if (partners == nullptr)
    writer_.emplace(path);
  else
    open(path, writers);
}

void ReportFile::open(const std::filesystem::path& path, Writers writers) {
  const auto naming =
      is_one_machine(*partners_) ? AtomicFile::Naming::Late : AtomicFile::Naming::Early;
  Bytes mine;
  if (is_first()) {
    writer_.emplace(path, naming);
    mine = packed(writer_->invitation());
  }
  const Bytes of_first = partners_->reduce(
      std::move(mine), [](const Bytes& lower, const Bytes& /*higher*/) { return lower; });
  if (is_first()) return;
  const AtomicFile::Invitation nowhere{"/", "", 0, 0};
  writer_.emplace(path, writers == Writers::All ? unpacked_invitation(of_first) : nowhere);
}

void ReportFile::add_rows(const report::Report& tables, std::span<const report::MetricRow> rows,
                          bool continues, report::MetricId complete) {
  if (!compressor_) compressor_.emplace(tables, threads_);
  fresh_ = compressor_->compress(rows);
  digests_.add_rows(rows, continues, partners_);
  if (partners_ != nullptr) learn_of_others();
  std::ranges::move(fresh_, std::back_inserter(waiting_));
  fresh_.clear();
  write_up_to(complete, tables.locations.size());
}

// Exchanges the sizes of all rows; the first process also gets the bytes of processes that cannot
// write.
void ReportFile::learn_of_others() {
  std::vector<Bytes> letters;
  for (int rank = 0; rank < partners_->size(); ++rank) {
    Packer packer;
    if (rank != partners_->rank())
      for (const StoredRow& row : fresh_)
        pack(row, rank == 0 && !writer_->can_write() ? std::string_view(row.bytes) : "", packer);
    letters.push_back(packer.take());
  }
  if (!writer_->can_write())
    for (StoredRow& row : fresh_) std::string().swap(row.bytes);
  for (const Bytes& letter : partners_->exchange(std::move(letters)))
    for (Unpacker unpacker(letter); !unpacker.empty();) waiting_.push_back(unpacked_row(unpacker));
}

void ReportFile::write_up_to(report::MetricId complete, std::size_t locations) {
  std::ranges::sort(waiting_, {},
                    [](const StoredRow& row) { return std::tuple(row.metric, row.number); });
  auto begin = waiting_.begin();
  while (begin != waiting_.end() && begin->metric < complete) {
    const auto end =
        std::ranges::upper_bound(begin, waiting_.end(), begin->metric, {}, &StoredRow::metric);
    writer_->write_rows(begin->metric, std::span(begin, end), locations);
    begin = end;
  }
  waiting_.erase(waiting_.begin(), begin);
}

void ReportFile::end_rows() {
  compressor_.reset();
  digests_.merge(partners_);
  if (partners_ == nullptr) return;
  if (!is_first()) writer_->close();
  static_cast<void>(partners_->reduce({}, [](const Bytes&, const Bytes&) { return Bytes(); }));
}

void ReportFile::add(const report::Report& report, report::MetricId metric) {
  digests_.add(report, metric);
  writer_->write_values(report, metric);
}

}  // namespace lull::analysis
