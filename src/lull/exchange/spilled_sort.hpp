// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Sorts more records than fit in memory: sorted runs are spilled to an unlinked file in the
// output's folder and merged at the end. Nothing is left behind if the process ends early.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <queue>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "lull/base/error.hpp"

namespace lull::exchange {

// Sorts plain records. The sort is stable.
template <class Record>
class SpilledSort {
  static_assert(std::is_trivially_copyable_v<Record>);

 public:
  // Temporary files are created next to `beside`, the output file. `in_memory` is the maximum
  // number of records in memory.
  explicit SpilledSort(const std::filesystem::path& beside, std::size_t in_memory = 1u << 19U)
      : beside_(beside), in_memory_(in_memory) {}

  void add(const Record& record) {
    if (records_.size() == in_memory_) spill();
    records_.push_back(record);
  }

  // Call after the last add(): returns the next record in order.
  std::optional<Record> next() {
    if (!reading_) start();
    if (runs_.empty()) {
      if (given_ == records_.size()) return std::nullopt;
      return records_[given_++];
    }
    if (current_ == kNone) return std::nullopt;
    Run& run = runs_[current_];
    const Record record = run.read[run.next++];
    const bool has_more = run.next < run.read.size() || refill(run);
    // The next record is usually in the same run.
    if (has_more && (heads_.empty() || run.read[run.next] < heads_.top().first)) return record;
    if (has_more) heads_.emplace(run.read[run.next], current_);
    take_next_run();
    return record;
  }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  struct Run {
    std::uint64_t begin = 0;  // record index
    std::uint64_t end = 0;
    std::vector<Record> read;
    std::size_t next = 0;
  };

  // Records usually arrive sorted.
  void sort() {
    if (!std::is_sorted(records_.begin(), records_.end()))
      std::stable_sort(records_.begin(), records_.end());
  }

  [[noreturn]] void fail() const { throw system_error("cannot write " + beside_.string(), errno); }

  void open() {
    std::string name = (beside_.parent_path() / ".lull-sort-XXXXXX").string();
    const int descriptor = ::mkstemp(name.data());
    if (descriptor < 0) fail();
    ::unlink(name.c_str());
    file_.reset(::fdopen(descriptor, "w+b"));
    if (!file_) fail();
  }

  void spill() {
    if (records_.empty()) return;
    if (!file_) open();
    sort();
    if (std::fwrite(records_.data(), sizeof(Record), records_.size(), file_.get()) !=
        records_.size())
      fail();
    Run run;
    run.begin = runs_.empty() ? 0 : runs_.back().end;
    run.end = run.begin + records_.size();
    runs_.push_back(std::move(run));
    records_.clear();
  }

  bool refill(Run& run) {
    const std::size_t piece = std::max<std::size_t>(in_memory_ / runs_.size(), 64);
    const auto count =
        static_cast<std::size_t>(std::min<std::uint64_t>(piece, run.end - run.begin));
    run.read.resize(count);
    run.next = 0;
    if (count == 0) return false;
    if (::fseeko(file_.get(), static_cast<off_t>(run.begin * sizeof(Record)), SEEK_SET) != 0 ||
        std::fread(run.read.data(), sizeof(Record), count, file_.get()) != count)
      fail();
    run.begin += count;
    return true;
  }

  void start() {
    reading_ = true;
    if (runs_.empty()) return sort();
    spill();
    std::vector<Record>().swap(records_);
    if (std::fflush(file_.get()) != 0) fail();
    for (std::size_t i = 0; i < runs_.size(); ++i)
      if (refill(runs_[i])) heads_.emplace(runs_[i].read.front(), i);
    take_next_run();
  }

  void take_next_run() {
    current_ = heads_.empty() ? kNone : heads_.top().second;
    if (!heads_.empty()) heads_.pop();
  }

  using Head = std::pair<Record, std::size_t>;  // a run's next record
  struct IsLater {
    bool operator()(const Head& one, const Head& other) const {
      if (other.first < one.first) return true;
      return !(one.first < other.first) && other.second < one.second;
    }
  };
  static constexpr std::size_t kNone = ~std::size_t{0};

  std::filesystem::path beside_;
  std::size_t in_memory_;
  std::vector<Record> records_;
  std::vector<Run> runs_;
  std::unique_ptr<std::FILE, Close> file_;
  std::priority_queue<Head, std::vector<Head>, IsLater> heads_;  // all runs but the current one
  std::size_t current_ = kNone;
  bool reading_ = false;
  std::size_t given_ = 0;  // records returned if all are in memory
};

}  // namespace lull::exchange
