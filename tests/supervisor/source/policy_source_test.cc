// SPDX-License-Identifier: Apache-2.0
#include "supervisor/source/policy_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "supervisor/source/machine_share.h"
#include "tests/supervisor/source/sample_signatures.h"

namespace guard::supervisor {
namespace {

using ::testing::HasSubstr;

std::string with_key(const std::string& lines) {
  return lines + "\nkeys: [\"" + kSshKey + "\"]\n";
}

std::string fault_of(const std::string& text) {
  const auto source = parse_source("source.yaml", text);
  return source ? "sound" : source.error().text();
}

TEST(PolicySourceTest, EachKindHasItsKeys) {
  const auto https = parse_source(
      "s",
      with_key("https: https://x.example/p.yaml\nca_file: /ca\nheaders_file: /h\nrequired: on"));
  ASSERT_TRUE(https) << https.error().text();
  EXPECT_TRUE(https->required);
  EXPECT_EQ(text_of(*https), "https://x.example");
  const auto git = parse_source("s", with_key("git: /srv/p\nbranch: main"));
  ASSERT_TRUE(git) << git.error().text();
  EXPECT_EQ(git->path, "policy.yaml");
  EXPECT_EQ(text_of(*git), "git /srv/p (main)");
  EXPECT_EQ(parse_source("s", with_key("file: /p.yaml"))->keys.size(), 1U);
}

TEST(PolicySourceTest, WhatCannotBeMeantIsRefused) {
  EXPECT_THAT(fault_of("file: /p.yaml"), HasSubstr("keys"));
  EXPECT_THAT(fault_of("file: /p.yaml\nkeys: []"), HasSubstr("keys"));
  EXPECT_THAT(fault_of(with_key("")), HasSubstr("the source is missing"));
  EXPECT_THAT(fault_of(with_key("file: /p\ngit: /g")), HasSubstr("one source"));
  EXPECT_THAT(fault_of(with_key("file: /p\nbranch: main")), HasSubstr("branch: only for git"));
  EXPECT_THAT(fault_of(with_key("file: p.yaml")), HasSubstr("whole path"));
  EXPECT_THAT(fault_of(with_key("https: http://x.example/p")), HasSubstr("only https://"));
  EXPECT_THAT(fault_of(with_key("https: https://u:p@x.example/p")), HasSubstr("https"));
  EXPECT_THAT(fault_of(with_key("git: /g\npath: ../p")), HasSubstr("must lie in the repository"));
  EXPECT_THAT(fault_of(with_key("fil: /p")), HasSubstr("unknown key \"fil\""));
  EXPECT_THAT(fault_of("- x"), HasSubstr("source.yaml:1"));
}

TEST(MachineShareTest, APlaceStaysAndAllPlacesAreTaken) {
  EXPECT_EQ(share_place_of("a"), share_place_of("a"));
  std::array<int, 100> taken{};
  for (int i = 0; i < 10'000; ++i)
    ++taken.at(static_cast<std::size_t>(share_place_of(std::to_string(i))));
  for (const int count : taken) {
    EXPECT_GT(count, 50);
    EXPECT_LT(count, 150);
  }
}

}  // namespace
}  // namespace guard::supervisor
