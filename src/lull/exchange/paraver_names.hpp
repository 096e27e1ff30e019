// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The codes of calls and states in Paraver's standard configurations, which are Extrae's codes.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "lull/trace/definitions/definitions.hpp"

namespace lull::exchange {

namespace paraver {
inline constexpr std::uint64_t kPointToPoint = 50000001;
inline constexpr std::uint64_t kCollective = 50000002;
inline constexpr std::uint64_t kOtherMpi = 50000003;
inline constexpr std::uint64_t kOneSided = 50000004;
inline constexpr std::uint64_t kMpiFile = 50000005;
inline constexpr std::uint64_t kOmpParallel = 60000001;
inline constexpr std::uint64_t kOmpWorksharing = 60000002;
inline constexpr std::uint64_t kOmpBarrier = 60000005;
inline constexpr std::uint64_t kOmpTaskWait = 60000022;
inline constexpr std::uint64_t kParallelFunction = 60000018;
inline constexpr std::uint64_t kUserFunction = 60000019;
inline constexpr std::uint64_t kCounter = 42000000;    // plus the metric's number
inline constexpr std::uint64_t kWaitState = 99000001;  // used only by Lull
inline constexpr std::uint64_t kOwnValue = 1000;       // MPI calls that Extrae does not number

enum class State : std::uint8_t {
  Idle = 0,
  Running = 1,
  WaitingForMessage = 3,
  BlockingSend = 4,
  Synchronization = 5,
  TestOrProbe = 6,
  ForkJoin = 7,
  Wait = 8,
  ImmediateSend = 10,
  ImmediateReceive = 11,
  InputOutput = 12,
  GroupCommunication = 13,
  Others = 15,
  SendReceive = 16
};
struct StateName {
  State state;
  std::string_view name;
  std::string_view colour;
};
[[nodiscard]] std::span<const StateName> state_names();

struct Construct {
  std::uint64_t type;
  std::string_view type_name;
  std::uint64_t value;
  std::string_view name;
};
[[nodiscard]] std::span<const Construct> constructs();
}  // namespace paraver

// A call is shown as a function and, if it is one, also as an OpenMP construct.
struct ParaverCall {
  std::uint64_t type = paraver::kUserFunction;
  std::uint64_t value = 0;
  std::uint64_t construct = 0;  // event type; 0: none
  std::uint64_t construct_value = 0;
  paraver::State state = paraver::State::Running;
};

[[nodiscard]] ParaverCall paraver_call(const Region& region, std::size_t number);

}  // namespace lull::exchange
