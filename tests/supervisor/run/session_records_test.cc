// SPDX-License-Identifier: Apache-2.0
#include "supervisor/run/session_records.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tuple>

#include "supervisor/audit/store/recorder.h"
#include "tests/supervisor/audit/sample_records.h"
#include "tests/supervisor/audit/temporary_folder.h"

namespace guard::supervisor {
namespace {

using Json = nlohmann::json;

constexpr int kRecords = 25'000;

class SessionRecordsTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = std::make_unique<TemporaryFolder>();
    auto recorder = Recorder::open(folder_->path(), "s");
    ASSERT_TRUE(recorder);
    for (int i = 0; i < kRecords; ++i) {
      (*recorder)->record(sample_record("/w/" + std::to_string(i) + ".c"));
      if (i % 1000 == 0) {
        ASSERT_TRUE((*recorder)->flush());
      }
    }
    ASSERT_TRUE((*recorder)->flush());
  }
  static void TearDownTestSuite() { folder_.reset(); }

  static Result<Json> asked(const Json& parameters) {
    return query_audit(folder_->path(), "s", {}, parameters);
  }
  static std::unique_ptr<TemporaryFolder> folder_;
};
std::unique_ptr<TemporaryFolder> SessionRecordsTest::folder_;

// The thread that looks is the one that questions wait for.
TEST_F(SessionRecordsTest, WhatLiesFarBackIsFoundInPieces) {
  const auto first = asked({{"path", "/w/7.c"}});
  ASSERT_TRUE(first);
  EXPECT_EQ(first->at("records").size(), 0U);
  ASSERT_TRUE(first->at("older").is_string());
  const auto rest = asked({{"path", "/w/7.c"}, {"before", first->at("older")}});
  ASSERT_TRUE(rest);
  ASSERT_EQ(rest->at("records").size(), 1U);
  EXPECT_EQ(rest->at("records")[0]["objects"][0], "/w/7.c");
  EXPECT_TRUE(rest->at("older").is_null());
}

TEST_F(SessionRecordsTest, NoAnswerHasMoreThanAThousand) {
  for (const Json& parameters : {Json::object(), Json{{"limit", "0"}}, Json{{"limit", "1000"}}}) {
    const auto answer = asked(parameters);
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->at("records").size(), 1000U);
  }
  EXPECT_FALSE(asked({{"limit", "1001"}}));
}

TEST_F(SessionRecordsTest, APlaceThatIsNoneIsRefused) {
  for (const Json& place : {Json("x"), Json("' OR 1=1_2"), Json(7)})
    EXPECT_FALSE(asked({{"before", place}})) << place;
}

TEST_F(SessionRecordsTest, AWordThatNoRecordHasIsRefused) {
  for (const auto& [name, word, right] :
       {std::tuple{"decision", "foo", "allow, ask, asked, deny, block"},
        {"category", "fs_delete_overwrite", "FS_DELETE_OVERWRITE"},
        {"act", "write", "delete"}}) {
    const auto answer = asked({{name, word}});
    ASSERT_FALSE(answer) << name;
    EXPECT_EQ(answer.error().code, Code::kInvalid);
    EXPECT_THAT(answer.error().text(), ::testing::HasSubstr(right));
  }
  for (const Json& parameters : {Json{{"decision", "allow"}}, Json{{"decision", "unasked"}},
                                 Json{{"category", "SUDO"}}, Json{{"act", "undo"}}})
    EXPECT_TRUE(asked(parameters)) << parameters;
}

}  // namespace
}  // namespace guard::supervisor
