// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/mpi/wrappers/fortran.hpp"

#include <array>

#include "lull/recorder/mpi/library.hpp"

namespace lull::recorder::mpi {
namespace {

// A unique address if the library has no such constant.
const void* constant(const char* name) noexcept {
  static const char nothing = 0;
  const void* const found = loaded_library().variable(name);
  return found == nullptr ? &nothing : found;
}

}  // namespace

bool is_in_place(const void* buffer) {
  static const void* const in_place = constant("mpi_fortran_in_place_");
  return buffer == in_place;
}

bool is_status_ignore(const void* status) {
  static const void* const openmpi_one = constant("mpi_fortran_status_ignore_");
  static const void* const openmpi_all = constant("mpi_fortran_statuses_ignore_");
  static const void* const mpich_one = constant("MPIR_F08_MPI_STATUS_IGNORE_OBJ");
  static const void* const mpich_all = constant("MPIR_F08_MPI_STATUSES_IGNORE_OBJ");
  return status == openmpi_one || status == openmpi_all || status == mpich_one ||
         status == mpich_all;
}

// Returns the index that is reported for the first request of an array.
int first_index() {
  static const int first = [] {
    using Waitany = void (*)(const MPI_Fint*, MPI_Fint*, MPI_Fint*, MPI_Fint*, MPI_Fint*);
    const auto wait_for_any = reinterpret_cast<Waitany>(loaded_library().next("mpi_waitany_f08_"));
    if (wait_for_any == nullptr) return 1;
    const MPI_Fint count = 1;
    MPI_Fint index = 1;
    MPI_Fint error = MPI_SUCCESS;
    std::array<MPI_Fint, kStatusNumbers> status{};
    MPI_Request request = MPI_REQUEST_NULL;
    PMPI_Isend(nullptr, 0, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_SELF, &request);
    MPI_Fint handle = PMPI_Request_c2f(request);
    wait_for_any(&count, &handle, &index, status.data(), &error);
    return static_cast<int>(index);
  }();
  return first;
}

}  // namespace lull::recorder::mpi
