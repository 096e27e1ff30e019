// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Incrementally updated states equal the results of their functions, called as written, at every
// event and for every query time.
#include <map>
#include <random>

#include "asl/evaluate/running.hpp"
#include "lull/asl/evaluate/machine/machine.hpp"
#include "support/random/random_trace.hpp"

namespace lull::asl {
namespace {

// Evaluates the functions directly.
class PlainMachine final : public Machine {
 public:
  using Machine::Machine;
  Value state_at(FunctionId state, const EventRecord* event, bool before,
                 std::span<const Value> arguments) override {
    if (before && event != nullptr)
      event = event->event.index == 0 ? nullptr : event_at(event->event.index - 1);
    std::vector<std::int64_t> key{
        static_cast<std::int64_t>(state.index()),
        event == nullptr ? -1 : static_cast<std::int64_t>(event->event.index)};
    for (const Value argument : arguments) key.push_back(argument.integer);
    const auto known = known_.find(key);
    if (known != known_.end()) return known->second;
    const code::Function& function = program_.functions[state.index()];
    Frame frame = interpreter().make_frame(function.scope);
    frame.slots[0] = event_value(event);
    std::ranges::copy(arguments, frame.slots + 1);
    return known_[key] = interpreter().evaluate(*function.body, frame);
  }
  void forget() { known_.clear(); }

 private:
  std::map<std::vector<std::int64_t>, Value> known_;
};

constexpr const char* kStates = R"(
int sends(Event e, Process p) =
  IF (e == NULL) 0
  ELIF (typeof(e) == Send AND p == e.process_id) sends(PRED(e), p) + 1
  ELSE sends(PRED(e), p);
int longer(Event e, int n) =
  IF (e == NULL) 0
  ELIF (typeof(e) == Send) IF (e.length > n) longer(PRED(e), n) + 1 ELSE longer(PRED(e), n)
  ELSE longer(PRED(e), n);
Event last(Event e, Process p) =
  IF (e == NULL) NULL
  ELIF (e.process_id == p) e
  ELSE last(PRED(e), p);
setof Process senders(Event e) =
  IF (e == NULL) {}
  ELIF (typeof(e) == Send) senders(PRED(e)) + e.process_id
  ELIF (typeof(e) == Receive) senders(PRED(e)) - e.process_id
  ELSE senders(PRED(e));
int odd(Event e) = IF (e == NULL) 0 ELSE even(PRED(e));
int even(Event e) = IF (e == NULL) 1 ELSE odd(PRED(e));
boolean busy(Event e, Process p) =
  IF (e == NULL) FALSE
  ELIF (typeof(e) == Enter AND e.process_id == p AND e.region.paradigm == Paradigm.mpi) TRUE
  ELIF (typeof(e) == Exit AND e.process_id == p) FALSE
  ELSE busy(PRED(e), p);
setof Enter opened(Event e, Region r) =
  IF (e == NULL) {}
  ELIF (typeof(e) == Exit AND e.region == r) {}
  ELIF (typeof(e) == Enter AND e.region == r AND e.process_id.rank >= 0) opened(PRED(e), r) + { e }
  ELSE opened(PRED(e), r);
int since_send(Event e, Process p) =
  IF (e == NULL) 0
  ELIF (typeof(e) == Send AND e.process_id == p) 0
  ELSE since_send(PRED(e), p) + 1;
class Called extends Enter SUCH THAT TRUE { Region any = REGION("MPI_*"); }
int called(Event e, Region r) =
  IF (e == NULL) 0
  ELIF (typeof(e) == Called AND e.any == r) called(PRED(e), r) + 1
  ELSE called(PRED(e), r);
class Big extends Send SUCH THAT THIS.length > 16 { int before = sends(PRED(THIS), THIS.process_id); }
setof Big bigs(Event e) =
  IF (e == NULL) {}
  ELIF (typeof(e) == Big AND e.before > 0) IF (COUNT(b WHERE b IN bigs(PRED(e))) >= 3) { e } ELSE bigs(PRED(e)) + { e }
  ELSE bigs(PRED(e));
)";

std::string text_of(Machine& machine, const Program& program, const StaticType& type, Value value) {
  if (type.set) {
    std::string text = "{";
    for (const Value element : value.set->elements())
      text += text_of(machine, program, type.element(), element) + " ";
    return text + "}";
  }
  if (machine.keeper().is_event(type))
    return value.event == nullptr ? "NULL" : "#" + std::to_string(value.event->event.index);
  if (type.is(StaticType::Kind::Boolean)) return value.truth ? "true" : "false";
  return std::to_string(value.integer);
}

class AslStateValues : public testing::TestWithParam<std::uint64_t> {
 protected:
  static OpenTrace open(std::uint64_t seed) {
    return [seed] {
      support::RandomTraceOptions options;
      options.processes = 3;
      options.threads = 2;
      options.steps = 10;
      GlobalTrace::Options few;
      few.history = 64;
      return std::make_unique<GlobalTrace>(support::random_trace(seed, options), few);
    };
  }
  // Returns lists of arguments for a state.
  static std::vector<std::vector<Value>> lists(const code::Function& state,
                                               const Archive& archive) {
    std::vector<std::vector<Value>> result{{}};
    for (std::size_t i = 1; i < state.scope.parameters.size(); ++i) {
      const StaticType& type = state.scope.parameters[i].type;
      std::size_t count = 3;
      if (type == object_of(model().process)) count = archive.processes().size();
      if (type == object_of(model().region)) count = archive.regions().size();
      if (type == object_of(model().communicator))
        count = archive.definitions().communicators.size();
      std::vector<std::vector<Value>> longer;
      for (const auto& list : result)
        for (std::size_t value = 0; value < count; ++value) {
          longer.push_back(list);
          longer.back().push_back(integer_value(static_cast<std::int64_t>(value) *
                                                (type.is(StaticType::Kind::Integer) ? 8 : 1)));
        }
      result = longer;
    }
    return result;
  }
};

TEST_P(AslStateValues, EqualTheirFunctions) {
  const auto specification = checked(kStates);
  ASSERT_FALSE(HasFailure());
  const Program& program = specification->program;
  const auto open_trace = open(GetParam());
  const Definitions definitions = open_trace()->definitions();
  Archive archive(definitions, "archive", 0, {});
  Usage usage;
  usage.functions.assign(program.functions.size(), true);
  usage.classes.assign(program.classes.size(), true);
  usage.queries_past = true;
  const Limits limits;
  Machine machine(program, usage, archive, open_trace, limits);
  PlainMachine plain(program, usage, archive, open_trace, limits);
  std::mt19937_64 random(GetParam());
  std::size_t compared = 0;
  std::size_t states = 0;
  while (machine.step() && plain.step()) {
    for (std::size_t f = 0; f < program.functions.size(); ++f) {
      const code::Function& function = program.functions[f];
      if (!function.state) continue;
      ++states;
      const auto all = lists(function, archive);
      const std::vector<Value>& arguments = all[random() % all.size()];
      const EventIndex now = machine.now().event.index;
      // Mostly the current event; otherwise an earlier one.
      const EventIndex index = random() % 16 > 0 ? now : random() % (now + 1);
      const bool before = random() % 2 == 0;
      machine.activate();
      const std::string found =
          text_of(machine, program, function.type,
                  machine.state_at(FunctionId{f}, machine.event_at(index), before, arguments));
      plain.activate();
      const std::string expected =
          text_of(plain, program, function.type,
                  plain.state_at(FunctionId{f}, plain.event_at(index), before, arguments));
      ASSERT_EQ(found, expected) << function.name << " at " << index << " of " << now
                                 << (before ? " before" : "");
      ++compared;
    }
    machine.settle();
    plain.settle();
    plain.forget();
  }
  EXPECT_EQ(compared, states);
  EXPECT_GT(compared, 300u);
}

INSTANTIATE_TEST_SUITE_P(Seeds, AslStateValues, testing::Range<std::uint64_t>(1, 13));

constexpr const char* kSends = R"(
clock 10
processes 2
0: 0 enter main; 2 enter f; 3 send 1; 4 send 1; 5 leave; 90 leave
1: 0 enter main; 2 enter g; 3 send 0; 5 leave; 90 leave
)";

TEST(AslStates, OfNewArgumentsIncludeTheFirstEvent) {
  const RunResults results = run_on(R"(
int n(Event e, int from) = IF (e == NULL) from ELSE n(PRED(e), from) + 1;
PATTERN P() { ROOTTYPE: Enter; INSTANTIATION: CONSTRAINT: ROOT.index == 0 EXPORT: int x = n(ROOT, 5); }
)",
                                    kSends);
  EXPECT_EQ(sum_of(results, "P", "x"), "6");
}

// Over time, an event has different records, and a record different events.
TEST(AslStates, MayHaveEventsAsArguments) {
  const RunResults results = run_on(R"(
int sends(Event e, Enter call) =
  IF (e == NULL) 0
  ELIF (typeof(e) == Send AND e.process_id == call.process_id AND e.index > call.index)
    sends(PRED(e), call) + 1
  ELSE sends(PRED(e), call);
PATTERN P() {
  ROOTTYPE: Exit; INSTANTIATION: Enter call = enterptr(ROOT); CONSTRAINT: TRUE
  EXPORT: int x = sends(ROOT, call);
}
)",
                                    kSends);
  EXPECT_TRUE(results.errors.empty());
  EXPECT_EQ(sum_of(results, "P", "x"), "6");
}

TEST(AslStates, OfEventTypesWithNewArgumentsAreReplayedOnce) {
  const RunResults results = run_on(R"(
int n(Event e, int from) = IF (e == NULL) from ELSE n(PRED(e), from) + 1;
class Numbered extends Event SUCH THAT TRUE { int number = n(PRED(THIS), THIS.index); }
PATTERN P() { ROOTTYPE: Numbered; INSTANTIATION: CONSTRAINT: TRUE EXPORT: int x = ROOT.number; }
)",
                                    kSends);
  EXPECT_TRUE(results.errors.empty());
  EXPECT_EQ(sum_of(results, "P", "x"), "110");  // 2 * (0 + 1 + ... + 10)
}

TEST(AslStates, ThatQueryNewArgumentsAreReplayedOnce) {
  const RunResults results = run_on(R"(
int n(Event e, int from) = IF (e == NULL) from ELSE n(PRED(e), from) + 1;
int m(Event e, int k) = IF (e == NULL) 0 ELIF (typeof(e) == Send) n(e, k + e.index) ELSE m(PRED(e), k) + 1;
PATTERN P() { ROOTTYPE: Exit; INSTANTIATION: CONSTRAINT: TRUE EXPORT: int x = m(ROOT, ROOT.index); }
)",
                                    kSends);
  EXPECT_TRUE(results.errors.empty());
  EXPECT_EQ(matches_of(results, "P"), 4u);
}

TEST(AslStates, AfterAnEventOfUndeterminedTypeAreAMistake) {
  const RunResults results = run_on(R"(
int depth(Event e) = COUNT f WHERE f IN R(e, e.process_id);
class Deep extends Enter SUCH THAT depth(THIS) > 1 {}
PATTERN P() { ROOTTYPE: Deep; INSTANTIATION: CONSTRAINT: TRUE EXPORT: int one = 1; }
)",
                                    kSends);
  expect_one_error(results, "the state after THIS depends on its class");
  EXPECT_EQ(results.errors[0].event, 0u);
}

}  // namespace
}  // namespace lull::asl
