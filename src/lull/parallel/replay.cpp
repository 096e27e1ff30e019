// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/parallel/replay.hpp"

#include <utility>

#include "lull/parallel/replay_run.hpp"

namespace lull::parallel {

Replay::Replay(std::span<const LocalTrace> traces, const Definitions& definitions,
               MPI_Comm communicator)
    : parts_(std::make_unique<Parts>(traces, definitions, communicator)) {}

Replay::~Replay() = default;

Replay& Replay::on(std::size_t kind, OnEvent callback) {
  parts_->callbacks[kind].push_back(std::move(callback));
  return *this;
}

Replay& Replay::on_message(Give give, Take take) {
  parts_->give_message = std::move(give);
  parts_->take_message = std::move(take);
  return *this;
}

Replay& Replay::on_collective(Give give, TakeBoth take) {
  parts_->give_collective = std::move(give);
  parts_->take_collective = std::move(take);
  return *this;
}

Replay::Result Replay::forward() { return run(Direction::Forward); }

Replay::Result Replay::backward() { return run(Direction::Backward); }

Replay::Result Replay::run(Direction direction) { return Run(*parts_, direction).run(); }

}  // namespace lull::parallel
