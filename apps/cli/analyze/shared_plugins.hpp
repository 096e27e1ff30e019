// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Analysis with patterns of shared libraries (lull/analysis/plugin.hpp).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lull/analysis/guarded_plugin.hpp"

namespace lull::cli {

class SharedPlugins {
 public:
  // Whether the file is to be loaded, and not to be read by Python.
  [[nodiscard]] static bool is_one(const std::string& file) { return !file.ends_with(".py"); }
  // They stay loaded until the program ends. Throws Error (input) for what is no plug-in, or one
  // that was built for another Lull.
  void load(const std::vector<std::string>& files);

  [[nodiscard]] analysis::PatternFactory patterns() const;
  void add_to(analysis::AnalysisOptions& options) const;
  [[nodiscard]] bool empty() const { return plugins_.empty(); }
  // "libmine.so, other.so"
  [[nodiscard]] std::string names() const;
  // What became of those that threw something, in sentences.
  [[nodiscard]] std::vector<std::string> failures() const;

 private:
  struct Loaded {
    analysis::Plugin plugin;
    std::shared_ptr<analysis::Guard> guard;
  };
  std::vector<Loaded> plugins_;
};

}  // namespace lull::cli
