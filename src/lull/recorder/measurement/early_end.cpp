// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Recordings that end before their program does. Nothing more is recorded then, but the journal
// stays open: other processes continue, and MPI's recorder still notes clocks and communicators.
#include <cstring>
#include <filesystem>
#include <new>
#include <system_error>

#include "lull/base/error.hpp"
#include "lull/recorder/journal/program_messages.hpp"
#include "lull/recorder/journal/stop_note.hpp"
#include "lull/recorder/measurement/measurement.hpp"
#include "lull/recorder/measurement/this_process.hpp"
#include "lull/recorder/system/signals.hpp"

namespace lull::recorder {

void Measurement::give_up(const std::exception& error) noexcept {
  const auto* const of_system = dynamic_cast<const std::system_error*>(&error);
  const int number = of_system == nullptr ? 0 : of_system->code().value();
  const auto* const of_file = dynamic_cast<const std::filesystem::filesystem_error*>(&error);
  if (of_file == nullptr) return give_up(error.what(), number);
  try {
    give_up(system_error(of_file->path1().string(), number).what(), number);
  } catch (const std::bad_alloc&) {
    give_up(std::strerror(number), number);
  }
}

// Reported by the assembly of the archive, or else here.
void Measurement::give_up(const char* why, int error) noexcept {
  if (reported_.exchange(true)) return;
  for (int state = state_; state != kEnded;)
    if (state_.compare_exchange_weak(state, kStopped)) break;
  if (part_.empty() || !write_stop_note(part_, stop_reason_of(error), why))
    print_for_this_process(" is not recorded any further", why);
}

void Measurement::abandon() noexcept {
  if (!has_journal_.exchange(false) || state_.exchange(kEnded) == kEnded) return;
  write_stop_note_at_once(
      kStoppedByFailure,
      "a signal interrupted the recording of an event, and its handler did not return");
}

void Measurement::end_early(const char* reason) noexcept {
  const std::scoped_lock lock(ending_);
  int state = state_;
  do {
    if (state != kRunning && state != kPaused) return;
  } while (!state_.compare_exchange_weak(state, kStopped));
  reported_ = true;
  write_stop_note(part_, reason, "");
  const auto close = [](void*) -> void* {
    ignore_this_thread();
    try {
      instance().close();
    } catch (const std::exception& error) {
      instance().give_up(error);
    }
    return nullptr;
  };
  const NoSignals no_signals;
  pthread_t thread{};
  if (::pthread_create(&thread, nullptr, close, nullptr) == 0)
    ending_thread_ = thread;
  else
    close_at_end_ = true;
}

void Measurement::finish_stopped() noexcept {
  const std::scoped_lock lock(ending_);
  try {
    if (ending_thread_) ::pthread_join(*ending_thread_, nullptr);
    ending_thread_.reset();
    if (close_at_end_) close();
    journal_.close();
  } catch (const std::exception& error) {
    give_up(error);
  }
}

void Measurement::share_limit(std::uint64_t processes) noexcept {
  const std::uint64_t total = size_from("LULL_RECORD_TOTAL_LIMIT");
  if (total != kUnlimited && processes > 1) files_.lower_limit(total / processes);
}

}  // namespace lull::recorder
