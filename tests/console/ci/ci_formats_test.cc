// SPDX-License-Identifier: Apache-2.0
// The reports that pipelines read, whatever programs called things.
#include "console/ci/ci_formats.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "console/ci/allow_together.h"
#include "policy/load/yaml_loader.h"

namespace guard::console {
namespace {

using Json = nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

CiRefusal refusal(bool asks, const std::string& what, const std::string& rule) {
  CiRefusal refusal;
  refusal.asks = asks;
  refusal.tier = 2;
  refusal.what = what;
  refusal.category = "FS_DELETE_OVERWRITE";
  refusal.rule = rule;
  refusal.reason = "deletes 3 files";
  refusal.cwd = "/home/ana/p";
  refusal.paths = {"/home/ana/p/tmp a/b", "/home/ana/p/c"};
  refusal.file = "tmp a/b";
  refusal.to_allow = "pre_confirmed: ['rm -rf x']";
  refusal.count = 1;
  return refusal;
}

CiReport report() {
  CiReport report;
  report.session = "s1";
  report.name = "s1~2";
  report.command = "./job.sh";
  report.first = "2025-03-01T09:05:07.000250Z";
  report.status = 3;
  report.outcome = "refused";
  report.records = 7;
  report.commands = 4;
  report.asks = 1;
  report.denied = 2;
  report.refusals = {refusal(true, "rm -rf ./tmp_*", "fs.delete"),
                     refusal(false, "git push -f <x> & \"y\"", "no-force")};
  report.refusals[1].count = 2;
  report.refusals[1].paths = {"/etc/passwd"};
  report.refusals[1].file = "";
  report.refusals[1].to_allow = "";
  report.last = "2025-03-01T09:05:08.500250Z";
  report.duration_ms = 1500;
  report.rules = {{"fs.delete", {"deletes what was there", "move it", "guard", 2}},
                  {"no-force", {"never here", "", "the policy (p.yaml:3)", 3}}};
  return report;
}

TEST(CiFormatsTest, LinesToAllowLoadTogether) {
  CiReport several = report();
  const CiRefusal one = refusal(true, "x", "fs.delete");
  several.refusals = {one, one, one, one, one, one};
  several.refusals[1].to_allow = "pre_confirmed: ['git push, now']";
  several.refusals[2].to_allow = "network: {allow: ['a.example:443']}";
  several.refusals[3].to_allow = "rules: [{id: a, when: {path: x}, decision: allow}]";
  several.refusals[4].to_allow = "rules: [{id: b, when: {path: y}, decision: allow}]";
  several.refusals[5].to_allow = "change the rule a in p.yaml:3";
  const std::string together = allow_together(policy_lines(several.refusals));
  EXPECT_EQ(together,
            "pre_confirmed: ['rm -rf x', 'git push, now']\n"
            "network: {allow: ['a.example:443']}\n"
            "rules: [{id: a, when: {path: x}, decision: allow}, {id: b, when: {path: y}, decision: "
            "allow}]\n");
  EXPECT_TRUE(policy::load_policy({{.name = "together", .text = together}}));
  EXPECT_THAT(ci_summary(several), HasSubstr("guard: all of them as one file:\n" + together));
  EXPECT_THAT(ci_markdown(several), HasSubstr("\n\n    pre_confirmed: ['rm -rf x'"));
}

TEST(CiFormatsTest, APolicyIsLearnedWithWhatItLetsThrough) {
  CiReport several = report();
  const CiRefusal one = refusal(true, "rm -rf x", "fs.delete");
  several.refusals = {one, one, one, one};
  several.refusals[1].count = 3;
  several.refusals[2].what = "touch # y";
  several.refusals[2].to_allow = "rules: [{id: a, when: {path: 'y, z'}, decision: allow}]";
  several.refusals[3].what = "rm -rf /";
  several.refusals[3].tier = 3;
  several.refusals[3].to_allow = "a person approves it, as it is of tier 3";
  const std::string text = ci_policy(several);
  const auto policy = policy::load_policy({{.name = "learned", .text = text}});
  ASSERT_TRUE(policy) << policy.error().text() << text;
  EXPECT_THAT(policy->pre_confirmed, ::testing::ElementsAre("rm -rf x")) << "once";
  EXPECT_EQ(std::ranges::count(policy->rules, "a", &policy::Rule::id), 1);
  EXPECT_THAT(text, HasSubstr("  # touch # y: tier "));
  EXPECT_THAT(text, HasSubstr("# For these guard offers no line:\n# rm -rf /: tier 3"));
  several.refusals.clear();
  EXPECT_TRUE(policy::load_policy({{.name = "nothing", .text = ci_policy(several)}}));
}

TEST(CiFormatsTest, TheSummaryNamesWhatWasRefusedAndWhy) {
  const std::string text = ci_summary(report());
  EXPECT_THAT(text,
              StartsWith("guard: refused, status 3 (the command's own: 0): 4 commands, 7 acts on "
                         "record, 3 refused: 2 by rule, 1 that a person could approve\n"));
  EXPECT_THAT(text, HasSubstr("refused  rm -rf ./tmp_*\n"));
  EXPECT_THAT(text, HasSubstr("(2 times)"));
  EXPECT_THAT(text, HasSubstr("tier 2, FS_DELETE_OVERWRITE, rule fs.delete: deletes 3 files\n"
                              "           to allow: pre_confirmed: ['rm -rf x']\n"));
  EXPECT_THAT(text, HasSubstr("guard audit report s1~2"));
}

TEST(CiFormatsTest, TheSummarySaysARuleOnce) {
  CiReport ruled = report();
  ruled.refusals[0].reason = "rule fs.delete: deletes 3 files";
  EXPECT_THAT(ci_summary(ruled), HasSubstr("tier 2, FS_DELETE_OVERWRITE, rule fs.delete: deletes"));
}

TEST(CiFormatsTest, ASummaryWithoutRefusalsIsOneLine) {
  CiReport fine = report();
  fine.refusals.clear();
  fine.asks = fine.denied = 0;
  fine.outcome = "passed";
  fine.status = 0;
  EXPECT_EQ(ci_summary(fine),
            "guard: passed, status 0: 4 commands, 7 acts on record, nothing refused\n");
}

TEST(CiFormatsTest, WhatASearchWentOnWithoutFailsNothing) {
  CiReport searched = report();
  searched.refusals.resize(1);
  searched.refusals[0].skipped = true;
  searched.refusals[0].to_allow = "nothing: the search went on without this secret";
  searched.asks = searched.denied = 0;
  searched.skipped = 1;
  searched.outcome = "passed";
  searched.status = 0;
  EXPECT_THAT(ci_summary(searched),
              HasSubstr("nothing refused, 1 read of a secret skipped\n  skipped  rm"));
  EXPECT_THAT(ci_summary(searched), Not(HasSubstr(".guard.yaml")));
  EXPECT_THAT(ci_junit(searched),
              HasSubstr("tests=\"2\" failures=\"0\" errors=\"0\" skipped=\"1\""));
  EXPECT_THAT(ci_junit(searched), HasSubstr("<skipped message=\"deletes 3 files\"/>"));
  EXPECT_THAT(ci_junit(searched), Not(HasSubstr("<failure")));
  EXPECT_EQ(Json::parse(ci_sarif(searched))["runs"][0]["results"][0]["level"], "note");
  EXPECT_THAT(github_annotations(searched), StartsWith("::notice "));
  EXPECT_EQ(Json::parse(ci_json(searched))["counts"]["skipped"], 1);
  // --fail-on skip: what it is called and counted as stays, and each format says that it fails.
  searched.skips_fail = true;
  EXPECT_THAT(ci_summary(searched),
              HasSubstr("nothing refused, 1 read of a secret skipped, which fails the run\n"));
  EXPECT_THAT(ci_markdown(searched), HasSubstr("skipped, which fails the run"));
  EXPECT_THAT(ci_junit(searched),
              HasSubstr("tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"0\""));
  EXPECT_NE(Json::parse(ci_sarif(searched))["runs"][0]["results"][0]["level"], "note");
  EXPECT_THAT(github_annotations(searched), Not(HasSubstr("::notice ")));
  EXPECT_EQ(Json::parse(ci_json(searched))["counts"]["skipped"], 1);
  EXPECT_TRUE(Json::parse(ci_json(searched))["skips_fail"].get<bool>());
}

TEST(CiFormatsTest, TheSummarySaysWhereALineToAllowGoes) {
  EXPECT_THAT(ci_summary(report()), HasSubstr("a project's .guard.yaml cannot allow"));
}

TEST(CiFormatsTest, ALongSummaryIsCut) {
  CiReport much = report();
  much.refusals.assign(100, refusal(true, "rm x", "r"));
  EXPECT_THAT(ci_summary(much), HasSubstr("and 80 more"));
}

TEST(CiFormatsTest, JsonHasEveryRefusal) {
  const Json json = Json::parse(ci_json(report()));
  EXPECT_EQ(json["outcome"], "refused");
  EXPECT_EQ(json["status"], 3);
  EXPECT_EQ(json["counts"]["asks"], 1);
  EXPECT_EQ(json["refusals"].size(), 2U);
  EXPECT_EQ(json["refusals"][0]["file"], "tmp a/b");
  EXPECT_EQ(json["refusals"][1]["file"], "");
  EXPECT_EQ(json["refusals"][1]["path"], "/etc/passwd");
  EXPECT_EQ(json["refusals"][0]["paths"], Json({"/home/ana/p/tmp a/b", "/home/ana/p/c"}));
  EXPECT_EQ(json["refusals"][0]["to_allow"], "pre_confirmed: ['rm -rf x']");
  EXPECT_EQ(json["command_status"], 0) << "the command's own, beside that of the run";
}

TEST(CiFormatsTest, JunitHasACaseForEachAndEscapes) {
  const std::string text = ci_junit(report());
  EXPECT_THAT(text, HasSubstr("<testsuite name=\"guard\" tests=\"3\" failures=\"2\""));
  EXPECT_THAT(text, HasSubstr("git push -f &lt;x&gt; &amp; &quot;y&quot;"));
  EXPECT_THAT(text, Not(HasSubstr("<x>")));
  EXPECT_THAT(text, HasSubstr("<failure type=\"fs.delete\" message=\"deletes 3 files\">"));
}

TEST(CiFormatsTest, JunitNamesAreUniqueAndHaveTimes) {
  CiReport same = report();
  same.refusals.assign(3, refusal(true, "read .env", "fs.read"));
  same.refusals[1].rule = "secrets.gate";
  same.refusals[0].duration_ms = 1250;
  same.refusals[0].cwd = "";
  const std::string text = ci_junit(same);
  EXPECT_THAT(text, HasSubstr("name=\"read .env\" time=\"1.250\""));
  EXPECT_THAT(text, HasSubstr("name=\"read .env (secrets.gate)\""));
  EXPECT_THAT(text, HasSubstr("name=\"read .env (fs.read)\""));
  EXPECT_THAT(text, HasSubstr("name=\"./job.sh\" time=\"1.500\""));
  EXPECT_THAT(text, HasSubstr(">tier 2, 1 time\nto allow: ")) << "no folder, no word of one";
}

TEST(CiFormatsTest, JunitAndMarkdownNameTheSession) {
  EXPECT_THAT(ci_junit(report()), HasSubstr("<property name=\"session\" value=\"s1\"/>"));
  EXPECT_THAT(ci_markdown(report()), HasSubstr("Session s1: `guard audit report s1~2`"));
  EXPECT_THAT(ci_markdown(report()), HasSubstr("to allow"));
}

TEST(CiFormatsTest, JunitOfACommandThatFailedByItself) {
  CiReport failed = report();
  failed.refusals.clear();
  failed.outcome = "failed";
  failed.status = 2;
  EXPECT_THAT(ci_junit(failed), HasSubstr("tests=\"1\" failures=\"1\""));
  EXPECT_THAT(ci_junit(failed), HasSubstr("ended with status 2"));
}

TEST(CiFormatsTest, SarifHasRulesResultsAndPlaces) {
  const Json json = Json::parse(ci_sarif(report()));
  EXPECT_EQ(json["version"], "2.1.0");
  const Json& run = json["runs"][0];
  EXPECT_EQ(run["tool"]["driver"]["rules"].size(), 2U);
  ASSERT_EQ(run["results"].size(), 2U);
  const auto place = Json::json_pointer("/locations/0/physicalLocation/artifactLocation/uri");
  EXPECT_EQ(run["results"][0]["level"], "warning");
  EXPECT_EQ(run["results"][0][place], "tmp%20a/b");
  EXPECT_EQ(run["results"][1]["level"], "error");
  EXPECT_EQ(run["results"][1]["ruleIndex"], 1);
  EXPECT_EQ(run["results"][1][place], ".guard.yaml") << "it has neither a file nor a script";
  EXPECT_EQ(run["invocations"][0]["executionSuccessful"], false);
  EXPECT_EQ(run["invocations"][0]["exitCode"], 0) << "the command's own";
}

TEST(CiFormatsTest, SarifPointsToTheScriptWhereNoFileOfTheProjectWasTouched) {
  CiReport by_script = report();
  by_script.script = "ci/job.sh";
  const Json json = Json::parse(ci_sarif(by_script));
  const auto place = Json::json_pointer("/locations/0/physicalLocation/artifactLocation/uri");
  EXPECT_EQ(json["runs"][0]["results"][0][place], "tmp%20a/b");
  EXPECT_EQ(json["runs"][0]["results"][1][place], "ci/job.sh");
}

TEST(CiFormatsTest, SarifRulesSayTheSameInEveryRun) {
  CiReport other = report();
  other.refusals[0].reason = "deletes 900 files";
  const Json one = Json::parse(ci_sarif(report()))["runs"][0];
  const Json two = Json::parse(ci_sarif(other))["runs"][0];
  EXPECT_EQ(one["tool"], two["tool"]);
  const Json& driver = one["tool"]["driver"];
  EXPECT_FALSE(driver["version"].get<std::string>().empty());
  const Json& rule = driver["rules"][0];
  EXPECT_EQ(rule["shortDescription"]["text"], "Deletes what was there.");
  EXPECT_EQ(rule["fullDescription"]["text"], "Deletes what was there. Instead: Move it.");
  EXPECT_THAT(rule["help"]["text"].get<std::string>(), HasSubstr("guard policy explain --rule"));
  EXPECT_EQ(rule["properties"]["security-severity"], "5.5");
  EXPECT_EQ(driver["rules"][1]["properties"]["security-severity"], "8.0");
  EXPECT_EQ(one["results"][0]["partialFingerprints"], two["results"][0]["partialFingerprints"]);
  EXPECT_NE(one["results"][0]["partialFingerprints"], one["results"][1]["partialFingerprints"]);
}

TEST(CiFormatsTest, AFingerprintIsTheSameInEveryCheckout) {
  const auto fingerprint_below = [](const std::string& folder) {
    CiReport read = report();
    read.folder = folder;
    read.refusals[0].what = "read " + folder + "/.env";
    return Json::parse(ci_sarif(read))["runs"][0]["results"][0]["partialFingerprints"];
  };
  EXPECT_EQ(fingerprint_below("/home/ana/p"), fingerprint_below("/runner/7/p"));
}

TEST(CiFormatsTest, RefusalsOfOneRuleShareItsEntry) {
  CiReport two = report();
  two.refusals[1].rule = two.refusals[0].rule;
  const Json json = Json::parse(ci_sarif(two));
  EXPECT_EQ(json["runs"][0]["tool"]["driver"]["rules"].size(), 1U);
  EXPECT_EQ(json["runs"][0]["results"][1]["ruleIndex"], 0);
}

TEST(CiFormatsTest, AnnotationsCannotBeBrokenOutOf) {
  CiReport odd = report();
  odd.refusals[0].what = "rm 100%\n::set-output name=x::y";
  odd.refusals[0].file = "a,title=b:c";
  const std::string text = github_annotations(odd);
  EXPECT_THAT(text, StartsWith("::warning file=a%2Ctitle=b%3Ac,title=guard%3A fs.delete::rm "
                               "100%25%0A::set-output"));
  EXPECT_THAT(text, HasSubstr("\n::error title=guard%3A no-force::git push"));
}

TEST(CiFormatsTest, AnnotationsStopWhereGithubDoes) {
  CiReport much = report();
  much.refusals.assign(30, refusal(true, "rm x", "r"));
  much.refusals.push_back(refusal(false, "rm y", "r"));
  const std::string text = github_annotations(much);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 11);
  EXPECT_THAT(text, HasSubstr("::error"));
}

TEST(CiFormatsTest, MarkdownCellsStayCells) {
  CiReport odd = report();
  odd.refusals[0].reason = "rm a|b <img> [x](y) `z`";
  EXPECT_THAT(ci_markdown(odd), HasSubstr("| rm a\\|b \\<img\\> \\[x\\](y) \\`z\\` |"));
}

TEST(CiFormatsTest, MarkdownShowsCommandsAsTheyAre) {
  struct Row {
    const char* command;
    const char* cell;
  };
  const Row rows[] = {{"grep 'a\\|b'", "| `grep 'a\\\\|b'` |"},
                      {"a | b", "| `a \\| b` |"},
                      {"tr a \\", "| `tr a \\` |"},
                      {"echo *x* <img> @ana #1", "| `echo *x* <img> @ana #1` |"},
                      {"echo `id` x", "| ``echo `id` x`` |"},
                      {"echo ``a`", "| ``` echo ``a` ``` |"}};
  CiReport odd = report();
  for (const auto& [command, cell] : rows) {
    odd.refusals[0].what = command;
    EXPECT_THAT(ci_markdown(odd), HasSubstr(cell));
    odd.refusals[0].what = "";
    odd.refusals[0].to_allow = command;
    EXPECT_THAT(ci_markdown(odd), HasSubstr(cell));
  }
  odd.command = "grep 'a\\|b' x";
  EXPECT_THAT(ci_markdown(odd), HasSubstr("\n\n`grep 'a\\|b' x`: status"));
}

TEST(CiFormatsTest, FormatsAreKnownByNameAndByFile) {
  EXPECT_STREQ(ci_format_of_file("out/r.sarif")->name, "sarif");
  EXPECT_STREQ(ci_format_of_file("r.xml")->name, "junit");
  EXPECT_EQ(ci_format_of_file("r.txt"), nullptr);
  EXPECT_STREQ(ci_format_named("md")->name, "md");
  EXPECT_EQ(ci_format_named("xml"), nullptr);
}

TEST(CiFormatsTest, PathsBelowTheFolderOnly) {
  EXPECT_EQ(path_below("/a/b", "/a/b/c"), "c");
  EXPECT_EQ(path_below("/a/b", "/a/b"), "");
  EXPECT_EQ(path_below("/a/b", "/a/bc/d"), "");
  EXPECT_EQ(path_below("", "/a"), "");
}

TEST(CiFormatsTest, WhatWentOnUnaskedIsTold) {
  CiReport let = report();
  EXPECT_EQ(Json::parse(ci_json(let))["counts"]["unasked"], 0);
  EXPECT_THAT(ci_markdown(let), Not(HasSubstr("let through")));
  let.unasked = 3;
  let.let_through = {{2, "rm -rf x|y", "FS_DELETE_OVERWRITE", "fs.rm", "deletes 3 files", 3}};
  const Json json = Json::parse(ci_json(let));
  EXPECT_EQ(json["counts"]["unasked"], 3);
  EXPECT_EQ(json["unasked"][0]["what"], "rm -rf x|y");
  EXPECT_EQ(json["unasked"][0]["count"], 3);
  EXPECT_THAT(ci_markdown(let), HasSubstr("3 questions let through unasked"));
  EXPECT_THAT(ci_markdown(let), HasSubstr("| `rm -rf x\\|y` | 2 | fs.rm | deletes 3 files | 3 |"));
  EXPECT_THAT(ci_summary(let), HasSubstr("3 questions let through unasked"));
}

TEST(CiFormatsTest, WhatIsLeftOutIsCounted) {
  CiReport many = report();
  EXPECT_THAT(ci_markdown(many), Not(HasSubstr("more, which differ")));
  many.more_refusals = 100;
  many.refusals.front().skipped = true;
  EXPECT_THAT(ci_markdown(many),
              HasSubstr("and 100 more, which differ: `guard audit report s1~2`"));
  EXPECT_THAT(ci_markdown(many), HasSubstr("| skipped: `rm -rf ./tmp_*`"));
  EXPECT_THAT(ci_junit(many), HasSubstr("name=\"more_refusals\" value=\"100\""));
}

TEST(CiFormatsTest, MoreLinesThanAnybodyReadsAreLeftToTheFile) {
  CiReport many = report();
  many.more_refusals = 20;
  for (int i = 0; i < 60; ++i) {
    many.refusals.push_back(many.refusals.front());
    many.refusals.back().to_allow = "pre_confirmed: ['rm x" + std::to_string(i) + "']";
  }
  EXPECT_THAT(ci_markdown(many), Not(HasSubstr("All lines to allow")));
  EXPECT_THAT(ci_markdown(many), HasSubstr("`--learn FILE` writes all 61 lines"));
  EXPECT_THAT(ci_summary(many), HasSubstr("--learn FILE writes all 61 of them as one file; 20 more "
                                          "refusals have none yet"));
  EXPECT_THAT(ci_policy(many), HasSubstr("# 20 more refusals, which differ, are not here"));
  EXPECT_THAT(ci_policy(many), HasSubstr("whatever it takes by then"));
}

TEST(CiFormatsTest, TheTimeIsThatOfTheRun) {
  EXPECT_EQ(Json::parse(ci_json(report()))["duration_ms"], 1500);
  EXPECT_THAT(ci_junit(report()), HasSubstr("time=\"1.500\""));
  EXPECT_THAT(ci_markdown(report()), HasSubstr("1.500 s"));
}

}  // namespace
}  // namespace guard::console
