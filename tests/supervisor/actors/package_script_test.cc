// SPDX-License-Identifier: Apache-2.0
// The child of an installer that is a package's own script, and where such a one may write.
#include "supervisor/actors/package_script.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace guard::supervisor {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const std::vector<std::string> kWorkspace = {"/w"};

policy::Actor actor(const std::vector<std::string>& argv) {
  policy::Actor made;
  made.exe = argv.front();
  made.argv = argv;
  return made;
}

policy::Action start_of(const std::string& exe, const std::string& cwd) {
  policy::Action exec;
  exec.act = policy::Act::kExec;
  exec.exe = exe;
  exec.argv = {exe};
  exec.cwd = cwd;
  return exec;
}

struct Case {
  const char* what;
  std::vector<std::string> installer;
  const char* exe;
  const char* cwd;
  const char* package;  // "": it is no script of one
  const char* folder;
};

const std::vector<std::string> kNpm = {"/usr/bin/node", "/usr/bin/npm", "install"};
const std::vector<std::string> kPip = {"/usr/bin/python3", "-m", "pip", "install", "x"};

const std::vector<Case> kCases = {
    {"npm", kNpm, "/bin/sh", "/w/node_modules/esbuild", "esbuild", "/w/node_modules/esbuild"},
    {"npm, a scope", kNpm, "/bin/sh", "/w/node_modules/@a/b", "@a/b", "/w/node_modules/@a/b"},
    {"npm, a folder of it", kNpm, "/bin/sh", "/w/node_modules/b/deps/c", "b", "/w/node_modules/b"},
    {"npm, nested", kNpm, "/bin/sh", "/w/node_modules/a/node_modules/b", "b",
     "/w/node_modules/a/node_modules/b"},
    {"npm, for all users", kNpm, "/bin/sh", "/usr/lib/node_modules/x", "x",
     "/usr/lib/node_modules/x"},
    {"npm, the workspace's own", kNpm, "/bin/sh", "/w", "", ""},
    {"npm, a package of the workspace", kNpm, "/bin/sh", "/w/packages/a", "", ""},
    {"npm fetches by git", kNpm, "/usr/bin/git", "/home/u/.npm/_cacache/tmp/git-clonex", "", ""},
    {"npm prepares what it fetched", kNpm, "/bin/sh", "/home/u/.npm/_cacache/tmp/git-clonex",
     "git-clonex", "/home/u/.npm/_cacache/tmp/git-clonex"},
    {"npx where it stands", {"/usr/bin/node", "/usr/bin/npx", "x"}, "/bin/sh", "/other", "", ""},
    {"pnpm",
     {"/usr/bin/node", "/opt/pnpm.cjs", "i"},
     "/bin/sh",
     "/w/node_modules/.pnpm/a@1/node_modules/a",
     "a",
     "/w/node_modules/.pnpm/a@1/node_modules/a"},
    {"yarn",
     {"/usr/bin/node", "/opt/yarn.js"},
     "/bin/sh",
     "/w/node_modules/a",
     "a",
     "/w/node_modules/a"},
    {"bun", {"/usr/bin/bun", "install"}, "/bin/sh", "/w/node_modules/a", "a", "/w/node_modules/a"},
    {"bun runs a script", {"/usr/bin/bun", "run", "x"}, "/bin/sh", "/w/node_modules/a", "", ""},
    {"pip, an sdist", kPip, "/usr/bin/python3.11", "/tmp/pip-req-build-x1", "pip-req-build-x1",
     "/tmp/pip-req-build-x1"},
    {"pip, a requirement", kPip, "/usr/bin/python3.11", "/tmp/pip-install-x1/six_ab", "six_ab",
     "/tmp/pip-install-x1"},
    {"pip, the workspace's own", kPip, "/usr/bin/python3.11", "/w/lib", "", ""},
    {"pip fetches by git", kPip, "/usr/bin/git", "/tmp/pip-req-build-x1", "", ""},
    {"pip starts itself", kPip, "/usr/bin/python3.11", "/other", "", ""},
    {"uv",
     {"/usr/bin/uv", "sync"},
     "/usr/bin/python3",
     "/home/u/.cache/uv/sdists-v9/.tmpA/six-1.16",
     "six-1.16",
     "/home/u/.cache/uv/sdists-v9/.tmpA/six-1.16"},
    {"poetry",
     {"/usr/bin/python3", "/usr/bin/poetry", "install"},
     "/usr/bin/python3",
     "/tmp/tmpabc/six",
     "six",
     "/tmp/tmpabc/six"},
    {"cargo",
     {"/usr/bin/cargo", "build"},
     "/w/target/debug/build/a-1/build-script-build",
     "/home/u/.cargo/registry/src/index-1/a-1.0.0",
     "a-1.0.0",
     "/home/u/.cargo/registry/src/index-1/a-1.0.0"},
    {"cargo compiles",
     {"/usr/bin/cargo", "build"},
     "/usr/bin/rustc",
     "/home/u/.cargo/registry/src/index-1/a-1.0.0",
     "",
     ""},
    {"cargo, the workspace's own",
     {"/usr/bin/cargo", "build"},
     "/w/target/debug/build/w-1/build-script-build",
     "/w",
     "",
     ""},
    {"go generate",
     {"/usr/bin/go", "generate", "./..."},
     "/bin/sh",
     "/home/u/go/pkg/mod/example.org",
     "example.org",
     "/home/u/go/pkg/mod/example.org"},
    {"go generate, the workspace's own", {"/usr/bin/go", "generate"}, "/bin/sh", "/w/a", "", ""},
    {"go build", {"/usr/bin/go", "build"}, "/usr/bin/gcc", "/home/u/go/pkg/mod/x", "", ""},
    {"gem",
     {"/usr/bin/ruby", "/usr/bin/gem", "install", "x"},
     "/usr/bin/ruby",
     "/var/lib/gems/x-1/ext",
     "x-1",
     "/var/lib/gems/x-1"},
    {"composer",
     {"/usr/bin/php", "/usr/bin/composer", "install"},
     "/bin/sh",
     "/w/vendor/a",
     "a",
     "/w/vendor/a"},
    {"no installer", {"/bin/bash"}, "/bin/sh", "/w/node_modules/a", "", ""},
};

TEST(PackageScriptTest, TheTableTellsWhoseAScriptIs) {
  for (const Case& one : kCases) {
    const auto script =
        script_begun(actor(one.installer), "/other", start_of(one.exe, one.cwd), kWorkspace);
    ASSERT_EQ(script != nullptr, *one.package != '\0') << one.what;
    if (!script) continue;
    EXPECT_EQ(script->package, one.package) << one.what;
    EXPECT_EQ(script->folder, one.folder) << one.what;
  }
}

TEST(PackageScriptTest, AWorkspaceAmongModulesIsItsUsersOwn) {
  EXPECT_EQ(script_begun(actor(kNpm), "/m/node_modules/own",
                         start_of("/bin/sh", "/m/node_modules/own"), {"/m/node_modules/own"}),
            nullptr);
}

TEST(PackageScriptTest, ItWritesIntoItsPackageScratchAndCachesAlone) {
  using policy::PathClass;
  const auto script =
      script_begun(actor(kNpm), "/w", start_of("/bin/sh", "/w/node_modules/a"), kWorkspace);
  ASSERT_NE(script, nullptr);
  const auto writes = [&](const std::string& path, PathClass place) {
    policy::Object object;
    object.path = path;
    object.path_class = place;
    return is_place_of(*script, object);
  };
  EXPECT_TRUE(writes("/w/node_modules/a/build/x.node", PathClass::kWorkspace));
  EXPECT_TRUE(writes("/w/node_modules/.cache/a", PathClass::kWorkspace));
  EXPECT_FALSE(writes("/w/node_modules/.bin/a", PathClass::kWorkspace));
  EXPECT_TRUE(writes("/tmp/x", PathClass::kTmp));
  EXPECT_TRUE(writes("/home/u/.cache/a/x", PathClass::kCache));
  EXPECT_TRUE(writes("/dev/null", PathClass::kHarmlessDevice));
  EXPECT_FALSE(writes("/w/node_modules/b/index.js", PathClass::kWorkspace));
  EXPECT_FALSE(writes("/w/node_modules/ab/index.js", PathClass::kWorkspace));
  EXPECT_FALSE(writes("/w/src/a.js", PathClass::kWorkspace));
  EXPECT_FALSE(writes("/home/u/.bashrc", PathClass::kConfig));
}

TEST(PackageScriptTest, ABuildScriptWritesWhereItsBuildLies) {
  const auto script = script_begun(
      actor({"/usr/bin/cargo", "build"}), "/w",
      start_of("/w/out/debug/build/a-1/build-script-build", "/home/u/.cargo/registry/src/i/a-1"),
      kWorkspace);
  ASSERT_NE(script, nullptr);
  policy::Object object;
  object.path_class = policy::PathClass::kWorkspace;
  object.path = "/w/out/debug/build/a-2/out/made.rs";
  EXPECT_TRUE(is_place_of(*script, object));
  object.path = "/w/out/debug/deps/liba.rlib";
  EXPECT_FALSE(is_place_of(*script, object));
}

TEST(PackageScriptTest, AnInstallersOwnHostsAreItsScripts) {
  PackageScripts scripts;
  policy::Destination registry;
  registry.address = "192.0.2.1";
  registry.port = 443;
  const Installer* const npm = installer_of(actor(kNpm));
  const Installer* const pip = installer_of(actor(kPip));
  ASSERT_NE(npm, nullptr);
  ASSERT_NE(pip, nullptr);
  scripts.note_connection(actor({"/usr/bin/curl"}), registry);
  EXPECT_FALSE(scripts.is_host_of(*npm, registry));
  scripts.note_connection(actor(kNpm), registry);
  EXPECT_TRUE(scripts.is_host_of(*npm, registry));
  EXPECT_FALSE(scripts.is_host_of(*pip, registry));
  registry.port = 22;
  EXPECT_FALSE(scripts.is_host_of(*npm, registry));
}

TEST(PackageScriptTest, OneLineTellsWhatAScriptWanted) {
  auto exec = start_of("/bin/sh", "/w/node_modules/esbuild");
  exec.environment_changes = {"npm_lifecycle_event=postinstall"};
  const auto script = script_begun(actor(kNpm), "/w", exec, kWorkspace);
  ASSERT_NE(script, nullptr);
  PackageScripts scripts;
  EXPECT_THAT(scripts.lines(), IsEmpty());
  scripts.note_wish(*script, "github.com", "refused");
  scripts.note_wish(*script, "~/.npmrc", "refused");
  scripts.note_wish(*script, "github.com", "refused");
  EXPECT_THAT(scripts.lines(),
              ElementsAre("esbuild's postinstall wanted github.com, ~/.npmrc: refused"));
}

TEST(PackageScriptTest, WhatItsMakerBuiltForASystemIsOfItsFamily) {
  PackageScript script;
  script.package = "esbuild";
  script.folder = "/w/node_modules/esbuild";
  EXPECT_TRUE(is_of_family(script, "/w/node_modules/@esbuild/linux-x64/bin/esbuild"));
  EXPECT_TRUE(is_of_family(script, "/w/node_modules/esbuild-linux-64/bin/esbuild"));
  EXPECT_TRUE(is_of_family(
      script, "/w/node_modules/.pnpm/@esbuild+x@1/node_modules/@esbuild/linux-x64/bin/esbuild"));
  EXPECT_FALSE(is_of_family(script, "/w/node_modules/react/index.js"));
  EXPECT_FALSE(is_of_family(script, "/w/node_modules/@evil/esbuild/index.js"));
  EXPECT_FALSE(is_of_family(script, "/w/esbuild-notes/one"));
  EXPECT_FALSE(is_of_family(script, "/other/node_modules/esbuild-linux-64/bin/esbuild"));
}

TEST(PackageScriptTest, AWishForAProgramNamesWhatItIsToDo) {
  auto exec = start_of("/usr/bin/git", "/w/node_modules/esbuild");
  exec.argv = {"git", "-C", "/w", "-q", "push", "origin"};
  EXPECT_EQ(wish_text(exec, "/home/u"), "git push");
  exec.argv = {"git", "-c", "a=b", "--version"};
  EXPECT_EQ(wish_text(exec, "/home/u"), "git");
  exec.argv = {"git", "/w/push"};
  EXPECT_EQ(wish_text(exec, "/home/u"), "git");
}

}  // namespace
}  // namespace guard::supervisor
