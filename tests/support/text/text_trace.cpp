// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "support/text/text_trace.hpp"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <map>
#include <sstream>
#include <utility>

#include "lull/base/error.hpp"
#include "support/text/text_directives.hpp"

namespace lull::support {
namespace {

class Parser {
 public:
  TextTrace parse(std::string_view text, const std::string& file, std::size_t first_line);

 private:
  void line(std::span<const Word> words);
  void begin_location(const Word& label);
  void statement(std::span<const Word> words);
  void call(std::span<const Word> words, std::string_view begin, std::string_view end);
  void inside_call(std::span<const Word> words, Timestamp begin, Timestamp end);
  void add(Timestamp time, EventBody body, const AttributeList& attributes = {});
  Timestamp time_of(const Word& word, std::string_view text);
  void expect(std::span<const Word> words);
  void finish();

  std::unique_ptr<MemoryTrace> trace_ = std::make_unique<MemoryTrace>();
  Directives directives_{*trace_};
  LocationId location_;
  std::map<LocationId, std::vector<RegionId>> stacks_;
  std::vector<Expectation> expectations_;
};

TextTrace Parser::parse(std::string_view text, const std::string& file, std::size_t first_line) {
  for (std::size_t number = first_line; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const auto words = split_words(text.substr(0, end), file, number);
    if (!words.empty()) line(words);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  finish();
  return {std::move(trace_), std::move(expectations_)};
}

void Parser::line(std::span<const Word> words) {
  const Word& first = words.front();
  if (first.is("expect")) return expect(words.subspan(1));
  if (Directives::known(first)) return directives_.run(words);
  if (!first.quoted && first.text.ends_with(':')) {
    begin_location(first);
    words = words.subspan(1);
  }
  if (!location_.defined())
    fail_at(first, fmt::format("\"{}\" is neither a definition nor a location", first.text));
  for (const auto& part : split_at(words, ";")) statement(part);
}

void Parser::begin_location(const Word& label) {
  Word name = label;
  name.text.pop_back();
  location_ = directives_.location(name);
  trace_->events.resize(trace_->definitions_table.locations.size());
}

// Parses "10", "+5" after the last event, or "7!" for a time that intentionally goes back.
Timestamp Parser::time_of(const Word& word, std::string_view text) {
  const auto& events = trace_->events[location_.index()];
  const Timestamp last = events.empty() ? Timestamp{} : events.back().time;
  Word number = word;
  number.text = text;
  if (text.starts_with('+')) {
    number.text.erase(0, 1);
    return last + Duration{number_of<std::int64_t>(number)};
  }
  const bool backwards = text.ends_with('!');
  if (backwards) number.text.pop_back();
  const Timestamp time{number_of<std::uint64_t>(number)};
  if (time < last && !backwards)
    fail_at(word, fmt::format("time {} is before the last event at {}; write \"{}!\" if intended",
                              time.ticks, last.ticks, time.ticks));
  return time;
}

void Parser::add(Timestamp time, EventBody body, const AttributeList& attributes) {
  trace_->events[location_.index()].push_back(
      {time, body, attributes.empty() ? nullptr : trace_->store(attributes)});
}

void Parser::statement(std::span<const Word> words) {
  const Word& first = words.front();
  if (words.size() < 2) fail_at(first, "an event consists of a time and a word");
  const std::string_view text = first.text;
  if (const std::size_t dots = text.find(".."); dots != std::string_view::npos)
    return call(words, text.substr(0, dots), text.substr(dots + 2));
  const Timestamp time = time_of(first, text);
  EventScope scope{*trace_, directives_.builder(), directives_.names(), location_,
                   std::move(stacks_[location_])};
  Arguments arguments(words[1], words.subspan(2));
  if (words[1].is("collective") || words[1].is("rma_collective"))
    fail_at(words[1], "write a collective as \"begin..end REGION collective\"");
  const EventBody body = parse_event(scope, arguments);
  add(time, body, scope.attributes);
  stacks_[location_] = std::move(scope.stack);
}

// Parses "10..20 MPI_Recv recv 0": enter, the events inside, leave.
void Parser::call(std::span<const Word> words, std::string_view begin, std::string_view end) {
  const Timestamp start = time_of(words[0], begin);
  const RegionId region = directives_.builder().region(words[1].text);
  add(start, Enter{region});
  const Timestamp stop = time_of(words[0], end);
  stacks_[location_].push_back(region);
  for (const auto& part : split_at(words.subspan(2), ",")) inside_call(part, start, stop);
  stacks_[location_].pop_back();
  add(stop, Leave{region});
}

void Parser::inside_call(std::span<const Word> words, Timestamp begin, Timestamp end) {
  std::optional<Timestamp> time;
  if (words.size() > 1 && !words[0].quoted &&
      words[0].text.find_first_not_of("+0123456789!") == std::string::npos) {
    time = time_of(words[0], words[0].text);
    if (*time < begin || *time > end) fail_at(words[0], "this time is outside the call");
    words = words.subspan(1);
  }
  if (words[0].is("collective")) add(begin, MpiCollectiveBegin{});
  if (words[0].is("rma_collective")) add(begin, RmaCollectiveBegin{});
  EventScope scope{*trace_, directives_.builder(), directives_.names(), location_,
                   stacks_[location_]};
  Arguments arguments(words[0], words.subspan(1));
  const EventBody body = parse_event(scope, arguments);
  add(time.value_or(completes(body) ? end : begin), body, scope.attributes);
}

// Parses "METRIC main/MPI_Recv @1 = 8", "total METRIC = 0".
void Parser::expect(std::span<const Word> words) {
  const auto sides = split_at(words, "=");
  if (words.empty() || sides.size() != 2 || sides[1].size() != 1)
    fail_at(words.empty() ? Word{} : words.front(), "expected \"METRIC … = VALUE\"");
  Expectation expectation;
  expectation.line = words.front().line;
  expectation.value = number_of<double>(sides[1].front());
  auto left = sides[0];
  const bool total = left.size() == 2 && left.front().is("total");
  if (total) left = left.subspan(1);
  expectation.metric = left.front().text;
  for (const Word& word : left.subspan(1)) {
    if (!word.quoted && word.text.starts_with('@')) {
      Word label = word;
      label.text.erase(0, 1);
      expectation.location = directives_.location(label);
      continue;
    }
    std::istringstream path(word.text);
    for (std::string name; std::getline(path, name, '/');) expectation.path.push_back(name);
  }
  expectations_.push_back(std::move(expectation));
}

// Numbers the acquisitions of each lock of a process in time order, as a measurement system does,
// where the text does not give a number.
void number_acquisitions(MemoryTrace& trace) {
  struct Acquisition {
    Timestamp time;
    ThreadAcquireLock* acquire;
    ThreadReleaseLock* release;
  };
  std::map<std::pair<ProcessId, std::uint32_t>, std::vector<Acquisition>> locks;
  for (std::size_t i = 0; i < trace.events.size(); ++i) {
    const ProcessId process = trace.definitions_table.locations[i].process;
    std::map<std::uint32_t, std::size_t> held;  // lock → index of its acquisition
    for (Event& event : trace.events[i]) {
      if (auto* acquire = std::get_if<ThreadAcquireLock>(&event.body)) {
        auto& acquisitions = locks[{process, acquire->lock}];
        held[acquire->lock] = acquisitions.size();
        acquisitions.push_back({event.time, acquire, nullptr});
      }
      auto* release = std::get_if<ThreadReleaseLock>(&event.body);
      if (release != nullptr && held.contains(release->lock))
        locks[{process, release->lock}][held[release->lock]].release = release;
    }
  }
  for (auto& [lock, acquisitions] : locks) {
    std::ranges::stable_sort(acquisitions, {}, &Acquisition::time);
    std::uint32_t order = 0;
    for (Acquisition& acquisition : acquisitions) {
      ++order;
      if (acquisition.acquire->order == 0) acquisition.acquire->order = order;
      if (acquisition.release != nullptr && acquisition.release->order == 0)
        acquisition.release->order = order;
    }
  }
}

void Parser::finish() {
  directives_.builder();
  Definitions& definitions = trace_->definitions_table;
  trace_->events.resize(definitions.locations.size());
  number_acquisitions(*trace_);
  Timestamp first = kEndOfTime;
  Timestamp last{};
  for (std::size_t i = 0; i < trace_->events.size(); ++i) {
    definitions.locations[i].events = trace_->events[i].size();
    for (const Event& event : trace_->events[i]) {
      first = std::min(first, event.time);
      last = std::max(last, event.time);
    }
  }
  if (first == kEndOfTime) return;
  definitions.clock.global_offset = first;
  definitions.clock.trace_length = static_cast<std::uint64_t>((last - first).ticks);
}

}  // namespace

TextTrace parse_text_trace(std::string_view text, const std::string& name, std::size_t first_line) {
  return Parser().parse(text, name, first_line);
}

TextTrace read_text_trace(const std::filesystem::path& path) {
  std::ifstream file(path);
  if (!file) throw system_error(path.string() + " cannot be read", errno);
  std::ostringstream text;
  text << file.rdbuf();
  return parse_text_trace(text.str(), path.string());
}

}  // namespace lull::support
