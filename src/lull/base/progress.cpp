// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/base/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "lull/base/text/message.hpp"

namespace lull {

Progress::Progress(std::string what, std::uint64_t total)
    : what_(std::move(what)),
      total_(std::max<std::uint64_t>(total, 1)),
      terminal_(::isatty(2) == 1) {}

Progress::~Progress() {
  if (visible_) print_to_user("\r\033[K");
}

void Progress::update(std::uint64_t done) {
  if (!terminal_) return;
  const auto now = Clock::now();
  if (now - start_ < std::chrono::seconds(1) || now - drawn_ < std::chrono::milliseconds(100))
    return;
  drawn_ = now;
  visible_ = true;
  constexpr std::size_t kWidth = 30;
  const double share = std::min(1.0, static_cast<double>(done) / static_cast<double>(total_));
  const auto filled = static_cast<std::size_t>(share * kWidth);
  print_to_user(fmt::format("\r{} [{:#<{}}{:.<{}}] {:3.0f} %", what_, "", filled, "",
                            kWidth - filled, share * 100));
}

}  // namespace lull
