// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "bus.hpp"
#include "columns.hpp"
#include "lull/base/error.hpp"
#include "records.hpp"

PYBIND11_MODULE(_lull, module) {
  using namespace lull::python;
  module.attr("__version__") = LULL_VERSION;
  pybind11::register_exception<lull::Error>(module, "Error").attr("__module__") = "lull";
  add_definitions(module);
  add_archive(module);
  add_call_tree(module);
  add_events(module);
  add_states(module);
  add_global_trace(module);
  add_local_trace(module);
  add_location_columns(module);
  add_message_columns(module);
  add_reports(module);
  add_records(module);
  add_bus(module);
  add_analysis(module);
}
