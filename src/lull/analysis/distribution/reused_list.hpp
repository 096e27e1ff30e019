// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A list that is filled and cleared repeatedly. Its elements are reused: a new one has the values
// of an earlier one, and the user sets all that matter.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "lull/base/memory/prefetch.hpp"

namespace lull::analysis {

template <class Element>
class ReusedList {
 public:
  // Returns the next element, which has old values.
  Element& add() {
    if (size_ == capacity_) [[unlikely]]
      grow();
    Element* const element = elements_.data() + size_++;
    // If there are many long lists, few are in the cache: prefetches the place of the next element.
    const auto* const next = reinterpret_cast<const std::byte*>(element + 1);
    for (std::size_t line = 0; line < sizeof(Element) + kLine; line += kLine)
      __builtin_prefetch(next + line, 1);
    return *element;
  }
  void clear() { size_ = 0; }
  // Prefetches the first element.
  [[gnu::always_inline]] void expect() const {
    if (capacity_ > 0) prefetch(elements_.front());
  }
  // Keeps the first elements.
  void shrink(std::size_t size) { size_ = std::min(size_, size); }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  Element& operator[](std::size_t index) { return elements_[index]; }
  Element& back() { return elements_[size_ - 1]; }
  [[nodiscard]] const Element& back() const { return elements_[size_ - 1]; }
  Element& front() { return elements_.front(); }
  [[nodiscard]] const Element& front() const { return elements_.front(); }
  [[nodiscard]] const Element* begin() const { return elements_.data(); }
  [[nodiscard]] const Element* end() const { return elements_.data() + size_; }

 private:
  static constexpr std::size_t kLine = 64;

  [[gnu::noinline]] void grow() {
    capacity_ = 2 * size_ + 4;
    elements_.resize(capacity_);
  }

  std::vector<Element> elements_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;  // copy of elements_.size()
};

}  // namespace lull::analysis
