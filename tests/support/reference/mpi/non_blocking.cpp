// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Finds the operation to which a request belongs: the trace names the communicator only at
// completion, so the number of the operation is known once all requests that the process began
// earlier are complete. After a request that never completes, nothing is known, unless the begin
// events name their communicators.
#include "support/reference/mpi/non_blocking.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "support/reference/attributes.hpp"
#include "support/reference/mpi/collective_reader.hpp"
#include "support/reference/region_class.hpp"

namespace lull::reference {
namespace {

constexpr std::uint32_t kOwnRoot = 0xFFFFFFFEu;
constexpr std::size_t kNever = ~std::size_t{0};

struct Request {
  EventRef begun;
  std::uint64_t id = 0;
  std::optional<EventRef> completed;
  NonBlockingCollectiveComplete record{};
};

struct Part {
  InstanceId begun;
  InstanceId completing;
  EventRef place;
  Timestamp begin, end;
  NonBlockingCollectiveComplete record{};
  bool begun_left = true;  // the call that began it, before the completing one
  bool charged = true;     // false: its call may wait for unknown operations, too
  std::uint32_t rank = kNoRank;
};

struct Key {
  CommunicatorId communicator;
  Flow flow;
  std::size_t number;
  auto operator<=>(const Key&) const = default;
};

class NonBlocking {
 public:
  NonBlocking(const TraceModel& model, const ReferenceOptions& options, Severities& severities,
              ReferenceResult& result)
      : model_(model), options_(options), severities_(severities), result_(result) {}

  NonBlockingWaits run() {
    for (std::size_t i = 0; i < model_.definitions->processes.size(); ++i) read(ProcessId{i});
    for (auto& [key, parts] : operations_) judge(key, parts);
    return std::move(waits_);
  }

 private:
  void read(ProcessId process) {
    std::vector<Request> requests;
    std::map<InstanceId, std::size_t> operations;  // operations completed by each call
    for (const EventRef& ref : model_.events_of(process)) {
      const Event& event = model_.event(ref);
      if (const auto* begin = std::get_if<NonBlockingCollectiveRequest>(&event.body)) {
        for (Request& earlier : requests)
          if (earlier.id == begin->request && !earlier.completed) earlier.id = ~earlier.id;
        requests.push_back({ref, begin->request, {}, {}});
      } else if (const auto* end = std::get_if<NonBlockingCollectiveComplete>(&event.body)) {
        if (moves(*end)) count(ref, *end);
        const auto open = std::ranges::find_if(requests, [&](const Request& request) {
          return request.id == end->request && !request.completed;
        });
        if (open == requests.end()) continue;
        open->completed = ref;
        open->record = *end;
        ++operations[model_.instance_at(ref)];
      } else if (completes_message(event.body, ref.location)) {
        ++operations[model_.instance_at(ref)];
      }
    }
    number(process, requests, operations);
  }

  static bool moves(const NonBlockingCollectiveComplete& end) {
    return end.operation < CollectiveOperation::CreateHandle;
  }
  [[nodiscard]] bool completes_message(const EventBody& body, LocationId location) const {
    const auto known = [&](std::uint32_t rank, CommunicatorId communicator) {
      return model_.definitions->location_of(communicator, rank, location).defined();
    };
    if (const auto* recv = std::get_if<MpiRecv>(&body))
      return known(recv->sender, recv->communicator);
    if (const auto* recv = std::get_if<MpiIrecv>(&body))
      return known(recv->sender, recv->communicator);
    if (const auto* send = std::get_if<MpiSend>(&body))
      return known(send->receiver, send->communicator);
    return std::holds_alternative<MpiIsendComplete>(body);
  }

  void count(const EventRef& ref, const NonBlockingCollectiveComplete& end) {
    const InstanceId call = model_.instance_at(ref);
    if (!call.defined()) return;
    severities_.charge(end.sent > 0 && end.received > 0 ? "comms_cxch"
                       : end.sent > 0                   ? "comms_csrc"
                       : end.received > 0               ? "comms_cdst"
                                                        : "syncs_coll",
                       call, 1);
    severities_.charge("bytes_cout", call, static_cast<std::int64_t>(end.sent));
    severities_.charge("bytes_cin", call, static_cast<std::int64_t>(end.received));
  }

  void number(ProcessId process, const std::vector<Request>& requests,
              const std::map<InstanceId, std::size_t>& operations) {
    std::map<CommunicatorId, std::size_t> numbers;
    std::size_t known_at = 0;  // step at which all previous requests are complete
    for (const Request& request : requests) {
      const auto named = attribute_of(model_, model_.event(request.begun), "communicator");
      const std::size_t number_if_named = named ? numbers[CommunicatorId(*named)]++ : 0;
      if (!request.completed) {
        if (named) continue;
        return;
      }
      const InstanceId call = model_.instance_at(*request.completed);
      if (!named) known_at = std::max(known_at, closed(call, *request.completed));
      const CommunicatorId communicator = request.record.communicator;
      const bool is_another = named && CommunicatorId(*named) != communicator;
      if (!moves(request.record) || !communicator.defined() || is_another ||
          !is_member(model_, communicator, process) ||
          model_.definitions->size_of(communicator) < 2)
        continue;
      Part part;
      part.begun = model_.instance_at(request.begun);
      part.completing = call;
      part.place = *request.completed;
      part.begin = model_.call_enter(request.begun);
      part.end =
          std::max(part.begin, model_.is_mpi_call(call) ? model_.own_end(call)
                                                        : model_.event(*request.completed).time);
      part.begun_left = closed(part.begun, request.begun) < closed(call, part.place);
      part.record = request.record;
      const bool shared = model_.is_mpi_call(call) && operations.at(call) > 1;
      part.charged = !shared || known_at <= closed(call, *request.completed);
      if (shared && part.charged) waits_.calls_with_more.insert(call);
      operations_[{communicator, flow_of(request.record.operation, options_),
                   named ? number_if_named : numbers[communicator]++}]
          .push_back(part);
    }
  }
  // An operation outside any call ends immediately.
  [[nodiscard]] std::size_t closed(InstanceId call, const EventRef& ref) const {
    return model_.is_mpi_call(call) ? model_[call].closed
                                    : model_.step_of[ref.location.index()][ref.index];
  }

  [[nodiscard]] ProcessId process_of(const Part& part) const {
    return model_.process_of(part.place.location);
  }
  [[nodiscard]] ProcessId root_of(const Part& part) const {
    if (part.record.root == kOwnRoot) return process_of(part);
    const LocationId root = model_.definitions->location_of(part.record.communicator,
                                                            part.record.root, part.place.location);
    return root.defined() ? model_.process_of(root) : ProcessId{};
  }

  void judge(const Key& key, std::vector<Part>& parts) {
    const std::size_t size = model_.definitions->size_of(key.communicator);
    std::set<ProcessId> roots;
    if (key.flow == Flow::OneToN || key.flow == Flow::NToOne)
      for (const Part& part : parts) roots.insert(root_of(part));
    roots.erase(ProcessId{});
    if (parts.size() != size || roots.size() > 1) {
      result_.incomplete_collectives.push_back({key.communicator, parts.size(), size});
      return;
    }
    give_ranks(key.communicator, parts);
    const ProcessId root = roots.empty() ? ProcessId{} : *roots.begin();
    for (const Part& part : parts)
      if (const Part* const needed = needed_by(part, parts, key.flow, root))
        wait(part, *needed, key);
  }

  void give_ranks(CommunicatorId communicator, std::vector<Part>& parts) {
    for (Part& part : parts)
      for (std::uint32_t rank = 0; rank < parts.size(); ++rank) {
        const LocationId member =
            model_.definitions->location_of(communicator, rank, part.place.location);
        if (member.defined() && model_.process_of(member) == process_of(part)) part.rank = rank;
      }
  }

  // Returns the part that begins last among the parts that `part` waits for, unless it is `part`.
  const Part* needed_by(const Part& part, const std::vector<Part>& parts, Flow flow,
                        ProcessId root) const {
    const Timestamp first_end = std::ranges::min(parts, {}, &Part::end).end;
    const Timestamp last_begin = std::ranges::max(parts, {}, &Part::begin).begin;
    const Part* last = nullptr;
    for (const Part& other : parts) {
      const bool sends = other.record.sent > 0;
      const bool receives = part.record.received > 0;
      const bool is_root = process_of(part) == root;
      bool needed = false;
      if (flow == Flow::Barrier) needed = true;
      if (flow == Flow::NToN) needed = first_end >= last_begin || (sends && receives);
      if (flow == Flow::OneToN) needed = !is_root && process_of(other) == root && sends && receives;
      if (flow == Flow::NToOne) needed = is_root && &other != &part && sends && receives;
      if (flow == Flow::Prefix) needed = other.rank < part.rank && sends && receives;
      if (needed && (last == nullptr || last->begin < other.begin)) last = &other;
    }
    return last;
  }

  void wait(const Part& part, const Part& needed, const Key& key) {
    const InstanceId call = part.completing;
    const Timestamp enter = model_.call_enter(part.place);
    const Timestamp until = std::min(needed.begin, enter);
    if (part.charged && part.begun_left && process_of(needed) != process_of(part)) {
      const bool is_call = model_.is_mpi_call(part.begun);
      const Timestamp since = is_call ? model_.own_end(part.begun) : part.begin;
      severities_.charge("nbc_hidden", call, TimeSpan{since, until}.length());
    }
    const std::string_view name = model_.name_of(call);
    if (!part.charged || !model_.is_mpi_call(call) || is_test(name) || is_init(name) ||
        is_finalize(name) || collective_calls_.contains(call))
      return;
    const std::int64_t time = severities_.wait_until(needed.begin, call);
    if (time <= 0) return;
    CollectiveWait& longest = waits_.longest[call];
    if (time < longest.time || (time == longest.time && longest.place < part.place.index)) return;
    longest = {metric_of(key.flow), time, part.place.index};
  }

  static std::string_view metric_of(Flow flow) {
    switch (flow) {
      case Flow::Barrier:
        return "nbc_wait_barrier";
      case Flow::NToN:
        return "nbc_wait_nxn";
      case Flow::OneToN:
        return "nbc_latebroadcast";
      case Flow::NToOne:
        return "nbc_earlyreduce";
      default:
        return "nbc_earlyscan";
    }
  }

  const TraceModel& model_;
  const ReferenceOptions& options_;
  Severities& severities_;
  ReferenceResult& result_;
  std::set<InstanceId> collective_calls_ = collective_calls(model_);
  std::map<Key, std::vector<Part>> operations_;
  NonBlockingWaits waits_;
};

}  // namespace

NonBlockingWaits analyse_non_blocking(const TraceModel& model, const ReferenceOptions& options,
                                      Severities& severities, ReferenceResult& result) {
  return NonBlocking(model, options, severities, result).run();
}

void charge_non_blocking(const NonBlockingWaits& waits, Severities& severities) {
  for (const auto& [call, wait] : waits.longest)
    severities.charge_wait(
        wait.metric, wait.metric == "nbc_wait_barrier" ? "mpi_sync_collective" : "mpi_collective",
        call, wait.time);
}

}  // namespace lull::reference
