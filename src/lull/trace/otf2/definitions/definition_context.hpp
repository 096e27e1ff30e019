// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What the callbacks for global definitions share: the tables being filled, the maps from
// references to ids, and what was odd. Their user data is a DefinitionContext.
#pragma once

#include <otf2/otf2.h>

#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lull/trace/definitions/definitions.hpp"
#include "lull/trace/otf2/library/library.hpp"
#include "lull/trace/otf2/records/reference_map.hpp"

namespace lull::otf2 {

struct DefinitionContext {
  Definitions& definitions;
  ReferenceMaps& maps;
  std::size_t duplicates = 0;
  std::size_t undefined_references = 0;
  bool has_clock = false;
  std::size_t mended_texts = 0;                                    // that were not UTF-8
  std::unordered_map<std::string, std::uint32_t> known_regions{};  // by all that is said of them
  // CartDimension records are only parts of topologies.
  std::vector<Topology::Dimension> dimensions{};

  [[nodiscard]] std::string text(OTF2_StringRef reference) {
    if (reference == OTF2_UNDEFINED_STRING) return {};
    const std::uint32_t index = maps.strings.find(reference);
    if (index != ReferenceMap::kUndefined) return definitions.strings[index];
    ++undefined_references;
    return {};
  }

  // The id behind a reference; a reference to nothing is counted and gives an undefined id.
  template <class IdType, class Reference>
  [[nodiscard]] IdType id(const ReferenceMap& map, Reference reference, Reference undefined) {
    IdType result;
    if (reference == undefined) return result;
    result.value = map.find(reference);
    if (!result.defined()) ++undefined_references;
    return result;
  }

  // A new row of `table` for `reference`; null when there was one before (the first one stays).
  template <class Row>
  Row* add(std::vector<Row>& table, ReferenceMap& map, std::uint64_t reference, const char* kind) {
    ++definitions.counts[kind];
    if (!map.insert(reference, static_cast<std::uint32_t>(table.size()))) {
      ++duplicates;
      return nullptr;
    }
    return &table.emplace_back();
  }
  // Another reference for a row that is there.
  void add_same(ReferenceMap& map, std::uint64_t reference, std::uint32_t row, const char* kind) {
    ++definitions.counts[kind];
    if (!map.insert(reference, row)) ++duplicates;
  }
};

// The row of a table of details that belongs to the last one of its table.
template <class Detail>
Detail& detail(std::vector<Detail>& details, std::size_t rows) {
  details.resize(rows);
  return details.back();
}

inline DefinitionContext& context(void* user) { return *static_cast<DefinitionContext*>(user); }

inline constexpr OTF2_CallbackCode kGoOn = OTF2_CALLBACK_SUCCESS;

// Strings, system, regions, communicators, windows.
void set_system_callbacks(OTF2_GlobalDefReaderCallbacks* callbacks);
// Metrics, parameters, call paths, I/O, topologies.
void set_detail_callbacks(OTF2_GlobalDefReaderCallbacks* callbacks);
// What is kept as it is: paradigms, domains, properties that are no texts and others.
void set_record_callbacks(OTF2_GlobalDefReaderCallbacks* callbacks);
// References in these records become ids, when all definitions are known.
void resolve_records(std::vector<DefinitionRecord>& records, const ReferenceMaps& maps);
// A property that is no text is kept as a record, too.
void keep_property(DefinitionContext& context, DefinitionRecord::Kind kind, std::uint64_t owner,
                   OTF2_StringRef name, OTF2_Type type, OTF2_AttributeValue value);

}  // namespace lull::otf2
