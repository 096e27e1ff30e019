// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/mpi/hooks/file_hooks.hpp"

namespace lull::recorder::mpi {
namespace {

constexpr OTF2_IoParadigmRef kMpiIo = 0;  // the only one

OTF2_IoAccessMode access_of(int mode) {
  if ((mode & MPI_MODE_RDONLY) != 0) return OTF2_IO_ACCESS_MODE_READ_ONLY;
  if ((mode & MPI_MODE_WRONLY) != 0) return OTF2_IO_ACCESS_MODE_WRITE_ONLY;
  return OTF2_IO_ACCESS_MODE_READ_WRITE;
}

OTF2_IoCreationFlag creation_of(int mode) {
  OTF2_IoCreationFlag flags = OTF2_IO_CREATION_FLAG_NONE;
  if ((mode & MPI_MODE_CREATE) != 0) flags |= OTF2_IO_CREATION_FLAG_CREATE;
  if ((mode & MPI_MODE_EXCL) != 0) flags |= OTF2_IO_CREATION_FLAG_EXCLUSIVE;
  if ((mode & MPI_MODE_UNIQUE_OPEN) != 0) flags |= OTF2_IO_CREATION_FLAG_UNIQUE;
  if ((mode & MPI_MODE_SEQUENTIAL) != 0) flags |= OTF2_IO_CREATION_FLAG_NO_SEEK;
  return flags;
}

OTF2_IoStatusFlag status_of(int mode) {
  OTF2_IoStatusFlag flags = OTF2_IO_STATUS_FLAG_NONE;
  if ((mode & MPI_MODE_APPEND) != 0) flags |= OTF2_IO_STATUS_FLAG_APPEND;
  if ((mode & MPI_MODE_DELETE_ON_CLOSE) != 0) flags |= OTF2_IO_STATUS_FLAG_DELETE_ON_CLOSE;
  return flags;
}

std::uint32_t number_of(MPI_File handle) { return Files::instance().number_of(handle); }

}  // namespace

void record_opened(Location& location, MPI_Comm communicator, const char* name, int mode,
                   MPI_File handle) {
  const std::uint32_t number = Files::instance().add(handle, communicator, name);
  OTF2_EvtWriter_IoCreateHandle(location.writer(), nullptr, location.now(), number, access_of(mode),
                                creation_of(mode), status_of(mode));
}

void record_closed(Location& location, std::uint32_t handle) {
  OTF2_EvtWriter_IoDestroyHandle(location.writer(), nullptr, location.now(), handle);
}

void record_deleted(Location& location, const char* name) {
  OTF2_EvtWriter_IoDeleteFile(location.writer(), nullptr, location.now(), kMpiIo,
                              Files::instance().number_of(name));
}

void record_seek(Location& location, MPI_File handle, MPI_Offset offset, int whence,
                 MPI_Offset position) {
  const OTF2_IoSeekOption from = whence == MPI_SEEK_SET   ? OTF2_IO_SEEK_FROM_START
                                 : whence == MPI_SEEK_CUR ? OTF2_IO_SEEK_FROM_CURRENT
                                                          : OTF2_IO_SEEK_FROM_END;
  OTF2_EvtWriter_IoSeek(location.writer(), nullptr, location.now(), number_of(handle), offset, from,
                        static_cast<std::uint64_t>(position));
}

std::uint64_t record_file_begin(Location& location, MPI_File handle, OTF2_IoOperationMode mode,
                                OTF2_IoOperationFlag flags, std::uint64_t bytes) {
  const std::uint64_t operation = Files::instance().new_operation();
  OTF2_EvtWriter_IoOperationBegin(location.writer(), nullptr, location.entered(), number_of(handle),
                                  mode, flags, bytes, operation);
  return operation;
}

void record_file_issued(Location& location, MPI_File handle, std::uint64_t operation) {
  OTF2_EvtWriter_IoOperationIssued(location.writer(), nullptr, location.now(), number_of(handle),
                                   operation);
}

void record_file_end(Location& location, MPI_File handle, std::uint64_t operation,
                     std::uint64_t bytes) {
  if (operation == 0) return;
  OTF2_EvtWriter_IoOperationComplete(location.writer(), nullptr, location.now(), number_of(handle),
                                     bytes, operation);
}

void record_file_request(MPI_File handle, std::uint64_t operation, MPI_Request request) {
  Request issued;
  issued.kind = Request::Kind::File;
  issued.id = operation;
  issued.communicator = number_of(handle);
  issued.recorded = true;
  Requests::instance().add(request, issued);
}

}  // namespace lull::recorder::mpi
