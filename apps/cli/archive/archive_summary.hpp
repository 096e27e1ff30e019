// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What `lull info` found in an archive, and its two forms: a page for people, JSON for programs.
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

// Communicators that look alike: the many that threads and rows of a grid have.
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
