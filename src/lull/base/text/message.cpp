// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/base/text/message.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <ctime>

#include "lull/base/text/printable.hpp"

namespace lull {
namespace {

// Blocks SIGPIPE for the calling thread, and discards one that arrived meanwhile.
class NoPipeSignal {
 public:
  NoPipeSignal() {
    ::sigemptyset(&pipe_);
    ::sigaddset(&pipe_, SIGPIPE);
    sigset_t pending;
    ::sigpending(&pending);
    was_pending_ = ::sigismember(&pending, SIGPIPE) == 1;
    ::pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~NoPipeSignal() {
    constexpr timespec kNow{};
    if (!was_pending_) ::sigtimedwait(&pipe_, nullptr, &kNow);
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  NoPipeSignal(const NoPipeSignal&) = delete;
  NoPipeSignal& operator=(const NoPipeSignal&) = delete;

 private:
  sigset_t pipe_{};
  sigset_t before_{};
  bool was_pending_ = false;
};

}  // namespace

std::string message_text(std::string_view sentence) {
  constexpr std::size_t kMostCharacters = 1000;
  constexpr std::size_t kMostLines = 200;
  std::string text;
  for (std::size_t line = 0; line < kMostLines; ++line) {
    const std::size_t end = sentence.find('\n');
    if (line > 0) text += '\n';
    text += without_middle(printable(sentence.substr(0, end)), kMostCharacters);
    if (end == sentence.npos) return text;
    sentence.remove_prefix(end + 1);
  }
  return text + "\n…";
}

void print_message(std::string_view sentence) {
  print_to_user(fmt::format("lull: {}\n", message_text(sentence)));
}

void print_to_user(std::string_view text) noexcept {
  const NoPipeSignal no_signal;
  while (!text.empty()) {
    const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN) {
      constexpr int kPatience = 5000;  // ms: the reader may be waiting for us
      pollfd room{.fd = STDERR_FILENO, .events = POLLOUT, .revents = 0};
      if (::poll(&room, 1, kPatience) == 0) return;
    } else if (errno != EINTR) {
      return;  // no reader
    }
  }
}

}  // namespace lull
