// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/assembly/definitions/definition_output.hpp"

#include <fmt/format.h>

#include "lull/base/error.hpp"

namespace lull::recorder {

void expect_written(OTF2_ErrorCode code) {
  if (code != OTF2_SUCCESS)
    throw Error(ExitStatus::System,
                fmt::format("a definition cannot be written: {}", OTF2_Error_GetDescription(code)));
}

DefinitionOutput::DefinitionOutput(OTF2_GlobalDefWriter* writer, std::span<const ProcessPart> parts,
                                   const MergedDefinitions& all)
    : writer_(writer), parts_(parts), all_(all) {
  string("");
}

OTF2_StringRef DefinitionOutput::string(const std::string& text) {
  const auto [entry, fresh] = strings_.emplace(text, static_cast<OTF2_StringRef>(strings_.size()));
  if (fresh) expect_written(OTF2_GlobalDefWriter_WriteString(writer_, entry->second, text.c_str()));
  return entry->second;
}

OTF2_GroupRef DefinitionOutput::group(const std::string& name, OTF2_GroupType type,
                                      OTF2_Paradigm paradigm,
                                      const std::vector<std::uint64_t>& members) {
  expect_written(OTF2_GlobalDefWriter_WriteGroup(
      writer_, groups_, string(name), type, paradigm, OTF2_GROUP_FLAG_NONE,
      static_cast<std::uint32_t>(members.size()), members.data()));
  return groups_++;
}

}  // namespace lull::recorder
