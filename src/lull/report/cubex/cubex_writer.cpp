// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/cubex/cubex_writer.hpp"

#include <fmt/format.h>

#include <bit>
#include <string>
#include <utility>

#include "lull/base/error.hpp"
#include "lull/report/cubex/cubex_anchor_writer.hpp"
#include "lull/report/cubex/cubex_format.hpp"
#include "lull/report/cubex/tar/tar_format.hpp"
#include "lull/report/cubex/tar/tar_writer.hpp"

namespace lull::report {
namespace {

static_assert(std::endian::native == std::endian::little, "files are written in host byte order");

template <class T>
void append(std::string& bytes, T value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

// CubeLib's reader misses the member that follows a member of such a size, since it skips one block
// too many.
bool is_skipped_over(std::uint64_t size) { return size > 0 && size % kTarBlock == 0; }

// Appends a byte if the member needs it: an empty line for text.
std::string padded(std::string content) {
  const bool text = content.find('\0') == content.npos;
  if (is_skipped_over(content.size())) content += text ? '\n' : '\0';
  return content;
}

// Returns the metric's index: the rows that contain a value.
std::string index_of(std::span<const StoredRow> rows) {
  std::string index(kIndexMarker);
  append(index, std::uint32_t{1});
  append(index, std::uint16_t{0});
  append(index, static_cast<std::uint8_t>(IndexFormat::Sparse));
  append(index, static_cast<std::uint32_t>(rows.size()));
  for (const StoredRow& row : rows) append(index, row.number);
  return index;  // 22 bytes, and 4 per row
}

// Returns the header before the rows; `row_size` is the uncompressed size of each row.
std::string head_of(std::span<const StoredRow> rows, std::uint64_t row_size) {
  std::string head(kCompressedDataMarker);
  append(head, std::uint64_t{rows.size()});
  std::uint64_t offset = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    append(head, i * row_size);
    append(head, offset);
    append(head, rows[i].size);
    offset += rows[i].size;
  }
  return head;
}

}  // namespace

class CubexWriter::Implementation {
 public:
  template <class How>
  Implementation(const std::filesystem::path& path, const How& how)
      : file_(path, how), tar_(file_) {}

  void write_values(const Report& report, MetricId metric) {
    if (compressor_ == nullptr || compressed_ != &report) {
      compressor_ = std::make_unique<RowCompressor>(report);
      compressed_ = &report;
    }
    write_rows(metric, compressor_->compress(metric), report.locations.size());
  }
  void write_rows(MetricId metric, std::span<const StoredRow> rows, std::size_t locations) {
    if (rows.empty()) return;
    tar_.add(fmt::format("{}.index", metric.index()), index_of(rows));
    const std::string head = head_of(rows, locations * sizeof(std::uint64_t));
    std::uint64_t blob = 0;
    for (const StoredRow& row : rows) blob += row.size;
    const std::uint64_t size = head.size() + blob;
    // The padding does not belong to any row.
    const std::string_view padding("\0", is_skipped_over(size) ? 1 : 0);
    tar_.begin(fmt::format("{}.data", metric.index()), size + padding.size());
    tar_.append(head);
    write_bytes(rows, tar_.leave_room(blob));
    tar_.append(padding);
    tar_.end();
  }
  [[nodiscard]] AtomicFile::Invitation invitation() const { return file_.invitation(); }
  [[nodiscard]] bool can_write() const { return file_.is_open(); }
  void close() { file_.commit(); }
  void finish(const Report& report) {
    for (const auto& [name, content] : report.members) {
      if (name == kAnchorName || metric_member(name) || name.empty())
        throw usage_error("a report cannot contain a member called \"{}\"", name);
      tar_.add(name, padded(content));
    }
    tar_.add(kAnchorName, padded(cubex_anchor(report)));
    tar_.finish();
    file_.commit();
  }

 private:
  // Writes the rows of this process, some megabytes at once.
  void write_bytes(std::span<const StoredRow> rows, std::uint64_t position) {
    constexpr std::size_t kEnough = 4U << 20U;
    std::string together;  // ends at `position`
    const auto write = [&] {
      file_.write_at(position - together.size(), together);
      together.clear();
    };
    for (const StoredRow& row : rows) {
      if (row.bytes.empty() || together.size() + row.size > kEnough) write();
      together += row.bytes;
      position += row.size;
    }
    write();
  }

  AtomicFile file_;
  TarWriter tar_;
  std::unique_ptr<RowCompressor> compressor_;
  const Report* compressed_ = nullptr;
};

CubexWriter::CubexWriter(const std::filesystem::path& path, AtomicFile::Naming naming)
    : implementation_(std::make_unique<Implementation>(path, naming)) {}
CubexWriter::CubexWriter(const std::filesystem::path& path,
                         const AtomicFile::Invitation& invitation)
    : implementation_(std::make_unique<Implementation>(path, invitation)) {}
CubexWriter::~CubexWriter() = default;
AtomicFile::Invitation CubexWriter::invitation() const { return implementation_->invitation(); }
bool CubexWriter::can_write() const { return implementation_->can_write(); }
void CubexWriter::write_values(const Report& report, MetricId metric) {
  implementation_->write_values(report, metric);
}
void CubexWriter::write_rows(MetricId metric, std::span<const StoredRow> rows,
                             std::size_t locations) {
  implementation_->write_rows(metric, rows, locations);
}
void CubexWriter::close() { implementation_->close(); }
void CubexWriter::finish(const Report& report) { implementation_->finish(report); }

void write_cubex(const Report& report, const std::filesystem::path& path) {
  CubexWriter writer(path);
  for (std::size_t id = 0; id < report.metrics.size(); ++id)
    writer.write_values(report, MetricId(id));
  writer.finish(report);
}

}  // namespace lull::report
