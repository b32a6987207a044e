// SPDX-License-Identifier: Apache-2.0
#include "supervisor/ask/content_difference.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/supervisor/audit/temporary_folder.h"

namespace guard::supervisor {
namespace {

using policy::Act;
using policy::ObjectType;
using policy::PathClass;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class ContentDifferenceTest : public ::testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_.file(name)) << text;
    return folder_.file(name);
  }
  static policy::Object file(const std::string& path,
                             PathClass path_class = PathClass::kWorkspace) {
    policy::Object object;
    object.path = path;
    object.type = ObjectType::kFile;
    object.path_class = path_class;
    return object;
  }
  [[nodiscard]] std::vector<std::string> difference() const {
    policy::PathRoots roots;
    roots.workspace = {folder_.path()};
    const policy::PathClassifier classifier(std::move(roots));
    return content_difference(action_, assessment_, classifier, redactor_);
  }

  TemporaryFolder folder_;
  Redactor redactor_{std::string(32, 'k')};
  policy::Action action_;
  policy::Assessment assessment_;
};

TEST_F(ContentDifferenceTest, OfARenameOverAFile) {
  action_.act = Act::kRename;
  action_.objects = {file(write("new", "one\ntwo\x1b[2J\n")), file(write("old", "one\n1\n"))};
  EXPECT_THAT(difference(), Contains("-1"));
  EXPECT_THAT(difference(), Contains("+two\\x1B[2J"));
  action_.objects[1].type = ObjectType::kMissing;
  EXPECT_THAT(difference(), IsEmpty());
}

TEST_F(ContentDifferenceTest, OfEachFileThatMvCpOrInstallWouldReplace) {
  action_.act = Act::kExec;
  action_.cwd = folder_.path();
  write("new", "new\n");
  assessment_.effect.emplace();
  assessment_.effect->operands = {{"old", file(write("old", "old\n")), 1}};
  const auto shows = [&](std::vector<std::string> argv) {
    action_.argv = std::move(argv);
    return !difference().empty();
  };
  EXPECT_TRUE(shows({"cp", "-f", "new", "old"}));
  EXPECT_THAT(difference(), Contains("+new"));
  EXPECT_TRUE(shows({"/usr/bin/env", "A=b", "timeout", "5", "cp", "new", "old"}));
  EXPECT_TRUE(shows({"cp", "-S", ".bak", "new", "old"}));
  EXPECT_TRUE(shows({"install", "-m", "600", "new", "old"}));
  EXPECT_FALSE(shows({"cp", "new", "other", "old"}));  // which of them is not known
  EXPECT_FALSE(shows({"tee", "new", "old"}));
  EXPECT_FALSE(shows({"env"}));
}

TEST_F(ContentDifferenceTest, OfSeveralFilesEachWithTheOneOfItsName) {
  action_.act = Act::kExec;
  action_.cwd = folder_.path();
  for (const char* name : {"d", "s"}) std::filesystem::create_directory(folder_.file(name));
  write("s/a", "new a\n");
  write("s/b", "new b\n");
  assessment_.effect.emplace();
  assessment_.effect->operands = {{"s/a", file(folder_.file("s/a")), 1},
                                  {"d/a", file(write("d/a", "old a\n")), 1},
                                  {"d/b", file(write("d/b", "old b\n")), 1}};
  for (const auto& argv : {std::vector<std::string>{"mv", "s/a", "s/b", "d"},
                           {"cp", "-t", "d", "s/a", "s/b"},
                           {"cp", "--target-directory=d", "s/a", "s/b"}}) {
    action_.argv = argv;
    EXPECT_THAT(difference(),
                testing::AllOf(Contains("+new a"), Contains("-old b"), Not(Contains("-new a"))));
  }
}

TEST_F(ContentDifferenceTest, NothingOfSecretsIsShown) {
  action_.act = Act::kRename;
  action_.objects = {file(write("new", "b\n")), file(write("old", "a\n"), PathClass::kSecret)};
  EXPECT_THAT(difference(), IsEmpty());
  action_.objects[1].path_class = PathClass::kConfig;
  action_.act = Act::kExec;
  action_.cwd = folder_.path();
  action_.argv = {"cp", ".env", "old"};
  write(".env", "TOKEN=x\n");
  assessment_.effect.emplace();
  assessment_.effect->operands = {{"old", file(folder_.file("old")), 1}};
  EXPECT_THAT(difference(), IsEmpty());
  action_.act = Act::kRename;
  write("new", "token=ghp_abcdefghijklmnopqrstuvwxyz0123456789\n");
  EXPECT_THAT(difference(), Contains(HasSubstr("redacted")));
  EXPECT_THAT(difference(), Not(Contains(HasSubstr("abcdefghijklmnop"))));
}

TEST_F(ContentDifferenceTest, WhatIsNoSmallTextIsLeftOut) {
  action_.act = Act::kRename;
  action_.objects = {file(write("new", std::string(1 << 20, 'x'))), file(write("old", "a\n"))};
  EXPECT_THAT(difference(), IsEmpty());
  action_.objects[0].path = folder_.path();
  EXPECT_THAT(difference(), IsEmpty());
}

}  // namespace
}  // namespace guard::supervisor
