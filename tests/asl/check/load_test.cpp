// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Files and their imports.
#include "lull/asl/load.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "asl/check/checked.hpp"
#include "lull/base/error.hpp"

namespace lull::asl {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class AslLoad : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("lull_asl_load_" + std::to_string(getpid()));
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "sub");
  }
  void TearDown() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
  }
  // Returns the names of the user's files, and the mistakes.
  std::vector<std::string> files(const std::string& name) {
    Diagnostics diagnostics;
    const Loaded loaded = load(folder_ / name, diagnostics);
    const Program program = check(loaded, diagnostics);
    std::vector<std::string> names;
    for (const LoadedFile& file : loaded.files)
      if (!file.library)
        names.push_back(fs::path(file.source->name()).lexically_relative(folder_).string());
    for (const Diagnostic& one : diagnostics.sorted())
      names.push_back(fs::path(place_text(one.at)).filename().string() + ": " + one.message);
    return names;
  }

  fs::path folder_;
};

TEST_F(AslLoad, LoadsEachFileOnceByAnyPath) {
  write("f.asl", "IMPORT \"sub/a.asl\"; IMPORT \"./sub/../sub/a.asl\"; int f = a + b;");
  write("sub/a.asl", "IMPORT \"b.asl\"; int a = 1;");
  write("sub/b.asl", "IMPORT \"../f.asl\"; IMPORT \"a.asl\"; int b = a;");
  EXPECT_THAT(files("f.asl"), ElementsAre("f.asl", "sub/a.asl", "sub/b.asl"));
}

TEST_F(AslLoad, FollowsLinksToLoadedFiles) {
  write("f.asl", "IMPORT \"link.asl\"; IMPORT \"a.asl\";");
  write("a.asl", "int a = 1;");
  fs::create_symlink(folder_ / "a.asl", folder_ / "link.asl");
  EXPECT_THAT(files("f.asl"), ElementsAre("f.asl", "link.asl"));
}

TEST_F(AslLoad, ReportsUnreadableImports) {
  write("f.asl", "IMPORT \"none.asl\";\nIMPORT \"sub\";\nIMPORT \"\";\nint a = 1;");
  const std::vector<std::string> result = files("f.asl");
  ASSERT_EQ(result.size(), 4);
  EXPECT_THAT(result[1], HasSubstr("f.asl:1:8: cannot read"));
  EXPECT_THAT(result[1], HasSubstr("none.asl: No such file or directory"));
  EXPECT_THAT(result[2], HasSubstr("f.asl:2:8: cannot read"));
  EXPECT_EQ(result[3], "f.asl:3:8: this is not a file name");
}

TEST_F(AslLoad, FindsTheLibraryByName) {
  write("f.asl", "IMPORT \"mpi.asl\"; IMPORT \"basic.asl\";");
  EXPECT_THAT(files("f.asl"), ElementsAre("f.asl"));
}

TEST_F(AslLoad, LoadsEachShippedFileOnce) {
  const std::string all = "IMPORT \"wait_states.asl\"; IMPORT \"openmp_states.asl\";";
  Diagnostics diagnostics;
  const Loaded loaded = load_text("folder/all.asl", all, diagnostics);
  static_cast<void>(check(loaded, diagnostics));
  EXPECT_EQ(diagnostics.print(), "");
}

TEST_F(AslLoad, ThrowsIfTheFileItselfIsUnreadable) {
  Diagnostics diagnostics;
  try {
    (void)load(folder_ / "none.asl", diagnostics);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), ExitStatus::Input);
    EXPECT_THAT(error.what(), HasSubstr("none.asl: No such file or directory"));
  }
}

TEST_F(AslLoad, NamesTheFileOfTheFirstDeclaration) {
  write("f.asl", "IMPORT \"a.asl\";\nint b = 2;");
  write("a.asl", "int b = 1;");
  Diagnostics diagnostics;
  const Loaded loaded = load(folder_ / "f.asl", diagnostics);
  static_cast<void>(check(loaded, diagnostics));
  EXPECT_THAT(diagnostics.print(), HasSubstr("hint: it is a constant, in line 2 of "));
}

TEST_F(AslLoad, CountsColumnsAfterAByteOrderMark) {
  write("f.asl", "\xEF\xBB\xBFint c = \"\";");
  EXPECT_THAT(files("f.asl"), ElementsAre("f.asl", "f.asl:1:9: int is expected here, not String"));
}

TEST_F(AslLoad, ChecksImportedFilesTogether) {
  write("f.asl", "IMPORT \"a.asl\";\nint b = 2;\nint c = \"\";");
  write("a.asl", "int b = 1;\nint d = TRUE;");
  EXPECT_THAT(files("f.asl"),
              ElementsAre("f.asl", "a.asl", "f.asl:3:9: int is expected here, not String",
                          "a.asl:1:5: b is already declared",
                          "a.asl:2:9: int is expected here, not boolean"));
}

}  // namespace
}  // namespace lull::asl
