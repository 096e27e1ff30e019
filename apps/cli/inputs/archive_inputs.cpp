// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/inputs/archive_inputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "lull/base/error.hpp"
#include "lull/base/text/counted.hpp"
#include "lull/base/text/message.hpp"
#include "lull/trace/otf2/archive_reader.hpp"

namespace lull::cli {

std::vector<std::filesystem::path> files_of_archive(const std::filesystem::path& anchor) {
  namespace fs = std::filesystem;
  std::vector<fs::path> files{anchor, fs::path(anchor).replace_extension(".def")};
  std::error_code none;
  for (const fs::path& file : fs::directory_iterator(fs::path(anchor).replace_extension(), none))
    if (file.extension() != ".cubex") files.push_back(file);
  return files;
}

std::unique_ptr<TraceSource> open_inhabited(const std::filesystem::path& anchor) {
  auto archive = open_archive(anchor);
  require_locations(*archive, anchor);
  return archive;
}

void print_damages(std::span<const std::string> damages, std::string_view done) {
  constexpr std::size_t kPrinted = 8;
  for (const std::string& damage : damages.first(std::min(damages.size(), kPrinted)))
    print_message(fmt::format("{}{}", damage, done));
  if (damages.size() > kPrinted)
    print_message(fmt::format("{} could not be read to the end either",
                              counted(damages.size() - kPrinted, "further location")));
}

void require_locations(const TraceSource& archive, const std::filesystem::path& anchor) {
  if (archive.definitions().locations.empty())
    throw input_error("{} has no locations: nothing was recorded", anchor.string());
  const std::filesystem::path events = std::filesystem::path(anchor).replace_extension();
  std::error_code none;
  if (!std::filesystem::is_directory(events, none) &&
      std::ranges::any_of(archive.definitions().locations, &Location::events))
    throw input_error("{}: the directory of the event files is missing or cannot be opened",
                      events.string());
}

}  // namespace lull::cli
