// SPDX-License-Identifier: Apache-2.0
#include "policy/command/command_levels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "base/limits.h"
#include "policy/load/yaml_loader.h"

namespace guard::policy {
namespace {

const SpecTable& shipped() {
  static const SpecTable table(load_policy({})->commands);
  return table;
}

// "sudo>env>rm": the programs of a chain; shell text in parentheses.
std::string chain(std::vector<std::string> argv) {
  std::string text;
  for (const auto& level : command_levels(std::move(argv), shipped()).levels) {
    if (!text.empty()) text += '>';
    text += level.argv[0];
    if (!level.line.subcommand.empty()) text += ":" + level.line.subcommand;
    if (level.shell_text) text += "(" + *level.shell_text + ")";
  }
  return text;
}

struct Row {
  std::vector<std::string> argv;
  const char* expected;
};
class CommandLevelsTest : public ::testing::TestWithParam<Row> {};
TEST_P(CommandLevelsTest, AreSeenThrough) {
  EXPECT_EQ(chain(GetParam().argv), GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(
    Wrappers, CommandLevelsTest,
    testing::Values(
        Row{{"/bin/rm", "x"}, "rm"}, Row{{"env", "-i", "A=1", "rm", "x"}, "env>rm"},
        Row{{"env", "-S", "rm -rf x"}, "env(rm -rf x)"}, Row{{"nice", "-n5", "rm", "x"}, "nice>rm"},
        Row{{"nice", "-10", "rm", "x"}, "nice>rm"},
        Row{{"ionice", "-c2", "-n", "0", "rm", "x"}, "ionice>rm"},
        Row{{"taskset", "-c", "0,1", "rm", "x"}, "taskset>rm"},
        Row{{"timeout", "-k", "1", "5", "rm", "x"}, "timeout>rm"},
        Row{{"stdbuf", "-oL", "rm", "x"}, "stdbuf>rm"}, Row{{"time", "-p", "rm", "x"}, "time>rm"},
        Row{{"nohup", "rm", "x"}, "nohup>rm"}, Row{{"setsid", "-w", "rm", "x"}, "setsid>rm"},
        Row{{"watch", "-n", "1", "rm", "x"}, "watch(rm x)"},
        Row{{"flock", "-w", "1", "/tmp/l", "rm", "x"}, "flock>rm"},
        Row{{"script", "-qc", "rm x", "/dev/null"}, "script(rm x)"},
        Row{{"strace", "-f", "-o", "log", "rm", "x"}, "strace>rm"},
        Row{{"xargs", "-0", "-n", "1", "rm", "-rf"}, "xargs>rm"},
        Row{{"xargs", "-I{}", "rm", "{}"}, "xargs>rm"},
        Row{{"parallel", "rm", ":::", "a"}, "parallel>rm"},
        Row{{"parallel", "rm -f {}", ":::", "a"}, "parallel>rm"},
        Row{{"parallel", "cd {} && rm x"}, "parallel(cd {} && rm x)"},
        Row{{"fd", "-e", "o", "-x", "rm", "-f"}, "fd>rm"},
        Row{{"fdfind", "-HX", "rm"}, "fdfind>rm"}, Row{{"fd", ".", "--exec", "rm", ";"}, "fd>rm"},
        Row{{"fd", "-e", "x"}, "fd"}, Row{{"busybox", "rm", "-rf", "x"}, "busybox>rm"},
        Row{{"sudo", "-u", "root", "A=1", "rm", "x"}, "sudo>rm"},
        Row{{"doas", "rm", "x"}, "doas>rm"}, Row{{"su", "-", "ana", "-c", "rm x"}, "su(rm x)"},
        Row{{"runuser", "-u", "ana", "--", "rm", "x"}, "runuser>rm"},
        Row{{"setpriv", "--reuid", "1", "rm", "x"}, "setpriv>rm"},
        Row{{"chroot", "/mnt", "rm", "x"}, "chroot>rm"},
        Row{{"unshare", "-r", "rm", "x"}, "unshare>rm"},
        Row{{"systemd-run", "--user", "rm", "x"}, "systemd-run>rm"},
        Row{{"ssh", "-p", "22", "host", "rm", "x"}, "ssh(rm x)"},
        Row{{"/lib64/ld-linux-x86-64.so.2", "--library-path", "/x", "/bin/rm", "x"},
            "ld-linux-x86-64.so.2>rm"},
        Row{{"bash", "-xec", "rm x"}, "bash(rm x)"}, Row{{"-bash", "-c", "rm x"}, "bash(rm x)"},
        Row{{"sh", "-o", "pipefail", "-c", "rm x"}, "sh(rm x)"},
        Row{{"bash", "./deploy.sh", "-c", "x"}, "bash>deploy.sh"}));

INSTANTIATE_TEST_SUITE_P(
    Names, CommandLevelsTest,
    testing::Values(Row{{"/usr/lib/git-core/git-push", "o", "m"}, "git:push"},
                    Row{{"git-reset", "--hard"}, "git:reset"},
                    Row{{"python3", "-m", "pip", "install", "x"}, "python3>pip:install"},
                    Row{{"python3.11", "-mpip", "install", "x"}, "python3.11>pip:install"},
                    Row{{"python3", "-Im", "pip", "-q", "install", "x"}, "python3>pip:install"},
                    Row{{"python3", "-W", "ignore", "/usr/bin/pip3", "list"}, "python3>pip3:list"},
                    Row{{"python3", "-c", "x", "rm"}, "python3"},
                    Row{{"python3", "-uc", "x", "rm"}, "python3"},
                    Row{{"node", "/usr/lib/npm/bin/npm-cli.js", "ci"}, "node>npm-cli.js:ci"},
                    Row{{"node", "-e", "x", "rm"}, "node"}, Row{{"node", "--eval=x", "rm"}, "node"},
                    Row{{"perl", "-pe", "x", "rm"}, "perl"},
                    Row{{"perl", "-w", "x.pl"}, "perl>x.pl"}, Row{{"python3"}, "python3"},
                    Row{{"python3", "--version"}, "python3"}));

TEST(CommandLevelsDepthTest, MoreThanEightAreTooDeep) {
  constexpr std::size_t kMost = size_limit("command.levels");
  const auto is_too_deep = [&](std::size_t levels) {
    std::vector<std::string> argv(levels - 1, "nohup");
    argv.push_back("rm");
    const CommandLevels chain = command_levels(argv, shipped());
    EXPECT_EQ(chain.levels.size(), std::min(levels, kMost));
    return chain.too_deep;
  };
  EXPECT_FALSE(is_too_deep(kMost - 1));
  EXPECT_FALSE(is_too_deep(kMost));
  EXPECT_TRUE(is_too_deep(kMost + 1));
}

}  // namespace
}  // namespace guard::policy
