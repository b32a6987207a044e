// SPDX-License-Identifier: Apache-2.0
#include "console/web/web_checks.h"

#include <gtest/gtest.h>

#include "console/web/web_routes.h"

namespace guard::console {
namespace {

constexpr std::uint16_t kPort = 8765;
const PagePlace kPlace{"127.83.2.9", "127.83.2.9", kPort, false};

class WebChecksTest : public ::testing::Test {
 protected:
  WebChecksTest() {
    const auto opened = login_.open(login_.new_token(), Login::Clock::now());
    request_.method = "POST";
    request_.host = "127.83.2.9:8765";
    request_.origin = "http://127.83.2.9:8765";
    request_.fetch_site = "same-origin";
    request_.content_type = "application/json";
    request_.cookie = "other=1; guard_web_8765=" + opened->cookie;
    request_.key = opened->key;
  }
  [[nodiscard]] int status(Access access = Access::kApi) const {
    const auto refused = refusal(request_, access, login_, kPlace);
    return refused ? refused->status : 0;
  }

  Login login_;
  WebRequest request_;
};

TEST_F(WebChecksTest, ItsOwnPageInAKnownBrowserMay) {
  EXPECT_EQ(status(), 0);
}

TEST_F(WebChecksTest, AnotherNameOfThisServerIsRefused) {
  for (const char* host :
       {"", "evil.example", "evil.example:8765", "127.83.2.9", "127.83.2.9:80", "localhost:8765",
        "127.0.0.1:8765", "127.83.2.9:8765.evil.example", "0.0.0.0:8765", "[::1]:8765"}) {
    request_.host = host;
    request_.origin = std::string("http://") + host;
    EXPECT_EQ(status(), 421) << host;
    EXPECT_EQ(status(Access::kPage), 421) << host;
  }
}

TEST_F(WebChecksTest, AForeignOriginIsRefused) {
  for (const char* origin :
       {"null", "http://evil.example", "https://127.83.2.9:8765", "http://127.83.2.9:3000",
        "http://127.0.0.1:8765", "http://localhost:8765"}) {
    request_.origin = origin;
    EXPECT_EQ(status(), 403) << origin;
    EXPECT_EQ(status(Access::kLogin), 403) << origin;
  }
}

TEST_F(WebChecksTest, WhatChangesSomethingSaysItsOrigin) {
  request_.origin = "";
  EXPECT_EQ(status(), 403);
  request_.method = "DELETE";
  EXPECT_EQ(status(), 403);
  request_.method = "GET";
  EXPECT_EQ(status(), 0);
}

TEST_F(WebChecksTest, AnotherServerOfThisHostIsNoOwnPage) {
  for (const char* site : {"same-site", "cross-site", "nonsense"}) {
    request_.fetch_site = site;
    EXPECT_EQ(status(), 403) << site;
  }
  request_.fetch_site = "none";  // typed by a person
  EXPECT_EQ(status(), 0);
}

TEST_F(WebChecksTest, ItTakesTheCookieAndTheKey) {
  const WebRequest good = request_;
  request_.cookie = "guard_web_8766=" + own_cookies(good, kPort).front();
  EXPECT_EQ(status(), 401);
  request_ = good;
  request_.key = "";
  EXPECT_EQ(status(), 401);
  request_.method = "GET";
  EXPECT_EQ(status(), 401);
  EXPECT_EQ(status(Access::kPage), 0);
}

TEST_F(WebChecksTest, ACookieOfAnotherServerLocksNobodyOut) {
  request_.cookie = "guard_web_8765=evil; " + request_.cookie + "; guard_web_8765=evil";
  EXPECT_EQ(status(), 0);
}

TEST_F(WebChecksTest, ABodyIsJson) {
  for (const char* type : {"", "text/plain", "application/x-www-form-urlencoded"}) {
    request_.content_type = type;
    EXPECT_EQ(status(), 415) << type;
    EXPECT_EQ(status(Access::kLogin), 415) << type;
  }
}

TEST(WebRoutesTest, OnlyThePageAndTheLoginAreOpen) {
  const auto access = [](const char* method, const std::vector<std::string>& path) {
    return find_route(method, path)->access;
  };
  EXPECT_EQ(access("GET", {}), Access::kPage);
  EXPECT_EQ(access("GET", {"assets", "app.js"}), Access::kPage);
  EXPECT_EQ(access("POST", {"api", "login"}), Access::kLogin);
  EXPECT_EQ(access("POST", {"api", "sessions", "s", "approvals"}), Access::kApi);
  EXPECT_EQ(access("GET", {"api", "events"}), Access::kApi);
  EXPECT_EQ(access("POST", {"api", "audit", "exports"}), Access::kApi);
  EXPECT_EQ(access("GET", {"api", "audit", "exports", "x"}), Access::kOrder);
}

TEST(WebRoutesTest, NothingElseIsThere) {
  EXPECT_EQ(find_route("GET", {"api", "login"}), nullptr);
  EXPECT_EQ(find_route("PUT", {"api", "login"}), nullptr);
  EXPECT_EQ(find_route("GET", {"assets", "..", "x"}), nullptr);
  EXPECT_EQ(find_route("POST", {"api", "sessions", "approvals"}), nullptr);
}

TEST(WebMessageTest, EveryAnswerForbidsForeignScripts) {
  bool found = false;
  for (const auto& [name, value] : safe_headers())
    if (name == "Content-Security-Policy") {
      found = true;
      EXPECT_TRUE(value.starts_with("default-src 'none'"));
      EXPECT_EQ(value.find("unsafe"), std::string::npos);
    }
  EXPECT_TRUE(found);
}

TEST(WebMessageTest, TextsAreSafeToShow) {
  const auto shown = shown_json({{"a\x1b", {"x\u202Ey", 7}}, {"b", "<b>\n"}});
  EXPECT_EQ(shown.dump(), R"({"a\\x1B":["x\\u{202E}y",7],"b":"<b>\\n"})");
}

}  // namespace
}  // namespace guard::console
