// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Where OpenMP's directives stand in the source, and which of them make the calls of the runtime
// that a function has. Files are read once. One thread at a time.
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

  // Whether the directive of that line is `omp barrier`.
  [[nodiscard]] bool is_barrier(const std::string& file, std::uint32_t line);

  // A call of the runtime, and its directive once that is found.
  struct Site {
    std::string construct;     // "!$omp for"
    std::uint64_t offset = 0;  // in the code
    std::uint32_t line = 0;    // what the debug information has: of the construct or of before it
    bool is_last = false;      // nothing of the function comes after it
    std::uint32_t found = 0;   // the directive's line; 0: none
    bool is_barrier = false;   // the directive is `omp barrier`
  };
  // Of all sites in a function: those of one line are told apart by their order in the code.
  void find(const std::string& file, Lines function, std::span<Site> sites);

 private:
  struct Directive {
    std::uint32_t line = 0;
    std::vector<std::string> words;  // after "omp", in lower case
  };
  const std::vector<Directive>& of(const std::string& file);
  std::vector<const Directive*> candidates(const std::string& file, Lines function,
                                           std::string_view construct);
  void choose(const std::string& file, Lines function, std::span<Site* const> same);

  std::map<std::string, std::vector<Directive>> files_;
};

}  // namespace lull::recorder
