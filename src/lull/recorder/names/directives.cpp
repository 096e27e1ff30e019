// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/names/directives.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <limits>
#include <span>

namespace lull::recorder {
namespace {

// Splits a line into words of letters and digits; the sentinels of C, C++ and Fortran are not
// words.
std::vector<std::string> words_of(std::string_view line) {
  std::vector<std::string> words;
  bool in_word = false;
  for (const char c : line) {
    const auto letter = static_cast<unsigned char>(c);
    const bool is_letter = std::isalnum(letter) != 0 || c == '_';
    if (is_letter && !in_word) words.emplace_back();
    if (is_letter) words.back() += static_cast<char>(std::tolower(letter));
    in_word = is_letter;
  }
  return words;
}

// Returns the words after "omp"; none if the line is not a directive.
std::vector<std::string> directive_of(const std::string& line) {
  const std::size_t begin = line.find_first_not_of(" \t");
  if (begin == line.npos || (line.find("omp") == line.npos && line.find("OMP") == line.npos))
    return {};
  std::vector<std::string> words = words_of(std::string_view(line).substr(begin));
  const auto omp = std::ranges::find(words, "omp");
  const bool c = std::ranges::find(words.begin(), omp, "pragma") != omp ||
                 std::ranges::find(words.begin(), omp, "_pragma") != omp;
  const bool fortran = std::string_view("!cC*").find(line[begin]) != std::string_view::npos &&
                       line.compare(begin + 1, 1, "$") == 0;
  if (omp == words.end() || (!c && !fortran)) return {};
  words.erase(words.begin(), std::next(omp));
  return words;
}

using Words = std::vector<std::string>;

bool has(const Words& directive, std::string_view word) {
  return std::ranges::find(directive, word) != directive.end();
}
bool has_one_of(const Words& directive, std::span<const std::string_view> words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return has(directive, word); });
}

// Returns whether a directive continues on the next line: in C with a backslash, in Fortran with &.
bool continues(const std::string& line) {
  const std::size_t last = line.find_last_not_of(" \t\r");
  return last != line.npos && (line[last] == '\\' || line[last] == '&');
}

// In Fortran, nowait is on the directive that ends the construct.
template <class Directives>
void end_without_waiting(Directives& directives, const Words& end) {
  if (!end.front().starts_with("end") || !has(end, "nowait")) return;
  const std::string kind = end.front() == "end" && end.size() > 1 ? end[1] : end.front().substr(3);
  const auto begun =
      std::find_if(directives.rbegin(), directives.rend(),
                   [&](const auto& directive) { return directive.words.front() == kind; });
  if (begun != directives.rend()) begun->words.emplace_back("nowait");
}

struct Kind {
  std::string_view construct;
  std::array<std::string_view, 6> words;  // any of them matches
};
constexpr std::array kKinds{
    Kind{"!$omp parallel", {"parallel"}},
    Kind{"!$omp for", {"for", "do"}},
    Kind{"!$omp sections", {"sections"}},
    Kind{"!$omp single", {"single", "workshare"}},
    Kind{"!$omp ordered", {"ordered"}},
    Kind{"!$omp taskloop", {"taskloop"}},
    Kind{"!$omp task", {"task"}},
    Kind{"!$omp implicit barrier", {"for", "do", "sections", "single", "scope", "barrier"}},
};
constexpr std::string_view kImplicitBarrier = "!$omp implicit barrier";

bool makes(const Words& directive, const Kind& kind) {
  constexpr std::array<std::string_view, 4> kNone{"end", "cancel", "cancellation", "declare"};
  if (std::ranges::find(kNone, directive.front()) != kNone.end()) return false;
  // `ordered` is also a clause of loops, and `task` one of reductions.
  if (kind.words[0] == "ordered" || kind.words[0] == "task")
    return directive.front() == kind.words[0];
  // The barrier at the end of a parallel region is elsewhere.
  if (kind.construct == kImplicitBarrier &&
      (has(directive, "nowait") || has(directive, "parallel")))
    return false;
  return has_one_of(directive, kind.words);
}

// gcc calls the runtime only for loops that are not scheduled at compile time.
bool is_shared_out_at_run_time(const Words& loop) {
  constexpr std::array<std::string_view, 8> kClauses{"dynamic", "guided", "runtime",     "auto",
                                                     "ordered", "inscan", "conditional", "task"};
  return has_one_of(loop, kClauses);
}

}  // namespace

const std::vector<Directives::Directive>& Directives::of(const std::string& file) {
  const auto [entry, fresh] = files_.try_emplace(file);
  std::vector<Directive>& directives = entry->second;
  if (!fresh) return directives;
  std::ifstream lines(file);
  std::uint32_t number = 0;
  bool continued = false;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    Words words = directive_of(line);
    if (continued) {
      if (words.empty()) words = words_of(line);
      directives.back().words.insert(directives.back().words.end(), words.begin(), words.end());
    } else if (!words.empty()) {
      end_without_waiting(directives, words);
      directives.push_back({number, std::move(words)});
    }
    continued =
        (continued || (!directives.empty() && directives.back().line == number)) && continues(line);
  }
  return directives;
}

bool Directives::is_barrier(const std::string& file, std::uint32_t line) {
  return std::ranges::any_of(of(file), [line](const Directive& directive) {
    return directive.line == line && directive.words.front() == "barrier";
  });
}

std::vector<const Directives::Directive*> Directives::candidates(const std::string& file,
                                                                 Lines function,
                                                                 std::string_view construct) {
  std::vector<const Directive*> found;
  const auto kind = std::ranges::find(kKinds, construct, &Kind::construct);
  if (kind == kKinds.end()) return found;
  for (const Directive& directive : of(file))
    if (directive.line >= function.first && directive.line <= function.last &&
        makes(directive.words, *kind))
      found.push_back(&directive);
  if (construct == "!$omp for" &&
      std::ranges::any_of(found, [](auto* loop) { return is_shared_out_at_run_time(loop->words); }))
    std::erase_if(found, [](auto* loop) { return !is_shared_out_at_run_time(loop->words); });
  return found;
}

namespace {

// Returns the distance in lines, which makes a directive unlikely. A call's line is the line of the
// code before the construct or, in optimised code, of the statement after the directive. A
// barrier's line is the line of the construct's end.
std::uint64_t distance(const Directives::Site& site, std::uint32_t directive) {
  const bool backwards = site.construct == kImplicitBarrier;
  const std::uint64_t lines = directive > site.line ? directive - site.line : site.line - directive;
  if (lines == 0 || (directive < site.line) == backwards) return lines;
  return backwards ? 2 * lines : 2 * lines - 1;
}

// Assigns directives to the sites of one kind, both in order, with the smallest total distance.
// Optimised code may have several copies of one construct.
class InOrder {
 public:
  InOrder(std::span<const Directives::Site* const> sites, std::span<const std::uint32_t> lines)
      : sites_(sites), lines_(lines), ways_(sites.size() * lines.size()) {
    for (std::size_t site = 0; site < sites.size(); ++site) extend(site);
  }

  // Returns the directive of each site.
  [[nodiscard]] std::vector<std::size_t> best() const {
    std::vector<std::size_t> chosen(sites_.size());
    const auto last = std::span(ways_).last(lines_.size());
    std::size_t directive =
        static_cast<std::size_t>(std::ranges::min_element(last, {}, &Way::cost) - last.begin());
    for (std::size_t site = sites_.size(); site-- > 0;) {
      chosen[site] = directive;
      directive = ways_[site * lines_.size() + directive].before;
    }
    return chosen;
  }

 private:
  static constexpr std::uint64_t kCopy = 100;  // lines
  struct Way {
    std::uint64_t cost = 0;
    std::size_t before = 0;  // the previous site's directive
  };

  // Adds a site, with the cost of each directive that it may have.
  void extend(std::size_t site) {
    const std::size_t n = lines_.size();
    Way cheapest{.cost = site == 0 ? 0 : std::numeric_limits<std::uint64_t>::max() / 2};
    for (std::size_t directive = 0; directive < n; ++directive) {
      Way& way = ways_[site * n + directive] = cheapest;
      if (site > 0) {
        const Way& same = ways_[(site - 1) * n + directive];
        if (same.cost + kCopy < way.cost) way = {same.cost + kCopy, directive};
        if (same.cost < cheapest.cost) cheapest = {same.cost, directive};
      }
      way.cost += cost(*sites_[site], directive);
    }
  }

  [[nodiscard]] std::uint64_t cost(const Directives::Site& site, std::size_t directive) const {
    if (site.is_last && site.construct == kImplicitBarrier)
      return kCopy * (lines_.size() - 1 - directive);
    return distance(site, lines_[directive]);
  }

  std::span<const Directives::Site* const> sites_;
  std::span<const std::uint32_t> lines_;
  std::vector<Way> ways_;
};

// Enough for any hand-written function.
constexpr std::size_t kMostPairs = 4'000'000;

}  // namespace

void Directives::find(const std::string& file, Lines function, std::span<Site> sites) {
  std::ranges::sort(sites, {}, &Site::offset);
  std::map<std::string_view, std::vector<Site*>> kinds;
  std::uint32_t line = function.first;
  for (Site& site : sites) {
    // Code moved in from another function: uses the previous site's line.
    if (site.line < function.first || site.line > function.last) site.line = line;
    if (site.line < line) {  // moved by the compiler
      choose(file, function, std::array{&site});
    } else {
      kinds[site.construct].push_back(&site);
      line = site.line;
    }
  }
  for (const auto& [construct, same] : kinds) choose(file, function, same);
}

void Directives::choose(const std::string& file, Lines function, std::span<Site* const> same) {
  const std::vector<const Directive*> directives =
      candidates(file, function, same.front()->construct);
  if (directives.empty() || same.size() > kMostPairs / directives.size()) return;
  std::vector<std::uint32_t> lines;
  for (const Directive* const directive : directives) lines.push_back(directive->line);
  const std::vector<std::size_t> chosen = InOrder({same.data(), same.size()}, lines).best();
  for (std::size_t i = 0; i < same.size(); ++i) {
    same[i]->found = lines[chosen[i]];
    same[i]->is_barrier = directives[chosen[i]]->words.front() == "barrier";
  }
}

}  // namespace lull::recorder
