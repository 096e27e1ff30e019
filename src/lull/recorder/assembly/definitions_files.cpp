// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/assembly/archive_definitions.hpp"

namespace lull::recorder {
namespace {

constexpr OTF2_IoParadigmRef kMpiIo = 0;

}  // namespace

void write_files(DefinitionOutput& output) {
  const Unified& all = output.all();
  if (all.files.empty()) return;
  expect_written(OTF2_GlobalDefWriter_WriteIoParadigm(
      output.writer(), kMpiIo, output.string("MPI-IO"), output.string("MPI I/O"),
      OTF2_IO_PARADIGM_CLASS_PARALLEL, OTF2_IO_PARADIGM_FLAG_NONE, 0, nullptr, nullptr, nullptr));
  for (std::size_t i = 0; i < all.files.size(); ++i)
    expect_written(OTF2_GlobalDefWriter_WriteIoRegularFile(
        output.writer(), static_cast<OTF2_IoFileRef>(i), output.string(all.files[i]),
        OTF2_UNDEFINED_SYSTEM_TREE_NODE));
  for (std::size_t i = 0; i < all.file_handles.size(); ++i)
    expect_written(OTF2_GlobalDefWriter_WriteIoHandle(
        output.writer(), static_cast<OTF2_IoHandleRef>(i), output.string(""),
        static_cast<OTF2_IoFileRef>(all.file_handles[i].file), kMpiIo, OTF2_IO_HANDLE_FLAG_NONE,
        static_cast<OTF2_CommRef>(all.file_handles[i].communicator), OTF2_UNDEFINED_IO_HANDLE));
}

}  // namespace lull::recorder
