// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/asl/check/check.hpp"

#include <utility>

#include "lull/asl/check/context/checking.hpp"

namespace lull::asl {

Program check(const Loaded& loaded, Diagnostics& diagnostics) {
  Checking checking(diagnostics);
  // Names.
  declare_language(checking);
  for (const LoadedFile& file : loaded.files)
    declare_file(checking, file.specification, file.library);
  declare_instances(checking);
  // Types.
  resolve_enums(checking);
  resolve_classes(checking);
  resolve_functions(checking);
  resolve_instances(checking);
  resolve_patterns(checking);
  // Bodies.
  check_definitions(checking);
  check_event_types(checking);
  check_patterns(checking);
  check_properties(checking);
  // Dependencies.
  if (diagnostics.empty()) recognise_states(checking);
  if (diagnostics.empty()) check_circles(checking);
  return std::move(checking.program);
}

}  // namespace lull::asl
