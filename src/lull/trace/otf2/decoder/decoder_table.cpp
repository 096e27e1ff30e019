// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/otf2/decoder/decoder_table.hpp"

namespace lull::otf2 {
namespace {

void decode_unknown(RecordReader&, std::uint64_t time, EventBatch& batch,
                    OTF2_AttributeList* attributes) {
  batch.add(time, attributes, UnknownEvent{});
}

}  // namespace

std::shared_ptr<const DecoderTable> DecoderTables::of(const EventSelection& selection) {
  constexpr std::size_t kFew = 16;
  const std::scoped_lock lock(mutex_);
  for (const auto& [other, table] : tables_)
    if (other == selection) return table;
  auto table = std::make_shared<const DecoderTable>(selection);
  if (tables_.size() < kFew) tables_.emplace_back(selection, table);
  return table;
}

DecoderTable::DecoderTable(const EventSelection& selection) {
  if (selection.test(kEventKind<UnknownEvent>))
    for (std::size_t type = 0; type < decoders_.size(); ++type)
      if (type < kFirstEvent || type > kLastEvent) decoders_[type] = decode_unknown;
  set_listed_decoders(*this, selection);
  set_special_decoders(*this, selection);
  set_older_decoders(*this, selection);
}

}  // namespace lull::otf2
