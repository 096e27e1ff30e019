// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/names/construct_lines.hpp"

#include <otf2/otf2.h>

#include "lull/recorder/names/marked_places.hpp"

namespace lull::recorder {

namespace {
constexpr const char* kBarrier = "!$omp implicit barrier";
constexpr const char* kParallel = "!$omp parallel";
}  // namespace

// The block of a construct has the call site of the construct's start, and the barrier at the end
// of a parallel region has the region's call site.
ConstructLines::Place ConstructLines::place_of(const RecordedRegion& construct) const {
  if (construct.name == kBarrier)
    if (Place region{construct.object, construct.offset, kParallel}; found_.contains(region))
      return region;
  std::string name = construct.name;
  if (name.ends_with(" sblock")) name.resize(name.size() - std::string_view(" sblock").size());
  return {construct.object, construct.offset, std::move(name)};
}

ConstructLines::ConstructLines(CodeNames& names, std::span<const ProcessPart> parts) {
  Functions functions;
  for (const bool parallel : {true, false})
    for (const ProcessPart& part : parts)
      for (const RecordedRegion& region : part.regions)
        if (region.paradigm == OTF2_PARADIGM_OPENMP && !region.object.empty() &&
            (region.name == kParallel) == parallel)
          add(names, functions, region);
  for (auto& [begin, function] : functions) {
    directives_.find(function.file, function.lines, function.sites);
    for (const Directives::Site& site : function.sites)
      if (site.found != 0)
        found_[{begin.first, site.offset, site.construct}] = {{function.file, site.found},
                                                              site.is_barrier};
  }
}

void ConstructLines::add(CodeNames& names, Functions& functions, const RecordedRegion& construct) {
  const auto [known, fresh] = found_.try_emplace(place_of(construct));
  if (!fresh) return;
  const CodeName around = names.function_at(construct.object, construct.offset);
  if (!around.by_gcc) return;
  const CodeLine line = names.line_at(construct.object, construct.offset);
  if (line.line == 0) return;
  const CodeLine in_function = names.line_in_function_at(construct.object, construct.offset);
  const bool is_inlined = line.line != in_function.line || line.file != in_function.file;
  if (is_inlined && construct.name == kBarrier && directives_.is_barrier(line.file, line.line)) {
    known->second = {line, true};
    return;
  }
  if (around.file != in_function.file) return;
  Function& function = functions[{construct.object, construct.offset - around.distance}];
  function.file = around.file;
  function.lines = {around.line, around.end_line};
  function.sites.push_back({.construct = std::get<2>(known->first),
                            .offset = construct.offset,
                            .line = in_function.line,
                            .is_last = around.distance + 1 == kJumpedFrom});
}

ConstructLines::Found ConstructLines::of(const RecordedRegion& construct) const {
  const auto found = found_.find(place_of(construct));
  return found == found_.end() ? Found{} : found->second;
}

}  // namespace lull::recorder
