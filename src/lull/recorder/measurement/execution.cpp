// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/measurement/execution.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "lull/recorder/journal/journal.hpp"
#include "lull/recorder/measurement/this_process.hpp"
#include "lull/recorder/system/host_name.hpp"
#include "lull/recorder/system/kept_errno.hpp"

namespace lull::recorder {
namespace {

namespace fs = std::filesystem;

// Returns the last part with this process number, possibly of a process that has ended. Uses system
// calls instead of C++'s library, whose calls may be recorded, which would begin the recording.
fs::path last_part(const fs::path& parts, const std::string& name) {
  fs::path last;
  for (int again = 0;; ++again) {
    fs::path part = parts / (again == 0 ? name : fmt::format("{}-{}", name, again));
    if (::access((part / "journal.jsonl").c_str(), F_OK) != 0) return last;
    last = std::move(part);
  }
}

bool is_of_this_process(const fs::path& journal) {
  std::ifstream file(journal);
  std::string line;
  std::getline(file, line);
  const auto entry = nlohmann::json::parse(line, nullptr, false);
  return entry.is_object() && entry.contains("process") &&
         entry["process"].value("started", std::uint64_t{0}) == process_start();
}

}  // namespace

void note_execution() noexcept {
  static constinit std::atomic<bool> noted{false};
  if (noted.exchange(true)) return;
  const KeptErrno kept;
  const char* const directory = std::getenv("LULL_RECORD_DIRECTORY");
  if (directory == nullptr || *directory == '\0') return;
  try {
    const fs::path part = last_part(fs::path(directory) / ".parts", part_name());
    if (part.empty() || !is_of_this_process(part / "journal.jsonl")) return;
    Journal journal;
    if (journal.append_to(part / "journal.jsonl")) journal.write({{"executed", command_line()}});
  } catch (const std::exception&) {
    return;  // the process counts as one that did not end normally
  }
}

namespace {

[[gnu::constructor]] void note_at_once() { note_execution(); }

}  // namespace

std::uint64_t process_start() {
  constexpr int kAfterName = 19;  // index of the field after the name
  std::ifstream file("/proc/self/stat");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  std::size_t at = text.rfind(')');  // the name may contain anything
  for (int i = 0; i <= kAfterName && at != text.npos; ++i) at = text.find(' ', at + 1);
  return at == text.npos ? 0 : std::strtoull(text.c_str() + at, nullptr, 10);
}

std::string part_name() { return fmt::format("{}-{}", host_name(), ::getpid()); }

}  // namespace lull::recorder
