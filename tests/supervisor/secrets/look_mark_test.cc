// SPDX-License-Identifier: Apache-2.0
#include "supervisor/secrets/look_mark.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <array>
#include <filesystem>
#include <optional>
#include <string>

namespace guard::supervisor {
namespace {

class LookMarkTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = "/tmp/look_mark.XXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  // As if the last look was SECONDS ago.
  void age(time_t seconds) const {
    const std::string path = folder_ + "/looks.lock";
    struct stat status {};
    ASSERT_EQ(::stat(path.c_str(), &status), 0);
    const std::array<timespec, 2> times = {
        {{status.st_mtim.tv_sec - seconds, 0}, {status.st_mtim.tv_sec - seconds, 0}}};
    ASSERT_EQ(::utimensat(AT_FDCWD, path.c_str(), times.data(), 0), 0);
  }

  std::string folder_;
};

TEST_F(LookMarkTest, NobodyLooksWhereNobodyHasLooked) {
  const LookMark own(folder_);
  EXPECT_FALSE(own.is_set_by_another());
}

TEST_F(LookMarkTest, OneThatWasNeverSetLeavesNoTrace) {
  const LookMark own(folder_);
  LookMark other(folder_);
  other.renew();
  EXPECT_TRUE(other.fades()) << "nobody has to notice";
  EXPECT_FALSE(own.is_set_by_another());
}

TEST_F(LookMarkTest, AnotherIsSeenToLookAsLongAsItDoes) {
  const LookMark own(folder_);
  std::optional<LookMark> other(folder_);
  other->set();
  age(60);
  EXPECT_TRUE(own.is_set_by_another());
  other.reset();
  EXPECT_FALSE(own.is_set_by_another());
}

TEST_F(LookMarkTest, AnotherThatEndedAtOnceIsSeenForAMoment) {
  const LookMark own(folder_);
  std::optional<LookMark> other(folder_);
  other->set();
  other.reset();
  EXPECT_TRUE(own.is_set_by_another());
  age(60);
  EXPECT_FALSE(own.is_set_by_another());
}

TEST_F(LookMarkTest, ALongLookIsRenewed) {
  const LookMark own(folder_);
  std::optional<LookMark> other(folder_);
  other->set();
  age(60);
  other->renew();
  other.reset();
  EXPECT_TRUE(own.is_set_by_another());
}

}  // namespace
}  // namespace guard::supervisor
