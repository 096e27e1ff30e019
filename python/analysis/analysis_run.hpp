// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The state of an analysis with patterns in Python. The patterns may keep buses after the analysis
// ends, which are then unusable, and events, whose calls still have names. Use it on one thread,
// which holds the interpreter.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "common/module.hpp"
#include "lull/analysis/analysis.hpp"

namespace lull::python {

class AnalysisRun {
 public:
  explicit AnalysisRun(std::shared_ptr<Archive> archive) : archive_(std::move(archive)) {}

  // An analysis is in progress between these two.
  void begin(const analysis::Analysis& analysis);
  void end() { analysis_ = nullptr, over_ = true; }
  [[nodiscard]] bool over() const { return over_; }

  // Remembers the call path of a call in the present analysis.
  void learn(LocationId location, analysis::LocalPathId path);
  // For a call path that was learnt: returns the region of a call; undefined for a region that the
  // archive does not define, such as the program.
  [[nodiscard]] RegionId region(LocationId location, analysis::LocalPathId path) const;
  // Returns the names of its regions, from the root.
  [[nodiscard]] std::vector<std::string> names(LocationId location,
                                               analysis::LocalPathId path) const;
  [[nodiscard]] const Definitions& definitions() const { return archive_->definitions(); }

 private:
  struct KnownPath {
    analysis::LocalPathId parent;
    RegionId region;
    std::string name;                       // empty: outside any region
    analysis::CallPathOnLocation attached;  // the call path on another location that it continues
  };

  std::shared_ptr<Archive> archive_;
  const analysis::Analysis* analysis_ = nullptr;
  bool over_ = false;
  std::vector<const analysis::LocalCallTree*> trees_;  // indexed by location, during an analysis
  std::vector<std::vector<KnownPath>> known_;          // indexed by location
};

}  // namespace lull::python
