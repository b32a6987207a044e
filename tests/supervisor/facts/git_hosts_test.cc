// SPDX-License-Identifier: Apache-2.0
// Repositories that git itself made; where it would connect to is what its configuration says.
#include "supervisor/facts/git_hosts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/supervisor/facts/scratch_tree.h"

namespace guard::supervisor {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

class GitHostsTest : public ScratchTree {
 protected:
  GitHostsTest() {
    std::filesystem::create_directory(home());
    git("init -q -b main '" + workspace_ + "'");
    in_repository("remote add origin https://one.example/x.git");
    in_repository("remote add other git@two.example:x.git");
  }
  [[nodiscard]] std::string home() const { return root_ + "/home"; }
  void git(const std::string& words) const {
    const std::string line = "HOME='" + home() + "' GIT_CONFIG_NOSYSTEM=1 git " + words;
    ASSERT_EQ(std::system(line.c_str()), 0) << line;
  }
  void in_repository(const std::string& words) const { git("-C '" + workspace_ + "' " + words); }
  [[nodiscard]] policy::NamedPlaces found(const std::string& subcommand,
                                          std::vector<std::string> words = {},
                                          std::vector<policy::Flag> flags = {}) const {
    policy::Action exec;
    exec.cwd = cwd_;
    exec.environment_changes = changes_;
    policy::CommandLine line;
    line.program = "git";
    line.subcommand = subcommand;
    line.operands = std::move(words);
    line.flags = std::move(flags);
    return git_hosts_of(exec, line, home());
  }
  // Those that are certain; else "?" is among them.
  [[nodiscard]] std::vector<std::string> hosts(const std::string& subcommand,
                                               std::vector<std::string> words = {},
                                               std::vector<policy::Flag> flags = {}) const {
    const auto all = found(subcommand, std::move(words), std::move(flags));
    std::vector<std::string> names;
    for (const auto& place : all.places) names.push_back(place.host);
    if (!all.certain) names.emplace_back("?");
    return names;
  }
  void ssh_settings(const std::string& text) const {
    std::filesystem::create_directories(home() + "/.ssh");
    std::ofstream(home() + "/.ssh/config") << text;
  }

  std::string cwd_ = workspace_;
  std::vector<std::string> changes_;
};

TEST_F(GitHostsTest, RemotesByNameLeadToTheirAddress) {
  for (const char* subcommand : {"push", "fetch", "pull", "ls-remote"}) {
    EXPECT_THAT(hosts(subcommand), ElementsAre("one.example")) << subcommand;
    EXPECT_THAT(hosts(subcommand, {"other", "main"}), ElementsAre("two.example")) << subcommand;
  }
  EXPECT_THAT(hosts("fetch", {}, {{"all", std::nullopt}}),
              UnorderedElementsAre("one.example", "two.example"));
  EXPECT_THAT(hosts("remote", {"update"}), UnorderedElementsAre("one.example", "two.example"));
  in_repository("config branch.main.remote other");
  EXPECT_THAT(hosts("push"), ElementsAre("two.example"));
  in_repository("config branch.main.pushRemote origin");
  EXPECT_THAT(hosts("push"), ElementsAre("one.example"));
  EXPECT_THAT(hosts("pull"), ElementsAre("two.example"));
}

TEST_F(GitHostsTest, LargeFilesGoWhereTheRemoteIs) {
  for (const char* word : {"push", "fetch", "pull", "pre-push", "locks"})
    EXPECT_THAT(hosts("lfs", {word, "other", "main"}), ElementsAre("two.example")) << word;
  EXPECT_THAT(hosts("lfs", {"fetch"}), ElementsAre("one.example"));
  EXPECT_THAT(hosts("lfs", {"fetch", "*.bin", "other"}), ElementsAre("two.example"));
  EXPECT_THAT(hosts("lfs", {"lock", "a"}, {{"remote", "other"}}), ElementsAre("two.example"));
  EXPECT_THAT(hosts("lfs", {"clone", "https://h.example/x"}), ElementsAre("h.example"));
  for (const char* word : {"track", "install", "ls-files"})
    EXPECT_THAT(hosts("lfs", {word, "other"}), IsEmpty()) << word;
  EXPECT_THAT(hosts("lfs"), IsEmpty());
}

TEST_F(GitHostsTest, LargeFilesHaveAServerOfTheirOwnToo) {
  in_repository("config remote.origin.lfsurl https://three.example/l");
  in_repository("config remote.origin.lfspushurl https://four.example/l");
  EXPECT_THAT(hosts("lfs", {"fetch", "origin"}), ElementsAre("one.example", "three.example"));
  EXPECT_THAT(hosts("lfs", {"push", "origin"}),
              ElementsAre("one.example", "three.example", "four.example"));
  std::ofstream(workspace_ + "/.lfsconfig") << "[lfs]\n\turl = https://five.example/l\n";
  EXPECT_THAT(hosts("lfs", {"fetch", "other"}), ElementsAre("two.example", "five.example"));
  EXPECT_THAT(hosts("fetch", {"other"}), ElementsAre("two.example"));
  std::ofstream(workspace_ + "/.lfsconfig") << "[lfs\n";
  EXPECT_THAT(hosts("lfs", {"fetch", "other"}), testing::Contains("?"));
  EXPECT_THAT(hosts("push", {}, {{"c", "lfs.url=https://h.example"}}), ElementsAre("?"));
}

TEST_F(GitHostsTest, AddressesOfEveryKindNameTheirHost) {
  for (const char* address :
       {"https://h.example/x", "http://u:p@h.example:8080/x", "ssh://git@h.example/x",
        "git@h.example:a/b.git", "h.example:x", "git://h.example/x", "https::https://h.example/x"})
    for (const char* subcommand : {"push", "fetch", "clone"})
      EXPECT_THAT(hosts(subcommand, {address}), ElementsAre("h.example"))
          << subcommand << " " << address;
  EXPECT_EQ(found("push", {"ssh://git@h.example:2222/x"}).places,
            (std::vector<policy::NamedPlace>{{"h.example", 2222}}));
}

TEST_F(GitHostsTest, NobodyIsCertainToo) {
  EXPECT_THAT(hosts("status"), IsEmpty());
  EXPECT_THAT(hosts("commit", {"https://h.example"}), IsEmpty());
  EXPECT_THAT(hosts("push", {root_ + "/o.git"}), IsEmpty());
  EXPECT_THAT(hosts("clone", {"file://" + root_ + "/o.git"}), IsEmpty());
  cwd_ = root_;
  EXPECT_THAT(hosts("clone", {"https://h.example/x", "y"}), ElementsAre("h.example"));
}

TEST_F(GitHostsTest, AddressesAreRewrittenAsGitDoes) {
  in_repository("config remote.other.pushurl https://three.example/x");
  EXPECT_THAT(hosts("push", {"other"}), ElementsAre("three.example"));
  EXPECT_THAT(hosts("fetch", {"other"}), ElementsAre("two.example"));
  git("config --global url.https://mirror.example/.insteadOf https://one.example/");
  git("config --global url.https://wide.example/.insteadOf https://");
  EXPECT_THAT(hosts("fetch"), ElementsAre("mirror.example"));
  EXPECT_THAT(hosts("push", {"https://h.example/x"}), ElementsAre("wide.example"));
  git("config --global url.ssh://git@push.example/.pushInsteadOf https://one.example/");
  EXPECT_THAT(hosts("push"), ElementsAre("push.example"));
  EXPECT_THAT(hosts("fetch"), ElementsAre("mirror.example"));
  git("config --global url.ssh://gh.example/.insteadOf gh:");
  EXPECT_THAT(hosts("clone", {"gh:a/b"}), ElementsAre("gh.example"));
}

TEST_F(GitHostsTest, EachOfSeveralAddressesCounts) {
  in_repository("config --add remote.origin.url https://four.example/x");
  EXPECT_THAT(hosts("push"), ElementsAre("one.example", "four.example"));
}

TEST_F(GitHostsTest, AliasesOfSshLeadToTheirHost) {
  EXPECT_THAT(hosts("push", {"git@gh:x"}), ElementsAre("gh"));
  ssh_settings("Host gh other\n  HostName one.example\nHost *.lan !x.lan\n  HostName=%h.example\n");
  EXPECT_THAT(hosts("push", {"git@gh:x"}), UnorderedElementsAre("gh", "one.example"));
  EXPECT_THAT(hosts("push", {"ssh://a.lan/x"}), UnorderedElementsAre("a.lan", "a.lan.example"));
  EXPECT_THAT(hosts("push", {"ssh://x.lan/x"}), ElementsAre("x.lan"));
  EXPECT_THAT(hosts("push", {"https://gh/x"}), ElementsAre("gh"));
  ssh_settings("Include more\n");
  EXPECT_THAT(hosts("push", {"git@gh:x"}), ElementsAre("gh", "?"));
  EXPECT_THAT(hosts("push", {"git@gh.example:x"}), ElementsAre("gh.example"));
}

TEST_F(GitHostsTest, WhatMayBeElsewhereIsNotCertain) {
  EXPECT_THAT(hosts("push", {}, {{"c", "url.https://evil/.insteadOf=https://"}}), ElementsAre("?"));
  EXPECT_THAT(hosts("push", {}, {{"git-dir", "/x"}}), ElementsAre("?"));
  EXPECT_THAT(hosts("push", {"ext::sh -c x"}), ElementsAre("?"));
  EXPECT_THAT(hosts("push", {"odd://h.example/x"}), ElementsAre("?"));
  EXPECT_THAT(hosts("push", {}, {{"c", "core.pager=cat"}}), ElementsAre("one.example"));
  changes_ = {"GIT_TERMINAL_PROMPT=0", "GIT_AUTHOR_NAME=x"};
  EXPECT_THAT(hosts("push"), ElementsAre("one.example"));
  changes_ = {"GIT_SSH_COMMAND=x"};
  EXPECT_THAT(hosts("push"), ElementsAre("?"));
  changes_ = {"HOME=/x"};
  EXPECT_THAT(hosts("push"), ElementsAre("?"));
}

}  // namespace
}  // namespace guard::supervisor
