// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Whole columns as NumPy arrays, without a Python object per event. In arrays of numbers, -1 stands
// for a missing value.
#pragma once

#include <pybind11/numpy.h>

#include <concepts>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "common/module.hpp"
#include "common/numpy_access.hpp"
#include "lull/base/error.hpp"
#include "lull/base/memory/large_vector.hpp"

namespace lull::python {

inline constexpr std::int64_t kNothing = -1;

template <class Tag>
[[nodiscard]] std::int64_t number_of(Id<Tag> id) {
  return id.defined() ? std::int64_t{id.value} : kNothing;
}

// The signed type with the same size, for whole numbers: differences between columns need it.
template <class Number>
struct Signed {
  using Type = Number;
};
template <std::integral Number>
requires(sizeof(Number) >= 4) struct Signed<Number> {
  using Type = std::make_signed_t<Number>;
};

// Allocates memory without touching it.
template <class Number>
struct ColumnAllocator : LargePageAllocator<Number> {
  using value_type = Number;
  ColumnAllocator() = default;
  template <class Other>
  ColumnAllocator(const ColumnAllocator<Other>&) {}  // NOLINT(google-explicit-constructor)
  template <class To>
  void construct(To* place) {
    ::new (static_cast<void*>(place)) To;
  }
  template <class To, class... From>
  void construct(To* place, From&&... from) {
    ::new (static_cast<void*>(place)) To(std::forward<From>(from)...);
  }
};
// A vector whose resize() does not initialise new elements.
template <class Number>
using Column = std::vector<Number, ColumnAllocator<Number>>;

// Returns an array that takes over the vector's memory. Lull's whole numbers fit into a signed
// type.
template <class Number, class Memory>
[[nodiscard]] py::array_t<typename Signed<Number>::Type> array_of(
    std::vector<Number, Memory>&& numbers) {
  using Element = typename Signed<Number>::Type;
  using Vector = std::vector<Number, Memory>;
  find_numpy();
  auto owned = std::make_unique<Vector>(std::move(numbers));
  auto* const data = owned->data();
  const std::size_t size = owned->size();
  const py::capsule keeper(owned.release(),
                           [](void* vector) { delete static_cast<Vector*>(vector); });
  return py::array_t<Element>(static_cast<py::ssize_t>(size), reinterpret_cast<Element*>(data),
                              keeper);
}

// Returns the location with that number. Throws IndexError.
[[nodiscard]] inline LocationId checked(const Archive& archive, std::uint32_t location) {
  if (location >= archive.definitions().location_count())
    throw py::index_error("there is no location " + std::to_string(location));
  return LocationId(location);
}

[[nodiscard]] inline ProcessId process_of(const Archive& archive, LocationId location) {
  return location.defined() ? archive.definitions().locations[location.index()].process
                            : ProcessId{};
}

// Calls use(event) for all events of these kinds at a location. Returns why the events end early,
// or nothing. Throws Error (input) if none can be read.
template <class Use>
std::string read_all(const Archive& archive, LocationId location, const EventSelection& kinds,
                     Use use) {
  const auto cursor = archive.trace().open(location, kinds);
  bool any = false;
  for (auto events = cursor->next(); !events.empty(); events = cursor->next()) {
    any = true;
    for (const Event& event : events) use(event);
  }
  if (!any && !cursor->damage().empty()) throw Error(ExitStatus::Input, cursor->damage());
  return cursor->damage();
}

// Issues a Python warning unless `damage` is empty. Throws if warnings are errors.
inline void warn(const std::string& damage) {
  if (!damage.empty() && PyErr_WarnEx(PyExc_UserWarning, damage.c_str(), 1) != 0)
    throw py::error_already_set();
}

// The region instances of a location, in the order in which they were entered.
struct CallColumns {
  std::vector<std::int64_t> region;
  std::vector<std::uint64_t> enter;
  std::vector<std::uint64_t> leave;
  std::vector<std::int64_t> duration;
  std::vector<std::int64_t> parent;
  std::vector<std::uint32_t> depth;
  std::vector<std::int64_t> callpath;  // in the archive's call tree
  // The calls that enclose the events at the requested positions, in the positions' order.
  std::vector<std::int64_t> around;
  std::string damage;
};

// `positions` are ascending. Needs the interpreter only at the end. Throws like read_all.
[[nodiscard]] CallColumns read_calls(const Archive& archive, LocationId location,
                                     const std::vector<std::uint64_t>& positions = {});

void add_location_columns(py::module_& module);
void add_message_columns(py::module_& module);

}  // namespace lull::python
