// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The columns of all messages, and how to fill them for traces with a MessageTable.
#pragma once

#include <array>
#include <memory>

#include "common/columns.hpp"
#include "lull/trace/messages/message_table.hpp"

namespace lull::python {

// The calls that enclose events, by row; -1 and 0 if there is none.
struct CallsAround {
  Column<std::int64_t> region;
  Column<std::int64_t> callpath;
  Column<std::uint64_t> enter;
  Column<std::uint64_t> leave;

  void add_to(py::dict& columns, const std::string& side) {
    columns[py::str(side + "region")] = array_of(std::move(region));
    columns[py::str(side + "callpath")] = array_of(std::move(callpath));
    columns[py::str(side + "enter")] = array_of(std::move(enter));
    columns[py::str(side + "leave")] = array_of(std::move(leave));
  }
};

struct MessageColumns {
  Column<std::int64_t> source;
  Column<std::int64_t> destination;
  Column<std::uint32_t> source_location;
  Column<std::uint32_t> destination_location;
  Column<std::uint64_t> send_time;
  Column<std::uint64_t> receive_time;
  Column<std::int64_t> communicator;
  Column<std::uint64_t> tag;
  Column<std::uint64_t> bytes;
  std::array<CallsAround, 2> calls;  // for sends, for receives
};

// Reads all messages. `damage`: locations whose events end early. Returns false, without any
// effect, if the trace has no table. Runs without the interpreter. Throws Error (input) if nothing
// can be read.
[[nodiscard]] bool read_plain_messages(const Archive& archive, MessageColumns& columns,
                                       std::vector<std::string>& damage);

}  // namespace lull::python
