// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The dynamic section of a loaded file: its symbols and relocations.
#pragma once

#include <link.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace lull::recorder {

class DynamicSection {
 public:
  explicit DynamicSection(const dl_phdr_info& object) : base_(object.dlpi_addr) {
    for (unsigned i = 0; i < object.dlpi_phnum; ++i)
      if (object.dlpi_phdr[i].p_type == PT_DYNAMIC)
        read(reinterpret_cast<const ElfW(Dyn)*>(base_ + object.dlpi_phdr[i].p_vaddr));
  }
  // Empty, or null, if missing.
  [[nodiscard]] const char* strings() const { return strings_; }
  [[nodiscard]] std::size_t strings_size() const { return strings_ == nullptr ? 0 : strings_size_; }
  [[nodiscard]] const ElfW(Sym) * symbols() const { return symbols_; }
  [[nodiscard]] std::span<const ElfW(Rela)> places() const { return {places_, places_count_}; }
  [[nodiscard]] std::span<const ElfW(Rela)> calls() const { return {calls_, calls_count_}; }

 private:
  void read(const ElfW(Dyn) * entry) {
    for (; entry->d_tag != DT_NULL; ++entry) {
      const std::size_t value = entry->d_un.d_val;
      switch (entry->d_tag) {
        case DT_STRTAB:
          strings_ = at<char>(value);
          break;
        case DT_STRSZ:
          strings_size_ = value;
          break;
        case DT_SYMTAB:
          symbols_ = at<ElfW(Sym)>(value);
          break;
        case DT_RELA:
          places_ = at<ElfW(Rela)>(value);
          break;
        case DT_RELASZ:
          places_count_ = value / sizeof(ElfW(Rela));
          break;
        case DT_JMPREL:
          calls_ = at<ElfW(Rela)>(value);
          break;
        case DT_PLTRELSZ:
          calls_count_ = value / sizeof(ElfW(Rela));
          break;
        default:
          break;
      }
    }
  }
  // The loader has relocated these addresses in most files, but not in the system's own (vDSO).
  template <class Type>
  [[nodiscard]] const Type* at(std::uintptr_t value) const {
    return reinterpret_cast<const Type*>(value < base_ ? value + base_ : value);
  }

  std::uintptr_t base_;
  const char* strings_ = nullptr;
  std::size_t strings_size_ = 0;
  const ElfW(Sym) * symbols_ = nullptr;
  const ElfW(Rela) * places_ = nullptr;
  std::size_t places_count_ = 0;
  const ElfW(Rela) * calls_ = nullptr;
  std::size_t calls_count_ = 0;
};

}  // namespace lull::recorder
