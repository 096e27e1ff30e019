// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/measurement/measurement.hpp"

#include <fmt/format.h>
#include <linux/membarrier.h>
#include <otf2/OTF2_Pthread_Locks.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdarg>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>

#include "lull/recorder/functions/region_filter.hpp"
#include "lull/recorder/measurement/execution.hpp"
#include "lull/recorder/measurement/host_name.hpp"
#include "lull/recorder/measurement/stop_note.hpp"
#include "lull/recorder/measurement/this_process.hpp"

namespace lull::recorder {
namespace {

using nlohmann::json;

// For threads that are recording when the process ends.
constexpr std::chrono::milliseconds kLongestWait{500};

thread_local Location* this_location [[gnu::tls_model("initial-exec")]] = nullptr;
pthread_key_t at_thread_end{};
thread_local bool this_thread_ended [[gnu::tls_model("initial-exec")]] = false;

// Whatever the library says, it says at every event.
OTF2_ErrorCode on_library_error(void*, const char*, std::uint64_t, const char*, OTF2_ErrorCode code,
                                const char*, va_list) {
  Measurement& measurement = Measurement::instance();
  if (code > OTF2_SUCCESS && (measurement.running() || measurement.paused()))
    measurement.give_up(OTF2_Error_GetDescription(code));
  return code;
}

bool order_all_threads(int command) { return ::syscall(SYS_membarrier, command, 0u, 0) == 0; }

json entry_of(const ClockReading& reading) {
  return {{"ticks", reading.ticks}, {"nanoseconds", reading.nanoseconds}};
}

json entry_of(const std::vector<const EventCounts*>& threads) {
  std::uint64_t bytes = 0;
  std::map<std::size_t, RegionCount> regions;
  for (const EventCounts* thread : threads) {
    bytes += thread->bytes();
    for (std::size_t i = 0; i < thread->regions().size(); ++i) {
      const RegionCount& of = thread->regions()[i];
      RegionCount& sum = regions[i];
      sum.visits += of.visits;
      sum.bytes += of.bytes;
      sum.ticks += of.ticks;
      sum.calls += of.calls;
    }
  }
  json list = json::array();
  for (const auto& [number, of] : regions)
    if (of.bytes > 0) list.push_back({number, of.visits, of.bytes, of.ticks, of.calls});
  return {{"bytes", bytes}, {"regions", list}};
}

// If the process is killed some day, this is the last that is known of its time.
OTF2_TimeStamp after_flush(void*, OTF2_FileType, OTF2_LocationRef) {
  const ClockReading now = read_both_clocks();
  Measurement::instance().note({{"clock", entry_of(now)}});
  return ticks();
}
OTF2_FlushCallbacks flush_callbacks{nullptr, after_flush};

}  // namespace

Measurement& Measurement::instance() noexcept {
  alignas(Measurement) static std::array<std::byte, sizeof(Measurement)> storage;
  static auto* const measurement = new (storage.data()) Measurement;
  return *measurement;
}

bool Measurement::start() noexcept {
  if (state_ != kNotStarted) return running();
  const std::scoped_lock lock(mutex_);
  if (state_ != kNotStarted) return running();
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
    std::atexit([] { Measurement::instance().finish(); });
    return true;
  } catch (const std::exception& error) {
    give_up(error);
    return false;
  }
}

bool Measurement::open() {
  ordered_by_system_ = order_all_threads(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED);
  const char* directory = std::getenv("LULL_RECORD_DIRECTORY");
  if (directory == nullptr || *directory == '\0') return false;
  open_journal(directory);
  open_files();
  return true;
}

void Measurement::open_journal(const std::filesystem::path& directory) {
  use_counter = counter_is_even();
  part_ = make_part(directory / ".parts", part_name());
  prepare_stop_note(part_);
  if (!journal_.open(part_ / "journal.jsonl"))
    throw std::runtime_error(
        fmt::format("{} cannot be written", (part_ / "journal.jsonl").string()));
  journal_.write({{"process",
                   {{"host", host_name()},
                    {"pid", ::getpid()},
                    {"started", process_start()},
                    {"command", command_line()},
                    {"buffer", chunk_size()},
                    {"began", since_epoch()},
                    {"counter", use_counter}}}});
  journal_.write({{"clock", entry_of(read_both_clocks())}});
}

void Measurement::open_files() {
  OTF2_Error_RegisterCallback(on_library_error, nullptr);
  files_.open(part_ / "traces", [](int error, const char* why) noexcept {
    Measurement::instance().give_up(why, error);
  });
  if (std::getenv("LULL_RECORD_ESTIMATE") != nullptr)
    files_.only_count();
  else
    files_.limit(
        std::min(size_from("LULL_RECORD_LIMIT"), size_from("LULL_RECORD_TOTAL_LIMIT")),
        [](bool one_file) noexcept {
          Measurement::instance().end_early(one_file ? kStoppedByFileSize : kStoppedByLimit);
        });
  archive_ = OTF2_Archive_Open(part_.c_str(), "traces", OTF2_FILEMODE_WRITE, chunk_size(),
                               OTF2_CHUNK_SIZE_DEFINITIONS_DEFAULT, OTF2_SUBSTRATE_NONE,
                               OTF2_COMPRESSION_NONE);
  if (archive_ == nullptr) throw std::runtime_error("the archive cannot be made");
  files_.take_from(archive_, flush_callbacks);
  OTF2_Pthread_Archive_SetLockingCallbacks(archive_, nullptr);
  if (OTF2_Archive_SetSerialCollectiveCallbacks(archive_) != OTF2_SUCCESS ||
      OTF2_Archive_OpenEvtFiles(archive_) != OTF2_SUCCESS)
    throw std::runtime_error("the event files cannot be made");
}

// The program is what everything else is called from.
void Measurement::begin_program() {
  const RegionNumber program = define({.name = program_name()}, {});
  this_location = new_location();
  this_location->enter(program);
}

void Measurement::ignore_this_thread() noexcept { this_thread_ended = true; }

Location* Measurement::location() noexcept {
  if (this_location != nullptr) [[likely]]
    return this_location;
  if (this_thread_ended) return nullptr;
  try {
    const std::scoped_lock lock(mutex_);
    return this_location = running() || paused() ? plain_location() : nullptr;
  } catch (const std::exception& error) {
    give_up(error);
    return nullptr;
  }
}

// Its end is seen as the system sees it.
Location* Measurement::plain_location() {
  static const pthread_key_t at_end = [] {
    pthread_key_t key{};
    ::pthread_key_create(&key, end_thread);
    return key;
  }();
  Location* location = nullptr;
  if (plain_free_.empty()) {
    location = new_location();
  } else {
    location = plain_free_.back();
    plain_free_.pop_back();
    location->restart_counters();
  }
  at_thread_end = at_end;
  ::pthread_setspecific(at_end, location);
  return location;
}

// What a programming model does at the end of its threads comes first: once more, then.
void Measurement::end_thread(void* ended) noexcept {
  Location* const location = this_location;
  if (location == nullptr || location != ended || location->named) return;
  if (location->at_end) {
    ::pthread_setspecific(at_thread_end, ended);
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
    const std::scoped_lock lock(measurement.mutex_);
    location->freeze_counters();
    measurement.plain_free_.push_back(location);
  } catch (const std::exception& error) {
    measurement.give_up(error);
  }
}

void Measurement::release_location(OTF2_Paradigm model) noexcept {
  this_thread_ended = true;
  if (this_location == nullptr) return;
  try {
    const std::scoped_lock lock(mutex_);
    this_location->freeze_counters();
    free_[model].push_back(this_location);
  } catch (const std::exception& error) {
    give_up(error);
  }
  this_location = nullptr;
}

bool Measurement::reuse_location(OTF2_Paradigm model) noexcept {
  const std::scoped_lock lock(mutex_);
  const auto free = free_.find(model);
  if (free == free_.end() || free->second.empty() || this_location != nullptr) return false;
  this_location = free->second.back();
  free->second.pop_back();
  this_location->restart_counters();
  return true;
}

Location* Measurement::new_location() {
  const auto number = static_cast<std::uint32_t>(locations_.size());
  OTF2_EvtWriter* writer = OTF2_Archive_GetEvtWriter(archive_, number);
  if (writer == nullptr) throw std::runtime_error("a thread's events cannot be written");
  locations_.push_back(std::make_unique<Location>(writer, number));
  journal_.write({{"thread", {{"number", number}}}});
  return locations_.back().get();
}

RegionNumber Measurement::define_region(const RegionInfo& region) noexcept {
  try {
    const CodePlace place = place_of(region.address);
    const std::scoped_lock lock(mutex_);
    return define(region, place);
  } catch (const std::exception& error) {
    give_up(error);
    return 0;
  }
}

RegionNumber Measurement::define(const RegionInfo& region, const CodePlace& place) {
  const RegionNumber number = regions_++;
  json entry{{"number", number},
             {"name", region.name},
             {"role", region.role},
             {"paradigm", region.paradigm}};
  if (!place.object.empty()) {
    entry["object"] = place.object;
    entry["offset"] = place.offset;
  } else if (region.name.empty()) {
    entry["name"] = fmt::format("{}", region.address);
  }
  if (!region.file.empty()) {
    entry["file"] = region.file;
    entry["line"] = region.line;
  }
  if (!region.symbol.empty()) entry["symbol"] = region.symbol;
  journal_.write({{"region", entry}});
  return number;
}

void Measurement::note(const json& entry) noexcept {
  if (is_copy_) return;
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

void Measurement::finish() noexcept {
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

// Other threads may be recording an event just now, or wait for the mutex to do so. Those that are
// in a call that waits will see that the recording is over: they are not waited for long.
void Measurement::wait_for_others() {
  if (ordered_by_system_) order_all_threads(MEMBARRIER_CMD_PRIVATE_EXPEDITED);
  std::atomic_thread_fence(std::memory_order_seq_cst);
  files_.wait_for_threads();
  std::vector<Location*> others;
  {
    const std::scoped_lock lock(mutex_);
    for (const auto& location : locations_)
      if (location.get() != this_location) others.push_back(location.get());
  }
  const auto until = std::chrono::steady_clock::now() + kLongestWait;
  for (const Location* location : others)
    while (location->busy && std::chrono::steady_clock::now() < until)
      std::this_thread::sleep_for(std::chrono::microseconds(50));
}

void Measurement::close() {
  wait_for_others();
  const std::scoped_lock lock(mutex_);
  json threads = json::array();
  for (const auto& location : locations_) {
    if (location.get() != this_location) location->freeze_counters();
    if (location->at_end) location->at_end();
    location->leave_all();
    std::uint64_t events = 0;
    OTF2_EvtWriter_GetNumberOfEvents(location->writer(), &events);
    if (OTF2_Archive_CloseEvtWriter(archive_, location->close()) != OTF2_SUCCESS)
      throw std::runtime_error("the last events cannot be written");
    threads.push_back({{"number", location->number()}, {"events", events}});
  }
  OTF2_Archive_CloseEvtFiles(archive_);
  if (!files_.finish()) return;
  if (const auto counts = files_.counts(); std::getenv("LULL_RECORD_ESTIMATE") != nullptr)
    journal_.write({{"counts", entry_of(counts)}});
  const std::uint64_t since = off_since_;
  const std::uint64_t off = ticks_off_ + (since == 0 ? 0 : ticks() - since);
  journal_.write({{"clock", entry_of(read_both_clocks())}});
  journal_.write({{"end",
                   {{"threads", threads},
                    {"times_off", times_off_.load()},
                    {"ticks_off", off},
                    {"forks", forks_.load()},
                    {"own_ompt_tool", has_own_ompt_tool()},
                    {"not_instrumented", lacks_instrumented_functions()}}}});
}

}  // namespace lull::recorder
