// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Longer than other files: all of it uses what a thread knows about itself.
#include "lull/recorder/measurement/measurement.hpp"

#include <linux/membarrier.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "lull/recorder/journal/json_line.hpp"
#include "lull/recorder/journal/program_messages.hpp"
#include "lull/recorder/journal/stop_note.hpp"
#include "lull/recorder/measurement/execution.hpp"
#include "lull/recorder/measurement/region_filter.hpp"
#include "lull/recorder/measurement/this_process.hpp"
#include "lull/recorder/system/no_cancel.hpp"
#include "lull/recorder/system/thread_key.hpp"
#include "lull/recorder/system/undisturbed.hpp"

namespace lull::recorder {
namespace {

using nlohmann::json;

// How long to wait for threads that are recording when the process ends.
constexpr std::chrono::milliseconds kLongestWait{500};

thread_local Location* this_location [[gnu::tls_model("initial-exec")]] = nullptr;
const ThreadKey* at_thread_end = nullptr;
// The location number reserved for the thread, or none.
constexpr std::uint32_t kNoNumber = ~std::uint32_t{0};
thread_local std::uint32_t this_number [[gnu::tls_model("initial-exec")]] = kNoNumber;
thread_local bool this_thread_ended [[gnu::tls_model("initial-exec")]] = false;

// The thread begins the recording, or its own: calls made by that, which may be intercepted as
// well, are not the program's.
thread_local bool thread_is_beginning [[gnu::tls_model("initial-exec")]] = false;
class Beginning {
 public:
  Beginning() { thread_is_beginning = true; }
  Beginning(const Beginning&) = delete;
  Beginning& operator=(const Beginning&) = delete;
  ~Beginning() { thread_is_beginning = false; }

 private:
  Undisturbed undisturbed_;
};

bool order_all_threads(int command) { return ::syscall(SYS_membarrier, command, 0u, 0) == 0; }

}  // namespace

Measurement& Measurement::instance() noexcept {
  alignas(Measurement) constinit static std::array<std::byte, sizeof(Measurement)> storage{};
  static auto* const measurement = new (storage.data()) Measurement;
  return *measurement;
}

bool Measurement::start() noexcept {
  if (state_ != kNotStarted) return running();
  if (thread_is_beginning) return false;
  const Beginning beginning;
  // Another thread that begins the recording may wait for a lock that this one holds, such as
  // malloc's, in a signal handler. Otherwise it is soon done, and this thread's first events should
  // not be lost.
  constexpr int kTries = 2000;
  constexpr std::chrono::microseconds kPause{50};
  std::unique_lock lock(mutex_, std::try_to_lock);
  for (int i = 0; i < kTries && !lock.owns_lock() && state_ == kNotStarted; ++i) {
    std::this_thread::sleep_for(kPause);
    (void)lock.try_lock();
  }
  if (!lock.owns_lock() || state_ != kNotStarted) return running();
  try {
    if (!open()) {
      state_ = kEnded;
      return false;
    }
    begin_program();
    state_ = kRunning;
    ::pthread_atfork(
        nullptr, [] { ++Measurement::instance().forks_; },
        [] { Measurement::instance().forget(); });
    std::atexit([] {
      end_event();
      is_inside() ? instance().abandon() : instance().finish();
    });
    return true;
  } catch (const std::exception& error) {
    give_up(error);
    return false;
  }
}

// A recording belongs to the process that began it: in a child, the system clears the page with the
// state before anything can be recorded there, however the child was forked.
bool Measurement::open() {
  ordered_by_system_ = order_all_threads(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED);
  const char* directory = std::getenv("LULL_RECORD_DIRECTORY");
  if (directory == nullptr || *directory == '\0') return false;
  if (const std::string archive = std::string(directory) + "/traces.otf2";
      ::access(archive.c_str(), F_OK) == 0) {
    print_for_this_process(" is not recorded", "the archive in its directory is complete");
    return false;
  }
  (void)::madvise(&state_, kPage, MADV_WIPEONFORK);
  has_journal_ = true;
  open_journal(directory);
  open_files();
  return true;
}

// The program is the root of all calls.
void Measurement::begin_program() {
  const RegionNumber program = define({.name = program_name()});
  this_location = new_location(reserve_location());
  if (this_location == nullptr) throw std::runtime_error("the program's events cannot be written");
  add_location(*this_location);
  this_location->enter(program);
}

bool Measurement::is_inside() noexcept {
  return thread_is_beginning ||
         (this_location != nullptr && this_location->busy && !this_location->is_calling());
}

void Measurement::leave_call() noexcept {
  if (this_location == nullptr || !this_location->is_calling()) return;
  this_location->end_call();
  this_location->busy = Location::kIdle;
}

// Marks the thread as if it were recording something.
void Measurement::rest_thread(bool rest) noexcept {
  static thread_local int before [[gnu::tls_model("initial-exec")]] = 0;
  if (this_location == nullptr) {
    thread_is_beginning = rest;
    return;
  }
  if (rest) before = this_location->busy;
  this_location->busy = rest ? std::uint8_t{Location::kBusy} : static_cast<std::uint8_t>(before);
}

void Measurement::end_event() noexcept {
  if (this_location != nullptr && this_location->busy == Location::kInEvent)
    this_location->end_event();
}

// A thread that holds the lock while the recording runs is undisturbed and waits for nothing; the
// one that ends the recording is not, and may wait. So waiting threads check the state again, at
// growing intervals, as there may be thousands of them.
std::unique_lock<FutexLock> Measurement::lock_while_recorded() noexcept {
  timespec longest{.tv_sec = 0, .tv_nsec = 5'000'000};
  std::unique_lock lock(mutex_, std::try_to_lock);
  while (!lock.owns_lock() && (running() || paused())) {
    if (longest.tv_nsec < 500'000'000) longest.tv_nsec *= 2;
    if (mutex_.try_lock_for(longest)) lock = std::unique_lock(mutex_, std::adopt_lock);
  }
  return lock;
}

void Measurement::ignore_this_thread() noexcept { this_thread_ended = true; }

Location* Measurement::location() noexcept {
  if (this_location != nullptr) [[likely]]
    return this_location;
  if (this_thread_ended || thread_is_beginning) return nullptr;
  try {
    const Beginning beginning;
    return this_location = plain_location();
  } catch (const std::exception& error) {
    give_up(error);
    return nullptr;
  }
}

// The end of the thread is noticed through its thread key. Threads that begin at the same time do
// not wait for each other's files.
Location* Measurement::plain_location() {
  static const ThreadKey at_end(end_thread);
  Location* location = nullptr;
  const std::uint32_t reserved = std::exchange(this_number, kNoNumber);
  if (reserved == kNoNumber) location = free_plain_location();
  if (location != nullptr) {
    location->restart_counters();
  } else {
    location = new_location(reserved != kNoNumber ? reserved : reserve_location());
    const std::unique_lock lock = lock_while_recorded();
    if (location == nullptr || !lock.owns_lock() || !(running() || paused())) return nullptr;
    add_location(*location);
  }
  at_thread_end = &at_end;
  at_end.set(location);
  return location;
}

// The programming model must end the thread first (at_end): until then, requests another call.
void Measurement::end_thread(void* ended) noexcept {
  Location* const location = this_location;
  if (location == nullptr || location != ended || location->named) return;
  if (location->at_end) {
    at_thread_end->set(ended);
    return;
  }
  {
    const Recording recording{Recording::EvenPaused{}};
    if (!recording) return;
    recording->leave_all();
  }
  Measurement& measurement = instance();
  this_thread_ended = true;
  this_location = nullptr;
  try {
    location->freeze_counters();
    const Undisturbed undisturbed;
    const std::unique_lock lock = measurement.lock_while_recorded();
    if (lock.owns_lock()) measurement.plain_free_.push_back(location);
  } catch (const std::exception& error) {
    measurement.give_up(error);
  }
}

Location* Measurement::free_plain_location() noexcept {
  const std::unique_lock lock = lock_while_recorded();
  if (!lock.owns_lock() || plain_free_.empty()) return nullptr;
  Location* const location = plain_free_.back();
  plain_free_.pop_back();
  return location;
}

void Measurement::release_location(OTF2_Paradigm model) noexcept {
  this_thread_ended = true;
  if (this_location == nullptr) return;
  try {
    this_location->freeze_counters();
    const Undisturbed undisturbed;
    const std::unique_lock lock = lock_while_recorded();
    if (lock.owns_lock()) free_[model].push_back(this_location);
  } catch (const std::exception& error) {
    give_up(error);
  }
  this_location = nullptr;
}

bool Measurement::reuse_location(OTF2_Paradigm model) noexcept {
  if (this_location != nullptr) return false;
  begin_thread(take_location(model), kNoNumber);
  return this_location != nullptr;
}

// Returns the same location in each run, among the locations that are free, whichever ended first.
Location* Measurement::take_location(OTF2_Paradigm model) noexcept {
  const Undisturbed undisturbed;
  const std::unique_lock lock = lock_while_recorded();
  Locations& free = free_[model];
  if (!lock.owns_lock() || free.empty()) return nullptr;
  const auto least = std::ranges::min_element(free, {}, &Location::number);
  Location* const location = *least;
  free.erase(least);
  return location;
}

void Measurement::begin_thread(Location* location, std::uint32_t number) noexcept {
  this_number = number;
  this_location = location;
  if (location != nullptr) location->restart_counters();
}

Location* Measurement::new_location(std::uint32_t number) {
  EventWriter* const writer = files_.open_writer(number);
  if (writer == nullptr) return nullptr;
  void* const place = own_memory(sizeof(Location));
  if (place == nullptr) throw std::bad_alloc();
  return new (place) Location(*writer, number);
}

// Makes the location part of the recording.
void Measurement::add_location(Location& location) {
  locations_.push_back(&location);
  std::array<char, 64> memory;
  JsonLine line(memory);
  note_line(line.raw("{\"thread\":{\"number\":").number(location.number()).raw("}}\n").line());
}

void Measurement::note(const json& entry) noexcept {
  if (!has_journal_) return;
  try {
    journal_.write(entry);
  } catch (const std::exception& error) {
    give_up(error);
  }
}

void Measurement::name_thread(std::uint32_t number, std::string_view name) noexcept {
  if (this_location != nullptr && this_location->number() == number) this_location->named = true;
  try {
    journal_.write({{"thread_name", {{"number", number}, {"name", name}}}});
  } catch (const std::exception& error) {
    give_up(error);
  }
}

void Measurement::note_worker(std::uint32_t number) noexcept {
  if (this_location != nullptr && this_location->number() == number) this_location->named = true;
  note({{"worker", {{"number", number}}}});
}

void Measurement::pause() noexcept {
  start();
  note_switch(OTF2_MEASUREMENT_OFF);
  int running = kRunning;
  if (!state_.compare_exchange_strong(running, kPaused)) return;
  ++times_off_;
  off_since_ = ticks();
}

void Measurement::resume() noexcept {
  int paused = kPaused;
  if (!state_.compare_exchange_strong(paused, kRunning)) return;
  ticks_off_ += ticks() - off_since_.exchange(0);
  note_switch(OTF2_MEASUREMENT_ON);
}

void Measurement::note_switch(OTF2_MeasurementMode mode) noexcept {
  if (const Recording recording; recording)
    OTF2_EvtWriter_MeasurementOnOff(recording->writer(), nullptr, recording->look_at_clock(), mode);
}

void Measurement::end_model_after_call() noexcept {
  if (running() && this_location != nullptr && this_location->depth() > 0)
    this_location->leave_to(this_location->depth() - 1, this_location->now());
  end_model();
}

void Measurement::finish() noexcept {
  const NoCancel no_cancel;
  int state = state_;
  do {
    if (state != kRunning && state != kPaused && state != kStopped) return;
  } while (!state_.compare_exchange_weak(state, kEnded));
  if (state == kStopped) return finish_stopped();
  try {
    close();
    journal_.close();
  } catch (const std::exception& error) {
    give_up(error);
  }
}

// Other threads may be recording an event, or wait for the mutex to do so. Threads in a blocking
// call are not waited for long: they will notice later that the recording is over.
void Measurement::wait_for_others() {
  if (ordered_by_system_) order_all_threads(MEMBARRIER_CMD_PRIVATE_EXPEDITED);
  std::atomic_thread_fence(std::memory_order_seq_cst);
  files_.wait_for_threads();
  std::vector<Location*> others;
  {
    const std::scoped_lock lock(mutex_);
    for (Location* const location : locations_)
      if (location != this_location) others.push_back(location);
  }
  const auto until = std::chrono::steady_clock::now() + kLongestWait;
  for (const Location* location : others)
    while (location->busy && std::chrono::steady_clock::now() < until)
      std::this_thread::sleep_for(std::chrono::microseconds(50));
}

void Measurement::close() {
  const std::uint64_t now = ticks();  // so that no thread's time contains the wait
  wait_for_others();
  const std::scoped_lock lock(mutex_);
  json threads = json::array();
  std::uint64_t lost = 0;
  for (Location* const location : locations_) {
    if (location != this_location) location->freeze_counters();
    if (location->at_end) location->at_end();
    location->leave_to(0, now);
    files_.close(*location->writer());
    threads.push_back({{"number", location->number()}, {"events", location->writer()->events()}});
    lost += location->lost;
  }
  if (!files_.finish()) return;
  if (const auto counts = files_.counts(); std::getenv("LULL_RECORD_ESTIMATE") != nullptr)
    journal_.write({{"counts", summary_of(counts)}});
  const std::uint64_t since = off_since_;
  const std::uint64_t off = ticks_off_ + (since == 0 ? 0 : ticks() - since);
  note_clock();
  journal_.write({{"end",
                   {{"threads", threads},
                    {"times_off", times_off_.load()},
                    {"ticks_off", off},
                    {"forks", forks_.load()},
                    {"lost_in_handlers", lost},
                    {"own_ompt_tool", has_own_ompt_tool()},
                    {"not_instrumented", lacks_instrumented_functions()}}}});
}

}  // namespace lull::recorder
