// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Published by LateReceiver during the SendCall: a send that waited for its receiver.
#pragma once

#include "lull/analysis/events/compound_event.hpp"

namespace lull::patterns {

struct LateReceiverInstance {
  static constexpr std::string_view kName = "LateReceiver";
  const analysis::Message& message;
  const analysis::CallInstance& call;  // the waiting call, which completes the send
  Duration waiting;

  template <class Field>
  void fields(Field&& field) const {
    field("process", message.send.channel.source);
    field("call", call);
    field("message", message);
    field("waiting", waiting);
  }
};

}  // namespace lull::patterns
