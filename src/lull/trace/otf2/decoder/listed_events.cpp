// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/otf2/decoder/event_codec.hpp"

namespace lull::otf2 {

#define FIELD(Kind, name) , event_fields::Kind
#define SPECIAL_EVENT(Name, Otf2Name, TEXT, RECORD, FIELDS)
#define EVENT(Name, Otf2Name, TEXT, RECORD, FIELDS) \
  if (selection.test(kEventKind<Name>))             \
    OTF2_EvtReaderCallbacks_Set##Otf2Name##Callback(callbacks, &on_event<Name FIELDS>);
void set_listed_callbacks(OTF2_EvtReaderCallbacks* callbacks, const EventSelection& selection) {
#include "lull/base/event_list.def"
}

#define FIELD(Kind, name) , event_fields::Kind
#define SPECIAL_EVENT(Name, Otf2Name, TEXT, RECORD, FIELDS)
#define EVENT(Name, Otf2Name, TEXT, RECORD, FIELDS) \
  table.set<Name>(selection, RECORD, EventRecord<&on_event<Name FIELDS> FIELDS>{});
void set_listed_decoders(DecoderTable& table, const EventSelection& selection) {
#include "lull/base/event_list.def"
}

}  // namespace lull::otf2
