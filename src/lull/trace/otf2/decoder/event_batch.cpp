// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/otf2/decoder/event_batch.hpp"

#include <utility>

#include "lull/trace/otf2/decoder/event_codec.hpp"
#include "lull/trace/otf2/records/attribute_value.hpp"

namespace lull::otf2 {
namespace {

OTF2_CallbackCode on_unknown(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                             OTF2_AttributeList* attributes) {
  batch(user).add(time, attributes, UnknownEvent{});
  return OTF2_CALLBACK_SUCCESS;
}

}  // namespace

void EventBatch::clear() {
  if (packer_ == nullptr && sink_ == nullptr) kept_.room.resize(kCapacity);
  size_ = 0;
  kept_.values.clear();
  kept_.attributes.clear();
}

void EventBatch::swap(KeptEvents& kept, std::size_t skipped) {
  std::swap(kept_, kept);
  kept.events = std::span(kept.room).subspan(skipped, size_ - skipped);
  size_ = 0;
}

std::span<const Value> EventBatch::keep(const OTF2_Type* types, const OTF2_MetricValue* values,
                                        std::size_t count) {
  Value* copy = kept_.values.emplace_back(std::make_unique<Value[]>(count)).get();
  for (std::size_t i = 0; i < count; ++i) copy[i] = to_value(types[i], values[i]);
  return {copy, count};
}

const AttributeList* EventBatch::keep(const OTF2_AttributeList* attributes) {
  const uint32_t count = OTF2_AttributeList_GetNumberOfElements(attributes);
  if (count == 0) return nullptr;
  AttributeList& copy = *kept_.attributes.emplace_back(std::make_unique<AttributeList>());
  for (uint32_t i = 0; i < count; ++i) {
    OTF2_AttributeRef attribute = OTF2_UNDEFINED_ATTRIBUTE;
    OTF2_Type type = OTF2_TYPE_NONE;
    OTF2_AttributeValue value{};
    if (OTF2_AttributeList_GetAttributeByIndex(attributes, i, &attribute, &type, &value) !=
        OTF2_SUCCESS)
      continue;
    Value kept = to_value(type, value);
    kept.type = type;
    kept.as_unsigned = with_id(maps_, type, kept.as_unsigned);
    if (type == OTF2_TYPE_COMM) kept.kind = ValueKind::Unsigned;
    copy.emplace_back(to_id<AttributeId>(maps_.attributes.find(attribute)), kept);
  }
  return &copy;
}

EventCallbacks make_event_callbacks(const EventSelection& selection) {
  EventCallbacks callbacks(OTF2_EvtReaderCallbacks_New());
  set_listed_callbacks(callbacks.get(), selection);
  set_special_callbacks(callbacks.get(), selection);
  set_older_callbacks(callbacks.get(), selection);
  if (selection.test(kEventKind<UnknownEvent>))
    OTF2_EvtReaderCallbacks_SetUnknownCallback(callbacks.get(), on_unknown);
  return callbacks;
}

}  // namespace lull::otf2
