// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/replay/focus/focus_finder.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "lull/trace/event/event_sink.hpp"

namespace lull::analysis {
namespace {

constexpr std::int64_t kLeastPart = 100;  // minimum fraction of the run: 1 / kLeastPart

bool begins_shmem(std::string_view name) {
  return name == "start_pes" || name.starts_with("shmem_init") || name.starts_with("shmemx_init");
}

// Reads a location's events until it leaves the call that initialises the library, or until it
// first uses the library.
class BeginningReader final : public EventSink {
 public:
  BeginningReader(const std::vector<bool>& is_mpi, const std::vector<bool>& is_shmem)
      : is_mpi_(is_mpi), is_shmem_(is_shmem) {}

  [[nodiscard]] bool found() const { return found_; }
  Timestamp first = kEndOfTime;
  Timestamp mpi;
  Timestamp shmem;

  void on(Timestamp time, const Enter& body) override {
    begin(time);
    if (is(is_mpi_, body.region) || is(is_shmem_, body.region)) begins_ = true;
  }
  void on(Timestamp time, const Leave& body) override {
    begin(time);
    if (found_ || !body.region.defined()) return;
    if (is(is_mpi_, body.region)) mpi = time, found_ = true;
    if (is(is_shmem_, body.region)) shmem = time, begins_ = false, found_ = !has_mpi();
  }
  void on(Timestamp time, const MpiSend& /*body*/) override { use(time); }
  void on(Timestamp time, const MpiRecv& /*body*/) override { use(time); }
  void on(const Event& event) override {
    if (const auto* const enter = std::get_if<Enter>(&event.body)) return on(event.time, *enter);
    if (const auto* const leave = std::get_if<Leave>(&event.body)) return on(event.time, *leave);
    use(event.time);
  }

  [[nodiscard]] static EventSelection selection() {
    return select_events<Enter, Leave, MpiSend, MpiRecv, MpiIsend, MpiIrecvRequest,
                         MpiCollectiveBegin, NonBlockingCollectiveRequest, RmaCollectiveBegin,
                         RmaPut, RmaGet, RmaAtomic>();
  }

 private:
  static bool is(const std::vector<bool>& which, RegionId region) {
    return region.index() < which.size() && which[region.index()];
  }
  [[nodiscard]] bool has_mpi() const { return std::ranges::find(is_mpi_, true) != is_mpi_.end(); }
  void begin(Timestamp time) {
    if (first == kEndOfTime) first = time;
  }
  // Measurement systems themselves communicate within the initialising call.
  void use(Timestamp time) {
    begin(time);
    if (!begins_) found_ = true;
  }

  const std::vector<bool>& is_mpi_;
  const std::vector<bool>& is_shmem_;
  bool begins_ = false;  // inside the initialising call
  bool found_ = false;
};

void read_beginning(EventCursor& cursor, BeginningReader& reader) {
  if (cursor.feeds()) {
    while (!reader.found() && cursor.feed(kEndOfTime, reader) != EventCursor::FeedEnd::End)
      continue;
    return;
  }
  while (!reader.found()) {
    const auto events = cursor.next();
    if (events.empty()) return;
    for (const Event& event : events) {
      if (reader.found()) return;
      reader.on(event);
    }
  }
}

template <class Value>
Bytes packed_values(const std::vector<Value>& values) {
  Packer packer;
  packer.put_list<Value>(values);
  return packer.take();
}

}  // namespace

FocusFinder::FocusFinder(const ReplayContext& context)
    : context_(context), beginnings_(context.definitions.processes.size()) {
  const auto& regions = context.definitions.regions;
  is_mpi_init_.resize(regions.size());
  is_shmem_init_.resize(regions.size());
  for (std::size_t i = 0; i < regions.size(); ++i) {
    is_mpi_init_[i] = context.class_of(RegionId(i)).call == CallKind::Init;
    is_shmem_init_[i] = begins_shmem(regions[i].name);
  }
  find_worlds();
}

// Each world has a communicator with that name.
void FocusFinder::find_worlds() {
  worlds_.assign(context_.definitions.processes.size(), kNoWorld);
  for (const Communicator& communicator : context_.definitions.communicators) {
    if (communicator.kind != CommunicatorKind::Intra || !communicator.group.defined() ||
        !communicator.name.starts_with("MPI_COMM_WORLD"))
      continue;
    for (const ProcessId process : context_.processes_of(communicator.group))
      if (process.defined()) worlds_[process.index()] = world_count_;
    ++world_count_;
  }
}

void FocusFinder::look_at_beginning(const TraceSource& trace, ProcessId process) {
  const Definitions& definitions = context_.definitions;
  for (const LocationId location : definitions.processes[process.index()].locations) {
    if (definitions.locations[location.index()].type != LocationType::CpuThread) continue;
    BeginningReader reader(is_mpi_init_, is_shmem_init_);
    const auto cursor = trace.open(location, BeginningReader::selection(), Attributes::Skip);
    read_beginning(*cursor, reader);
    beginnings_[process.index()] = {reader.first, reader.mpi, reader.shmem};
    return;  // the others begin later
  }
}

void FocusFinder::learn(Partners* partners) {
  if (partners != nullptr) {
    const auto merge = [](const Bytes& lower, const Bytes& higher) {
      auto both = Unpacker(lower).get_list<Beginning>();
      const auto others = Unpacker(higher).get_list<Beginning>();
      for (std::size_t i = 0; i < both.size(); ++i)
        if (others[i].first != kEndOfTime) both[i] = others[i];
      return packed_values(both);
    };
    beginnings_ =
        Unpacker(partners->reduce(packed_values(beginnings_), merge)).get_list<Beginning>();
  }
  choose_library();
  if (is_open()) find_begin();
}

void FocusFinder::choose_library() {
  const auto has = [this](Timestamp Beginning::*init) {
    return std::ranges::any_of(beginnings_,
                               [init](const Beginning& one) { return one.*init != Timestamp{}; });
  };
  const auto& regions = context_.definitions.regions;
  std::vector<bool> ends_mpi(regions.size());
  std::vector<bool> ends_shmem(regions.size());
  for (std::size_t i = 0; i < regions.size(); ++i) {
    ends_mpi[i] = context_.class_of(RegionId(i)).call == CallKind::Finalize;
    ends_shmem[i] = regions[i].name == "shmem_finalize";
  }
  const auto any = [](const std::vector<bool>& which) {
    return std::ranges::find(which, true) != which.end();
  };
  if (has(&Beginning::mpi) || (!has(&Beginning::shmem) && any(ends_mpi)))
    library_ = Focus::Rule::Mpi, is_end_ = std::move(ends_mpi);
  else if (has(&Beginning::shmem) || any(ends_shmem))
    library_ = Focus::Rule::Shmem, is_end_ = std::move(ends_shmem);
  if (library_ == Focus::Rule::Shmem) worlds_.assign(worlds_.size(), 0), world_count_ = 1;
}

bool FocusFinder::is_member(ProcessId process) const {
  return worlds_[process.index()] != kNoWorld || init_of(process.index()) != Timestamp{};
}

// If a member's recording begins after its initialising call, its first event is used instead.
void FocusFinder::find_begin() {
  std::vector<Timestamp> begins(world_count_ + std::size_t{1});  // the last: in no world
  for (std::size_t i = 0; i < worlds_.size(); ++i) {
    const Beginning& one = beginnings_[i];
    if (one.first == kEndOfTime || !is_member(ProcessId(i))) continue;
    Timestamp& begin = begins[std::min(worlds_[i], world_count_)];
    begin = std::max(begin, init_of(i) != Timestamp{} ? init_of(i) : one.first);
  }
  Timestamp first = kEndOfTime;
  for (const Timestamp begin : begins)
    if (begin != Timestamp{}) first = std::min(first, begin);
  from_ = first == kEndOfTime ? Timestamp{} : first;
}

Focus FocusFinder::focus(std::vector<Ending> endings, Partners* partners) const {
  if (partners != nullptr) {
    const auto merge = [](const Bytes& lower, const Bytes& higher) {
      auto both = Unpacker(lower).get_list<Ending>();
      const auto others = Unpacker(higher).get_list<Ending>();
      both.insert(both.end(), others.begin(), others.end());
      return packed_values(both);
    };
    endings = Unpacker(partners->reduce(packed_values(endings), merge)).get_list<Ending>();
  }
  Timestamp first = kEndOfTime;
  Timestamp last;
  Focus found;
  found.rule = library_;
  found.from = from_;
  std::vector<bool> seen(world_count_ + std::size_t{1});
  for (const Ending& one : endings) {
    if (one.first == kEndOfTime) continue;
    first = std::min(first, one.first);
    last = std::max(last, one.last);
    const bool begun = is_open() && init_of(one.process.index()) != Timestamp{};
    if (!begun && one.finalize == Timestamp{}) continue;  // it does not take part
    found.to = std::max(found.to, one.finalize != Timestamp{} ? one.finalize : one.last);
    seen[std::min(worlds_[one.process.index()], world_count_)] = true;
  }
  found.worlds = static_cast<std::uint64_t>(std::ranges::count(seen, true));
  found.from = std::max(found.from, first);
  Focus run;
  run.from = first == kEndOfTime ? Timestamp{} : first;
  run.to = last;
  if (!is_open() || found.worlds == 0) return run;
  if (found.to <= found.from || (found.to - found.from).ticks < (last - first).ticks / kLeastPart) {
    Focus whole = run;
    whole.is_short = true;
    return whole;
  }
  return found;
}

}  // namespace lull::analysis
