// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>

#include "lull/recorder/assembly/definitions/archive_definitions.hpp"

namespace lull::recorder {
namespace {

struct Paradigm {
  IoParadigm paradigm;
  const char* identification;
  const char* name;
  OTF2_IoParadigmClass kind;
  OTF2_IoParadigmFlag flags;
};
constexpr std::array kParadigms{
    Paradigm{IoParadigm::MpiIo, "MPI-IO", "MPI I/O", OTF2_IO_PARADIGM_CLASS_PARALLEL,
             OTF2_IO_PARADIGM_FLAG_NONE},
    Paradigm{IoParadigm::Posix, "POSIX", "POSIX I/O", OTF2_IO_PARADIGM_CLASS_SERIAL,
             OTF2_IO_PARADIGM_FLAG_OS},
    Paradigm{IoParadigm::Streams, "ISOC", "ISO C I/O", OTF2_IO_PARADIGM_CLASS_SERIAL,
             OTF2_IO_PARADIGM_FLAG_NONE}};

// A deleted file needs no handle; the event refers to the paradigm that deletes it.
bool deletes_files(const MergedDefinitions& all, IoParadigm paradigm) {
  if (paradigm == IoParadigm::MpiIo) return !all.files.empty();
  return paradigm == IoParadigm::Posix && all.deletes_files;
}

// The paradigms in use, numbered without gaps. MPI's is the first, the system's the second if files
// were deleted: events contain these numbers.
using ParadigmNumbers = std::array<OTF2_IoParadigmRef, kParadigms.size()>;
ParadigmNumbers write_io_paradigms(DefinitionOutput& output) {
  const MergedDefinitions& all = output.all();
  ParadigmNumbers numbers{};
  OTF2_IoParadigmRef next = 0;
  for (const Paradigm& one : kParadigms) {
    if (!deletes_files(all, one.paradigm) &&
        std::ranges::none_of(all.file_handles, [&](const MergedFileHandle& handle) {
          return handle.paradigm == one.paradigm;
        }))
      continue;
    expect_written(OTF2_GlobalDefWriter_WriteIoParadigm(
        output.writer(), next, output.string(one.identification), output.string(one.name), one.kind,
        one.flags, 0, nullptr, nullptr, nullptr));
    numbers[static_cast<std::size_t>(one.paradigm)] = next++;
  }
  return numbers;
}

void write_handle(DefinitionOutput& output, OTF2_IoHandleRef number, const MergedFileHandle& handle,
                  const ParadigmNumbers& paradigms) {
  expect_written(OTF2_GlobalDefWriter_WriteIoHandle(
      output.writer(), number, output.string(handle.name), static_cast<OTF2_IoFileRef>(handle.file),
      paradigms[static_cast<std::size_t>(handle.paradigm)],
      handle.access ? OTF2_IO_HANDLE_FLAG_PRE_CREATED : OTF2_IO_HANDLE_FLAG_NONE,
      static_cast<OTF2_CommRef>(handle.communicator), OTF2_UNDEFINED_IO_HANDLE));
  if (handle.access)
    expect_written(OTF2_GlobalDefWriter_WriteIoPreCreatedHandleState(
        output.writer(), number, *handle.access, OTF2_IO_STATUS_FLAG_NONE));
}

}  // namespace

void write_files(DefinitionOutput& output) {
  const MergedDefinitions& all = output.all();
  const ParadigmNumbers paradigms = write_io_paradigms(output);
  for (std::size_t i = 0; i < all.files.size(); ++i)
    expect_written(OTF2_GlobalDefWriter_WriteIoRegularFile(
        output.writer(), static_cast<OTF2_IoFileRef>(i), output.string(all.files[i]),
        OTF2_UNDEFINED_SYSTEM_TREE_NODE));
  for (std::size_t i = 0; i < all.file_handles.size(); ++i)
    write_handle(output, static_cast<OTF2_IoHandleRef>(i), all.file_handles[i], paradigms);
}

}  // namespace lull::recorder
