// SPDX-License-Identifier: Apache-2.0
#include "policy/command/subcommand_aliases.h"

#include <algorithm>
#include <array>
#include <span>

namespace guard::policy {
namespace {

using Words = std::span<const std::string_view>;

// As the programs' own manuals list them: npm 10 (utils/cmd-list.js), pnpm 9, bun 1, yarn 1 and 4,
// cargo 1, docker 27 (which also has them behind `container`, `image` and kin), dnf 4, brew 4.
constexpr std::array<std::string_view, 12> kNpmInstall = {"install", "i",      "in",      "ins",
                                                          "inst",    "insta",  "instal",  "isnt",
                                                          "isnta",   "isntal", "isntall", "add"};
constexpr std::array<std::string_view, 6> kNpmRemove = {"uninstall", "remove", "rm",
                                                        "r",         "un",     "unlink"};
constexpr std::array<std::string_view, 4> kNpmUpdate = {"update", "up", "upgrade", "udpate"};
constexpr std::array<std::string_view, 5> kNpmCi = {"ci", "clean-install", "ic", "install-clean",
                                                    "isntall-clean"};
constexpr std::array<std::string_view, 4> kNpmRun = {"run", "run-script", "rum", "urn"};
constexpr std::array<std::string_view, 3> kNpmTest = {"test", "t", "tst"};
constexpr std::array<std::string_view, 2> kNpmExec = {"exec", "x"};
constexpr std::array<std::string_view, 2> kShortInstall = {"install", "i"};
constexpr std::array<std::string_view, 2> kShortAdd = {"add", "a"};
constexpr std::array<std::string_view, 2> kUpgrade = {"upgrade", "up"};
constexpr std::array<std::string_view, 2> kBuild = {"build", "b"};
constexpr std::array<std::string_view, 2> kRun = {"run", "r"};
constexpr std::array<std::string_view, 2> kTest = {"test", "t"};
constexpr std::array<std::string_view, 2> kGitAdd = {"add", "stage"};
constexpr std::array<std::string_view, 3> kContainerRemove = {"rm", "container rm",
                                                              "container remove"};
constexpr std::array<std::string_view, 3> kImageRemove = {"rmi", "image rm", "image remove"};
constexpr std::array<std::string_view, 2> kContainerRun = {"run", "container run"};
constexpr std::array<std::string_view, 2> kContainerExec = {"exec", "container exec"};
constexpr std::array<std::string_view, 2> kImagePush = {"push", "image push"};
constexpr std::array<std::string_view, 2> kImagePull = {"pull", "image pull"};
constexpr std::array<std::string_view, 3> kErase = {"remove", "erase", "rm"};
constexpr std::array<std::string_view, 3> kBrewRemove = {"uninstall", "remove", "rm"};

constexpr std::array<std::string_view, 3> kNpm = {"npm", "npm-cli.js", "cnpm"};
constexpr std::array<std::string_view, 2> kPnpm = {"pnpm", "pnpm.cjs"};
constexpr std::array<std::string_view, 1> kBun = {"bun"};
constexpr std::array<std::string_view, 1> kYarn = {"yarn"};
constexpr std::array<std::string_view, 1> kCargo = {"cargo"};
constexpr std::array<std::string_view, 1> kGit = {"git"};
constexpr std::array<std::string_view, 3> kContainers = {"docker", "podman", "nerdctl"};
constexpr std::array<std::string_view, 3> kDnf = {"dnf", "yum", "dnf5"};
constexpr std::array<std::string_view, 1> kBrew = {"brew"};

struct Row {
  Words programs;
  Words names;
};
constexpr std::array kRows = {
    Row{kNpm, kNpmInstall},
    Row{kNpm, kNpmRemove},
    Row{kNpm, kNpmUpdate},
    Row{kNpm, kNpmCi},
    Row{kNpm, kNpmRun},
    Row{kNpm, kNpmTest},
    Row{kNpm, kNpmExec},
    Row{kPnpm, kShortInstall},
    Row{kPnpm, kNpmRemove},
    Row{kPnpm, kNpmUpdate},
    Row{kBun, kShortInstall},
    Row{kBun, kShortAdd},
    Row{kBun, kNpmRemove},
    Row{kYarn, kUpgrade},
    Row{kCargo, kBuild},
    Row{kCargo, kRun},
    Row{kCargo, kTest},
    Row{kGit, kGitAdd},
    Row{kContainers, kContainerRemove},
    Row{kContainers, kImageRemove},
    Row{kContainers, kContainerRun},
    Row{kContainers, kContainerExec},
    Row{kContainers, kImagePush},
    Row{kContainers, kImagePull},
    Row{kDnf, kErase},
    Row{kBrew, kBrewRemove},
};

bool lists(Words words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

}  // namespace

bool has_subcommand_or_alias(const CommandLine& line, std::string_view words) {
  if (line.has_subcommand(words)) return true;
  return std::ranges::any_of(kRows, [&](const Row& row) {
    return lists(row.programs, line.program) && lists(row.names, words) &&
           std::ranges::any_of(row.names, [&](auto name) { return line.has_subcommand(name); });
  });
}

}  // namespace guard::policy
