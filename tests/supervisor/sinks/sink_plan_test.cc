// SPDX-License-Identifier: Apache-2.0
#include "supervisor/sinks/sink_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/supervisor/audit/temporary_folder.h"

namespace guard::supervisor {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

policy::Sink file_at(const std::string& path) {
  policy::Sink sink;
  sink.name = "local";
  sink.path = path;
  return sink;
}

AlertWorld world(const std::string& home, bool is_written) {
  return {{}, home, "s", "", "", [is_written](const std::string&) { return is_written; }};
}

TEST(SinkPlanTest, AFileOfTheHomeIsWhole) {
  const TemporaryFolder folder;
  const auto plans = plan_sinks({file_at("~/a")}, world(folder.path(), false));
  EXPECT_THAT(plans.at(0).problem, IsEmpty());
  EXPECT_EQ(plans.at(0).sink.path, folder.path() + "/a");
}

TEST(SinkPlanTest, WhereTheTreeMayWriteNothingIsSent) {
  const TemporaryFolder folder;
  const auto plans = plan_sinks({file_at(folder.path() + "/a")}, world(folder.path(), true));
  EXPECT_THAT(plans.at(0).problem, HasSubstr("lies where the supervised program may write"));
}

TEST(SinkPlanTest, AFolderThatIsMissingIsSaid) {
  const auto plans = plan_sinks({file_at("/nowhere/at/all")}, world("/", false));
  EXPECT_THAT(plans.at(0).problem, HasSubstr("/nowhere/at: No such file"));
}

}  // namespace
}  // namespace guard::supervisor
