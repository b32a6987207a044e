// SPDX-License-Identifier: Apache-2.0
// AssessorTest: the shipped policy's assessor over made-up facts (tests/support/fake_facts.h), for
// the tests of what file acts, commands and programs are judged as.
#ifndef GUARD_TESTS_POLICY_ASSESSOR_FIXTURE_H_
#define GUARD_TESTS_POLICY_ASSESSOR_FIXTURE_H_

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "policy/assess/assessor.h"
#include "policy/load/yaml_loader.h"
#include "policy/text/shell_words.h"
#include "tests/support/fake_facts.h"

namespace guard::policy {

class AssessorTest : public ::testing::Test {
 protected:
  AssessorTest() {
    auto policy = load_policy({});
    EXPECT_TRUE(policy) << policy.error().context;
    use(*policy);
  }
  void use(const Policy& policy) {
    policy_ = std::make_shared<Policy>(policy);
    assessor_ = std::make_unique<Assessor>(policy_);
  }

  static Action exec_of(const std::string& line) {
    Action action;
    action.act = Act::kExec;
    action.cwd = "/home/user/project";
    action.argv = *split_words(line);
    const std::string& program = action.argv[0];
    action.exe = program.find('/') == std::string::npos ? "/usr/bin/" + program : program;
    return action;
  }
  Assessment assess(const Action& action) { return assessor_->assess(action, facts_); }
  Assessment exec(const std::string& line) { return assess(exec_of(line)); }
  Assessment act(Act act, const std::string& name, const std::string& second = "") {
    Action action;
    action.act = act;
    action.cwd = "/home/user/project";
    action.actor = actor_;
    action.objects = {facts_.object(name, LastLink::kKept)};
    if (!second.empty()) action.objects.push_back(facts_.object(second, LastLink::kKept));
    return assess(action);
  }

  FakeFacts facts_;
  Actor actor_ = {"/usr/bin/python3.11", {"python3"}, true};
  std::shared_ptr<Policy> policy_;
  std::unique_ptr<Assessor> assessor_;
};

}  // namespace guard::policy

#endif  // GUARD_TESTS_POLICY_ASSESSOR_FIXTURE_H_
