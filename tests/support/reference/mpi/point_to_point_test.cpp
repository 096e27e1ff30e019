// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "support/reference/tiny_trace.hpp"

namespace lull::reference {
namespace {

constexpr LocationId kSender{std::size_t{0}};
constexpr LocationId kReceiver{std::size_t{1}};

TEST(ReferenceLateSender, ChargesTheReceiverUntilTheSendBegins) {
  const auto result = TinyTrace(2).receive(1, 10, 60, 0).send(0, 40, 50, 1).analyse();
  EXPECT_EQ(result.at("mpi_latesender", "MPI_Recv", kReceiver), 30);
  EXPECT_EQ(result.total("mpi_latesender"), 30);
  EXPECT_EQ(result.total("mpi_cls_count"), 1);
  EXPECT_EQ(result.total("mpi_latesender_wo"), 0);
}

TEST(ReferenceLateSender, EndsWithTheReceivingCall) {
  const auto result = TinyTrace(2).receive(1, 10, 20, 0).send(0, 40, 50, 1).analyse();
  EXPECT_EQ(result.total("mpi_latesender"), 10);
}

TEST(ReferenceLateSender, NeedsAnEarlierReceiver) {
  const auto result = TinyTrace(2).receive(1, 40, 60, 0).send(0, 40, 50, 1).analyse();
  EXPECT_EQ(result.total("mpi_latesender"), 0);
  EXPECT_EQ(result.total("mpi_cls_count"), 0);
}

ReferenceResult two_receives_completed_in(std::string_view call) {
  TinyTrace trace(2);
  trace.send(0, 30, 35, 1, 1).send(0, 50, 55, 1, 2);
  trace.enter(1, 0, "MPI_Irecv").add(1, 1, MpiIrecvRequest{7}).leave(1, 2, "MPI_Irecv");
  trace.enter(1, 3, "MPI_Irecv").add(1, 4, MpiIrecvRequest{8}).leave(1, 5, "MPI_Irecv");
  trace.enter(1, 10, call)
      .add(1, 90, MpiIrecv{0, TinyTrace::kWorld, 2, 8, 8})
      .add(1, 91, MpiIrecv{0, TinyTrace::kWorld, 1, 8, 7})
      .leave(1, 100, call);
  return trace.analyse();
}

TEST(ReferenceLateSender, ChargesTheLongestWaitOfAWaitall) {
  const auto result = two_receives_completed_in("MPI_Waitall");
  EXPECT_EQ(result.at("mpi_latesender", "MPI_Waitall", kReceiver), 40);
  EXPECT_EQ(result.total("mpi_cls_count"), 1);
}

TEST(ReferenceLateSender, DoesNotWaitInATest) {
  EXPECT_EQ(two_receives_completed_in("MPI_Testall").total("mpi_latesender"), 0);
}

TEST(ReferenceWrongOrder, MessagesOfOneCallHaveNoOrder) {
  EXPECT_EQ(two_receives_completed_in("MPI_Waitall").total("mpi_latesender_wo"), 0);
}

TEST(ReferenceWrongOrder, NamesTheSameSource) {
  TinyTrace trace(2);
  trace.send(0, 5, 8, 1, 1).send(0, 40, 50, 1, 2);
  trace.receive(1, 10, 60, 0, 2).receive(1, 70, 80, 0, 1);
  const auto result = trace.analyse();
  EXPECT_EQ(result.total("mpi_latesender_wo"), 30);
  EXPECT_EQ(result.at("mpi_lswo_same", "MPI_Recv", kReceiver), 30);
  EXPECT_EQ(result.total("mpi_lswo_different"), 0);
  EXPECT_EQ(result.total("mpi_clswo_count"), 1);
}

TEST(ReferenceWrongOrder, NamesADifferentSource) {
  TinyTrace trace(3);
  trace.send(2, 5, 8, 1).send(0, 40, 50, 1);
  trace.receive(1, 10, 60, 0).receive(1, 70, 80, 2);
  const auto result = trace.analyse();
  EXPECT_EQ(result.total("mpi_lswo_different"), 30);
  EXPECT_EQ(result.total("mpi_lswo_same"), 0);
}

TEST(ReferenceLateReceiver, ChargesTheSenderUntilTheReceiveIsPosted) {
  const auto result =
      TinyTrace(2).send(0, 10, 60, 1, 0, "MPI_Ssend").receive(1, 40, 70, 0).analyse();
  EXPECT_EQ(result.at("mpi_latereceiver", "MPI_Ssend", kSender), 30);
  EXPECT_EQ(result.total("mpi_clr_count"), 1);
}

TEST(ReferenceLateReceiver, NeedsASenderStillInItsCall) {
  const auto result = TinyTrace(2).send(0, 10, 40, 1).receive(1, 40, 70, 0).analyse();
  EXPECT_EQ(result.total("mpi_latereceiver"), 0);
}

TEST(ReferenceLateReceiver, ExcludesBufferedSends) {
  const auto result =
      TinyTrace(2).send(0, 10, 60, 1, 0, "MPI_Bsend").receive(1, 40, 70, 0).analyse();
  EXPECT_EQ(result.total("mpi_latereceiver"), 0);
}

TEST(ReferenceLateReceiver, WaitsWhereANonBlockingSendCompletes) {
  TinyTrace trace(2);
  trace.enter(0, 0, "MPI_Isend")
      .add(0, 1, MpiIsend{1, TinyTrace::kWorld, 0, 8, 5})
      .leave(0, 2, "MPI_Isend");
  trace.enter(0, 10, "MPI_Wait").add(0, 59, MpiIsendComplete{5}).leave(0, 60, "MPI_Wait");
  trace.receive(1, 40, 70, 0);
  const auto result = trace.analyse();
  EXPECT_EQ(result.at("mpi_latereceiver", "MPI_Wait", kSender), 30);
}

TEST(ReferenceMatching, FollowsThePostingOrderOfReceives) {
  TinyTrace trace(2);
  trace.send(0, 30, 35, 1).send(0, 50, 55, 1);
  trace.enter(1, 0, "MPI_Irecv").add(1, 1, MpiIrecvRequest{7}).leave(1, 2, "MPI_Irecv");
  trace.receive(1, 10, 80, 0);  // posted second, so it takes the second message
  trace.enter(1, 85, "MPI_Wait")
      .add(1, 86, MpiIrecv{0, TinyTrace::kWorld, 0, 8, 7})
      .leave(1, 90, "MPI_Wait");
  const auto result = trace.analyse();
  EXPECT_EQ(result.at("mpi_latesender", "MPI_Recv", kReceiver), 40);
}

TEST(ReferenceMatching, SeparatesPrivateCommunicatorsOfProcesses) {
  TinyTrace trace(2);
  for (const std::size_t process : {0, 1}) {
    trace.enter(process, 10 + process, "MPI_Sendrecv")
        .add(process, 12 + process, MpiSend{0, TinyTrace::kSelf, 0, 8})
        .add(process, 14 + process, MpiRecv{0, TinyTrace::kSelf, 0, 8})
        .leave(process, 20, "MPI_Sendrecv");
  }
  const auto result = trace.analyse();
  EXPECT_TRUE(result.unmatched_sends.empty());
  EXPECT_EQ(result.total("mpi_latesender"), 0);
}

TEST(ReferenceMatching, ListsUnmatchedMessages) {
  const auto result = TinyTrace(2).send(0, 10, 20, 1).receive(1, 5, 30, 0, 9).analyse();
  ASSERT_EQ(result.unmatched_sends.size(), 1u);
  EXPECT_EQ(result.unmatched_sends.front().partner, kReceiver);
  ASSERT_EQ(result.unmatched_receives.size(), 1u);
  EXPECT_EQ(result.unmatched_receives.front().tag, 9u);
  EXPECT_EQ(result.total("comms_send"), 1);
}

TEST(ReferenceCounts, MessagesWithoutBytesAreSynchronisation) {
  TinyTrace trace(2);
  trace.enter(0, 40, "MPI_Send")
      .add(0, 41, MpiSend{1, TinyTrace::kWorld, 0, 0})
      .leave(0, 50, "MPI_Send");
  trace.enter(1, 10, "MPI_Recv")
      .add(1, 59, MpiRecv{0, TinyTrace::kWorld, 0, 0})
      .leave(1, 60, "MPI_Recv");
  const auto result = trace.analyse();
  EXPECT_EQ(result.total("syncs_send"), 1);
  EXPECT_EQ(result.total("syncs_recv"), 1);
  EXPECT_EQ(result.total("mpi_sls_count"), 1);
  EXPECT_EQ(result.total("mpi_cls_count"), 0);
  EXPECT_EQ(result.total("mpi_latesender"), 30);
}

}  // namespace
}  // namespace lull::reference
