// SPDX-License-Identifier: Apache-2.0
// The facts of a call that only judging needs, and whether finding them out may take a while.
#include "supervisor/judge/enricher.h"

#include <gtest/gtest.h>
#include <sys/socket.h>

#include "policy/load/yaml_loader.h"
#include "tests/supervisor/judge/judging_fixture.h"

namespace guard::supervisor {
namespace {

using interceptor::Operation;
using policy::Act;
using policy::PathClass;
using policy::Recoverability;

constexpr const char* kHooks = "/home/u/.agent/hooks/**";

class EnricherTest : public JudgingFixture {
 protected:
  EnricherParts parts_of_enricher() {
    (void)stages();
    return {.policy = policy_,
            .assessor = stages().assessor(),
            .paths = paths_,
            .network = *network_,
            .sockets = socket_judge_};
  }
  static std::unique_ptr<PendingCall> read_of(const std::string& path, PathClass place,
                                              const std::string& by = "/usr/bin/cat") {
    auto call = call_of(Act::kRead, {object(path, place, Recoverability::kPrecious)});
    call->action.actor.exe = by;
    return call;
  }
  static bool takes_secret(const EnricherParts& parts, PendingCall& call) {
    Enricher(parts).enrich(call);
    return call.takes_secret;
  }
  SocketJudge socket_judge_{paths_, sockets_};
};

TEST_F(EnricherTest, AReadOfASecretIsTold) {
  EXPECT_TRUE(takes_secret(parts_of_enricher(), *read_of("/w/.env", PathClass::kSecret)));
  EXPECT_FALSE(takes_secret(parts_of_enricher(), *read_of("/w/a.txt", PathClass::kWorkspace)));
}

TEST_F(EnricherTest, WhereReadsAreNotJudgedNoneTakesASecret) {
  policy_.secret_reads = policy::SecretReads::kOff;
  auto call = read_of("/w/.env", PathClass::kSecret);
  call->takes_secret = true;  // of an earlier description
  EXPECT_FALSE(takes_secret(parts_of_enricher(), *call));
}

TEST_F(EnricherTest, AnotherNameMakesASecretNoLessOne) {
  EnricherParts parts = parts_of_enricher();
  parts.is_secret = [](const auto&, const std::string&, bool) { return true; };
  auto call = read_of("/w/a.txt", PathClass::kWorkspace);
  EXPECT_TRUE(takes_secret(parts, *call));
  EXPECT_EQ(call->action.objects[0].path_class, PathClass::kSecret);
}

TEST_F(EnricherTest, WhatHoldsNoSecretIsNoneByItsName) {
  EnricherParts parts = parts_of_enricher();
  bool by_name = false;
  parts.is_secret = [&by_name](const auto&, const std::string&, bool told) {
    by_name = told;
    return false;
  };
  EXPECT_FALSE(takes_secret(parts, *read_of("/w/.env", PathClass::kSecret)));
  EXPECT_TRUE(by_name);
}

TEST_F(EnricherTest, GuardsOwnFilesStayGuardsOwn) {
  EnricherParts parts = parts_of_enricher();
  parts.is_secret = [](const auto&, const std::string&, bool) { return true; };
  auto call = read_of("/home/u/.local/state/guard/key", PathClass::kGuard);
  EXPECT_TRUE(takes_secret(parts, *call));
  EXPECT_EQ(call->action.objects[0].path_class, PathClass::kGuard);
}

TEST_F(EnricherTest, WhatGitHasIsCleanToGitAlone) {
  struct Case {
    const char* by;
    bool committed;
    Recoverability kept;
  };
  for (const auto& [by, committed, kept] : {
           Case{"/usr/bin/git", true, Recoverability::kClean},
           Case{"/usr/bin/git", false, Recoverability::kPrecious},
           Case{"/usr/bin/cat", true, Recoverability::kPrecious},
       }) {
    EnricherParts parts = parts_of_enricher();
    parts.is_committed = [committed = committed](const PendingCall&) { return committed; };
    auto call = read_of("/w/.env", PathClass::kSecret, by);
    call->action.actor.installed = true;
    EXPECT_TRUE(takes_secret(parts, *call));
    EXPECT_EQ(call->action.objects[0].recoverability, kept) << by << committed;
    EXPECT_EQ(Enricher(parts).look_ahead(*call).is_slow, std::string(by) == "/usr/bin/git");
  }
}

class SteeringTest : public EnricherTest {
 protected:
  static policy::PathRoots with_hooks() {
    policy::PathRoots made = roots();
    made.own_state = {"/home/u/.agent"};
    made.patterns = {{kHooks, PathClass::kConfig}};
    return made;
  }
  PathClass class_after(Act act, const char* syscall, policy::ObjectType type,
                        const std::string& path) {
    const policy::PathClassifier classifier(with_hooks());
    const BuildFolders folders(classifier);
    const PathFacts paths(classifier, born_, folders);
    EnricherParts parts = parts_of_enricher();
    const EnricherParts here{.policy = parts.policy,
                             .assessor = parts.assessor,
                             .paths = paths,
                             .network = parts.network,
                             .sockets = parts.sockets};
    policy::Object own = object(path, PathClass::kOwnState, Recoverability::kPrecious);
    own.type = type;
    auto call = call_of(act, {own, precious("/w/x")});
    call->action.syscall = syscall;
    Enricher(here).enrich(*call);
    return call->action.objects[0].path_class;
  }
};

TEST_F(SteeringTest, AFolderThatMayHoldSettingsIsMovedAsASetting) {
  using policy::ObjectType;
  struct Case {
    const char* what;
    Act act;
    const char* syscall;
    ObjectType type;
    const char* path;
    PathClass becomes;
  };
  for (const Case& one : {
           Case{"moves the folder above", Act::kRename, "rename", ObjectType::kDirectory,
                "/home/u/.agent", PathClass::kConfig},
           Case{"moves the folder itself", Act::kRename, "rename", ObjectType::kDirectory,
                "/home/u/.agent/hooks", PathClass::kConfig},
           Case{"moves another folder", Act::kRename, "rename", ObjectType::kDirectory,
                "/home/u/.agent/log", PathClass::kOwnState},
           Case{"moves a file", Act::kRename, "rename", ObjectType::kFile, "/home/u/.agent/hooks",
                PathClass::kOwnState},
           Case{"links in its place", Act::kCreate, "symlinkat", ObjectType::kMissing,
                "/home/u/.agent/hooks", PathClass::kConfig},
           Case{"makes it", Act::kCreate, "mkdir", ObjectType::kMissing, "/home/u/.agent/hooks",
                PathClass::kOwnState},
       }) {
    EXPECT_EQ(class_after(one.act, one.syscall, one.type, one.path), one.becomes) << one.what;
  }
}

class NamesTest : public EnricherTest {
 protected:
  void SetUp() override {
    policy_.network_allow = {"example.org"};
    network_.emplace(
        policy_,
        [this](const std::string&) {
          ++lookups_;
          return Addresses(std::vector<std::string>{"192.0.2.7"});
        },
        NetworkFacts::Clock::now);
  }
  int lookups_ = 0;
};

TEST_F(NamesTest, AnAddressGetsThePolicysNameForIt) {
  auto call = connect_to("192.0.2.7");
  const Enricher enricher(parts_of_enricher());
  EXPECT_TRUE(enricher.look_ahead(*call).is_slow);
  enricher.enrich(*call);
  EXPECT_EQ(call->action.destination.name, "example.org");
  EXPECT_FALSE(enricher.look_ahead(*connect_to("192.0.2.7")).is_slow) << "known by now";
}

TEST_F(NamesTest, WhatDecidesNothingIsNotLookedUp) {
  auto call = connect_to("192.0.2.7");
  call->held.raw.operation = Operation::kSend;
  call->held.to_its_peer = true;
  Enricher(parts_of_enricher()).enrich(*call);
  EXPECT_EQ(lookups_, 0);
  EXPECT_TRUE(call->action.destination.name.empty());
}

TEST_F(NamesTest, ASendToWhereOneWasJudgedBeforeLooksNothingUp) {
  auto call = connect_to("192.0.2.7");
  call->held.raw.operation = Operation::kSend;
  call->held.socket = UniqueFd(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  call->held.kind.domain = AF_INET;
  call->held.address.bytes = {'a'};
  sockets_.sent(interceptor::cookie_of(call->held.socket.get()), place_of_send(call->held),
                {call->process->program, "a.rule", ""});
  Enricher(parts_of_enricher()).enrich(*call);
  EXPECT_EQ(lookups_, 0);
}

TEST_F(EnricherTest, NamesThatTheTreeSaysAreLookedForOnAWorker) {
  struct Case {
    const char* address;
    std::uint16_t port;
    bool loopback;
    bool hints;
    bool may;
  };
  for (const auto& [address, port, loopback, hints, may] : {
           Case{"192.0.2.7", 443, false, true, true},
           Case{"192.0.2.7", 443, false, false, false},
           Case{"192.0.2.7", 53, false, true, false},
           Case{"127.0.0.1", 443, true, true, false},
           Case{"", 0, false, true, false},
       }) {
    EnricherParts parts = parts_of_enricher();
    parts.has_hints = hints;
    auto call = connect_to(address, port);
    call->action.destination.loopback = loopback;
    EXPECT_EQ(Enricher(parts).may_be_named(*call), may) << address << ":" << port << hints;
    EXPECT_EQ(Enricher(parts).look_ahead(*call).is_slow, may) << address << ":" << port << hints;
  }
}

TEST_F(EnricherTest, ShellTextIsReadOnAWorkerAndOnce) {
  policy_ = *policy::load_policy({});
  auto call = call_of(Act::kExec);
  call->action.argv = {"bash", "-c", "rm -rf x"};
  call->action.exe = "/usr/bin/bash";
  const auto ahead = Enricher(parts_of_enricher()).look_ahead(*call);
  EXPECT_TRUE(ahead.is_slow);
  EXPECT_FALSE(ahead.readings.empty());
  call->action.argv = {"true"};
  call->action.exe = "/usr/bin/true";
  EXPECT_FALSE(Enricher(parts_of_enricher()).look_ahead(*call).is_slow);
}

}  // namespace
}  // namespace guard::supervisor
