// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The listings of "Specification of Performance Problems in Event Traces" (the ASL report of 2000),
// sections 7 and 8, reformatted. Section 8 writes in ASL what section 6 states as formulas.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "asl/syntax/parsed.hpp"

namespace lull::asl {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const char* const kEvents = R"(
class RegionEvent extends Event { Region region; // region entered or left
}
class Enter extends RegionEvent { }
class Exit extends RegionEvent{ }
class MsgEvent extends Event {
  int tag;                    //message tag
  Communicator communicator;  //communicator
  int length;                 //message length in bytes
}
class Send extends MsgEvent { Process destination; }
class Receive extends MsgEvent { Process source; }
Event PRED(Event e);
)";

const char* const kRegionStack = R"(
setof Enter R(Event e, Process p) =
  IF (e == NULL) {}
  ELIF (typeof(e) == Enter AND e.process_id == p) R(PRED(e), p) + { e }
  ELIF (typeof(e) == Exit AND e.process_id == p)
    R(PRED(e), p) - UNIQUE({ f IN R(PRED(e), p) SUCH THAT
      NEXISTS g IN R(PRED(e), p) SUCH THAT g.timestamp > f.timestamp })
  ELSE R(PRED(e), p);
Enter enterptr(Event e) =
  IF (R(PRED(e), e.process_id) == NULL) NULL
  ELSE UNIQUE({ f IN R(PRED(e), e.process_id) SUCH THAT
    NEXISTS g IN R(PRED(e), e.process_id) SUCH THAT g.timestamp > f.timestamp });
)";

const char* const kMessageQueue = R"(
setof Send M(Event e, Process s, Process d) =
  IF (e == NULL) {}
  ELIF (typeof(e) == Send AND e.process_id == s AND e.destination == d) M(PRED(e), s, d) + { e }
  ELIF (typeof(e) == Receive AND e.source == s AND e.process_id == d)
    M(PRED(e), s, d) - UNIQUE({ f IN M(PRED(e), s, d) SUCH THAT
      (e.tag == f.tag AND e.communicator == f.communicator AND
       NEXISTS g IN M(PRED(e), s, d) SUCH THAT
         (f.tag == g.tag AND f.communicator == g.communicator AND
          g.timestamp < f.timestamp )) })
  ELSE M(PRED(e), s, d);
Send sendptr(Receive r) =
  UNIQUE({ f IN M(PRED(r), r.source, r.process_id) SUCH THAT
    (r.tag == f.tag AND r.communicator == f.communicator AND
     NEXISTS g IN M(PRED(r), r.source, r.process_id) SUCH THAT
       (f.tag == g.tag AND f.communicator == g.communicator AND g.timestamp < f.timestamp ))
  });
)";

// All four patterns of section 8.2 have the same beginning.
std::string pattern(const std::string& name, const std::string& constraint,
                    const std::string& exports) {
  return "PATTERN " + name + R"((Region r) {
    ROOTTYPE: Receive;
    INSTANTIATION:
        Send  send_msg   = sendptr(ROOT);
        Enter enter_recv = enterptr(ROOT);
        Enter enter_send = enterptr(send_msg);
    CONSTRAINT:
        EXISTS e IN R(ROOT, ROOT.process_id) SUCH THAT e.region == r AND
        )" +
         constraint + "\n    EXPORT:\n        float " + exports + ";\n}\n";
}

const char* const kWrongOrder = R"(EXISTS s IN M(ROOT, send_msg.process_id, ROOT.process_id)
            SUCH THAT s.timestamp < send_msg.timestamp AND
        // constraints
        )";
const char* const kRegions = R"(enterptr(ROOT).region == MPI_RECV AND
        enterptr(send_msg).region == MPI_SEND AND
        )";
const char* const kLateSender = "enter_send.timestamp > enter_recv.timestamp;";
const char* const kLateReceiver = R"(enter_send.timestamp < enter_recv.timestamp AND
        EXISTS e IN R(enter_recv, send_msg.process_id) SUCH THAT e == enter_send;)";

std::string property(const std::string& name, const std::string& cost, const std::string& pattern,
                     const std::string& confidence) {
  return "PROPERTY " + name + "(Region r, Experiment e, Region rank_basis){\nLET\n    float " +
         cost + " = SUM m." + cost + "\n    WHERE m IN PATTERN_MATCHES(" + pattern +
         "(r), e.trace);\nIN\n" + "    CONDITION: " + cost + ">0;\n    CONFIDENCE: " + confidence +
         ";\n    SEVERITY: " + cost + "/duration(rank_basis,e);\n}\n";
}

TEST(AslReport, Figures10And13DeclareEvents) {
  const Parsed read = parsed(kEvents);
  EXPECT_THAT(mistakes(read), IsEmpty());
  ASSERT_EQ(read.specification.declarations.size(), 7);
  const auto& message = std::get<Class>(read.specification.declarations[3]);
  EXPECT_EQ(message.base->text, "Event");
  EXPECT_EQ(message.attributes.at(2).name.text, "length");
}

TEST(AslReport, Figures11And12DefineTheRegionStack) {
  const Parsed read = parsed(kRegionStack);
  EXPECT_THAT(mistakes(read), IsEmpty());
  const auto& stack = std::get<Function>(read.specification.declarations.at(0));
  EXPECT_EQ(tree_text(*stack.body),
            "(if [(== e null) {set}] "
            "[(AND (== (typeof e) Enter) AND (== (. e process_id) p)) "
            "(chain (call R (call PRED e) p) + {set e})] "
            "[(AND (== (typeof e) Exit) AND (== (. e process_id) p)) "
            "(chain (call R (call PRED e) p) - (unique {f in (call R (call PRED e) p) if "
            "(NEXISTS g in (call R (call PRED e) p) : (> (. g timestamp) (. f timestamp)))}))] "
            "else (call R (call PRED e) p))");
}

TEST(AslReport, Figures14And15DefineTheMessageQueue) {
  const Parsed read = parsed(kMessageQueue);
  EXPECT_THAT(mistakes(read), IsEmpty());
  const auto& queue = std::get<Function>(read.specification.declarations.at(0));
  EXPECT_EQ(std::get<Conditional>(queue.body->node).branches.size(), 3);
  const auto& link = std::get<Function>(read.specification.declarations.at(1));
  EXPECT_EQ(link.parameters.at(0).type.name.text, "Receive");
}

TEST(AslReport, Section82SpecifiesPatterns) {
  const std::string late_sender = std::string(kRegions) + kLateSender;
  const std::string late_receiver = std::string(kRegions) + kLateReceiver;
  const std::string sender_waits = "enter_recv.timestamp - enter_send.timestamp";
  const std::string receiver_waits = "enter_send.timestamp - enter_recv.timestamp";
  const Parsed read =
      parsed(pattern("LateSender", late_sender, "idle_time = " + receiver_waits) +
             pattern("LateReceiver", late_receiver, "idle_time = " + sender_waits) +
             pattern("WrongOrderLs", kWrongOrder + late_sender, "cost = (" + receiver_waits + ")") +
             pattern("WrongOrderLr", kWrongOrder + late_receiver, "cost = (" + sender_waits + ")"));
  EXPECT_THAT(mistakes(read), IsEmpty());
  std::vector<std::size_t> constraints;
  for (const Declaration& one : read.specification.declarations)
    constraints.push_back(1 +
                          std::get<Logical>(std::get<Pattern>(one).constraint->node).rest.size());
  EXPECT_THAT(constraints, ElementsAre(4, 5, 5, 6));
  const auto& late = std::get<Pattern>(read.specification.declarations[0]);
  EXPECT_EQ(late.instantiation.size(), 3);
  EXPECT_EQ(tree_text(*late.exports.at(0).value),
            "(chain (. enter_send timestamp) - (. enter_recv timestamp))");
}

TEST(AslReport, Section84UsesPatternsInProperties) {
  const Parsed read = parsed(property("late_sender", "idle_time", "LateSender", "1") +
                             property("late_receiver", "idle_time", "LateReceiver", "medium") +
                             property("wrong_order_ls", "cost", "WrongOrderLs", "1") +
                             property("wrong_order_lr", "cost", "WrongOrderLr", "medium"));
  EXPECT_THAT(mistakes(read), IsEmpty());
  ASSERT_EQ(read.specification.declarations.size(), 4);
  const auto& late = std::get<Property>(read.specification.declarations[1]);
  EXPECT_EQ(tree_text(*std::get<Constant>(late.let.at(0)).value),
            "(open SUM (. m idle_time) m in "
            "(call PATTERN_MATCHES (call LateReceiver r) (. e trace)))");
  EXPECT_EQ(tree_text(*late.conditions.at(0).expression), "(> idle_time 0)");
  EXPECT_EQ(tree_text(*late.confidence.expressions.at(0).expression), "medium");
}

TEST(AslReport, Figure9AndTheListingsDifferInSemicolonsAndBothPass) {
  const std::string head = "PATTERN P() { ROOTTYPE: E; INSTANTIATION: CONSTRAINT: a";
  EXPECT_THAT(mistakes_in(head + " EXPORT: };"), IsEmpty());
  EXPECT_THAT(mistakes_in(head + "; EXPORT: }"), IsEmpty());
}

TEST(AslReport, Section714HasATemplateOverAnOperator) {
  const Parsed read = parsed(
      "PATTERN TEMPLATE LatePartner <boolean rel_op(float a, float b)> (Region r) { ROOTTYPE: E;\n"
      "INSTANTIATION: CONSTRAINT: rel_op(1.5, 2) EXPORT: };\n"
      "PATTERN LateSender = LatePartner< > >; PATTERN LateReceiver = LatePartner<less>;");
  EXPECT_THAT(mistakes(read), IsEmpty());
  const auto& instance = std::get<Instance>(read.specification.declarations.at(1));
  EXPECT_EQ(std::get<OperatorActual>(instance.actuals.at(0)).op, Operator::Greater);
}

}  // namespace
}  // namespace lull::asl
