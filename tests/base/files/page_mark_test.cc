// SPDX-License-Identifier: Apache-2.0
#include "base/files/page_mark.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

namespace guard {
namespace {

class PageMarkTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = testing::TempDir() + "marksXXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string folder_;
};

TEST_F(PageMarkTest, APageIsThereWhileItsServerIs) {
  EXPECT_FALSE(PageMarks(folder_).serves("127.83.2.9", 8765));
  {
    const auto mark = PageMark::make(folder_, "127.83.2.9", 8765);
    ASSERT_TRUE(mark);
    EXPECT_TRUE(PageMarks(folder_).serves("127.83.2.9", 8765));
    EXPECT_FALSE(PageMarks(folder_).serves("127.83.2.9", 876));
    EXPECT_FALSE(PageMarks(folder_).serves("127.0.0.1", 8765));
  }
  EXPECT_FALSE(PageMarks(folder_).serves("127.83.2.9", 8765));
  EXPECT_TRUE(std::filesystem::is_empty(folder_));
}

TEST_F(PageMarkTest, APageThatComesIsSeenByWhoLookedBefore) {
  const PageMarks marks(folder_);
  for (const auto age : {std::chrono::hours(0), std::chrono::hours(1)}) {
    std::filesystem::last_write_time(folder_, std::filesystem::file_time_type::clock::now() - age);
    EXPECT_FALSE(marks.serves("127.83.2.9", 8765));
    const auto mark = PageMark::make(folder_, "127.83.2.9", 8765);
    ASSERT_TRUE(mark);
    EXPECT_TRUE(marks.serves("127.83.2.9", 8765));
  }
}

TEST_F(PageMarkTest, APageInAFolderThatCameInThePlaceOfAnotherIsSeen) {
  const PageMarks marks(folder_);
  std::filesystem::last_write_time(
      folder_, std::filesystem::file_time_type::clock::now() - std::chrono::hours(1));
  EXPECT_FALSE(marks.serves("127.83.2.9", 8765));
  std::filesystem::remove(folder_);
  EXPECT_FALSE(marks.serves("127.83.2.9", 8765));
  std::filesystem::create_directory(folder_);
  const auto mark = PageMark::make(folder_, "127.83.2.9", 8765);
  ASSERT_TRUE(mark);
  EXPECT_TRUE(marks.serves("127.83.2.9", 8765));
}

TEST_F(PageMarkTest, APageInAFolderThatTookTheNameOfOneThatWasMovedIsSeenSoon) {
  const PageMarks marks(folder_);
  std::filesystem::last_write_time(
      folder_, std::filesystem::file_time_type::clock::now() - std::chrono::hours(1));
  EXPECT_FALSE(marks.serves("127.83.2.9", 8765));
  std::filesystem::rename(folder_, folder_ + ".moved");
  std::filesystem::create_directory(folder_);
  const auto mark = PageMark::make(folder_, "127.83.2.9", 8765);
  ASSERT_TRUE(mark);
  std::this_thread::sleep_for(std::chrono::milliseconds(110));
  EXPECT_TRUE(marks.serves("127.83.2.9", 8765));
  std::filesystem::remove_all(folder_ + ".moved");
}

TEST_F(PageMarkTest, AMarkThatNobodyHoldsSaysNothing) {
  std::ofstream(folder_ + "/web-1.page") << "127.83.2.9:8765\n";
  EXPECT_FALSE(PageMarks(folder_).serves("127.83.2.9", 8765));
}

TEST_F(PageMarkTest, WithoutAFolderThereIsNoPageAndWhatCannotBeReadMayBeOne) {
  EXPECT_FALSE(PageMarks(folder_ + "/none").serves("127.83.2.9", 8765));
  std::ofstream(folder_ + "/file") << "x";
  EXPECT_TRUE(PageMarks(folder_ + "/file").serves("127.83.2.9", 8765));
}

}  // namespace
}  // namespace guard
