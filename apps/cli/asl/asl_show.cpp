// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// lull asl show: lists the names available to a specification.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "cli/asl/asl.hpp"
#include "cli/asl/asl_signature.hpp"
#include "cli/common/terminal.hpp"
#include "cli/common/text_layout.hpp"
#include "lull/asl/library/library.hpp"
#include "lull/asl/model/model.hpp"
#include "lull/asl/syntax/tokens.hpp"
#include "lull/base/error.hpp"
#include "lull/base/memory/large_stack.hpp"
#include "lull/trace/event/event_names.hpp"

namespace lull::cli {
namespace {

using asl::ModelClass;
using asl::TokenKind;

// Constants of the language; no file declares them.
constexpr const char* kConstants =
    R"(  float low, medium, high          0.25, 0.5 and 0.75, for CONFIDENCE
  Region PROGRAM                   the whole run
)";
constexpr const char* kMatchFunctions =
    R"(  setof … PATTERN_MATCHES(P(…), e.trace)   all matches of a pattern
  … MATCH(P(…), Event e)                   its match with that root, or NULL
)";

// Returns the first sentence of a file's leading comment.
std::string first_sentence(std::string_view text) {
  std::string sentence;
  while (text.starts_with("//")) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (line.find("SPDX") == line.npos && line.size() > 3)
      sentence += (sentence.empty() ? "" : " ") + std::string(line.substr(3));
  }
  return sentence.substr(0, sentence.find(". "));
}

bool in_model(const asl::Declaration& one) {
  return std::holds_alternative<asl::Class>(one) &&
         asl::model().find_class(std::get<asl::Class>(one).name.text).has_value();
}

bool is_event(const ModelClass& one) {
  const asl::Model& model = asl::model();
  asl::ClassId id = *model.find_class(one.name);
  while (id.defined() && id != model.event) id = model.classes[id.index()].base;
  return id.defined();
}

template <class Of>
std::string declared_text(const asl::Loaded& library, const Of& of) {
  std::string text;
  for (const asl::LoadedFile& file : library.files)
    for (const asl::Declaration& one : file.specification.declarations)
      if (of(one) && !in_model(one)) text += "  " + signature(one) + "\n";
  return text;
}

std::string files_text(bool always) {
  std::string text;
  for (const asl::LibraryFile& file : asl::library())
    if (file.always == always)
      text += wrapped("  " + std::string(file.name), 21, first_sentence(file.text));
  return text;
}

std::string overview(const asl::Loaded& library) {
  std::string text = "Files that are always available:\n" + files_text(true);
  text += "\nFiles to IMPORT, or for lull analyze --patterns:\n" + files_text(false);
  text += "\nClasses of definitions:\n";
  for (const ModelClass& one : asl::model().classes)
    if (!is_event(one)) text += "  " + signature(one) + "\n";
  text += "\nClasses of events:\n";
  for (const ModelClass& one : asl::model().classes)
    if (is_event(one)) text += "  " + signature(one) + "\n";
  text += declared_text(library,
                        [](const auto& one) { return std::holds_alternative<asl::Class>(one); });
  text += "\nEnums:\n";
  for (const asl::ModelEnum& one : asl::model().enums) text += "  " + signature(one) + "\n";
  text += declared_text(library,
                        [](const auto& one) { return std::holds_alternative<asl::Enum>(one); });
  text += std::string("\nConstants:\n") + kConstants;
  text += declared_text(library,
                        [](const auto& one) { return std::holds_alternative<asl::Constant>(one); });
  text += "\nFunctions:\n";
  text += declared_text(library,
                        [](const auto& one) { return std::holds_alternative<asl::Function>(one); });
  text += kMatchFunctions;
  text += "\nPatterns and properties:\n";
  text += declared_text(library, [](const auto& one) {
    return std::holds_alternative<asl::Pattern>(one) ||
           std::holds_alternative<asl::Property>(one) || std::holds_alternative<asl::Instance>(one);
  });
  return text + "\n`lull asl show NAME` shows one of them, or a file.\n";
}

std::string attribute_lines(const ModelClass& one) {
  std::string text;
  for (const asl::ModelAttribute& attribute : one.attributes)
    text += fmt::format("  {} {};\n", model_type_text(attribute.type), attribute.name);
  return text;
}

// Returns the class with the attributes of its bases, its records and its derived classes.
std::string class_text(asl::ClassId id) {
  const asl::Model& model = asl::model();
  const ModelClass& own = model.classes[id.index()];
  std::string text = "class " + own.name;
  if (own.base.defined()) text += " extends " + model.classes[own.base.index()].name;
  text += " {\n" + attribute_lines(own) + "}\n";
  for (asl::ClassId base = own.base; base.defined(); base = model.classes[base.index()].base) {
    const ModelClass& one = model.classes[base.index()];
    if (!one.attributes.empty())
      text += fmt::format("\nFrom {}:\n{}", one.name, attribute_lines(one));
  }
  std::string records;
  std::string derived;
  for (std::size_t kind = 0; kind < kEventKinds; ++kind)
    if (own.kinds.test(kind)) records += std::string(name_of_event(kind)) + " ";
  for (const ModelClass& one : model.classes)
    if (one.base == id) derived += one.name + " ";
  if (own.kinds.all()) records = "all";
  if (!records.empty()) text += "\n" + wrapped("Records:", 9, records);
  if (!derived.empty()) text += "\n" + wrapped("Derived:", 9, derived);
  return text;
}

std::string enum_text(asl::EnumId id) {
  const asl::ModelEnum& own = asl::model().enums[id.index()];
  std::string text = fmt::format("enum {} {{\n", own.name);
  for (const std::string& name : own.enumerators)
    if (!name.empty()) text += fmt::format("  {}.{}\n", own.name, name);
  return text + "}\n";
}

// Returns the last token of the declaration that begins with this token, including a ";" after it.
std::size_t last_token(const std::vector<asl::Token>& tokens, std::size_t first) {
  const auto kind = [&](std::size_t i) { return tokens[std::min(i, tokens.size() - 1)].kind; };
  const bool pattern = kind(first) == TokenKind::Pattern || kind(first) == TokenKind::Property;
  const bool instance = pattern && kind(first + 2) == TokenKind::Assign;
  const bool ends_in_brace =
      kind(first) == TokenKind::Class || kind(first) == TokenKind::Enum || (pattern && !instance);
  int depth = 0;
  for (std::size_t i = first; kind(i) != TokenKind::End; ++i) {
    if (kind(i) == TokenKind::OpenBrace) ++depth;
    if (kind(i) == TokenKind::CloseBrace) --depth;
    if (depth > 0) continue;
    if (kind(i) == TokenKind::Semicolon && !ends_in_brace) return i;
    if (kind(i) == TokenKind::CloseBrace && ends_in_brace)
      return kind(i + 1) == TokenKind::Semicolon ? i + 1 : i;
  }
  return tokens.size() - 1;
}

// Moves the beginning up to include the comment lines directly above.
std::size_t with_comment(std::string_view text, std::size_t begin) {
  while (begin > 0) {
    const std::size_t line = begin == 1 ? 0 : text.rfind('\n', begin - 2) + 1;
    if (!text.substr(line).starts_with("//")) break;
    begin = line;
  }
  return begin;
}

// Returns the declaration's text from the file.
std::string declaration_text(const asl::Source& source, const asl::Name& name) {
  asl::Diagnostics ignored;
  const std::vector<asl::Token> tokens = tokens_of(source, ignored);
  for (std::size_t first = 0; first + 1 < tokens.size();) {
    const std::size_t last = last_token(tokens, first);
    if (name.at.offset < tokens[last].end) {
      const std::size_t begin = with_comment(source.text(), tokens[first].begin);
      return std::string(source.text().substr(begin, tokens[last].end - begin)) + "\n";
    }
    first = last + 1;
  }
  return {};
}

// Returns where a declaration comes from, unless that file is always available.
std::string to_import(const asl::Source& source) {
  for (const asl::LibraryFile& file : asl::library())
    if (!file.always && source.name() == fmt::format("<{}>", file.name))
      return fmt::format("// IMPORT \"{}\"; declares it.\n\n", file.name);
  return {};
}

std::string text_of(const asl::Loaded& library, const std::string& name) {
  for (const asl::LibraryFile& file : asl::library())
    if (file.name == name) return std::string(file.text);
  if (const auto id = asl::model().find_class(name)) return class_text(*id);
  if (const auto id = asl::model().find_enum(name)) return enum_text(*id);
  for (const asl::LoadedFile& file : library.files)
    for (const asl::Declaration& one : file.specification.declarations)
      if (const asl::Name* own = declared_name(one); own != nullptr && own->text == name)
        return to_import(*file.source) + declaration_text(*file.source, *own);
  throw usage_error("there is no {}; `lull asl show` lists the names", name);
}

void show_library(const std::string& name) {
  with_large_stack([&] {
    asl::Diagnostics diagnostics;
    const asl::Loaded library = asl::load_library(diagnostics, !name.empty());
    std::cout << (name.empty() ? overview(library) : text_of(library, name));
  });
  flush_output();
}

}  // namespace

void add_asl_show(CLI::App& asl, Action& action) {
  CLI::App* command =
      asl.add_subcommand("show", "List the names that a specification can use, or show one");
  const auto name = std::make_shared<std::string>();
  command->add_option("NAME", *name,
                      "A class, enum, function, pattern or property, or a file such as mpi.asl");
  command->callback([name, &action] { action = [name] { show_library(*name); }; });
}

}  // namespace lull::cli
