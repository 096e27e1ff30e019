// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A queue for use in large numbers, most of them empty: allocates nothing until the first element,
// where std::deque takes half a kilobyte. Insertions and removals move elements. Amortised constant
// time.
#pragma once

#include <cstddef>
#include <iterator>
#include <utility>
#include <vector>

namespace lull {

template <class T>
class Fifo {
 public:
  template <class... Values>
  T& emplace_back(Values&&... values) {
    return elements_.emplace_back(std::forward<Values>(values)...);
  }
  void push_back(T element) { elements_.push_back(std::move(element)); }
  void pop_front() {
    static_cast<void>(T(std::move(front())));  // frees the element's resources at once
    ++first_;
    if (empty()) return clear();
    if (first_ <= elements_.size() / 2) return;
    elements_.erase(elements_.begin(), begin());
    first_ = 0;
  }
  void clear() {
    elements_.clear();
    first_ = 0;
  }

  [[nodiscard]] bool empty() const { return size() == 0; }
  [[nodiscard]] std::size_t size() const { return elements_.size() - first_; }
  T& operator[](std::size_t index) { return elements_[first_ + index]; }
  const T& operator[](std::size_t index) const { return elements_[first_ + index]; }
  T& front() { return elements_[first_]; }
  [[nodiscard]] const T& front() const { return elements_[first_]; }
  T& back() { return elements_.back(); }
  [[nodiscard]] const T& back() const { return elements_.back(); }
  [[nodiscard]] auto begin() { return std::next(elements_.begin(), offset()); }
  [[nodiscard]] auto end() { return elements_.end(); }
  [[nodiscard]] auto begin() const { return std::next(elements_.begin(), offset()); }
  [[nodiscard]] auto end() const { return elements_.end(); }
  [[nodiscard]] auto rbegin() const { return std::make_reverse_iterator(end()); }
  [[nodiscard]] auto rend() const { return std::make_reverse_iterator(begin()); }

 private:
  [[nodiscard]] std::ptrdiff_t offset() const { return static_cast<std::ptrdiff_t>(first_); }

  std::vector<T> elements_;
  std::size_t first_ = 0;
};

}  // namespace lull
