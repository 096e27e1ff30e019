// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Writes one row per event in time order; lull-convert(1) describes the columns.
#include <string>
#include <utility>

#include "lull/exchange/exchange_writer.hpp"
#include "lull/exchange/names.hpp"
#include "lull/exchange/text_output.hpp"
#include "lull/trace/event/event_names.hpp"
#include "lull/trace/rules/open_regions.hpp"

namespace lull::exchange {
namespace {

// Quotes a field as in RFC 4180.
std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string safe = "\"";
  for (const char c : text) {
    if (c == '"') safe += '"';
    safe += c;
  }
  return safe + '"';
}

class CsvWriter final : public ExchangeWriter {
 public:
  CsvWriter(const Definitions& definitions, const std::filesystem::path& output)
      : definitions_(definitions), out_(output) {
    for (std::size_t i = 0; i < definitions.regions.size(); ++i)
      regions_.push_back(quoted(name_of(definitions, RegionId(i))));
    for (std::size_t i = 0; i < definitions.locations.size(); ++i)
      locations_.push_back(quoted(name_of(definitions, definitions.locations[i].process)) + ',' +
                           quoted(name_of(definitions, LocationId(i))));
  }

  void begin(const TimeScale& scale, const std::vector<WaitState>& wait_states) override {
    scale_ = scale;
    out_.write(
        "ns,location_id,process,location,event,region,partner_rank,root,communicator,tag,"
        "bytes_sent,bytes_received,request,value\n");
    for (const WaitState& wait : wait_states) {
      const std::uint64_t begin = scale.nanoseconds(wait.begin);
      out_.print(FMT_COMPILE("{},{},{},WAIT_STATE,{},,,,,,,,{}\n"), begin,
                 definitions_.locations[wait.location.index()].reference,
                 locations_[wait.location.index()], quoted(wait.metric),
                 scale.nanoseconds(wait.end) - begin);
    }
  }
  void enter(LocationId, Timestamp, RegionId) override {}
  void leave(LocationId, Timestamp, RegionId) override {}
  void event(LocationId location, const Event& event) override {
    out_.print(FMT_COMPILE("{},{},{},{},"), scale_.nanoseconds(event.time),
               definitions_.locations[location.index()].reference, locations_[location.index()],
               name_of_event(event.body.index()));
    if (const auto region = region_of(event.body, definitions_);
        region && region->index() < regions_.size())
      out_.write(regions_[region->index()]);
    std::visit([this](const auto& body) { write_rest(body); }, event.body);
    out_.write("\n");
  }
  void finish(Timestamp) override { out_.commit(); }

 private:
  std::string communicator(CommunicatorId id) const { return quoted(name_of(definitions_, id)); }

  // ,partner_rank,root,communicator,tag,bytes_sent,bytes_received,request,value
  template <class Body>
  void write_rest(const Body& body) {
    if constexpr (std::is_same_v<Body, MpiSend>)
      out_.print(FMT_COMPILE(",{},,{},{},{},,,"), body.receiver, communicator(body.communicator),
                 body.tag, body.length);
    else if constexpr (std::is_same_v<Body, MpiIsend>)
      out_.print(FMT_COMPILE(",{},,{},{},{},,{},"), body.receiver, communicator(body.communicator),
                 body.tag, body.length, body.request);
    else if constexpr (std::is_same_v<Body, MpiRecv>)
      out_.print(FMT_COMPILE(",{},,{},{},,{},,"), body.sender, communicator(body.communicator),
                 body.tag, body.length);
    else if constexpr (std::is_same_v<Body, MpiIrecv>)
      out_.print(FMT_COMPILE(",{},,{},{},,{},{},"), body.sender, communicator(body.communicator),
                 body.tag, body.length, body.request);
    else if constexpr (std::is_same_v<Body, MpiCollectiveEnd>)
      out_.print(FMT_COMPILE(",,{},{},,{},{},,"),
                 body.root == kNoRank ? "" : fmt::format("{}", body.root),
                 communicator(body.communicator), body.sent, body.received);
    else if constexpr (requires { body.request; })
      out_.print(FMT_COMPILE(",,,,,,,{},"), body.request);
    else if constexpr (std::is_same_v<Body, MetricSample>)
      write_values(body);
    else if constexpr (std::is_same_v<Body, ParameterString>)
      out_.print(FMT_COMPILE(",,,,,,,,{}"), body.value.index() < definitions_.strings.size()
                                                ? quoted(definitions_.strings[body.value.index()])
                                                : std::string());
    else if constexpr (requires { body.parameter; })
      out_.print(FMT_COMPILE(",,,,,,,,{}"), body.value);
    else
      out_.write(",,,,,,,,");
  }

  // Writes all values of a sample, separated by blanks.
  void write_values(const MetricSample& sample) {
    out_.write(",,,,,,,,");
    bool first = true;
    for (const Value& value : sample.values) {
      if (!std::exchange(first, false)) out_.write(" ");
      if (value.kind == ValueKind::Floating)
        out_.print(FMT_COMPILE("{}"), value.as_floating);
      else if (value.kind == ValueKind::Signed)
        out_.print(FMT_COMPILE("{}"), value.as_signed);
      else
        out_.print(FMT_COMPILE("{}"), value.as_unsigned);
    }
  }

  const Definitions& definitions_;
  TextOutput out_;
  TimeScale scale_{{}, 1};
  std::vector<std::string> regions_;
  std::vector<std::string> locations_;
};

}  // namespace

std::unique_ptr<ExchangeWriter> make_csv_writer(const Definitions& definitions,
                                                const std::filesystem::path& output) {
  return std::make_unique<CsvWriter>(definitions, output);
}

}  // namespace lull::exchange
