// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/names/debug_object.hpp"

#include <cxxabi.h>
#include <dwarf.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace lull::recorder {
namespace {

constexpr Dwfl_Callbacks kFindFiles{.find_elf = dwfl_build_id_find_elf,
                                    .find_debuginfo = dwfl_standard_find_debuginfo,
                                    .section_address = dwfl_offline_section_address,
                                    .debuginfo_path = nullptr};

struct Freed {
  void operator()(void* memory) const { std::free(memory); }
};

std::string text_of(Dwarf_Die& die, unsigned int attribute) {
  Dwarf_Attribute found{};
  const char* const text = dwarf_formstring(dwarf_attr_integrate(&die, attribute, &found));
  return text == nullptr ? "" : text;
}

// Relative paths are relative to the compilation directory.
std::string whole_path(Dwarf_Die& unit, const char* file) {
  const std::string directory = text_of(unit, DW_AT_comp_dir);
  return (std::filesystem::path(directory) / file).lexically_normal();
}

// Returns the file that an attribute refers to. dwarf_decl_file() does not handle DWARF 5, which
// numbers files from 0.
std::string file_of(Dwarf_Die& unit, Dwarf_Die& die, unsigned int which) {
  Dwarf_Attribute attribute{};
  Dwarf_Word number = 0;
  if (dwarf_formudata(dwarf_attr_integrate(&die, which, &attribute), &number) != 0) return {};
  Dwarf_Half version = 0;
  dwarf_cu_info(unit.cu, &version, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr);
  Dwarf_Files* files = nullptr;
  std::size_t count = 0;
  if ((number == 0 && version < 5) || dwarf_getsrcfiles(&unit, &files, &count) != 0) return {};
  const char* const file = dwarf_filesrc(files, number, nullptr, nullptr);
  return file == nullptr ? "" : whole_path(unit, file);
}

// Returns the last line with code of the function in its own file.
std::uint32_t last_line(Dwarf_Die& unit, Dwarf_Addr begin, Dwarf_Addr end,
                        const std::string& file) {
  Dwarf_Lines* lines = nullptr;
  std::size_t count = 0;
  if (dwarf_getsrclines(&unit, &lines, &count) != 0) return 0;
  int last = 0;
  for (std::size_t i = 0; i < count; ++i) {
    Dwarf_Line* const line = dwarf_onesrcline(lines, i);
    Dwarf_Addr address = 0;
    int number = 0;
    bool ends = false;
    if (dwarf_lineendsequence(line, &ends) != 0 || ends) continue;
    if (dwarf_lineaddr(line, &address) != 0 || address < begin || address >= end) continue;
    const char* const source = dwarf_linesrc(line, nullptr, nullptr);
    if (source == nullptr || dwarf_lineno(line, &number) != 0 || number <= last) continue;
    if (whole_path(unit, source) != file) continue;
    last = std::max(last, number);
  }
  return static_cast<std::uint32_t>(last);
}

// Finds the line of the outermost call that was inlined at an address; returns false if there is
// none.
bool find_inlined_call(Dwarf_Die& unit, Dwarf_Die& parent, Dwarf_Addr address, CodeLine& call) {
  Dwarf_Die die{};
  for (int more = dwarf_child(&parent, &die); more == 0; more = dwarf_siblingof(&die, &die)) {
    const int tag = dwarf_tag(&die);
    const bool inlined = tag == DW_TAG_inlined_subroutine;
    if ((!inlined && tag != DW_TAG_lexical_block) || dwarf_haspc(&die, address) <= 0) continue;
    if (!inlined) return find_inlined_call(unit, die, address, call);
    Dwarf_Attribute attribute{};
    Dwarf_Word line = 0;
    if (dwarf_formudata(dwarf_attr(&die, DW_AT_call_line, &attribute), &line) != 0) return false;
    call = {file_of(unit, die, DW_AT_call_file), static_cast<std::uint32_t>(line)};
    return !call.file.empty();
  }
  return false;
}

}  // namespace

std::string demangled(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, Freed> name(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status));
  return symbol.starts_with("_Z") && status == 0 ? name.get() : symbol;
}

DebugObject::DebugObject(const std::string& path) : session_(dwfl_begin(&kFindFiles)) {
  if (!session_) return;
  module_ = dwfl_report_offline(session_.get(), "", path.c_str(), -1);
  dwfl_report_end(session_.get(), nullptr, nullptr);
  if (module_ == nullptr) return;
  dwfl_module_info(module_, nullptr, &start_, nullptr, nullptr, nullptr, nullptr, nullptr);
  read_units();
}

// Not every compiler writes an address table: uses the ranges of the units.
void DebugObject::read_units() {
  Dwarf* const dwarf = dwfl_module_getdwarf(module_, &bias_);
  if (dwarf == nullptr) return;
  Dwarf_CU* unit = nullptr;
  Range range;
  while (dwarf_get_units(dwarf, unit, &unit, nullptr, nullptr, &range.unit, nullptr) == 0) {
    Dwarf_Addr base = 0;
    for (std::ptrdiff_t next = 0;
         (next = dwarf_ranges(&range.unit, next, &base, &range.begin, &range.end)) > 0;)
      units_.push_back(range);
  }
  std::ranges::sort(units_, {}, &Range::begin);
}

Dwarf_Die* DebugObject::unit_at(Dwarf_Addr address) {
  const auto next = std::ranges::upper_bound(units_, address, {}, &Range::begin);
  if (next == units_.begin() || address >= std::prev(next)->end) return nullptr;
  return &std::prev(next)->unit;
}

const Subprogram* DebugObject::subprogram_at(Dwarf_Addr address) {
  Dwarf_Die* const unit = unit_at(address);
  if (unit == nullptr) return nullptr;
  const auto [entry, fresh] = subprograms_.try_emplace(dwarf_dieoffset(unit));
  if (fresh) entry->second = subprograms_of(*unit);
  const auto next = std::ranges::upper_bound(entry->second, address, {}, &Subprogram::begin);
  if (next == entry->second.begin() || address >= std::prev(next)->end) return nullptr;
  return &*std::prev(next);
}

void DebugObject::describe(const Subprogram& found, Dwarf_Addr address, CodeName& name) {
  Dwarf_Die subprogram = found.die;
  const std::string linked = text_of(subprogram, DW_AT_linkage_name);
  if (name.symbol.empty()) name.symbol = linked;
  const bool demangles = name.symbol.starts_with("_Z");
  const std::string plain = text_of(subprogram, DW_AT_name);
  if (linked.starts_with("_Z") || demangles) {
    name.function = demangled(linked.starts_with("_Z") ? linked : name.symbol);
  } else if (!plain.empty()) {
    name.function = found.module.empty() ? plain : found.module + "::" + plain;
  }
  Dwarf_Addr begin = address - name.distance;
  Dwarf_Addr end = 0;
  if (dwarf_entrypc(&subprogram, &begin) == 0 && begin <= address) name.distance = address - begin;
  Dwarf_Die& unit = *unit_at(address);
  name.by_gcc = text_of(unit, DW_AT_producer).starts_with("GNU");
  name.file = file_of(unit, subprogram, DW_AT_decl_file);
  int line = 0;
  if (!name.file.empty() && dwarf_decl_line(&subprogram, &line) == 0) {
    name.line = static_cast<std::uint32_t>(line);
  } else {  // lambdas, and parts split off by the compiler (name.cold, name._omp_fn.0)
    const CodeLine first = line_at(begin + bias_ - start_);
    name.file = first.file;
    name.line = first.line;
  }
  Dwarf_Addr base = 0;
  for (std::ptrdiff_t next = 0; (next = dwarf_ranges(&subprogram, next, &base, &begin, &end)) > 0;)
    name.end_line = std::max(name.end_line, last_line(unit, begin, end, name.file));
}

CodeName DebugObject::function_at(std::uint64_t offset) {
  CodeName name;
  if (module_ == nullptr) return name;
  GElf_Sym symbol{};
  GElf_Off distance = 0;
  const char* const known =
      dwfl_module_addrinfo(module_, start_ + offset, &distance, &symbol, nullptr, nullptr, nullptr);
  if (known != nullptr) {
    name.symbol = known;
    name.function = demangled(name.symbol);
    name.distance = distance;
  }
  const Dwarf_Addr address = start_ + offset - bias_;
  if (const Subprogram* subprogram = subprogram_at(address)) describe(*subprogram, address, name);
  return name;
}

CodeLine DebugObject::line_at(std::uint64_t offset) {
  if (module_ == nullptr) return {};
  const Dwarf_Addr address = start_ + offset - bias_;
  Dwarf_Die* const unit = unit_at(address);
  Dwarf_Line* const line = unit == nullptr ? nullptr : dwarf_getsrc_die(unit, address);
  int number = 0;
  const char* const file = line == nullptr ? nullptr : dwarf_linesrc(line, nullptr, nullptr);
  if (file == nullptr || dwarf_lineno(line, &number) != 0 || number <= 0) return {};
  return {whole_path(*unit, file), static_cast<std::uint32_t>(number)};
}

CodeLine DebugObject::line_in_function_at(std::uint64_t offset) {
  if (module_ == nullptr) return {};
  const Dwarf_Addr address = start_ + offset - bias_;
  const Subprogram* const subprogram = subprogram_at(address);
  if (subprogram == nullptr) return line_at(offset);
  Dwarf_Die die = subprogram->die;
  CodeLine call;
  return find_inlined_call(*unit_at(address), die, address, call) ? call : line_at(offset);
}

}  // namespace lull::recorder
