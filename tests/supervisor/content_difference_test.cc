// SPDX-License-Identifier: Apache-2.0
#include "supervisor/content_difference.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "tests/supervisor/audit/temporary_folder.h"

namespace guard::supervisor {
namespace {

using policy::Act;
using policy::ObjectType;
using policy::PathClass;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class ContentDifferenceTest : public testing::Test {
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
    return content_difference(action_, assessment_, redactor_);
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

TEST_F(ContentDifferenceTest, OfMvAndCpOfOneFile) {
  action_.act = Act::kExec;
  action_.exe = "/usr/bin/cp";
  action_.cwd = folder_.path();
  write("new", "new\n");
  assessment_.effect.emplace();
  assessment_.effect->operands = {{"old", file(write("old", "old\n")), 1}};
  action_.argv = {"cp", "-f", "new", "old"};
  EXPECT_THAT(difference(), Contains("+new"));
  action_.argv = {"cp", "-S", ".bak", "new", "old"};
  EXPECT_THAT(difference(), IsEmpty());
  action_.argv = {"cp", "new", "other", "old"};
  EXPECT_THAT(difference(), IsEmpty());
  action_.argv = {"cp", "new", "old"};
  action_.exe = "/usr/bin/tee";
  EXPECT_THAT(difference(), IsEmpty());
}

TEST_F(ContentDifferenceTest, NothingOfSecretsIsShown) {
  action_.act = Act::kRename;
  action_.objects = {file(write("new", "b\n")), file(write("old", "a\n"), PathClass::kSecret)};
  EXPECT_THAT(difference(), IsEmpty());
  action_.objects[1].path_class = PathClass::kConfig;
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
