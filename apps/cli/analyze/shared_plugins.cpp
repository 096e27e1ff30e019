// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/analyze/shared_plugins.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>

#include "lull/base/error.hpp"
#include "lull/base/text/printable.hpp"
#include "lull/patterns/pattern_list.hpp"

namespace lull::cli {
namespace {

using Describe = void (*)(analysis::Plugin&);

// Throws Error with the dynamic linker's message, on one line, if the library cannot be loaded.
void* open_library(const std::string& file) {
  const std::string path = std::filesystem::absolute(file).string();
  if (void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) return library;
  const char* const reason = ::dlerror();
  throw input_error("the plug-in cannot be loaded: {}",
                    printable(reason == nullptr ? file : reason));
}

Describe find_description(void* library, const std::string& file) {
  const void* const built_for = ::dlsym(library, "lull_plugin_interface");
  auto* const describe = reinterpret_cast<Describe>(::dlsym(library, "lull_plugin"));
  if (built_for == nullptr || describe == nullptr)
    throw input_error("{} is not a plug-in: it has no LULL_PLUGIN", printable(file));
  if (*static_cast<const analysis::PluginInterface*>(built_for) != analysis::kPluginInterface)
    throw input_error("{} was built for another version of Lull; build it again", printable(file));
  return describe;
}

}  // namespace

void SharedPlugins::load(const std::vector<std::string>& files) {
  for (const std::string& file : files) {
    const Describe describe = find_description(open_library(file), file);
    Loaded loaded{{}, std::make_shared<analysis::Guard>(file)};
    loaded.guard->run([&] { describe(loaded.plugin); });
    plugins_.push_back(std::move(loaded));
  }
}

analysis::PatternFactory SharedPlugins::patterns() const {
  analysis::PatternFactory patterns = patterns::make_patterns;
  for (const Loaded& one : plugins_)
    patterns = analysis::with_plugin(std::move(patterns), one.plugin, one.guard);
  return patterns;
}

void SharedPlugins::add_to(analysis::AnalysisOptions& options) const {
  for (const Loaded& one : plugins_) analysis::add_plugin(options, one.plugin, one.guard);
}

std::string SharedPlugins::names() const {
  std::vector<std::string> names;
  for (const Loaded& one : plugins_) names.push_back(printable(one.guard->name()));
  return fmt::format("{}", fmt::join(names, ", "));
}

std::vector<std::string> SharedPlugins::failures() const {
  std::vector<std::string> sentences;
  for (const Loaded& one : plugins_)
    if (one.guard->failed())
      sentences.push_back(fmt::format(
          "the plug-in {} failed ({}); its later findings are missing, all else is complete",
          printable(one.guard->name()), printable(one.guard->reason())));
  return sentences;
}

}  // namespace lull::cli
