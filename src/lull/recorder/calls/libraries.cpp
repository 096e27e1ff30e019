// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/calls/libraries.hpp"

#include <dlfcn.h>
#include <gnu/lib-names.h>
#include <link.h>

#include <atomic>
#include <cstdlib>
#include <cstring>

#include "lull/recorder/calls/stubs.hpp"

namespace lull::recorder::calls {
namespace {

using Dlsym = void*(void*, const char*);

// The symbol versions of dlsym; one of them is this C library's.
constexpr const char* kDlsymVersions[] = {"GLIBC_2.34", "GLIBC_2.17", "GLIBC_2.2.5", "GLIBC_2.27"};

void* find_dlsym(void* place) {
  for (const char* const version : kDlsymVersions)
    if (void* const found = ::dlvsym(place, "dlsym", version)) return found;
  return nullptr;
}

Dlsym* find_plain_dlsym() {
  for (const char* const library : {LIBC_SO, LIBDL_SO})
    if (void* const opened = ::dlopen(library, RTLD_LAZY | RTLD_NOLOAD))
      if (void* const function = find_dlsym(opened)) return reinterpret_cast<Dlsym*>(function);
  return reinterpret_cast<Dlsym*>(find_next_dlsym());
}

bool begins(const char* text, const char* with) {
  return std::strncmp(text, with, std::strlen(with)) == 0;
}

const char* file_name(const char* path) {
  const char* const slash = std::strrchr(path, '/');
  return slash == nullptr ? path : slash + 1;
}

// Returns the object's SONAME, otherwise its file name.
const char* name_of(const link_map& map) {
  const char* strings = nullptr;
  const ElfW(Dyn)* own_name = nullptr;
  for (const ElfW(Dyn)* entry = map.l_ld; entry != nullptr && entry->d_tag != DT_NULL; ++entry) {
    if (entry->d_tag == DT_STRTAB) strings = reinterpret_cast<const char*>(entry->d_un.d_ptr);
    if (entry->d_tag == DT_SONAME) own_name = entry;
  }
  if (strings != nullptr && own_name != nullptr) return strings + own_name->d_un.d_val;
  return file_name(map.l_name == nullptr ? "" : map.l_name);
}

// Returns the recorder for an MPI library, determined by its name and its symbols. Libraries of
// Open MPI keep their predefined objects in variables; version 1 has the file name of MPICH.
const char* mpi_recorder(const char* name, void* handle) {
  const bool has_objects = plain_dlsym(handle, "ompi_mpi_comm_world") != nullptr;
  if (plain_dlsym(handle, "PMPI_Type_size_x") == nullptr) return "";  // older than MPI 3
  if (has_objects) {
    if (begins(name, "libmpi.so.40")) return "openmpi";
    using Version = int (*)(char*, int*);
    const auto version = reinterpret_cast<Version>(plain_dlsym(handle, "PMPI_Get_library_version"));
    constexpr const char* kName = "Open MPI v";
    char text[8192] = {};
    int length = 0;
    if (version == nullptr || version(text, &length) != 0 || !begins(text, kName)) return "";
    constexpr int kOldest = 3;  // version with this interface
    return std::atoi(text + std::strlen(kName)) >= kOldest ? "openmpi" : "";
  }
  for (const char* const known : {"libmpi.so.12", "libmpich.so.12", "libmpi_cray"})
    if (begins(name, known)) return "mpich";
  return "";
}

const char* shmem_recorder(const char* name, void*) {
  return begins(name, "liboshmem.so.40") ? "oshmem" : "";
}

struct Kind {
  const char* function;  // exists in every such library
  const char* part;      // a part of its file name
  const char* (*recorder)(const char* name, void* handle);
};
constexpr Kind kKinds[kModels] = {{"PMPI_Init", "mpi", mpi_recorder},
                                  {"pshmem_init", "shmem", shmem_recorder}};

// Returns the object that contains the function.
link_map* object_of(const void* function) {
  Dl_info ignored{};
  link_map* map = nullptr;
  if (function == nullptr) return nullptr;
  return ::dladdr1(function, &ignored, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) != 0
             ? map
             : nullptr;
}

// Loaded object files, examined without holding the loader's lock.
struct Files {
  static constexpr std::size_t kMost = 4096;
  char* names[kMost];
  std::size_t count = 0;
  const char* part;  // a part of their file names

  explicit Files(const char* wanted) : part(wanted) {
    ::dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* given) {
          auto& files = *static_cast<Files*>(given);
          if (files.count == kMost || info->dlpi_name == nullptr || *info->dlpi_name == 0) return 0;
          if (std::strstr(file_name(info->dlpi_name), files.part) != nullptr)
            if (char* const copy = ::strdup(info->dlpi_name)) files.names[files.count++] = copy;
          return 0;
        },
        this);
  }
  ~Files() {
    for (std::size_t i = 0; i < count; ++i) std::free(names[i]);
  }
  Files(const Files&) = delete;
  Files& operator=(const Files&) = delete;
};

// Returns the symbol in a file whose name contains that part.
void* find_in_files(const char* part, const char* name) {
  const Files files(part);
  for (std::size_t i = 0; i < files.count; ++i) {
    void* const found = find_in_file(files.names[i], name);
    const link_map* const object = object_of(found);
    if (object != nullptr && std::strcmp(object->l_name, files.names[i]) == 0) return found;
  }
  return nullptr;
}

// Searches all namespaces, except for the recorder's libraries.
link_map* first_in(std::size_t name_space) {
  const r_debug* debug = &_r_debug;
#if defined(__GLIBC_PREREQ) && __GLIBC_PREREQ(2, 35)
  constexpr int kLinked = 2;
  for (std::size_t i = 0; i < name_space && debug != nullptr; ++i)
    debug = debug->r_version < kLinked
                ? nullptr
                : &reinterpret_cast<const r_debug_extended*>(debug)->r_next->base;
#else
  if (name_space != 0) return nullptr;
#endif
  return debug == nullptr ? nullptr : debug->r_map;
}

bool is_in_use(link_map* map) {
  Lmid_t name_space = LM_ID_BASE;
  if (map == object_of(lull_stubs) || ::dlinfo(map, RTLD_DI_LMID, &name_space) != 0) return false;
  void* const handle = ::dlmopen(name_space, map->l_name, RTLD_LAZY | RTLD_NOLOAD);
  if (handle == nullptr) return false;
  using Initialized = int (*)(int*);
  const auto initialized = reinterpret_cast<Initialized>(plain_dlsym(handle, "PMPI_Initialized"));
  int used = 0;
  if (initialized != nullptr && object_of(reinterpret_cast<void*>(initialized)) == map &&
      initialized(&used) != 0)
    used = 0;
  ::dlclose(handle);
  return used != 0;
}

}  // namespace

void* plain_dlsym(void* handle, const char* name) {
  static std::atomic<Dlsym*> known{nullptr};
  Dlsym* found = known.load(std::memory_order_relaxed);
  if (found == nullptr) known = found = find_plain_dlsym();
  return found(handle, name);  // as a tail call, so that dlsym sees the caller of this function
}

void* find_next_dlsym() { return find_dlsym(RTLD_NEXT); }

void* find_in_file(const char* file, const char* name) {
  void* const handle = ::dlopen(file, RTLD_LAZY | RTLD_NOLOAD);
  if (handle == nullptr) return nullptr;
  void* const found = plain_dlsym(handle, name);
  ::dlclose(handle);
  return object_of(found) == object_of(lull_stubs) ? nullptr : found;
}

void* find_anywhere(const char* name) { return find_in_files("", name); }

LibraryOfModel find_library(Model model) {
  const Kind& kind = kKinds[static_cast<std::size_t>(model)];
  LibraryOfModel library;
  void* function = plain_dlsym(RTLD_NEXT, kind.function);
  library.global = function != nullptr;
  if (function == nullptr) function = find_in_files(kind.part, kind.function);
  const link_map* const object = object_of(function);
  if (object == nullptr) return library;
  library.handle = ::dlopen(object->l_name, RTLD_LAZY | RTLD_NOLOAD);
  if (library.handle == nullptr) return library;
  std::strncpy(library.name, name_of(*object), sizeof library.name - 1);
  library.recorder = kind.recorder(library.name, library.handle);
  return library;
}

bool are_in_one_file(const void* a, const void* b) { return object_of(a) == object_of(b); }

bool is_mpi_in_use(char* name, std::size_t size) {
  constexpr std::size_t kMostNamespaces = 16;
  for (std::size_t i = 0; i < kMostNamespaces; ++i)
    for (link_map* map = first_in(i); map != nullptr; map = map->l_next) {
      if (std::strstr(file_name(map->l_name), "mpi") == nullptr || !is_in_use(map)) continue;
      std::strncpy(name, name_of(*map), size - 1);
      return true;
    }
  return false;
}

}  // namespace lull::recorder::calls
