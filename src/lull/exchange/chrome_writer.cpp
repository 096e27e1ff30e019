// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The JSON format of chrome://tracing, which Perfetto and Speedscope also read: calls become begin
// and end events, messages become flows, metrics become counters.
#include <array>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lull/exchange/exchange_writer.hpp"
#include "lull/exchange/names.hpp"
#include "lull/exchange/text_output.hpp"

namespace lull::exchange {
namespace {

std::string json_of(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// Formats nanoseconds as microseconds.
class Microseconds {
 public:
  explicit Microseconds(std::uint64_t nanoseconds)
      : size_(static_cast<std::size_t>(fmt::format_to(text_.data(), FMT_COMPILE("{}.{:03}"),
                                                      nanoseconds / 1000, nanoseconds % 1000) -
                                       text_.data())) {}
  [[nodiscard]] std::string_view text() const { return {text_.data(), size_}; }

 private:
  std::array<char, 24> text_;
  std::size_t size_;
};

// Details of an open call: members of a JSON object.
struct Details {
  std::string text;
  std::vector<std::pair<std::string_view, unsigned>> names;  // name and number of uses

  void clear() {
    text.clear();
    names.clear();
  }
  // Counts a use of the name; returns its number.
  unsigned count(std::string_view name) {
    for (auto& [known, number] : names)
      if (known == name) return ++number;
    names.emplace_back(name, 1);
    return 1;
  }
};

class ChromeWriter final : public ExchangeWriter {
 public:
  ChromeWriter(const Definitions& definitions, const std::filesystem::path& output)
      : definitions_(definitions), out_(output), details_(definitions.locations.size()) {
    for (std::size_t i = 0; i <= definitions.regions.size(); ++i)
      calls_.push_back(fmt::format("\"name\":{},\"cat\":{}",
                                   json_of(name_of(definitions, RegionId(i))),
                                   json_of(category_of(definitions, RegionId(i)))));
    for (std::size_t i = 0; i < definitions.locations.size(); ++i) {
      const ProcessId process = definitions.locations[i].process;
      places_.push_back(fmt::format(
          "\"pid\":{},\"tid\":{}",
          process.index() < definitions.processes.size() ? process.index() + 1 : 0, i + 1));
    }
  }

  void begin(const TimeScale& scale, const std::vector<WaitState>& wait_states) override {
    scale_ = scale;
    out_.write(
        "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n"
        "{\"ph\":\"M\",\"name\":\"trace\",\"pid\":0,\"args\":{\"name\":\"Lull\"}}");
    for (std::size_t i = 0; i < definitions_.processes.size(); ++i) {
      const Process& process = definitions_.processes[i];
      const std::string node =
          process.node.defined() ? " (" + name_of(definitions_, process.node) + ")" : "";
      out_.print(
          FMT_COMPILE(
              ",\n{{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":{},\"args\":{{\"name\":{}}}}}"),
          i + 1, json_of(name_of(definitions_, ProcessId(i)) + node));
    }
    for (std::size_t i = 0; i < definitions_.locations.size(); ++i)
      out_.print(
          FMT_COMPILE(",\n{{\"ph\":\"M\",\"name\":\"thread_name\",{},\"args\":{{\"name\":{}}}}}"),
          places_[i], json_of(name_of(definitions_, LocationId(i))));
    for (const WaitState& wait : wait_states) write(wait);
  }

  void enter(LocationId location, Timestamp time, RegionId region) override {
    details_[location.index()].clear();
    begin_event("B", location, time);
    out_.write(",");
    out_.write(calls_[std::min<std::size_t>(region.index(), calls_.size() - 1)]);
    out_.write("}");
  }
  void leave(LocationId location, Timestamp time, RegionId) override {
    Details& details = details_[location.index()];
    begin_event("E", location, time);
    if (!details.text.empty()) out_.print(FMT_COMPILE(",\"args\":{{{}}}"), details.text);
    out_.write("}");
    details.clear();
  }
  void detail(LocationId location, const CallDetail& detail) override {
    Details& details = details_[location.index()];
    std::string& text = details.text;
    constexpr std::size_t kMost = 4096;  // a call may complete thousands of requests
    if (text.size() > kMost) return;
    if (!text.empty()) text += ',';
    text += '"';
    text += detail.name;
    // Repeated names are numbered, as object keys must be unique.
    if (const unsigned number = details.count(detail.name); number > 1)
      fmt::format_to(std::back_inserter(text), FMT_COMPILE(" {}"), number);
    text += "\":";
    if (detail.text.empty())
      fmt::format_to(std::back_inserter(text), FMT_COMPILE("{}"), detail.value);
    else
      text += known_json_of(detail.text);
  }
  void message(const MessageEnd& end) override {
    out_.print(
        FMT_COMPILE(
            ",\n{{\"ph\":\"{}\",\"id\":\"0x{:x}\",\"name\":\"message\",\"cat\":\"message\",{},"
            "\"ts\":{}{}}}"),
        end.sends ? "s" : "f", end.id(), places_[end.location.index()], at(end.time).text(),
        end.sends ? "" : ",\"bp\":\"e\"");
  }
  void sample(LocationId location, Timestamp time, MetricMemberId metric, double value) override {
    if (!std::isfinite(value)) return;  // not representable in JSON
    out_.print(
        FMT_COMPILE(",\n{{\"ph\":\"C\",{},\"ts\":{},\"name\":{},\"args\":{{\"value\":{}}}}}"),
        places_[location.index()], at(time).text(),
        json_of(name_of(definitions_, metric) + ", " + name_of(definitions_, location)), value);
  }
  void finish(Timestamp) override {
    out_.write("\n]}\n");
    out_.commit();
  }

 private:
  [[nodiscard]] Microseconds at(Timestamp time) const {
    return Microseconds(scale_.nanoseconds(time));
  }
  void begin_event(std::string_view phase, LocationId location, Timestamp time) {
    out_.write(",\n{\"ph\":\"");
    out_.write(phase);
    out_.write("\",");
    out_.write(places_[location.index()]);
    out_.write(",\"ts\":");
    out_.write(at(time).text());
  }
  // Caches names that recur: the names of the trace's definitions.
  const std::string& known_json_of(std::string_view text) {
    auto known = known_.find(text);
    if (known == known_.end())
      known = known_.emplace(std::string(text), json_of(std::string(text))).first;
    return known->second;
  }
  void write(const WaitState& wait) {
    const ProcessId process = definitions_.locations[wait.location.index()].process;
    const std::uint64_t begin = scale_.nanoseconds(wait.begin);
    const std::uint64_t length = scale_.nanoseconds(wait.end) - begin;
    out_.print(
        FMT_COMPILE(
            ",\n{{\"ph\":\"X\",\"pid\":{},\"tid\":{},\"ts\":{}.{:03},\"dur\":{}.{:03},\"name\":{},"
            "\"cat\":\"wait state\"}}"),
        process.index() + 1, definitions_.locations.size() + wait.location.index() + 1,
        begin / 1000, begin % 1000, length / 1000, length % 1000, json_of(wait.metric));
    if (!named_.insert(wait.location.value).second) return;
    out_.print(FMT_COMPILE(",\n{{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":{},\"tid\":{},"
                           "\"args\":{{\"name\":{}}}}"
                           "}"),
               process.index() + 1, definitions_.locations.size() + wait.location.index() + 1,
               json_of("wait states of " + name_of(definitions_, wait.location)));
  }

  const Definitions& definitions_;
  TextOutput out_;
  TimeScale scale_{{}, 1};
  std::vector<std::string> calls_;   // indexed by region
  std::vector<std::string> places_;  // indexed by location
  std::vector<Details> details_;     // indexed by location, for the open call
  std::map<std::string, std::string, std::less<>> known_;
  std::set<std::uint32_t> named_;
};

}  // namespace

std::unique_ptr<ExchangeWriter> make_chrome_writer(const Definitions& definitions,
                                                   const std::filesystem::path& output) {
  return std::make_unique<ChromeWriter>(definitions, output);
}

}  // namespace lull::exchange
