// SPDX-License-Identifier: Apache-2.0
// The inherited descriptors that stay open, and what is said of the others.
#include "console/run/inherited_descriptors.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <string>

namespace guard::console {
namespace {

namespace fs = std::filesystem;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class InheritedDescriptorsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::canonical(fs::temp_directory_path()) /
            ("guard_inherited_" + std::to_string(::getpid()));
    for (const char* folder : {"work", "home/.ssh", "state", "beside"})
      fs::create_directories(root_ / folder);
    roots_.workspace = {(root_ / "work").string()};
    roots_.home = (root_ / "home").string();
    roots_.guard = {(root_ / "state").string()};
  }
  void TearDown() override { fs::remove_all(root_); }

  int open(const char* name, int flags) {
    if ((flags & O_CREAT) == 0 && !fs::exists(root_ / name)) std::ofstream(root_ / name) << "x";
    return ::open((root_ / name).c_str(), flags, 0600);
  }
  SettledDescriptors settle(std::vector<int> all, std::vector<int> kept = {}) {
    return settle_inherited({std::move(all), std::move(kept)}, roots_);
  }
  static bool is_open(int fd) { return ::fcntl(fd, F_GETFD) >= 0; }

  // True when it was closed, with TEXT.
  bool is_closed_as(int fd, const std::string& text) {
    const auto settled = settle({fd});
    EXPECT_THAT(settled.notice, HasSubstr(text));
    EXPECT_THAT(settled.inheritance.passing, IsEmpty());
    return !is_open(fd);
  }

  fs::path root_;
  policy::PathRoots roots_;
};

TEST_F(InheritedDescriptorsTest, WhatIsOpenForWritingIsClosedAndNamed) {
  const int fd = open("work/f", O_WRONLY | O_CREAT);
  const std::string number = std::to_string(fd);
  EXPECT_TRUE(is_closed_as(fd, "closed 1 inherited descriptor: " + number + " (" +
                                   (root_ / "work/f").string() + ", open for writing): --keep-fd " +
                                   number + " keeps it"));
}

TEST_F(InheritedDescriptorsTest, WhatIsKeptIsOnRecordAndNotToldOf) {
  const int kept = open("work/f", O_RDWR | O_CREAT);
  const int other = open("work/g", O_WRONLY | O_CREAT);
  const auto settled = settle({kept, other}, {kept});
  EXPECT_THAT(settled.inheritance.passing, ElementsAre(kept));
  EXPECT_TRUE(is_open(kept));
  EXPECT_FALSE(is_open(other));
  EXPECT_THAT(settled.notice, HasSubstr("closed 1 inherited descriptor: "));
  const auto& record = settled.inheritance.on_record;
  ASSERT_GE(record.size(), 2U);
  const auto& first = record[record.size() - 2];
  EXPECT_EQ(first.number, kept);
  EXPECT_EQ(first.name, (root_ / "work/f").string());
  EXPECT_EQ(first.words, "open for reading and writing");
  EXPECT_FALSE(first.closed);
  EXPECT_EQ(record.back().number, other);
  EXPECT_TRUE(record.back().closed);
  ::close(kept);
}

TEST_F(InheritedDescriptorsTest, AFileToReadPassesUnlessItIsASecretOrGuardsOwn) {
  const int plain = open("beside/notes", O_RDONLY);
  const auto settled = settle({plain});
  EXPECT_EQ(settled.notice, "");
  EXPECT_THAT(settled.inheritance.passing, ElementsAre(plain));
  ::close(plain);
  EXPECT_TRUE(is_closed_as(open("home/.ssh/id_rsa", O_RDONLY), "id_rsa, a secret)"));
  EXPECT_TRUE(is_closed_as(open("state/redaction.key", O_RDONLY), "a file of guard's own)"));
}

TEST_F(InheritedDescriptorsTest, OtherNamesOfASecretAreOneToo) {
  ::close(open("home/.ssh/id_rsa", O_RDONLY));
  fs::create_hard_link(root_ / "home/.ssh/id_rsa", root_ / "beside/plain");
  EXPECT_TRUE(is_closed_as(open("beside/plain", O_RDONLY), "plain, a secret)"));
  ::close(open("beside/one", O_RDONLY));
  fs::create_hard_link(root_ / "beside/one", root_ / "beside/two");
  EXPECT_TRUE(is_closed_as(open("beside/two", O_RDONLY), "a file of several names)"));
  ::close(open("beside/dotfile", O_RDONLY));
  fs::create_symlink(root_ / "beside/dotfile", root_ / "home/.netrc");
  EXPECT_TRUE(is_closed_as(open("beside/dotfile", O_RDONLY), "dotfile, a secret)"));
}

TEST_F(InheritedDescriptorsTest, ANamedPipePassesInTheWorkspaceAlone) {
  ASSERT_EQ(::mkfifo((root_ / "work/fifo").c_str(), 0600), 0);
  ASSERT_EQ(::mkfifo((root_ / "beside/fifo").c_str(), 0600), 0);
  const int inside = open("work/fifo", O_RDWR);
  EXPECT_EQ(settle({inside}).notice, "");
  ::close(inside);
  EXPECT_TRUE(is_closed_as(open("beside/fifo", O_RDWR), "a named pipe outside the workspace"));
}

TEST_F(InheritedDescriptorsTest, OneLineNamesAllThatWereClosed) {
  const int first = open("work/f", O_WRONLY | O_CREAT);
  const int folder = ::open(root_.c_str(), O_RDONLY | O_DIRECTORY);
  std::array<int, 2> pipe{};
  ASSERT_EQ(::pipe(pipe.data()), 0);
  const auto settled = settle({first, folder, pipe[0], pipe[1]});
  EXPECT_THAT(settled.notice, HasSubstr("closed 2 inherited descriptors: "));
  EXPECT_THAT(settled.notice,
              HasSubstr(", a folder): --keep-fd " + std::to_string(first) + " keeps one"));
  EXPECT_THAT(settled.inheritance.passing, ElementsAre(pipe[0], pipe[1]));
  close_descriptors({pipe[0], pipe[1]});
  EXPECT_FALSE(is_open(pipe[0]) || is_open(pipe[1]));
}

TEST_F(InheritedDescriptorsTest, NamesAreSafeAndRedacted) {
  const int fd =
      open("work/a\x1b[31m ghp_0123456789abcdefghijklmnopqrstuvwxyz", O_WRONLY | O_CREAT);
  const std::string notice = settle({fd}).notice;
  EXPECT_THAT(notice, HasSubstr("\\x1B[31m"));
  EXPECT_THAT(notice, HasSubstr("ghp_[redacted"));
  EXPECT_THAT(notice, ::testing::Not(HasSubstr("0123456789abcdef")));
}

TEST_F(InheritedDescriptorsTest, OnlyWhatWasInheritedCanBeKept) {
  const int fd = open("work/f", O_WRONLY | O_CREAT);
  const auto found = find_inherited({fd});
  ASSERT_TRUE(found);
  EXPECT_THAT(found->all, Contains(fd));
  ::close(fd);
  const auto missing = find_inherited({fd});
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error().text(), HasSubstr("started without this descriptor"));
}

}  // namespace
}  // namespace guard::console
