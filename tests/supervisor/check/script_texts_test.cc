// SPDX-License-Identifier: Apache-2.0
// The text of a script that a command runs by its name, as far as it lies at hand.
#include "supervisor/check/script_texts.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace guard::supervisor {
namespace {

class ScriptTextsTest : public ::testing::Test {
 protected:
  ScriptTextsTest() {
    std::string name = "/tmp/guard-scripts-XXXXXX";
    folder_ = ::mkdtemp(name.data());
  }
  ~ScriptTextsTest() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& name, const std::string& content) const {
    std::filesystem::create_directories(std::filesystem::path(folder_ + "/" + name).parent_path());
    std::ofstream(folder_ + "/" + name) << content;
  }
  // The texts, one behind the other.
  [[nodiscard]] std::string texts(const std::vector<std::string>& argv) const {
    std::string all;
    for (const ScriptText& script : script_texts(argv, folder_)) all += script.text + "|";
    return all;
  }

  std::string folder_;
};

TEST_F(ScriptTextsTest, PackagesHaveScripts) {
  write("package.json",
        R"({"scripts": {"ship": "npm publish", "preship": "tsc", "test": "jest", "n": 1}})");
  write("sub/package.json", R"({"scripts": {"ship": "git push"}})");
  EXPECT_EQ(texts({"npm", "run", "ship"}), "tsc|npm publish|");
  EXPECT_EQ(texts({"npm", "-s", "run-script", "ship", "--", "--minor"}), "tsc|npm publish|");
  EXPECT_EQ(texts({"npm", "--prefix", "sub", "run", "ship"}), "git push|");
  EXPECT_EQ(texts({"yarn", "ship"}), "tsc|npm publish|");
  EXPECT_EQ(texts({"pnpm", "--dir=sub", "run", "ship"}), "git push|");
  EXPECT_EQ(texts({"npm", "test"}), "jest|");
  EXPECT_EQ(texts({"npm", "ship"}), "");  // no subcommand of npm
  EXPECT_EQ(texts({"npm", "run", "n"}), "");
  EXPECT_EQ(texts({"npm", "run"}), "");
  EXPECT_EQ(texts({"git", "run", "ship"}), "");
}

TEST_F(ScriptTextsTest, WhatIsNoProjectFileGivesNone) {
  EXPECT_EQ(texts({"npm", "run", "ship"}), "");
  write("package.json", "{\"scripts\": [");
  EXPECT_EQ(texts({"npm", "run", "ship"}), "");
  write("package.json", "[]");
  EXPECT_EQ(texts({"npm", "run", "ship"}), "");
  write("package.json",
        R"({"scripts": {"ship": "npm publish"}, "x": ")" + std::string(300000, 'x') + "\"}");
  EXPECT_EQ(texts({"npm", "run", "ship"}), "");
}

TEST_F(ScriptTextsTest, ComposerListsLines) {
  write("composer.json", R"({"scripts": {"ship": ["phpunit", "git push"]}})");
  EXPECT_EQ(texts({"composer", "run", "ship"}), "phpunit\ngit push\n|");
  EXPECT_EQ(texts({"composer", "ship"}), "phpunit\ngit push\n|");
}

TEST_F(ScriptTextsTest, MakefilesHaveRecipes) {
  write("Makefile",
        ".PHONY: all\nX := 1\nall: build\n\t@echo $$HOME $(X)\nbuild:\n\tcc -c x.c\n"
        "ship: build\n\t-git push \\\n\t  origin\n");
  EXPECT_EQ(texts({"make"}), "cc -c x.c\necho $HOME ${MADE}\n|");
  EXPECT_EQ(texts({"make", "ship"}), "cc -c x.c\ngit push  \t  origin\n|");
  EXPECT_EQ(texts({"make", "-j", "X=2", "build"}), "cc -c x.c\n|");
  EXPECT_EQ(texts({"make", "-n", "ship"}), "");
  EXPECT_EQ(texts({"make", "none"}), "");
  EXPECT_EQ(texts({"make", "-f", "other.mk", "ship"}), "");
}

TEST_F(ScriptTextsTest, JustfilesHaveRecipes) {
  write("justfile", "tag := 'x'\nship: test\n    git push {{tag}}\ntest:\n    cargo test\n");
  EXPECT_EQ(texts({"just", "ship"}), "cargo test\ngit push ${MADE}\n|");
}

TEST_F(ScriptTextsTest, TargetsThatNeedEachOtherEnd) {
  EXPECT_EQ(recipe_of("a: b\n\tx\nb: a\n\ty\n", "a"), "y\nx\n");
  EXPECT_EQ(recipe_of("", ""), "");
}

}  // namespace
}  // namespace guard::supervisor
