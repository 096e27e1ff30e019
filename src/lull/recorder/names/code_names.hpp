// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Source names of addresses in programs and libraries: from debug information (also in a separate
// file), otherwise from the symbol table. An object that is missing or unreadable has no names.
// Objects are read once, at the first query; further queries take some microseconds. Not
// thread-safe.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>

namespace lull::recorder {

struct CodeName {
  std::string function;        // name in the source, with namespaces and parameters in C++
  std::string symbol;          // name in the symbol table
  std::string file;            // where the function is defined; empty if unknown
  std::uint32_t line = 0;      // first line of the definition; 0 if unknown
  std::uint32_t end_line = 0;  // last line with code of the function
  std::uint64_t distance = 0;  // distance from the function's first address
  bool by_gcc = false;         // true: gcc compiled it
};

struct CodeLine {
  std::string file;  // empty if unknown
  std::uint32_t line = 0;
};

class DebugObject;

class CodeNames {
 public:
  CodeNames();
  ~CodeNames();
  CodeNames(const CodeNames&) = delete;
  CodeNames& operator=(const CodeNames&) = delete;

  // Returns the function at `offset` from the object's load address; its name is empty if unknown.
  [[nodiscard]] CodeName function_at(const std::string& object, std::uint64_t offset);
  // Returns the source line of the code there.
  [[nodiscard]] CodeLine line_at(const std::string& object, std::uint64_t offset);
  // Does the same, but for code that was inlined, the line of the call in the enclosing function.
  [[nodiscard]] CodeLine line_in_function_at(const std::string& object, std::uint64_t offset);

 private:
  DebugObject* object_of(const std::string& path);

  std::map<std::string, std::unique_ptr<DebugObject>> objects_;
};

// Returns a name such as "0x1f40@app" for code without a name.
[[nodiscard]] std::string address_name(const std::string& object, std::uint64_t offset);

}  // namespace lull::recorder
