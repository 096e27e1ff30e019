// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/process/executable.hpp"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace lull::recorder {
namespace {

// The functions of a runtime that is part of the program, or called in a library.
struct Sanitizer {
  std::string_view function;
  const char* name;
};
constexpr std::array kSanitizers{Sanitizer{"__asan_init", "is built with AddressSanitizer"},
                                 Sanitizer{"__tsan_init", "is built with ThreadSanitizer"},
                                 Sanitizer{"__msan_init", "is built with MemorySanitizer"},
                                 Sanitizer{"__hwasan_init", "is built with HWAddressSanitizer"}};

class File {
 public:
  explicit File(const char* path)
      : descriptor_(::open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)) {}
  ~File() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  [[nodiscard]] bool about(struct stat& found) const {
    return descriptor_ >= 0 && ::fstat(descriptor_, &found) == 0 && S_ISREG(found.st_mode);
  }
  [[nodiscard]] std::size_t read(std::uint64_t at, void* to, std::size_t size) const {
    const ssize_t count = ::pread(descriptor_, to, size, static_cast<off_t>(at));
    return count < 0 ? 0 : static_cast<std::size_t>(count);
  }
  template <class Record>
  [[nodiscard]] bool read_record(std::uint64_t at, Record& record) const {
    return read(at, &record, sizeof record) == sizeof record;
  }

 private:
  int descriptor_;
};

// A program for this machine's architecture.
class Program {
 public:
  Program(const File& file, const ElfW(Ehdr) & header) : file_(file), header_(header) {
    for (unsigned i = 0; i < header.e_phnum; ++i) {
      ElfW(Phdr) part{};
      if (!part_at(i, part)) continue;
      interpreted_ = interpreted_ || part.p_type == PT_INTERP;
      if (part.p_type == PT_DYNAMIC) read_dynamic(part);
    }
  }

  [[nodiscard]] bool is_static() const {
    return !interpreted_ && (header_.e_type == ET_EXEC || is_program_);
  }

  // Searches the string table; returns null if there is none.
  [[nodiscard]] const char* sanitizer() const {
    std::array<char, 8192> text{};
    constexpr std::size_t kOverlap = 16;  // longer than any of the names
    for (std::uint64_t at = 0; at < names_size_; at += text.size() - kOverlap) {
      const std::size_t size = std::min<std::uint64_t>(text.size(), names_size_ - at);
      const std::string_view names(text.data(), file_.read(names_ + at, text.data(), size));
      for (const Sanitizer& one : kSanitizers)
        if (names.find(one.function) != names.npos) return one.name;
    }
    return nullptr;
  }

 private:
  bool part_at(unsigned i, ElfW(Phdr) & part) const {
    return file_.read_record(header_.e_phoff + std::uint64_t{i} * header_.e_phentsize, part);
  }
  void read_dynamic(const ElfW(Phdr) & part) {
    std::uint64_t address = 0;
    for (std::uint64_t at = 0; at + sizeof(ElfW(Dyn)) <= part.p_filesz; at += sizeof(ElfW(Dyn))) {
      ElfW(Dyn) entry{};
      if (!file_.read_record(part.p_offset + at, entry) || entry.d_tag == DT_NULL) break;
      if (entry.d_tag == DT_FLAGS_1) is_program_ = (entry.d_un.d_val & DF_1_PIE) != 0;
      if (entry.d_tag == DT_STRTAB) address = entry.d_un.d_ptr;
      if (entry.d_tag == DT_STRSZ) names_size_ = entry.d_un.d_val;
    }
    for (unsigned i = 0; i < header_.e_phnum; ++i) {
      ElfW(Phdr) loaded{};
      if (part_at(i, loaded) && loaded.p_type == PT_LOAD && address >= loaded.p_vaddr &&
          address < loaded.p_vaddr + loaded.p_filesz)
        names_ = address - loaded.p_vaddr + loaded.p_offset;
    }
  }

  const File& file_;
  const ElfW(Ehdr) & header_;
  bool interpreted_ = false;
  bool is_program_ = false;
  std::uint64_t names_ = 0;
  std::uint64_t names_size_ = 0;
};

// Its loader ignores the environment.
bool has_other_rights(const struct stat& about) {
  return ((about.st_mode & S_ISUID) != 0 && about.st_uid != ::getuid()) ||
         ((about.st_mode & S_ISGID) != 0 && about.st_gid != ::getgid());
}

Executable look_at_program(const File& file, const struct stat& about) {
  ElfW(Ehdr) header{};
  if (!file.read_record(0, header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return {};
  constexpr unsigned char kOwnClass = sizeof(void*) == 8 ? ELFCLASS64 : ELFCLASS32;
  if (header.e_ident[EI_CLASS] != kOwnClass)
    return {Loading::Harmful, "is built for another architecture"};
  const Program program(file, header);
  if (program.is_static()) return {Loading::Impossible, "is statically linked"};
  if (has_other_rights(about))
    return {Loading::Impossible, "runs with other rights than yours (setuid or setgid)"};
  if (const char* const name = program.sanitizer()) return {Loading::Harmful, name};
  return {};
}

}  // namespace

Executable look_at_executable(const char* path) noexcept {
  const File file(path);
  struct stat about {};
  std::array<char, 256> line{};
  if (!file.about(about)) return {};
  const std::string_view text(line.data(), file.read(0, line.data(), line.size() - 1));
  if (!text.starts_with("#!")) return look_at_program(file, about);
  const std::size_t begin = text.find_first_not_of(" \t", 2);
  if (begin == text.npos) return {};
  line[std::min(text.find_first_of(" \t\r\n", begin), text.size())] = '\0';
  const File interpreter(line.data() + begin);
  return interpreter.about(about) ? look_at_program(interpreter, about) : Executable{};
}

}  // namespace lull::recorder
