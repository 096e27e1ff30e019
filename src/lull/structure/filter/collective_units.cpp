// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/structure/filter/collective_units.hpp"

#include <utility>

namespace lull::structure {
namespace {

using SeriesKind = CollectiveSeries::Kind;

// An operation that is still open after this many later operations is assumed never to complete.
constexpr std::size_t kMostOpen = 16384;

// Operations that move no data are numbered separately: not every tool records them.
bool moves_data(CollectiveOperation operation) {
  return operation <= CollectiveOperation::ReduceScatterBlock;
}

}  // namespace

CollectiveUnits::CollectiveUnits(const Definitions& definitions, const Peers& peers,
                                 std::span<const LocationId> locations, UseUnit use)
    : definitions_(definitions),
      locations_(locations.begin(), locations.end()),
      use_(std::move(use)),
      peers_(peers),
      threads_(locations.size()) {}

void CollectiveUnits::look_at(const Place& place, const EventBody& body) {
  if (std::holds_alternative<MpiCollectiveBegin>(body)) {
    threads_[place.thread].begin = place;
  } else if (const auto* end = std::get_if<MpiCollectiveEnd>(&body)) {
    end_blocking(place, *end);
  } else if (std::holds_alternative<RmaCollectiveBegin>(body)) {
    threads_[place.thread].window_begin = place;
  } else if (const auto* on_window = std::get_if<RmaCollectiveEnd>(&body)) {
    end_on_window(place, *on_window);
  } else if (const auto* request = std::get_if<NonBlockingCollectiveRequest>(&body)) {
    begin_request(place, request->request);
  } else if (const auto* complete = std::get_if<NonBlockingCollectiveComplete>(&body)) {
    end_request(place, *complete);
  } else if (const auto* test = std::get_if<MpiRequestTest>(&body)) {
    requests_.test(test->request, place);
  } else if (const auto* cancelled = std::get_if<MpiRequestCancelled>(&body)) {
    if (const auto over = requests_.cancel(cancelled->request, place)) give_up(*over);
  }
}

template <class End>
void CollectiveUnits::end_blocking(const Place& place, const End& body) {
  const auto begin = std::exchange(threads_[place.thread].begin, std::nullopt);
  const Place both[]{begin.value_or(place), place};
  use(series_of(place, body.communicator, body.operation, false),
      std::span(both).subspan(begin ? 0 : 1));
}

void CollectiveUnits::end_on_window(const Place& place, const RmaCollectiveEnd& body) {
  const auto begin = std::exchange(threads_[place.thread].window_begin, std::nullopt);
  const Place both[]{begin.value_or(place), place};
  std::optional<CollectiveSeries> series;
  if (body.window.index() < definitions_.windows.size()) {
    const CommunicatorId members = definitions_.windows[body.window.index()].communicator;
    if (series_of(place, members, body.operation, false))
      series = CollectiveSeries{SeriesKind::Window, body.window.value};
  }
  use(series, std::span(both).subspan(begin ? 0 : 1));
}

void CollectiveUnits::begin_request(const Place& place, std::uint64_t number) {
  const std::uint64_t sequence = first_requested_ + requested_.size();
  requested_.emplace_back();
  if (const auto older =
          requests_.begin(number, {RequestKind::Collective, false, sequence, {place}}))
    give_up(*older);
  if (requested_.size() > kMostOpen) {
    requested_.front().over = true;
    number_requested();
  }
}

void CollectiveUnits::end_request(const Place& place, const NonBlockingCollectiveComplete& body) {
  const auto request = requests_.end(body.request, RequestKind::Collective, place);
  if (!request) return;
  const auto series = series_of(place, body.communicator, body.operation, true);
  if (request->sequence < first_requested_) return use(std::nullopt, request->records);
  requested_[request->sequence - first_requested_] = {true, series, request->records};
  number_requested();
}

void CollectiveUnits::give_up(const RequestRecords& request) {
  use(std::nullopt, request.records);
  if (request.sequence < first_requested_) return;
  requested_[request.sequence - first_requested_].over = true;
  number_requested();
}

void CollectiveUnits::number_requested() {
  for (; !requested_.empty() && requested_.front().over; requested_.pop_front()) {
    const Requested& front = requested_.front();
    if (!front.records.empty()) use(front.series, front.records);
    ++first_requested_;
  }
}

std::optional<CollectiveSeries> CollectiveUnits::series_of(const Place& place,
                                                           CommunicatorId communicator,
                                                           CollectiveOperation operation,
                                                           bool requested) {
  if (communicator.index() >= definitions_.communicators.size()) return std::nullopt;
  if (definitions_.communicators[communicator.index()].kind == CommunicatorKind::Self)
    return std::nullopt;
  if (!peers_.is_member(communicator, peers_.process_of(locations_[place.thread])))
    return std::nullopt;
  const SeriesKind data = requested ? SeriesKind::Requested : SeriesKind::Blocking;
  const SeriesKind other = requested ? SeriesKind::RequestedManagement : SeriesKind::Management;
  return CollectiveSeries{moves_data(operation) ? data : other, communicator.value};
}

void CollectiveUnits::use(const std::optional<CollectiveSeries>& series,
                          std::span<const Place> records) {
  Unit unit;
  unit.records = records;
  if (series) {
    unit.kind = Unit::Kind::Collective;
    unit.series = *series;
    unit.number = counts_[*series]++;
  }
  use_(unit);
}

void CollectiveUnits::finish() {
  requests_.finish([this](const RequestRecords& request) {
    use(std::nullopt, request.records);
    if (request.sequence >= first_requested_)
      requested_[request.sequence - first_requested_].over = true;
  });
  for (Requested& each : requested_) each.over = true;
  number_requested();
}

}  // namespace lull::structure
