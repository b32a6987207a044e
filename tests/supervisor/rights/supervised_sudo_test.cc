// SPDX-License-Identifier: Apache-2.0
#include "supervisor/rights/supervised_sudo.h"

#include <gtest/gtest.h>

#include <sstream>

namespace guard::supervisor {
namespace {

using Words = std::vector<std::string>;

Words words(const std::string& line) {
  std::istringstream in(line);
  Words found;
  for (std::string word; in >> word;) found.push_back(word);
  return found;
}

std::string started(const std::string& line) {
  const auto sudo = supervised_sudo(words(line), "/usr/bin/sudo");
  if (!sudo) return "as it is";
  std::string text;
  for (const std::string& word : words_of(*sudo, {"GUARD"}))
    text += (text.empty() ? "" : " ") + word;
  return text;
}

TEST(SupervisedSudoTest, APlainCommandRunsBehindGuard) {
  EXPECT_EQ(started("sudo id -u"), "sudo -- GUARD -- id -u");
  EXPECT_EQ(started("sudo -- -x"), "sudo -- GUARD -- -x");
  EXPECT_EQ(started("sudo -H id"), "sudo -- GUARD -- id");
}

TEST(SupervisedSudoTest, HowSudoAsksStaysSudos) {
  EXPECT_EQ(started("sudo -n id"), "sudo -n -- GUARD -- id");
  EXPECT_EQ(started("sudo -kS -p pass: id"), "sudo -k -S -p pass: -- GUARD -- id");
  EXPECT_EQ(started("sudo --non-interactive --prompt x id"),
            "sudo --non-interactive --prompt x -- GUARD -- id");
}

TEST(SupervisedSudoTest, WhatSudoDoesBesidesItDoesBehindGuard) {
  EXPECT_EQ(started("sudo -u postgres psql -l"),
            "sudo -- GUARD -- /usr/bin/sudo -u postgres psql -l");
  EXPECT_EQ(started("sudo -nu postgres psql"),
            "sudo -n -- GUARD -- /usr/bin/sudo -nu postgres psql");
  EXPECT_EQ(started("sudo A=1 id"), "sudo -- GUARD -- /usr/bin/sudo A=1 id");
  EXPECT_EQ(started("sudo a-b=c id"), "sudo -- GUARD -- /usr/bin/sudo a-b=c id");
  EXPECT_EQ(started("sudo -i"), "sudo -- GUARD -- /usr/bin/sudo -i");
  EXPECT_EQ(started("sudo -e /etc/hosts"), "sudo -- GUARD -- /usr/bin/sudo -e /etc/hosts");
  EXPECT_EQ(started("sudo -h here id"), "sudo -- GUARD -- /usr/bin/sudo -h here id");
  EXPECT_EQ(started("sudo -nh here id"), "sudo -n -- GUARD -- /usr/bin/sudo -nh here id");
  EXPECT_EQ(started("sudo -hhere id"), "sudo -- GUARD -- /usr/bin/sudo -hhere id");
  EXPECT_EQ(started("sudo --unknown id"), "sudo -- GUARD -- /usr/bin/sudo --unknown id");
}

TEST(SupervisedSudoTest, WhatStartsNothingIsLeftAlone) {
  for (const char* line : {"sudo", "sudo -l", "sudo -v", "sudo -k", "sudo -K", "sudo --version",
                           "sudo -nv", "sudo -n", "sudo -l id", "sudo -h", "sudo -nh"})
    EXPECT_EQ(started(line), "as it is") << line;
}

}  // namespace
}  // namespace guard::supervisor
