// SPDX-License-Identifier: Apache-2.0
#include "supervisor/names/name_answers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>

namespace guard::supervisor {
namespace {

using policy::NameUse;
using policy::Verdict;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr char kA = 1;
constexpr char kPointer = 12;
constexpr char kAaaa = 28;

std::string asked(const std::string& name, char type) {
  std::string message("\x12\x34\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00", 12);
  for (std::size_t at = 0; at < name.size();) {
    const std::size_t dot = std::min(name.find('.', at), name.size());
    message += static_cast<char>(dot - at);
    message += name.substr(at, dot - at);
    at = dot + 1;
  }
  return message + std::string(2, '\0') + type + std::string("\x00\x01", 2);
}

int code_of(const std::string& answer) {
  return answer[3] & 0xF;
}

int records_of(const std::string& answer) {
  return answer[7];
}

std::string end_of(const std::string& answer, std::size_t bytes) {
  return answer.substr(answer.size() - bytes);
}

class NameAnswersTest : public ::testing::Test {
 protected:
  std::string answer(NameUse use, const std::string& name, char type) {
    const NameAnswers answers({.fakes = fakes_,
                               .given = given_,
                               .addresses = addresses_,
                               .verdict = verdict_,
                               .options = options_},
                              use);
    std::mutex mutex;
    std::condition_variable ready;
    std::optional<NameServer::Finish> finish;
    answers.to(asked(name, type), [&](NameServer::Finish said) {
      const std::lock_guard lock(mutex);
      finish = std::move(said);
      ready.notify_all();
    });
    std::unique_lock lock(mutex);
    ready.wait(lock, [&] { return finish.has_value(); });
    return (*finish)().value_or("nothing");
  }

  std::map<std::string, std::vector<std::string>> hosts_;
  std::map<std::string, std::string> finals_;  // what a chain of other names ends in
  std::map<std::string, Verdict> verdicts_;
  std::set<std::string> looked_up_;
  FakeNames fakes_;
  GivenNames given_;
  RealAddresses addresses_{[this](const std::string& name) -> std::optional<Host> {
    looked_up_.insert(name);
    if (name.starts_with("broken.")) return std::nullopt;
    return Host{hosts_[name], finals_[name]};
  }};
  HostVerdict verdict_ = [this](const std::string& name) {
    const auto found = verdicts_.find(name);
    return found == verdicts_.end() ? Verdict::kAsk : found->second;
  };
  ResolverOptions options_;
};

TEST_F(NameAnswersTest, EachTypeHasItsAnswer) {
  const std::string v4 = answer(NameUse::kFake, "a.example", kA);
  EXPECT_EQ(end_of(v4, 4), std::string("\xC6\x12\x00\x01", 4));
  EXPECT_EQ(end_of(answer(NameUse::kFake, "a.example", kAaaa), 4),
            std::string("\x00\x00\x00\x01", 4));
  EXPECT_EQ(code_of(answer(NameUse::kFake, "a.example", 65)), 0);  // no HTTPS record
  EXPECT_EQ(code_of(answer(NameUse::kFake, "a.example", 16)), 5);  // TXT: it would have to leave
  EXPECT_EQ(code_of(answer(NameUse::kFake, "a.example", 15)), 5);  // MX
  EXPECT_EQ(code_of(answer(NameUse::kFake, "9.0.18.198.in-addr.arpa", kPointer)), 3);
  EXPECT_NE(answer(NameUse::kFake, "1.0.18.198.in-addr.arpa", kPointer).find("\1a\7example"),
            std::string::npos);
  EXPECT_THAT(looked_up_, IsEmpty());
}

TEST_F(NameAnswersTest, LocalhostIsThisMachine) {
  for (const NameUse use : {NameUse::kFake, NameUse::kReal})
    for (const char* name : {"localhost", "LocalHost", "app.localhost"})
      EXPECT_EQ(end_of(answer(use, name, kA), 4), std::string("\x7F\x00\x00\x01", 4)) << name;
  EXPECT_FALSE(fakes_.name_at("198.18.0.1"));
}

TEST_F(NameAnswersTest, AHostThatMayBeReachedGetsItsRealAddresses) {
  hosts_ = {{"good.example", {"192.0.2.7", "192.0.2.8", "2001:db8::7"}}};
  verdicts_ = {{"good.example", Verdict::kAllow}};
  const std::string v4 = answer(NameUse::kReal, "good.example", kA);
  EXPECT_EQ(records_of(v4), 2);
  EXPECT_EQ(end_of(v4, 4), std::string("\xC0\x00\x02\x08", 4));
  EXPECT_EQ(records_of(answer(NameUse::kReal, "good.example", kAaaa)), 1);
  EXPECT_THAT(given_.names_at("192.0.2.7"), ElementsAre("good.example"));
  EXPECT_THAT(given_.names_at("2001:db8::7"), ElementsAre("good.example"));
  EXPECT_NE(answer(NameUse::kReal, "7.2.0.192.in-addr.arpa", kPointer).find("\4good\7example"),
            std::string::npos);
  // For programs that see addresses of guard's own.
  EXPECT_EQ(end_of(answer(NameUse::kFake, "good.example", kA), 4),
            std::string("\xC6\x12\x00\x01", 4));
}

TEST_F(NameAnswersTest, WhatNobodyLetGoIsLookedUpByNobody) {
  verdicts_ = {{"denied.example", Verdict::kDeny}};
  for (const char* name : {"asked.example", "denied.example"})
    EXPECT_EQ(end_of(answer(NameUse::kReal, name, kA), 4).substr(0, 2), "\xC6\x12") << name;
  EXPECT_THAT(looked_up_, IsEmpty());
}

TEST_F(NameAnswersTest, ARealLookupThatFindsNothingSaysSo) {
  hosts_ = {{"v6.example", {"2001:db8::7"}}};
  for (const char* name : {"none.example", "broken.example", "v6.example"})
    verdicts_[name] = Verdict::kAllow;
  EXPECT_EQ(code_of(answer(NameUse::kReal, "none.example", kA)), 3);
  EXPECT_EQ(code_of(answer(NameUse::kReal, "broken.example", kA)), 2);
  const std::string v6_alone = answer(NameUse::kReal, "v6.example", kA);
  EXPECT_EQ(code_of(v6_alone), 0);
  EXPECT_EQ(records_of(v6_alone), 0);
}

TEST_F(NameAnswersTest, BelowASearchedDomainOnlyWhatExistsIsAnswered) {
  options_ = {.ndots = 5, .search = {"svc.test", "closed.test"}};
  hosts_ = {{"redis.svc.test", {"10.1.2.3"}}};
  verdicts_ = {{"api.example.closed.test", Verdict::kDeny}};
  EXPECT_EQ(end_of(answer(NameUse::kFake, "redis.svc.test", kA), 4),
            std::string("\xC6\x12\x00\x01", 4));
  EXPECT_EQ(code_of(answer(NameUse::kFake, "api.example.svc.test", kA)), 3);
  EXPECT_EQ(code_of(answer(NameUse::kFake, "api.example.closed.test", kA)), 3);
  EXPECT_EQ(end_of(answer(NameUse::kFake, "api.example", kA), 4),
            std::string("\xC6\x12\x00\x02", 4));
  EXPECT_THAT(looked_up_, ElementsAre("api.example.svc.test", "redis.svc.test"));
}

}  // namespace
}  // namespace guard::supervisor
