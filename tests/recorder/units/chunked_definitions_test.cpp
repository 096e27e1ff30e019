// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Definition files of several chunks: each begins with a header, after the remainder of the
// previous one.
#include <gtest/gtest.h>
#include <otf2/otf2.h>

#include <string>
#include <vector>

#include "lull/trace/otf2/archive_reader.hpp"
#include "support/temporary_directory.hpp"

namespace lull {
namespace {

OTF2_FlushType flush(void*, OTF2_FileType, OTF2_LocationRef, void*, bool) { return OTF2_FLUSH; }

// Writes a group of `members` members, and strings of each length up to the length of the last one.
void write_archive(const std::filesystem::path& directory, std::uint32_t strings,
                   std::uint32_t members) {
  static constexpr OTF2_FlushCallbacks kCallbacks{flush, nullptr};
  OTF2_Archive* const archive =
      OTF2_Archive_Open(directory.c_str(), "traces", OTF2_FILEMODE_WRITE, OTF2_CHUNK_SIZE_MIN,
                        OTF2_CHUNK_SIZE_MIN, OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
  OTF2_Archive_SetSerialCollectiveCallbacks(archive);
  OTF2_Archive_SetFlushCallbacks(archive, &kCallbacks, nullptr);
  OTF2_Archive_OpenEvtFiles(archive);
  OTF2_EvtWriter* const events = OTF2_Archive_GetEvtWriter(archive, 0);
  OTF2_EvtWriter_Enter(events, nullptr, 1, 0);
  OTF2_EvtWriter_Leave(events, nullptr, 2, 0);
  OTF2_Archive_CloseEvtWriter(archive, events);
  OTF2_Archive_CloseEvtFiles(archive);
  OTF2_GlobalDefWriter* const all = OTF2_Archive_GetGlobalDefWriter(archive);
  OTF2_GlobalDefWriter_WriteClockProperties(all, 1'000'000'000, 0, 10, 0);
  OTF2_GlobalDefWriter_WriteString(all, 0, "main");
  OTF2_GlobalDefWriter_WriteSystemTreeNode(all, 0, 0, 0, OTF2_UNDEFINED_SYSTEM_TREE_NODE);
  OTF2_GlobalDefWriter_WriteLocationGroup(all, 0, 0, OTF2_LOCATION_GROUP_TYPE_PROCESS, 0,
                                          OTF2_UNDEFINED_LOCATION_GROUP);
  OTF2_GlobalDefWriter_WriteLocation(all, 0, 0, OTF2_LOCATION_TYPE_CPU_THREAD, 2, 0);
  OTF2_GlobalDefWriter_WriteRegion(all, 0, 0, 0, 0, OTF2_REGION_ROLE_FUNCTION,
                                   OTF2_PARADIGM_COMPILER, OTF2_REGION_FLAG_NONE, 0, 0, 0);
  for (std::uint32_t i = 1; i <= strings; ++i)
    OTF2_GlobalDefWriter_WriteString(all, i, std::string(i % 1000, 'x').c_str());
  const std::vector<std::uint64_t> group(members, ~std::uint64_t{1});
  OTF2_GlobalDefWriter_WriteGroup(all, 0, 0, OTF2_GROUP_TYPE_LOCATIONS, OTF2_PARADIGM_NONE,
                                  OTF2_GROUP_FLAG_NONE, members, group.data());
  OTF2_GlobalDefWriter_WriteString(all, strings + 1, "last");
  OTF2_Archive_CloseGlobalDefWriter(archive, all);
  OTF2_Archive_Close(archive);
}

TEST(ChunkedDefinitions, AreReadWhereverAChunkEnds) {
  for (const std::uint32_t strings : {900u, 1111u, 2500u, 4321u}) {
    const lull::support::TemporaryDirectory directory;
    write_archive(directory / "run", strings, 20'000);
    ASSERT_GT(std::filesystem::file_size(directory / "run" / "traces.def"), OTF2_CHUNK_SIZE_MIN);
    const auto archive = open_archive(directory / "run");
    const Definitions& definitions = archive->definitions();
    EXPECT_EQ(definitions.regions.at(0).name, "main") << strings;
    EXPECT_EQ(definitions.locations.size(), 1u);
  }
}

}  // namespace
}  // namespace lull
