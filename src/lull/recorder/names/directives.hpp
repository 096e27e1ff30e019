// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Where OpenMP's directives stand in the source. gcc's debug information names the line of what
// comes before a construct, and says of no barrier whether the program asked for it: where the
// source is there to be read, it tells. Files are read once. One thread at a time.
#pragma once

#include <cstdint>
#include <map>
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
  // The line of the directive that makes a construct ("!$omp for") in a function, nearest to the
  // line that the debug information has for it; 0 where there is none.
  [[nodiscard]] std::uint32_t line_of(std::string_view construct, const std::string& file,
                                      std::uint32_t line, Lines function);

 private:
  struct Directive {
    std::uint32_t line = 0;
    std::vector<std::string> words;  // after "omp", in lower case
  };
  const std::vector<Directive>& of(const std::string& file);

  std::map<std::string, std::vector<Directive>> files_;
};

}  // namespace lull::recorder
