// SPDX-License-Identifier: Apache-2.0
#include "supervisor/sinks/sink_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/supervisor/audit/temporary_folder.h"

namespace guard::supervisor {
namespace {

using ::testing::ElementsAre;
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

policy::Sink with_certificate(const TemporaryFolder& folder, const std::string& key,
                              std::filesystem::perms mode) {
  using Perms = std::filesystem::perms;
  policy::Sink sink;
  sink.type = policy::SinkType::kSyslog;
  sink.cert_file = folder.path() + "/cert";
  sink.key_file = folder.path() + "/key";
  std::ofstream(sink.key_file) << key;
  std::filesystem::permissions(sink.key_file, Perms::owner_read | Perms::owner_write | mode);
  return sink;
}

TEST(SinkPlanTest, AKeyIsReadWhereItIsItsOwnersAlone) {
  const TemporaryFolder folder;
  const auto sink = with_certificate(folder, "KEY", std::filesystem::perms::none);
  const auto plans = plan_sinks({sink}, world(folder.path(), false));
  EXPECT_THAT(plans.at(0).problem, IsEmpty());
  EXPECT_EQ(plans.at(0).own.key, "KEY");
  EXPECT_EQ(plans.at(0).own.cert_file, folder.path() + "/cert");
  EXPECT_THAT(sink_secrets_of({sink}, folder.path()),
              ElementsAre(std::filesystem::canonical(sink.key_file).string()));
}

TEST(SinkPlanTest, AKeyThatOthersMayReadIsNotUsed) {
  const TemporaryFolder folder;
  const auto sink = with_certificate(folder, "KEY", std::filesystem::perms::group_read);
  const auto plans = plan_sinks({sink}, world(folder.path(), false));
  EXPECT_THAT(plans.at(0).problem, HasSubstr("key_file must be its owner's alone"));
  EXPECT_THAT(plans.at(0).own.key, IsEmpty());
}

TEST(SinkPlanTest, AKeyWithAPassphraseIsNotUsed) {
  const TemporaryFolder folder;
  const auto sink = with_certificate(folder, "-----BEGIN ENCRYPTED PRIVATE KEY-----",
                                     std::filesystem::perms::none);
  EXPECT_THAT(plan_sinks({sink}, world(folder.path(), false)).at(0).problem,
              HasSubstr("the key has a passphrase"));
}

TEST(SinkPlanTest, ACertificateWhereTheTreeMayWriteIsNotUsed) {
  const TemporaryFolder folder;
  const auto sink = with_certificate(folder, "KEY", std::filesystem::perms::none);
  EXPECT_THAT(plan_sinks({sink}, world(folder.path(), true)).at(0).problem,
              HasSubstr("lies where the supervised program may write"));
}

}  // namespace
}  // namespace guard::supervisor
