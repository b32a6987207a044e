// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/redaction/redaction_key.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <set>
#include <thread>
#include <vector>

#include "tests/supervisor/audit/temporary_folder.h"

namespace guard::supervisor {
namespace {

TEST(RedactionKeyTest, IsMadeOnceAndPrivate) {
  const TemporaryFolder folder;
  const auto first = load_or_create_redaction_key(folder.path());
  ASSERT_TRUE(first) << first.error().text();
  EXPECT_EQ(first->size(), 32U);
  EXPECT_EQ(load_or_create_redaction_key(folder.path()), *first);
  struct stat found {};
  ASSERT_EQ(::stat(folder.file("redaction.key").c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 07777, 0600U);
}

TEST(RedactionKeyTest, DiffersBetweenInstallations) {
  const TemporaryFolder one;
  const TemporaryFolder two;
  EXPECT_NE(load_or_create_redaction_key(one.path()), load_or_create_redaction_key(two.path()));
}

TEST(RedactionKeyTest, ManyAtTheSameTimeGetTheSameAndLeaveNothingBehind) {
  const TemporaryFolder folder;
  std::vector<std::string> keys(8);
  std::vector<std::thread> threads;
  for (std::string& key : keys) {
    threads.emplace_back([&] { key = load_or_create_redaction_key(folder.path()).value_or(""); });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(std::set<std::string>(keys.begin(), keys.end()).size(), 1U);
  EXPECT_EQ(keys[0].size(), 32U);
  const auto files = std::filesystem::directory_iterator(folder.path());
  EXPECT_EQ(std::distance(begin(files), end(files)), 1);
}

TEST(RedactionKeyTest, RefusesWhatOthersCouldHaveMade) {
  const TemporaryFolder folder;
  const std::string path = folder.file("redaction.key");
  std::ofstream(path) << "short";
  EXPECT_FALSE(load_or_create_redaction_key(folder.path()));
  std::ofstream(path) << std::string(32, 'x');
  ASSERT_EQ(::chmod(path.c_str(), 0644), 0);
  EXPECT_FALSE(load_or_create_redaction_key(folder.path()));
  std::filesystem::rename(path, folder.file("real"));
  ASSERT_EQ(::chmod(folder.file("real").c_str(), 0600), 0);
  std::filesystem::create_symlink(folder.file("real"), path);
  EXPECT_FALSE(load_or_create_redaction_key(folder.path()));
}

}  // namespace
}  // namespace guard::supervisor
