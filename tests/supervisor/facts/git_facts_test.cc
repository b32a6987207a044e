// SPDX-License-Identifier: Apache-2.0
#include "supervisor/facts/git_facts.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "base/limits.h"
#include "supervisor/facts/git_counts.h"
#include "tests/supervisor/facts/scratch_tree.h"

namespace guard::supervisor {
namespace {

// A real git makes the repositories; what it would read elsewhere on this machine is left out.
class GitFactsTest : public ScratchTree {
 protected:
  void SetUp() override {
    git("init -q -b main .");
    file("kept.c", "kept\n");
    file("src/deep/also.c", "also\n");
    commit();
  }

  void git(const std::string& words) const { run("git " + words); }
  void run(const std::string& command) const {
    const std::string line =
        "cd '" + workspace_ +
        "' && HOME=/nonexistent GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b"
        " GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b GIT_CONFIG_COUNT=1"
        " GIT_CONFIG_KEY_0=gc.auto GIT_CONFIG_VALUE_0=0; export HOME GIT_CONFIG_NOSYSTEM"
        " GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL"
        " GIT_CONFIG_COUNT GIT_CONFIG_KEY_0 GIT_CONFIG_VALUE_0; " +
        command;
    ASSERT_EQ(std::system(line.c_str()), 0) << command;
  }
  void commit() const { git("add -A . && git commit -q -m x"); }

  // The session begins here.
  const GitFacts& begin() {
    policy::PathRoots roots;
    roots.workspace = {workspace_};
    roots.home = root_ + "/home";
    classifier_.emplace(std::move(roots));
    return git_.emplace(*classifier_);
  }
  bool has(const std::string& name) const {
    const std::string path = workspace_ + "/" + name;
    return git_->has(held(path).get(), path);
  }

  GitStanding standing(const std::string& name) const {
    return git_->standing_of(workspace_ + "/" + name);
  }

  std::optional<policy::PathClassifier> classifier_;
  std::optional<GitFacts> git_;
};

TEST_F(GitFactsTest, HasWhatIsCommittedAndUnchanged) {
  begin();
  EXPECT_TRUE(has("kept.c"));
  EXPECT_TRUE(has("src/deep/also.c"));
  EXPECT_EQ(standing("src/deep/also.c"), GitStanding::kTracked);
}

TEST_F(GitFactsTest, HasNothingElse) {
  file("untracked");
  file("src/deep/of.c", "also\n");
  begin();
  EXPECT_FALSE(has("untracked"));
  EXPECT_FALSE(has("src/deep/of.c"));  // the same content under another name
  EXPECT_FALSE(has("src"));
  EXPECT_EQ(standing("untracked"), GitStanding::kUntracked);
  EXPECT_EQ(standing("no/such/folder/f"), GitStanding::kUntracked);
  EXPECT_EQ(git_->standing_of(root_ + "/elsewhere"), GitStanding::kUnknown);
}

TEST_F(GitFactsTest, TellsWhatTheCommitIgnores) {
  file(".gitignore", "*.log\n/out/\n!kept.log\n");
  file("src/.gitignore", "!also.log\n/deep/x\n");
  link("kept.c", "link");
  commit();
  begin();
  EXPECT_EQ(standing("a.log"), GitStanding::kIgnored);
  EXPECT_EQ(standing("src/deep/b.log"), GitStanding::kIgnored);
  EXPECT_EQ(standing("kept.log"), GitStanding::kUntracked);
  EXPECT_EQ(standing("src/also.log"), GitStanding::kUntracked);  // the nearer file counts
  EXPECT_EQ(standing("src/deep/x"), GitStanding::kIgnored);
  EXPECT_EQ(standing("deep/x"), GitStanding::kUntracked);
  EXPECT_EQ(standing("out/a/b"), GitStanding::kIgnored);
  EXPECT_EQ(standing("src/out/a"), GitStanding::kUntracked);
  EXPECT_EQ(standing("link"), GitStanding::kTracked);
}

TEST_F(GitFactsTest, NothingThatTheSessionDoesMakesAFileLookTracked) {
  file("notes", "mine\n");
  file("more", "mine\n");
  begin();
  git("add notes");
  file(".gitignore", "more\n");
  EXPECT_EQ(standing("notes"), GitStanding::kUntracked);
  EXPECT_EQ(standing("more"), GitStanding::kUntracked);
  commit();
  EXPECT_EQ(standing("notes"), GitStanding::kUntracked);
}

TEST_F(GitFactsTest, CountsOfAnEffectAreThoseOfWhatItWasCountedFrom) {
  file(".gitignore", "*.log\n");
  commit();
  file("src/new.c");
  file("src/a.log");
  file("src/deep/b.log");
  const GitFacts& git = begin();
  const BuildFolders builds(*classifier_);
  const PathFacts paths(*classifier_, born_, builds, {}, &git);
  TreeFacts tree(paths, {UniqueFd(), workspace_, "", policy::Raising::kNever, {.time = kNoHurry}});
  const auto effect = tree.effect({"src", ".git/HEAD"}, policy::Extent::kAllBelow);
  const GitCounts counts = count_in_git(paths, effect, {.time = kNoHurry});
  EXPECT_EQ(counts.tracked, 1U);
  EXPECT_EQ(counts.untracked, 1U);
  EXPECT_EQ(counts.ignored, 2U);
  EXPECT_EQ(text_of(counts), ", 1 untracked, 2 ignored");
  const auto folder =
      tree.effect({"src"}, policy::Extent::kItself);  // itself alone, as chmod would
  EXPECT_EQ(count_in_git(paths, folder).untracked, 0U);
  const PathFacts without(*classifier_, born_, builds, {}, nullptr);
  EXPECT_EQ(text_of(count_in_git(without, effect)), "");
}

TEST_F(GitFactsTest, StoresWhatAnyCommitHas) {
  file("kept.c", "other\n");
  git("commit -q -a -m other && git checkout -q HEAD~1");
  file("new", "other\n");
  file("mine", "mine\n");
  begin();
  const auto stores = [&](const std::string& name) {
    const std::string path = workspace_ + "/" + name;
    return git_->stores(held(path).get(), path);
  };
  EXPECT_TRUE(stores("new"));
  EXPECT_FALSE(has("new"));
  EXPECT_FALSE(stores("mine"));
  EXPECT_FALSE(stores("src"));
}

TEST_F(GitFactsTest, SeesThatAFileWasChangedThoughItWasTheSameBefore) {
  begin();
  EXPECT_TRUE(has("kept.c"));
  EXPECT_TRUE(has("kept.c"));  // as compared
  file("kept.c", "tepk\n");    // of the same length
  EXPECT_FALSE(has("kept.c"));
  file("kept.c", "kept\n");
  EXPECT_TRUE(has("kept.c"));
}

TEST_F(GitFactsTest, WhatIsStagedOnlyIsNotYetGits) {
  file("kept.c", "staged\n");
  git("add kept.c");
  begin();
  EXPECT_FALSE(has("kept.c"));
}

TEST_F(GitFactsTest, WhatTheSessionCommitsMakesNothingClean) {
  file("notes", "mine\n");
  begin();
  commit();
  EXPECT_FALSE(has("notes"));
  EXPECT_TRUE(has("kept.c"));
}

TEST_F(GitFactsTest, WhatTheSessionChangesOfACleanFileIsNoLoss) {
  begin();
  const std::string path = workspace_ + "/kept.c";
  git_->note_changed(held(path).get());
  file("kept.c", "changed\n");
  EXPECT_TRUE(has("kept.c"));
  std::filesystem::remove(path);
  file("kept.c", "somebody's\n");  // another file
  EXPECT_FALSE(has("kept.c"));
}

TEST_F(GitFactsTest, ReadsPacksAndPackedRefs) {
  git("gc -q && git pack-refs --all");
  begin();
  EXPECT_TRUE(has("kept.c"));
}

TEST_F(GitFactsTest, NoticesThatThePacksAreGone) {
  git("gc -q");
  begin();
  EXPECT_TRUE(has("kept.c"));
  run("rm -rf .git/objects/pack/*");
  EXPECT_FALSE(has("kept.c"));
  EXPECT_FALSE(has("src/deep/also.c"));
}

TEST_F(GitFactsTest, NoticesThatALooseObjectIsGone) {
  begin();
  EXPECT_TRUE(has("kept.c"));
  run("rm -f .git/objects/$(git rev-parse HEAD:kept.c | sed 's:^..:&/:')");
  EXPECT_FALSE(has("kept.c"));
  EXPECT_TRUE(has("src/deep/also.c"));
}

TEST_F(GitFactsTest, DamagedObjectIsNone) {
  begin();
  run("f=.git/objects/$(git rev-parse HEAD:kept.c | sed 's:^..:&/:'); chmod u+w $f; "
      "cp .git/objects/$(git rev-parse HEAD:src/deep/also.c | sed 's:^..:&/:') $f");
  file("kept.c", "also\n");  // what the store says under the name of the other
  EXPECT_FALSE(has("kept.c"));
}

TEST_F(GitFactsTest, AlternateStoresAreSomebodyElses) {
  const std::string other = root_ + "/other";
  run("git clone -q --bare . '" + other + "' && echo '" + other +
      "/objects' >.git/objects/info/alternates && git repack -adlq && git prune-packed && "
      "find .git/objects -type f -path '*/[0-9a-f][0-9a-f]/*' -delete && git cat-file -e "
      "HEAD:kept.c");
  begin();
  EXPECT_FALSE(has("kept.c"));
}

TEST_F(GitFactsTest, LinksToStoresElsewhereAreNotFollowed) {
  for (const std::string name : {".git/objects/pack", ".git/objects", ".git"}) {
    git("gc -q");
    const std::string away = root_ + "/away";
    run("mv " + name + " '" + away + "' && ln -s '" + away + "' " + name);
    begin();
    EXPECT_FALSE(has("kept.c")) << name;
    run("rm " + name + " && mv '" + away + "' " + name);
  }
  begin();
  EXPECT_TRUE(has("kept.c"));
}

TEST_F(GitFactsTest, RepositoryOfAnotherFolderIsNone) {
  run("mv .git '" + root_ + "/repo' && echo 'gitdir: " + root_ + "/repo' >.git");
  EXPECT_FALSE(begin().any());
  EXPECT_FALSE(has("kept.c"));
}

TEST_F(GitFactsTest, RepositoryThatOthersMayWriteIsNone) {
  run("chmod o+w .git");
  EXPECT_FALSE(begin().any());
}

TEST_F(GitFactsTest, RepositoryOfAnotherUserIsNone) {
  if (geteuid() != 0) GTEST_SKIP() << "giving a folder away needs root";
  run("chown 65534 .git");
  EXPECT_FALSE(begin().any());
}

TEST_F(GitFactsTest, RunsNothingThatTheRepositoryNames) {
  run("git config filter.x.clean 'touch ran; cat' && git config filter.x.smudge 'touch ran; cat' "
      "&& "
      "git config core.fsmonitor 'touch ran' && git config core.worktree /etc && "
      "git config core.hooksPath . && echo '* filter=x' >.gitattributes");
  begin();
  EXPECT_TRUE(has("kept.c"));
  EXPECT_FALSE(std::filesystem::exists(workspace_ + "/ran"));
}

TEST_F(GitFactsTest, PipeAmongThePacksHoldsNobody) {
  git("gc -q");
  run("mkfifo .git/objects/pack/pack-0000000000000000000000000000000000000000.idx");
  begin();
  EXPECT_FALSE(has("kept.c"));
}

TEST_F(GitFactsTest, PipeForAnObjectOrARefHoldsNobody) {
  begin();
  run("f=.git/objects/$(git rev-parse HEAD:kept.c | sed 's:^..:&/:'); rm -f $f; mkfifo $f");
  EXPECT_FALSE(has("kept.c"));
  run("rm .git/HEAD; mkfifo .git/HEAD");
  EXPECT_FALSE(begin().any());
}

TEST_F(GitFactsTest, LinksAndLargeFilesAreNotLookedAt) {
  link("kept.c", "l");
  file("large", std::string(GitFacts::kMostBytes + 1, 'x'));
  commit();
  begin();
  EXPECT_FALSE(has("l"));
  EXPECT_FALSE(has("large"));
  policy::Object object{.path = workspace_ + "/large",
                        .path_class = policy::PathClass::kWorkspace,
                        .type = policy::ObjectType::kFile,
                        .bytes = GitFacts::kMostBytes + 1};
  EXPECT_FALSE(git_->may_have(object));
  object.bytes = 1;
  EXPECT_TRUE(git_->may_have(object));
  object.path_class = policy::PathClass::kSecret;
  EXPECT_FALSE(git_->may_have(object));
}

TEST_F(GitFactsTest, FilesBeyondTheirSizeAreNotClean) {
  constexpr std::size_t kMost = size_limit("git.file");
  for (const std::size_t size : {kMost - 1, kMost, kMost + 1})
    file("size" + std::to_string(size), std::string(size, 'x'));
  commit();
  begin();
  EXPECT_TRUE(has("size" + std::to_string(kMost - 1)));
  EXPECT_TRUE(has("size" + std::to_string(kMost)));
  EXPECT_FALSE(has("size" + std::to_string(kMost + 1)));
}

// "100644 NAME", a NUL and 20 bytes: 128 of a name of 100.
TEST_F(GitFactsTest, ListsBeyondTheirSizeAreNotRead) {
  constexpr std::size_t kMost = size_limit("git.tree");
  const std::string name = std::string(100, '0');
  for (const std::size_t size : {kMost - 1, kMost, kMost + 1}) {
    const std::string folder = "d" + std::to_string(size);
    std::ofstream list(root_ + "/" + folder);
    const auto add = [&](const std::string& entry) { list << "100644 blob ID\t" << entry << "\n"; };
    add(std::string(100 + size - kMost, 'z'));
    for (std::size_t i = 1; i < kMost / 128; ++i) {
      const std::string number = std::to_string(i);
      add(name.substr(number.size()) + number);
    }
    list.close();
    file(folder + "/" + name.substr(1) + "1", "kept\n");
    run("id=$(git rev-parse HEAD:kept.c) && t=$(sed s/ID/$id/ ../" + folder +
        " | git mktree) && test $(git cat-file -s $t) = " + std::to_string(size) +
        " && printf '040000 tree %s\\t%s\\n' $t " + folder + " >>../trees");
  }
  run("git update-ref HEAD $(git commit-tree -m x $(git mktree <../trees))");
  begin();
  const auto is_clean = [&](std::size_t size) {
    return has("d" + std::to_string(size) + "/" + name.substr(1) + "1");
  };
  EXPECT_TRUE(is_clean(kMost - 1));
  EXPECT_TRUE(is_clean(kMost));
  EXPECT_FALSE(is_clean(kMost + 1));
}

TEST_F(GitFactsTest, CommitsBeyondTheirSizeAreNotRead) {
  constexpr std::size_t kMost = size_limit("git.commit");
  for (const std::size_t size : {kMost - 1, kMost, kMost + 1}) {
    run("git cat-file commit $(git rev-list --max-parents=0 HEAD) >../c && { cat ../c; head -c "
        "$((" +
        std::to_string(size) +
        " - $(wc -c <../c))) /dev/zero | tr '\\0' x; } >../long && "
        "git update-ref HEAD $(git hash-object -t commit -w ../long)");
    begin();
    EXPECT_EQ(has("kept.c"), size <= kMost) << size;
  }
}

TEST_F(GitFactsTest, KeepsObjectsRefsAndTheirLogs) {
  begin();
  for (const char* name : {"objects/pack/x.pack", "refs/stash", "refs/heads/a/b", "logs/refs/stash",
                           "logs/HEAD", "packed-refs"})
    EXPECT_TRUE(git_->keeps(workspace_ + "/.git/" + name)) << name;
  for (const char* name : {"/.git/index.lock", "/.git/packed-refs.lock", "/.git/refs_of_mine",
                           "/sub/.git/objects/ab", "/sub/.git/refs/stash"})
    EXPECT_FALSE(git_->keeps(workspace_ + name)) << name;
}

TEST_F(GitFactsTest, WorkspaceWithoutARepositoryHasNothing) {
  run("rm -rf .git");
  EXPECT_FALSE(begin().any());
  EXPECT_FALSE(has("kept.c"));
}

TEST_F(GitFactsTest, OperandsOfADeleteAreCleanWhereNothingIsSaved) {
  file("untracked");
  const GitFacts& git = begin();
  const BuildFolders builds(*classifier_);
  const PathFacts paths(*classifier_, born_, builds, {}, &git);
  TreeFacts tree(paths, {UniqueFd(), workspace_, "", policy::Raising::kNever, {}});
  const auto effect = tree.effect({"kept.c", "untracked"}, policy::Extent::kItself);
  ASSERT_EQ(effect.operands.size(), 2U);
  EXPECT_EQ(effect.operands[0].object.recoverability, policy::Recoverability::kClean);
  EXPECT_EQ(effect.operands[1].object.recoverability, policy::Recoverability::kPrecious);
  EXPECT_EQ(tree.object("kept.c", LastLink::kFollowed).recoverability,
            policy::Recoverability::kClean);
}

TEST_F(GitFactsTest, HistoryThatWasPackedInTheSessionIsNotBorn) {
  const GitFacts& git = begin();
  this->git("gc -q");
  for (const auto& entry : std::filesystem::directory_iterator(workspace_ + "/.git/objects/pack"))
    born(entry.path());
  const BuildFolders builds(*classifier_);
  const PathFacts paths(*classifier_, born_, builds, {}, &git);
  TreeFacts tree(paths, {UniqueFd(), workspace_, "", policy::Raising::kNever, {}});
  const auto effect = tree.effect({".git/objects/pack"}, policy::Extent::kAllBelow);
  EXPECT_EQ(effect.born, 0U);
  EXPECT_GE(effect.preexisting, 3U);
}

}  // namespace
}  // namespace guard::supervisor
