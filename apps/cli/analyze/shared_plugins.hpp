// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Analysis with patterns from shared libraries (lull/analysis/plugin.hpp).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lull/analysis/guarded_plugin.hpp"

namespace lull::cli {

class SharedPlugins {
 public:
  // Returns whether the file is a shared library rather than a Python file.
  [[nodiscard]] static bool is_one(const std::string& file) { return !file.ends_with(".py"); }
  // Loads the plug-ins; they stay loaded until the program ends. Throws Error (input) for a file
  // that is not a plug-in, or that was built for another version of Lull.
  void load(const std::vector<std::string>& files);

  [[nodiscard]] analysis::PatternFactory patterns() const;
  void add_to(analysis::AnalysisOptions& options) const;
  [[nodiscard]] bool empty() const { return plugins_.empty(); }
  // Returns the file names, such as "libmine.so, other.so".
  [[nodiscard]] std::string names() const;
  // Returns one sentence for each plug-in that threw an exception.
  [[nodiscard]] std::vector<std::string> failures() const;

 private:
  struct Loaded {
    analysis::Plugin plugin;
    std::shared_ptr<analysis::Guard> guard;
  };
  std::vector<Loaded> plugins_;
};

}  // namespace lull::cli
