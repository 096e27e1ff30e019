// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// An analysis with patterns in Python, for what these may keep beyond it: buses, which are of no
// use then, and events, whose calls still have names. One thread, which holds the interpreter.
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

  // Between these two there is an analysis.
  void begin(const analysis::Analysis& analysis);
  void end() { analysis_ = nullptr, over_ = true; }
  [[nodiscard]] bool over() const { return over_; }

  // Remembers what call path a call of the present analysis has.
  void learn(LocationId location, analysis::LocalPathId path);
  // Of a call path that was learnt. The region of a call; undefined for what the archive does not
  // define, such as the program.
  [[nodiscard]] RegionId region(LocationId location, analysis::LocalPathId path) const;
  // The names of its regions, from the root.
  [[nodiscard]] std::vector<std::string> names(LocationId location,
                                               analysis::LocalPathId path) const;
  [[nodiscard]] const Definitions& definitions() const { return archive_->definitions(); }

 private:
  struct KnownPath {
    analysis::LocalPathId parent;
    RegionId region;
    std::string name;                       // empty: outside all regions
    analysis::CallPathOnLocation attached;  // the call path of another location that it stands for
  };

  std::shared_ptr<Archive> archive_;
  const analysis::Analysis* analysis_ = nullptr;
  bool over_ = false;
  std::vector<const analysis::LocalCallTree*> trees_;  // by location, while there is an analysis
  std::vector<std::vector<KnownPath>> known_;          // by location
};

}  // namespace lull::python
