// SPDX-License-Identifier: Apache-2.0
#include "policy/paths/secret_reason.h"

#include <gtest/gtest.h>

#include "policy/paths/path_names.h"

namespace guard::policy {
namespace {

PathRoots roots() {
  PathRoots roots;
  roots.workspace = {"/home/ana/project"};
  roots.home = "/home/ana";
  roots.patterns = {{"~/vault/**", PathClass::kSecret}, {"**/*.sealed", PathClass::kSecret}};
  return roots;
}

struct Row {
  const char* path;
  const char* reason;
};
constexpr Row kRows[] = {
    {"/home/ana/vault/.env", "named by the policy: ~/vault/**"},
    {"/srv/x.sealed", "named by the policy: /**/*.sealed"},
    {"/home/ana/.ssh/id_rsa", "usual place: ~/.ssh/**"},
    {"/home/ana/.claude/.credentials.json", "usual place: ~/.claude/.credentials.json"},
    {"/home/ana/.config/git/credentials", "usual place: ~/.config/git/credentials"},
    {"/home/ana/project/.env.local", "usual name: .env.*"},
    {"/home/ana/project/server.key", "usual name: *.key"},
    {"/etc/shadow", "a secret of the system"},
    {"/run/secrets/token", "usual place: /run/secrets"},
};

TEST(SecretReasonTest, IsTheRowThatDecided) {
  const PathClassifier classifier(roots());
  for (const Row& row : kRows) EXPECT_EQ(secret_reason(classifier, row.path), row.reason);
}

TEST(SecretReasonTest, TheHomeIsATilde) {
  const PathClassifier classifier(roots());
  EXPECT_EQ(home_shown(classifier, "/home/ana/x"), "~/x");
  EXPECT_EQ(home_shown(classifier, "/home/ana"), "~");
  EXPECT_EQ(home_shown(classifier, "/home/anabel/x"), "/home/anabel/x");
}

TEST(SecretReasonTest, WhatIsNoSecretHasNoRow) {
  for (const char* path :
       {"project/.env.example", "x/id_rsa.pub", "tests/data/server.key", "a.txt"})
    EXPECT_EQ(secret_name_of(path), "") << path;
  for (const char* path : {".ssh/config", ".ssh/known_hosts", ".bashrc"})
    EXPECT_EQ(home_secret_of(path), "") << path;
}

}  // namespace
}  // namespace guard::policy
