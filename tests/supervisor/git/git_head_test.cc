// SPDX-License-Identifier: Apache-2.0
// The files of .git that name the commit, written by the test.
#include "supervisor/git/git_head.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "base/limits.h"
#include "tests/supervisor/facts/scratch_tree.h"

namespace guard::supervisor {
namespace {

const std::string kId(40, 'a');
const std::string kOlderId(40, 'b');
constexpr const char* kMain = "refs/heads/main";

class GitHeadTest : public ScratchTree {
 protected:
  [[nodiscard]] std::string commit() const {
    const UniqueFd folder(::open(workspace_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    return head_commit(folder.get()).value_or("none");
  }
  static std::string padded(std::string text, std::size_t size) {
    text.resize(size, '\n');
    return text;
  }
};

TEST_F(GitHeadTest, IsThatOfABranchOrAnIdOfItsOwn) {
  EXPECT_EQ(commit(), "none");
  file("HEAD", kId + "\n");
  EXPECT_EQ(commit(), kId);
  file("HEAD", std::string("ref: ") + kMain + "\n");
  file("packed-refs", kOlderId + " " + kMain + "\n");
  EXPECT_EQ(commit(), kOlderId);
  folder("refs/heads/main");  // left over of branches below that name
  EXPECT_EQ(commit(), kOlderId);
  std::filesystem::remove(workspace_ + "/refs/heads/main");
  file(kMain, kId + "\n");
  EXPECT_EQ(commit(), kId);
}

// An older commit of packed-refs is not the branch's.
TEST_F(GitHeadTest, RefsBeyondTheirLengthAreNoCommit) {
  constexpr std::size_t kMost = size_limit("git.ref");
  file("packed-refs", kOlderId + " " + kMain + "\n");
  for (const std::size_t size : {kMost - 1, kMost, kMost + 1}) {
    const std::string expected = size <= kMost ? kId : "none";
    file("HEAD", padded(kId, size));
    EXPECT_EQ(commit(), expected) << size;
    file("HEAD", std::string("ref: ") + kMain + "\n");
    file(kMain, padded(kId, size));
    EXPECT_EQ(commit(), expected) << size;
  }
}

TEST_F(GitHeadTest, PackedRefsBeyondTheirLengthAreNoCommit) {
  constexpr std::size_t kMost = size_limit("git.packed_refs");
  file("HEAD", std::string("ref: ") + kMain + "\n");
  for (const std::size_t size : {kMost - 1, kMost, kMost + 1}) {
    file("packed-refs", padded(kId + " " + kMain + "\n", size));
    EXPECT_EQ(commit(), size <= kMost ? kId : "none") << size;
  }
}

}  // namespace
}  // namespace guard::supervisor
