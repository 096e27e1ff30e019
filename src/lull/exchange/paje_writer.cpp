// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Paje's text format, as ViTE and PajeNG read it: nodes, processes and locations become containers,
// calls become states, messages become links, and metrics become variables.
#include <algorithm>
#include <bit>
#include <set>
#include <string>
#include <tuple>

#include "lull/exchange/exchange_writer.hpp"
#include "lull/exchange/names.hpp"
#include "lull/exchange/spilled_sort.hpp"
#include "lull/exchange/text_output.hpp"

namespace lull::exchange {
namespace {

constexpr const char* kHeader = R"(%EventDef PajeDefineContainerType 0
%  Alias string
%  Type string
%  Name string
%EndEventDef
%EventDef PajeDefineStateType 1
%  Alias string
%  Type string
%  Name string
%EndEventDef
%EventDef PajeDefineLinkType 2
%  Alias string
%  Type string
%  StartContainerType string
%  EndContainerType string
%  Name string
%EndEventDef
%EventDef PajeDefineVariableType 3
%  Alias string
%  Type string
%  Name string
%EndEventDef
%EventDef PajeDefineEntityValue 4
%  Alias string
%  Type string
%  Name string
%  Color color
%EndEventDef
%EventDef PajeCreateContainer 5
%  Time date
%  Alias string
%  Type string
%  Container string
%  Name string
%EndEventDef
%EventDef PajeDestroyContainer 6
%  Time date
%  Name string
%  Type string
%EndEventDef
%EventDef PajePushState 7
%  Time date
%  Type string
%  Container string
%  Value string
%EndEventDef
%EventDef PajePopState 8
%  Time date
%  Type string
%  Container string
%EndEventDef
%EventDef PajeStartLink 9
%  Time date
%  Type string
%  Container string
%  StartContainer string
%  Value string
%  Key string
%EndEventDef
%EventDef PajeEndLink 10
%  Time date
%  Type string
%  Container string
%  EndContainer string
%  Value string
%  Key string
%EndEventDef
%EventDef PajeSetVariable 11
%  Time date
%  Type string
%  Container string
%  Value double
%EndEventDef
0 CTR 0 "Trace"
0 CTN CTR "Node"
0 CTP CTN "Process"
0 CTL CTP "Location"
1 ST CTL "Call"
1 SW CTL "Wait state"
2 LM CTR CTL CTL "Message"
)";

struct Record {
  enum Kind : std::uint32_t { Pop, Push, PopWait, PushWait, Link, EndLink, Variable };
  std::uint64_t time = 0;
  std::uint64_t number = 0;  // insertion order
  Kind kind = Push;
  std::uint32_t location = 0;
  std::uint64_t what = 0;  // region, metric or key of a message
  std::uint64_t value = 0;

  friend bool operator<(const Record& a, const Record& b) {
    return std::tie(a.time, a.number) < std::tie(b.time, b.number);
  }
};

class PajeWriter final : public ExchangeWriter {
 public:
  PajeWriter(const Definitions& definitions, const std::filesystem::path& output)
      : definitions_(definitions), out_(output), records_(output) {}

  void begin(const TimeScale& scale, const std::vector<WaitState>& wait_states) override {
    scale_ = scale;
    for (const WaitState& wait : wait_states) {
      const std::uint64_t what = waits_.size();
      waits_.push_back(wait.metric);
      add_at(scale_.nanoseconds(wait.begin), Record::PushWait, wait.location, what);
      add_at(scale_.nanoseconds(wait.end), Record::PopWait, wait.location, what);
    }
  }
  void enter(LocationId location, Timestamp time, RegionId region) override {
    add(time, Record::Push, location, std::min(region.index(), definitions_.regions.size()));
  }
  void leave(LocationId location, Timestamp time, RegionId) override {
    add(time, Record::Pop, location, 0);
  }
  void message(const MessageEnd& end) override {
    add(end.time, end.sends ? Record::Link : Record::EndLink, end.location, end.id(), end.bytes);
  }
  void sample(LocationId location, Timestamp time, MetricMemberId metric, double value) override {
    variables_.insert(metric.value);
    add(time, Record::Variable, location, metric.value, std::bit_cast<std::uint64_t>(value));
  }
  void finish(Timestamp end) override {
    out_.write(kHeader);
    define();
    while (const auto record = records_.next()) write(*record);
    const std::uint64_t now = scale_.nanoseconds(end);
    for (std::size_t i = 0; i < definitions_.locations.size(); ++i)
      out_.print(FMT_COMPILE("6 {} L{} CTL\n"), at(now), i);
    out_.commit();
  }

 private:
  void add(Timestamp time, Record::Kind kind, LocationId location, std::uint64_t what,
           std::uint64_t value = 0) {
    add_at(scale_.nanoseconds(time), kind, location, what, value);
  }
  void add_at(std::uint64_t time, Record::Kind kind, LocationId location, std::uint64_t what,
              std::uint64_t value = 0) {
    records_.add({time, next_++, kind, location.value, what, value});
  }
  [[nodiscard]] static std::string at(std::uint64_t nanoseconds) {
    constexpr std::uint64_t kSecond = 1'000'000'000;
    return fmt::format(FMT_COMPILE("{}.{:09}"), nanoseconds / kSecond, nanoseconds % kSecond);
  }

  // Returns a colour that depends only on the name, so it is the same in every trace.
  [[nodiscard]] static std::string colour_of(const std::string& name) {
    std::uint64_t hash = 0xCBF29CE484222325ull;
    for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ull;
    const auto part = [hash](unsigned shift) {
      return 0.3 + 0.6 * static_cast<double>(hash >> shift & 0xFFu) / 255;
    };
    return fmt::format("{:.3f} {:.3f} {:.3f}", part(8), part(24), part(40));
  }

  void define() {
    for (std::size_t i = 0; i <= definitions_.regions.size(); ++i) {
      const std::string name = in_a_line(name_of(definitions_, RegionId(i)));
      out_.print(FMT_COMPILE("4 R{} ST \"{}\" \"{}\"\n"), i, name, colour_of(name));
    }
    for (std::size_t i = 0; i < waits_.size(); ++i)
      out_.print(FMT_COMPILE("4 W{} SW \"{}\" \"{}\"\n"), i, in_a_line(waits_[i]),
                 colour_of(waits_[i]));
    for (const std::uint32_t metric : variables_)
      out_.print(FMT_COMPILE("3 V{} CTL \"{}\"\n"), metric,
                 in_a_line(name_of(definitions_, MetricMemberId(metric))));
    create_containers();
  }

  // Creates only containers that are not empty.
  void create_containers() {
    out_.write("5 0.000000000 T CTR 0 \"trace\"\n");
    std::set<std::uint32_t> nodes;
    for (const Process& process : definitions_.processes) nodes.insert(process.node.value);
    const bool has_strays =
        std::ranges::any_of(definitions_.locations,
                            [](const Location& location) { return !location.process.defined(); });
    if (has_strays || nodes.contains(SystemNodeId().value))
      out_.write("5 0.000000000 N CTN T \"(no node)\"\n");
    if (has_strays) out_.write("5 0.000000000 P CTP N \"(no process)\"\n");
    for (std::size_t i = 0; i < definitions_.system_nodes.size(); ++i)
      if (nodes.contains(SystemNodeId(i).value))
        out_.print(FMT_COMPILE("5 0.000000000 N{} CTN T \"{}\"\n"), i,
                   in_a_line(name_of(definitions_, SystemNodeId(i))));
    for (std::size_t i = 0; i < definitions_.processes.size(); ++i) {
      const SystemNodeId node = definitions_.processes[i].node;
      out_.print(FMT_COMPILE("5 0.000000000 P{} CTP {} \"{}\"\n"), i,
                 node.defined() ? fmt::format("N{}", node.index()) : "N",
                 in_a_line(name_of(definitions_, ProcessId(i))));
    }
    for (std::size_t i = 0; i < definitions_.locations.size(); ++i) {
      const ProcessId process = definitions_.locations[i].process;
      out_.print(FMT_COMPILE("5 0.000000000 L{} CTL {} \"{}\"\n"), i,
                 process.defined() ? fmt::format("P{}", process.index()) : "P",
                 in_a_line(name_of(definitions_, LocationId(i))));
    }
  }

  void write(const Record& record) {
    const std::string time = at(record.time);
    switch (record.kind) {
      case Record::Push:
        return out_.print(FMT_COMPILE("7 {} ST L{} R{}\n"), time, record.location, record.what);
      case Record::Pop:
        return out_.print(FMT_COMPILE("8 {} ST L{}\n"), time, record.location);
      case Record::PushWait:
        return out_.print(FMT_COMPILE("7 {} SW L{} W{}\n"), time, record.location, record.what);
      case Record::PopWait:
        return out_.print(FMT_COMPILE("8 {} SW L{}\n"), time, record.location);
      case Record::Link:
        return out_.print(FMT_COMPILE("9 {} LM T L{} \"{}\" {:x}\n"), time, record.location,
                          record.value, record.what);
      case Record::EndLink:
        return out_.print(FMT_COMPILE("10 {} LM T L{} \"{}\" {:x}\n"), time, record.location,
                          record.value, record.what);
      case Record::Variable:
        return out_.print(FMT_COMPILE("11 {} V{} L{} {}\n"), time, record.what, record.location,
                          std::bit_cast<double>(record.value));
    }
  }

  const Definitions& definitions_;
  TextOutput out_;
  SpilledSort<Record> records_;
  TimeScale scale_{{}, 1};
  std::uint64_t next_ = 0;
  std::vector<std::string> waits_;
  std::set<std::uint32_t> variables_;
};

}  // namespace

std::unique_ptr<ExchangeWriter> make_paje_writer(const Definitions& definitions,
                                                 const std::filesystem::path& output) {
  return std::make_unique<PajeWriter>(definitions, output);
}

}  // namespace lull::exchange
