// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/events/event_description.hpp"

#include <gtest/gtest.h>

#include <string>

#include "lull/analysis/bus/pattern.hpp"
#include "lull/analysis/events/compound_event.hpp"

namespace lull::analysis {
namespace {

// Records names and kinds of fields.
class Writer final : public FieldVisitor {
 public:
  std::string text;

  void number(std::string_view name, std::uint64_t /*value*/) override { add(name, "number"); }
  void flag(std::string_view name, bool /*value*/) override { add(name, "flag"); }
  void word(std::string_view name, std::string_view /*value*/) override { add(name, "word"); }
  void identifier(std::string_view name, Thing /*thing*/, std::uint32_t /*index*/,
                  bool /*defined*/) override {
    add(name, "id");
  }
  void time(std::string_view name, Timestamp /*value*/) override { add(name, "time"); }
  void duration(std::string_view name, Duration /*value*/) override { add(name, "duration"); }
  void begin_record(std::string_view name, std::string_view type) override {
    add(name, std::string(type) + "{");
  }
  void end_record() override { text += "} "; }
  void begin_list(std::string_view name) override { add(name, "["); }
  void end_list() override { text += "] "; }

 private:
  void add(std::string_view name, const std::string& what) {
    text += std::string(name) + ":" + what + " ";
  }
};

template <class Event>
std::string sample() {
  Writer writer;
  event_type<Event>()->visit_sample(writer);
  return writer.text;
}

constexpr const char* kCall = "Call{ location:id path:id enter:time leave:time } ";

TEST(EventDescription, NeedsNoEvent) {
  EXPECT_EQ(sample<LockHandover>(), std::string("acquire:LockOperation{ process:id lock:number "
                                                "order:number time:time call:") +
                                        kCall +
                                        "} release:LockOperation{ process:id lock:number "
                                        "order:number time:time call:" +
                                        kCall +
                                        "} holders:[ :LockHolder{ order:number release:time "
                                        "call:" +
                                        kCall + "} ] ");
}

TEST(EventDescription, ListsOfASampleHaveOneElement) {
  const std::string member = std::string("TeamMember{ call:") + kCall + "start:time } ";
  EXPECT_EQ(sample<ParallelRegion>(), std::string("fork:") + kCall + "members:[ :" + member + "] ");
}

// SendCall accesses its first message.
TEST(EventDescription, SamplesMayAccessLists) {
  const std::string text = sample<SendCall>();
  EXPECT_TRUE(text.starts_with("process:id call:Call{")) << text;
  EXPECT_NE(text.find("received:[ :Message{ send:Send{"), std::string::npos) << text;
}

TEST(EventDescription, OfASampleEqualsThatOfAnEvent) {
  const CallInstance fork;
  const std::vector<ParallelRegionMember> members(1);
  const ParallelRegion region{fork, members};
  Writer writer;
  event_type<ParallelRegion>()->visit(&region, writer);
  EXPECT_EQ(writer.text, sample<ParallelRegion>());
}

}  // namespace
}  // namespace lull::analysis
