// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Messages along Cartesian grids, for those who look for waves.
#include "lull/analysis/replay/follower.hpp"
#include "lull/analysis/replay/process_state.hpp"

namespace lull::analysis {
namespace {

class WaveFollower final : public Follower {
 public:
  explicit WaveFollower(const FollowerPlace& place)
      : context_(place.context),
        process_(place.process),
        location_(place.location),
        steps_(place.state.waves) {}

  [[nodiscard]] EventSelection selection() const override {
    if (context_.grids.empty()) return {};
    return select_events<MpiSend, MpiIsend, MpiRecv, MpiIrecv>();
  }
  void on(const Event& event, const OpenCall& call, Outbox& outbox) override {
    std::visit([&](const auto& body) { see(body, call.now, outbox); }, event.body);
  }

 private:
  // The others are none of the selection.
  template <class Body>
  void see(const Body& /*body*/, Timestamp /*time*/, Outbox& /*outbox*/) {}
  void see(const MpiSend& send, Timestamp, Outbox& outbox) { see_send(send, outbox); }
  void see(const MpiIsend& send, Timestamp, Outbox& outbox) { see_send(send, outbox); }
  void see(const MpiRecv& recv, Timestamp time, Outbox& outbox) { see_receive(recv, time, outbox); }
  void see(const MpiIrecv& recv, Timestamp time, Outbox& outbox) {
    see_receive(recv, time, outbox);
  }

  void see_send(const auto& send, Outbox& outbox) {
    const ProcessId to = context_.peer(send.communicator, send.receiver, location_);
    if (!to.defined()) return;
    if (const auto neighbour = context_.grids.find(process_, to, send.communicator))
      steps_[neighbour->grid].send(neighbour->sides, outbox);
  }
  void see_receive(const auto& recv, Timestamp time, Outbox& outbox) {
    const ProcessId from = context_.peer(recv.communicator, recv.sender, location_);
    if (!from.defined()) return;
    if (const auto neighbour = context_.grids.find(process_, from, recv.communicator))
      steps_[neighbour->grid].receive(neighbour->sides,
                                      {process_, location_, time, from, {}, false}, outbox);
  }

  const ReplayContext& context_;
  ProcessId process_;
  LocationId location_;
  std::map<std::size_t, WaveSteps>& steps_;  // by grid
};

}  // namespace

std::unique_ptr<Follower> follow_waves(const FollowerPlace& place) {
  return std::make_unique<WaveFollower>(place);
}

}  // namespace lull::analysis
