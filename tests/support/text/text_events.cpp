// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "support/text/text_events.hpp"

#include <algorithm>
#include <iterator>

namespace lull::support {
namespace {

EventBody parse_enter(EventScope& scope, Arguments& arguments) {
  const RegionId region = scope.builder.region(arguments.take("a region").text);
  scope.stack.push_back(region);
  parse_attributes(scope, arguments, {"condition", "barrier", "barrier count"});
  return Enter{region};
}

// Without a name, it leaves the last entered region. With a name, the region need not be open.
EventBody parse_leave(EventScope& scope, Arguments& arguments) {
  const Word* word = arguments.take_if_any();
  parse_attributes(scope, arguments, {"result", "waited"});
  if (word == nullptr && scope.stack.empty())
    fail_at(arguments.name(), "no region is open here; name the region to leave it nevertheless");
  const RegionId region = word == nullptr ? scope.stack.back() : scope.builder.region(word->text);
  const auto open = std::find(scope.stack.rbegin(), scope.stack.rend(), region);
  if (open != scope.stack.rend()) scope.stack.erase(std::prev(open.base()), scope.stack.end());
  return Leave{region};
}

const EventTable& event_table() {
  static const EventTable table = [] {
    EventTable result;
    result["enter"] = parse_enter;
    result["leave"] = parse_leave;
    add_mpi_events(result);
    add_rma_events(result);
    add_thread_events(result);
    return result;
  }();
  return table;
}

}  // namespace

void parse_attributes(EventScope& scope, Arguments& arguments,
                      std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    std::string key(name);
    std::ranges::replace(key, ' ', '_');
    const Word* const word = arguments.option(key);
    if (word == nullptr) continue;
    Value value;
    value.kind = ValueKind::Unsigned;
    value.as_unsigned = number_of<std::uint64_t>(*word);
    scope.attributes.emplace_back(scope.builder.attribute(name), value);
  }
}

EventBody parse_event(EventScope& scope, Arguments& arguments) {
  const Word& name = arguments.name();
  const auto found = event_table().find(name.text);
  if (found == event_table().end())
    fail_at(name, fmt::format("there is no event \"{}\"", name.text));
  EventBody body = found->second(scope, arguments);
  arguments.finish();
  return body;
}

bool completes(const EventBody& body) {
  static const EventSelection kAtTheEnd =
      select_events<MpiRecv, MpiIrecv, MpiIsendComplete, MpiRequestTest, MpiRequestCancelled,
                    MpiCollectiveEnd, NonBlockingCollectiveComplete, CommCreate, CommDestroy,
                    RmaCollectiveEnd, RmaWinCreate, RmaWinDestroy, RmaAcquireLock,
                    RmaOpCompleteBlocking, RmaOpCompleteNonBlocking, RmaOpTest, RmaOpCompleteRemote,
                    ThreadAcquireLock>();
  return kAtTheEnd.test(body.index());
}

}  // namespace lull::support
