// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/io/io_numbers.hpp"

#include <atomic>
#include <map>
#include <mutex>

#include "lull/recorder/measurement/measurement.hpp"

namespace lull::recorder {

std::uint32_t new_io_handle() noexcept {
  static std::atomic<std::uint32_t> handles{0};
  return handles++;
}

std::uint32_t number_of_io_file(const std::string& path) {
  struct Files {
    std::mutex mutex;
    std::map<std::string, std::uint32_t> numbers;
  };
  static auto* const files = new Files;
  const std::scoped_lock lock(files->mutex);
  const auto number = static_cast<std::uint32_t>(files->numbers.size());
  const auto [entry, fresh] = files->numbers.emplace(path, number);
  if (fresh) Measurement::instance().note({{"file", {{"number", number}, {"path", path}}}});
  return entry->second;
}

}  // namespace lull::recorder
