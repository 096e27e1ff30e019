// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Finds OpenMP directives in the source, and matches them with the runtime calls of a function.
// Files are read once. Not thread-safe.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lull::recorder {

class Directives {
 public:
  struct Lines {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
  };

  // Returns whether the directive on that line is `omp barrier`.
  [[nodiscard]] bool is_barrier(const std::string& file, std::uint32_t line);

  // A call to the runtime, and its directive once found.
  struct Site {
    std::string construct;     // "!$omp for"
    std::uint64_t offset = 0;  // its place in the code
    std::uint32_t line = 0;    // in the debug information: the construct's, or an earlier one
    bool is_last = false;      // no code of the function follows
    std::uint32_t found = 0;   // the directive's line; 0: none
    bool is_barrier = false;   // the directive is `omp barrier`
  };
  // Matches all sites in a function: those on the same line are distinguished by their order in the
  // code.
  void find(const std::string& file, Lines function, std::span<Site> sites);

 private:
  struct Directive {
    std::uint32_t line = 0;
    std::vector<std::string> words;  // the words after "omp", in lower case
  };
  const std::vector<Directive>& of(const std::string& file);
  std::vector<const Directive*> candidates(const std::string& file, Lines function,
                                           std::string_view construct);
  void choose(const std::string& file, Lines function, std::span<Site* const> same);

  std::map<std::string, std::vector<Directive>> files_;
};

}  // namespace lull::recorder
