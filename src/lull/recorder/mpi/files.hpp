// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The files that this process has open through MPI. All processes identify an open file by its
// path, its communicator, and the number of files opened on it earlier. Thread-safe.
#pragma once

#include <mpi.h>
#include <otf2/otf2.h>

#include <cstdint>
#include <mutex>
#include <unordered_map>

namespace lull::recorder::mpi {

class Files {
 public:
  static Files& instance();

  // Adds a file that all members of a communicator have just opened; returns its handle's number.
  std::uint32_t add(MPI_File handle, MPI_Comm communicator, const char* name);
  void remove(MPI_File handle);
  // Returns OTF2_UNDEFINED_IO_HANDLE for an unknown one.
  [[nodiscard]] std::uint32_t number_of(MPI_File handle);
  // Returns the number of the file with that name, open or not.
  [[nodiscard]] std::uint32_t number_of(const char* name);

  [[nodiscard]] std::uint64_t new_operation();
  // A collective operation that begins and ends in two calls: at most one for each handle.
  void begin_split(MPI_File handle, std::uint64_t operation);
  [[nodiscard]] std::uint64_t end_split(MPI_File handle);

 private:
  struct OpenFile {
    std::uint32_t number = OTF2_UNDEFINED_IO_HANDLE;
    std::uint64_t split = 0;
  };

  std::mutex mutex_;
  std::unordered_map<std::uint64_t, OpenFile> open_;            // keyed by handle
  std::unordered_map<std::uint32_t, std::uint32_t> opened_on_;  // keyed by communicator
  std::uint64_t operations_ = 0;
};

}  // namespace lull::recorder::mpi
