// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <cstddef>

#include "lull/recorder/assembly/definitions/archive_definitions.hpp"

namespace lull::recorder {

void write_windows(DefinitionOutput& output) {
  const MergedDefinitions& all = output.all();
  // The window of an OpenSHMEM active set exists from the start to the end of the program.
  const auto is_of_pes = [&all](std::uint64_t communicator) {
    return communicator < all.communicators.size() && all.communicators[communicator].pes;
  };
  for (std::size_t i = 0; i < all.windows.size(); ++i)
    expect_written(OTF2_GlobalDefWriter_WriteRmaWin(
        output.writer(), static_cast<OTF2_RmaWinRef>(i), output.string(all.windows[i].name),
        static_cast<OTF2_CommRef>(all.windows[i].communicator),
        is_of_pes(all.windows[i].communicator) ? OTF2_RMA_WIN_FLAG_NONE
                                               : OTF2_RMA_WIN_FLAG_CREATE_DESTROY_EVENTS));
}

}  // namespace lull::recorder
