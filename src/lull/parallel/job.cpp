// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/parallel/job.hpp"

#include <algorithm>
#include <cstdlib>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "lull/base/error.hpp"
#include "lull/base/failure.hpp"
#include "lull/base/text/message.hpp"
#include "lull/parallel/mpi_partners.hpp"

namespace lull::parallel {
namespace {

// Returns the value of the first of these variables that is set.
int number_in(std::initializer_list<const char*> variables, int otherwise) {
  for (const char* const variable : variables)
    if (const char* const value = std::getenv(variable)) return std::atoi(value);
  return otherwise;
}

// Returns the number of processes that the launcher reports.
int launched_processes() {
  return std::max(1, number_in({"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"}, 1));
}

// Open MPI probes all transports, which takes a fifth of a second. On a single machine this selects
// shared memory, unless the user has chosen a transport.
void choose_transport() {
  const char* const all = std::getenv("OMPI_COMM_WORLD_SIZE");
  const char* const here = std::getenv("OMPI_COMM_WORLD_LOCAL_SIZE");
  if (all != nullptr && here != nullptr && std::string_view(all) == here)
    ::setenv("OMPI_MCA_pml", "ob1", 0);
}

}  // namespace

int launched_rank() {
  return launched_processes() == 1
             ? 0
             : number_in({"OMPI_COMM_WORLD_RANK", "PMI_RANK", "SLURM_PROCID"}, 0);
}

Job::Job() {
  const int launched = launched_processes();
  if (launched == 1) return;
  choose_transport();
  int provided = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
  begun_ = true;
  rank_ = rank_in(MPI_COMM_WORLD);
  size_ = size_of(MPI_COMM_WORLD);
  if (size_ != launched) {
    MPI_Finalize();  // destructors do not run for a failed constructor
    throw usage_error(
        "the launcher started {} processes, but MPI reports {}: lull was built with another MPI "
        "library than the launcher's",
        launched, size_);
  }
  MPI_Comm here = MPI_COMM_NULL;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &here);
  size_here_ = size_of(here);
  MPI_Comm_free(&here);
  partners_ = std::make_unique<MpiPartners>(MPI_COMM_WORLD);
}

Job::~Job() {
  partners_.reset();
  if (begun_) MPI_Finalize();
}

void Job::agree(const std::function<void()>& work, bool takes_part) {
  if (size_ == 1) return work();
  std::optional<Error> failure;
  try {
    if (takes_part) work();
  } catch (const std::exception&) {
    failure = error_at_hand();
  }
  struct {
    int succeeded;  // 1: this process has not failed
    int rank;
  } mine{failure ? 0 : 1, rank_}, first{};
  MPI_Allreduce(&mine, &first, 1, MPI_2INT, MPI_MINLOC, MPI_COMM_WORLD);
  if (first.succeeded == 1) return;
  int status = failure ? static_cast<int>(failure->status()) : 0;
  MPI_Bcast(&status, 1, MPI_INT, first.rank, MPI_COMM_WORLD);
  // Print before the first process ends: launchers then kill the others.
  if (first.rank == rank_) print_message(failure->what());
  MPI_Barrier(MPI_COMM_WORLD);
  throw Error(static_cast<ExitStatus>(status), "");
}

void Job::jointly(const std::function<void()>& work) const {
  if (size_ == 1) return work();
  const auto end_all = [](ExitStatus status, const char* sentence) {
    print_message(sentence);
    MPI_Abort(MPI_COMM_WORLD, static_cast<int>(status));
  };
  try {
    work();
  } catch (const std::exception&) {
    const Error error = error_at_hand();
    end_all(error.status(), error.what());
  }
}

}  // namespace lull::parallel
