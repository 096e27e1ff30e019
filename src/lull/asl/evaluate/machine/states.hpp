// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// All states that a run needs, updated at each event. A state has a cell for each list of arguments
// that an event affected or that was queried.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "lull/asl/evaluate/expressions/interpreter.hpp"
#include "lull/asl/evaluate/machine/event_types.hpp"
#include "lull/asl/evaluate/machine/state_plan.hpp"
#include "lull/asl/evaluate/values/state_cell.hpp"

namespace lull::asl {

class States {
 public:
  // `used` is indexed by function. For `remembers` and `keys_of`, see StateCells.
  States(const Program& program, const std::vector<bool>& used, bool remembers,
         Interpreter& interpreter, const EventTypes& types, EventPool& pool, const Limits& limits);

  // Registers arguments that will be queried, before the first event.
  void prepare(FunctionId state, std::span<const Value> arguments);
  // Returns whether the value for these arguments is known after each event.
  [[nodiscard]] bool follows(FunctionId state, std::span<const Value> arguments);
  // Calls visit(state, arguments) for followed arguments that no event determines.
  template <class Visit>
  void for_each_followed(const Visit& visit) const {
    for (const State& state : states_)
      for (const Cell* const cell : state.unkeyed) visit(state.plan.function, cell->arguments);
  }
  // Sets the value after the current event for new arguments, which are followed from now on.
  void adopt(FunctionId state, std::span<const Value> arguments, Value value);
  // Call for each event once its types are known.
  void advance(const EventRecord& event);
  // Call when the event has been processed.
  void settle() { cells_.settle(); }

  // Returns nothing if the value is unknown: the event is too old and was not kept by a state, or
  // the arguments were never queried before.
  [[nodiscard]] std::optional<Value> at(FunctionId state, const EventRecord* event, bool before,
                                        std::span<const Value> arguments);

 private:
  // Arguments as numbers; arguments that do not fit in `words` are in `more`.
  struct Key {
    std::array<std::int64_t, 3> words{};
    std::vector<std::int64_t> more;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const {
      std::uint64_t hash = 0;
      for (const std::int64_t word : key.words) hash = mixed(hash, word);
      for (const std::int64_t word : key.more) hash = mixed(hash, word);
      return hash ^ (hash >> 32U);
    }
    static std::uint64_t mixed(std::uint64_t hash, std::int64_t word) {
      return (hash ^ static_cast<std::uint64_t>(word)) * 0x9E3779B97F4A7C15U;
    }
  };
  struct Cell : StateCell {
    using StateCell::StateCell;
    std::vector<Value> arguments;
    Moment advanced = -1;
    Moment known_from = -1;
  };
  static constexpr std::size_t kRecent = 64;
  [[nodiscard]] static std::size_t recent_place(std::span<const Value> arguments) {
    std::uint64_t hash = 0;
    for (const Value argument : arguments) hash = KeyHash::mixed(hash, argument.integer);
    return hash >> 58U;
  }
  struct State {
    const code::Function* function = nullptr;
    StatePlan plan;
    bool keyed = false;
    bool set = false;
    bool events = false;
    std::vector<bool> of_event;  // indexed by argument; empty: none is an event
    std::unordered_map<Key, std::unique_ptr<Cell>, KeyHash> cells;
    Key key;                              // reused for lookups
    std::array<Cell*, kRecent> recent{};  // cache of lookups
    std::vector<Cell*> unkeyed;           // updated at each event
  };
  // The effect of a kind of event on a state.
  struct Step {
    State* state = nullptr;
    const StateBranch* branch = nullptr;
    // Same as StateBranch::keys, if each key is an attribute of all events of that kind.
    std::vector<const ModelAttribute*> keys;
    bool plain = false;
  };

  static void set_key(const State& state, Key& key, std::span<const Value> arguments);
  [[nodiscard]] Value first_value(const State& state, std::span<const Value> arguments);
  Cell& new_cell(State& state, std::span<const Value> arguments);
  void check_memory();
  void fill(State& state, Cell& cell, Moment now, Value value);
  [[nodiscard]] Cell* find(State& state, std::span<const Value> arguments) const;
  Cell& cell_of(State& state, std::span<const Value> arguments);
  // `branch` is the only branch that may apply; if it is null, the whole function is evaluated. The
  // frame holds the event and the arguments.
  void advance(State& state, Cell& cell, const EventRecord& event, const StateBranch* branch,
               Frame& frame);
  static constexpr std::size_t kPlainKeys = 4;
  bool advance_plainly(const Step& step, const EventRecord& event);
  void apply(State& state, Cell& cell, const StateAction& action, Frame& frame);
  void change(State& state, Cell& cell, bool add, const Node& what, Frame& frame);
  [[nodiscard]] std::span<const Value> elements_for(const Cell& cell, const SetValue& set);
  void replace(Cell& cell, Moment now, std::span<const Value> elements, const StaticType& element);
  [[nodiscard]] static Step make_step(State& state, const StateBranch& branch);
  void set_keys(const Step& step, const EventRecord& event, std::span<Value> keys) const;
  [[nodiscard]] bool set_keys(const Step& step, const EventRecord& event, Frame& frame);
  [[nodiscard]] Value value_of(const State& state, const Cell& cell, Moment moment);
  [[nodiscard]] std::size_t place_of(const State& state, const Cell& cell, Value element) const;
  [[nodiscard]] bool knows(const EventRecord& event, bool before) const;
  [[nodiscard]] bool has_region_set(const State& state, std::span<const Value> arguments) const;

  Interpreter& interpreter_;
  EventPool& pool_;
  const Limits& limits_;
  StateCells cells_;
  std::vector<std::size_t> by_function_;
  std::deque<State> states_;              // indexed by rank
  std::vector<std::vector<Step>> steps_;  // indexed by event kind
  const EventRecord* now_ = nullptr;
  const State* current_ = nullptr;
  Cell* current_cell_ = nullptr;
  std::size_t cell_bytes_ = 0;
};

}  // namespace lull::asl
