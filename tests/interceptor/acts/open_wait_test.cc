// SPDX-License-Identifier: Apache-2.0
#include "interceptor/acts/open_wait.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <string>
#include <vector>

#include "base/limits.h"
#include "tests/interceptor/scratch_folder.h"

namespace guard::interceptor {
namespace {

using guard::testing::ScratchFolder;
using std::chrono::milliseconds;

class FifoWaitTest : public ::testing::Test {
 protected:
  FifoWaitTest() {
    EXPECT_EQ(::mkfifo(path_.c_str(), 0600), 0);
    held_.reset(::open(path_.c_str(), O_PATH | O_CLOEXEC));
  }
  ScratchFolder folder_;
  const std::string path_ = folder_.at("fifo");
  UniqueFd held_;
};

TEST_F(FifoWaitTest, IsOpenWhenSomebodyWrites) {
  const auto wait = OpenWait::begin(held_.get(), O_RDONLY | O_CLOEXEC);
  ASSERT_TRUE(wait);
  EXPECT_FALSE((*wait)->take(milliseconds(20)));
  const UniqueFd writer(::open(path_.c_str(), O_WRONLY | O_CLOEXEC));
  ASSERT_TRUE(writer.valid());
  auto file = (*wait)->take(milliseconds(10'000));
  ASSERT_TRUE(file && *file);
  ASSERT_EQ(::write(writer.get(), "x", 1), 1);
  char got = 0;
  EXPECT_EQ(::read((*file)->get(), &got, 1), 1);
  EXPECT_EQ(got, 'x');
}

// A reader that is given up leaves nobody behind whom a writer would find.
TEST_F(FifoWaitTest, GivenUpItIsNoReader) {
  {
    const auto wait = OpenWait::begin(held_.get(), O_RDONLY | O_CLOEXEC);
    ASSERT_TRUE(wait);
    EXPECT_FALSE((*wait)->take(milliseconds(5)));
  }
  const UniqueFd writer(::open(path_.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC));
  EXPECT_FALSE(writer.valid());
  EXPECT_EQ(errno, ENXIO);
}

// The writer has seen a reader, has written and gone: what it wrote must be read.
TEST_F(FifoWaitTest, WhoeverCameBeforeItsEndIsNotLost) {
  const auto wait = OpenWait::begin(held_.get(), O_RDONLY | O_CLOEXEC);
  ASSERT_TRUE(wait);
  UniqueFd writer(::open(path_.c_str(), O_WRONLY | O_CLOEXEC));
  ASSERT_EQ(::write(writer.get(), "x", 1), 1);
  const UniqueFd file = (*wait)->end();
  writer.reset();
  char got = 0;
  ASSERT_EQ(::read(file.get(), &got, 1), 1);
  EXPECT_EQ(got, 'x');
}

TEST_F(FifoWaitTest, ItsErrorIsOpens) {
  const auto wait = OpenWait::begin(held_.get(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  ASSERT_TRUE(wait);
  const auto file = (*wait)->take(milliseconds(10'000));
  ASSERT_TRUE(file);
  ASSERT_FALSE(*file);
  EXPECT_EQ(file->error().sys_errno, ENOTDIR);
}

TEST_F(FifoWaitTest, ThereAreNotTooMany) {
  std::vector<std::shared_ptr<OpenWait>> waits;
  for (int i = 0; i < int_limit("waiting.fifos"); ++i) {
    auto wait = OpenWait::begin(held_.get(), O_RDONLY | O_CLOEXEC);
    ASSERT_TRUE(wait) << i;
    waits.push_back(std::move(*wait));
  }
  const auto more = OpenWait::begin(held_.get(), O_RDONLY | O_CLOEXEC);
  ASSERT_FALSE(more);
  EXPECT_EQ(more.error().sys_errno, ENFILE);
  waits.clear();
  EXPECT_TRUE(OpenWait::begin(held_.get(), O_RDONLY | O_CLOEXEC));
}

}  // namespace
}  // namespace guard::interceptor
