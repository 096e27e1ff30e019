// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/bus.hpp"
#include "analysis/records.hpp"
#include "common/columns.hpp"
#include "lull/base/error.hpp"
#include "lull/base/failure.hpp"
#include "lull/trace/global/global_trace.hpp"

namespace {

// Errors with a sentence for the user become lull.Error; exceptions of libraries become a
// RuntimeError that says so, instead of pybind11's translation with their text. Rethrown here, to
// be translated as usual: the module's own exceptions, and pybind11's.
void translate(std::exception_ptr thrown) {
  if (!thrown) return;
  try {
    std::rethrow_exception(thrown);
  } catch (const pybind11::error_already_set&) {
    throw;
  } catch (const pybind11::builtin_exception&) {
    throw;
  } catch (const lull::Error&) {
    throw;
  } catch (const lull::NoSuchEvent&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::system_error&) {  // including file system errors
    throw lull::error_at_hand();
  } catch (...) {
    PyErr_SetString(PyExc_RuntimeError, lull::error_at_hand("this call").what());
  }
}

}  // namespace

PYBIND11_MODULE(_lull, module) {
  using namespace lull::python;
  module.attr("__version__") = LULL_VERSION;
  pybind11::register_exception<lull::Error>(module, "Error").attr("__module__") = "lull";
  pybind11::register_local_exception_translator(translate);
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
