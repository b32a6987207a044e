// SPDX-License-Identifier: Apache-2.0
// Programs in folders of the test's own.
#include "supervisor/facts/known_programs.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/limits.h"
#include "tests/supervisor/facts/elf_bytes.h"
#include "tests/supervisor/facts/scratch_tree.h"

namespace guard::supervisor {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::string build(std::string_view id) {
  return elf_of({.notes = {gnu_note(id)}});
}

class KnownProgramsTest : public ScratchTree {
 protected:
  KnownProgramsTest() : specs_(some_specs()) {}

  void install(const std::string& name, const std::string& bytes) { file("bin/" + name, bytes); }
  [[nodiscard]] std::string installed(const std::string& name) const {
    return workspace_ + "/bin/" + name;
  }
  KnownPrograms::Found find(const std::string& name) {
    const UniqueFd fd(::open((workspace_ + "/" + name).c_str(), O_PATH | O_CLOEXEC));
    return known_.find(fd.get());
  }
  std::string name_of(const std::string& name) {
    const auto found = find(name);
    return found.unread ? "unread" : found.path;
  }
  policy::Action settled(const std::vector<std::string>& argv, policy::InnerPrograms inner) {
    policy::Action action;
    action.argv = argv;
    const UniqueFd fd(::open((workspace_ + "/" + argv[0]).c_str(), O_PATH | O_CLOEXEC));
    known_.settle(action,
                  {.file = fd.get(), .inner = inner, .open_program = [&](const auto& word) {
                     return UniqueFd(::open((workspace_ + "/" + word).c_str(), O_PATH | O_CLOEXEC));
                   }});
    return action;
  }

  policy::SpecTable specs_;
  KnownPrograms known_{specs_, {workspace_ + "/bin", workspace_ + "/bin", workspace_ + "/none"}};

 private:
  static policy::SpecTable some_specs() {
    policy::CommandSpec plain;
    plain.commands = {"rm", "kubectl", "tool*", "pip"};
    policy::CommandSpec wrapper;
    wrapper.commands = {"env"};
    wrapper.stop_at_operand = true;
    wrapper.wrapper.is_wrapper = true;
    wrapper.wrapper.assignments = true;
    policy::CommandSpec shell;
    shell.commands = {"sh"};
    shell.wrapper.is_wrapper = true;
    shell.wrapper.shell_text_flag = "c";
    return policy::SpecTable({plain, wrapper, shell});
  }
};

TEST_F(KnownProgramsTest, ACopyIsKnownByItsBuildId) {
  install("rm", build("one"));
  file("x", build("one"));
  file("patched", build("one") + "x");
  file("own", build("other"));
  EXPECT_EQ(name_of("x"), installed("rm"));
  EXPECT_EQ(name_of("patched"), installed("rm"));
  EXPECT_EQ(name_of("own"), "");
}

TEST_F(KnownProgramsTest, WithoutAnIdItIsKnownByItsBytes) {
  install("kubectl", "#!/bin/sh\necho one\n");
  file("x", "#!/bin/sh\necho one\n");
  file("same_length", "#!/bin/sh\necho two\n");
  file("empty");
  EXPECT_EQ(name_of("x"), installed("kubectl"));
  EXPECT_EQ(name_of("x"), installed("kubectl"));
  EXPECT_EQ(name_of("same_length"), "");
  EXPECT_EQ(name_of("empty"), "");
  file("x", "#!/bin/sh\necho two\n");
  EXPECT_EQ(name_of("x"), "");
}

TEST_F(KnownProgramsTest, WhatNoSpecKnowsIsNothing) {
  install("mine", build("one"));
  file("x", build("one"));
  EXPECT_EQ(name_of("x"), "");
}

TEST_F(KnownProgramsTest, OfSeveralNamesThatOfTheFileCounts) {
  install("rm", build("one"));
  ASSERT_EQ(::symlink("rm", installed("pip").c_str()), 0);
  ASSERT_EQ(::link(installed("rm").c_str(), installed("tool-rm").c_str()), 0);
  file("x", build("one"));
  EXPECT_EQ(name_of("x"), installed("rm"));
}

TEST_F(KnownProgramsTest, WhatIsInstalledLaterIsSeen) {
  file("x", build("one"));
  EXPECT_EQ(name_of("x"), "");
  install("rm", build("one"));
  EXPECT_EQ(name_of("x"), installed("rm"));
}

TEST_F(KnownProgramsTest, WhatCannotBeReadNobodyCanName) {
  folder("x");
  EXPECT_EQ(name_of("x"), "unread");
}

TEST_F(KnownProgramsTest, BeyondTheirNumberNobodyCanSay) {
  constexpr std::size_t kMost = size_limit("copies.programs");
  file("x", build("unknown"));
  file("known", build("1"));
  for (std::size_t i = 1; i <= kMost + 1; ++i) {
    install("tool" + std::to_string(i), i == 1 ? build("1") : "");
    if (i < kMost - 1) continue;
    KnownPrograms anew(specs_, {workspace_ + "/bin"});
    const UniqueFd fd(::open((workspace_ + "/x").c_str(), O_PATH | O_CLOEXEC));
    EXPECT_EQ(anew.find(fd.get()).unread, i > kMost) << i;
  }
}

TEST_F(KnownProgramsTest, WhatIsTooLongToCompareIsTakenForIt) {
  constexpr std::size_t kMost = size_limit("copies.compared");
  for (const std::size_t length : {kMost - 1, kMost, kMost + 1}) {
    install("kubectl", "a");
    file("x", "b");
    for (const auto& path : {installed("kubectl"), workspace_ + "/x"}) {
      ASSERT_EQ(::truncate(path.c_str(), static_cast<off_t>(length)), 0);
    }
    KnownPrograms anew(specs_, {workspace_ + "/bin"});
    const UniqueFd fd(::open((workspace_ + "/x").c_str(), O_PATH | O_CLOEXEC));
    EXPECT_EQ(anew.find(fd.get()).path, length <= kMost ? "" : installed("kubectl")) << length;
  }
}

TEST_F(KnownProgramsTest, ACommandLineIsReadAsWhatItsCopiesAre) {
  install("rm", build("one"));
  install("env", build("two"));
  install("sh", build("three"));
  file("x", build("one"));
  file("e", build("two"));
  file("s", build("three"));
  file("own", build("four"));
  using policy::InnerPrograms;
  EXPECT_THAT(settled({"x", "-rf", "d"}, InnerPrograms::kBehindLoader).known_argv,
              ElementsAre(installed("rm"), "-rf", "d"));
  EXPECT_THAT(settled({"e", "A=1", "x", "d"}, InnerPrograms::kAll).known_argv,
              ElementsAre(installed("env"), "A=1", installed("rm"), "d"));
  EXPECT_THAT(settled({"own", "d"}, InnerPrograms::kAll).known_argv, IsEmpty());
  // A script that a shell is handed is no program.
  EXPECT_THAT(settled({"s", "x", "d"}, InnerPrograms::kAll).known_argv,
              ElementsAre(installed("sh"), "x", "d"));
  EXPECT_FALSE(settled({"own", "d"}, InnerPrograms::kAll).image_unread);
}

// By the file itself: rules name it by its path, and it runs by another one.
TEST_F(KnownProgramsTest, AProgramThatARuleNamesIsKnownByOtherNames) {
  const std::string deploy = file("deploy", "#!/bin/sh\n");
  std::filesystem::create_hard_link(deploy, workspace_ + "/hard");
  link("deploy", "soft");
  file("other", "#!/bin/sh\n");
  file("sh", "x");
  const KnownPrograms known(specs_, {workspace_ + "/none"}, {deploy, workspace_ + "/gone"});
  const auto line = [&](std::vector<std::string> argv, const std::string& input = "") {
    policy::Action action;
    action.argv = std::move(argv);
    action.cwd = workspace_;
    action.exe = workspace_ + "/" + action.argv[0];
    const UniqueFd fd(::open(action.exe.c_str(), O_PATH | O_CLOEXEC));
    const auto open = [&](const std::string& word) {
      return UniqueFd(::open((workspace_ + "/" + word).c_str(), O_PATH | O_CLOEXEC));
    };
    known.settle(action, {.file = fd.get(), .open_program = open, .open_input = [&] {
                            return open(input.empty() ? "none" : input);
                          }});
    return action.known_argv;
  };
  EXPECT_THAT(line({"deploy", "a"}), IsEmpty()) << "its own name";
  EXPECT_THAT(line({"hard", "a"}), ElementsAre(deploy, "a"));
  EXPECT_THAT(line({"sh", "deploy"}), IsEmpty()) << "the words say so";
  EXPECT_THAT(line({"sh", "-x", "hard", "a"}), ElementsAre(deploy, "a"));
  EXPECT_THAT(line({"sh", "soft"}), ElementsAre(deploy));
  EXPECT_THAT(line({"sh"}, "deploy"), ElementsAre(deploy));
  EXPECT_THAT(line({"sh", "-s", "a"}, "hard"), ElementsAre(deploy));
  EXPECT_THAT(line({"sh", "-c", "cat"}, "deploy"), IsEmpty());
  EXPECT_THAT(line({"sh", "other", "hard"}, "deploy"), IsEmpty());
  EXPECT_THAT(line({"sh"}, "other"), IsEmpty());
  EXPECT_THAT(line({"other", "hard"}, "deploy"), IsEmpty()) << "no shell";
}

}  // namespace
}  // namespace guard::supervisor
