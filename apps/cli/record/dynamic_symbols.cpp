// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/record/dynamic_symbols.hpp"

#include <fcntl.h>
#include <gelf.h>
#include <unistd.h>

namespace lull::cli {
namespace {

void collect(Elf* elf, Elf_Scn* section, const GElf_Shdr& header, DynamicSymbols& symbols) {
  Elf_Data* const data = elf_getdata(section, nullptr);
  if (data == nullptr || header.sh_entsize == 0) return;
  const auto count = static_cast<int>(header.sh_size / header.sh_entsize);
  for (int i = 1; i < count; ++i) {
    GElf_Sym symbol{};
    if (gelf_getsym(data, i, &symbol) == nullptr) return;
    const char* const name = elf_strptr(elf, header.sh_link, symbol.st_name);
    if (name == nullptr || *name == '\0') continue;
    if (symbol.st_shndx != SHN_UNDEF)
      symbols.defined.emplace(name);
    else if (GELF_ST_BIND(symbol.st_info) == STB_GLOBAL)
      symbols.wanted.emplace(name);
  }
}

}  // namespace

DynamicSymbols dynamic_symbols_of(const std::filesystem::path& file) {
  DynamicSymbols symbols;
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return symbols;
  elf_version(EV_CURRENT);
  Elf* const elf = elf_begin(descriptor, ELF_C_READ, nullptr);
  Elf_Scn* section = nullptr;
  while (elf != nullptr && (section = elf_nextscn(elf, section)) != nullptr) {
    GElf_Shdr header{};
    if (gelf_getshdr(section, &header) != nullptr && header.sh_type == SHT_DYNSYM)
      collect(elf, section, header, symbols);
  }
  if (elf != nullptr) elf_end(elf);
  ::close(descriptor);
  return symbols;
}

}  // namespace lull::cli
