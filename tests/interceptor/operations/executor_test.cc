// SPDX-License-Identifier: Apache-2.0
#include "interceptor/operations/executor.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <string>

#include "tests/interceptor/held_test.h"

namespace guard::interceptor {
namespace {

class ExecutorTest : public testing::HeldTest {
 protected:
  ExecutorTest() : executor_(own_) {}

  // `between` happens after resolving, as a sibling could while a person thinks.
  Executed act(
      RawCall call, const std::function<void()>& between = [] {}) {
    auto held = resolver_.resolve(std::move(call));
    if (!held) {
      Executed failed;
      failed.error = held.error().sys_errno;
      return failed;
    }
    between();
    return executor_.execute(*held);
  }
  static int write_all(Executed& done, const std::string& text) {
    return ::write(done.reply.file.get(), text.data(), text.size()) ==
                   static_cast<ssize_t>(text.size())
               ? 0
               : errno;
  }
  static struct stat status_of(const std::string& path) {
    struct stat status {};
    ::lstat(path.c_str(), &status);
    return status;
  }

  Executor executor_;
};

RawCall with_at_flags(RawCall call, int flags) {
  call.at_flags = flags;
  return call;
}

RawCall with_rename_flags(RawCall call, unsigned flags) {
  call.rename_flags = flags;
  return call;
}

TEST_F(ExecutorTest, RemoveTakesTheNameAndKnowsTheLast) {
  (void)scratch_.file("a");
  std::filesystem::create_hard_link(scratch_.at("a"), scratch_.at("b"));
  const Executed first = act(raw(Operation::kRemove, "a"));
  EXPECT_EQ(first.error, 0);
  EXPECT_EQ(first.reply.kind, Reply::Kind::kValue);
  EXPECT_FALSE(first.removed_last_link);
  EXPECT_FALSE(scratch_.has("a"));
  EXPECT_TRUE(act(raw(Operation::kRemove, "b")).removed_last_link);
  EXPECT_FALSE(scratch_.has("b"));
}

TEST_F(ExecutorTest, RemoveTakesALinkNotItsTarget) {
  (void)scratch_.file("file");
  (void)scratch_.link("link", "file");
  EXPECT_EQ(act(raw(Operation::kRemove, "link")).error, 0);
  EXPECT_FALSE(scratch_.has("link"));
  EXPECT_TRUE(scratch_.has("file"));
}

TEST_F(ExecutorTest, RemoveAnswersTheKernelsErrors) {
  (void)scratch_.folder("full/inner");
  (void)scratch_.file("file");
  const auto folder_errno = [&](const std::string& path) {
    return act(with_at_flags(raw(Operation::kRemove, path), AT_REMOVEDIR)).error;
  };
  EXPECT_EQ(act(raw(Operation::kRemove, "full")).error, EISDIR);
  EXPECT_EQ(act(raw(Operation::kRemove, "file/")).error, ENOTDIR);
  EXPECT_EQ(act(raw(Operation::kRemove, "missing")).error, ENOENT);
  EXPECT_EQ(act(raw(Operation::kRemove, "/")).error, EISDIR);
  EXPECT_EQ(folder_errno("full"), ENOTEMPTY);
  EXPECT_EQ(folder_errno("file"), ENOTDIR);
  EXPECT_EQ(folder_errno("full/inner/."), EINVAL);
  EXPECT_EQ(folder_errno("full/inner/.."), ENOTEMPTY);
  EXPECT_EQ(folder_errno("/"), EBUSY);
  EXPECT_EQ(folder_errno("full/inner/"), 0);
  EXPECT_FALSE(scratch_.has("full/inner"));
  EXPECT_EQ(act(with_at_flags(raw(Operation::kRemove, "file"), 0x10)).error, EINVAL);
  EXPECT_TRUE(scratch_.has("file"));
}

TEST_F(ExecutorTest, RenameKeepsItsFlags) {
  (void)scratch_.file("a", "A");
  (void)scratch_.file("b", "B");
  const auto rename = [&](unsigned flags) {
    return act(with_rename_flags(raw(Operation::kRename, "a", "b"), flags)).error;
  };
  EXPECT_EQ(rename(RENAME_NOREPLACE), EEXIST);
  EXPECT_EQ(rename(8), EINVAL);
  EXPECT_EQ(rename(RENAME_EXCHANGE), 0);
  EXPECT_EQ(scratch_.content("a"), "B");
  EXPECT_EQ(rename(0), 0);
  EXPECT_EQ(scratch_.content("b"), "B");
  EXPECT_FALSE(scratch_.has("a"));
}

TEST_F(ExecutorTest, NewObjectsHaveTheTraceesUmask) {
  auto folder = raw(Operation::kMakeDirectory, "folder/");
  folder.mode = 0777;
  const Executed made = act(folder);
  EXPECT_EQ(made.error, 0);
  EXPECT_EQ(scratch_.mode("folder"), static_cast<mode_t>(S_IFDIR | 0750));
  ASSERT_TRUE(made.made);
  EXPECT_EQ(made.made->stx_ino, status_of(scratch_.at("folder")).st_ino);
  auto fifo = raw(Operation::kMakeNode, "fifo");
  fifo.mode = S_IFIFO | 0666;
  EXPECT_EQ(act(fifo).error, 0);
  EXPECT_EQ(scratch_.mode("fifo"), static_cast<mode_t>(S_IFIFO | 0640));
  EXPECT_EQ(act(open_call("file", O_WRONLY | O_CREAT, 0777)).error, 0);
  EXPECT_EQ(scratch_.mode("file"), static_cast<mode_t>(S_IFREG | 0750));
  EXPECT_EQ(act(fifo).error, EEXIST);
  EXPECT_EQ(act(folder).error, EEXIST);
}

TEST_F(ExecutorTest, SymlinkHoldsAnyText) {
  auto call = raw(Operation::kSymlink, "link");
  call.link_text = "../no such\nplace";
  EXPECT_EQ(act(call).error, 0);
  EXPECT_EQ(std::filesystem::read_symlink(scratch_.at("link")).string(), call.link_text);
}

TEST_F(ExecutorTest, LinkNamesTheLinkItselfUnlessToldToFollow) {
  (void)scratch_.file("file");
  (void)scratch_.link("link", "file");
  EXPECT_EQ(act(raw(Operation::kLink, "link", "same")).error, 0);
  EXPECT_TRUE(S_ISLNK(scratch_.mode("same")));
  EXPECT_EQ(act(with_at_flags(raw(Operation::kLink, "link", "followed"), AT_SYMLINK_FOLLOW)).error,
            0);
  EXPECT_EQ(status_of(scratch_.at("followed")).st_ino, status_of(scratch_.at("file")).st_ino);
  EXPECT_EQ(act(raw(Operation::kLink, "file", "link")).error, EEXIST);
}

TEST_F(ExecutorTest, TruncateFollowsAndCuts) {
  (void)scratch_.file("file", "12345");
  (void)scratch_.link("link", "file");
  auto call = raw(Operation::kTruncate, "link");
  call.length = 2;
  EXPECT_EQ(act(call).error, 0);
  EXPECT_EQ(scratch_.content("file"), "12");
  call.path = "file/";
  EXPECT_EQ(act(call).error, ENOTDIR);
}

TEST_F(ExecutorTest, OpenedFileCarriesTheAskedFlags) {
  (void)scratch_.file("file", "one ");
  Executed appended = act(open_call("file", O_WRONLY | O_APPEND | O_CLOEXEC));
  ASSERT_EQ(appended.reply.kind, Reply::Kind::kFile);
  EXPECT_TRUE(appended.reply.close_on_exec);
  EXPECT_EQ(::fcntl(appended.reply.file.get(), F_GETFL) & (O_ACCMODE | O_APPEND | O_NONBLOCK),
            O_WRONLY | O_APPEND);
  EXPECT_EQ(write_all(appended, "two"), 0);
  EXPECT_EQ(scratch_.content("file"), "one two");
  const Executed waiting = act(open_call("file", O_RDWR | O_NONBLOCK));
  EXPECT_FALSE(waiting.reply.close_on_exec);
  EXPECT_NE(::fcntl(waiting.reply.file.get(), F_GETFL) & O_NONBLOCK, 0);
}

// With EMFILE in the tracee nothing must be lost: the cut comes after the number (traps.md).
TEST_F(ExecutorTest, TruncatingOpenLeavesTheCutForLater) {
  (void)scratch_.file("file", "content");
  const Executed opened = act(open_call("file", O_WRONLY | O_TRUNC));
  EXPECT_TRUE(opened.reply.truncate_after);
  EXPECT_EQ(scratch_.content("file"), "content");
}

TEST_F(ExecutorTest, UnnamedFileIsMadeInItsFolder) {
  Executed made = act(open_call(".", O_TMPFILE | O_RDWR, 0600));
  ASSERT_EQ(made.error, 0);
  EXPECT_EQ(write_all(made, "x"), 0);
  EXPECT_TRUE(std::filesystem::is_empty(scratch_.path()));
}

TEST_F(ExecutorTest, OpenThatMustWaitHasNotHappened) {
  ASSERT_EQ(::mkfifo(scratch_.at("fifo").c_str(), 0600), 0);
  EXPECT_TRUE(act(open_call("fifo", O_WRONLY)).would_wait);
  const Executed refused = act(open_call("fifo", O_WRONLY | O_NONBLOCK));
  EXPECT_FALSE(refused.would_wait);
  EXPECT_EQ(refused.error, ENXIO);
}

// Every kind of object under every kind of flags, on twin trees: guard's errno and the tree that it
// leaves are the kernel's.
class TwinTrees {
 public:
  TwinTrees(const std::string& guard, const std::string& kernel) : guard_(guard), kernel_(kernel) {
    for (const auto& root : {guard, kernel}) {
      std::filesystem::create_directories(root + "/folder");
      std::filesystem::create_symlink("folder", root + "/to_folder");
      std::filesystem::create_symlink("file", root + "/to_file");
      std::filesystem::create_symlink("folder/new", root + "/dangling");
      std::filesystem::create_symlink("nowhere/new", root + "/lost");
      std::filesystem::create_symlink("loop", root + "/loop");
      std::filesystem::create_symlink("/", root + "/to_root");
      ::close(::open((root + "/file").c_str(), O_WRONLY | O_CREAT, 0600));
    }
  }
  [[nodiscard]] bool alike() const { return names(guard_) == names(kernel_); }

 private:
  static std::string names(const std::string& root) {
    std::string all;
    for (const char* name : {"folder/new", "missing", "dangling", "file", "to_file", "nowhere"}) {
      struct stat status {};
      const bool there = ::lstat((root + "/" + name).c_str(), &status) == 0;
      all += there ? std::to_string(status.st_mode) + " " : "- ";
    }
    return all;
  }
  std::string guard_;
  std::string kernel_;
};

TEST_F(ExecutorTest, OpenAnswersAndLeavesWhatTheKernelDoes) {
  constexpr std::array<int, 10> kFlags = {O_WRONLY,
                                          O_RDWR,
                                          O_WRONLY | O_TRUNC,
                                          O_RDONLY | O_CREAT,
                                          O_WRONLY | O_CREAT,
                                          O_WRONLY | O_CREAT | O_EXCL,
                                          O_WRONLY | O_CREAT | O_NOFOLLOW,
                                          O_WRONLY | O_NOFOLLOW,
                                          O_WRONLY | O_DIRECTORY,
                                          O_WRONLY | O_DIRECTORY | O_NOFOLLOW};
  const auto keep_umask = ::umask(027);
  int number = 0;
  for (const char* name : {"file",       "file/",      "folder",        "folder/",
                           "missing",    "missing/",   "to_file",       "to_file/",
                           "to_folder",  "to_folder/", "dangling",      "dangling/",
                           "lost",       "loop",       "to_root",       ".",
                           "..",         "./",         "file/x",        "missing/x",
                           "missing/x/", "",           "to_folder/new", "file/new/"}) {
    for (const int flags : kFlags) {
      const std::string twin = std::to_string(++number);
      const TwinTrees trees(scratch_.at(twin + "g"), scratch_.at(twin + "k"));
      const std::string tail = *name == 0 ? "" : std::string("/") + name;
      const std::string kernel_path = tail.empty() ? "" : scratch_.at(twin + "k") + tail;
      const UniqueFd kernel(::open(kernel_path.c_str(), flags | O_CLOEXEC, 0666));
      const int wanted = kernel.valid() ? 0 : errno;
      const Executed guard = act(open_call(tail.empty() ? "" : twin + "g" + tail, flags));
      EXPECT_EQ(guard.error, wanted) << "'" << name << "' " << std::oct << flags;
      EXPECT_TRUE(trees.alike()) << "'" << name << "' " << std::oct << flags;
    }
  }
  ::umask(keep_umask);
}

TEST_F(ExecutorTest, NameThatWasSwappedIsNotTouched) {
  (void)scratch_.file("judged", "old");
  const auto swap = [&] {
    std::filesystem::rename(scratch_.at("judged"), scratch_.at("away"));
    (void)scratch_.file("judged", "new");
  };
  EXPECT_EQ(act(raw(Operation::kRemove, "judged"), swap).error, ESTALE);
  EXPECT_EQ(scratch_.content("judged"), "new");
  EXPECT_EQ(act(open_call("judged", O_WRONLY | O_TRUNC), swap).error, ESTALE);
  EXPECT_EQ(act(raw(Operation::kRename, "judged", "x"), swap).error, ESTALE);
  EXPECT_FALSE(scratch_.has("x"));
  EXPECT_EQ(act(raw(Operation::kLink, "judged", "x"), swap).error, ESTALE);
  EXPECT_FALSE(scratch_.has("x"));
}

TEST_F(ExecutorTest, NameThatBecameALinkIsNotFollowed) {
  (void)scratch_.file("judged", "old");
  (void)scratch_.file("secret", "kept");
  const auto swap = [&] {
    std::filesystem::remove(scratch_.at("judged"));
    (void)scratch_.link("judged", "secret");
  };
  EXPECT_EQ(act(open_call("judged", O_WRONLY | O_TRUNC), swap).error, ESTALE);
  EXPECT_EQ(scratch_.content("secret"), "kept");
}

TEST_F(ExecutorTest, NameThatAppearedIsNotOverwritten) {
  (void)scratch_.file("a", "A");
  const auto appear = [&] { (void)scratch_.file("b", "B"); };
  EXPECT_EQ(act(open_call("b", O_WRONLY | O_CREAT | O_TRUNC), appear).error, ESTALE);
  std::filesystem::remove(scratch_.at("b"));
  EXPECT_EQ(act(raw(Operation::kRename, "a", "b"), appear).error, ESTALE);
  EXPECT_EQ(scratch_.content("b"), "B");
  EXPECT_EQ(scratch_.content("a"), "A");
}

TEST_F(ExecutorTest, NameThatWentIsNotMadeAgain) {
  (void)scratch_.file("a", "A");
  EXPECT_EQ(
      act(open_call("a", O_WRONLY | O_CREAT), [&] { std::filesystem::remove(scratch_.at("a")); })
          .error,
      ESTALE);
  EXPECT_FALSE(scratch_.has("a"));
}

TEST_F(ExecutorTest, FolderThatWasSwappedIsStillTheJudgedOne) {
  (void)scratch_.folder("folder");
  (void)scratch_.file("folder/a", "judged");
  const auto swap = [&] {
    std::filesystem::rename(scratch_.at("folder"), scratch_.at("away"));
    (void)scratch_.folder("folder");
    (void)scratch_.file("folder/a", "other");
  };
  EXPECT_EQ(act(raw(Operation::kRemove, "folder/a"), swap).error, 0);
  EXPECT_EQ(scratch_.content("folder/a"), "other");
  EXPECT_FALSE(scratch_.has("away/a"));
}

TEST_F(ExecutorTest, RootOfAScopedOpenIsTheTraceesFolder) {
  (void)scratch_.file("file", "x");
  auto call = open_call("/file", O_WRONLY, 0);
  call.is_openat2 = true;
  call.resolve = RESOLVE_IN_ROOT;
  const Executed opened = act(call);
  ASSERT_EQ(opened.error, 0);
  struct stat status {};
  ASSERT_EQ(::fstat(opened.reply.file.get(), &status), 0);
  EXPECT_EQ(status.st_ino, status_of(scratch_.at("file")).st_ino);
  call.resolve = RESOLVE_BENEATH;
  EXPECT_EQ(act(call).error, EXDEV);
}

TEST_F(ExecutorTest, TakeBackRemovesOnlyItsOwnEmptyFile) {
  const auto make = [&](const char* name) {
    auto held = resolver_.resolve(open_call(name, O_WRONLY | O_CREAT));
    auto done = executor_.execute(*held);
    return std::pair(std::move(*held), *done.made);
  };
  const auto empty = make("empty");
  executor_.take_back(empty.first, empty.second);
  EXPECT_FALSE(scratch_.has("empty"));
  const auto filled = make("filled");
  (void)scratch_.file("filled", "x");
  executor_.take_back(filled.first, filled.second);
  EXPECT_TRUE(scratch_.has("filled"));
  const auto replaced = make("replaced");
  std::filesystem::rename(scratch_.at("replaced"), scratch_.at("away"));
  (void)scratch_.file("replaced");
  executor_.take_back(replaced.first, replaced.second);
  EXPECT_TRUE(scratch_.has("replaced"));
}

TEST_F(ExecutorTest, OperationWithoutARowIsRefused) {
  HeldCall call;
  call.raw = raw(Operation::kUmask, "x");
  const Executed refused = executor_.execute(call);
  EXPECT_EQ(refused.error, EPERM);
  EXPECT_EQ(refused.reply.kind, Reply::Kind::kFail);
  EXPECT_EQ(act(raw(Operation::kUmask, "x")).error, EPERM);
}

}  // namespace
}  // namespace guard::interceptor
