// SPDX-License-Identifier: Apache-2.0
#include "supervisor/secrets/secret_reads.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/limits.h"
#include "policy/paths/path_class.h"
#include "supervisor/secrets/content_look.h"
#include "tests/interceptor/scratch_folder.h"

namespace guard::supervisor {
namespace {

using guard::testing::ScratchFolder;
using interceptor::FileId;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* kCertificate =
    "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
constexpr const char* kKey = "-----BEGIN PRIVATE KEY-----\nBBBB\n-----END PRIVATE KEY-----\n";

struct Gate {
  std::set<FileId> armed;
  int error = 0;             // what arm() fails with
  std::size_t open_now = 0;  // open_elsewhere()
};

class FakeGate : public interceptor::ReadGate {
 public:
  explicit FakeGate(Gate& seen) : seen_(seen) {}
  [[nodiscard]] const char* name() const override { return "fake"; }
  Result<void> arm(int object) override {
    struct stat status {};
    EXPECT_EQ(::fstat(object, &status), 0);
    if (seen_.error != 0) return fail_with(seen_.error, "lease");
    seen_.armed.insert({status.st_dev, status.st_ino});
    return {};
  }
  std::size_t open_elsewhere() override { return seen_.open_now; }

 private:
  Gate& seen_;
};

class SecretReadsTest : public ::testing::Test {
 protected:
  void begin(InGit in_git = {}) {
    policy::PathRoots roots;
    roots.workspace = {work_};
    roots.home = home_.path();
    roots.tmp = {far_.path()};
    for (const std::string& pattern : named_)
      roots.patterns.emplace_back(pattern, policy::PathClass::kSecret);
    classifier_ = std::make_unique<policy::PathClassifier>(roots);
    const auto tell = [this](const std::string& line) { told_.push_back(line); };
    reads_ = std::make_unique<SecretReads>(*classifier_, std::make_unique<FakeGate>(gate_),
                                           SecretTells{.now = tell, .patterns = tell},
                                           std::move(in_git));
    reads_->begin();
    while (reads_->search_on()) {
    }
  }
  [[nodiscard]] bool holds(const std::string& path) const {
    struct stat status {};
    EXPECT_EQ(::stat(path.c_str(), &status), 0);
    return gate_.armed.contains({status.st_dev, status.st_ino});
  }

  ScratchFolder home_;
  ScratchFolder far_;
  std::vector<std::string> named_;  // patterns of the policy
  const std::string work_ = home_.folder("work");
  Gate gate_;
  std::vector<std::string> told_;
  std::unique_ptr<policy::PathClassifier> classifier_;
  std::unique_ptr<SecretReads> reads_;
};

TEST_F(SecretReadsTest, WhatIsPublicByItsContentIsLeftAlone) {
  const std::string certificate = home_.file("work/ca.pem", kCertificate);
  const std::string key = home_.file("work/key.pem", kKey);
  begin();
  EXPECT_FALSE(holds(certificate));
  EXPECT_TRUE(holds(key));
}

TEST_F(SecretReadsTest, WhatThePolicyNamesIsHeldWhereverItLies) {
  (void)far_.folder("a/sec/deep");
  (void)far_.folder("other");
  (void)home_.folder("work/node_modules/x");
  const std::string middle = far_.file("a/sec/deep/plain");
  const std::string single = far_.file("single");
  const std::string built = home_.file("work/node_modules/x/y.sealed");
  const std::string certificate = far_.file("a/sec/ca.pem", kCertificate);
  const std::string beside = far_.file("other/plain");
  named_ = {far_.path() + "/*/sec/**", far_.path() + "/single", work_ + "/**/*.sealed"};
  begin();
  EXPECT_TRUE(holds(middle));
  EXPECT_TRUE(holds(single));
  EXPECT_TRUE(holds(built));
  EXPECT_TRUE(holds(certificate));
  EXPECT_FALSE(holds(beside));
  EXPECT_THAT(told_, IsEmpty());
}

TEST_F(SecretReadsTest, WhatIsNamedAndNotHeldIsTold) {
  (void)far_.folder("sec");
  const std::string inside = far_.file("sec/plain");
  const std::string sealed = far_.file("x.sealed");
  named_ = {far_.path() + "/sec", "**/*.sealed"};
  begin();
  EXPECT_FALSE(holds(inside));
  EXPECT_TRUE(holds(sealed));
  EXPECT_THAT(told_, ElementsAre(HasSubstr(far_.path() + "/sec is a folder"),
                                 HasSubstr("**/*.sealed is held in the workspace")));
  EXPECT_TRUE(is_searched(*classifier_, sealed));
  EXPECT_FALSE(is_searched(*classifier_, "/opt/x.sealed"));
}

TEST_F(SecretReadsTest, AKeyBehindItsCertificateIsHeld) {
  const std::string both = home_.file("work/server.pem", std::string(kCertificate) + kKey);
  const std::string far =
      home_.file("work/far.pem", kCertificate + std::string(100'000, '\n') + kKey);
  const std::string split =  // where one read of guard ends
      home_.file("work/split.pem", kCertificate + std::string(16384 - 64, '\n') + kKey);
  begin();
  EXPECT_TRUE(holds(both));
  EXPECT_TRUE(holds(far));
  EXPECT_TRUE(holds(split));
}

TEST_F(SecretReadsTest, WhatIsCommittedIsHeldAndKnownUntilItIsChanged) {
  const std::string committed = home_.file("work/.env", "TOKEN=x\n");
  const std::string other = home_.file("work/key.pem", kKey);
  begin({.commit = [&](int, const std::string& path) { return path == committed; },
         .store = [&](int, const std::string& path) { return path == committed; }});
  auto recoverability = policy::Recoverability::kSaved;
  const auto is_committed = [&](const std::string& path) {
    PendingCall call;
    call.held.first.object.reset(::open(path.c_str(), O_PATH | O_CLOEXEC));
    EXPECT_EQ(::stat(path.c_str(), &call.held.first.status), 0);
    call.action.objects = {{.path = path, .recoverability = recoverability}};
    return reads_->is_committed(call);
  };
  EXPECT_TRUE(holds(committed));
  EXPECT_TRUE(is_committed(committed));
  EXPECT_FALSE(is_committed(other));
  ::chmod(committed.c_str(), 0600);  // a change of any kind
  EXPECT_FALSE(is_committed(committed));
  recoverability = policy::Recoverability::kBorn;  // what the session made may be looked into
  EXPECT_TRUE(is_committed(committed));
}

TEST_F(SecretReadsTest, WhatIsTooLongToLookThroughIsHeld) {
  constexpr std::size_t kMost = size_limit("content.bytes");
  const auto bundle = [&](std::size_t size) {
    std::string text = kCertificate;
    text.resize(size, '\n');
    return home_.file("work/bundle" + std::to_string(size) + ".pem", text);
  };
  const std::string shorter = bundle(kMost - 1);
  const std::string longest = bundle(kMost);
  const std::string longer = bundle(kMost + 1);
  begin();
  EXPECT_FALSE(holds(shorter));
  EXPECT_TRUE(holds(longest));
  EXPECT_TRUE(holds(longer));
}

TEST_F(SecretReadsTest, WhatCannotBeHeldIsTold) {
  const std::string secret = home_.file("work/.env", "TOKEN=x\n");
  gate_.error = EACCES;
  begin();
  // The system has some too.
  EXPECT_THAT(told_, ElementsAre(AllOf(HasSubstr("cannot be held"), HasSubstr("more"))));
  EXPECT_FALSE(holds(secret));
}

TEST_F(SecretReadsTest, WhatIsLeasedElsewhereIsCounted) {
  (void)home_.file("work/.env", "TOKEN=x\n");
  gate_.error = EAGAIN;
  gate_.open_now = 1;
  begin();
  EXPECT_THAT(told_, ElementsAre(HasSubstr("secrets are held or open elsewhere")));
}

TEST_F(SecretReadsTest, WhatKindItIsIsKnownUntilItChanges) {
  const std::string secret = home_.file("work/.env", "TOKEN=x\n");
  begin();
  struct stat status {};
  ASSERT_EQ(::stat(secret.c_str(), &status), 0);
  EXPECT_EQ(reads_->kind_of(status), "settings (NAME=VALUE)");
  status.st_ctim.tv_nsec ^= 1;
  EXPECT_EQ(reads_->kind_of(status), "");
}

TEST_F(SecretReadsTest, WhatTheSearchDidNotMeetIsJudgedAsItWouldBe) {
  (void)home_.folder("work/node_modules/package");
  const std::string skipped = home_.file("work/node_modules/package/key.pem", kKey);
  begin();
  const std::string later = home_.file("work/.env", "TOKEN=x\n");
  const std::string certificate = home_.file("work/ca.pem", kCertificate);
  const auto is_secret = [&](const std::string& path, bool by_name) {
    interceptor::HeldPath held;
    held.object.reset(::open(path.c_str(), O_PATH | O_CLOEXEC));
    EXPECT_EQ(::fstat(held.object.get(), &held.status), 0);
    return reads_->is_secret(held, path, by_name);
  };
  EXPECT_TRUE(is_secret(later, true));
  EXPECT_FALSE(is_secret(later, false));
  EXPECT_FALSE(is_secret(certificate, true));
  EXPECT_FALSE(is_secret(skipped, true));
}

// The tree replaces its secrets (git's helper does), and the kernel gives their numbers away.
TEST_F(SecretReadsTest, ALaterFileWithTheNumberOfASecretIsNone) {
  const std::string secret = home_.file("work/key.pem", kKey);
  begin();
  struct stat before {};
  {
    const UniqueFd held(::open(secret.c_str(), O_PATH | O_CLOEXEC));
    EXPECT_EQ(reads_->holds(held.get()), true);
    ASSERT_EQ(::fstat(held.get(), &before), 0);
  }
  ASSERT_EQ(::unlink(secret.c_str()), 0);
  struct stat now {};
  for (int file = 0; file < 100 && now.st_ino != before.st_ino; ++file) {
    const std::string path = home_.file("work/later" + std::to_string(file), "x");
    const UniqueFd later(::open(path.c_str(), O_PATH | O_CLOEXEC));
    ASSERT_EQ(::fstat(later.get(), &now), 0);
    EXPECT_EQ(reads_->holds(later.get()), std::nullopt);
  }
  if (now.st_ino != before.st_ino) GTEST_SKIP() << "this file system gives no number twice";
}

TEST(ContentKindTest, IsToldByTheBeginning) {
  const std::pair<const char*, const char*> rows[] = {
      {"", "empty"},
      {"-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA", "a private key"},
      {"-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA", "a private key"},
      {"-----BEGIN CERTIFICATE-----\nAAAA", "a certificate"},
      {"-----BEGIN SOMETHING-----\nAAAA", "a key or certificate"},
      {"machine host login me password pw", "logins of hosts (netrc)"},
      {"TOKEN=abc\nB=c\n", "settings (NAME=VALUE)"},
      {"export TOKEN=abc\n", "settings (NAME=VALUE)"},
      {"token: abc\n", "settings (NAME: VALUE)"},
      {"[default]\naws_secret_access_key = x", "sections of settings, or a list"},
      {"{\"token\": 1}", "JSON"},
      {"# a comment\nTOKEN=abc", "a comment"},
      {"hunter2", "text"},
      {"\x01\x02", "binary data"},
  };
  for (const auto& [text, kind] : rows) EXPECT_EQ(kind_of_content(text), kind) << text;
}

TEST_F(SecretReadsTest, FoldersThatLieTooDeepAreTold) {
  std::string deep = "work";
  for (int i = 0; i < 30; ++i) deep += "/d";
  (void)home_.folder(deep);
  begin();
  EXPECT_THAT(told_, ElementsAre(HasSubstr("1 folder was not searched for secrets")));
}

TEST_F(SecretReadsTest, WhatLiesDeeperThanAPathIsHeld) {
  UniqueFd folder(::open(work_.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  const std::string name(240, 'n');
  for (int i = 0; i < 18; ++i) {
    ASSERT_EQ(::mkdirat(folder.get(), name.c_str(), 0700), 0);
    folder.reset(::openat(folder.get(), name.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  }
  const UniqueFd secret(::openat(folder.get(), ".env", O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
  struct stat status {};
  ASSERT_EQ(::fstat(secret.get(), &status), 0);
  begin();
  EXPECT_TRUE(gate_.armed.contains({status.st_dev, status.st_ino}));
}

TEST_F(SecretReadsTest, InAFolderThatCannotBeListedTheUsualNamesAreHeld) {
  if (::geteuid() == 0) GTEST_SKIP() << "root lists every folder";
  (void)home_.folder("work/closed/.ssh");
  (void)home_.folder("work/shut");
  const std::string usual = home_.file("work/closed/.env");
  const std::string below = home_.file("work/closed/.ssh/id_rsa");
  const std::string odd = home_.file("work/closed/odd.key");
  ASSERT_EQ(::chmod((work_ + "/closed").c_str(), 0300), 0);
  ASSERT_EQ(::chmod((work_ + "/shut").c_str(), 0), 0);
  begin();
  EXPECT_TRUE(holds(usual));
  EXPECT_TRUE(holds(below));
  EXPECT_FALSE(holds(odd));
  EXPECT_THAT(told_, ElementsAre(HasSubstr("and 1 more folder cannot be listed")));
  EXPECT_EQ(closed_place_of_secrets(*classifier_), "");
  named_ = {work_ + "/closed/**"};
  begin();
  EXPECT_EQ(closed_place_of_secrets(*classifier_), work_ + "/closed");
  named_ = {work_ + "/shut/a/key"};
  begin();
  EXPECT_EQ(closed_place_of_secrets(*classifier_), work_ + "/shut");
  ASSERT_EQ(::chmod((work_ + "/closed").c_str(), 0700), 0);
  ASSERT_EQ(::chmod((work_ + "/shut").c_str(), 0700), 0);
}

TEST_F(SecretReadsTest, NothingIsToldWhenAllIsHeld) {
  const std::string secret = home_.file("work/.env", "TOKEN=x\n");
  begin();
  EXPECT_TRUE(holds(secret));
  EXPECT_THAT(told_, IsEmpty());
}

}  // namespace
}  // namespace guard::supervisor
