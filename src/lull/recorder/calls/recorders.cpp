// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/calls/recorders.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "lull/recorder/calls/stubs.hpp"

namespace lull::recorder::calls {
namespace {

constexpr const char* kUnwanted[kModels] = {"LULL_RECORD_NO_MPI", "LULL_RECORD_NO_SHMEM"};
constexpr const char* kModelNames[kModels] = {"MPI", "OpenSHMEM"};

bool begins(const char* name, const char* with) {
  return std::strncmp(name, with, std::strlen(with)) == 0;
}

std::atomic<const Known*> known_libraries[kModels];

const CallRecorder* open_recorder(const char* name) {
  Dl_info self{};
  char path[4096];
  if (::dladdr(stub_code(0), &self) == 0 || self.dli_fname == nullptr) return nullptr;
  const char* const slash = std::strrchr(self.dli_fname, '/');
  const int directory = slash == nullptr ? 0 : static_cast<int>(slash - self.dli_fname + 1);
  if (std::snprintf(path, sizeof path, "%.*sliblull-record-%s.so", directory, self.dli_fname,
                    name) >= int{sizeof path})
    return nullptr;
  void* const opened = ::dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (opened == nullptr) return nullptr;
  return static_cast<const CallRecorder*>(plain_dlsym(opened, "lull_call_recorder"));
}

// Access to a library that is present.
template <Model M>
struct Access {
  static void* next(const char* name) {
    if (void* const found = plain_dlsym(RTLD_NEXT, name)) return found;
    return function(name);
  }
  static void* function(const char* name) {
    const LibraryOfModel* const library = library_.load(std::memory_order_acquire);
    if (void* const found = plain_dlsym(library->handle, name)) return found;
    // Its functions for Fortran are in separate libraries.
    return M == Model::Mpi && begins(name, "mpi_") ? find_anywhere(name) : nullptr;
  }
  static void* variable(const char* name) {
    const LibraryOfModel* const library = library_.load(std::memory_order_acquire);
    void* found = library->global ? plain_dlsym(RTLD_DEFAULT, name) : nullptr;
    if (found == nullptr) found = plain_dlsym(library->handle, name);
    return found != nullptr ? found : find_anywhere(name);
  }
  static constexpr LoadedLibrary kAccess{next, function, variable};
  static inline std::atomic<const LibraryOfModel*> library_{nullptr};
};

// Returns whether a name is defined before this library in the search order: by the program itself.
// A program at a fixed address may also have a PLT entry as the function's address, which is not a
// definition.
bool is_defined_before(unsigned stub) {
  const void* const found = plain_dlsym(RTLD_DEFAULT, stub_name(stub));
  if (found == stub_code(stub) || found == nullptr) return false;
  Dl_info object{};
  const ElfW(Sym)* symbol = nullptr;
  const void** const entry = reinterpret_cast<const void**>(&symbol);
  return ::dladdr1(found, &object, const_cast<void**>(entry), RTLD_DL_SYMENT) == 0 ||
         symbol == nullptr || symbol->st_shndx != SHN_UNDEF;
}

// Returns whether another library defines a Fortran function without a wrapper. Such a function
// in the MPI library itself calls the C function.
bool is_replaced(const char* name) {
  char own_name[256] = "p";
  std::strncat(own_name, name, sizeof own_name - 2);
  void* const found = plain_dlsym(RTLD_NEXT, name);
  return found != nullptr && !are_in_one_file(found, plain_dlsym(RTLD_NEXT, own_name));
}

bool is_to_be_recorded_below(Model model, const CallRecorder& recorder) {
  for (unsigned stub = 0; stub < lull_stub_count; ++stub) {
    const char* const name = stub_name(stub);
    if (model_of(name) != model || is_of_profiling(name)) continue;
    if (is_defined_before(stub)) return true;
    if (begins(name, "mpi_") && wrapper_of(recorder, name) == nullptr && is_replaced(name))
      return true;
  }
  return false;
}

void begin_recorder(Model model, const LoadedLibrary& access, Known& known) {
  if (!is_wanted(model)) return;
  const char* const name = kModelNames[static_cast<std::size_t>(model)];
  if (*known.library.recorder == 0)
    return note_unrecorded("%s is not recorded: Lull does not know the binary interface of %s\n",
                           name, known.library.name);
  known.recorder = open_recorder(known.library.recorder);
  if (known.recorder == nullptr) {
    const char* const why = ::dlerror();
    return note_unrecorded("%s is not recorded: its recorder cannot be opened: %s\n", name,
                           why == nullptr ? "it is not a recorder" : why);
  }
  if (!known.recorder->begin(access)) {
    known.recorder = nullptr;
    return note_unrecorded("%s is not recorded: %s lacks functions that the recorder needs\n", name,
                           known.library.name);
  }
  known.below = is_to_be_recorded_below(model, *known.recorder);
}

// Returns null while there is no library.
template <Model M>
const Known* known_library() {
  auto& place = known_libraries[static_cast<std::size_t>(M)];
  if (const Known* const known = place.load(std::memory_order_acquire)) return known;
  const LibraryOfModel found = find_library(M);
  if (found.handle == nullptr) return nullptr;
  auto* const fresh = static_cast<Known*>(std::calloc(1, sizeof(Known)));
  if (fresh == nullptr) return nullptr;
  fresh->library = found;
  const LibraryOfModel* unset = nullptr;
  Access<M>::library_.compare_exchange_strong(unset, &fresh->library);
  begin_recorder(M, Access<M>::kAccess, *fresh);
  const Known* first = nullptr;  // another thread may have been faster
  return place.compare_exchange_strong(first, fresh) ? fresh : first;
}

}  // namespace

Model model_of(const char* name) {
  return begins(name, "mpi") || begins(name, "MPI") || begins(name, "PMPI") ? Model::Mpi
                                                                            : Model::Shmem;
}

bool is_of_profiling(const char* name) { return begins(name, "PMPI") || begins(name, "pshmem"); }

bool is_wanted(Model model) {
  return std::getenv("LULL_RECORD_DIRECTORY") != nullptr &&
         std::getenv(kUnwanted[static_cast<std::size_t>(model)]) == nullptr;
}

void note_unrecorded(const char* format, const char* first, const char* second) {
  const char* const directory = std::getenv("LULL_RECORD_DIRECTORY");
  char path[4096];
  char line[1024];
  if (directory == nullptr ||
      std::snprintf(path, sizeof path, "%s/.unrecorded", directory) >= int{sizeof path})
    return;
  const int length = std::snprintf(line, sizeof line, format, first, second);
  const int file = ::open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0 || length < 0) return;
  [[maybe_unused]] const auto written = ::write(file, line, static_cast<std::size_t>(length));
  ::close(file);
}

const Wrapper* wrapper_of(const CallRecorder& recorder, const char* name) {
  std::size_t low = 0;
  for (std::size_t high = recorder.count; low < high;) {
    const std::size_t middle = low + (high - low) / 2;
    const int order = std::strcmp(recorder.wrappers[middle].name, name);
    if (order == 0) return &recorder.wrappers[middle];
    if (order < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return nullptr;
}

const Known* known_library(Model model) {
  return model == Model::Mpi ? known_library<Model::Mpi>() : known_library<Model::Shmem>();
}
const LoadedLibrary& access_of(Model model) {
  return model == Model::Mpi ? Access<Model::Mpi>::kAccess : Access<Model::Shmem>::kAccess;
}

}  // namespace lull::recorder::calls
