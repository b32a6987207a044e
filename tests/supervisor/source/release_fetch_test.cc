// SPDX-License-Identifier: Apache-2.0
#include "supervisor/source/release_fetch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/tls/open_ssl.h"
#include "supervisor/source/held_layer.h"
#include "supervisor/source/held_release.h"
#include "supervisor/source/private_key.h"

namespace guard::supervisor {
namespace {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

class ReleaseFetchTest : public ::testing::Test {
 protected:
  ReleaseFetchTest() {
    char name[] = "/tmp/guard_release_fetch_XXXXXX";
    folder_ = ::mkdtemp(name);
    places_ = {folder_ / "source.yaml", folder_ / "held", folder_ / "machine-id", ::geteuid()};
  }
  ~ReleaseFetchTest() override { fs::remove_all(folder_); }

  void SetUp() override {
    if (!load_open_ssl()) GTEST_SKIP() << "no libssl here";
    key_.emplace(*PrivateKey::make());
    write("source.yaml", "file: " + (folder_ / "p.yaml").string() + "\nkeys: [\"" +
                             key_->public_line("") + "\"]\n");
  }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
    ::chmod((folder_ / name).c_str(), 0644);
  }
  void offer(const std::string& release, const std::string& rest = "mode: paranoid\n") const {
    const std::string text = "release: " + release + "\n" + rest;
    write("p.yaml", text);
    write("p.yaml.sig", *key_->sign(text));
  }
  [[nodiscard]] std::string fetched() const {
    const auto end = fetch_release(
        places_, [this](const policy::PolicyFile&) { return fits_; }, now_);
    return end ? std::string(name_of(end->how)) + " " + std::to_string(end->number)
               : end.error().text();
  }
  [[nodiscard]] int held() const {
    const auto held = read_held(places_);
    return held && *held ? (*held)->release.number : 0;
  }

  fs::path folder_;
  SourcePlaces places_;
  std::optional<PrivateKey> key_;
  TimePoint now_ = *parse_iso_time("2026-06-01");
  Result<void> fits_;
};

TEST_F(ReleaseFetchTest, AGreaterNumberIsTakenAndASmallerOneNever) {
  offer("{number: 5}");
  EXPECT_EQ(fetched(), "taken 5");
  EXPECT_EQ(fetched(), "same 5");
  offer("{number: 4}");
  EXPECT_THAT(fetched(), HasSubstr("older than release 5"));
  offer("{number: 5}", "mode: trusting\n");
  EXPECT_THAT(fetched(), HasSubstr("another text"));
  EXPECT_EQ(held(), 5);
  EXPECT_EQ(read_last_try(places_).outcome, "failed");
  offer("{number: 6}");
  EXPECT_EQ(fetched(), "taken 6");
  EXPECT_EQ(held(), 6);
}

TEST_F(ReleaseFetchTest, TheOneBeforeStaysAndOlderOnesGo) {
  for (int number = 1; number <= 3; ++number) {
    offer("{number: " + std::to_string(number) + "}");
    (void)fetched();
  }
  EXPECT_FALSE(fs::exists(folder_ / "held/release-1.yaml"));
  EXPECT_TRUE(fs::exists(folder_ / "held/release-2.yaml"));
  EXPECT_TRUE(fs::exists(folder_ / "held/release-3.sig"));
}

TEST_F(ReleaseFetchTest, WhatHasExpiredIsNotTakenAndWhatExpiresLaterStays) {
  offer("{number: 1, expires: 2026-06-01}");
  EXPECT_THAT(fetched(), HasSubstr("expired"));
  offer("{number: 1, expires: 2026-06-02}");
  EXPECT_EQ(fetched(), "taken 1");
  EXPECT_EQ(held_layer(places_, now_)->note, "");
  const auto later = held_layer(places_, now_ + std::chrono::hours(25));
  ASSERT_TRUE(later);
  EXPECT_TRUE(later->file);
  EXPECT_THAT(later->note, HasSubstr("expired on 2026-06-02, and still holds"));
}

TEST_F(ReleaseFetchTest, WhatDoesNotLoadHereIsNotTaken) {
  fits_ = fail(Code::kInvalid, "x.yaml:1:1: mode is locked");
  offer("{number: 1}");
  EXPECT_THAT(fetched(), HasSubstr("release 1 does not load on this machine: x.yaml:1:1"));
  EXPECT_EQ(held(), 0);
}

TEST_F(ReleaseFetchTest, AMachineWithoutAnIdIsAmongNoShare) {
  offer("{number: 1, share: 99}");
  EXPECT_THAT(fetched(), HasSubstr("has no id"));
  offer("{number: 1}");
  EXPECT_EQ(fetched(), "taken 1");
}

TEST_F(ReleaseFetchTest, OneFetchAtATime) {
  offer("{number: 1}");
  const auto lock = lock_store(places_);
  ASSERT_TRUE(lock);
  EXPECT_THAT(fetched(), HasSubstr("another guard policy fetch runs"));
}

}  // namespace
}  // namespace guard::supervisor
