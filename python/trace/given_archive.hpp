// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The archive argument of the module's functions: an open archive, or the path of one, which is
// opened as by lull.open(path). The path is opened inside the function, so that errors are raised
// as lull.Error.
#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/stl/filesystem.h>

#include <filesystem>
#include <memory>
#include <type_traits>
#include <utility>

#include "common/module.hpp"

namespace lull::python {

struct GivenArchive {
  std::shared_ptr<Archive> archive;  // null: to be opened
  std::filesystem::path path{};

  // Throws Error (input).
  [[nodiscard]] std::shared_ptr<Archive> open() const {
    return archive ? archive : std::make_shared<Archive>(path.string(), true, "", "measured");
  }
};

// Wraps the function for callers with an archive or a path.
template <class Result, class First, class... Rest>
auto on_given_archive(Result (*function)(First, Rest...)) {
  return [function](const GivenArchive& given, Rest... rest) -> Result {
    const std::shared_ptr<Archive> archive = given.open();
    if constexpr (std::is_convertible_v<std::shared_ptr<Archive>, First>)
      return function(archive, std::forward<Rest>(rest)...);
    else
      return function(*archive, std::forward<Rest>(rest)...);
  };
}

}  // namespace lull::python

namespace pybind11::detail {

template <>
struct type_caster<lull::python::GivenArchive> {
  PYBIND11_TYPE_CASTER(lull::python::GivenArchive, const_name("Union[lull.Archive, os.PathLike]"));

  bool load(handle source, bool) {
    if (isinstance<lull::python::Archive>(source)) {
      value.archive = source.cast<std::shared_ptr<lull::python::Archive>>();
      return true;
    }
    type_caster<std::filesystem::path> path;
    if (source.is_none() || !path.load(source, true)) return false;
    value.path = cast_op<std::filesystem::path&>(path);
    return true;
  }
};

}  // namespace pybind11::detail
