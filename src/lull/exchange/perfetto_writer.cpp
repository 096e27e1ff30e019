// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Perfetto's protobuf trace: calls are slices of track events, messages are flows, counters have
// their own tracks. Names are interned. Field numbers come from the format's schema
// (perfetto_trace.proto).
#include <map>
#include <protozero/pbf_writer.hpp>
#include <set>
#include <string>
#include <utility>

#include "lull/exchange/exchange_writer.hpp"
#include "lull/exchange/names.hpp"
#include "lull/exchange/text_output.hpp"

namespace lull::exchange {
namespace {

using Message = protozero::pbf_writer;

namespace trace {
constexpr protozero::pbf_tag_type kPacket = 1;
}
namespace packet {
constexpr protozero::pbf_tag_type kTimestamp = 8;
constexpr protozero::pbf_tag_type kSequence = 10;
constexpr protozero::pbf_tag_type kTrackEvent = 11;
constexpr protozero::pbf_tag_type kInternedData = 12;
constexpr protozero::pbf_tag_type kSequenceFlags = 13;
constexpr protozero::pbf_tag_type kTrackDescriptor = 60;
constexpr std::uint32_t kStateCleared = 1;
constexpr std::uint32_t kNeedsState = 2;
}  // namespace packet
namespace interned {
constexpr protozero::pbf_tag_type kCategories = 1;
constexpr protozero::pbf_tag_type kEventNames = 2;
constexpr protozero::pbf_tag_type kNumber = 1;
constexpr protozero::pbf_tag_type kName = 2;
}  // namespace interned
namespace track {
constexpr protozero::pbf_tag_type kUuid = 1;
constexpr protozero::pbf_tag_type kName = 2;
constexpr protozero::pbf_tag_type kProcess = 3;
constexpr protozero::pbf_tag_type kThread = 4;
constexpr protozero::pbf_tag_type kParent = 5;
constexpr protozero::pbf_tag_type kCounter = 8;
constexpr protozero::pbf_tag_type kPid = 1;
constexpr protozero::pbf_tag_type kTid = 2;
constexpr protozero::pbf_tag_type kThreadName = 5;
constexpr protozero::pbf_tag_type kProcessName = 6;
constexpr protozero::pbf_tag_type kUnitName = 6;
}  // namespace track
namespace track_event {
constexpr protozero::pbf_tag_type kCategory = 3;
constexpr protozero::pbf_tag_type kAnnotations = 4;
constexpr protozero::pbf_tag_type kType = 9;
constexpr protozero::pbf_tag_type kNameNumber = 10;
constexpr protozero::pbf_tag_type kTrack = 11;
constexpr protozero::pbf_tag_type kName = 23;
constexpr protozero::pbf_tag_type kCounterValue = 44;
constexpr protozero::pbf_tag_type kFlows = 47;
constexpr protozero::pbf_tag_type kEndingFlows = 48;
constexpr std::int32_t kBegin = 1;
constexpr std::int32_t kEnd = 2;
constexpr std::int32_t kInstant = 3;
constexpr std::int32_t kCounter = 4;
}  // namespace track_event
namespace annotation {
constexpr protozero::pbf_tag_type kUnsigned = 3;
constexpr protozero::pbf_tag_type kText = 6;
constexpr protozero::pbf_tag_type kName = 10;
}  // namespace annotation

constexpr std::uint32_t kSequence = 1;

class PerfettoWriter final : public ExchangeWriter {
 public:
  PerfettoWriter(const Definitions& definitions, const std::filesystem::path& output)
      : definitions_(definitions), out_(output), annotations_(definitions.locations.size()) {}

  void begin(const TimeScale& scale, const std::vector<WaitState>& wait_states) override {
    scale_ = scale;
    intern_names();
    describe_system();
    for (const WaitState& wait : wait_states) write(wait);
  }
  void enter(LocationId location, Timestamp time, RegionId region) override {
    annotations_[location.index()].clear();
    event(time, [&](Message& event) {
      event.add_int32(track_event::kType, track_event::kBegin);
      event.add_uint64(track_event::kTrack, track_of(location));
      event.add_uint64(track_event::kNameNumber, number_of(region));
      event.add_uint64(track_event::kCategory, categories_[number_of(region) - 1]);
    });
  }
  void leave(LocationId location, Timestamp time, RegionId) override {
    std::string& annotations = annotations_[location.index()];
    event(time, [&](Message& event) {
      event.add_int32(track_event::kType, track_event::kEnd);
      event.add_uint64(track_event::kTrack, track_of(location));
      event_text_ += annotations;
    });
    annotations.clear();
  }
  void detail(LocationId location, const CallDetail& detail) override {
    std::string& annotations = annotations_[location.index()];
    constexpr std::size_t kMost = 4096;  // a call may complete thousands of requests
    if (annotations.size() > kMost) return;
    std::string text;
    Message one(text);
    one.add_string(annotation::kName, detail.name.data(), detail.name.size());
    if (detail.text.empty())
      one.add_uint64(annotation::kUnsigned, detail.value);
    else
      one.add_string(annotation::kText, detail.text.data(), detail.text.size());
    Message(annotations).add_message(track_event::kAnnotations, text);
  }
  void message(const MessageEnd& end) override {
    event(end.time, [&](Message& event) {
      event.add_int32(track_event::kType, track_event::kInstant);
      event.add_uint64(track_event::kTrack, track_of(end.location));
      event.add_string(track_event::kName, end.sends ? "send" : "receive");
      event.add_fixed64(end.sends ? track_event::kFlows : track_event::kEndingFlows, end.id());
    });
  }
  void sample(LocationId location, Timestamp time, MetricMemberId metric, double value) override {
    const std::uint64_t counter = counter_of(location, metric);
    event(time, [&](Message& event) {
      event.add_int32(track_event::kType, track_event::kCounter);
      event.add_uint64(track_event::kTrack, counter);
      event.add_double(track_event::kCounterValue, value);
    });
  }
  void finish(Timestamp) override { out_.commit(); }

 private:
  // Tracks of processes, locations, their wait states, and counters. No track is 0.
  [[nodiscard]] static std::uint64_t track_of(ProcessId process) { return process.index() + 1; }
  [[nodiscard]] std::uint64_t track_of(LocationId location) const {
    return definitions_.processes.size() + 1 + location.index();
  }
  [[nodiscard]] std::uint64_t waits_of(LocationId location) const {
    return track_of(location) + definitions_.locations.size();
  }
  [[nodiscard]] std::uint64_t number_of(RegionId region) const {
    return std::min(region.index(), definitions_.regions.size()) + 1;
  }

  template <class Fill>
  void write_packet(Fill&& fill) {
    packet_text_.clear();
    Message packet(packet_text_);
    packet.add_uint32(packet::kSequence, kSequence);
    fill(packet);
    file_text_.clear();
    Message(file_text_).add_message(trace::kPacket, packet_text_);
    out_.write(file_text_);
  }
  template <class Fill>
  void event(Timestamp time, Fill&& fill) {
    event_at(scale_.nanoseconds(time), fill);
  }
  template <class Fill>
  void event_at(std::uint64_t time, Fill&& fill) {
    write_packet([&](Message& packet) {
      packet.add_uint64(packet::kTimestamp, time);
      packet.add_uint32(packet::kSequenceFlags, packet::kNeedsState);
      event_text_.clear();
      {
        Message event(event_text_);
        fill(event);
      }
      packet.add_message(packet::kTrackEvent, event_text_);
    });
  }

  void intern_names() {
    std::map<std::string, std::uint64_t> categories;
    std::string data;
    const auto add = [&data](protozero::pbf_tag_type table, std::uint64_t number,
                             const std::string& name) {
      std::string text;
      Message entry(text);
      entry.add_uint64(interned::kNumber, number);
      entry.add_string(interned::kName, name);
      Message(data).add_message(table, text);
    };
    for (std::size_t i = 0; i <= definitions_.regions.size(); ++i) {
      add(interned::kEventNames, i + 1, name_of(definitions_, RegionId(i)));
      const std::string category = category_of(definitions_, RegionId(i));
      const auto [place, is_new] = categories.try_emplace(category, categories.size() + 1);
      if (is_new) add(interned::kCategories, place->second, category);
      categories_.push_back(place->second);
    }
    write_packet([&](Message& packet) {
      packet.add_uint32(packet::kSequenceFlags, packet::kStateCleared);
      packet.add_message(packet::kInternedData, data);
    });
  }

  void describe(std::uint64_t track, std::uint64_t parent, const std::string& name,
                protozero::pbf_tag_type kind, const std::string& what) {
    write_packet([&](Message& packet) {
      std::string text;
      Message descriptor(text);
      descriptor.add_uint64(track::kUuid, track);
      if (parent != 0) descriptor.add_uint64(track::kParent, parent);
      if (!name.empty()) descriptor.add_string(track::kName, name);
      if (kind != 0) descriptor.add_message(kind, what);
      packet.add_message(packet::kTrackDescriptor, text);
    });
  }

  void describe_system() {
    for (std::size_t i = 0; i < definitions_.processes.size(); ++i) {
      const SystemNodeId node = definitions_.processes[i].node;
      std::string text;
      Message process(text);
      process.add_int32(track::kPid, static_cast<std::int32_t>(i + 1));
      process.add_string(track::kProcessName,
                         name_of(definitions_, ProcessId(i)) +
                             (node.defined() ? " (" + name_of(definitions_, node) + ")" : ""));
      describe(track_of(ProcessId(i)), 0, "", track::kProcess, text);
    }
    for (std::size_t i = 0; i < definitions_.locations.size(); ++i) {
      const ProcessId process = definitions_.locations[i].process;
      std::string text;
      Message thread(text);
      thread.add_int32(track::kPid,
                       static_cast<std::int32_t>(process.defined() ? process.index() + 1 : 0));
      thread.add_int32(track::kTid, static_cast<std::int32_t>(i + 1));
      thread.add_string(track::kThreadName, name_of(definitions_, LocationId(i)));
      describe(track_of(LocationId(i)), process.defined() ? track_of(process) : 0, "",
               track::kThread, text);
    }
  }

  [[nodiscard]] std::uint64_t counter_of(LocationId location, MetricMemberId metric) {
    const auto [place, is_new] =
        counters_.try_emplace(std::pair(location.value, metric.value), counters_.size());
    const std::uint64_t track =
        definitions_.processes.size() + 1 + 2 * definitions_.locations.size() + place->second;
    if (is_new) {
      std::string text;
      Message(text).add_string(track::kUnitName, definitions_.metric_members[metric.index()].unit);
      describe(track, track_of(location), name_of(definitions_, metric), track::kCounter, text);
    }
    return track;
  }

  void write(const WaitState& wait) {
    if (waiting_.insert(wait.location.value).second)
      describe(waits_of(wait.location), track_of(wait.location), "wait states", 0, {});
    event_at(scale_.nanoseconds(wait.begin), [&](Message& event) {
      event.add_int32(track_event::kType, track_event::kBegin);
      event.add_uint64(track_event::kTrack, waits_of(wait.location));
      event.add_string(track_event::kName, wait.metric);
    });
    event_at(scale_.nanoseconds(wait.end), [&](Message& event) {
      event.add_int32(track_event::kType, track_event::kEnd);
      event.add_uint64(track_event::kTrack, waits_of(wait.location));
    });
  }

  const Definitions& definitions_;
  TextOutput out_;
  TimeScale scale_{{}, 1};
  std::vector<std::uint64_t> categories_;  // indexed by region
  std::vector<std::string> annotations_;   // indexed by location, for the open call
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> counters_;
  std::set<std::uint32_t> waiting_;  // locations with a track of wait states
  std::string event_text_;
  std::string packet_text_;
  std::string file_text_;
};

}  // namespace

std::unique_ptr<ExchangeWriter> make_perfetto_writer(const Definitions& definitions,
                                                     const std::filesystem::path& output) {
  return std::make_unique<PerfettoWriter>(definitions, output);
}

}  // namespace lull::exchange
