// SPDX-License-Identifier: Apache-2.0
#include "supervisor/call/act_text.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tests/supervisor/audit/fake_secrets.h"
#include "tests/supervisor/audit/redacted_text.h"
#include "tests/supervisor/support/made_call.h"

namespace guard::supervisor {
namespace {

using policy::Act;
using policy::Action;

struct Row {
  Action action;
  std::string wanted;
};

Action on(Act act, const std::vector<std::string>& paths, const std::string& syscall = "") {
  Action action;
  action.act = act;
  action.syscall = syscall;
  for (const std::string& path : paths) action.objects.push_back(made_object(path));
  return action;
}

Action exec_of(std::vector<std::string> argv) {
  Action action;
  action.argv = std::move(argv);
  return action;
}

Action at(Act act, const std::string& address, std::uint16_t port,
          const std::string& syscall = "connect") {
  Action action;
  action.act = act;
  action.syscall = syscall;
  action.destination.protocol = "tcp";
  action.destination.address = address;
  action.destination.port = port;
  return action;
}

Action named(const std::string& name) {
  Action action = at(Act::kConnect, "192.0.2.7", 443);
  action.destination.name = name;
  return action;
}

Action chmod_of(const std::string& path) {
  Action action = on(Act::kMetadata, {path});
  action.change.kind = policy::MetadataKind::kMode;
  action.change.mode = 0755;
  return action;
}

Action system_of(const std::string& change, const std::vector<std::string>& paths = {}) {
  Action action = on(Act::kSystem, paths, "mount");
  action.system_change = change;
  return action;
}

std::string text_of(const Action& action) {
  PendingCall call;
  call.action = action;
  return without_tags(act_text(call, redactor()));
}

TEST(ActTextTest, ActsOnFilesAreNamedAsAPersonSaysThem) {
  const std::vector<Row> rows = {
      {on(Act::kCreate, {"/w/a"}), "create /w/a"},
      {on(Act::kModify, {"/w/a"}), "change /w/a"},
      {on(Act::kDelete, {"/w/a"}), "delete /w/a"},
      {on(Act::kRename, {"/w/a", "/w/b"}), "move /w/a to /w/b"},
      {on(Act::kLink, {"/w/a", "/w/b"}), "link /w/a to /w/b"},
      {on(Act::kRead, {"/w/a"}), "read /w/a"},
      {on(Act::kSignal, {}), "signal"},
      {on(Act::kDelete, {}), "delete"},
      {chmod_of("/w/a"), "chmod 0755 /w/a"},
      {on(Act::kMetadata, {}), "metadata"},
  };
  for (const Row& row : rows) EXPECT_EQ(text_of(row.action), row.wanted);
}

TEST(ActTextTest, ACommandIsToldAsItIsTyped) {
  EXPECT_EQ(text_of(exec_of({"rm", "-rf", "./tmp a"})), "rm -rf './tmp a'");
  EXPECT_EQ(text_of(exec_of({})), "");
}

TEST(ActTextTest, AProgramWithRightsOfItsOwnIsNamedByItsFile) {
  Action action = exec_of({"ls", "./x"});
  action.exe = "/usr/bin/sudo";
  EXPECT_EQ(text_of(action), "ls ./x");
  action.image_setuid = true;
  EXPECT_EQ(text_of(action), "/usr/bin/sudo ./x (called as \"ls\")");
  action.argv.front() = "/bin/sudo";
  EXPECT_EQ(text_of(action), "/bin/sudo ./x");
}

TEST(ActTextTest, AnActOnTheSystemSaysItsCallAndWhatItWouldDo) {
  EXPECT_EQ(text_of(system_of("opens a raw socket")), "mount: opens a raw socket");
  EXPECT_EQ(text_of(system_of("opens it", {"/mnt"})), "mount: opens it");
  EXPECT_EQ(text_of(system_of("", {"/mnt"})), "mount /mnt");
  EXPECT_EQ(text_of(system_of("")), "mount");
}

TEST(ActTextTest, ActsOnSocketsSayWhere) {
  Action both = at(Act::kConnect, "192.0.2.7", 443);
  both.objects = {made_object("/run/x.sock")};
  const std::vector<Row> rows = {
      {at(Act::kConnect, "192.0.2.7", 443), "connect to 192.0.2.7 port 443"},
      {at(Act::kConnect, "192.0.2.7", 53, "sendto"), "send to 192.0.2.7 port 53"},
      {at(Act::kConnect, "192.0.2.7", 53, "sendmsg"), "send to 192.0.2.7 port 53"},
      {named("example.org"), "connect to example.org (192.0.2.7) port 443"},
      {on(Act::kConnect, {"/run/x.sock"}, "connect"), "connect to /run/x.sock"},
      {on(Act::kConnect, {"/run/x.sock"}, "sendto"), "send to /run/x.sock"},
      {on(Act::kConnect, {}, "connect"), "connect"},
      {both, "connect to 192.0.2.7 port 443"},
      {at(Act::kListen, "0.0.0.0", 8080, "bind"), "listen on 0.0.0.0 port 8080"},
      {at(Act::kListen, "::", 0, "bind"), "listen on ::, any port"},
  };
  for (const Row& row : rows) EXPECT_EQ(text_of(row.action), row.wanted);
}

TEST(ActTextTest, NothingOfAnActReachesATerminalRaw) {
  const std::string raw = "a\x1b[2J";
  const std::string safe = "a\\x1B[2J";
  const std::vector<Row> rows = {
      {exec_of({"echo", raw}), "echo '" + safe + "'"},
      {on(Act::kDelete, {"/w/" + raw}), "delete /w/" + safe},
      {on(Act::kRename, {"/w/b", "/w/" + raw}), "move /w/b to /w/" + safe},
      {chmod_of("/w/" + raw), "chmod 0755 /w/" + safe},
      {system_of(raw), "mount: " + safe},
      {named(raw), "connect to " + safe + " (192.0.2.7) port 443"},
      {on(Act::kConnect, {"/run/" + raw}), "connect to /run/" + safe},
      {at(Act::kListen, raw, 1), "listen on " + safe + " port 1"},
  };
  for (const Row& row : rows) EXPECT_EQ(text_of(row.action), row.wanted);
}

TEST(ActTextTest, NoSecretIsTold) {
  const std::string secret = fake_github_token();
  const std::string path = "/w/" + secret;
  const std::string shown_path = "/w/ghp_[redacted]";
  const std::vector<Row> rows = {
      {exec_of({"echo", secret}), "echo 'ghp_[redacted]'"},
      {exec_of({"mysql", "-ps3cret", "db"}), "mysql '-p[redacted]' db"},
      {on(Act::kDelete, {path}), "delete " + shown_path},
      {on(Act::kRename, {"/w/b", path}), "move /w/b to " + shown_path},
      {chmod_of(path), "chmod 0755 " + shown_path},
      {system_of("mounts " + path), "mount: mounts " + shown_path},
      {on(Act::kConnect, {path}), "connect to " + shown_path},
  };
  for (const Row& row : rows) EXPECT_EQ(text_of(row.action), row.wanted);
}

TEST(ActTextTest, WhatIsShownHasNeitherSecretsNorControls) {
  EXPECT_EQ(without_tags(shown(redactor(), "a\tb " + fake_github_token())), "a\\tb ghp_[redacted]");
  EXPECT_EQ(shown(redactor(), "/w/a"), "/w/a");
}

TEST(ActTextTest, APeerIsToldExactly) {
  Action both = at(Act::kConnect, "192.0.2.7", 443);
  both.objects = {made_object("/run/x.sock")};
  Action deletion = on(Act::kDelete, {"/w/a"});
  deletion.destination = both.destination;
  const std::vector<Row> rows = {
      {at(Act::kConnect, "192.0.2.7", 443), "tcp 192.0.2.7 443"},
      {at(Act::kListen, "0.0.0.0", 8080), "tcp 0.0.0.0 8080"},
      {both, "tcp 192.0.2.7 443"},
      {on(Act::kConnect, {"/run/x.sock"}), "/run/x.sock"},
      {on(Act::kListen, {"/run/x.sock"}), "/run/x.sock"},
      {on(Act::kConnect, {}), ""},
      {deletion, ""},
  };
  for (const Row& row : rows) EXPECT_EQ(peer_text(row.action), row.wanted);
}

TEST(ActTextTest, ACommandIsTheSameByItsFolderAndWordsAlone) {
  Action action = exec_of({"rm", "a b"});
  action.cwd = "/w";
  action.exe = "/usr/bin/rm";
  const std::string text = exec_text(action);
  const char wanted[] = "exec /w\0rm\0a b";  // with its own end
  EXPECT_EQ(text, std::string(wanted, sizeof wanted));
  Action other = action;
  other.exe = "/bin/rm";
  EXPECT_EQ(exec_text(other), text);
  other.argv = {"rm", "a", "b"};
  EXPECT_NE(exec_text(other), text);
  other = action;
  other.cwd = "/x";
  EXPECT_NE(exec_text(other), text);
}

}  // namespace
}  // namespace guard::supervisor
