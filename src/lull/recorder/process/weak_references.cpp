// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Programs refer weakly to optional OpenMP and MPI functions, and check whether they exist. The
// recorder intercepts these functions in every process: if no library defines them, the program
// must find none, as without the recorder.
#include <dlfcn.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "lull/recorder/process/dynamic_section.hpp"
#include "lull/recorder/system/kept_errno.hpp"

namespace lull::recorder {
namespace {

constexpr std::array<std::string_view, 8> kOptional{"GOMP_", "omp_", "__kmpc_", "MPI_",
                                                    "PMPI_", "mpi_", "shmem",   "pshmem"};

std::string_view file_of(std::string_view path) { return path.substr(path.rfind('/') + 1); }

bool is_recorder(const char* path) { return file_of(path).starts_with("liblull-"); }

bool is_in_recorder(std::uintptr_t address) {
  dl_find_object found{};
  return address != 0 && ::_dl_find_object(reinterpret_cast<void*>(address), &found) == 0 &&
         is_recorder(found.dlfo_link_map->l_name);
}

struct Reference {
  std::uintptr_t* place;
  const char* name;
  bool read_only;
};

struct Found {
  std::vector<Reference> references;
  std::vector<std::string> files;  // files that may define the function
};

bool holds_an_address(const ElfW(Rela) & place) {
#if defined(__x86_64__)
  const auto type = ELF64_R_TYPE(place.r_info);
  return type == R_X86_64_GLOB_DAT || type == R_X86_64_JUMP_SLOT || type == R_X86_64_64;
#elif defined(__aarch64__)
  const auto type = ELF64_R_TYPE(place.r_info);
  return type == R_AARCH64_GLOB_DAT || type == R_AARCH64_JUMP_SLOT || type == R_AARCH64_ABS64;
#else
  return false;
#endif
}

// Returns whether the loader has made the place read-only after relocation.
bool is_read_only(const dl_phdr_info& object, std::uintptr_t place) {
  return std::any_of(object.dlpi_phdr, object.dlpi_phdr + object.dlpi_phnum, [&](const auto& part) {
    const std::uintptr_t begin = object.dlpi_addr + part.p_vaddr;
    return part.p_type == PT_GNU_RELRO && place >= begin && place < begin + part.p_memsz;
  });
}

void add(const dl_phdr_info& object, const DynamicSection& section,
         std::span<const ElfW(Rela)> places, std::vector<Reference>& references) {
  for (const ElfW(Rela) & place : places) {
    const ElfW(Sym)& symbol = section.symbols()[ELF64_R_SYM(place.r_info)];
    if (!holds_an_address(place) || symbol.st_shndx != SHN_UNDEF ||
        ELF64_ST_BIND(symbol.st_info) != STB_WEAK)
      continue;
    const char* const name = section.strings() + symbol.st_name;
    auto* const at = reinterpret_cast<std::uintptr_t*>(object.dlpi_addr + place.r_offset);
    if (std::ranges::any_of(
            kOptional,
            [name](std::string_view begin) { return std::string_view(name).starts_with(begin); }) &&
        is_in_recorder(*at))
      references.push_back({at, name, is_read_only(object, object.dlpi_addr + place.r_offset)});
  }
}

int look_at(dl_phdr_info* object, std::size_t, void* collected) {
  auto& found = *static_cast<Found*>(collected);
  if (is_recorder(object->dlpi_name)) return 0;
  const DynamicSection section(*object);
  if (section.symbols() == nullptr || section.strings() == nullptr) return 0;
  add(*object, section, section.places(), found.references);
  add(*object, section, section.calls(), found.references);
  if (*object->dlpi_name != '\0') found.files.emplace_back(object->dlpi_name);
  return 0;
}

bool is_defined(const std::vector<std::string>& files, const char* name) {
  return std::ranges::any_of(files, [name](const std::string& file) {
    void* const library = ::dlopen(file.c_str(), RTLD_LAZY | RTLD_NOLOAD);
    const bool defined = library != nullptr && ::dlsym(library, name) != nullptr;
    if (library != nullptr) ::dlclose(library);
    return defined;
  });
}

void clear(const Reference& reference) {
  const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  const std::uintptr_t begin = reinterpret_cast<std::uintptr_t>(reference.place) & ~(page - 1);
  void* const start = reinterpret_cast<void*>(begin);  // NOLINT(performance-no-int-to-ptr)
  if (reference.read_only && ::mprotect(start, page, PROT_READ | PROT_WRITE) != 0) return;
  *reference.place = 0;
  if (reference.read_only) ::mprotect(start, page, PROT_READ);
}

// Runs before the program begins. If there is no memory, the references stay unchanged.
[[gnu::constructor]] void clear_weak_references() {
  const KeptErrno kept;
  try {
    Found found;
    ::dl_iterate_phdr(look_at, &found);
    for (const Reference& reference : found.references)
      if (!is_defined(found.files, reference.name)) clear(reference);
  } catch (const std::exception&) {
    return;
  }
}

}  // namespace
}  // namespace lull::recorder
