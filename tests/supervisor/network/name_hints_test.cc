// SPDX-License-Identifier: Apache-2.0
// Names that the tree speaks of against addresses, with a resolver of the test's own.
#include "supervisor/network/name_hints.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <map>
#include <memory>
#include <optional>

#include "base/limits.h"

namespace guard::supervisor {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class NameHintsTest : public ::testing::Test {
 protected:
  policy::Destination completed(const char* address, const std::vector<std::string>& said = {}) {
    policy::Destination destination;
    destination.address = address;
    destination.port = 443;
    hints_.complete(destination, said);
    return destination;
  }
  std::map<std::string, Addresses> answers_;
  std::vector<std::string> asked_;
  NameHints hints_{[this](const std::string& name) -> Addresses {
    asked_.push_back(name);
    const auto found = answers_.find(name);
    return found == answers_.end() ? std::vector<std::string>{} : found->second;
  }};
};

TEST_F(NameHintsTest, ANameThatWasHeardAndLeadsThereIsTheName) {
  answers_["api.example.org"] = {{"192.0.2.7", "192.0.2.8"}};
  hints_.heard("api.example.org");
  EXPECT_THAT(asked_, IsEmpty()) << "only for an address that is asked about";
  const auto found = completed("192.0.2.7");
  EXPECT_EQ(found.name, "api.example.org");
  EXPECT_EQ(found.name_source, policy::NameSource::kDns);
  EXPECT_THAT(found.names, ElementsAre("api.example.org"));
  EXPECT_EQ(completed("192.0.2.8").name, "api.example.org");
  EXPECT_THAT(asked_, ElementsAre("api.example.org")) << "once";
}

TEST_F(NameHintsTest, ANameThatLeadsElsewhereIsNot) {
  answers_["bank.example.org"] = {{"192.0.2.7"}};
  hints_.heard("bank.example.org");
  EXPECT_EQ(completed("192.0.2.66").name, "");
  EXPECT_EQ(completed("192.0.2.66", {"bank.example.org"}).name, "");
}

TEST_F(NameHintsTest, TheLatestComesFirstAndWhatWasSaidLast) {
  for (const char* name : {"old.test", "new.test", "said.test"}) answers_[name] = {{"192.0.2.7"}};
  hints_.heard("old.test");
  hints_.heard("new.test");
  EXPECT_EQ(completed("192.0.2.7", {"said.test"}).name, "new.test");
  EXPECT_THAT(asked_, ElementsAre("new.test"));
}

// A lookup of guard's would carry out what the tree may not ask for.
TEST_F(NameHintsTest, WhatIsOnlySaidIsLookedUpOnceTheTreeMayAsk) {
  answers_["said.test"] = {{"192.0.2.7"}};
  EXPECT_EQ(completed("192.0.2.7", {"said.test"}).name, "");
  hints_.let_ask();
  EXPECT_EQ(completed("192.0.2.7", {"said.test"}).name, "said.test");
}

TEST_F(NameHintsTest, WhatHasANameOrStaysHereIsLeftAlone) {
  answers_["a.test"] = {{"127.0.0.1", "192.0.2.7"}};
  hints_.heard("a.test");
  policy::Destination destination;
  destination.address = "127.0.0.1";
  destination.loopback = true;
  hints_.complete(destination, {});
  EXPECT_EQ(destination.name, "");
  destination = {};
  destination.address = "192.0.2.7";
  destination.name = "allowed.test";
  hints_.complete(destination, {});
  EXPECT_EQ(destination.name, "allowed.test");
  EXPECT_THAT(asked_, IsEmpty());
}

TEST_F(NameHintsTest, AQuestionWaitsForFewLookups) {
  for (int i = 0; i < 40; ++i) hints_.heard("n" + std::to_string(i) + ".test");
  (void)completed("192.0.2.7");
  constexpr std::size_t kMost = size_limit("hints.lookups");
  EXPECT_EQ(asked_.size(), kMost);
  (void)completed("192.0.2.7");
  EXPECT_EQ(asked_.size(), 2 * kMost) << "the next ones; none twice in a row";
}

TEST_F(NameHintsTest, NamesBeyondTheirNumberAreForgotten) {
  constexpr std::size_t kMost = size_limit("hints.heard");
  answers_["first.test"] = {{"192.0.2.7"}};
  const auto found_after = [&](std::size_t others) {
    NameHints hints([this](const std::string& name) -> Addresses {
      const auto found = answers_.find(name);
      return found == answers_.end() ? std::vector<std::string>{} : found->second;
    });
    hints.heard("first.test");
    for (std::size_t i = 0; i < others; ++i) hints.heard("n" + std::to_string(i) + ".test");
    policy::Destination destination;
    for (std::size_t questions = 0; questions <= kMost && destination.name.empty(); ++questions) {
      destination = {};
      destination.address = "192.0.2.7";
      hints.complete(destination, {});
    }
    return destination.name;
  };
  EXPECT_EQ(found_after(kMost - 2), "first.test");
  EXPECT_EQ(found_after(kMost - 1), "first.test");
  EXPECT_EQ(found_after(kMost), "");
}

// A few for each question, and none again so soon.
TEST_F(NameHintsTest, NamesBeyondTheirNumberAreNotLookedUp) {
  constexpr std::size_t kMost = size_limit("hints.looked");
  for (std::size_t i = 1; i <= kMost + 1; ++i) {
    const std::string name = "n" + std::to_string(i) + ".test";
    const std::string address = "2001:db8::" + std::to_string(i);
    answers_[name] = {{address}};
    hints_.heard(name);
    EXPECT_EQ(completed(address.c_str()).name, i <= kMost ? name : "") << i;
  }
  EXPECT_EQ(asked_.size(), kMost);
}

TEST_F(NameHintsTest, ASilentNameServerIsAskedOnce) {
  answers_["a.test"] = std::nullopt;
  answers_["b.test"] = std::nullopt;
  hints_.heard("a.test");
  hints_.heard("b.test");
  EXPECT_EQ(completed("192.0.2.7").name, "");
  EXPECT_THAT(asked_, ElementsAre("b.test"));
}

// It outlives whoever asked: nobody waits for it at the end.
TEST(SlowNameHintsTest, ALookupThatTakesLongHoldsUpNothing) {
  std::promise<void> release;
  const auto released = release.get_future().share();
  const auto done = std::make_shared<std::promise<void>>();
  policy::Destination destination;
  destination.address = "192.0.2.7";
  {
    NameHints hints(
        [released, done](const std::string&) -> Addresses {
          released.wait();
          done->set_value();
          return std::vector<std::string>{"192.0.2.7"};
        },
        std::chrono::milliseconds(20));
    hints.heard("slow.test");
    hints.complete(destination, {});
    EXPECT_EQ(destination.name, "");
    hints.complete(destination, {});  // it is under way: not begun again
    EXPECT_EQ(destination.name, "");
  }
  release.set_value();
  done->get_future().wait();
  EXPECT_EQ(NameHints::kPatience, time_limit("hints.ms"));
}

TEST_F(NameHintsTest, WordsThatAreNoHostNamesAreNotHeard) {
  for (const char* word : {"localhost", "192.0.2.7", "a..", ".a", "", "1.2.3"}) hints_.heard(word);
  (void)completed("192.0.2.9");
  EXPECT_THAT(asked_, IsEmpty());
}

TEST(HostsInWordsTest, FindsWebAddressesWhereverTheyStand) {
  EXPECT_THAT(hosts_in_words({"curl", "-s", "https://User:pw@Files.example.org:8443/a?b=c@d"}),
              ElementsAre("files.example.org"));
  EXPECT_THAT(hosts_in_words({"bash", "-c", "curl 'http://a.test' && wget ftp://b.test/x a.test"}),
              ElementsAre("a.test", "b.test"));
  EXPECT_THAT(hosts_in_words({"ssh", "git@code.example.org:team/x.git"}),
              ElementsAre("code.example.org"));
}

TEST(HostsInWordsTest, LeavesNumbersInOtherSpellingsAlone) {
  EXPECT_TRUE(hosts_in_words({"http://192.0.2.0x7/", "http://0xc0.0.2.7/"}).empty());
}

TEST(HostsInWordsTest, LeavesOtherWordsAlone) {
  EXPECT_THAT(hosts_in_words({"npm", "i", "@scope/name", "left-pad@1.3.0", "notes.txt", "a@b",
                              "file:///etc/x.conf", "http://192.0.2.7/", "http://[2001:db8::1]/",
                              "dir/me@files.example.org", "://", "@"}),
              IsEmpty());
}

}  // namespace
}  // namespace guard::supervisor
