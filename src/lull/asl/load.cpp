// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/asl/load.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <variant>

#include "lull/asl/library/library.hpp"
#include "lull/asl/syntax/parse.hpp"
#include "lull/base/error.hpp"
#include "lull/base/text/printable.hpp"

namespace lull::asl {
namespace {

namespace fs = std::filesystem;

struct FileText {
  std::string text;
  std::string reason;  // the reason why it could not be read; "": success
};

// Stops reading once the file is known to be too long.
FileText read_text(const fs::path& file) {
  std::error_code ignored;
  if (fs::is_directory(file, ignored)) return {"", "it is a directory"};
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return {"", std::strerror(errno)};
  FileText result;
  constexpr std::size_t kBlock = std::size_t{1} << 16U;
  while (stream && result.text.size() <= kMostSourceBytes) {
    const std::size_t size = result.text.size();
    result.text.resize(size + kBlock);
    stream.read(result.text.data() + size, kBlock);
    result.text.resize(size + static_cast<std::size_t>(stream.gcount()));
  }
  if (stream.bad()) result.reason = std::strerror(errno);
  return result;
}

class Loader {
 public:
  explicit Loader(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  void add_library(bool all = false) {
    for (const LibraryFile& file : library())
      if (file.always || all) add(fmt::format("<{}>", file.name), std::string(file.text), true);
  }

  void add_file(const fs::path& file) {
    FileText read = read_text(file);
    if (const LibraryFile* const shipped = find_shipped(file.string());
        shipped != nullptr && !read.reason.empty())
      return add_with_imports("<" + file.string() + ">", std::string(shipped->text), shipped);
    if (!read.reason.empty())
      throw input_error("cannot read {}: {}", printable(file.string()), read.reason);
    add_text(file, std::move(read.text));
  }

  void add_text(const fs::path& file, std::string text) {
    known_.insert(identity(file));
    add_with_imports(file, std::move(text), nullptr);
  }

  Loaded take() { return std::move(loaded_); }

 private:
  // The folder for a file's imports; empty for shipped files, which import other shipped files.
  using Folder = std::optional<fs::path>;

  void add_with_imports(const fs::path& file, std::string text, const LibraryFile* shipped) {
    if (shipped != nullptr) shipped_.insert(shipped);
    std::vector<Folder> folders = {shipped == nullptr ? Folder(file.parent_path()) : Folder()};
    const std::size_t first = loaded_.files.size();
    add(file.string(), std::move(text), false);
    for (std::size_t i = first; i < loaded_.files.size(); ++i) {
      for (const Text& wanted : imports(loaded_.files[i].specification)) {
        const Folder folder = folders[i - first];
        if (!folder)
          import_shipped(find_shipped(wanted.value), folders);
        else
          import(wanted, *folder / wanted.value, folders);
      }
    }
  }

  static fs::path identity(const fs::path& file) {
    std::error_code error;
    fs::path known = fs::weakly_canonical(fs::absolute(file, error), error);
    return error ? file.lexically_normal() : known;
  }

  static std::vector<Text> imports(const Specification& specification) {
    std::vector<Text> result;
    for (const Declaration& one : specification.declarations)
      if (const auto* const import = std::get_if<Import>(&one)) result.push_back(import->file);
    return result;
  }

  void import_shipped(const LibraryFile* shipped, std::vector<Folder>& folders) {
    if (shipped->always || !shipped_.insert(shipped).second) return;
    folders.emplace_back();
    add(fmt::format("<{}>", shipped->name), std::string(shipped->text), false);
  }

  void import(const Text& wanted, const fs::path& file, std::vector<Folder>& folders) {
    if (wanted.value.find('\0') != std::string::npos || wanted.value.empty()) {
      diagnostics_.add(wanted.at, "this is not a file name");
      return;
    }
    if (!known_.insert(identity(file)).second) return;
    FileText read = read_text(file);
    if (read.reason.empty()) {
      folders.emplace_back(file.parent_path());
      add(file.lexically_normal().string(), std::move(read.text), false);
    } else if (const LibraryFile* const shipped = find_shipped(wanted.value)) {
      import_shipped(shipped, folders);
    } else {
      known_.erase(identity(file));
      diagnostics_.add(wanted.at, fmt::format("cannot read {}: {}", file.string(), read.reason),
                       "the name is relative to the file that imports it");
    }
  }

  static const LibraryFile* find_shipped(const std::string& name) {
    const auto& files = library();
    const auto found = std::ranges::find(files, name, &LibraryFile::name);
    return found == files.end() ? nullptr : &*found;
  }

  void add(const std::string& name, std::string text, bool library) {
    auto source = std::make_unique<Source>(name, std::move(text), loaded_.files.size());
    Specification specification = parse(*source, diagnostics_);
    loaded_.files.push_back({std::move(source), std::move(specification), library});
  }

  Diagnostics& diagnostics_;
  Loaded loaded_;
  std::set<fs::path> known_;
  std::set<const LibraryFile*> shipped_;  // shipped files that have been loaded
};

// Maps names to the shipped files that must be imported for them.
std::map<std::string, std::string_view> files_of_names() {
  std::map<std::string, std::string_view> files;
  for (const LibraryFile& file : library()) {
    if (file.always) continue;
    Diagnostics ignored;
    const Source source(std::string(file.name), std::string(file.text));
    const Specification specification = parse(source, ignored);
    for (const Declaration& one : specification.declarations)
      if (const Name* name = declared_name(one)) files.emplace(name->text, file.name);
  }
  return files;
}

}  // namespace

Loaded load(const fs::path& file, Diagnostics& diagnostics) {
  Loader loader(diagnostics);
  loader.add_library();
  loader.add_file(file);
  return loader.take();
}

Loaded load_text(const std::string& name, std::string text, Diagnostics& diagnostics) {
  Loader loader(diagnostics);
  loader.add_library();
  loader.add_text(name, std::move(text));
  return loader.take();
}

Loaded load_library(Diagnostics& diagnostics, bool all) {
  Loader loader(diagnostics);
  loader.add_library(all);
  return loader.take();
}

std::string_view shipped_file_of(const std::string& name) {
  static const std::map<std::string, std::string_view> kFiles = files_of_names();
  const auto found = kFiles.find(name);
  return found == kFiles.end() ? std::string_view() : found->second;
}

}  // namespace lull::asl
