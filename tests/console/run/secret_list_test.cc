// SPDX-License-Identifier: Apache-2.0
#include "console/run/secret_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace guard::console {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

SecretSurvey survey() {
  SecretSurvey survey;
  survey.held_by = "leases";
  survey.found = {{"/home/ana/.ssh/id_rsa", "usual place: ~/.ssh/**", true},
                  {"/etc/\x1b[31mkey", "named by the policy: /etc/*key", false}};
  survey.not_covered = {"/srv/sec is a folder"};
  return survey;
}

TEST(SecretListTest, SaysPathAndReasonAndNamesOfVariables) {
  const SecretSurvey found = survey();
  const std::vector<std::string> dropped = {"NPM_TOKEN"};
  const std::string text =
      secret_list_text({found, dropped, policy::SecretReads::kJudge, "/home/ana"});
  EXPECT_THAT(text, StartsWith("2 files would be held as secrets here, by leases\n"));
  EXPECT_THAT(text, HasSubstr("  ~/.ssh/id_rsa  (usual place: ~/.ssh/**)\n"));
  EXPECT_THAT(text, HasSubstr("; cannot be held here: a run reads it unasked\n"));
  EXPECT_THAT(text, HasSubstr("  /etc/\\x1B[31mkey"));
  EXPECT_THAT(text, HasSubstr("  /srv/sec is a folder\n"));
  EXPECT_THAT(text, HasSubstr("1 variable would not reach the command"));
  EXPECT_THAT(text, HasSubstr("\n  NPM_TOKEN\n"));
  const auto json = secret_list_json({found, dropped});
  EXPECT_EQ(json["files"][0]["path"], "/home/ana/.ssh/id_rsa");
  EXPECT_EQ(json["files"][1]["held"], false);
  EXPECT_EQ(json["environment_dropped"][0], "NPM_TOKEN");
}

TEST(SecretListTest, SaysThatAPolicyHoldsNone) {
  const SecretSurvey found = survey();
  EXPECT_THAT(secret_list_text({found, {}, policy::SecretReads::kOff}),
              HasSubstr("secrets: {reads: off}: a run holds none"));
}

}  // namespace
}  // namespace guard::console
