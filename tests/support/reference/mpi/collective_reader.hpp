// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Finds the blocking collective operations of a trace and their members: the n-th operation of a
// communicator on each of its processes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <tuple>
#include <vector>

#include "support/reference/reference_analysis.hpp"
#include "support/reference/trace_model.hpp"

namespace lull::reference {

enum class Flow { None, Barrier, NToN, OneToN, NToOne, Prefix };

[[nodiscard]] Flow flow_of(CollectiveOperation operation, const ReferenceOptions& options);

// Returns whether the process is a member on either side.
[[nodiscard]] bool is_member(const TraceModel& model, CommunicatorId id, ProcessId process);

struct Member {
  InstanceId call;
  LocationId location;
  Timestamp begin, end;  // the operation's, inside the call
  MpiCollectiveEnd record;
  std::uint32_t rank = kNoRank;
};

struct Collective {
  std::vector<Member> members;  // indexed by rank

  [[nodiscard]] Timestamp last_begin() const {
    return std::ranges::max(members, {}, &Member::begin).begin;
  }
  [[nodiscard]] Timestamp first_end() const {
    return std::ranges::min(members, {}, &Member::end).end;
  }
};

// Communicator, the process if the communicator is private, kind, and number of preceding
// operations of the communicator. Management of handles has no kind.
using CollectiveKey = std::tuple<CommunicatorId, ProcessId, Flow, std::size_t>;

class CollectiveReader {
 public:
  CollectiveReader(const TraceModel& model, const ReferenceOptions& options)
      : model_(model), options_(options) {}

  void read(ProcessId process);

  [[nodiscard]] std::map<CollectiveKey, Collective>& collectives() { return collectives_; }
  // All members, whether their operation is complete or not.
  [[nodiscard]] const std::vector<Member>& all() const { return all_; }

 private:
  CommunicatorKind kind(CommunicatorId id) const {
    return model_.definitions->communicators[id.index()].kind;
  }

  const TraceModel& model_;
  const ReferenceOptions& options_;
  std::map<CollectiveKey, Collective> collectives_;
  std::vector<Member> all_;
};

}  // namespace lull::reference
