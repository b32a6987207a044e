// SPDX-License-Identifier: Apache-2.0
#include "policy/paths/path_class.h"

#include <gtest/gtest.h>

#include "policy/paths/path_names.h"

namespace guard::policy {
namespace {

PathRoots roots() {
  PathRoots roots;
  roots.workspace = {"/home/ana/project", "/tmp/work"};
  roots.home = "/home/ana";
  roots.tmp = {"/tmp", "/var/tmp"};
  roots.guard = {"/home/ana/.local/state/guard", "/tmp/work/.guard-state"};
  roots.own_state = {"/home/ana/.claude"};
  roots.cache = {"/home/ana/.cache", "/home/ana/.npm"};
  roots.git_folders = {"/home/ana/main/.git", "/home/ana/bare.git", "/tmp/apart"};
  return roots;
}

struct Row {
  const char* path;
  PathClass expected;
};

class PathClassTest : public ::testing::TestWithParam<Row> {};

TEST_P(PathClassTest, IsTheOneOfTheTable) {
  const PathClassifier classifier(roots());
  EXPECT_STREQ(name_of(classifier.classify(GetParam().path, ObjectType::kFile)),
               name_of(GetParam().expected))
      << GetParam().path;
}

TEST(PathClassFolderTest, FoldersAboveANamedSecretAreOne) {
  PathRoots named = roots();
  named.patterns = {{"/home/ana/project/vault/deep/certs/**", PathClass::kSecret}};
  const PathClassifier classifier(named);
  const auto class_of = [&](const char* path, ObjectType type) {
    return classifier.classify(path, type);
  };
  for (const char* path : {"/home/ana/project/vault", "/home/ana/project/vault/deep"}) {
    EXPECT_EQ(class_of(path, ObjectType::kDirectory), PathClass::kSecret) << path;
    EXPECT_EQ(class_of(path, ObjectType::kFile), PathClass::kWorkspace) << path;
  }
  EXPECT_EQ(class_of("/home/ana/project/vault/x", ObjectType::kDirectory), PathClass::kWorkspace);
  EXPECT_EQ(class_of("/home/ana/project/src", ObjectType::kDirectory), PathClass::kWorkspace);
  EXPECT_EQ(class_of("/home/ana/project", ObjectType::kDirectory), PathClass::kWorkspaceRoot);
}

INSTANTIATE_TEST_SUITE_P(
    Roots, PathClassTest,
    testing::Values(
        Row{"/home/ana/project", PathClass::kWorkspaceRoot},
        Row{"/home/ana/project/src/a.c", PathClass::kWorkspace},
        Row{"/home/ana/projects/a.c", PathClass::kHome}, Row{"/tmp/a", PathClass::kTmp},
        Row{"/tmp", PathClass::kTmp}, Row{"/tmp/work/a", PathClass::kWorkspace},
        Row{"/tmp/work/.guard-state/audit.db", PathClass::kGuard},
        Row{"/home/ana/.local/state/guard", PathClass::kGuard},
        Row{"/home/ana/.cache/pip/x", PathClass::kCache},
        Row{"/home/ana/.claude/projects/x.jsonl", PathClass::kOwnState},
        Row{"/home/ana/.claude/settings.json", PathClass::kConfig},
        Row{"/home/ana/.claude/hooks/pre.sh", PathClass::kConfig},
        Row{"/home/ana/notes.txt", PathClass::kHome}, Row{"/home/ana/main/.git", PathClass::kVcs},
        Row{"/home/ana/main/.git/refs/heads/a", PathClass::kVcs},
        Row{"/home/ana/main/.git/worktrees/a/HEAD", PathClass::kVcs},
        Row{"/home/ana/main/.git/hooks/pre-commit", PathClass::kConfig},
        Row{"/home/ana/main/.git/config", PathClass::kConfig},
        Row{"/home/ana/main/a.c", PathClass::kHome},
        Row{"/home/ana/bare.git/objects/0f/1", PathClass::kVcs},
        Row{"/home/ana/bare.git/hooks/update", PathClass::kConfig},
        Row{"/tmp/apart/HEAD", PathClass::kVcs}, Row{"/home/bob/notes.txt", PathClass::kOutside},
        Row{"/home/bob/.bashrc", PathClass::kConfig}, Row{"/root/.ssh/id_rsa", PathClass::kSecret},
        Row{"/data/x", PathClass::kOutside}, Row{"/", PathClass::kOutside},
        Row{"/etc/passwd", PathClass::kSystem}, Row{"/usr/bin/rm", PathClass::kSystem},
        Row{"/var/lib/dpkg/status", PathClass::kSystem},
        Row{"/proc/sys/kernel/core_pattern", PathClass::kSystem},
        Row{"/dev/shm/x", PathClass::kTmp}, Row{"/dev/sdz9", PathClass::kDevice},
        Row{"/run/secrets/db", PathClass::kSecret}, Row{"relative", PathClass::kOutside},
        Row{"", PathClass::kOutside}));

INSTANTIATE_TEST_SUITE_P(
    VersionControl, PathClassTest,
    testing::Values(Row{"/home/ana/project/.git", PathClass::kVcs},
                    Row{"/home/ana/project/.git/HEAD", PathClass::kVcs},
                    Row{"/home/ana/project/.git/objects/ab/cd", PathClass::kVcs},
                    Row{"/home/ana/project/.git/refs/heads/config", PathClass::kVcs},
                    Row{"/home/ana/project/.git/refs/heads/hooks/x", PathClass::kVcs},
                    Row{"/home/ana/project/.git/config", PathClass::kConfig},
                    Row{"/home/ana/project/.git/hooks/pre-commit", PathClass::kConfig},
                    Row{"/home/ana/project/.git/info/attributes", PathClass::kConfig},
                    Row{"/home/ana/project/.git/modules/sub/hooks/x", PathClass::kConfig},
                    Row{"/home/ana/project/.git/worktrees/w/commondir", PathClass::kConfig},
                    Row{"/home/ana/project/sub/.git", PathClass::kVcs},
                    Row{"/home/ana/project/.gitignore", PathClass::kWorkspace},
                    Row{"/home/ana/project/.hg/store", PathClass::kVcs},
                    Row{"/tmp/clone/.git/HEAD", PathClass::kTmp}));

INSTANTIATE_TEST_SUITE_P(
    Names, PathClassTest,
    testing::Values(Row{"/home/ana/project/.env", PathClass::kSecret},
                    Row{"/home/ana/project/.env.production", PathClass::kSecret},
                    Row{"/home/ana/project/.env.example", PathClass::kWorkspace},
                    Row{"/home/ana/project/certs/server.key", PathClass::kSecret},
                    Row{"/home/ana/project/tests/certs/server.pem", PathClass::kWorkspace},
                    Row{"/home/ana/project/tests/.env", PathClass::kSecret},
                    Row{"/home/ana/project/node_modules/x/.env", PathClass::kWorkspace},
                    Row{"/home/ana/project/.venv/lib/certifi/cacert.pem", PathClass::kWorkspace},
                    Row{"/home/ana/project/.vscode/tasks.json", PathClass::kConfig},
                    Row{"/home/ana/project/.zed/tasks.json", PathClass::kConfig},
                    Row{"/home/ana/project/.idea/runConfigurations/x.xml", PathClass::kConfig},
                    Row{"/home/ana/project/.idea/workspace.xml", PathClass::kWorkspace},
                    Row{"/home/ana/project/.devcontainer/devcontainer.json", PathClass::kConfig},
                    Row{"/home/ana/project/.devcontainer/go/devcontainer.json", PathClass::kConfig},
                    Row{"/home/ana/project/x.code-workspace", PathClass::kConfig},
                    Row{"/home/ana/project/sub/.gdbinit", PathClass::kConfig},
                    Row{"/home/ana/project/opencode.json", PathClass::kConfig},
                    Row{"/home/ana/project/.opencode/plugin/x.js", PathClass::kConfig},
                    Row{"/home/ana/project/.opencode/package.json", PathClass::kWorkspace},
                    Row{"/home/ana/project/.kiro/settings/mcp.json", PathClass::kConfig},
                    Row{"/home/ana/project/sub/.husky/pre-push", PathClass::kConfig},
                    Row{"/home/ana/project/.claude/settings.local.json", PathClass::kConfig},
                    Row{"/home/ana/project/.mcp.json", PathClass::kConfig},
                    Row{"/home/ana/project/.guard.yaml", PathClass::kConfig},
                    Row{"/home/ana/project/.bashrc", PathClass::kWorkspace},
                    Row{"/home/ana/project/infra/prod.tfvars", PathClass::kSecret},
                    Row{"/home/ana/.ssh/id_ed25519", PathClass::kSecret},
                    Row{"/home/ana/.ssh/deploy", PathClass::kSecret},
                    Row{"/home/ana/.ssh/id_ed25519.pub", PathClass::kHome},
                    Row{"/home/ana/.ssh/known_hosts", PathClass::kHome},
                    Row{"/home/ana/.ssh/config", PathClass::kConfig},
                    Row{"/home/ana/.ssh/authorized_keys", PathClass::kConfig},
                    Row{"/home/ana/.bashrc", PathClass::kConfig},
                    // Older and further names of such settings.
                    Row{"/home/ana/.cargo/config", PathClass::kConfig},
                    Row{"/home/ana/.cargo/config.toml", PathClass::kConfig},
                    Row{"/home/ana/.emacs.el", PathClass::kConfig},
                    Row{"/home/ana/.config/emacs/init.el", PathClass::kConfig},
                    Row{"/home/ana/.config/zsh/.zshrc", PathClass::kConfig},
                    Row{"/home/ana/.config/hg/hgrc", PathClass::kConfig},
                    Row{"/home/ana/.config/vim/vimrc", PathClass::kConfig},
                    Row{"/home/ana/.gdbearlyinit", PathClass::kConfig},
                    Row{"/home/ana/.mkshrc", PathClass::kConfig},
                    Row{"/home/ana/.pip/pip.conf", PathClass::kSecret},
                    Row{"/home/ana/project/.vscode/mcp.json", PathClass::kConfig},
                    Row{"/home/ana/project/a/.codex/hooks.json", PathClass::kConfig},
                    Row{"/home/ana/project/.amazonq/mcp.json", PathClass::kConfig},
                    Row{"/home/ana/.gitconfig", PathClass::kConfig},
                    Row{"/home/ana/.config/systemd/user/x.service", PathClass::kConfig},
                    Row{"/home/ana/.config/gh/hosts.yml", PathClass::kSecret},
                    Row{"/home/ana/.netrc", PathClass::kSecret},
                    Row{"/home/ana/.bash_history", PathClass::kSecret},
                    Row{"/home/ana/.aws/credentials", PathClass::kSecret},
                    Row{"/home/ana/.mozilla/firefox/p/logins.json", PathClass::kSecret}));

TEST(PathClassifierTest, DevicesAreToldByTheirType) {
  const PathClassifier classifier(roots());
  EXPECT_EQ(classifier.classify("/dev/null", ObjectType::kCharDevice), PathClass::kHarmlessDevice);
  EXPECT_EQ(classifier.classify("/dev/null", ObjectType::kFile), PathClass::kSystem);
  EXPECT_EQ(classifier.classify("/dev/mem", ObjectType::kCharDevice), PathClass::kDevice);
  EXPECT_EQ(classifier.classify("/home/ana/project/disk", ObjectType::kBlockDevice),
            PathClass::kDevice);
}

TEST(PathClassifierTest, PatternsOfThePolicyWinOverAllButGuard) {
  auto with = roots();
  with.patterns = {{"./scratch/**", PathClass::kTmp},
                   {"**/*.sqlite", PathClass::kSecret},
                   {"~/.local/state/guard/**", PathClass::kTmp}};
  const PathClassifier classifier(with);
  EXPECT_EQ(classifier.classify("/tmp/work/scratch/x", ObjectType::kFile), PathClass::kTmp);
  EXPECT_EQ(classifier.classify("/home/ana/project/scratch/.env", ObjectType::kFile),
            PathClass::kTmp);
  EXPECT_EQ(classifier.classify("/data/a.sqlite", ObjectType::kFile), PathClass::kSecret);
  EXPECT_EQ(classifier.classify("/home/ana/.local/state/guard/x", ObjectType::kFile),
            PathClass::kGuard);
}

TEST(PathClassifierTest, APatternHoldsWhateverItEndsWith) {
  auto with = roots();
  with.patterns = {{"/data/*.key", PathClass::kSecret},  {"/data/x[yz]", PathClass::kConfig},
                   {"/data/folder/", PathClass::kCache}, {"/data/a\\*", PathClass::kHome},
                   {"/data/?", PathClass::kSystem},      {"/data/**", PathClass::kTmp},
                   {"/data/b.key", PathClass::kConfig}};
  const PathClassifier classifier(with);
  const std::pair<const char*, PathClass> cases[] = {
      {"/data/b.key", PathClass::kSecret}, {"/data/xy", PathClass::kConfig},
      {"/data/xz", PathClass::kConfig},    {"/data/xk", PathClass::kTmp},
      {"/data/folder", PathClass::kCache}, {"/data/a*", PathClass::kHome},
      {"/data/ab", PathClass::kTmp},       {"/data/q", PathClass::kSystem},
      {"/data/\xff\xfe", PathClass::kTmp}, {"/data/folder/", PathClass::kCache}};
  for (const auto& [path, path_class] : cases)
    EXPECT_EQ(classifier.classify(path, ObjectType::kFile), path_class) << path;
}

TEST(PathClassifierTest, FoldersAboveGuardsOwnHoldThem) {
  const PathClassifier classifier(roots());
  for (const char* folder : {"/", "/home/ana", "/home/ana/.local/state", "/tmp/work/.guard-state"})
    EXPECT_TRUE(classifier.holds_guards_own(folder)) << folder;
  for (const char* folder : {"/home/ana/.local/stat", "/home/ana/project", "/tmp/work/.guard"})
    EXPECT_FALSE(classifier.holds_guards_own(folder)) << folder;
}

TEST(PathClassifierTest, AHomeThatIsTheWorkspaceKeepsItsSecrets) {
  auto with = roots();
  with.workspace = {"/home/ana"};
  const PathClassifier classifier(with);
  EXPECT_EQ(classifier.classify("/home/ana", ObjectType::kDirectory), PathClass::kWorkspaceRoot);
  EXPECT_EQ(classifier.classify("/home/ana/.bashrc", ObjectType::kFile), PathClass::kConfig);
  EXPECT_EQ(classifier.classify("/home/ana/.ssh/x", ObjectType::kFile), PathClass::kSecret);
  EXPECT_EQ(classifier.classify("/home/ana/a.c", ObjectType::kFile), PathClass::kWorkspace);
}

TEST(PathClassifierTest, TheRootIsNeverAWorkspace) {
  auto with = roots();
  with.workspace = {"/"};
  EXPECT_EQ(PathClassifier(with).classify("/etc/x", ObjectType::kFile), PathClass::kSystem);
}

TEST(PathClassifierTest, AbsurdToLose) {
  const PathClassifier classifier(roots());
  for (const char* path : {"/", "/*", "/home", "/home/ana", "/home/bob", "/root", "/etc", "/usr",
                           "/var", "/boot", "/dev"}) {
    EXPECT_TRUE(classifier.absurd_to_lose(path)) << path;
  }
  for (const char* path : {"/tmp", "/home/ana/project", "/etc/x", "/data", "/usr/bin"}) {
    EXPECT_FALSE(classifier.absurd_to_lose(path)) << path;
  }
}

TEST(PathClassifierTest, FoldersThatLeadToACacheAreOfTheHomeAlone) {
  auto with = roots();
  with.cache = {"/home/ana/.cargo/registry", "/home/ana/.local/share/pnpm/store", "/data/a/cache",
                "/home/ana/project/own/cache"};
  const PathClassifier classifier(with);
  for (const char* path : {"/home/ana/.cargo", "/home/ana/.local", "/home/ana/.local/share/pnpm"})
    EXPECT_TRUE(classifier.leads_to_cache(path)) << path;
  for (const char* path : {"/home/ana/.cargo/registry", "/home/ana/.cargo/bin", "/home/ana/.carg",
                           "/home/ana", "/home", "/", "/data", "/data/a", "/home/ana/project/own"})
    EXPECT_FALSE(classifier.leads_to_cache(path)) << path;
}

TEST(PathClassifierTest, BuildFoldersAreBelowAWorkspace) {
  const PathClassifier classifier(roots());
  EXPECT_TRUE(classifier.in_build_folder("/tmp/work/node_modules/x/y"));
  EXPECT_TRUE(classifier.in_build_folder("/home/ana/project/a/__pycache__"));
  EXPECT_TRUE(classifier.in_build_folder("/home/ana/project/cmake-build-debug/x.o"));
  EXPECT_FALSE(classifier.in_build_folder("/home/ana/project/src/x.o"));
  EXPECT_FALSE(classifier.in_build_folder("/home/ana/build/x.o"));
}

TEST(PathNamesTest, DisksByName) {
  for (const char* path : {"/dev/sda", "/dev/sdb1", "/dev/nvme0n1p2", "/dev/mapper/root",
                           "/dev/disk/by-id/x", "/dev/loop0", "/dev/vda"}) {
    EXPECT_TRUE(looks_like_disk(path)) << path;
  }
  for (const char* path : {"/dev/null", "/dev/tty", "/dev/shm/x", "/tmp/sda", "/dev/pts/1"}) {
    EXPECT_FALSE(looks_like_disk(path)) << path;
  }
}

}  // namespace
}  // namespace guard::policy
