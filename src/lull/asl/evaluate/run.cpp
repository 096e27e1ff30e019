// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/asl/evaluate/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "lull/asl/evaluate/argument_lists.hpp"
#include "lull/asl/evaluate/search.hpp"
#include "lull/asl/evaluate/shown.hpp"
#include "lull/base/error.hpp"
#include "lull/trace/event/event_names.hpp"

namespace lull::asl {
namespace {

template <class Named>
std::optional<std::size_t> find_named(const std::vector<Named>& all, const std::string& name) {
  for (std::size_t i = all.size(); i-- > 0;)
    if (all[i].name == name) return i;  // user declarations hide the library's
  return std::nullopt;
}

// A trace that is searched.
struct Experiment {
  Experiment(const OpenSource& from, const std::string& archive_name, std::int64_t recorded)
      : open(from) {
    GlobalTrace trace(open(), trace_options());
    definitions = trace.definitions();
    const Timestamp began = trace.has(0) ? trace.event(0).time() : Timestamp{};
    archive = std::make_unique<Archive>(definitions, archive_name, recorded, began);
  }

  const OpenSource& open;
  Definitions definitions;
  std::unique_ptr<Archive> archive;
  std::unique_ptr<Search> search;
};

struct PropertyTarget {
  PropertyId property;
  std::vector<Value> arguments;
};
struct PatternTarget {
  PatternId pattern;
  std::vector<Value> arguments;
  bool listed = false;  // its matches are listed
};

class Runner {
 public:
  Runner(const Program& program, const OpenSource& open, const std::string& archive_name,
         std::int64_t recorded, const RunOptions& options)
      : program_(program), options_(options), first_(open, archive_name, recorded) {
    if (!options.second) return;
    second_.emplace(options.second->open, options.second->archive_name, options.second->recorded);
    first_.archive->other = second_->archive.get();
  }

  RunResults run() {
    if (!options_.rank_basis.empty()) basis_ = first_.archive->region_named(options_.rank_basis);
    choose_targets();
    UsageFinder usage(program_);
    for (const PropertyTarget& target : properties_) usage.add(target.property);
    for (const PatternTarget& target : patterns_) usage.add(target.pattern);
    usage_ = usage.found();
    search_trace();
    fill_results();
    return std::move(results_);
  }

 private:
  void choose_targets();
  void add_property(std::size_t index);
  void add_pattern(std::size_t index, bool listed);
  void search_trace();
  [[nodiscard]] std::unique_ptr<Search> new_search(const Experiment& experiment) const;
  void prepare_searches();
  [[nodiscard]] bool needs_walk() const;
  [[nodiscard]] bool failed() const;
  void evaluate_properties(Search& search);
  void fill_results();
  void list_property(const PropertyTarget& target, const PropertyResult& result);
  void list_pattern(const Found& found);
  void list_matches(const Found& found);
  void list_errors(const Experiment& experiment);
  void list_error(const Archive& archive, const RunError& error,
                  const std::optional<GlobalEvent>& event);
  [[nodiscard]] NamedValues named(const std::vector<code::Parameter>& parameters,
                                  const std::vector<Value>& arguments) const;
  [[nodiscard]] bool was_entered(std::int64_t region) const;
  [[nodiscard]] bool was_entered(const code::Property& property,
                                 const std::vector<Value>& arguments) const;

  const Program& program_;
  const RunOptions& options_;
  Experiment first_;
  std::optional<Experiment> second_;
  std::int64_t basis_ = Archive::kProgram;  // region whose duration severities are relative to
  std::vector<PropertyTarget> properties_;
  std::vector<PatternTarget> patterns_;
  Usage usage_;
  std::vector<std::pair<const PropertyTarget*, PropertyResult>> holding_;
  std::vector<EventError> property_errors_;
  RunResults results_;
};

void Runner::add_property(std::size_t index) {
  const code::Property& property = program_.properties[index];
  for (auto& arguments :
       argument_lists(program_, *first_.archive, property.name, property.scope.parameters,
                      {options_.rank_basis, options_.values, second_ ? 2U : 1U}))
    properties_.push_back({PropertyId{index}, std::move(arguments)});
}

void Runner::add_pattern(std::size_t index, bool listed) {
  const code::Pattern& pattern = program_.patterns[index];
  for (auto& arguments :
       argument_lists(program_, *first_.archive, pattern.name, pattern.scope.parameters,
                      {options_.rank_basis, options_.values, second_ ? 2U : 1U}))
    patterns_.push_back({PatternId{index}, std::move(arguments), listed});
}

void Runner::choose_targets() {
  if (!options_.property.empty()) {
    const auto index = find_named(program_.properties, options_.property);
    if (!index) throw usage_error("there is no property {}", options_.property);
    add_property(*index);
  } else {
    for (std::size_t i = 0; i < program_.properties.size(); ++i)
      if (!program_.properties[i].library) add_property(i);
    for (std::size_t i = 0; i < program_.patterns.size(); ++i)
      if (!program_.patterns[i].library && program_.patterns[i].scope.parameters.empty() &&
          program_.patterns[i].name != options_.matches)
        add_pattern(i, false);
  }
  if (options_.matches.empty()) return;
  const auto index = find_named(program_.patterns, options_.matches);
  if (!index) throw usage_error("there is no pattern {}", options_.matches);
  add_pattern(*index, true);
}

std::unique_ptr<Search> Runner::new_search(const Experiment& experiment) const {
  const OpenSource& open = experiment.open;
  return std::make_unique<Search>(
      program_, usage_, *experiment.archive,
      [&open] { return std::make_unique<GlobalTrace>(open(), trace_options()); }, options_.limits);
}

// Prepares searches for everything that earlier searches were asked for.
void Runner::prepare_searches() {
  const std::unique_ptr<Search> before = std::exchange(first_.search, new_search(first_));
  Search& search = *first_.search;
  std::unique_ptr<Search> other_before;
  if (second_) {
    other_before = std::exchange(second_->search, new_search(*second_));
    search.other = second_->search.get();
  }
  for (const PatternTarget& target : patterns_)
    search.add(target.pattern, target.arguments, target.listed);
  for (const PropertyTarget& target : properties_) search.expect(target.property, target.arguments);
  search.expect_duration(basis_);
  if (before != nullptr) search.add_all_of(*before);
  if (other_before != nullptr) second_->search->add_all_of(*other_before);
}

bool Runner::needs_walk() const {
  return first_.search->needs_walk() || (second_ && second_->search->needs_walk());
}

bool Runner::failed() const {
  return first_.search->error() || (second_ && second_->search->error());
}

void Runner::search_trace() {
  for (int walks = 0; walks < kMostWalks; ++walks) {
    prepare_searches();
    for (Experiment* const one : {&first_, second_ ? &*second_ : nullptr}) {
      if (one == nullptr) continue;
      one->search->breaks_off = walks < kMostBrokenOff;
      one->search->walk(options_.progress);
    }
    results_.events = first_.search->events_so_far();
    results_.damage = first_.search->trace().damage();
    if (second_)
      for (const std::string& sentence : second_->search->trace().damage())
        results_.damage.push_back(sentence);
    holding_.clear();
    property_errors_.clear();
    if (failed()) return;
    first_.search->activate();
    if (!needs_walk()) evaluate_properties(*first_.search);
    if (!needs_walk()) return;
  }
  throw too_many_walks();
}

// Returns whether the region was entered in at least one experiment.
bool Runner::was_entered(std::int64_t region) const {
  return first_.search->was_entered(region) ||
         (second_ &&
          second_->search->was_entered(second_->archive->region_like(*first_.archive, region)));
}

bool Runner::was_entered(const code::Property& property,
                         const std::vector<Value>& arguments) const {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const code::Parameter& parameter = property.scope.parameters[i];
    if (parameter.type == object_of(model().region) && parameter.name != "rank_basis" &&
        !options_.values.contains(parameter.name) && !was_entered(arguments[i].integer))
      return false;
  }
  return true;
}

void Runner::evaluate_properties(Search& search) {
  for (const PropertyTarget& target : properties_) {
    const code::Property& property = program_.properties[target.property.index()];
    if (!was_entered(property, target.arguments)) continue;
    try {
      PropertyResult result = search.evaluate(target.property, target.arguments);
      if (result.holds) holding_.emplace_back(&target, std::move(result));
    } catch (const RunErrorAtEvent& error) {
      search.interpreter().recover();
      property_errors_.push_back({error, error.event});
    } catch (const RunError& error) {
      search.interpreter().recover();
      property_errors_.push_back({error, std::nullopt});
    }
  }
}

NamedValues Runner::named(const std::vector<code::Parameter>& parameters,
                          const std::vector<Value>& arguments) const {
  NamedValues result;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    if (parameters[i].type != object_of(model().experiment) && parameters[i].name != "rank_basis")
      result.emplace_back(parameters[i].name,
                          shown(program_, *first_.archive, parameters[i].type, arguments[i]));
  return result;
}

void Runner::list_property(const PropertyTarget& target, const PropertyResult& result) {
  const code::Property& property = program_.properties[target.property.index()];
  PropertyLine line;
  line.property = property.name;
  line.arguments = named(property.scope.parameters, target.arguments);
  line.severity = result.severity;
  line.confidence = result.confidence;
  for (std::size_t i = 0; i < property.conditions.size(); ++i)
    if (result.conditions[i] && !property.conditions[i].label.empty())
      line.conditions.push_back(property.conditions[i].label);
  line.problem = result.severity > options_.threshold;
  results_.properties.push_back(std::move(line));
}

void Runner::list_pattern(const Found& found) {
  const code::Pattern& pattern = program_.patterns[found.instance.pattern.index()];
  PatternLine line;
  line.pattern = pattern.name;
  line.arguments = named(pattern.scope.parameters, found.instance.arguments);
  line.matches = found.matches;
  line.unmatched = found.unmatched;
  for (std::size_t i = 0; i < pattern.exports.size(); ++i) {
    const code::Step& step = pattern.exports[i];
    if (!step.type.is_number()) continue;
    const bool real = step.type.is(StaticType::Kind::Float);
    const ExportSum& sum = found.sums[i];
    const double reals = sum.reals.value();
    if (real ? !std::isfinite(reals) : sum.too_large) {
      list_error(
          *first_.archive,
          {step.value->at,
           fmt::format("the sum of {} is {}", step.name, real ? "not finite" : "too large for int"),
           {}},
          std::nullopt);
      continue;
    }
    const Value value = real ? real_value(reals) : integer_value(sum.integers);
    line.sums.emplace_back(step.name, shown(program_, *first_.archive, step.type, value));
  }
  results_.patterns.push_back(std::move(line));
}

void Runner::list_matches(const Found& found) {
  const code::Pattern& pattern = program_.patterns[found.instance.pattern.index()];
  for (const MatchRecord& match : found.kept) {
    MatchLine line;
    const GlobalEvent& root = match.root->event;
    line.pattern = pattern.name;
    line.arguments = named(pattern.scope.parameters, found.instance.arguments);
    line.index = root.index;
    line.time = first_.archive->seconds(root.time());
    line.location = location_text(*first_.archive, root.location);
    line.kind = name_of_event(root.event.body.index());
    for (std::size_t i = 0; i < pattern.exports.size(); ++i)
      line.exports.emplace_back(
          pattern.exports[i].name,
          shown(program_, *first_.archive, pattern.exports[i].type, match.exports[i]));
    results_.matches.push_back(std::move(line));
  }
}

void Runner::list_error(const Archive& archive, const RunError& error,
                        const std::optional<GlobalEvent>& event) {
  const bool known = std::ranges::any_of(results_.errors, [&](const ErrorLine& line) {
    return line.error.at == error.at && line.error.message == error.message;
  });
  if (known) return;
  ErrorLine line;
  line.error = error;
  if (event) {
    line.event = event->index;
    line.event_text = event_text(archive, *event);
  }
  results_.errors.push_back(std::move(line));
}

void Runner::list_errors(const Experiment& experiment) {
  const Search& search = *experiment.search;
  if (search.error()) list_error(*experiment.archive, search.error()->error, search.error()->event);
  for (const auto& found : search.found())
    if (found->error) list_error(*experiment.archive, found->error->error, found->error->event);
}

void Runner::fill_results() {
  list_errors(first_);
  if (second_) list_errors(*second_);
  for (const EventError& one : property_errors_) list_error(*first_.archive, one.error, one.event);

  for (const auto& [target, result] : holding_) list_property(*target, result);
  std::ranges::stable_sort(results_.properties, [](const PropertyLine& a, const PropertyLine& b) {
    const auto texts = [](const PropertyLine& line) {
      std::vector<std::string> all{line.property};
      for (const auto& [name, value] : line.arguments) all.push_back(value.text);
      return all;
    };
    return std::pair(-a.severity, texts(a)) < std::pair(-b.severity, texts(b));
  });
  for (const auto& found : first_.search->found()) {
    if (found->error || failed()) continue;
    const code::Pattern& pattern = program_.patterns[found->instance.pattern.index()];
    const bool listed = pattern.name == options_.matches;
    // For patterns tried with every region, lists only instances with matches.
    if (found->matches > 0 || pattern.scope.parameters.empty()) list_pattern(*found);
    if (listed) list_matches(*found);
  }
  results_.threshold = options_.threshold;
  results_.rank_basis = options_.rank_basis.empty() ? "PROGRAM" : options_.rank_basis;
  results_.rank_basis_duration = first_.search->duration(basis_, Archive::kThis);
}

}  // namespace

RunResults run(const Program& program, const OpenSource& open, const std::string& archive_name,
               std::int64_t recorded, const RunOptions& options) {
  return Runner(program, open, archive_name, recorded, options).run();
}

}  // namespace lull::asl
