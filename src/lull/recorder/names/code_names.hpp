// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What an address in a program or library is called in its source: by debug information (also where
// that lies in a file of its own), by its symbol table where there is none. An object that is
// missing or cannot be read has no names. Objects are read once, at the first question; after that
// an answer costs some microseconds. One thread at a time.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>

namespace lull::recorder {

struct CodeName {
  std::string function;        // as in the source, with namespaces and parameters in C++
  std::string symbol;          // as the linker knows it
  std::string file;            // of the function's definition; empty where it is unknown
  std::uint32_t line = 0;      // where the definition begins; 0 where it is unknown
  std::uint32_t end_line = 0;  // the last line that has code of it
  std::uint64_t distance = 0;  // of the address from the function's beginning
  bool by_gcc = false;         // gcc has compiled it
};

struct CodeLine {
  std::string file;  // empty where it is unknown
  std::uint32_t line = 0;
};

class DebugObject;

class CodeNames {
 public:
  CodeNames();
  ~CodeNames();
  CodeNames(const CodeNames&) = delete;
  CodeNames& operator=(const CodeNames&) = delete;

  // `offset` counts from where the object was loaded. The function around it; its name is empty
  // where nothing is known.
  [[nodiscard]] CodeName function_at(const std::string& object, std::uint64_t offset);
  // The line of the source that has the code there.
  [[nodiscard]] CodeLine line_at(const std::string& object, std::uint64_t offset);
  // The same, in the function around it: of code that was inlined there, where it was called.
  [[nodiscard]] CodeLine line_in_function_at(const std::string& object, std::uint64_t offset);

 private:
  DebugObject* object_of(const std::string& path);

  std::map<std::string, std::unique_ptr<DebugObject>> objects_;
};

// "0x1f40@app", for what has no name.
[[nodiscard]] std::string address_name(const std::string& object, std::uint64_t offset);

}  // namespace lull::recorder
