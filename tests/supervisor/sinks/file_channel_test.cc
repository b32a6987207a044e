// SPDX-License-Identifier: Apache-2.0
#include "supervisor/sinks/file_channel.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <iterator>

#include "tests/supervisor/audit/temporary_folder.h"

namespace guard::supervisor {
namespace {

std::string content_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<SinkRecord> bodies(const std::vector<std::string>& texts) {
  std::vector<SinkRecord> records;
  for (const std::string& text : texts) records.push_back({{}, text});
  return records;
}

class FileChannelTest : public ::testing::Test {
 protected:
  TemporaryFolder folder_;
  const std::string path_ = folder_.path() + "/out.jsonl";
};

TEST_F(FileChannelTest, AddsALineForEachRecordToAFileOfItsOwner) {
  FileChannel channel(path_, 1000, 2);
  ASSERT_TRUE(channel.deliver(bodies({"{1}", "{2}"})));
  ASSERT_TRUE(channel.deliver(bodies({"{3}"})));
  EXPECT_EQ(content_of(path_), "{1}\n{2}\n{3}\n");
  struct stat status {};
  ASSERT_EQ(::stat(path_.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
}

TEST_F(FileChannelTest, CutsTheLineThatAKilledSenderLeft) {
  std::ofstream(path_) << "{1}\n{2";
  FileChannel channel(path_, 1000, 2);
  ASSERT_TRUE(channel.deliver(bodies({"{2}"})));
  EXPECT_EQ(content_of(path_), "{1}\n{2}\n");
}

TEST_F(FileChannelTest, RenamesAFileThatWouldGrowTooLarge) {
  FileChannel channel(path_, 8, 2);
  for (const char* text : {"{1}", "{2}", "{3}", "{4}", "{5}", "{6}", "{7}"})
    ASSERT_TRUE(channel.deliver(bodies({text})));
  EXPECT_EQ(content_of(path_), "{7}\n");
  EXPECT_EQ(content_of(path_ + ".1"), "{5}\n{6}\n");
  EXPECT_EQ(content_of(path_ + ".2"), "{3}\n{4}\n");
  EXPECT_NE(::access((path_ + ".3").c_str(), F_OK), 0);
}

TEST_F(FileChannelTest, WritesToNoLinkAndNoPipe) {
  FileChannel channel(path_, 1000, 2);
  ASSERT_EQ(::symlink("/dev/null", path_.c_str()), 0);
  EXPECT_FALSE(channel.deliver(bodies({"{1}"})));
  ASSERT_EQ(::unlink(path_.c_str()), 0);
  ASSERT_EQ(::mkfifo(path_.c_str(), 0600), 0);
  EXPECT_FALSE(channel.deliver(bodies({"{1}"})));
}

}  // namespace
}  // namespace guard::supervisor
