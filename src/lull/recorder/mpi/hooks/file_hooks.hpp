// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// MPI files: open handles, reads and writes with their bytes, and file positions.
#pragma once

#include <cstddef>
#include <tuple>

#include "lull/recorder/mpi/files.hpp"
#include "lull/recorder/mpi/hooks/message_hooks.hpp"

namespace lull::recorder::mpi {

constexpr auto kRead = OTF2_IO_OPERATION_MODE_READ;
constexpr auto kWrite = OTF2_IO_OPERATION_MODE_WRITE;
constexpr OTF2_IoOperationFlag kAlone = OTF2_IO_OPERATION_FLAG_NONE;
constexpr OTF2_IoOperationFlag kTogether = OTF2_IO_OPERATION_FLAG_COLLECTIVE;

void record_opened(Location& location, MPI_Comm communicator, const char* name, int mode,
                   MPI_File handle);
void record_closed(Location& location, std::uint32_t handle);
void record_deleted(Location& location, const char* name);
void record_seek(Location& location, MPI_File handle, MPI_Offset offset, int whence,
                 MPI_Offset position);
// Returns the operation's number. The operation began with its call, but is recorded after it, when
// its arguments are known to be valid. For a failed one, only the call is recorded.
std::uint64_t record_file_begin(Location& location, MPI_File handle, OTF2_IoOperationMode mode,
                                OTF2_IoOperationFlag flags, std::uint64_t bytes);
void record_file_issued(Location& location, MPI_File handle, std::uint64_t operation);
void record_file_end(Location& location, MPI_File handle, std::uint64_t operation,
                     std::uint64_t bytes);
void record_file_request(MPI_File handle, std::uint64_t operation, MPI_Request request);

template <>
struct Hook<Function::File_open> {
  using EvenPaused = void;
  void after(Location& location, MPI_Comm communicator, const char* name, int mode, MPI_Info,
             MPI_File* handle) {
    record_opened(location, communicator, name, mode, *handle);
  }
};
template <>
struct Hook<Function::File_close> {
  using EvenPaused = void;
  std::uint32_t number = OTF2_UNDEFINED_IO_HANDLE;
  void before(Location&, MPI_File* handle) {
    number = Files::instance().number_of(*handle);
    Files::instance().remove(*handle);
  }
  void after(Location& location, MPI_File*) { record_closed(location, number); }
};
template <>
struct Hook<Function::File_delete> {
  void after(Location& location, const char* name, MPI_Info) { record_deleted(location, name); }
};
template <>
struct Hook<Function::File_sync> {
  void after(Location& location, MPI_File handle) {
    record_file_end(location, handle,
                    record_file_begin(location, handle, OTF2_IO_OPERATION_MODE_FLUSH, kTogether, 0),
                    0);
  }
};
// Both the file's and the shared position are known only after the call.
template <auto position_of>
struct FileSeek {
  void after(Location& location, MPI_File handle, MPI_Offset offset, int whence) {
    MPI_Offset position = 0;
    position_of(handle, &position);
    record_seek(location, handle, offset, whence, position);
  }
};
template <>
struct Hook<Function::File_seek> : FileSeek<PMPI_File_get_position> {};
template <>
struct Hook<Function::File_seek_shared> : FileSeek<PMPI_File_get_position_shared> {};

// Returns a transfer's bytes. Its datatype is the argument before the last `behind` arguments.
template <std::size_t behind, class... Arguments>
[[nodiscard]] std::uint64_t requested(const Arguments&... arguments) {
  constexpr std::size_t kType = sizeof...(Arguments) - behind - 1;
  const auto all = std::tie(arguments...);
  return bytes_of(std::get<kType>(all), std::get<kType - 1>(all));
}
template <class... Arguments>
auto& last_of(Arguments&... arguments) {
  return std::get<sizeof...(Arguments) - 1>(std::tie(arguments...));
}

// (file, …, count, type, status)
template <OTF2_IoOperationMode mode, OTF2_IoOperationFlag flags>
struct FileTransfer {
  OwnStatus own;
  void before(Location&, MPI_File, auto&... rest) { own.of(last_of(rest...)); }
  void after(Location& location, MPI_File handle, auto&... rest) {
    const std::uint64_t operation =
        record_file_begin(location, handle, mode, flags, requested<1>(rest...));
    record_file_end(location, handle, operation, bytes_of(*last_of(rest...)));
  }
};
// (file, …, count, type, request)
template <OTF2_IoOperationMode mode, OTF2_IoOperationFlag flags>
struct RequestedFileTransfer {
  void after(Location& location, MPI_File handle, auto&... rest) {
    const std::uint64_t operation = record_file_begin(
        location, handle, mode, flags | OTF2_IO_OPERATION_FLAG_NON_BLOCKING, requested<1>(rest...));
    record_file_issued(location, handle, operation);
    record_file_request(handle, operation, *last_of(rest...));
  }
};
// (file, …, count, type)
template <OTF2_IoOperationMode mode>
struct SplitFileTransfer {
  void after(Location& location, MPI_File handle, auto&... rest) {
    const std::uint64_t operation =
        record_file_begin(location, handle, mode, kTogether | OTF2_IO_OPERATION_FLAG_NON_BLOCKING,
                          requested<0>(rest...));
    record_file_issued(location, handle, operation);
    Files::instance().begin_split(handle, operation);
  }
};
// (file, buffer, status)
struct SplitFileTransferEnd {
  OwnStatus own;
  void before(Location&, MPI_File, auto*, MPI_Status*& status) { own.of(status); }
  void after(Location& location, MPI_File handle, auto*, MPI_Status*& status) {
    record_file_end(location, handle, Files::instance().end_split(handle), bytes_of(*status));
  }
};

template <>
struct Hook<Function::File_read> : FileTransfer<kRead, kAlone> {};
template <>
struct Hook<Function::File_read_at> : FileTransfer<kRead, kAlone> {};
template <>
struct Hook<Function::File_read_shared> : FileTransfer<kRead, kAlone> {};
template <>
struct Hook<Function::File_read_all> : FileTransfer<kRead, kTogether> {};
template <>
struct Hook<Function::File_read_at_all> : FileTransfer<kRead, kTogether> {};
template <>
struct Hook<Function::File_read_ordered> : FileTransfer<kRead, kTogether> {};
template <>
struct Hook<Function::File_write> : FileTransfer<kWrite, kAlone> {};
template <>
struct Hook<Function::File_write_at> : FileTransfer<kWrite, kAlone> {};
template <>
struct Hook<Function::File_write_shared> : FileTransfer<kWrite, kAlone> {};
template <>
struct Hook<Function::File_write_all> : FileTransfer<kWrite, kTogether> {};
template <>
struct Hook<Function::File_write_at_all> : FileTransfer<kWrite, kTogether> {};
template <>
struct Hook<Function::File_write_ordered> : FileTransfer<kWrite, kTogether> {};

template <>
struct Hook<Function::File_iread> : RequestedFileTransfer<kRead, kAlone> {};
template <>
struct Hook<Function::File_iread_at> : RequestedFileTransfer<kRead, kAlone> {};
template <>
struct Hook<Function::File_iread_shared> : RequestedFileTransfer<kRead, kAlone> {};
template <>
struct Hook<Function::File_iread_all> : RequestedFileTransfer<kRead, kTogether> {};
template <>
struct Hook<Function::File_iread_at_all> : RequestedFileTransfer<kRead, kTogether> {};
template <>
struct Hook<Function::File_iwrite> : RequestedFileTransfer<kWrite, kAlone> {};
template <>
struct Hook<Function::File_iwrite_at> : RequestedFileTransfer<kWrite, kAlone> {};
template <>
struct Hook<Function::File_iwrite_shared> : RequestedFileTransfer<kWrite, kAlone> {};
template <>
struct Hook<Function::File_iwrite_all> : RequestedFileTransfer<kWrite, kTogether> {};
template <>
struct Hook<Function::File_iwrite_at_all> : RequestedFileTransfer<kWrite, kTogether> {};

template <>
struct Hook<Function::File_read_all_begin> : SplitFileTransfer<kRead> {};
template <>
struct Hook<Function::File_read_at_all_begin> : SplitFileTransfer<kRead> {};
template <>
struct Hook<Function::File_read_ordered_begin> : SplitFileTransfer<kRead> {};
template <>
struct Hook<Function::File_write_all_begin> : SplitFileTransfer<kWrite> {};
template <>
struct Hook<Function::File_write_at_all_begin> : SplitFileTransfer<kWrite> {};
template <>
struct Hook<Function::File_write_ordered_begin> : SplitFileTransfer<kWrite> {};
template <>
struct Hook<Function::File_read_all_end> : SplitFileTransferEnd {};
template <>
struct Hook<Function::File_read_at_all_end> : SplitFileTransferEnd {};
template <>
struct Hook<Function::File_read_ordered_end> : SplitFileTransferEnd {};
template <>
struct Hook<Function::File_write_all_end> : SplitFileTransferEnd {};
template <>
struct Hook<Function::File_write_at_all_end> : SplitFileTransferEnd {};
template <>
struct Hook<Function::File_write_ordered_end> : SplitFileTransferEnd {};

}  // namespace lull::recorder::mpi
