// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/mpi/files.hpp"

#include <filesystem>
#include <string_view>
#include <utility>

#include "lull/recorder/io/io_numbers.hpp"
#include "lull/recorder/measurement/measurement.hpp"
#include "lull/recorder/mpi/communicators.hpp"

namespace lull::recorder::mpi {
namespace {

// The name may have a prefix for the type of file system: "ufs:data".
std::string path_of(std::string_view name) {
  const std::size_t colon = name.find(':');
  if (colon != name.npos && colon > 1 && colon < name.find('/')) name.remove_prefix(colon + 1);
  std::error_code unknown;
  const std::filesystem::path path = std::filesystem::absolute(name, unknown);
  return unknown ? std::string(name) : path.lexically_normal().string();
}

}  // namespace

Files& Files::instance() {
  static auto* const files = new Files;
  return *files;
}

std::uint32_t Files::add(MPI_File handle, MPI_Comm communicator, const char* name) {
  const std::string path = path_of(name);
  const std::scoped_lock lock(mutex_);
  const std::uint32_t members = Communicators::instance().number_of(communicator);
  const std::uint32_t number = new_io_handle();
  open_[key_of(handle)] = {.number = number};
  Measurement::instance().note({{"file_handle",
                                 {{"number", number},
                                  {"file", number_of_io_file(path)},
                                  {"communicator", members},
                                  {"index", opened_on_[members]++}}}});
  return number;
}

void Files::remove(MPI_File handle) {
  const std::scoped_lock lock(mutex_);
  open_.erase(key_of(handle));
}

std::uint32_t Files::number_of(MPI_File handle) {
  const std::scoped_lock lock(mutex_);
  const auto found = open_.find(key_of(handle));
  return found == open_.end() ? OTF2_UNDEFINED_IO_HANDLE : found->second.number;
}

std::uint32_t Files::number_of(const char* name) { return number_of_io_file(path_of(name)); }

std::uint64_t Files::new_operation() {
  const std::scoped_lock lock(mutex_);
  return ++operations_;
}

void Files::begin_split(MPI_File handle, std::uint64_t operation) {
  const std::scoped_lock lock(mutex_);
  open_[key_of(handle)].split = operation;
}

std::uint64_t Files::end_split(MPI_File handle) {
  const std::scoped_lock lock(mutex_);
  return std::exchange(open_[key_of(handle)].split, 0);
}

}  // namespace lull::recorder::mpi
