// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/built_in.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>

#include "cli/record/program_environment.hpp"
#include "cli/report/page_server.hpp"
#include "lull/trace/otf2/library_version.hpp"
#include "web/page.hpp"

namespace lull::cli {
namespace {

struct Part {
  const char* name;
  bool is_there;
  const char* needs;  // needed for the build
};

bool has_recorder(const char* name) { return !find_recorder_library(name).empty(); }

#ifdef LULL_WITH_OMPT
constexpr bool kOmpt = true;
#else
constexpr bool kOmpt = false;
#endif
#ifdef LULL_WITH_MPI
constexpr bool kMpi = true;
#else
constexpr bool kMpi = false;
#endif

std::string line_of(const Part& part) {
  return fmt::format("  {:<34}{}\n", part.name,
                     part.is_there ? "yes" : fmt::format("no (needs {})", part.needs));
}

}  // namespace

std::string version_text() {
  const std::array parts{
      Part{"recording of Open MPI", has_recorder("openmpi"), "mpicc.openmpi"},
      Part{"recording of MPICH", has_recorder("mpich"), "mpicc.mpich"},
      Part{"recording of OpenSHMEM", has_recorder("oshmem"), "oshcc"},
      Part{"recording of gcc's OpenMP", has_recorder(""), "the recorder"},
      Part{"recording of clang's OpenMP", has_recorder("") && kOmpt, "omp-tools.h"},
      Part{"recording of POSIX threads", has_recorder(""), "the recorder"},
      Part{"recording of functions", has_recorder(""), "the recorder"},
      Part{"recording of input and output", has_recorder("io"), "the recorder"},
      Part{"recording of memory", has_recorder("memory"), "the recorder"},
      Part{"counters of PAPI", has_recorder("papi"), "papi.h"},
      Part{"analysis on several processes", kMpi, "MPI"},
      Part{"page of lull view", !web::page().empty(), "npm"},
      Part{"server of lull view", has_page_server(), "cpp-httplib"},
      Part{"Python module", *LULL_PYTHON != '\0', "pybind11 and Python's headers"},
  };
  std::string text = "lull " LULL_VERSION "\n";
  text += fmt::format("  {:<34}{}, event files are decoded by {}\n", "OTF2", library_version(),
                      has_decoder() ? "Lull" : "the library");
  for (const Part& part : parts) text += line_of(part);
  text.pop_back();
  return text;
}

}  // namespace lull::cli
