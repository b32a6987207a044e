// SPDX-License-Identifier: Apache-2.0
#include "policy/command/told_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace guard::policy {
namespace {

using ::testing::Contains;
using ::testing::IsEmpty;
using ::testing::Not;
using Words = std::vector<std::string>;

TEST(ToldFilesTest, WordsNameThemInEveryForm) {
  for (const Words& words : std::vector<Words>{{"curl", "-w", "@F"},
                                               {"curl", "-w@F"},
                                               {"curl", "--write-out=@F"},
                                               {"curl", "--url-query", "a@F"},
                                               {"curl", "--etag-compare", "F"},
                                               {"curl", "-bF"},
                                               {"curl", "--etag-compare=F"}}) {
    EXPECT_THAT(told_files("curl", words), Contains("F")) << words[1];
  }
  EXPECT_THAT(told_files("wget2", {"wget2", "-iF"}), Contains("F"));
  EXPECT_THAT(told_files("wget", {"wget", "-qiFILE"}), Contains("FILE"));
  EXPECT_THAT(told_files("aws", {"aws", "s3", "cp", "F", "s3://b"}), Contains("F"));
}

TEST(ToldFilesTest, OptionsOfItsOwnCredentialsDoNot) {
  EXPECT_THAT(told_files("curl", {"curl", "--netrc-file", "F", "u"}), Not(Contains("F")));
  EXPECT_THAT(told_files("curl", {"curl", "--netrc-file=F", "u"}), Not(Contains("F")));
  EXPECT_THAT(told_files("git", {"git", "credential-store", "--file", "F", "get"}),
              Not(Contains("F")));
  EXPECT_THAT(told_files("kubectl", {"kubectl", "--kubeconfig", "F", "get", "pods"}),
              Not(Contains("F")));
  EXPECT_THAT(told_files("kubectl", {"kubectl", "create", "cm", "--from-file=F"}), Contains("F"));
}

TEST(ToldFilesTest, OthersAreNoSuchClients) {
  EXPECT_THAT(told_files("ssh", {"ssh", "-i", "F", "host"}), IsEmpty());
  EXPECT_THAT(told_files("", {"x", "F"}), IsEmpty());
}

}  // namespace
}  // namespace guard::policy
