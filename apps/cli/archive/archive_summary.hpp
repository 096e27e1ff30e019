// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The findings of `lull info` on an archive, as a page for people and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "lull/trace/summary/summary.hpp"

namespace lull::cli {

struct ArchiveSummary {
  std::string anchor;
  const Definitions& definitions;
  TraceSummary events;
  std::vector<std::string> defects;
};

// Communicators that look alike, such as the communicators of threads or of a grid's rows.
struct CommunicatorClass {
  std::string name;
  std::string paradigm;
  std::string kind;  // "intra", "self", "inter"
  std::size_t size = 0;
  friend auto operator<=>(const CommunicatorClass&, const CommunicatorClass&) = default;
};
[[nodiscard]] CommunicatorClass class_of(const Definitions& definitions, CommunicatorId id);

[[nodiscard]] std::string to_text(const ArchiveSummary& archive);
[[nodiscard]] nlohmann::json to_json(const ArchiveSummary& archive);

}  // namespace lull::cli
