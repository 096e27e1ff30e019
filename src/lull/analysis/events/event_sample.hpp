// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Samples of described events (event_description.hpp), which show the fields of an event before one
// exists. Fields can be visited, lists have one element, and values are meaningless. Samples live
// as long as the program. Thread-safe.
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

namespace lull::analysis {

template <class Value>
Value& sample_of();

// Converts to any member of an aggregate.
struct SampleMember {
  template <class Value>
  operator Value&() const {  // NOLINT(google-explicit-constructor): that is its purpose
    return sample_of<Value>();
  }
};

// Events contain references, so they have to be constructed from all their members.
template <class Value, std::size_t... Member>
Value sample_of_members(std::index_sequence<Member...> /*members*/) {
  if constexpr (requires { Value{((void)Member, SampleMember{})...}; }) {
    return Value{((void)Member, SampleMember{})...};
  } else {
    static_assert(sizeof...(Member) > 0, "a described event is an aggregate");
    return sample_of_members<Value>(std::make_index_sequence<sizeof...(Member) - 1>());
  }
}

template <class Value>
struct Sample {
  static Value make() {
    constexpr std::size_t kMostMembers = 16;
    if constexpr (std::is_default_constructible_v<Value>)
      return Value{};
    else
      return sample_of_members<Value>(std::make_index_sequence<kMostMembers>());
  }
};
template <class Element>
struct Sample<std::span<const Element>> {
  static std::span<const Element> make() { return {&sample_of<Element>(), 1}; }
};

template <class Value>
Value& sample_of() {
  static std::remove_const_t<Value> value = Sample<std::remove_const_t<Value>>::make();
  return value;
}

}  // namespace lull::analysis
