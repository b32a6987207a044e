// SPDX-License-Identifier: Apache-2.0
// golden/*.yaml: a policy, and what it decides of some acts. The workspace is /w, the home /h.
//   run: a command line (words split at blanks)     touches: what it would delete
//   act, path: a file act instead                   tier, category, block: as assessed
//   approved, on_ask: the session                   decision, rule, asked_tier, requires (the
//                                                   categories): what must come out
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "policy/decide/evaluator.h"
#include "policy/load/key_names.h"
#include "policy/load/yaml_loader.h"

namespace guard::policy {
namespace {

std::vector<Category> categories(const Node& test, std::string_view key) {
  std::vector<Category> found;
  for (const auto& name : texts_of(test, key)) found.push_back(category_named(name).value());
  return found;
}

Object file(const std::string& path) {
  Object object;
  object.path = path;
  object.type = ObjectType::kFile;
  return object;
}

Action action_of(const Node& test) {
  Action action;
  if (test.find("act")) {
    action.act = acts_named(texts_of(test, "act")).at(0);
    for (const auto& path : texts_of(test, "path")) action.objects.push_back(file(path));
    return action;
  }
  std::istringstream words(text_of(test, "run"));
  action.argv.assign(std::istream_iterator<std::string>(words), {});
  action.exe = "/usr/bin/" + action.argv.at(0);
  return action;
}

Assessment assessment_of(const Node& test) {
  Assessment assessment;
  assessment.tier = int_of(test, "tier").value_or(2);
  assessment.block = bool_of(test, "block").value_or(false);
  assessment.categories = categories(test, "category");
  if (!test.find("touches")) return assessment;
  assessment.effect.emplace();
  for (const auto& path : texts_of(test, "touches")) {
    assessment.effect->operands.push_back({path, file(path), 1});
  }
  return assessment;
}

SessionState session_of(const Node& test) {
  SessionState session;
  session.approved_categories = categories(test, "approved");
  const std::string on_ask = text_of(test, "on_ask");
  if (on_ask == "deny") session.on_ask = OnAsk::kDeny;
  if (on_ask == "allow") session.on_ask = OnAsk::kAllow;
  return session;
}

void check_case(const Evaluator& evaluator, const Node& test) {
  SCOPED_TRACE(test.place() + ": " + text_of(test, "says"));
  const Decision decision =
      evaluator.evaluate(action_of(test), assessment_of(test), session_of(test));
  EXPECT_EQ(name_of(decision.verdict), text_of(test, "decision"));
  EXPECT_EQ(decision.rule, text_of(test, "rule"));
  const int tier = int_of(test, "asked_tier").value_or(decision.assessment.tier);
  EXPECT_EQ(decision.assessment.tier, tier);
  if (test.find("requires")) {
    EXPECT_EQ(decision.assessment.categories, categories(test, "requires"));
  }
}

void check_file(const std::filesystem::path& path) {
  std::ifstream in(path);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const auto document = read_document(path.filename(), text);
  ASSERT_TRUE(document) << document.error().text();
  const DocumentView view = document->view();
  const Node root(view);
  const auto policy = load_policy({{path.filename(), text_of(root, "policy")}});
  ASSERT_TRUE(policy) << policy.error().text();
  const Evaluator evaluator(std::make_shared<const Policy>(*policy), {{"/w"}, "/h"});
  const auto cases = items_of(root, "cases");
  ASSERT_FALSE(cases.empty());
  for (const auto& test : cases) check_case(evaluator, test);
}

TEST(GoldenTest, EveryCaseIsDecidedAsWritten) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(GUARD_GOLDEN_FOLDER)) {
    check_file(entry.path());
    ++files;
  }
  EXPECT_GE(files, 3U);
}

}  // namespace
}  // namespace guard::policy
