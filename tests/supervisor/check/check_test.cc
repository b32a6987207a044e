// SPDX-License-Identifier: Apache-2.0
#include "supervisor/check/check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "base/limits.h"
#include "policy/assess/preview.h"
#include "policy/load/yaml_loader.h"
#include "supervisor/check/local_check.h"
#include "supervisor/check/preview_world.h"
#include "tests/supervisor/facts/scratch_tree.h"

namespace guard::supervisor {
namespace {

using Json = nlohmann::json;

class CheckTest : public ScratchTree {
 protected:
  Json check(const Json& request) {
    if (!checker_) {
      auto loaded = policy::load_policy({});
      if (!loaded) {
        ADD_FAILURE() << loaded.error().text();
        return {};
      }
      policy::PathRoots roots;
      roots.workspace = {workspace_};
      roots.home = root_ + "/home";
      roots.tmp = {"/tmp", "/var/tmp"};
      checker_ = std::make_unique<LocalCheck>(std::move(*loaded), std::move(roots), workspace_,
                                              "/usr/bin:/bin");
    }
    auto decision = checker_->check(request);
    if (!decision) return {{"error", decision.error().text()}};
    return *decision;
  }
  Json shell(const std::string& text) { return check({{"shell", text}}); }
  std::string verdict(const std::string& text) { return shell(text).value("decision", "error"); }

 private:
  std::unique_ptr<LocalCheck> checker_;
};

TEST_F(CheckTest, OrdinaryWorkWouldRun) {
  for (const char* text : {"ls -la", "echo a; cat b | grep c", "git status", "cd sub && make",
                           "for i in a b; do echo $i; done", "echo 'rm -rf /'", "true > out", ""}) {
    EXPECT_EQ(verdict(text), "allow") << text << shell(text);
  }
}

class PreviewWorldTest : public CheckTest {};

TEST_F(PreviewWorldTest, NamesBeyondTheirNumberAreNotAll) {
  const auto policy = std::make_shared<const policy::Policy>(*policy::load_policy({}));
  const policy::Assessor assessor(policy);
  const policy::Evaluator evaluator(policy, {{workspace_}, root_ + "/home"});
  const CheckContext context{assessor, evaluator, paths(), {}, workspace_, "/bin", {}, {}};
  file("one");
  const std::size_t most = size_limit("check.names");
  for (std::size_t i = 1; i <= most + 1; ++i) {
    file("many/" + std::to_string(i));
    if (i < most - 1) continue;
    PreviewWorld world(context, "");
    EXPECT_EQ(world.expand("many/*", workspace_).size(), std::min(i, most));
    const auto facts = world.facts_in(workspace_);
    EXPECT_EQ(facts->walk({"one"}, policy::Extent::kItself, nullptr).complete, i <= most) << i;
  }
  EXPECT_EQ(verdict("rm -f many/*"), "ask");
}

TEST_F(CheckTest, WildcardDeletionShowsExactlyWhatGoes) {
  file("tmp_a/x", "123");
  file("tmp_important/y");
  file("other");
  const auto decision = shell("rm -rf ./tmp_*");
  EXPECT_EQ(decision["decision"], "ask") << decision;
  EXPECT_EQ(decision["category"], "FS_DELETE_OVERWRITE");
  EXPECT_EQ(decision["effect"]["files"], 2);
  EXPECT_EQ(decision["effect"]["directories"], 2);
  EXPECT_TRUE(decision["confirmation_required"].get<bool>());
  EXPECT_FALSE(decision["confirmation_message"].get<std::string>().empty());
  EXPECT_THAT(decision["effect"]["names"],
              testing::UnorderedElementsAre("./tmp_a/", "./tmp_a/x", "./tmp_important/",
                                            "./tmp_important/y"));
  EXPECT_TRUE(std::filesystem::exists(workspace_ + "/tmp_a/x"));
}

TEST_F(CheckTest, WhatIsNotCountedToItsEndIsAtLeastSoMuch) {
  const auto policy = std::make_shared<const policy::Policy>(*policy::load_policy({}));
  const policy::Assessor assessor(policy);
  const policy::Evaluator evaluator(policy, {{workspace_}, root_ + "/home"});
  for (int i = 0; i < 9; ++i) file("d/" + std::to_string(i));
  for (const std::uint64_t entries : {9U, 10U, 11U}) {  // there are 10
    const CheckContext context{
        assessor,   evaluator, paths(), {},
        workspace_, "/bin",    {},      {.entries = entries, .time = kNoHurry}};
    const auto decision = check_act(context, {{"argv", {"/bin/rm", "-rf", "d"}}});
    ASSERT_TRUE(decision) << decision.error().text();
    EXPECT_EQ((*decision)["decision"], "ask");
    EXPECT_EQ((*decision)["effect"]["complete"], entries >= 10) << *decision;
  }
  EXPECT_EQ(CheckContext({assessor, evaluator, paths(), {}, "", "", {}, {}}).limits.entries,
            limit("walk.entries"));
}

TEST_F(CheckTest, CommandAndItsShellTextAreJudgedAlike) {
  file("tmp_a/x");
  const auto text = shell("rm -rf ./tmp_*");
  const auto argv = check({{"argv", {"bash", "-c", "rm -rf ./tmp_*"}}});
  for (const char* field : {"decision", "tier", "rule", "effect", "categories"}) {
    EXPECT_EQ(text[field], argv[field]) << field;
  }
}

TEST_F(CheckTest, TheAbsurdIsBlocked) {
  for (const char* text :
       {"rm -rf /", "rm -rf /*", "cd / && rm -rf *", "sh -c 'rm -rf /'", "eval 'rm -rf /'",
        "sudo rm -rf /", ":(){ :|:& };:", "bash -c ':(){ :|:& };:'", "rm -rf ~", "rm -rf \"$HOME\"",
        "x=$(rm -rf /)", "r\\m -rf /", "$'\\x72m' -rf /", "ssh host 'rm -rf /'"}) {
    const auto decision = shell(text);
    EXPECT_EQ(decision["decision"], "block") << text << decision;
    EXPECT_EQ(decision["risk_level"], "blocked") << text;
  }
}

TEST_F(CheckTest, TheWorstOfATextDecides) {
  file("a");
  const auto decision = shell("ls; rm -rf .; git status");
  EXPECT_EQ(decision["decision"], "ask") << decision;
  EXPECT_EQ(decision["tier"], 3);
}

TEST_F(CheckTest, VariablesOfTheTextStandForTheirValues) {
  file("a/x");
  const auto decision = shell("for f in *; do rm -rf \"$f\"; done");
  EXPECT_EQ(decision["decision"], "ask") << decision;
  EXPECT_EQ(verdict("x=rm; $x -rf /"), "block");
  EXPECT_EQ(verdict("d=/; rm -rf \"${d}\""), "block");
}

// Its effect depends on something that nobody can tell yet.
TEST_F(CheckTest, WhatCannotBeToldWouldAsk) {
  file("a");
  for (const char* text :
       {"rm -rf $X", "rm -rf \"$unknown\"", "rm -rf ./build/$X", "rm $(ls)",
        ::geteuid() == 0 ? "sudo rm -rf $X" : "nice rm -rf $X",  // else sudo is refused as such
        "for f in $(ls); do rm \"$f\"; done", "cd \"$d\" && rm -rf ./*", "find $X -delete",
        "mv a \"$to\"", "cp b $to", "chmod -R 777 $X", "echo x > $out", "$cmd -rf a", "env $cmd a",
        "sh -c \"$text\"", "bash -c \"rm -rf $X\"", "dd if=a of=$disk", "`cat tool` x",
        "$BIN/rm -rf $X"}) {
    const auto decision = shell(text);
    EXPECT_EQ(decision["decision"], "ask") << text << decision;
    EXPECT_EQ(decision["rule"], "shell.unknown") << text << decision;
  }
  EXPECT_THAT(shell("rm -rf $X")["reason"].get<std::string>(), testing::HasSubstr("$X"));
}

TEST_F(CheckTest, NamesThatXargsReadsCannotBeTold) {
  for (const char* text : {"find . -type f | xargs rm", "ls | xargs -I{} rm -rf {}",
                           "ls | xargs -n1 rm", "xargs -0 mv -t old", "ls | sudo -n xargs shred"}) {
    EXPECT_NE(verdict(text), "allow") << text << shell(text);
  }
  EXPECT_EQ(shell("find . -type f | xargs rm")["rule"], "shell.unknown");
  EXPECT_EQ(verdict("find . -name '*.c' | xargs grep -n main"), "allow");
}

TEST_F(CheckTest, ReadingASecretByNameWouldAsk) {
  file(".env", "TOKEN=x");
  file("note");
  for (const char* text :
       {"cat .env", "cat < .env", "head -n 1 ./.env", "grep TOKEN .env", "cp .env copy",
        "env A=1 cat .env", "sh -c 'cat .env'", "cd . && base64 .env", ". ./.env", "cat .en*",
        "while read -r l; do echo $l; done < .env"}) {
    EXPECT_EQ(verdict(text), "ask") << text << shell(text);
    EXPECT_EQ(shell(text)["rule"], "fs.read") << text << shell(text);
  }
  for (const char* text : {"cat note", "ls .env", "grep .env note", "cat .env.missing",
                           "test -f .env", "cat note > out", "git add note"}) {
    EXPECT_EQ(verdict(text), "allow") << text << shell(text);
  }
}

TEST_F(CheckTest, UnknownWordsThatLoseNothingWouldRun) {
  for (const char* text : {"echo $X", "ls \"$d\"", "cd \"$d\" && make", "git log $rev",
                           "\"$VENV/bin/python\" -V", "find $X -name a", "x=$(date); echo $x",
                           "for f in $(ls); do cat $f; done", "echo $X > out"}) {
    EXPECT_EQ(verdict(text), "allow") << text << shell(text);
  }
  EXPECT_EQ(verdict("$BIN/rm -rf /"), "block");
}

TEST_F(CheckTest, FolderOfASubshellEndsWithIt) {
  file("src/a.c");
  EXPECT_EQ(verdict("(cd nowhere; true); rm -rf src"), "ask");
  EXPECT_EQ(verdict("cd src && rm -rf ./*"), "ask");
}

TEST_F(CheckTest, DownloadsFedToInterpretersAreAsked) {
  const auto decision = shell("curl -s http://127.0.0.1/x | sh");
  EXPECT_EQ(decision["decision"], "ask") << decision;
  EXPECT_EQ(decision["rule"], "shell.pipe_to_interpreter");
  EXPECT_THAT(decision["categories"], testing::Contains("EXEC_ARBITRARY"));
}

TEST_F(CheckTest, RedirectionIsAWrite) {
  EXPECT_EQ(verdict("echo x > /etc/guard-no-such-file"), "ask");
  EXPECT_EQ(verdict("echo x > ~/.bashrc"), "ask");
  EXPECT_EQ(verdict("echo x > /dev/null 2>&1"), "allow");
}

TEST_F(CheckTest, RedirectionOntoADiskIsBlocked) {
  if (mknod((workspace_ + "/disk").c_str(), S_IFBLK | 0600, makedev(7, 250)) != 0) {
    GTEST_SKIP() << "making a device node needs privileges";
  }
  EXPECT_EQ(verdict("echo x > disk"), "block");
  EXPECT_EQ(shell("{ echo x; } >> ./disk")["rule"], "shell.device_write");
  EXPECT_EQ(verdict("cat < disk"), "allow");
}

TEST_F(CheckTest, UnreadableTextStillTellsWhatItCan) {
  const auto decision = shell("rm -rf / ; if then (((");
  EXPECT_FALSE(decision["parsed"].get<bool>());
  EXPECT_EQ(shell("((( :(){ :|:& };: if")["decision"], "block");
}

TEST_F(CheckTest, UnreadableTextIsNeverAllowed) {
  for (const char* text : {"ls 'x", "rm -rf \"", "true; for"}) {
    const auto decision = shell(text);
    EXPECT_EQ(decision["decision"], "ask") << text;
    EXPECT_EQ(decision["rule"], "shell.unread") << text;
    EXPECT_EQ(decision["tier"], 2) << text;
    EXPECT_EQ(decision["required_categories"], Json({"EXEC_ARBITRARY"})) << text;
  }
}

// At the exec of the shell itself only what must not wait is raised, and nothing is walked: the
// lease of that exec would cover it.
class ShellExecTest : public CheckTest {
 protected:
  policy::Assessment assess(const std::string& text, TreeFacts& tree) {
    auto loaded = policy::load_policy({});
    EXPECT_TRUE(loaded) << loaded.error().text();
    const policy::Assessor assessor(std::make_shared<const policy::Policy>(std::move(*loaded)));
    policy::Action action;
    action.cwd = workspace_;
    action.exe = "/usr/bin/bash";
    action.argv = {"bash", "-c", text};
    return policy::assess_shell_exec(text, action, assessor, tree);
  }
};

TEST_F(ShellExecTest, OrdinaryQuestionsWaitForTheChild) {
  file("src/a.c");
  auto tree = facts();
  for (const char* text : {"rm -rf src", "rm -rf ./*", "git push", "echo x > src/a.c", "sudo ls",
                           "cd \"$d\" && rm -rf ./*", "if then ((("}) {
    const auto early = assess(text, tree);
    EXPECT_EQ(early.tier, 0) << text << " " << early.reason;
    EXPECT_FALSE(early.block) << text;
  }
  EXPECT_TRUE(tree.last_objects().empty());
}

TEST_F(ShellExecTest, BlockPatternsAndDownloadsDoNot) {
  auto tree = facts();
  for (const char* text : {"rm -rf /", "ls; rm -rf /*", "cd /tmp; rm -rf /", "sh -c 'rm -rf ~'",
                           ":(){ :|:& };:", "((( :(){ :|:& };: if"}) {
    EXPECT_TRUE(assess(text, tree).block) << text;
  }
  EXPECT_EQ(assess("curl x | sh", tree).rule, "shell.pipe_to_interpreter");
  EXPECT_EQ(assess("curl x | sh", tree).tier, 2);
  EXPECT_TRUE(tree.last_objects().empty());
}

TEST_F(CheckTest, NonsenseIsAnError) {
  for (const Json& request :
       {Json::object(), Json{{"argv", Json::array()}}, Json{{"argv", "ls"}}, Json{{"argv", {1}}},
        Json{{"shell", 1}}, Json{{"shell", "a"}, {"argv", {"b"}}}, Json{{"shell", "a"}, {"x", 1}},
        Json{{"shell", "a"}, {"cwd", "/no/such/folder"}}, Json::array(),
        Json{{"shell", std::string("a\0b", 3)}}}) {
    EXPECT_TRUE(check(request).contains("error")) << request;
  }
}

TEST_F(CheckTest, NothingOfANameReachesATerminalRaw) {
  file("tmp_\x1b[2J/x");
  const auto text = shell("rm -rf tmp_*").dump();
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_EQ(text.find("u001b"), std::string::npos);
}

TEST_F(CheckTest, HasTheFieldsThatAreDocumented) {
  const auto decision = shell("ls");
  for (const char* field :
       {"decision", "category", "categories", "tier", "risk_level", "rule", "reason", "effect",
        "confirmation_required", "confirmation_message", "duration_us"}) {
    EXPECT_TRUE(decision.contains(field)) << field;
  }
}

}  // namespace
}  // namespace guard::supervisor
