// SPDX-License-Identifier: Apache-2.0
#include "console/policy/policy_files.h"

#include <gmock/gmock.h>
#include <grp.h>
#include <gtest/gtest.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "console/policy/source_lines.h"
#include "console/policy/trusted_files.h"
#include "supervisor/audit/record/digest.h"
#include "supervisor/source/held_release.h"

namespace guard::console {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

namespace fs = std::filesystem;

class PolicyFilesTest : public ::testing::Test {
 protected:
  PolicyFilesTest() {
    char name[] = "/tmp/guard_policy_files_XXXXXX";
    folder_ = ::mkdtemp(name);
    // No "etc": one that is not root's is refused, and not every tester is root.
    for (const char* sub : {"config", "project/.git", "project/deep"}) {
      fs::create_directories(folder_ / sub);
    }
    request_.config_folder = folder_ / "config";
    request_.start_folder = folder_ / "project/deep";
    request_.system_file = folder_ / "etc/policy.yaml";
  }
  ~PolicyFilesTest() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& text, mode_t mode = 0644) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
    ::chmod((folder_ / name).c_str(), mode);
  }
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    const auto files = read_policy_files(request_);
    if (!files) return {files.error().text()};
    for (const auto& file : *files) {
      names.push_back(fs::relative(file.name, folder_).string() +
                      (file.trust == policy::FileTrust::kMayOnlyTighten ? " <" : ""));
    }
    return names;
  }

  fs::path folder_;
  PolicyRequest request_;
};

TEST_F(PolicyFilesTest, NoFilesAreNoError) {
  EXPECT_THAT(names(), IsEmpty());
  EXPECT_TRUE(load_policy_files(request_));
}

TEST_F(PolicyFilesTest, ALinkToNothingIsNoMissingFile) {
  write("config/policy.yaml", "mode: paranoid");
  const std::string file = request_.config_folder + "/policy.yaml";
  std::filesystem::remove(file);
  std::filesystem::create_symlink("not-there.yaml", file);
  const auto policy = load_policy_files(request_);
  ASSERT_FALSE(policy);
  EXPECT_THAT(policy.error().text(), HasSubstr("policy.yaml: is a link to a file that is not"));
}

TEST_F(PolicyFilesTest, TheProjectComesLastAndMayOnlyTighten) {
  write("config/policy.yaml", "mode: balanced");
  write("project/.guard.yaml", "mode: trusting");
  write("project/deep/.guard.yaml", "mode: paranoid");
  EXPECT_THAT(names(), ElementsAre("config/policy.yaml", "project/.guard.yaml <",
                                   "project/deep/.guard.yaml <"));
  const auto policy = load_policy_files(request_);
  ASSERT_TRUE(policy) << policy.error().text();
  EXPECT_EQ(policy->mode.name, "paranoid");
  EXPECT_THAT(policy->not_applied, ElementsAre(HasSubstr("mode: trusting is looser")));
}

TEST_F(PolicyFilesTest, TheOptionStandsForTheUsersFilesAndTheProjectStillTightens) {
  write("config/policy.yaml", "mode: trusting");
  write("project/.guard.yaml", "mode: paranoid\npre_confirmed: [make clean]");
  write("mine.yaml", "mode: balanced");
  request_.policy_option = folder_ / "mine.yaml";
  EXPECT_THAT(names(), ElementsAre("mine.yaml", "project/.guard.yaml <"));
  const auto policy = load_policy_files(request_);
  ASSERT_TRUE(policy) << policy.error().text();
  EXPECT_EQ(policy->mode.name, "paranoid");
  EXPECT_TRUE(policy->pre_confirmed.empty());
}

TEST_F(PolicyFilesTest, AProjectsFileThatTheOptionNamesIsReadOnce) {
  write("project/.guard.yaml", "pre_confirmed: [make clean]");
  request_.policy_option = folder_ / "project/../project/.guard.yaml";
  EXPECT_THAT(names(), ElementsAre("project/.guard.yaml"));
  const auto policy = load_policy_files(request_);
  ASSERT_TRUE(policy) << policy.error().text();
  EXPECT_EQ(policy->pre_confirmed.size(), 1U);
}

TEST_F(PolicyFilesTest, AProjectsFileThatIsALinkShowsNothingOfWhereItLeads) {
  write("token", "password hunter2");
  fs::create_symlink(folder_ / "token", folder_ / "project/.guard.yaml");
  const auto refused = load_policy_files(request_);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().text(), HasSubstr("project/.guard.yaml: is a link"));
  EXPECT_THAT(refused.error().text(), Not(HasSubstr("hunter2")));
  request_.policy_option = folder_ / "mine.yaml";
  write("mine.yaml", "mode: balanced");
  EXPECT_FALSE(load_policy_files(request_)) << "beside --policy, too";
}

TEST_F(PolicyFilesTest, ANamedFileMustExist) {
  request_.policy_option = folder_ / "nowhere.yaml";
  EXPECT_THAT(names(), ElementsAre(HasSubstr("nowhere.yaml: No such file")));
}

TEST_F(PolicyFilesTest, WhatIsNotAFileIsRefused) {
  fs::create_directory(folder_ / "config/policy.yaml");
  EXPECT_THAT(names(), ElementsAre(HasSubstr("is not a file")));
  fs::remove(folder_ / "config/policy.yaml");
  ASSERT_EQ(::mkfifo((folder_ / "config/policy.yaml").c_str(), 0600), 0);
  EXPECT_THAT(names(), ElementsAre(HasSubstr("is not a file")));
}

TEST_F(PolicyFilesTest, AnUnreadableFileIsAnError) {
  if (::geteuid() == 0) GTEST_SKIP() << "root reads every file";
  write("config/policy.yaml", "mode: balanced", 0);
  EXPECT_THAT(names(), ElementsAre(HasSubstr("policy.yaml: Permission denied")));
}

TEST_F(PolicyFilesTest, TheSystemsFileMustBeRootsAlone) {
  write("etc/policy.yaml", "mode: paranoid", 0664);
  EXPECT_THAT(names(), ElementsAre(HasSubstr("must belong to root")));
  ::chmod(request_.system_file.c_str(), 0644);
  if (::geteuid() == 0) {
    EXPECT_THAT(names(), ElementsAre("etc/policy.yaml"));
  } else {
    EXPECT_THAT(names(), ElementsAre(HasSubstr("must belong to root")));
  }
}

class ReleaseLayerTest : public PolicyFilesTest {
 protected:
  ReleaseLayerTest() {
    request_.source = supervisor::SourcePlaces{
        .description = folder_ / "source/source.yaml",
        .store = folder_ / "source/held",
        .machine_id = "",
        .owner = ::geteuid(),
    };
    write("source/source.yaml",
          std::string("file: /p.yaml\nkeys: [\"ssh-ed25519 ") +
              "AAAAC3NzaC1lZDI1NTE5AAAAIMvHPUBTjKpobJhTnUVdiJYEh0aWcCT4WuBU4W25mtI8\"]");
  }
  void hold(const std::string& text) const {
    policy::Release release;
    release.number = 3;
    const supervisor::HeldRelease held{.release = release,
                                       .sha256 = supervisor::sha256_hex(text),
                                       .key = "SHA256:x",
                                       .source = "/p.yaml",
                                       .adopted = "2026-01-01",
                                       .text = text};
    ASSERT_TRUE(supervisor::lock_store(*request_.source));
    ASSERT_TRUE(supervisor::keep_release(*request_.source, held, "signature"));
  }
};

TEST_F(ReleaseLayerTest, TheReleaseHoldsBelowTheUsersFiles) {
  hold("mode: paranoid\nrelease: {number: 3}\n");
  write("config/policy.yaml", "mode: balanced");
  EXPECT_THAT(names(), ElementsAre("source/held/release-3.yaml", "config/policy.yaml"));
  const auto policy = load_policy_files(request_);
  ASSERT_TRUE(policy) << policy.error().text();
  EXPECT_EQ(policy->mode.name, "balanced");
  ASSERT_TRUE(policy->release);
  EXPECT_EQ(policy->release->number, 3);
  EXPECT_EQ(policy->release->signer, "SHA256:x");
  EXPECT_THAT(policy->release_note, HasSubstr("no longer listed"));
}

TEST_F(ReleaseLayerTest, ALockOfTheReleaseHoldsTheUser) {
  hold("locked: mode\nrelease: {number: 3}\n");
  write("config/policy.yaml", "mode: balanced");
  const auto policy = load_policy_files(request_);
  ASSERT_FALSE(policy);
  EXPECT_THAT(policy.error().text(), HasSubstr("is locked by"));
}

TEST_F(ReleaseLayerTest, WithoutAReleaseANoteSaysSo) {
  const auto policy = load_policy_files(request_);
  ASSERT_TRUE(policy) << policy.error().text();
  EXPECT_FALSE(policy->release);
  EXPECT_THAT(policy->release_note, HasSubstr("no policy release of /p.yaml was ever good"));
}

TEST_F(ReleaseLayerTest, AChangedReleaseIsAnError) {
  hold("mode: paranoid\nrelease: {number: 3}\n");
  write("source/held/release-3.yaml", "mode: trusting\nrelease: {number: 3}\n");
  EXPECT_THAT(names(), ElementsAre(HasSubstr("another text than the one that was kept")));
  fs::permissions(folder_ / "source/held/held.json", fs::perms::others_write,
                  fs::perm_options::add);
  EXPECT_THAT(names(), ElementsAre(HasSubstr("must belong to")));
}

TEST_F(PolicyFilesTest, TheSystemsFileHoldsBesideTheOption) {
  if (::geteuid() != 0) GTEST_SKIP() << "needs a file of root's";
  write("etc/policy.yaml", "locked: mode");
  write("mine.yaml", "mode: trusting");
  request_.policy_option = folder_ / "mine.yaml";
  const auto policy = load_policy_files(request_);
  ASSERT_FALSE(policy);
  EXPECT_THAT(policy.error().text(), HasSubstr("mode: is locked by"));
}

TEST_F(PolicyFilesTest, AFileOfTheUserThatOthersMayWriteIsRefused) {
  for (const char* name : {"config/policy.yaml", "config/profiles/a.yaml"}) {
    fs::create_directories(folder_ / "config/profiles");
    write(name, "profiles: {x: {command: x}}");
    ::chmod((folder_ / name).c_str(), 0666);
    const auto refused = load_policy_files(request_);
    ASSERT_FALSE(refused) << name;
    EXPECT_THAT(refused.error().text(), HasSubstr("others may write it")) << name;
    ::chmod((folder_ / name).c_str(), 0644);
    EXPECT_TRUE(load_policy_files(request_)) << name;
  }
}

TEST_F(PolicyFilesTest, AFolderOfTheUserThatOthersMayWriteIsRefused) {
  fs::create_directories(folder_ / "config/profiles");
  for (const char* name : {"config", "config/profiles"}) {
    const std::string path = folder_ / name;
    ::chmod(path.c_str(), 0777);
    const auto refused = load_policy_files(request_);
    ASSERT_FALSE(refused) << name;
    EXPECT_EQ(refused.error().text(), path +
                                          ": others may write it (mode 0777), and so change what "
                                          "guard holds: chmod go-w " +
                                          path);
    ::chmod(path.c_str(), 01777);  // they may not replace, but they may add
    EXPECT_FALSE(load_policy_files(request_)) << name;
    ::chmod(path.c_str(), 0755);
    EXPECT_TRUE(load_policy_files(request_)) << name;
  }
}

TEST_F(PolicyFilesTest, AFolderOfAnotherUserIsRefused) {
  if (::geteuid() != 0) GTEST_SKIP() << "needs root, to give a folder away";
  const std::string etc = folder_ / "etc";
  write("etc/policy.yaml", "mode: paranoid");
  EXPECT_THAT(names(), ElementsAre("etc/policy.yaml"));
  ASSERT_EQ(::chown(etc.c_str(), 65534, 0), 0);
  EXPECT_THAT(names(), ElementsAre(HasSubstr("must belong to root")));
  ASSERT_EQ(::chown(etc.c_str(), 0, 0), 0);
  ::chmod(etc.c_str(), 0775);
  EXPECT_THAT(names(), ElementsAre(HasSubstr("chmod go-w " + etc)));
}

TEST_F(PolicyFilesTest, TheGroupOfTheUserAloneMayWrite) {
  const struct passwd* user = ::getpwuid(::geteuid());
  ASSERT_NE(user, nullptr);
  const struct group* group = ::getgrgid(user->pw_gid);
  const bool is_private = group != nullptr && std::string(group->gr_name) == user->pw_name;
  if (!is_private) GTEST_SKIP() << "this user has no group of the same name";
  const std::string config = folder_ / "config";
  ASSERT_EQ(::chown(config.c_str(), static_cast<uid_t>(-1), user->pw_gid), 0);
  ::chmod(config.c_str(), 0775);
  write("config/policy.yaml", "mode: balanced", 0664);
  EXPECT_TRUE(load_policy_files(request_));
  if (::geteuid() != 0) return;
  constexpr gid_t kUsers = 100;  // Debian's own, of nobody by that name
  ASSERT_EQ(::chown(config.c_str(), static_cast<uid_t>(-1), kUsers), 0);
  EXPECT_FALSE(load_policy_files(request_));
}

constexpr const char* kLoosens = "rules: {id: free, when: {command: git}, decision: allow}";

TEST_F(PolicyFilesTest, AProjectFileLoosensOnceThisContentIsTrusted) {
  write("project/.guard.yaml", kLoosens);
  ::chmod((folder_ / "config").c_str(), 0700);
  auto trusted = TrustedFiles::read(folder_ / "config");
  ASSERT_TRUE(trusted);
  ASSERT_TRUE(trusted->trust(folder_ / "project/.guard.yaml", kLoosens));
  EXPECT_THAT(names(), ElementsAre("project/.guard.yaml"));
  auto policy = load_policy_files(request_);
  ASSERT_TRUE(policy);
  EXPECT_EQ(policy->rules.size(), 1U);
  EXPECT_THAT(policy->trusted, ElementsAre((folder_ / "project/.guard.yaml").string()));
  request_.ignore_trust = true;
  EXPECT_THAT(names(), ElementsAre("project/.guard.yaml <"));
}

TEST_F(PolicyFilesTest, AnotherContentIsTrustedNoMore) {
  write("project/.guard.yaml", kLoosens);
  ::chmod((folder_ / "config").c_str(), 0700);
  auto trusted = TrustedFiles::read(folder_ / "config");
  ASSERT_TRUE(trusted);
  ASSERT_TRUE(trusted->trust(folder_ / "project/.guard.yaml", "mode: trusting"));
  const auto policy = load_policy_files(request_);
  ASSERT_TRUE(policy);
  EXPECT_THAT(policy->rules, IsEmpty());
  EXPECT_THAT(policy->not_applied, Contains(HasSubstr("has changed since it was trusted")));
  ASSERT_TRUE(trusted->withdraw(folder_ / "project/.guard.yaml"));
  EXPECT_EQ(trusted->withdraw(folder_ / "project/.guard.yaml").error().code, Code::kNotFound);
}

TEST_F(PolicyFilesTest, ADamagedListOfTrustStopsTheStart) {
  write("project/.guard.yaml", "mode: paranoid");
  write("config/trusted", "nonsense\n", 0600);
  EXPECT_THAT(load_policy_files(request_).error().text(), HasSubstr("config/trusted:1:1"));
  write("config/trusted", "", 0666);
  EXPECT_THAT(load_policy_files(request_).error().text(), HasSubstr("nobody else's to write"));
}

TEST_F(PolicyFilesTest, ADefectIsNamedWithTheFilesPath) {
  write("config/policy.yaml", "rulez: []");
  const auto policy = load_policy_files(request_);
  ASSERT_FALSE(policy);
  EXPECT_THAT(policy.error().text(), HasSubstr("config/policy.yaml:1:1: unknown key \"rulez\""));
}

TEST_F(PolicyFilesTest, EachDefectHasItsLineAndAMarkBelowThePlace) {
  write("config/policy.yaml", "# über\nmode: Balanced\nsafe_mode: maybe\n");
  const auto policy = load_policy_files(request_);
  ASSERT_FALSE(policy);
  const std::string file = (folder_ / "config/policy.yaml").string();
  EXPECT_EQ(policy.error().text(), file +
                                       ":3:12: safe_mode: must be on or off (true or false)\n"
                                       "    3 | safe_mode: maybe\n"
                                       "      |            ^");
}

TEST_F(PolicyFilesTest, WhatAFileSaysSteersNoTerminal) {
  write("config/policy.yaml",
        "mode: \"\xE2\x80\xAE" + std::string(200, 'x') + "\"  # \xE2\x80\xAE\nsafe_mode: [\n");
  const auto policy = load_policy_files(request_);
  ASSERT_FALSE(policy);
  EXPECT_THAT(policy.error().text(), ::testing::Not(HasSubstr("\xE2\x80\xAE")));
}

TEST(SourceLinesTest, AFaultOfARuleIsMarkedAtTheWordThatItNames) {
  const std::string rules =
      "rules:\n  - id: r\n    when: {command: kubectl,\n      sub: aply}\n  - id: aply\n";
  const auto shown = [&](const std::string& text) {
    return with_source_lines({Code::kInvalid, 0, text}, {{.name = "p", .text = rules}}).context;
  };
  EXPECT_EQ(shown("p:2:1: rule r: sub: \"aply\" is no subcommand of it"),
            "p:4:12: rule r: sub: \"aply\" is no subcommand of it\n    4 |       sub: aply}\n"
            "      |            ^");
  EXPECT_THAT(shown("p:2:1: rule r: sub: \"no\""), ::testing::StartsWith("p:2:1: "));
}

TEST(SourceLinesTest, AMarkStandsBelowItsCharacter) {
  const Error error{Code::kInvalid, 0, "p:1:10: x\n  q:1:1: of no file\n  and 3 more"};
  EXPECT_EQ(with_source_lines(error, {{.name = "p", .text = "\täöü: y"}}).context,
            "p:1:10: x\n    1 |  äöü: y\n      |       ^\n  q:1:1: of no file\n  and 3 more");
  const std::string text = std::string(200, 'a') + "b";
  const std::string shown =
      with_source_lines({Code::kInvalid, 0, "p:1:201: x"}, {{.name = "p", .text = text}}).context;
  EXPECT_THAT(shown, HasSubstr("1 | " + std::string(60, 'a') + "b\n"));
  EXPECT_THAT(shown, ::testing::EndsWith("| " + std::string(60, ' ') + "^"));
}

}  // namespace
}  // namespace guard::console
