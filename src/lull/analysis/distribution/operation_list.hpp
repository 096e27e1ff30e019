// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A list of plain records that is filled at one end, read, and cleared repeatedly. It consists of
// pieces of memory that all lists take in turn, so that lists being read and lists filled next
// share the cache; its records do not move.
#pragma once

#include <cassert>
#include <cstddef>
#include <iterator>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "lull/analysis/distribution/piece_store.hpp"

namespace lull::analysis {

template <class Record>
class OperationList {
 public:
  static_assert(std::is_trivially_copyable_v<Record>);
  static_assert(sizeof(Record) <= MemoryPiece::kSize);
  static_assert(alignof(Record) <= alignof(MemoryPiece));

  OperationList() = default;
  OperationList(const OperationList&) = delete;
  OperationList& operator=(const OperationList&) = delete;
  ~OperationList() { clear(); }

  // Returns the place of the next record, which is uninitialised.
  Record& add() {
    if (next_ == end_) [[unlikely]]
      add_piece();
    Record* const record = next_++;
    // If there are many long lists, few are in the cache: prefetches the place of the next record.
    const auto* const next = reinterpret_cast<const std::byte*>(next_);
    for (std::size_t line = 0; line < sizeof(Record) + kLine; line += kLine)
      __builtin_prefetch(next + line, 1);
    return *record;
  }
  void clear() {
    if (!pieces_.empty()) give_back_pieces();
  }

  [[nodiscard]] std::size_t size() const {
    return pieces_.empty() ? 0 : (pieces_.size() - 1) * kInPiece + last().size();
  }
  [[nodiscard]] bool empty() const { return pieces_.empty(); }

  // Calls use(records) with its parts in order, as spans.
  template <class Use>
  void for_each_part(Use use) const {
    if (empty()) return;
    for (std::size_t i = 0; i + 1 < pieces_.size(); ++i)
      use(std::span<const Record>(records(i), kInPiece));
    use(last());
  }

  class Iterator {
   public:
    using value_type = Record;
    using difference_type = std::ptrdiff_t;
    Iterator() = default;
    Iterator(const OperationList* list, std::size_t piece) : list_(list) { go_to(piece); }

    const Record& operator*() const { return *at_; }
    const Record* operator->() const { return at_; }
    Iterator& operator++() {
      if (++at_ == end_) [[unlikely]]
        go_to(piece_ + 1);
      return *this;
    }
    Iterator operator++(int) {
      const Iterator before = *this;
      ++*this;
      return before;
    }
    // Both must belong to the same list.
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.at_ == b.at_; }

   private:
    void go_to(std::size_t piece) {
      piece_ = piece;
      if (piece >= list_->pieces_.size()) {
        at_ = end_ = nullptr;
        return;
      }
      at_ = list_->records(piece);
      end_ = piece + 1 < list_->pieces_.size() ? at_ + kInPiece : list_->next_;
    }
    const OperationList* list_ = nullptr;
    std::size_t piece_ = 0;
    const Record* at_ = nullptr;
    const Record* end_ = nullptr;
  };
  [[nodiscard]] Iterator begin() const { return {this, 0}; }
  [[nodiscard]] Iterator end() const { return {this, pieces_.size()}; }

 private:
  static constexpr std::size_t kLine = 64;
  static constexpr std::size_t kInPiece = MemoryPiece::kSize / sizeof(Record);

  [[nodiscard]] const Record* records(std::size_t piece) const {
    return reinterpret_cast<const Record*>(pieces_[piece]->bytes.data());
  }
  [[nodiscard]] std::span<const Record> last() const {
    return {records(pieces_.size() - 1), static_cast<const Record*>(next_)};
  }
  [[gnu::noinline]] void add_piece() {
    pieces_.push_back(piece_store::take());
    next_ = reinterpret_cast<Record*>(pieces_.back()->bytes.data());
    end_ = next_ + kInPiece;
  }
  [[gnu::noinline]] void give_back_pieces() {
    // Reverse order, so that the first piece is taken first.
    for (auto piece = pieces_.rbegin(); piece != pieces_.rend(); ++piece)
      piece_store::give_back(std::move(*piece));
    pieces_.clear();
    next_ = end_ = nullptr;
  }

  std::vector<piece_store::Pointer> pieces_;
  Record* next_ = nullptr;
  Record* end_ = nullptr;
};

}  // namespace lull::analysis
