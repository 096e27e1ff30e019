// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A trace's processes and locations as Paraver objects: a process is a task of a single
// application, a location is a thread of the task with its own processor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "lull/exchange/text_output.hpp"
#include "lull/trace/definitions/definitions.hpp"

namespace lull::exchange {

class ParaverObjects {
 public:
  // `definitions` must outlive this object.
  explicit ParaverObjects(const Definitions& definitions);

  // Returns the location's name in records, in the form "processor:application:task:thread".
  [[nodiscard]] const std::string& operator[](std::uint32_t location) const {
    return objects_[location].text;
  }
  // Writes the part of the header after the time: nodes and application.
  void write_header(TextOutput& trace) const;
  void write_rows(TextOutput& rows) const;

 private:
  struct Object {
    std::size_t processor = 0;
    std::size_t task = 0;
    std::size_t thread = 0;
    std::string text{};
  };
  struct Task {
    std::size_t threads = 0;
    std::size_t node = 0;
    std::string name;
  };

  const Definitions& definitions_;
  std::vector<Object> objects_;  // indexed by location
  std::vector<Task> tasks_;
  std::vector<std::pair<std::string, std::size_t>> nodes_;  // name, processors
};

}  // namespace lull::exchange
