// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The events of one location in memory, with bidirectional iterators for the standard algorithms
// and ranges, and links in both directions (PEARL, section 3). Two storages: a flat array, or a
// compressed complete call graph, in which identical region instances are stored once. Names come
// from the whole trace (Definitions), and times from the source, which may have synchronised clocks
// (CorrectedTrace). Different threads may use different traces at the same time, but not the same
// trace; traces that share data must be constructed by one thread before any of them is used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lull/trace/local/local_storage.hpp"
#include "lull/trace/local/region_instances.hpp"
#include "lull/trace/local/time_steps.hpp"
#include "lull/trace/source/cursor.hpp"

namespace lull {

class LocalTrace {
 public:
  // An event and its position. Iterators copy deeply: use references in performance-critical loops.
  class iterator {
   public:
    using value_type = Event;
    using difference_type = std::ptrdiff_t;
    using reference = Event;
    using pointer = const Event*;
    using iterator_category = std::bidirectional_iterator_tag;

    iterator() = default;
    explicit iterator(std::unique_ptr<LocalPlace> place) : place_(std::move(place)) {}
    iterator(const iterator& other) : place_(other.place_ ? other.place_->copy() : nullptr) {}
    iterator(iterator&&) noexcept = default;
    iterator& operator=(const iterator& other) {
      place_ = other.place_ ? other.place_->copy() : nullptr;
      return *this;
    }
    iterator& operator=(iterator&&) noexcept = default;
    ~iterator() = default;

    // Returns a copy of the event; metric values live as long as the trace.
    reference operator*() const { return place_->event(); }
    // Valid until this iterator moves or is destroyed; so do not use std::reverse_iterator, which
    // dereferences a temporary.
    pointer operator->() const { return &place_->event(); }
    iterator& operator++() {
      place_->forward();
      return *this;
    }
    iterator& operator--() {
      place_->backward();
      return *this;
    }
    iterator operator++(int) {
      iterator old = *this;
      ++*this;
      return old;
    }
    iterator operator--(int) {
      iterator old = *this;
      --*this;
      return old;
    }
    friend bool operator==(const iterator& a, const iterator& b) {
      if (!a.place_ || !b.place_) return !a.place_ && !b.place_;
      return a.position() == b.position();
    }

    // Returns the index among the events of the location, from 0.
    [[nodiscard]] std::uint64_t position() const { return place_->position(); }
    // Returns the call path: for Enter the one that begins, for Leave the one that ends; undefined
    // outside any region, and for a leave of a region that is not open.
    [[nodiscard]] CallNodeId node() const { return place_->node(); }
    // Returns the call path directly after the event.
    [[nodiscard]] CallNodeId node_behind() const { return place_->node_behind(); }
    // Moves to Enter or Leave of the region instance around the event; from an Enter, to its Leave
    // and its caller's Enter; from a Leave, to its Enter and its caller's Leave. An instance
    // without its own Leave uses the Leave of the outer instance that ended it. Returns false,
    // without moving, if there is none, and for a leave of a region that is not open. Constant
    // time.
    bool to_enter() { return place_->to_enter(); }
    bool to_leave() { return place_->to_leave(); }

   private:
    std::unique_ptr<LocalPlace> place_;
  };
  using const_iterator = iterator;

  struct Linear {};
  using Compressed = AllowedDeviation;

  // Reads all events of a location. Adds call paths to `tree`, which several traces may share and
  // which must outlive them. Compressed traces may also share their instances, which saves memory
  // since processes of a parallel program mostly do the same. Throws Error (input) for more events
  // than can be held; a damaged location ends where the damage begins.
  LocalTrace(const TraceSource& source, LocationId location, CallTree& tree, Linear storage);
  LocalTrace(const TraceSource& source, LocationId location, CallTree& tree,
             const Compressed& storage,
             std::shared_ptr<RegionInstances> shared = std::make_shared<RegionInstances>());

  [[nodiscard]] LocationId location() const { return location_; }
  [[nodiscard]] std::uint64_t size() const { return storage_->size(); }
  [[nodiscard]] bool empty() const { return size() == 0; }
  [[nodiscard]] iterator begin() const { return at(0); }
  [[nodiscard]] iterator end() const { return at(size()); }
  // Returns the event at this position, at most the end. Constant time in linear storage;
  // proportional to the call depth in compressed storage.
  [[nodiscard]] iterator at(std::uint64_t position) const {
    return iterator(storage_->at(position));
  }

  // Returns the regions that are open directly after the event, outermost first.
  [[nodiscard]] std::vector<RegionId> call_stack(const iterator& event) const;
  // Returns the other event of an operation: for a completion the event that posted it and vice
  // versa, for MpiCollectiveBegin its end, …; end() if there is none. The first call scans all
  // events.
  [[nodiscard]] iterator partner(const iterator& event) const;

  // Returns the memory of the events: exclusive, and shareable with other traces.
  [[nodiscard]] std::size_t bytes() const { return storage_->bytes(); }
  [[nodiscard]] std::size_t shared_bytes() const { return storage_->shared_bytes(); }
  // Returns the largest difference between an event's recorded and stored time.
  [[nodiscard]] Duration deviation() const { return storage_->deviation(); }
  // Returns why the location ends early; empty when it is complete.
  [[nodiscard]] const std::string& damage() const { return damage_; }

 private:
  // The positions of the two events of each operation, in ascending order of the first.
  using Partners = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
  [[nodiscard]] Partners find_partners() const;

  LocationId location_;
  const CallTree& tree_;
  std::string damage_;
  std::unique_ptr<LocalStorage> storage_;
  mutable std::optional<Partners> partners_;
};

}  // namespace lull
