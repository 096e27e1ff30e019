// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/record/sanitizers.hpp"

#include <fmt/format.h>

#include <array>

#include "cli/record/dynamic_symbols.hpp"
#include "lull/base/text/printable.hpp"
#include "lull/recorder/process/executable.hpp"

namespace lull::cli {
namespace {

struct Sanitizer {
  const char* name;
  const char* library;        // gcc's runtime
  const char* clang_library;  // clang's runtime, if it is linked dynamically
  const char* symbol;         // defined by a static runtime
  bool memory_only = false;   // only memory recording is impossible
};

constexpr std::array kSanitizers{
    Sanitizer{"AddressSanitizer", "libasan.so", "libclang_rt.asan", "__asan_init"},
    Sanitizer{"ThreadSanitizer", "libtsan.so", "libclang_rt.tsan", "__tsan_init"},
    Sanitizer{"MemorySanitizer", "libmsan.so", "libclang_rt.msan", "__msan_init"},
    Sanitizer{"HWAddressSanitizer", "libhwasan.so", "libclang_rt.hwasan", "__hwasan_init"},
    Sanitizer{"LeakSanitizer", "liblsan.so", "libclang_rt.lsan", "__lsan_init", true}};

}  // namespace

std::optional<std::string> sanitizer_against_recording(const std::vector<NamedProgram>& programs,
                                                       bool memory) {
  for (const NamedProgram& program : programs) {
    const recorder::Executable about = recorder::look_at_executable(program.file.c_str());
    if (about.loading == recorder::Loading::Harmful)
      return fmt::format("{} {} and cannot be recorded: it runs without",
                         printable(program.file.string()), about.why);
    const DynamicSymbols symbols = dynamic_symbols_of(program.file);
    for (const Sanitizer& sanitizer : kSanitizers) {
      if (sanitizer.memory_only && !memory) continue;
      if (program.needs(sanitizer.library) || program.needs(sanitizer.clang_library) ||
          symbols.defined.contains(sanitizer.symbol))
        return fmt::format("{} is built with {} and cannot be recorded{}: it runs without",
                           printable(program.file.string()), sanitizer.name,
                           sanitizer.memory_only ? " with --memory" : "");
    }
  }
  return {};
}

}  // namespace lull::cli
