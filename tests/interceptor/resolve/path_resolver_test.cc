// SPDX-License-Identifier: Apache-2.0
// Paths resolved for another process (its own folder, its own descriptors) and compared with what
// the kernel answers to that very path.
#include "interceptor/resolve/path_resolver.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <memory>
#include <ostream>
#include <string>

#include "base/limits.h"
#include "tests/interceptor/scratch_folder.h"
#include "tests/interceptor/still_process.h"

namespace guard::interceptor {
namespace {

constexpr int kFileNumber = 150;
constexpr int kFolderNumber = 151;

struct Identity {
  dev_t device = 0;
  ino_t inode = 0;
  bool operator==(const Identity&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Identity& id) {
  return out << id.device << ":" << id.inode;
}

Identity identity_of(const struct stat& status) {
  return {status.st_dev, status.st_ino};
}

Identity identity_at(const std::string& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0 ? identity_of(status) : Identity{};
}

Identity identity_of_fd(const UniqueFd& fd) {
  struct stat status {};
  return ::fstat(fd.get(), &status) == 0 ? identity_of(status) : Identity{};
}

int flags_of(LastLink last) {
  return last == LastLink::kFollowed ? 0 : O_NOFOLLOW;
}

class PathResolverTest : public ::testing::Test {
 protected:
  PathResolverTest()
      : work_(scratch_.folder("work")),
        file_(scratch_.file("work/file", "x")),
        opened_(scratch_.file("opened", "y")),
        other_([this] {
          if (::chdir(work_.c_str()) != 0) ::_exit(1);
          ::dup2(::open(opened_.c_str(), O_RDWR), kFileNumber);
          ::dup2(::open(work_.c_str(), O_RDONLY | O_DIRECTORY), kFolderNumber);
        }),
        tracee_(TraceeTable().find(other_.pid()).value()) {}

  Result<HeldPath> target(const std::string& path, LastLink last = LastLink::kFollowed,
                          int dirfd = AT_FDCWD) {
    auto start = open_start_folder(*tracee_, dirfd, path);
    if (!start) return forward(start.error());
    return resolve_target(*tracee_, *start, path, last);
  }
  // The lookup for execs must find the same.
  void expect_same_object(const Result<HeldPath>& held, const std::string& path, LastLink last,
                          int dirfd) {
    auto start = open_start_folder(*tracee_, dirfd, path);
    if (!start) return;
    const auto object = resolve_object(*tracee_, *start, path, last);
    const auto error_of = [](const Result<HeldPath>& found) {
      return found ? (found->exists() ? 0 : ENOENT) : found.error().sys_errno;
    };
    EXPECT_EQ(error_of(object), error_of(held)) << path;
    if (error_of(object) != 0 || error_of(held) != 0) return;
    EXPECT_EQ(identity_of(object->status), identity_of(held->status)) << path;
  }
  Result<HeldPath> name(const std::string& path) {
    auto start = open_start_folder(*tracee_, AT_FDCWD, path);
    if (!start) return forward(start.error());
    return resolve_name(*tracee_, *start, path);
  }
  Identity found(const std::string& path, LastLink last = LastLink::kFollowed,
                 int dirfd = AT_FDCWD) {
    const auto held = target(path, last, dirfd);
    expect_same_object(held, path, last, dirfd);
    if (!held) {
      ADD_FAILURE() << path << ": " << held.error().text();
      return {};
    }
    return held->exists() ? identity_of(held->status) : Identity{};
  }
  int target_errno(const std::string& path, LastLink last = LastLink::kFollowed,
                   int dirfd = AT_FDCWD) {
    const auto held = target(path, last, dirfd);
    expect_same_object(held, path, last, dirfd);
    if (!held) return held.error().sys_errno;
    return held->exists() ? 0 : ENOENT;
  }

  testing::ScratchFolder scratch_;
  std::string work_;
  std::string file_;
  std::string opened_;
  testing::StillProcess other_;
  std::shared_ptr<const Tracee> tracee_;
};

TEST_F(PathResolverTest, RelativePathStartsInTheTraceesFolder) {
  EXPECT_EQ(found("file"), identity_at(file_));
  EXPECT_EQ(found("./file"), identity_at(file_));
  EXPECT_EQ(found("../work//file"), identity_at(file_));
}

TEST_F(PathResolverTest, RelativePathStartsInTheTraceesDescriptor) {
  EXPECT_EQ(found("file", LastLink::kFollowed, kFolderNumber), identity_at(file_));
  EXPECT_EQ(found(file_, LastLink::kFollowed, -1), identity_at(file_));  // absolute: not looked at
  EXPECT_EQ(target_errno("file", LastLink::kFollowed, -1), EBADF);
  EXPECT_EQ(target_errno("file", LastLink::kFollowed, 199), EBADF);
  EXPECT_EQ(target_errno("file", LastLink::kFollowed, kFileNumber), ENOTDIR);
}

TEST_F(PathResolverTest, SelfIsTheTracee) {
  const std::string number = std::to_string(kFileNumber);
  for (const std::string& way :
       {"/proc/self/fd/" + number, "/dev/fd/" + number, "/proc/thread-self/fd/" + number,
        "/proc/self/task/../fd/" + number, std::string("/proc/self/cwd/../opened"),
        "/proc/self/fd/" + std::to_string(kFolderNumber) + "/../opened",
        "/proc/self/root" + opened_}) {
    EXPECT_EQ(found(way), identity_at(opened_)) << way;
  }
  EXPECT_EQ(found("/proc/self"), identity_at("/proc/" + std::to_string(other_.pid())));
}

TEST_F(PathResolverTest, ObjectOfAMagicLinkHasNoFolder) {
  const auto held = target("/proc/self/fd/" + std::to_string(kFileNumber));
  ASSERT_TRUE(held);
  EXPECT_TRUE(held->exists());
  EXPECT_FALSE(held->parent.valid());
}

TEST_F(PathResolverTest, LinksThroughSelfAreTheTraceesToo) {
  const std::string link = scratch_.link("link", "/proc/self/cwd/file");
  EXPECT_EQ(found(link), identity_at(file_));
  EXPECT_EQ(found(scratch_.link("link2", "/dev/fd") + "/" + std::to_string(kFileNumber)),
            identity_at(opened_));
}

TEST_F(PathResolverTest, LastLinkIsFollowedOnlyWhenAsked) {
  const std::string link = scratch_.link("link", "work/file");
  EXPECT_EQ(found(link, LastLink::kFollowed), identity_at(file_));
  EXPECT_EQ(found(link, LastLink::kKept), identity_at(link));
}

TEST_F(PathResolverTest, DanglingLinkNamesWhereItsTargetWouldBe) {
  const auto held = target(scratch_.link("link", "work/missing"));
  ASSERT_TRUE(held);
  EXPECT_FALSE(held->exists());
  EXPECT_EQ(held->name, "missing");
  EXPECT_EQ(identity_of_fd(held->parent), identity_at(work_));
}

TEST_F(PathResolverTest, DanglingLinkIntoAMissingFolderIsMissing) {
  EXPECT_FALSE(target(scratch_.link("link", "nowhere/missing")));
}

TEST_F(PathResolverTest, LinkToTheRootIsTheRoot) {
  EXPECT_EQ(found(scratch_.link("link", "/")), identity_at("/"));
  EXPECT_EQ(found(scratch_.at("link") + "/"), identity_at("/"));
  EXPECT_EQ(found(scratch_.link("slashes", "//")), identity_at("/"));
  EXPECT_EQ(found(scratch_.link("chain", "link")), identity_at("/"));
}

TEST_F(PathResolverTest, FortyLinksAreFollowedAndFortyOneAreNot) {
  std::string text = "work/file";
  constexpr int kMost = int_limit("path.links");
  const auto link_of = [&](int links) { return scratch_.at("l" + std::to_string(links)); };
  for (int i = 1; i <= kMost + 1; ++i) {
    const std::string link = "l" + std::to_string(i);
    (void)scratch_.link(link, text);
    text = link;
  }
  EXPECT_EQ(found(link_of(kMost - 1)), identity_at(file_));
  EXPECT_EQ(found(link_of(kMost)), identity_at(file_));
  EXPECT_EQ(target_errno(link_of(kMost + 1)), ELOOP);
  EXPECT_EQ(target_errno(scratch_.link("loop", "loop")), ELOOP);
}

TEST_F(PathResolverTest, NameKeepsItsSlashesAndDots) {
  EXPECT_EQ(name("file//")->name, "file//");
  EXPECT_EQ(name("../work/.")->name, ".");
  EXPECT_EQ(name("../work/..")->name, "..");
  EXPECT_EQ(name("missing/")->name, "missing/");
  EXPECT_EQ(name("/")->name, "");
  EXPECT_TRUE(name("/")->exists());
}

TEST_F(PathResolverTest, NameIsNeverFollowed) {
  const std::string link = scratch_.link("link", "work");
  EXPECT_EQ(identity_of(name(link)->status), identity_at(link));
  EXPECT_EQ(identity_of(name(link + "/")->status), identity_at(link));
}

TEST_F(PathResolverTest, NamesMayHoldAnyByte) {
  std::string odd;
  for (int c = 1; c < 256; ++c) {
    if (c != '/') odd += static_cast<char>(c);
  }
  odd.resize(254);
  const std::string file = scratch_.file(odd);
  EXPECT_EQ(found(file), identity_at(file));
}

// The kernel's answer to the same path from the same folder.
TEST_F(PathResolverTest, ErrorsAreTheKernels) {
  (void)scratch_.link("work/dangling", "missing");
  (void)scratch_.link("work/to_file", "file");
  (void)scratch_.link("work/to_file_slash", "file/");
  (void)scratch_.link("work/to_folder", ".");
  (void)scratch_.link("work/to_root", "/");
  const std::string longest(255, 'n');
  (void)scratch_.file("work/" + longest);
  const UniqueFd here(::open(work_.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  for (const std::string& path : {std::string(),
                                  std::string("."),
                                  std::string(".."),
                                  std::string("/"),
                                  std::string("//"),
                                  std::string("./"),
                                  std::string("file"),
                                  std::string("file/"),
                                  std::string("file/."),
                                  std::string("file/.."),
                                  std::string("file/x"),
                                  std::string("missing"),
                                  std::string("missing/"),
                                  std::string("missing/x"),
                                  std::string("missing/.."),
                                  std::string("dangling"),
                                  std::string("dangling/"),
                                  std::string("dangling/x"),
                                  std::string("to_file"),
                                  std::string("to_file/"),
                                  std::string("to_file_slash"),
                                  std::string("to_folder"),
                                  std::string("to_folder/"),
                                  std::string("to_folder/file"),
                                  std::string("to_folder/to_folder/to_file/"),
                                  std::string("to_root"),
                                  std::string("to_root/"),
                                  std::string("to_root/proc"),
                                  longest,
                                  longest + "/",
                                  longest + "n",
                                  longest + "n/x",
                                  std::string("/proc/self/fd/199"),
                                  std::string("/proc/self/missing"),
                                  std::string("/proc/self/fd/199/x"),
                                  std::string("/proc/self/exe/x"),
                                  std::string("/proc/mounts"),
                                  std::string("/proc/net/dev")}) {
    for (const LastLink last : {LastLink::kFollowed, LastLink::kKept}) {
      const UniqueFd kernel(
          ::openat(here.get(), path.c_str(), O_PATH | O_CLOEXEC | flags_of(last)));
      const int wanted = kernel.valid() ? 0 : errno;
      EXPECT_EQ(target_errno(path, last), wanted) << "'" << path << "' " << static_cast<int>(last);
    }
  }
}

TEST_F(PathResolverTest, RightsAreTheKernels) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may search every folder";
  const std::string closed = scratch_.folder("closed");
  (void)scratch_.file("closed/file");
  ::chmod(closed.c_str(), 0);
  EXPECT_EQ(target_errno(closed + "/file"), EACCES);
  EXPECT_EQ(target_errno(closed), 0);
  ::chmod(closed.c_str(), 0700);
}

TEST_F(PathResolverTest, RemovedWorkingFolderHoldsNothing) {
  const std::string gone = scratch_.folder("gone");
  const testing::StillProcess lost([&] {
    if (::chdir(gone.c_str()) != 0) ::_exit(1);
  });
  tracee_ = TraceeTable().find(lost.pid()).value();
  ASSERT_EQ(::rmdir(gone.c_str()), 0);
  EXPECT_EQ(target_errno("file"), ENOENT);
}

// fs.protected_symlinks looks at the last link alone (fs/namei.c, pick_link).
TEST_F(PathResolverTest, LinksOfOthersInSharedFoldersAreFollowedWhereTheKernelFollows) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can make another's link";
  const std::string shared = scratch_.folder("shared");
  ::chmod(shared.c_str(), 01777);
  (void)scratch_.link("work/to_file", "file");
  for (const char* text : {"work", "work/file"}) {
    const std::string link = scratch_.link(
        std::string("shared/") + (text[4] == 0 ? "folder" : "file"), "../" + std::string(text));
    ASSERT_EQ(::lchown(link.c_str(), 4242, 4242), 0);
  }
  for (const std::string& path :
       {shared + "/folder/to_file", shared + "/folder", shared + "/file"}) {
    const UniqueFd kernel(::open(path.c_str(), O_PATH | O_CLOEXEC));
    const int wanted = kernel.valid() ? 0 : errno;
    EXPECT_EQ(target_errno(path), wanted) << path;
  }
}

}  // namespace
}  // namespace guard::interceptor
