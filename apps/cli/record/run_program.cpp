// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/record/run_program.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>

namespace lull::cli {
namespace {

constexpr std::array kPassedOn{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGALRM};

std::atomic<pid_t> running{0};

// Signals from the terminal reach its whole foreground process group; those signals are not passed
// on.
void pass_on(int signal, siginfo_t* from, void*) {
  const int kept = errno;
  const pid_t child = running;
  if (child > 0 && from->si_code != SI_KERNEL) ::kill(child, signal);
  errno = kept;
}

// Passes signals on during its lifetime; ignored signals stay ignored, even for the command.
// Afterwards, ignores all signals except SIGQUIT: a second SIGTERM from a batch system must not
// interrupt writing the archive.
class PassedSignals {
 public:
  PassedSignals() {
    struct sigaction action {};
    action.sa_sigaction = pass_on;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    ::sigfillset(&action.sa_mask);
    for (std::size_t i = 0; i < kPassedOn.size(); ++i) {
      ::sigaction(kPassedOn[i], nullptr, &before_[i]);
      if (before_[i].sa_handler != SIG_IGN) ::sigaction(kPassedOn[i], &action, nullptr);
    }
  }
  ~PassedSignals() {
    running = 0;
    ::sigaction(SIGQUIT, &before_[kQuit], nullptr);
  }
  PassedSignals(const PassedSignals&) = delete;
  PassedSignals& operator=(const PassedSignals&) = delete;

 private:
  static constexpr std::size_t kQuit = 2;
  static_assert(kPassedOn[kQuit] == SIGQUIT);
  std::array<struct sigaction, kPassedOn.size()> before_{};
};

// Signals that arrive before the command's process is known are held back until then.
pid_t start(char** words, const sigset_t& mask) {
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  ::posix_spawnattr_setsigmask(&attributes, &mask);
  pid_t child = 0;
  const int failure = ::posix_spawnp(&child, words[0], nullptr, &attributes, words, environ);
  ::posix_spawnattr_destroy(&attributes);
  if (failure != 0) throw CannotRun{failure};
  return child;
}

int status_of(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// Sets variables, and restores them.
class Variables {
 public:
  explicit Variables(const ProgramEnvironment::Variables& variables) : variables_(variables) {
    for (const auto& [name, value] : variables_) ::setenv(name.c_str(), value.c_str(), 1);
  }
  ~Variables() {
    for (const auto& [name, value] : variables_) ::unsetenv(name.c_str());
  }
  Variables(const Variables&) = delete;
  Variables& operator=(const Variables&) = delete;

 private:
  const ProgramEnvironment::Variables& variables_;
};

}  // namespace

int CannotRun::status() const { return error == ENOENT ? 127 : 126; }

int run_program(const std::vector<std::string>& command,
                const ProgramEnvironment::Variables& environment) {
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::sigprocmask(SIG_SETMASK, &all, &before);
  const PassedSignals signals;
  try {
    const Variables variables(environment);
    running = start(words.data(), before);
  } catch (...) {
    ::sigprocmask(SIG_SETMASK, &before, nullptr);
    throw;
  }
  ::sigprocmask(SIG_SETMASK, &before, nullptr);
  return status_of(running);
}

}  // namespace lull::cli
