// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "support/text/text_directives.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "support/region_kind.hpp"

namespace lull::support {

Directives::Handler Directives::handler(std::string_view name) {
  static const std::map<std::string_view, Handler> table{
      {"clock", &Directives::clock},         {"processes", &Directives::processes},
      {"threads", &Directives::threads},     {"comm", &Directives::comm},
      {"intercomm", &Directives::intercomm}, {"group", &Directives::group},
      {"team", &Directives::team},           {"window", &Directives::window},
      {"topology", &Directives::topology},   {"region", &Directives::region},
      {"metric", &Directives::metric},       {"location", &Directives::extra_location},
      {"offset", &Directives::offset},
  };
  const auto found = table.find(name);
  return found == table.end() ? nullptr : found->second;
}

bool Directives::known(const Word& word) { return !word.quoted && handler(word.text) != nullptr; }

void Directives::run(std::span<const Word> line) {
  for (const auto& statement : split_at(line, ";")) {
    if (!known(statement.front()))
      fail_at(statement.front(),
              fmt::format("\"{}\" does not define anything", statement.front().text));
    Arguments arguments(statement.front(), statement.subspan(1));
    (this->*handler(statement.front().text))(arguments);
    arguments.finish();
  }
}

DefinitionBuilder& Directives::builder() {
  if (builder_) return *builder_;
  builder_ = std::make_unique<DefinitionBuilder>(trace_.definitions_table, threads_, library_);
  if (library_ != Paradigm::None) {
    names_.communicators["world"] = builder_->world();
    names_.communicators["self"] = builder_->self();
  }
  for (std::size_t p = 0; p < threads_.size(); ++p)
    if (threads_[p] > 1) names_.communicators[fmt::format("team{}", p)] = builder_->team(p);
  return *builder_;
}

LocationId Directives::location(const Word& label) {
  builder();
  if (const auto found = names_.locations.find(label.text); found != names_.locations.end())
    return found->second;
  const std::size_t dot = label.text.find('.');
  const auto process = parse_number<std::uint32_t>(label.text.substr(0, dot));
  const auto thread = dot == std::string::npos
                          ? std::optional<std::uint32_t>(0)
                          : parse_number<std::uint32_t>(label.text.substr(dot + 1));
  if (!process || !thread || *process >= threads_.size() || *thread >= threads_[*process])
    fail_at(label, fmt::format("there is no location \"{}\"", label.text));
  return builder().location(*process, *thread);
}

std::vector<std::uint32_t> Directives::ranks(std::span<const Word> words) const {
  std::vector<std::uint32_t> result;
  for (const Word& word : words) {
    result.push_back(number_of<std::uint32_t>(word));
    if (result.back() >= threads_.size())
      fail_at(word, fmt::format("there are only {} processes", threads_.size()));
  }
  return result;
}

void Directives::clock(Arguments& arguments) {
  trace_.definitions_table.clock.ticks_per_second =
      number_of<std::uint64_t>(arguments.take("ticks per second"));
}

void Directives::processes(Arguments& arguments) {
  if (builder_) fail_at(arguments.name(), "processes must come first");
  const Word& count = arguments.take("their number");
  threads_.assign(number_of<std::uint32_t>(count), 1);
  if (threads_.empty() || threads_.size() > 100'000)
    fail_at(count, "the number of processes must be between 1 and 100000");
  const Word* library = arguments.take_if_any();
  if (library == nullptr) return;
  library_ = parse_paradigm(library->text).value_or(Paradigm::Unknown);
  constexpr std::array kLibraries{Paradigm::Mpi, Paradigm::Shmem, Paradigm::None};
  if (std::ranges::find(kLibraries, library_) == kLibraries.end())
    fail_at(*library, "expected mpi, shmem or none");
}

void Directives::threads(Arguments& arguments) {
  if (builder_) fail_at(arguments.name(), "threads must directly follow processes");
  const Word& first = arguments.take("their number");
  const Word* second = arguments.take_if_any();
  if (second == nullptr) {
    std::ranges::fill(threads_, number_of<std::uint32_t>(first));
  } else {
    const auto process = ranks(std::span(&first, 1)).front();
    threads_[process] = number_of<std::uint32_t>(*second);
  }
  if (std::ranges::count(threads_, 0u) > 0)
    fail_at(first, "a process must have at least one thread");
}

void Directives::comm(Arguments& arguments) {
  const Word& name = arguments.take("a name");
  define(names_.communicators, name,
         builder().communicator(name.text, ranks(arguments.take_rest())));
}

void Directives::intercomm(Arguments& arguments) {
  const Word& name = arguments.take("a name");
  const auto sides = split_at(arguments.take_rest(), "|");
  if (sides.size() != 2) fail_at(name, "an inter-communicator needs two sides, separated by |");
  define(names_.communicators, name,
         builder().intercommunicator(name.text, ranks(sides[0]), ranks(sides[1])));
}

void Directives::group(Arguments& arguments) {
  const Word& name = arguments.take("a name");
  define(names_.groups, name, builder().group(name.text, ranks(arguments.take_rest())));
}

void Directives::team(Arguments& arguments) {
  const Word& name = arguments.take("a name");
  const Word* parent = arguments.option("parent");
  std::vector<LocationId> members;
  for (const Word& label : arguments.take_rest()) members.push_back(location(label));
  const CommunicatorId above =
      parent == nullptr ? CommunicatorId{} : look_up(names_.communicators, *parent, "team");
  define(names_.communicators, name, builder().team(name.text, members, above));
}

void Directives::window(Arguments& arguments) {
  DefinitionBuilder& build = builder();
  const Word& name = arguments.take("a name");
  const Word* comm = arguments.take_if_any();
  const CommunicatorId communicator =
      comm == nullptr ? build.world() : look_up(names_.communicators, *comm, "communicator");
  define(names_.windows, name, build.window(name.text, communicator));
}

void Directives::topology(Arguments& arguments) {
  DefinitionBuilder& build = builder();
  const Word& name = arguments.take("a name");
  const Word* comm = arguments.option("comm");
  const CommunicatorId communicator =
      comm == nullptr ? build.world() : look_up(names_.communicators, *comm, "communicator");
  std::vector<Topology::Dimension> dimensions;
  for (const Word& word : arguments.take_rest()) {  // "4" or "4p" for a periodic dimension
    Word size = word;
    const bool periodic = size.text.ends_with('p');
    if (periodic) size.text.pop_back();
    dimensions.push_back(
        {fmt::format("dimension {}", dimensions.size()), number_of<std::uint32_t>(size), periodic});
  }
  if (dimensions.empty()) fail_at(name, "a topology needs at least one dimension");
  build.topology(name.text, communicator, std::move(dimensions));
}

void Directives::region(Arguments& arguments) {
  const RegionId id = builder().region(arguments.take("a name").text);
  Region& region = trace_.definitions_table.regions[id.index()];
  if (const Word* word = arguments.option("role")) {
    const auto role = parse_role(word->text);
    if (!role) fail_at(*word, fmt::format("\"{}\" is not a region role", word->text));
    region.role = *role;
  }
  if (const Word* word = arguments.option("paradigm")) {
    const auto paradigm = parse_paradigm(word->text);
    if (!paradigm) fail_at(*word, fmt::format("\"{}\" is not a paradigm", word->text));
    region.paradigm = *paradigm;
  }
  if (const Word* word = arguments.option("file")) region.file = word->text;
  region.begin_line = arguments.number<std::uint32_t>("line", 0);
  region.end_line = arguments.number<std::uint32_t>("end", region.begin_line);
}

void Directives::metric(Arguments& arguments) {
  static const std::map<std::string_view, MetricMode> modes{
      {"accumulated", MetricMode::AccumulatedStart},
      {"point", MetricMode::AbsolutePoint},
      {"last", MetricMode::AbsoluteLast},
      {"next", MetricMode::AbsoluteNext},
      {"relative", MetricMode::RelativePoint}};
  static const std::map<std::string_view, ValueKind> kinds{{"unsigned", ValueKind::Unsigned},
                                                           {"signed", ValueKind::Signed},
                                                           {"floating", ValueKind::Floating}};
  const auto choose = [&](const auto& table, std::string_view key, auto otherwise) {
    const Word* word = arguments.option(key);
    if (word == nullptr) return otherwise;
    const auto found = table.find(word->text);
    if (found == table.end())
      fail_at(*word, fmt::format("\"{}\" is not a valid {}", word->text, key));
    return found->second;
  };
  const Word& name = arguments.take("a name");
  MetricMember member;
  if (const Word* unit = arguments.option("unit")) member.unit = unit->text;
  member.mode = choose(modes, "mode", MetricMode::AccumulatedStart);
  member.kind = choose(kinds, "kind", ValueKind::Unsigned);
  std::vector<MetricMember> members;
  for (const Word& word : arguments.take_rest()) {
    member.name = word.text;
    members.push_back(member);
  }
  member.name = name.text;
  if (members.empty()) members.push_back(member);
  define(names_.metrics, name, builder().metric(members));
}

void Directives::extra_location(Arguments& arguments) {
  static const std::map<std::string_view, LocationType> types{
      {"thread", LocationType::CpuThread},
      {"accelerator", LocationType::AcceleratorStream},
      {"metric", LocationType::Metric}};
  const Word& name = arguments.take("a name");
  const Word& process = arguments.take("its process");
  const Word* type = arguments.option("type");
  const auto found = types.find(type == nullptr ? "thread" : type->text);
  if (found == types.end()) fail_at(*type, fmt::format("\"{}\" is not a valid type", type->text));
  define(names_.locations, name,
         builder().extra_location(name.text, ranks(std::span(&process, 1)).front(), found->second));
}

void Directives::offset(Arguments& arguments) {
  const LocationId id = location(arguments.take("a location"));
  const auto time = number_of<std::uint64_t>(arguments.take("a time"));
  const auto offset = number_of<std::int64_t>(arguments.take("an offset"));
  trace_.definitions_table.clock_offsets[id.index()].push_back({Timestamp{time}, offset, 0});
}

}  // namespace lull::support
