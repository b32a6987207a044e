// SPDX-License-Identifier: Apache-2.0
#include "supervisor/facts/path_facts.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "base/limits.h"
#include "tests/supervisor/facts/scratch_tree.h"

namespace guard::supervisor {
namespace {

using policy::ObjectType;
using policy::PathClass;
using policy::Recoverability;

class PathFactsTest : public ScratchTree {};

TEST_F(PathFactsTest, FileOfTheWorkspaceIsPreciousWithItsSize) {
  const auto path = file("a", "12345");
  const auto object = paths().describe_held(held(path).get());
  EXPECT_EQ(object.path, path);
  EXPECT_EQ(object.type, ObjectType::kFile);
  EXPECT_EQ(object.path_class, PathClass::kWorkspace);
  EXPECT_EQ(object.recoverability, Recoverability::kPrecious);
  EXPECT_EQ(object.bytes, 5U);
}

TEST_F(PathFactsTest, LinkIsDescribedAsItself) {
  link("/etc/passwd", "l");
  const auto object = paths().describe_held(held(workspace_ + "/l").get());
  EXPECT_EQ(object.type, ObjectType::kSymlink);
  EXPECT_EQ(object.path, workspace_ + "/l");
  EXPECT_EQ(object.path_class, PathClass::kWorkspace);
}

TEST_F(PathFactsTest, MissingNameIsItsCanonicalParentAndTheName) {
  folder("real");
  link("real", "way");
  const UniqueFd parent(open((workspace_ + "/way").c_str(), O_PATH | O_CLOEXEC));
  const auto object = paths().describe_missing(parent.get(), "new//");
  EXPECT_EQ(object.path, workspace_ + "/real/new");
  EXPECT_EQ(object.type, ObjectType::kMissing);
  EXPECT_EQ(object.recoverability, Recoverability::kNothing);
  EXPECT_EQ(object.path_class, PathClass::kWorkspace);
}

TEST_F(PathFactsTest, MemoryDevicesAndTerminalsAreHarmless) {
  for (const char* path : {"/dev/null", "/dev/zero", "/dev/full", "/dev/urandom", "/dev/tty"}) {
    const auto object = paths().describe_held(held(path).get());
    EXPECT_EQ(object.path_class, PathClass::kHarmlessDevice) << path;
    EXPECT_EQ(object.type, ObjectType::kCharDevice) << path;
  }
  EXPECT_FALSE(is_harmless_device(1, 1));   // mem
  EXPECT_FALSE(is_harmless_device(8, 0));   // a disk
  EXPECT_FALSE(is_harmless_device(1, 11));  // kmsg
}

TEST_F(PathFactsTest, DeviceCountsByItsNumbersNotItsName) {
  const std::string path = workspace_ + "/null";
  if (mknod(path.c_str(), S_IFBLK | 0600, makedev(7, 250)) != 0) {
    GTEST_SKIP() << "making a device node needs privileges";
  }
  const auto object = paths().describe_held(held(path).get());
  EXPECT_EQ(object.path_class, PathClass::kDevice);
  EXPECT_EQ(object.type, ObjectType::kBlockDevice);
}

TEST_F(PathFactsTest, ObjectWithoutANameHasNothingToLose) {
  const UniqueFd memory(memfd_create("x", MFD_CLOEXEC));
  EXPECT_EQ(paths().describe_held(memory.get()).path_class, PathClass::kTmp);
  const auto path = file("gone");
  const auto fd = held(path);
  std::filesystem::remove(path);
  const auto object = paths().describe_held(fd.get());
  EXPECT_EQ(object.path, path);
  EXPECT_EQ(object.recoverability, Recoverability::kNothing);
}

TEST_F(PathFactsTest, WhatCannotBeReadIsOutsideAndPrecious) {
  const auto object = paths().describe_held(-1);
  EXPECT_EQ(object.path_class, PathClass::kOutside);
  EXPECT_EQ(object.recoverability, Recoverability::kPrecious);
  EXPECT_NE(object.type, ObjectType::kMissing);
}

class BuildFoldersTest : public PathFactsTest {
 protected:
  bool is_expendable() {
    begin_anew();
    return paths().describe_held(held(file("build/a")).get()).recoverability ==
           Recoverability::kBuilt;
  }
};

TEST_F(BuildFoldersTest, LinesBeyondTheirNumberMakeNothingExpendable) {
  folder(".git");
  const std::size_t most = size_limit("build_folders.lines");
  for (const std::size_t lines : {most - 1, most, most + 1}) {
    std::string text = "build/\n";
    for (std::size_t i = 2; i < lines; ++i) text += "# a line\n";
    file(".gitignore", text + "!build/keep\n");
    EXPECT_FALSE(is_expendable()) << lines;
    file(".gitignore", text + "other/\n");
    EXPECT_EQ(is_expendable(), lines <= most) << lines;
  }
}

TEST_F(PathFactsTest, BuildFoldersAreBuiltOnlyWhenNobodyElseUsesTheName) {
  folder(".git");
  file(".gitignore", "# made\n/target/\nbuild\nsrc\n");
  const auto recoverability = [&](const std::string& name) {
    return paths().describe_held(held(file(name)).get()).recoverability;
  };
  EXPECT_EQ(recoverability("node_modules/a/b.js"), Recoverability::kBuilt);
  EXPECT_EQ(recoverability("target/a.o"), Recoverability::kBuilt);
  EXPECT_EQ(recoverability("lib/build/a.o"), Recoverability::kBuilt);
  EXPECT_EQ(recoverability("dist/a.js"), Recoverability::kPrecious);
  EXPECT_EQ(recoverability("lib/target/a"), Recoverability::kPrecious);
  EXPECT_EQ(recoverability("src/a.c"), Recoverability::kPrecious);
}

TEST_F(PathFactsTest, GitignoreThatKeepsSomethingMakesNothingExpendable) {
  folder(".git");
  file(".gitignore", "build\n!build/keep\n");
  EXPECT_EQ(paths().describe_held(held(file("build/a")).get()).recoverability,
            Recoverability::kPrecious);
}

TEST_F(PathFactsTest, GitignoreOfTheSessionChangesNothing) {
  folder(".git");
  EXPECT_EQ(paths().describe_held(held(file("build/a")).get()).recoverability,
            Recoverability::kPrecious);
  file(".gitignore", "build\n");
  EXPECT_EQ(paths().describe_held(held(file("build/a")).get()).recoverability,
            Recoverability::kPrecious);
}

}  // namespace
}  // namespace guard::supervisor
