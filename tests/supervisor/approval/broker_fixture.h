// SPDX-License-Identifier: Apache-2.0
// BrokerTest: a broker with a clock of the test, and what it settled.
#ifndef GUARD_TESTS_SUPERVISOR_APPROVAL_BROKER_FIXTURE_H_
#define GUARD_TESTS_SUPERVISOR_APPROVAL_BROKER_FIXTURE_H_

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "supervisor/approval/broker.h"
#include "tests/supervisor/approval/some_question.h"

namespace guard::supervisor {

class BrokerTest : public ::testing::Test {
 protected:
  std::string ask(Question question) {
    clock_.now += std::chrono::seconds(1);  // stay below the limit of new questions
    auto id = broker_.ask(std::move(question),
                          [this](const Settled& settled) { settled_.push_back(settled); });
    EXPECT_TRUE(id.has_value());
    return id.value_or("");
  }
  std::string ask() { return ask(some_question(clock_)); }
  std::string error_of(const std::string& id, const Answer& answer) {
    auto result = broker_.answer(id, answer);
    if (result) return "answered";
    last_code_ = result.error().code;
    return result.error().text();
  }

  FakeClock clock_;
  Broker broker_{clock_.reader()};
  std::vector<Settled> settled_;
  Code last_code_ = Code::kInternal;
};

}  // namespace guard::supervisor

#endif  // GUARD_TESTS_SUPERVISOR_APPROVAL_BROKER_FIXTURE_H_
