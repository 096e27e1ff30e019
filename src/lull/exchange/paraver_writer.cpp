// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Writes a Paraver trace (.prv), its configuration (.pcf) and the names of its objects (.row), with
// Extrae's codes. A process is a task of a single application, a location is a thread of the task
// with its own processor.
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <system_error>

#include "lull/base/error.hpp"
#include "lull/exchange/exchange_writer.hpp"
#include "lull/exchange/names.hpp"
#include "lull/exchange/paraver_messages.hpp"
#include "lull/exchange/paraver_names.hpp"
#include "lull/exchange/paraver_objects.hpp"
#include "lull/exchange/paraver_records.hpp"
#include "lull/exchange/spilled_sort.hpp"
#include "lull/exchange/text_output.hpp"

namespace lull::exchange {
namespace {

namespace fs = std::filesystem;

// Returns OUT.prv, OUT.pcf or OUT.row, whatever suffix the given name has.
fs::path with(const fs::path& output, const char* suffix) {
  std::error_code none;
  if (!output.has_filename() || fs::is_directory(output, none))
    throw system_error("cannot write " + output.string(), EISDIR);
  fs::path path = output;
  return path.replace_extension(suffix);
}

class ParaverWriter final : public ExchangeWriter {
 public:
  ParaverWriter(const Definitions& definitions, const fs::path& output)
      : definitions_(definitions),
        trace_(with(output, ".prv")),
        configuration_(with(output, ".pcf")),
        rows_(with(output, ".row")),
        events_(with(output, ".prv")),
        states_(with(output, ".prv")),
        messages_(with(output, ".prv")),
        ends_(with(output, ".prv")),
        is_used_(definitions.regions.size() + 1),
        has_samples_(definitions.metric_members.size()),
        threads_(definitions.locations.size()),
        objects_(definitions) {
    for (std::size_t i = 0; i < definitions.regions.size(); ++i)
      calls_.push_back(paraver_call(definitions.regions[i], i));
    calls_.push_back({.value = definitions.regions.size() + 1});
  }

  void begin(const TimeScale& scale, const std::vector<WaitState>& wait_states) override {
    scale_ = scale;
    for (const WaitState& wait : wait_states) {
      const auto value = waits_.try_emplace(wait.metric, waits_.size() + 1).first->second;
      add_event(scale_.nanoseconds(wait.begin), wait.location, paraver::kWaitState, value);
      add_event(scale_.nanoseconds(wait.end), wait.location, paraver::kWaitState, 0);
    }
  }
  void enter(LocationId location, Timestamp time, RegionId region) override {
    const std::size_t number = std::min(region.index(), calls_.size() - 1);
    is_used_[number] = true;
    threads_[location.index()].open.push_back(number);
    const ParaverCall& call = calls_[number];
    const std::uint64_t now = scale_.nanoseconds(time);
    add_event(now, location, call.type, call.value);
    if (call.construct != 0) add_event(now, location, call.construct, call.construct_value);
    change_state(location, now);
  }
  void leave(LocationId location, Timestamp time, RegionId) override {
    Thread& thread = threads_[location.index()];
    const ParaverCall& call = calls_[thread.open.back()];
    thread.open.pop_back();
    const std::uint64_t now = scale_.nanoseconds(time);
    if (call.construct != 0)
      return_to(&ParaverCall::construct, &ParaverCall::construct_value, call, location, now);
    return_to(&ParaverCall::type, &ParaverCall::value, call, location, now);
    change_state(location, now);
  }
  void event(LocationId location, const Event& event) override {
    threads_[location.index()].last = event.time;
  }
  void message(const MessageEnd& end) override {
    ends_.add({end.channel, end.number, end.sends ? 0u : 1u, end.location.value,
               scale_.nanoseconds(end.call_begin), scale_.nanoseconds(end.time), end.bytes},
              add_message_);
  }
  void sample(LocationId location, Timestamp time, MetricMemberId metric, double value) override {
    has_samples_[metric.index()] = true;
    constexpr double kMost = 9e18;
    const double whole = std::isfinite(value) ? std::clamp(value, -kMost, kMost) : 0;
    add_event(scale_.nanoseconds(time), location, paraver::kCounter + metric.index() + 1,
              static_cast<std::uint64_t>(std::llround(whole)));
  }
  void finish(Timestamp end) override {
    const std::uint64_t last = scale_.nanoseconds(end);
    for (std::uint32_t i = 0; i < threads_.size(); ++i) {
      if (threads_[i].open.empty())
        change_state(LocationId(i), scale_.nanoseconds(threads_[i].last), paraver::State::Idle);
      end_state(LocationId(i), last);
    }
    ends_.finish(add_message_);
    write_header(last);
    write_records();
    write_configuration();
    objects_.write_rows(rows_);
    trace_.commit();
    configuration_.commit();
    rows_.commit();
  }

 private:
  struct Thread {
    std::vector<std::size_t> open;  // indices of open calls
    paraver::State state = paraver::State::Running;
    std::uint64_t since = 0;
    bool has_begun = false;
    Timestamp last;  // last event
  };
  // Returns to the enclosing open call of the same type.
  void return_to(std::uint64_t ParaverCall::*type, std::uint64_t ParaverCall::*value,
                 const ParaverCall& call, LocationId location, std::uint64_t now) {
    const auto& open = threads_[location.index()].open;
    const auto outer = std::find_if(open.rbegin(), open.rend(), [&](std::size_t number) {
      return calls_[number].*type == call.*type;
    });
    add_event(now, location, call.*type, outer == open.rend() ? 0 : calls_[*outer].*value);
  }
  void add_event(std::uint64_t now, LocationId location, std::uint64_t type, std::uint64_t value) {
    events_.add({now, value, static_cast<std::uint32_t>(type), location.value});
  }
  void change_state(LocationId location, std::uint64_t now) {
    const auto& open = threads_[location.index()].open;
    change_state(location, now, open.empty() ? paraver::State::Running : calls_[open.back()].state);
  }
  void change_state(LocationId location, std::uint64_t now, paraver::State state) {
    Thread& thread = threads_[location.index()];
    if (thread.has_begun && state == thread.state) return;
    end_state(location, now);
    thread.state = state;
    thread.since = now;
    thread.has_begun = true;
  }
  void end_state(LocationId location, std::uint64_t now) {
    const Thread& thread = threads_[location.index()];
    if (!thread.has_begun || now <= thread.since) return;
    states_.add({thread.since, now, static_cast<std::uint32_t>(thread.state), location.value});
  }

  void write_records() {
    auto event = events_.next();
    auto state = states_.next();
    auto message = messages_.next();
    const auto time = [](const auto& record) {
      return record ? record->time : std::numeric_limits<std::uint64_t>::max();
    };
    while (event || state || message) {
      if (state && time(state) <= std::min(time(event), time(message))) {
        write(*state);
        state = states_.next();
      } else if (event && time(event) <= time(message)) {
        write(*event);
        event = events_.next();
      } else {
        write(*message);
        message = messages_.next();
      }
    }
  }

  void write(const PrvEvent& event) {
    trace_.print(FMT_COMPILE("2:{}:{}:{}:{}\n"), objects_[event.location], event.time, event.type,
                 static_cast<std::int64_t>(event.value));
  }
  void write(const PrvState& state) {
    trace_.print(FMT_COMPILE("1:{}:{}:{}:{}\n"), objects_[state.location], state.time, state.end,
                 state.state);
  }
  void write(const PrvMessage& message) {
    trace_.print(FMT_COMPILE("3:{}:{}:{}:{}:{}:{}:{}:{}\n"), objects_[message.location],
                 message.time, message.sent, objects_[message.other], message.receive,
                 message.received, message.size, message.tag);
  }

  // The date is constant, so that the same trace gives the same file.
  void write_header(std::uint64_t end) {
    trace_.print(FMT_COMPILE("#Paraver (01/01/1970 at 00:00):{}_ns:"), end);
    objects_.write_header(trace_);
  }

  void write_type(std::uint64_t type, std::string_view name) {
    std::map<std::uint64_t, std::string> values;
    for (std::size_t number = 0; number < calls_.size(); ++number)
      if (is_used_[number] && calls_[number].type == type)
        values.emplace(calls_[number].value, in_a_line(name_of(definitions_, RegionId(number))));
    if (values.empty()) return;
    configuration_.print(FMT_COMPILE("\nEVENT_TYPE\n9    {}    {}\nVALUES\n0      End\n"), type,
                         name);
    for (const auto& [value, text] : values)
      configuration_.print(FMT_COMPILE("{}      {}\n"), value, text);
  }

  void write_constructs() {
    std::uint64_t before = 0;
    for (const paraver::Construct& construct : paraver::constructs()) {
      bool is_used = false;
      for (std::size_t number = 0; number < calls_.size(); ++number)
        is_used = is_used || (is_used_[number] && calls_[number].construct == construct.type);
      if (!is_used) continue;
      if (construct.type != before)
        configuration_.print(FMT_COMPILE("\nEVENT_TYPE\n9    {}    {}\nVALUES\n0      End\n"),
                             construct.type, construct.type_name);
      configuration_.print(FMT_COMPILE("{}      {}\n"), construct.value, construct.name);
      before = construct.type;
    }
  }

  void write_configuration() {
    configuration_.write(
        "DEFAULT_OPTIONS\n\nLEVEL               THREAD\nUNITS               NANOSEC\n"
        "LOOK_BACK           100\nSPEED               1\nFLAG_ICONS          ENABLED\n"
        "NUM_OF_STATE_COLORS 1000\nYMAX_SCALE          37\n\n"
        "DEFAULT_SEMANTIC\n\nTHREAD_FUNC         State As Is\n\nSTATES\n");
    for (const auto& state : paraver::state_names())
      configuration_.print(FMT_COMPILE("{}    {}\n"), static_cast<int>(state.state), state.name);
    configuration_.write("\nSTATES_COLOR\n");
    for (const auto& state : paraver::state_names())
      configuration_.print(FMT_COMPILE("{}    {}\n"), static_cast<int>(state.state), state.colour);
    write_type(paraver::kPointToPoint, "MPI Point-to-point");
    write_type(paraver::kCollective, "MPI Collective Comm");
    write_type(paraver::kOtherMpi, "MPI Other");
    write_type(paraver::kOneSided, "MPI One-sided");
    write_type(paraver::kMpiFile, "MPI I/O");
    write_constructs();
    write_type(paraver::kParallelFunction, "Executed OpenMP parallel function");
    write_type(paraver::kUserFunction, "User function");
    if (!waits_.empty()) {
      configuration_.print(FMT_COMPILE("\nEVENT_TYPE\n9    {}    Wait state\nVALUES\n0      End\n"),
                           paraver::kWaitState);
      for (const auto& [metric, value] : waits_)
        configuration_.print(FMT_COMPILE("{}      {}\n"), value, in_a_line(metric));
    }
    for (std::uint32_t metric = 0; metric < has_samples_.size(); ++metric)
      if (has_samples_[metric])
        configuration_.print(FMT_COMPILE("\nEVENT_TYPE\n7    {}    {}\n"),
                             paraver::kCounter + metric + 1,
                             in_a_line(name_of(definitions_, MetricMemberId(metric))));
  }

  const Definitions& definitions_;
  TextOutput trace_;
  TextOutput configuration_;
  TextOutput rows_;
  SpilledSort<PrvEvent> events_;
  SpilledSort<PrvState> states_;
  SpilledSort<PrvMessage> messages_;
  ParaverMessages ends_;
  struct AddMessage {
    SpilledSort<PrvMessage>& messages;
    void operator()(const PrvEnd& send, const PrvEnd& receive) const {
      messages.add({send.logical, send.physical, receive.logical, receive.physical, send.size,
                    send.location, receive.location, send.channel.tag});
    }
  } add_message_{messages_};
  TimeScale scale_{{}, 1};
  std::vector<ParaverCall> calls_;  // indexed by region, plus one for undefined regions
  std::vector<bool> is_used_;       // indexed by call
  std::vector<bool> has_samples_;   // indexed by metric
  std::map<std::string, std::uint64_t> waits_;
  std::vector<Thread> threads_;  // indexed by location
  ParaverObjects objects_;
};

}  // namespace

std::unique_ptr<ExchangeWriter> make_paraver_writer(const Definitions& definitions,
                                                    const fs::path& output) {
  return std::make_unique<ParaverWriter>(definitions, output);
}

}  // namespace lull::exchange
