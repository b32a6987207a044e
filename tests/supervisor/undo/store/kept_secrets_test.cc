// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/store/kept_secrets.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace guard::supervisor {
namespace {

class KeptSecretsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = ::testing::TempDir() + "guard-kept-XXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    state_ = name;
    std::filesystem::create_directories(session());
  }
  void TearDown() override { std::filesystem::remove_all(state_); }

  [[nodiscard]] std::string session() const { return state_ + "/undo/one"; }

  std::string state_;
};

TEST_F(KeptSecretsTest, WhatIsNotedIsFound) {
  EXPECT_FALSE(keeps_secrets(session()));
  ASSERT_TRUE(note_kept_secret(session(), "7"));
  ASSERT_TRUE(note_kept_secret(session(), "12"));
  EXPECT_TRUE(keeps_secrets(session()));
  const std::vector<std::string> both = {session() + "/content/7", session() + "/content/12"};
  EXPECT_EQ(kept_secrets_in(state_).value(), both);
  EXPECT_TRUE(is_kept_secret(state_, session() + "/content/12"));
}

TEST_F(KeptSecretsTest, NothingElseIsOne) {
  ASSERT_TRUE(note_kept_secret(session(), "7"));
  EXPECT_FALSE(is_kept_secret(state_, session() + "/content/1"));
  EXPECT_FALSE(is_kept_secret(state_, session() + "/journal"));
  EXPECT_FALSE(is_kept_secret(state_, state_ + "/undo/two/content/7"));
  EXPECT_FALSE(is_kept_secret(state_ + "/undo", session() + "/content/7"));
}

TEST_F(KeptSecretsTest, ALineThatLeadsElsewhereIsNone) {
  ASSERT_TRUE(note_kept_secret(session(), "../../../other"));
  EXPECT_TRUE(kept_secrets_in(state_).value().empty());
}

TEST_F(KeptSecretsTest, WithoutItsFolderNothingIsNoted) {
  const auto noted = note_kept_secret(state_ + "/undo/none", "1");
  ASSERT_FALSE(noted);
  EXPECT_EQ(noted.error().sys_errno, ENOENT);
}

TEST_F(KeptSecretsTest, ANoteThatWasCutShortSpoilsNoOther) {
  std::ofstream(session() + "/secrets") << "\n7";
  std::filesystem::permissions(session() + "/secrets", std::filesystem::perms::owner_read |
                                                           std::filesystem::perms::owner_write);
  ASSERT_TRUE(note_kept_secret(session(), "12"));
  EXPECT_TRUE(is_kept_secret(state_, session() + "/content/12"));
}

TEST_F(KeptSecretsTest, NotesThatCannotBeReadAreAnErrorAndHoldEverything) {
  std::filesystem::create_symlink("elsewhere", session() + "/secrets");
  EXPECT_FALSE(kept_secrets_in(state_));
  EXPECT_TRUE(is_kept_secret(state_, session() + "/content/1"));
}

TEST_F(KeptSecretsTest, WithoutAStoreThereAreNone) {
  EXPECT_TRUE(kept_secrets_in(state_ + "/none").value().empty());
}

}  // namespace
}  // namespace guard::supervisor
