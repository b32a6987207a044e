// SPDX-License-Identifier: Apache-2.0
#include "interceptor/tracee/realm.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "interceptor/process/fs_context.h"
#include "interceptor/tracee/realm_server.h"

namespace guard::interceptor {
namespace {

namespace fs = std::filesystem;
constexpr std::uint64_t kEveryCapability = ~std::uint64_t{0};

// A process in a user and mount namespace of its own, with a file mounted over another.
class RealmTest : public ::testing::Test {
 protected:
  void SetUp() override {
    fs::create_directory(room_);
    for (const char* name : {"locked", "below", "above"}) std::ofstream(room_ / name) << name;
    fs::permissions(room_ / "locked", fs::perms::none);
    std::array<int, 2> ready{};
    ASSERT_EQ(::pipe(ready.data()), 0);
    child_ = ::fork();
    if (child_ == 0) live_inside(ready[1]);
    char word = 0;
    ASSERT_EQ(::read(ready[0], &word, 1), 1);
    ::close(ready[0]);
    ::close(ready[1]);
    if (word != 'y') GTEST_SKIP() << "no user namespaces here";
    proc_.reset(::open(("/proc/" + std::to_string(child_)).c_str(), O_PATH | O_CLOEXEC));
    folder_.reset(::open(("/proc/" + std::to_string(child_) + "/cwd").c_str(), O_PATH | O_CLOEXEC));
    auto realm = Realm::of(proc_.get(), servers_);
    ASSERT_TRUE(realm) << realm.error().text();
    realm_ = *realm;
    own_ = *own_credentials();
  }

  void TearDown() override {
    ::kill(child_, SIGKILL);
    ::waitpid(child_, nullptr, 0);
    fs::remove_all(room_);
  }

  [[nodiscard]] Credentials with(std::uint64_t capabilities) const {
    Credentials credentials = own_;
    credentials.capabilities = capabilities;
    return credentials;
  }

  static bool write_to(const char* name, const std::string& text) {
    const UniqueFd file(::open((std::string("/proc/self/") + name).c_str(), O_WRONLY | O_CLOEXEC));
    return ::write(file.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
  }

  [[noreturn]] void live_inside(int ready) const {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    const uid_t uid = ::geteuid();
    const gid_t gid = ::getegid();
    bool done = ::unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0 && write_to("setgroups", "deny") &&
                write_to("uid_map", "0 " + std::to_string(uid) + " 1") &&
                write_to("gid_map", "0 " + std::to_string(gid) + " 1");
    done = done && ::chdir(room_.c_str()) == 0 &&
           ::mount("above", "below", nullptr, MS_BIND, nullptr) == 0;
    (void)!::write(ready, done ? "y" : "n", 1);
    for (;;) ::pause();
  }

  const fs::path room_ = fs::temp_directory_path() / ("guard_realm_" + std::to_string(::getpid()));
  pid_t child_ = -1;
  UniqueFd proc_;
  UniqueFd folder_;  // the room, in the child's mounts
  RealmServers servers_;
  std::shared_ptr<const Realm> realm_;
  Credentials own_;
};

TEST_F(RealmTest, ActsWithTheRightsOfTheNamespace) {
  int opened = -1;
  ASSERT_TRUE(realm_->run(with(kEveryCapability), [&] {
    opened = ::openat(folder_.get(), "locked", O_WRONLY | O_CLOEXEC);
  }));
  EXPECT_GE(opened, 0) << "the owner of a user namespace may open its own locked file";
  EXPECT_EQ(::write(opened, "x", 1), 1) << "descriptors are shared";
  ::close(opened);
}

TEST_F(RealmTest, ActsWithoutTheCapabilitiesThatTheTraceeHasDropped) {
  int opened = 0;
  int error = 0;
  ASSERT_TRUE(realm_->run(with(0), [&] {
    opened = ::openat(folder_.get(), "locked", O_WRONLY | O_CLOEXEC);
    error = errno;
  }));
  EXPECT_EQ(opened, -1);
  EXPECT_EQ(error, EACCES);
}

TEST_F(RealmTest, CapabilitiesEndAtTheNamespace) {
  int result = 0;
  ASSERT_TRUE(
      realm_->run(with(kEveryCapability), [&] { result = ::sethostname("guard-realm-test", 16); }));
  EXPECT_EQ(result, -1) << "the host's name belongs to a namespace outside";
}

TEST_F(RealmTest, ItsMountsAreTheOnesThatCount) {
  int error = 0;
  ASSERT_TRUE(realm_->run(with(kEveryCapability),
                          [&] { error = ::unlinkat(folder_.get(), "below", 0) == 0 ? 0 : errno; }));
  EXPECT_EQ(error, EBUSY);
  EXPECT_TRUE(fs::exists(room_ / "below"));
}

TEST_F(RealmTest, GuardsOwnDescriptorsHaveTheirNamesThere) {
  char buffer[4096] = {};
  ssize_t length = -1;
  const UniqueFd file(::open((room_ / "above").c_str(), O_RDONLY | O_CLOEXEC));
  ASSERT_TRUE(realm_->run(with(0), [&] {
    length = ::readlink(("/proc/self/fd/" + std::to_string(file.get())).c_str(), buffer,
                        sizeof(buffer) - 1);
  }));
  ASSERT_GT(length, 0);
  EXPECT_EQ(fs::path(buffer), fs::canonical(room_ / "above"));
}

TEST_F(RealmTest, TheCallingThreadStaysAsItWas) {
  mode_t mask = 0;
  ASSERT_TRUE(with_umask(027, [] {}));
  ASSERT_TRUE(realm_->run(with(0), [] { EXPECT_TRUE(with_umask(0777, [] {})); }));
  ASSERT_TRUE(with_umask(027, [&] { mask = ::umask(027); }));
  EXPECT_EQ(mask, 027U);
  EXPECT_EQ(*own_credentials(), own_);
  const auto here = namespaces_of(UniqueFd(::open("/proc/thread-self", O_PATH | O_CLOEXEC)).get());
  EXPECT_EQ(*here, *home_namespaces());
}

TEST_F(RealmTest, ThreadsActAtTheSameTime) {
  std::atomic<int> done = 0;
  const auto work = [&] {
    for (int i = 0; i < 50; ++i) {
      std::string text;
      const auto ran = realm_->run(with(0), [&] { text = std::string(100, 'x'); });
      if (ran && text.size() == 100) ++done;
    }
  };
  std::thread first(work);
  std::thread second(work);
  first.join();
  second.join();
  EXPECT_EQ(done, 100);
}

TEST_F(RealmTest, EachActHasItsOwnCapabilities) {
  for (const bool capable : {true, false, true}) {
    int opened = -1;
    ASSERT_TRUE(realm_->run(with(capable ? kEveryCapability : 0), [&] {
      opened = ::openat(folder_.get(), "locked", O_WRONLY | O_CLOEXEC);
    }));
    EXPECT_EQ(opened >= 0, capable);
    if (opened >= 0) ::close(opened);
  }
}

TEST_F(RealmTest, AChildThatIsKilledIsReplaced) {
  const auto cut_short = realm_->run(with(0), [] { ::kill(::getpid(), SIGKILL); });
  EXPECT_FALSE(cut_short);
  bool again = false;
  EXPECT_TRUE(realm_->run(with(0), [&] { again = true; }));
  EXPECT_TRUE(again);
}

TEST_F(RealmTest, AnActOfItsOwnDoesNotWaitForOthers) {
  bool done = false;
  ASSERT_TRUE(realm_->run(with(0), [&] {}));
  ASSERT_TRUE(realm_->run_alone(with(0), [&] { done = true; }));
  EXPECT_TRUE(done);
}

TEST_F(RealmTest, AMountNamespaceOfGuardsOwnUserIsNone) {
  const UniqueFd self(::open("/proc/self", O_PATH | O_CLOEXEC));
  EXPECT_FALSE(Realm::of(self.get(), servers_));
}

}  // namespace
}  // namespace guard::interceptor
