// SPDX-License-Identifier: Apache-2.0
#include "console/audit/answer_fold.h"

#include <gtest/gtest.h>

#include "supervisor/audit/record/chain.h"
#include "tests/supervisor/audit/sample_records.h"

namespace guard::console {
namespace {

using supervisor::sample_record;
using supervisor::StoredRecord;

StoredRecord answer_to(const std::string& question, const std::string& by) {
  StoredRecord answer{sample_record(), std::nullopt, std::nullopt};
  answer.record.act = answer.record.tool_name = supervisor::kAnswerTool;
  answer.record.approval_id = question;
  answer.record.result_summary = by;
  return answer;
}

TEST(AnswerFoldTest, AnAnswerWithoutItsActIsShownInItsPlace) {
  AnswerFold fold;
  StoredRecord other{sample_record(), std::nullopt, std::nullopt};
  other.record.approval_id.reset();
  EXPECT_TRUE(fold.take(answer_to("q", "ana")).empty());
  EXPECT_TRUE(fold.take(other).empty()) << "the answer comes first";
  const auto rest = fold.rest();
  ASSERT_EQ(rest.size(), 2U);
  EXPECT_EQ(rest[0].record.act, supervisor::kAnswerTool);
  EXPECT_EQ(rest[1].record.request_id, other.record.request_id);
  EXPECT_TRUE(fold.rest().empty());
}

TEST(AnswerFoldTest, OfTwoAnswersTheOneThatTheActDoesNotNameStays) {
  AnswerFold fold;
  StoredRecord act{sample_record(), std::nullopt, std::nullopt};
  act.record.approval_id = "q";
  EXPECT_TRUE(fold.take(answer_to("q", "ana")).empty());
  EXPECT_TRUE(fold.take(answer_to("q", "ben")).empty());
  EXPECT_TRUE(fold.take(act).empty());
  const auto shown = fold.rest();
  ASSERT_EQ(shown.size(), 2U);
  EXPECT_EQ(shown[0].record.result_summary, "ana");
  EXPECT_EQ(shown[1].record.act, "delete");
}

TEST(AnswerFoldTest, RecordsDoNotWaitForEver) {
  AnswerFold fold;
  StoredRecord other{sample_record(), std::nullopt, std::nullopt};
  other.record.approval_id.reset();
  std::size_t shown = fold.take(answer_to("q", "ana")).size();
  for (int i = 0; i < 1000; ++i) shown += fold.take(other).size();
  EXPECT_GT(shown, 900U);
}

}  // namespace
}  // namespace guard::console
