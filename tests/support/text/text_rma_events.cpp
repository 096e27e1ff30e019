// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "support/region_kind.hpp"
#include "support/text/text_events.hpp"

namespace lull::support {
namespace {

constexpr std::uint64_t kRmaBytes = 8;
constexpr std::uint32_t kProcess = 1;  // OTF2's levels of synchronisation
constexpr std::uint32_t kMemory = 2;

// Returns the only window, or the first one, if win= is missing.
WindowId window(EventScope& scope, Arguments& arguments) {
  if (const Word* word = arguments.option("win"))
    return look_up(scope.names.windows, *word, "window");
  if (scope.names.windows.empty()) fail_at(arguments.name(), "no window is defined");
  return WindowId(0);
}

std::uint32_t level(Arguments& arguments, std::uint32_t otherwise) {
  const Word* word = arguments.option("level");
  if (word == nullptr) return otherwise;
  if (word->is("none")) return 0;
  if (word->is("process")) return kProcess;
  if (word->is("memory")) return kMemory;
  if (word->is("both")) return kProcess | kMemory;
  fail_at(*word, "expected a level: none, process, memory or both");
}

std::uint32_t remote(Arguments& arguments) {
  return number_of<std::uint32_t>(arguments.take("the remote rank"));
}
std::uint64_t matching(Arguments& arguments) { return arguments.number<std::uint64_t>("id", 0); }
std::uint64_t lock(Arguments& arguments) { return arguments.number<std::uint64_t>("lock", 0); }

bool shared(Arguments& arguments) {
  const Word* word = arguments.take_if_any();
  if (word == nullptr || word->is("exclusive")) return false;
  if (word->is("shared")) return true;
  fail_at(*word, "expected shared or exclusive");
}

template <class Body>
EventBody parse_window(EventScope& scope, Arguments& arguments) {
  return Body{look_up(scope.names.windows, arguments.take("a window"), "window")};
}

EventBody parse_rma_collective_begin(EventScope& /*scope*/, Arguments& /*arguments*/) {
  return RmaCollectiveBegin{};
}

EventBody parse_rma_collective_end(EventScope& scope, Arguments& arguments) {
  RmaCollectiveEnd end{};
  if (const Word* word = arguments.option("op")) {
    const auto known = parse_operation(word->text);
    if (!known) fail_at(*word, fmt::format("\"{}\" is not a collective operation", word->text));
    end.operation = *known;
  } else if (!scope.stack.empty()) {
    const auto& regions = scope.trace.definitions_table.regions;
    end.operation = collective_operation(regions[scope.stack.back().index()].name)
                        .value_or(CollectiveOperation::Barrier);
  }
  end.window = window(scope, arguments);
  end.sync_level = level(arguments, kProcess | kMemory);
  end.root = arguments.number<std::uint32_t>("root", kNoRank);
  end.sent = arguments.number<std::uint64_t>("sent", 0);
  end.received = arguments.number<std::uint64_t>("recv", 0);
  return end;
}

EventBody parse_group_sync(EventScope& scope, Arguments& arguments) {
  const GroupId group = look_up(scope.names.groups, arguments.take("a group"), "group");
  return RmaGroupSync{level(arguments, kProcess), window(scope, arguments), group};
}

template <class Body>
EventBody parse_window_lock(EventScope& scope, Arguments& arguments) {
  const std::uint32_t target = remote(arguments);
  parse_attributes(scope, arguments, {"MPI assert"});
  return Body{window(scope, arguments), target, lock(arguments), shared(arguments)};
}

EventBody parse_release(EventScope& scope, Arguments& arguments) {
  const std::uint32_t target = remote(arguments);
  return RmaReleaseLock{window(scope, arguments), target, lock(arguments)};
}

template <class Body>
EventBody parse_transfer(EventScope& scope, Arguments& arguments) {
  parse_attributes(scope, arguments, {"address", "extent"});
  const std::uint32_t target = remote(arguments);
  return Body{window(scope, arguments), target, arguments.number<std::uint64_t>("bytes", kRmaBytes),
              matching(arguments)};
}

EventBody parse_atomic(EventScope& scope, Arguments& arguments) {
  parse_attributes(scope, arguments, {"address"});
  const std::uint32_t target = remote(arguments);
  return RmaAtomic{window(scope, arguments),
                   target,
                   arguments.number<std::uint8_t>("type", 0),
                   arguments.number<std::uint64_t>("sent", kRmaBytes),
                   arguments.number<std::uint64_t>("recv", 0),
                   matching(arguments)};
}

template <class Body>
EventBody parse_completion(EventScope& scope, Arguments& arguments) {
  return Body{window(scope, arguments), matching(arguments)};
}

EventBody parse_sync(EventScope& scope, Arguments& arguments) {
  const std::uint32_t target = remote(arguments);
  return RmaSync{window(scope, arguments), target, arguments.number<std::uint8_t>("type", 0)};
}

EventBody parse_wait_change(EventScope& scope, Arguments& arguments) {
  parse_attributes(scope, arguments, {"address"});
  return RmaWaitChange{window(scope, arguments)};
}

}  // namespace

void add_rma_events(EventTable& table) {
  table["win_create"] = parse_window<RmaWinCreate>;
  table["win_destroy"] = parse_window<RmaWinDestroy>;
  table["rma_coll_begin"] = parse_rma_collective_begin;
  table["rma_coll_end"] = parse_rma_collective_end;
  table["rma_collective"] = parse_rma_collective_end;
  table["group_sync"] = parse_group_sync;
  table["lock_request"] = parse_window_lock<RmaRequestLock>;
  table["lock_acquire"] = parse_window_lock<RmaAcquireLock>;
  table["lock_try"] = parse_window_lock<RmaTryLock>;
  table["lock_release"] = parse_release;
  table["put"] = parse_transfer<RmaPut>;
  table["get"] = parse_transfer<RmaGet>;
  table["atomic"] = parse_atomic;
  table["complete_blocking"] = parse_completion<RmaOpCompleteBlocking>;
  table["complete_nonblocking"] = parse_completion<RmaOpCompleteNonBlocking>;
  table["complete_remote"] = parse_completion<RmaOpCompleteRemote>;
  table["op_test"] = parse_completion<RmaOpTest>;
  table["rma_sync"] = parse_sync;
  table["wait_change"] = parse_wait_change;
}

}  // namespace lull::support
