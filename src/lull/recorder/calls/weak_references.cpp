// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Programs that use MPI only where it is there ask whether the address of a weak symbol is null.
// The stubs are always there: references to those behind which there is nothing become null again,
// as they would be without this library.
#include <dlfcn.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>

#include "lull/recorder/calls/libraries.hpp"
#include "lull/recorder/calls/stubs.hpp"

namespace lull::recorder::calls {
namespace {

// What an object's dynamic section says of its relocations.
struct Relocations {
  const ElfW(Sym) * symbols = nullptr;
  const char* strings = nullptr;
  const ElfW(Rela) * first = nullptr;
  std::size_t bytes = 0;
  std::size_t relative = 0;  // that name no symbol, which come first

  explicit Relocations(const ElfW(Dyn) * entry) {
    for (; entry != nullptr && entry->d_tag != DT_NULL; ++entry) switch (entry->d_tag) {
        case DT_SYMTAB:
          symbols = reinterpret_cast<const ElfW(Sym)*>(entry->d_un.d_ptr);
          break;
        case DT_STRTAB:
          strings = reinterpret_cast<const char*>(entry->d_un.d_ptr);
          break;
        case DT_RELA:
          first = reinterpret_cast<const ElfW(Rela)*>(entry->d_un.d_ptr);
          break;
        case DT_RELASZ:
          bytes = entry->d_un.d_val;
          break;
        case DT_RELACOUNT:
          relative = entry->d_un.d_val;
          break;
        default:
          break;
      }
  }
  [[nodiscard]] bool known() const {
    return symbols != nullptr && strings != nullptr && first != nullptr;
  }
  [[nodiscard]] std::size_t count() const { return bytes / sizeof(ElfW(Rela)); }
};

// Whether what lies there was made read-only after it was filled.
bool is_protected(const void* place) {
  struct Asked {
    std::uintptr_t place;
    bool is_protected;
  } asked{reinterpret_cast<std::uintptr_t>(place), false};
  ::dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* given) {
        auto& question = *static_cast<Asked*>(given);
        for (unsigned i = 0; i < info->dlpi_phnum; ++i) {
          const ElfW(Phdr)& part = info->dlpi_phdr[i];
          const std::uintptr_t begin = info->dlpi_addr + part.p_vaddr;
          if (part.p_type == PT_GNU_RELRO && question.place >= begin &&
              question.place < begin + part.p_memsz)
            question.is_protected = true;
        }
        return 0;
      },
      &asked);
  return asked.is_protected;
}

void make_null(void** place) {
  const auto page_size = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  void* const page =
      reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(place) & ~(page_size - 1));
  const bool closed = is_protected(place);
  if (closed && ::mprotect(page, page_size, PROT_READ | PROT_WRITE) != 0) return;
  *place = nullptr;
  if (closed) ::mprotect(page, page_size, PROT_READ);
}

void restore_references(const link_map& object) {
  const Relocations all(object.l_ld);
  if (!all.known()) return;
  for (std::size_t i = all.relative; i < all.count(); ++i) {
    const ElfW(Rela)& one = all.first[i];
    const ElfW(Sym)& symbol = all.symbols[ELF64_R_SYM(one.r_info)];
    if (ELF64_ST_BIND(symbol.st_info) != STB_WEAK || symbol.st_shndx != SHN_UNDEF) continue;
    const char* const name = all.strings + symbol.st_name;
    const unsigned stub = std::strchr("MPmps", *name) == nullptr ? lull_stub_count : stub_of(name);
    auto** const place = reinterpret_cast<void**>(object.l_addr + one.r_offset);
    if (stub != lull_stub_count && *place == stub_code(stub) &&
        plain_dlsym(RTLD_NEXT, name) == nullptr)
      make_null(place);
  }
}

[[gnu::constructor]] void restore_weak_references() {
  for (const link_map* object = _r_debug.r_map; object != nullptr; object = object->l_next)
    restore_references(*object);
}

}  // namespace
}  // namespace lull::recorder::calls
