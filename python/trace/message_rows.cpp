// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "trace/message_rows.hpp"

#include "lull/base/processors.hpp"

namespace lull::python {
namespace {

void resize(CallsAround& calls, std::size_t size) {
  calls.region.resize(size);
  calls.callpath.resize(size);
  calls.enter.resize(size);
  calls.leave.resize(size);
}

void resize(MessageColumns& columns, std::size_t size) {
  columns.source.resize(size);
  columns.destination.resize(size);
  columns.source_location.resize(size);
  columns.destination_location.resize(size);
  columns.send_time.resize(size);
  columns.receive_time.resize(size);
  columns.communicator.resize(size);
  columns.tag.resize(size);
  columns.bytes.resize(size);
  for (CallsAround& calls : columns.calls) resize(calls, size);
}

// Indexed by location: the archive's numbers of its call paths.
using CallPathNumbers = std::vector<std::vector<CallNodeId>>;

void set_call(const LocationMessages& location, const std::vector<CallNodeId>& numbers,
              std::uint32_t call, std::size_t row, CallsAround& columns) {
  if (call == LocationMessages::kNoCall) {
    columns.region[row] = columns.callpath[row] = kNothing;
    columns.enter[row] = columns.leave[row] = 0;
    return;
  }
  const CallNodeId node = location.nodes[call];
  columns.region[row] = number_of(location.tree[node].region);
  columns.callpath[row] = number_of(numbers[node.index()]);
  columns.enter[row] = location.enters[call].ticks;
  columns.leave[row] = location.leaves[call].ticks;
}

void set_row(const Archive& archive, const MessageTable& table, const CallPathNumbers& numbers,
             const MessageTable::Row& message, std::size_t row, MessageColumns& columns) {
  const LocationMessages& sender = table.at(message.sender);
  const LocationMessages& receiver = table.at(message.receiver);
  const LocationMessages::Send& send = sender.sends[message.send];
  const LocationMessages::Receive& receive = receiver.receives[message.receive];
  const MessageChannel& channel = receiver.channels[receive.channel];
  columns.source[row] = number_of(process_of(archive, message.sender));
  columns.destination[row] = number_of(process_of(archive, message.receiver));
  columns.source_location[row] = message.sender.value;
  columns.destination_location[row] = message.receiver.value;
  columns.send_time[row] = send.time.ticks;
  columns.receive_time[row] = receive.time.ticks;
  columns.communicator[row] = number_of(channel.communicator);
  columns.tag[row] = channel.tag;
  columns.bytes[row] = receive.length;
  set_call(sender, numbers[message.sender.index()], send.call, row, columns.calls[0]);
  set_call(receiver, numbers[message.receiver.index()], receive.call, row, columns.calls[1]);
}

// Sends are scattered in memory, and so are their calls.
void prefetch(const MessageTable& table, std::span<const MessageTable::Row> rows, std::size_t i) {
  constexpr std::size_t kSends = 16;  // rows ahead
  constexpr std::size_t kCalls = 8;
  if (i + kSends < rows.size()) {
    const MessageTable::Row& row = rows[i + kSends];
    __builtin_prefetch(&table.at(row.sender).sends[row.send]);
  }
  if (i + kCalls >= rows.size()) return;
  const LocationMessages& sender = table.at(rows[i + kCalls].sender);
  const std::uint32_t call = sender.sends[rows[i + kCalls].send].call;
  if (call == LocationMessages::kNoCall) return;
  __builtin_prefetch(&sender.nodes[call]);
  __builtin_prefetch(&sender.enters[call]);
  __builtin_prefetch(&sender.leaves[call]);
}

}  // namespace

bool read_plain_messages(const Archive& archive, MessageColumns& columns,
                         std::vector<std::string>& damage) {
  const auto table = MessageTable::read(archive.trace(), threads_or_all(0));
  if (!table) return false;
  CallPathNumbers numbers(archive.definitions().location_count());
  bool any = false;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const LocationMessages& location = table->at(LocationId(i));
    any = any || location.any;
    if (!location.damage.empty()) damage.push_back(location.damage);
    if (table->takes_part(LocationId(i))) numbers[i] = archive.number_call_paths(location.tree);
  }
  if (!any && !damage.empty()) throw Error(ExitStatus::Input, damage.front());
  resize(columns, table->size());
  table->for_each([&](std::size_t first, std::span<const MessageTable::Row> rows) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      prefetch(*table, rows, i);
      set_row(archive, *table, numbers, rows[i], first + i, columns);
    }
  });
  return true;
}

}  // namespace lull::python
