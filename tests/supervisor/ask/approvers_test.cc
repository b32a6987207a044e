// SPDX-License-Identifier: Apache-2.0
#include "supervisor/ask/approvers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace guard::supervisor {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr uid_t kUser = 64000;
constexpr uid_t kNamed = 64001;
constexpr uid_t kOther = 64002;

// A plain file stands in for the socket: lists of access are the same for both.
class ApproversTest : public ::testing::Test {
 protected:
  ApproversTest() {
    std::string name = std::filesystem::temp_directory_path() / "guard-approvers-XXXXXX";
    EXPECT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
    std::filesystem::permissions(folder_, std::filesystem::perms(0755));
    std::ofstream(folder_ + "/s.sock") << "";
    policy_.approvers = {std::to_string(kNamed)};
    policy_.delegation_tier = 2;
    policy_.delegation_for = std::chrono::hours(1);
  }
  ~ApproversTest() override { std::filesystem::remove_all(folder_); }

  Approvers approvers() { return {policy_, folder_ + "/s.sock", kUser}; }
  static nlohmann::json to_other(int tier, int minutes) {
    return {{"to", std::to_string(kOther)}, {"tier", tier}, {"minutes", minutes}};
  }

  policy::Policy policy_;
  std::string folder_;
  const Approvers::TimePoint now_{std::chrono::seconds(1'700'000'000)};
};

TEST_F(ApproversTest, NamesNumbersAndGroupsAreKnownByNumber) {
  policy_.approvers = {std::to_string(kNamed), "root", "%root", "%no-such-group-here",
                       "no-such-user-here"};
  Approvers all = approvers();
  EXPECT_EQ(all.say_of(kNamed, now_).person, kNamed);
  EXPECT_EQ(all.say_of(0, now_).person, 0U);
  EXPECT_THAT(all.let_in(),
              ::testing::IsSupersetOf({HasSubstr("%no-such-group-here: no such group"),
                                       HasSubstr("no-such-user-here: no such user")}));
}

TEST_F(ApproversTest, RootIsNoSecondPersonUnlessNamed) {
  const Approvers all = approvers();
  EXPECT_EQ(all.say_of(0, now_).tier, 3);
  EXPECT_EQ(all.say_of(0, now_).person, std::nullopt);
  EXPECT_EQ(all.say_of(kUser, now_).person, kUser);
  EXPECT_EQ(all.say_of(kOther, now_).tier, 0);
}

TEST_F(ApproversTest, WhatIsHandedOnIsTheGiversOwnSay) {
  Approvers all = approvers();
  const auto made = all.hand_on(kNamed, "ana (x)", to_other(2, 30), now_);
  ASSERT_TRUE(made.has_value()) << made.error().text();
  EXPECT_EQ(all.say_of(kOther, now_).tier, 2);
  EXPECT_EQ(all.say_of(kOther, now_).person, kNamed);
  EXPECT_EQ(all.list(now_).size(), 1U);
}

TEST_F(ApproversTest, WhatIsHandedOnEndsWithItsTimeAndWhenItIsTakenBack) {
  Approvers all = approvers();
  ASSERT_TRUE(all.hand_on(kUser, "ana (x)", to_other(2, 30), now_).has_value());
  const auto later = now_ + std::chrono::minutes(30);
  EXPECT_EQ(all.say_of(kOther, later).tier, 0);
  EXPECT_THAT(all.list(later), IsEmpty());
  const std::string id = all.list(now_)[0]["id"];
  EXPECT_TRUE(all.end(id).has_value());
  EXPECT_EQ(all.say_of(kOther, now_).tier, 0);
  EXPECT_EQ(all.end(id).error().code, Code::kNotFound);
}

TEST_F(ApproversTest, NobodyHandsOnWhatIsNotTheirs) {
  Approvers all = approvers();
  ASSERT_TRUE(all.hand_on(kUser, "ana (x)", to_other(2, 30), now_).has_value());
  const nlohmann::json to_third = {{"to", "64003"}, {"tier", 2}, {"minutes", 5}};
  EXPECT_EQ(all.hand_on(kOther, "ben (x)", to_third, now_).error().code, Code::kRefused);
  EXPECT_EQ(all.hand_on(0, "root (x)", to_third, now_).error().code, Code::kRefused);
  EXPECT_EQ(all.say_of(64003, now_).tier, 0);
}

TEST_F(ApproversTest, NothingIsHandedOnBeyondThePolicy) {
  Approvers all = approvers();
  for (const auto& body :
       {to_other(3, 30), to_other(1, 30), to_other(2, 61), to_other(2, 0), to_other(2, -5),
        nlohmann::json{{"to", std::to_string(kNamed)}, {"tier", 2}, {"minutes", 5}},
        nlohmann::json{{"to", std::to_string(kUser)}, {"tier", 2}, {"minutes", 5}},
        nlohmann::json{{"to", "root"}, {"tier", 2}, {"minutes", 5}},
        nlohmann::json{{"to", "no-such-user-here"}, {"tier", 2}, {"minutes", 5}},
        nlohmann::json{{"to", std::to_string(kOther)}, {"tier", 2}},
        nlohmann::json{{"to", std::to_string(kOther)}, {"tier", "2"}, {"minutes", 5}},
        nlohmann::json{{"to", std::to_string(kOther)}, {"tier", 2}, {"minutes", 5}, {"as", "root"}},
        nlohmann::json::array()})
    EXPECT_EQ(all.hand_on(kUser, "ana (x)", body, now_).error().code, Code::kInvalid) << body;
  policy_.delegation_tier = 0;
  EXPECT_EQ(all.hand_on(kUser, "ana (x)", to_other(2, 5), now_).error().code, Code::kRefused);
  EXPECT_THAT(all.list(now_), IsEmpty());
}

TEST_F(ApproversTest, TwoPeopleThatCannotBeAreSaidAtTheStart) {
  policy_.approvers = {std::to_string(kUser)};
  policy_.two_person_tier = 3;
  EXPECT_THAT(approvers().let_in(), ElementsAre(HasSubstr("takes two people")));
  EXPECT_FALSE(approvers().name_somebody_else());
  policy_.approvers.push_back(std::to_string(kNamed));
  EXPECT_TRUE(approvers().name_somebody_else());
}

}  // namespace
}  // namespace guard::supervisor
