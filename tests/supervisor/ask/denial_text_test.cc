// SPDX-License-Identifier: Apache-2.0
// The line that a refused program reads: denial_text() of question_text.h.
#include <gtest/gtest.h>

#include <string>

#include "supervisor/ask/question_text.h"
#include "tests/supervisor/audit/fake_secrets.h"
#include "tests/supervisor/audit/redacted_text.h"
#include "tests/supervisor/support/made_call.h"

namespace guard::supervisor {
namespace {

PendingCall refused_command() {
  PendingCall call = made_exec("/usr/bin/rm", {"rm", "-rf", "./src"});
  call.decision.verdict = policy::Verdict::kDeny;
  call.decision.rule = "fs.delete";
  call.decision.reason = "deletes tracked sources";
  return call;
}

std::string line_of(const PendingCall& call) {
  return without_tags(denial_text(call, redactor()));
}

TEST(DenialTextTest, ItSaysWhatWhyAndByWhichRule) {
  PendingCall call = refused_command();
  EXPECT_EQ(line_of(call), "guard: denied rm -rf ./src: deletes tracked sources (rule fs.delete)");
  call.decision.verdict = policy::Verdict::kBlock;
  EXPECT_EQ(line_of(call), "guard: blocked rm -rf ./src: deletes tracked sources (rule fs.delete)");
}

TEST(DenialTextTest, ItSaysWhatToDoInstead) {
  PendingCall call = refused_command();
  call.decision.assessment.alternative = "Ask the user.";
  EXPECT_TRUE(line_of(call).ends_with(" (rule fs.delete). Ask the user.")) << line_of(call);
  call.decision.message = "Move it.";
  EXPECT_EQ(line_of(call),
            "guard: denied rm -rf ./src: Move it. (rule fs.delete: deletes tracked sources)")
      << "the policy's own words come first";
}

TEST(DenialTextTest, InAPipelineNobodyIsToldThatNobodyAnswers) {
  PendingCall call = refused_command();
  call.decision.reason = "deletes tracked sources (it asks, and nobody answers)";
  EXPECT_EQ(line_of(call),
            "guard: denied rm -rf ./src: deletes tracked sources (it asks, and nobody answers) "
            "(rule fs.delete)");
  EXPECT_EQ(without_tags(denial_text(call, redactor(), true)),
            "guard: denied rm -rf ./src: deletes tracked sources (rule fs.delete)");
}

TEST(DenialTextTest, ACommandThatEndsInAColonIsSetApartFromTheReason) {
  PendingCall call = made_exec("/usr/bin/scp", {"scp", "a", "host.example:"});
  call.decision = refused_command().decision;
  EXPECT_EQ(line_of(call),
            "guard: denied scp a 'host.example:': deletes tracked sources (rule fs.delete)");
}

TEST(DenialTextTest, NoRuleIsNamedTwice) {
  PendingCall call = refused_command();
  call.decision.rule = "keep-it";
  call.decision.reason = "rule keep-it: deletes tracked sources";
  EXPECT_EQ(line_of(call), "guard: denied rm -rf ./src: deletes tracked sources (rule keep-it)");
  call.decision.message = "Never here.";
  EXPECT_EQ(line_of(call),
            "guard: denied rm -rf ./src: Never here. (rule keep-it: deletes tracked sources)");
  call.decision.rule = "nested.keep-it";
  EXPECT_EQ(
      line_of(call),
      "guard: denied rm -rf ./src: Never here. (rule nested.keep-it: deletes tracked sources)");
  call.decision.rule = "keep-it";
  call.decision.reason = "rule keep-it";
  EXPECT_EQ(line_of(call), "guard: denied rm -rf ./src: Never here. (rule keep-it)");
}

TEST(DenialTextTest, ALongActIsCut) {
  PendingCall call = refused_command();
  call.action.argv = {"rm", std::string(157, 'a')};
  EXPECT_TRUE(line_of(call).starts_with("guard: denied rm " + std::string(157, 'a') + ": "));
  call.action.argv = {"rm", std::string(158, 'a')};
  EXPECT_TRUE(line_of(call).starts_with("guard: denied rm " + std::string(154, 'a') + "...: "));
}

TEST(DenialTextTest, ALongReasonIsCut) {
  PendingCall call = refused_command();
  call.decision.reason = std::string(400, 'b');
  EXPECT_TRUE(line_of(call).ends_with(": " + std::string(400, 'b') + " (rule fs.delete)"));
  call.decision.reason = std::string(401, 'b');
  EXPECT_TRUE(line_of(call).ends_with(": " + std::string(397, 'b') + "... (rule fs.delete)"));
}

TEST(DenialTextTest, NoSecretIsToldToTheProgram) {
  const std::string secret = fake_github_token();
  PendingCall call = refused_command();
  call.action.argv = {"echo", secret};
  call.decision.reason = "tells " + secret;
  call.decision.message = "Tell nobody " + secret;
  EXPECT_EQ(
      line_of(call),
      "guard: denied echo 'ghp_[redacted]': Tell nobody ghp_[redacted] (rule fs.delete: tells "
      "ghp_[redacted])");
}

TEST(DenialTextTest, AReasonDoesNotSteerATerminal) {
  PendingCall call = refused_command();
  call.decision.reason = "a\x1b[2J";
  EXPECT_EQ(line_of(call), "guard: denied rm -rf ./src: a\\x1B[2J (rule fs.delete)");
}

}  // namespace
}  // namespace guard::supervisor
