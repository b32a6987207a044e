// SPDX-License-Identifier: Apache-2.0
#include "supervisor/signing/signed_object.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include "supervisor/audit/record/digest.h"
#include "supervisor/signing/wire.h"

namespace guard::supervisor {
namespace {

constexpr char kCommit[] = "tree 1\nparent 2\nauthor A <a@b> 1 +0000\n\nMend the gate\n\nmore\n";
constexpr char kTag[] = "object 1\ntype commit\ntag v1\ntagger A <a@b> 1 +0000\n\nThe first\n";

TEST(SignedObjectTest, CommitsAndTagsHaveTheirSubject) {
  EXPECT_EQ(git_object_text(kCommit), "git commit: Mend the gate");
  EXPECT_EQ(git_object_text(kTag), "git tag v1: The first");
}

TEST(SignedObjectTest, AnythingElseIsNone) {
  EXPECT_EQ(git_object_text(""), "");
  EXPECT_EQ(git_object_text("tree 1\n\nauthor A\n"), "");
  EXPECT_EQ(git_object_text("hello"), "");
  EXPECT_EQ(git_object_text("object 1"), "");
}

TEST(SignedObjectTest, OnlyWhatGetsSignedIsTold) {
  const char* room = std::getenv("TMPDIR");
  const std::string path = std::string(room == nullptr ? "/tmp" : room) + "/signed_object_test." +
                           std::to_string(::getpid());
  std::ofstream(path) << kCommit;
  const SshSignature signature{"git", "sha512", bytes_of_hex(sha512_hex(kCommit))};
  EXPECT_EQ(signed_object_text(signature, {"ssh-keygen", path}, "/"), "git commit: Mend the gate");
  EXPECT_EQ(signed_object_text({"git", "sha512", "other"}, {"ssh-keygen", path}, "/"), "");
  EXPECT_EQ(signed_object_text({"git", "md5", ""}, {"ssh-keygen", path}, "/"), "");
  EXPECT_EQ(signed_object_text({"file", "sha512", signature.digest}, {"ssh-keygen", path}, "/"),
            "");
  EXPECT_EQ(signed_object_text(signature, {"ssh-keygen", "/dev/zero"}, "/"), "");
  EXPECT_EQ(signed_object_text(signature, {}, "/"), "");
  std::remove(path.c_str());
}

}  // namespace
}  // namespace guard::supervisor
