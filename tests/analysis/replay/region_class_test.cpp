// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/regions/region_class.hpp"

#include <gtest/gtest.h>

#include "lull/analysis/replay/profile/profile_metrics.hpp"

namespace lull::analysis {
namespace {

struct ExpectedClass {
  const char* region;
  const char* metric;
  CallKind call = CallKind::Other;
};

RegionClass class_of(const char* name, Paradigm paradigm, RegionRole role = RegionRole::Function) {
  Region region;
  region.name = name;
  region.paradigm = paradigm;
  region.role = role;
  return classify(region);
}

class MpiRegion : public testing::TestWithParam<ExpectedClass> {};

TEST_P(MpiRegion, HasItsClassForAnyWriter) {
  for (const Paradigm paradigm : {Paradigm::Mpi, Paradigm::User, Paradigm::Unknown}) {
    const RegionClass found = class_of(GetParam().region, paradigm, RegionRole::Unknown);
    EXPECT_EQ(id_of(found.metric), GetParam().metric) << GetParam().region;
    EXPECT_EQ(found.call, GetParam().call) << GetParam().region;
  }
}

using enum CallKind;

INSTANTIATE_TEST_SUITE_P(
    Functions, MpiRegion,
    testing::Values(ExpectedClass{"MPI_Init", "mpi_init_exit", Init},
                    ExpectedClass{"MPI_Init_thread", "mpi_init_exit", Init},
                    ExpectedClass{"MPI_Session_init", "mpi_init_exit", OtherMpi},
                    ExpectedClass{"MPI_Finalize", "mpi_init_exit", Finalize},
                    ExpectedClass{"MPI_Send", "mpi_point2point", Send},
                    ExpectedClass{"mpi_send_", "mpi_point2point", Send},
                    ExpectedClass{"mpi_send__", "mpi_point2point", Send},
                    ExpectedClass{"MPI_SEND", "mpi_point2point", Send},
                    ExpectedClass{"PMPI_Send", "mpi_point2point", Send},
                    ExpectedClass{"mpi_send_f08_", "mpi_point2point", Send},
                    ExpectedClass{"MPI_Send_f08ts", "mpi_point2point", Send},
                    ExpectedClass{"MPI_Send_c", "mpi_point2point", Send},
                    ExpectedClass{"MPI_Ssend", "mpi_point2point", Ssend},
                    ExpectedClass{"MPI_Bsend", "mpi_point2point", Bsend},
                    ExpectedClass{"MPI_Rsend", "mpi_point2point", Rsend},
                    ExpectedClass{"MPI_Issend", "mpi_point2point", Isend},
                    ExpectedClass{"MPI_Sendrecv_replace", "mpi_point2point", Sendrecv},
                    ExpectedClass{"MPI_Recv", "mpi_point2point", Recv},
                    ExpectedClass{"MPI_Mrecv", "mpi_point2point", Recv},
                    ExpectedClass{"MPI_Imrecv", "mpi_point2point", Irecv},
                    ExpectedClass{"MPI_Startall", "mpi", Start},
                    ExpectedClass{"MPI_Waitall", "mpi_point2point", Waitall},
                    ExpectedClass{"MPI_Waitsome", "mpi_point2point", Waitsome},
                    ExpectedClass{"MPI_Testall", "mpi_point2point", CallKind::Test},
                    ExpectedClass{"MPI_Iprobe", "mpi_point2point", CallKind::Test},
                    ExpectedClass{"MPI_Probe", "mpi_point2point", Probe},
                    ExpectedClass{"MPI_Barrier", "mpi_sync_collective", Collective},
                    ExpectedClass{"MPI_Ibarrier", "mpi_sync_collective", Collective},
                    ExpectedClass{"MPI_Bcast", "mpi_collective", Collective},
                    ExpectedClass{"MPI_Ibcast", "mpi_collective", Collective},
                    ExpectedClass{"MPI_Bcast_init", "mpi_collective", Collective},
                    ExpectedClass{"MPI_Reduce_scatter_block", "mpi_collective", Collective},
                    ExpectedClass{"MPI_Neighbor_alltoallw", "mpi_collective", Collective},
                    ExpectedClass{"MPI_Ineighbor_allgatherv", "mpi_collective", Collective},
                    ExpectedClass{"MPI_Comm_split", "mpi_mgmt_comm", OtherMpi},
                    ExpectedClass{"MPI_Group_incl", "mpi_mgmt_comm", MpiQuery},
                    ExpectedClass{"MPI_Cart_create", "mpi_mgmt_comm", OtherMpi},
                    ExpectedClass{"MPI_Intercomm_merge", "mpi_mgmt_comm", OtherMpi},
                    ExpectedClass{"MPI_Put", "mpi_rma_communication", OtherMpi},
                    ExpectedClass{"MPI_Rget_accumulate", "mpi_rma_communication", RmaRequest},
                    ExpectedClass{"MPI_Win_create", "mpi_mgmt_win", OtherMpi},
                    ExpectedClass{"MPI_Win_fence", "mpi_rma_sync_active", OtherMpi},
                    ExpectedClass{"MPI_Win_post", "mpi_rma_sync_active", WinPost},
                    ExpectedClass{"MPI_Win_lock_all", "mpi_rma_sync_passive", OtherMpi},
                    ExpectedClass{"MPI_Win_unlock", "mpi_rma_sync_passive", OtherMpi},
                    ExpectedClass{"MPI_Win_flush_local", "mpi_rma_sync_passive", WinFlushLocal},
                    ExpectedClass{"MPI_File_open", "mpi_mgmt_file", OtherMpi},
                    ExpectedClass{"MPI_File_set_view", "mpi_mgmt_file", OtherMpi},
                    ExpectedClass{"MPI_File_read", "mpi_io_individual", OtherMpi},
                    ExpectedClass{"MPI_File_iwrite_at", "mpi_io_individual", OtherMpi},
                    ExpectedClass{"MPI_File_write_all", "mpi_io_collective", OtherMpi},
                    ExpectedClass{"MPI_File_read_ordered", "mpi_io_collective", OtherMpi},
                    ExpectedClass{"MPI_Type_commit", "mpi", MpiQuery},
                    ExpectedClass{"MPI_Wtime", "mpi", MpiQuery},
                    ExpectedClass{"shmem_putmem", "shmem_communication", OtherShmem},
                    ExpectedClass{"shmem_int_p", "shmem_communication", OtherShmem},
                    ExpectedClass{"shmem_long_atomic_set", "shmem_communication", OtherShmem},
                    ExpectedClass{"shmemx_int32_finc", "shmem_communication", OtherShmem},
                    ExpectedClass{"shmem_wait_until", "shmem_synchronization", ShmemWait},
                    ExpectedClass{"shmem_ulong_test", "shmem_synchronization", ShmemTest},
                    ExpectedClass{"shmem_test_lock", "shmem_synchronization", ShmemTest},
                    ExpectedClass{"shmem_set_lock", "shmem_synchronization", OtherShmem},
                    ExpectedClass{"shmem_quiet", "shmem_synchronization", OtherShmem},
                    ExpectedClass{"shmem_init_thread", "shmem_init_exit", ShmemAll},
                    ExpectedClass{"shmem_global_exit", "shmem_init_exit", OtherShmem},
                    ExpectedClass{"shmem_calloc", "shmem_memory", ShmemAll},
                    ExpectedClass{"shmem_addr_accessible", "shmem", OtherShmem},
                    ExpectedClass{"shmem_my_pe", "shmem", OtherShmem},
                    ExpectedClass{"TRACING", "overhead", Other}));

class OmpRegion : public testing::TestWithParam<std::pair<RegionRole, ExpectedClass>> {};

TEST_P(OmpRegion, IsClassifiedByItsRole) {
  const auto& [role, expected] = GetParam();
  const RegionClass found = class_of(expected.region, Paradigm::OpenMp, role);
  EXPECT_EQ(id_of(found.metric), expected.metric) << expected.region;
  EXPECT_EQ(found.call, expected.call) << expected.region;
}

INSTANTIATE_TEST_SUITE_P(
    Constructs, OmpRegion,
    testing::Values(
        std::pair{RegionRole::Parallel,
                  ExpectedClass{"!$omp parallel @a.c:4", "comp", OmpParallel}},
        std::pair{RegionRole::Loop, ExpectedClass{"!$omp for @a.c:5", "comp", OmpLoop}},
        std::pair{RegionRole::Barrier,
                  ExpectedClass{"!$omp barrier @a.c:6", "omp_ebarrier", OmpExplicitBarrier}},
        std::pair{RegionRole::ImplicitBarrier,
                  ExpectedClass{"!$omp implicit barrier", "omp_ibarrier", OmpImplicitBarrier}},
        std::pair{RegionRole::Critical,
                  ExpectedClass{"!$omp critical", "omp_critical", OmpCritical}},
        std::pair{RegionRole::Atomic, ExpectedClass{"!$omp atomic", "omp_critical"}},
        std::pair{RegionRole::Ordered, ExpectedClass{"!$omp ordered", "omp_ordered", OmpOrdered}},
        std::pair{RegionRole::TaskWait,
                  ExpectedClass{"!$omp taskwait", "omp_taskwait", OmpTaskwait}},
        std::pair{RegionRole::TaskWait,
                  ExpectedClass{"!$omp taskgroup", "omp_taskwait", OmpTaskgroup}},
        std::pair{RegionRole::Flush, ExpectedClass{"!$omp flush", "omp_flush"}},
        std::pair{RegionRole::Function, ExpectedClass{"omp_set_lock", "omp_lock_api", OmpLockApi}},
        std::pair{RegionRole::Wrapper,
                  ExpectedClass{"omp_set_nest_lock", "omp_lock_api", OmpLockApi}},
        std::pair{RegionRole::Wrapper, ExpectedClass{"omp_test_lock", "omp_lock_api", OmpLockTest}},
        std::pair{RegionRole::Function, ExpectedClass{"omp_get_wtime", "omp"}}));

TEST(RegionClass, TreatsNeighbourhoodCollectivesWithMessagesAsPointToPoint) {
  Region region;
  region.name = "MPI_Neighbor_alltoall";
  region.paradigm = Paradigm::Mpi;
  region.role = RegionRole::CollOther;
  EXPECT_EQ(classify(region).metric, ProfileMetric::MpiCollective);
  region.role = RegionRole::PointToPoint;
  EXPECT_EQ(classify(region).metric, ProfileMetric::MpiPointToPoint);
}

TEST(RegionClass, ClassifiesOtherParadigms) {
  EXPECT_EQ(class_of("pthread_mutex_lock", Paradigm::Pthread).metric,
            ProfileMetric::PthreadLockApi);
  EXPECT_EQ(class_of("pthread_cond_wait", Paradigm::Pthread).metric,
            ProfileMetric::PthreadConditional);
  EXPECT_EQ(class_of("pthread_barrier_wait", Paradigm::Pthread).metric,
            ProfileMetric::PthreadSynchronization);
  EXPECT_EQ(class_of("pthread_rwlock_rdlock", Paradigm::Pthread).metric,
            ProfileMetric::PthreadSynchronization);
  EXPECT_EQ(class_of("pthread_create", Paradigm::Pthread).metric, ProfileMetric::PthreadManagement);
  EXPECT_EQ(class_of("cudaMemcpy", Paradigm::Cuda).metric, ProfileMetric::Accelerator);
  EXPECT_EQ(class_of("hipLaunchKernel", Paradigm::Hip).metric, ProfileMetric::Accelerator);
  EXPECT_EQ(class_of("fwrite", Paradigm::User, RegionRole::FileIo).metric, ProfileMetric::Io);
  EXPECT_EQ(class_of("flush", Paradigm::MeasurementSystem).metric, ProfileMetric::Overhead);
  EXPECT_EQ(class_of("TRACE BUFFER FLUSH", Paradigm::User, RegionRole::Artificial).metric,
            ProfileMetric::Overhead);
}

TEST(RegionClass, TreatsAllOthersAsComputation) {
  for (const char* name : {"main", "mpicheck", "my_MPI_Send", "omp_is_fun", ""})
    for (const Paradigm paradigm : {Paradigm::User, Paradigm::Compiler, Paradigm::Unknown})
      EXPECT_EQ(class_of(name, paradigm).metric, ProfileMetric::Computation) << name;
}

// A user's function may have a library's prefix.
TEST(RegionClass, FunctionsOfOtherParadigmsAreNotMpi) {
  EXPECT_EQ(class_of("MPI_Send", Paradigm::Compiler).metric, ProfileMetric::Computation);
  EXPECT_EQ(class_of("MPI_Send", Paradigm::Cuda).metric, ProfileMetric::Accelerator);
}

// Damaged definitions may contain such names.
TEST(RegionClass, APrefixAloneIsNotAnMpiFunction) {
  for (const char* name : {"MPI_", "mpi__", "PMPI_", "mpi_f08", "mpi__f08_", "MPI__c"})
    for (const Paradigm paradigm : {Paradigm::Mpi, Paradigm::User, Paradigm::Unknown})
      EXPECT_EQ(class_of(name, paradigm).call == CallKind::Collective, false) << name;
  EXPECT_EQ(mpi_function_name("MPI_"), "");
  EXPECT_EQ(mpi_function_name("mpi__f08"), "");
}

TEST(RegionClass, CoversUndefinedRegions) {
  Definitions definitions;
  definitions.regions.resize(2);
  definitions.regions[1].name = "MPI_Recv";
  const auto classes = classify_regions(definitions);
  ASSERT_EQ(classes.size(), 3u);
  EXPECT_EQ(classes[1].call, CallKind::Recv);
  EXPECT_EQ(classes[2].metric, ProfileMetric::Computation);
}

TEST(MpiFunctionName, NormalisesSpellings) {
  EXPECT_EQ(mpi_function_name("MPI_Recv"), "mpi_recv");
  EXPECT_EQ(mpi_function_name("pmpi_recv_f08_"), "mpi_recv");
  EXPECT_EQ(mpi_function_name("MPI_Recv_c"), "mpi_recv");
  EXPECT_EQ(mpi_function_name("recv"), "");
  EXPECT_EQ(mpi_function_name("xMPI_Recv"), "");
  EXPECT_EQ(mpi_function_name(""), "");
}

TEST(CallKinds, OnlyWaitingCallsWait) {
  for (const CallKind kind : {Wait, Waitany, Waitsome, Waitall}) EXPECT_TRUE(waits(kind));
  for (const CallKind kind : {CallKind::Test, Probe, Recv, Send, Other}) EXPECT_FALSE(waits(kind));
}

}  // namespace
}  // namespace lull::analysis
