// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Published by LateReceiver, during the SendCall: a send that waited for its receiver.
#pragma once

#include "lull/analysis/compound_event.hpp"

namespace lull::patterns {

struct LateReceiverInstance {
  const analysis::Message& message;
  Duration waiting;
};

}  // namespace lull::patterns
