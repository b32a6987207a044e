// SPDX-License-Identifier: Apache-2.0
#include "supervisor/signing/ssh_relay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/supervisor/signing/relayed.h"

namespace guard::supervisor {
namespace {

using policy::KeyUse;
using testing::ElementsAre;
using testing::HasSubstr;

const std::string kFailure = wire_string("\5");
const std::string kSuccess = wire_string("\6");
const std::string kList = wire_string("\x0b");

std::string byte(int value) {
  return {static_cast<char>(value)};
}

std::string number(std::size_t value) {
  return wire_string(std::string(value, 'x')).substr(0, 4);
}

std::string sign(const std::string& data) {
  return wire_string(byte(13) + wire_string("key") + wire_string(data) + std::string(4, '\0'));
}

std::string bind(const std::string& host, const std::string& session, bool forwards = false) {
  return wire_string(byte(27) + wire_string("session-bind@openssh.com") + wire_string(host) +
                     wire_string(session) + wire_string("proof") + byte(forwards ? 1 : 0));
}

std::string login(const std::string& session, const std::string& host = "") {
  return wire_string(session) + byte(50) + wire_string("git") + wire_string("ssh-connection") +
         wire_string(host.empty() ? "publickey" : "publickey-hostbound-v00@openssh.com") + byte(1) +
         wire_string("ssh-ed25519") + wire_string("key") + (host.empty() ? "" : wire_string(host));
}

using Ssh = Relayed<SshRelay>;

// The list that the relay asks for, to know the key's comment.
void tell_list(Ssh& ssh) {
  EXPECT_EQ(Ssh::heard(ssh.agent, kList.size()), kList);
  EXPECT_TRUE(Ssh::said(ssh.agent, wire_string(byte(12) + std::string("\0\0\0\1", 4) +
                                               wire_string("key") + wire_string("ana"))));
}

void bind_to(Ssh& ssh, const std::string& message, const std::string& answer) {
  ASSERT_TRUE(Ssh::said(ssh.program, message));
  EXPECT_EQ(Ssh::heard(ssh.agent, message.size()), message);
  ASSERT_TRUE(Ssh::said(ssh.agent, answer));
  EXPECT_EQ(Ssh::heard(ssh.program, answer.size()), answer);
}

policy::KeyRequest asked_about(Ssh& ssh, const std::string& data) {
  EXPECT_TRUE(Ssh::said(ssh.program, sign(data)));
  tell_list(ssh);
  EXPECT_EQ(Ssh::heard(ssh.program, kFailure.size()), kFailure);
  ssh.end();
  return ssh.asked.empty() ? policy::KeyRequest() : ssh.asked.back();
}

TEST(SshRelayTest, AListGoesThrough) {
  Ssh ssh;
  ASSERT_TRUE(Ssh::said(ssh.program, kList));
  EXPECT_EQ(Ssh::heard(ssh.agent, kList.size()), kList);
  ASSERT_TRUE(Ssh::said(ssh.agent, kSuccess));
  EXPECT_EQ(Ssh::heard(ssh.program, kSuccess.size()), kSuccess);
  ssh.end();
  EXPECT_TRUE(ssh.asked.empty());
}

TEST(SshRelayTest, ASignatureThatNobodyAllowsNeverReachesTheAgent) {
  Ssh ssh;
  const auto request = asked_about(ssh, "bytes");
  EXPECT_EQ(request.use, KeyUse::kUnread);
  EXPECT_EQ(request.pattern, "");
  EXPECT_THAT(request.details, ElementsAre(HasSubstr("key ana (SHA256:")));
}

TEST(SshRelayTest, AnAllowedOneGoesThroughOnce) {
  Ssh ssh;
  ssh.allows = true;
  ASSERT_TRUE(Ssh::said(ssh.program, sign("bytes")));
  tell_list(ssh);
  EXPECT_EQ(Ssh::heard(ssh.agent, sign("bytes").size()), sign("bytes"));
  ASSERT_TRUE(Ssh::said(ssh.agent, wire_string("\x0esigned")));
  EXPECT_EQ(Ssh::heard(ssh.program, 11), wire_string("\x0esigned"));
  ssh.end();
  EXPECT_THAT(ssh.ends_, ElementsAre(true));
}

TEST(SshRelayTest, AHostIsProvenByWhatTheAgentAccepted) {
  Ssh ssh;
  bind_to(ssh, bind("host", "session"), kSuccess);
  const auto request = asked_about(ssh, login("session"));
  EXPECT_EQ(request.use, KeyUse::kLogin);
  EXPECT_THAT(request.words, HasSubstr("as git at the host with the key SHA256:"));
  EXPECT_THAT(request.pattern, HasSubstr(" git@SHA256:"));
}

TEST(SshRelayTest, AHostThatTheAgentDoesNotAcceptIsNotProven) {
  Ssh ssh;
  bind_to(ssh, bind("host", "session"), kFailure);
  const auto request = asked_about(ssh, login("session"));
  EXPECT_THAT(request.words, HasSubstr("at a host that guard cannot tell"));
  EXPECT_EQ(request.pattern, "");
}

TEST(SshRelayTest, AnotherSessionProvesNothing) {
  Ssh ssh;
  bind_to(ssh, bind("host", "session"), kSuccess);
  EXPECT_EQ(asked_about(ssh, login("another")).pattern, "");
}

TEST(SshRelayTest, AHostThatIsSignedAlongIsProven) {
  Ssh ssh;
  EXPECT_THAT(asked_about(ssh, login("session", "host")).pattern, HasSubstr(" git@SHA256:"));
}

TEST(SshRelayTest, TwoHostsForOneSessionProveNone) {
  Ssh ssh;
  bind_to(ssh, bind("host", "session"), kSuccess);
  EXPECT_EQ(asked_about(ssh, login("session", "another")).pattern, "");
}

TEST(SshRelayTest, APurposeThatReadsOtherwiseIsNotRemembered) {
  const auto pattern_for = [](const std::string& purpose) {
    Ssh ssh;
    return asked_about(ssh, "SSHSIG" + wire_string(purpose) + wire_string("") +
                                wire_string("sha512") + wire_string("digest"))
        .pattern;
  };
  EXPECT_THAT(pattern_for("git"), HasSubstr(" git"));
  EXPECT_EQ(pattern_for("git\n"), "");
  EXPECT_EQ(pattern_for("a b"), "");
}

TEST(SshRelayTest, AForwardedAgentSaysWhoAsks) {
  Ssh ssh;
  bind_to(ssh, bind("first", "one", true), kSuccess);
  bind_to(ssh, bind("second", "two"), kSuccess);
  const auto request = asked_about(ssh, login("two"));
  EXPECT_THAT(request.pattern, HasSubstr(" via SHA256:"));
  EXPECT_THAT(request.details.back(), HasSubstr("to which the agent is forwarded"));
}

TEST(SshRelayTest, WhatIsUnknownIsRefusedAndTold) {
  Ssh ssh;
  ASSERT_TRUE(Ssh::said(ssh.program, wire_string("\xff")));
  EXPECT_EQ(Ssh::heard(ssh.program, kFailure.size()), kFailure);
  ssh.end();
  EXPECT_THAT(ssh.refused, ElementsAre("a message of type 255"));
}

TEST(SshRelayTest, AMessageBeyondItsLengthEndsIt) {
  {
    Ssh ssh;
    ASSERT_TRUE(Ssh::said(ssh.program, number(kMostOfSshMessage + 1)));
    EXPECT_EQ(Ssh::heard(ssh.program, 1), "");
  }
  Ssh ssh;
  ASSERT_TRUE(
      Ssh::said(ssh.program, number(kMostOfSshMessage) + std::string(kMostOfSshMessage, '\xff')));
  EXPECT_EQ(Ssh::heard(ssh.program, kFailure.size()), kFailure);
}

TEST(SshRelayTest, AnEndOnEitherSideEndsIt) {
  {
    Ssh ssh;
    ssh.agent.reset();
    EXPECT_EQ(Ssh::heard(ssh.program, 1), "");
  }
  Ssh ssh;
  ssh.program.reset();
  EXPECT_EQ(Ssh::heard(ssh.agent, 1), "");
}

// Nothing that an agent says unasked may be taken for an answer to what comes next.
TEST(SshRelayTest, AnAgentThatSpeaksUnaskedEndsIt) {
  Ssh ssh;
  ASSERT_TRUE(Ssh::said(ssh.agent, kSuccess));
  EXPECT_EQ(Ssh::heard(ssh.program, 1), "");
}

}  // namespace
}  // namespace guard::supervisor
