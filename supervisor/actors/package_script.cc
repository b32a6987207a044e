// SPDX-License-Identifier: Apache-2.0
#include "supervisor/actors/package_script.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "base/text/text.h"
#include "policy/paths/path_names.h"

namespace guard::supervisor {

using Names = std::array<std::string_view, 7>;  // unused ones are empty

struct Installer {
  std::string_view name;
  Names called = {};  // base names of its program, or of its script
  Names verbs = {};   // one of these is among its words; none: always
  // Beginnings of folders that hold packages of others: "/node_modules/" those of its folders,
  // "/pip-install-" what is so called. Code outside of the workspace is a package's in any case.
  Names packages = {};
  Names starts = {};  // beginnings of names: what else it starts is the installer's own trade
  Names tools = {};   // names of what it starts for itself
  Names builds = {};  // where its scripts build, beside the package
  bool builds_beside = false;  // its scripts: in the folder above the one that holds them
};

namespace {

constexpr Names kFetchers = {"git", "hg", "svn", "bzr", "tar", "ssh"};
constexpr Names kModules = {"/node_modules/", "/_cacache/tmp/"};
constexpr Names kKept = {"/node_modules/.cache/"};
constexpr Names kUnpacked = {"/pip-install-", "/pip-req-build-", "/pip-wheel-", "/pip-build-"};
constexpr Names kPythons = {"python", "pypy"};

// A field that a row does not name is empty.
constexpr std::array kInstallers = {
    Installer{.name = "npm",
              .called = {"npm", "npm-cli.js", "npx", "npx-cli.js"},
              .packages = kModules,
              .tools = kFetchers,
              .builds = kKept},
    Installer{.name = "pnpm",
              .called = {"pnpm", "pnpm.cjs", "pnpm.mjs", "pnpx"},
              .packages = kModules,
              .tools = kFetchers,
              .builds = kKept},
    Installer{.name = "yarn",
              .called = {"yarn", "yarn.js", "yarn.cjs", "yarnpkg"},
              .packages = kModules,
              .tools = kFetchers,
              .builds = kKept},
    Installer{.name = "bun",
              .called = {"bun", "bunx"},
              .verbs = {"install", "i", "add", "update", "ci"},
              .packages = kModules,
              .tools = kFetchers,
              .builds = kKept},
    Installer{.name = "pip",
              .called = {"pip", "pip3", "pipx", "__pip-runner__.py"},
              .packages = kUnpacked,
              .starts = kPythons},
    Installer{.name = "uv",
              .called = {"uv"},
              .verbs = {"pip", "sync", "add", "install", "lock", "build", "run"},
              .starts = kPythons},
    Installer{.name = "poetry",
              .called = {"poetry"},
              .verbs = {"install", "add", "update", "sync", "lock"},
              .packages = kUnpacked,
              .starts = kPythons},
    Installer{.name = "cargo",
              .called = {"cargo"},
              .packages = {"/vendor/"},
              .starts = {"build-script-"},
              .builds_beside = true},
    Installer{.name = "go",
              .called = {"go"},
              .verbs = {"generate"},
              .packages = {"/pkg/mod/", "/vendor/"},
              .tools = kFetchers},
    Installer{.name = "gem",
              .called = {"gem", "bundle", "bundler"},
              .packages = {"/gems/"},
              .starts = {"ruby", "make", "gmake", "rake", "sh", "bash"}},
    Installer{.name = "composer",
              .called = {"composer", "composer.phar"},
              .packages = {"/vendor/"},
              .tools = kFetchers},
};

bool is_empty(const Names& names) {
  return names.front().empty();
}

bool has(const Names& names, std::string_view name) {
  return !name.empty() && std::ranges::find(names, name) != names.end();
}

bool begins_one(const Names& names, std::string_view name) {
  return std::ranges::any_of(
      names, [&](std::string_view begin) { return !begin.empty() && name.starts_with(begin); });
}

// `node /usr/bin/npm`, `python3 -m pip`, `ruby -W0 /usr/bin/gem`.
constexpr std::size_t kWordsBeforeScript = 4;

using Called = std::array<std::string_view, 2 + kWordsBeforeScript>;

Called names_of(const policy::Actor& actor) {
  Called called = {base_name(actor.exe), actor.script};
  const std::size_t words = std::min(actor.argv.size(), kWordsBeforeScript);
  for (std::size_t at = 0; at < words; ++at) called.at(2 + at) = base_name(actor.argv[at]);
  return called;
}

bool is_called(const Names& names, const Called& called) {
  return std::ranges::any_of(called, [&](std::string_view name) { return has(names, name); });
}

bool says(const Names& verbs, const std::vector<std::string>& argv) {
  return is_empty(verbs) ||
         std::ranges::any_of(argv, [&](const std::string& word) { return has(verbs, word); });
}

// The end of the part of PATH that begins at AT.
std::size_t end_of_part(const std::string& path, std::size_t at) {
  return std::min(path.find('/', at), path.size());
}

struct Package {
  std::string name;
  std::string folder;
};

// Below OWN alone: where a workspace lies says nothing of what is in it.
// "/w/node_modules/@a/b" of "/w/node_modules/@a/b/deps/c", "/tmp/pip-install-x1" of what lies
// there.
Package package_at(const std::string& where, std::string_view begin, std::size_t own) {
  const std::string path = where + "/";
  const std::size_t found = path.rfind(begin);
  if (found == std::string::npos || found < own) return {};
  const bool holds = begin.ends_with('/');
  const std::size_t from = holds ? found + begin.size() : found + 1;
  std::size_t end = end_of_part(path, from);
  if (holds && end > from && path[from] == '@') end = end_of_part(path, end + 1);
  if (end <= from || end >= path.size()) return {};
  const std::size_t inner = end_of_part(path, end + 1);
  const bool named_inside = !holds && end + 1 < inner && inner < path.size();
  return {named_inside ? path.substr(end + 1, inner - end - 1) : path.substr(from, end - from),
          path.substr(0, end)};
}

Package package_of(const Installer& installer, const std::string& where, std::size_t own) {
  for (const std::string_view begin : installer.packages) {
    if (begin.empty()) continue;
    if (Package package = package_at(where, begin, own); !package.folder.empty()) return package;
  }
  return {};
}

// The length of the workspace's path that holds PATH; 0: none does.
std::size_t workspace_around(const std::string& path, const std::vector<std::string>& workspaces) {
  std::size_t length = 0;
  for (const std::string& folder : workspaces)
    if (policy::below(path, folder)) length = std::max(length, folder.size());
  return length;
}

std::string stage_of(const policy::Action& exec) {
  constexpr std::string_view kStage = "npm_lifecycle_event=";
  for (const std::string& change : exec.environment_changes)
    if (change.starts_with(kStage)) return change.substr(kStage.size());
  return {};
}

std::string folder_of(std::string_view path) {
  return std::string(
      path.substr(0, path.rfind('/') == std::string_view::npos ? 0 : path.rfind('/')));
}

bool starts_script(const Installer& installer, const policy::Action& exec) {
  const std::string_view name = base_name(exec.exe);
  return !has(installer.tools, name) &&
         (is_empty(installer.starts) || begins_one(installer.starts, name));
}

std::string place_text(const std::string& host, const policy::Destination& destination) {
  return host + ":" + std::to_string(destination.port);
}

// "push" of `git -C /w -q push origin`; empty: there is none.
std::string verb_of(const std::vector<std::string>& argv) {
  constexpr std::array<std::string_view, 2> kWithValue = {"-C", "-c"};
  const auto is_word = [](std::string_view word) {
    return !word.empty() && std::ranges::all_of(word, [](char c) { return c >= 'a' && c <= 'z'; });
  };
  for (std::size_t at = 1; at < argv.size(); ++at) {
    if (std::ranges::find(kWithValue, argv[at]) != kWithValue.end()) {
      ++at;
    } else if (!argv[at].starts_with('-')) {
      return is_word(argv[at]) ? argv[at] : std::string();
    }
  }
  return {};
}

}  // namespace

const Installer* installer_of(const policy::Actor& actor) {
  const Called called = names_of(actor);
  for (const Installer& installer : kInstallers)
    if (is_called(installer.called, called) && says(installer.verbs, actor.argv)) return &installer;
  return nullptr;
}

std::string name_of(const Installer& installer) {
  return std::string(installer.name);
}

PackageScriptPtr script_begun(const policy::Actor& actor, const std::string& where,
                              const policy::Action& exec,
                              const std::vector<std::string>& workspaces) {
  const Installer* const installer = installer_of(actor);
  if (installer == nullptr || !starts_script(*installer, exec)) return nullptr;
  const std::size_t own = workspace_around(exec.cwd, workspaces);
  Package package = package_of(*installer, exec.cwd, own);
  if (package.folder.empty()) {
    // The workspace's own, or what the installer runs where it stands itself.
    if (exec.cwd == where || own > 0) return nullptr;
    package = {std::string(base_name(exec.cwd)), exec.cwd};
  }
  auto script = std::make_shared<PackageScript>();
  script->installer = installer;
  script->package = std::move(package.name);
  script->folder = std::move(package.folder);
  script->stage = stage_of(exec);
  if (installer->builds_beside) script->built = folder_of(folder_of(exec.exe));
  return script;
}

bool is_place_of(const PackageScript& script, const policy::Object& object) {
  using policy::PathClass;
  constexpr std::array kFree = {PathClass::kTmp, PathClass::kCache, PathClass::kHarmlessDevice};
  if (std::ranges::find(kFree, object.path_class) != kFree.end() ||
      policy::below(object.path, script.folder) ||
      (!script.built.empty() && policy::below(object.path, script.built)))
    return true;
  return std::ranges::any_of(script.installer->builds, [&](std::string_view folder) {
    return !folder.empty() && object.path.find(folder) != std::string::npos;
  });
}

bool is_of_family(const PackageScript& script, const std::string& path) {
  constexpr std::string_view kFolder = "/node_modules/";
  const std::size_t modules = script.folder.find(kFolder);
  if (modules == std::string::npos || path.compare(0, modules, script.folder, 0, modules) != 0)
    return false;
  const std::string name = package_at(path, kFolder, modules).name;
  return name.starts_with("@" + script.package + "/") || name.starts_with(script.package + "-");
}

std::string wish_text(const policy::Action& action, const std::string& home) {
  if (action.act == policy::Act::kExec) {
    const std::string name(base_name(action.exe));
    const std::string verb = verb_of(action.argv);
    return verb.empty() ? name : name + " " + verb;
  }
  const policy::Destination& to = action.destination;
  if (!to.address.empty()) return to.name.empty() ? to.address : to.name;
  if (action.objects.empty()) return name_of(action.act);
  const std::string& path = action.objects.back().path;
  const auto inside = policy::below(path, home);
  return inside && !inside->empty() ? "~/" + std::string(*inside) : path;
}

std::string text_of(const PackageScript& script) {
  return script.stage.empty() ? "the build of " + script.package
                              : script.package + "'s " + script.stage;
}

void PackageScripts::note_connection(const policy::Actor& actor,
                                     const policy::Destination& destination) {
  const Installer* const installer = installer_of(actor);
  if (installer == nullptr || destination.address.empty()) return;
  const std::lock_guard lock(mutex_);
  auto& hosts = hosts_[installer];
  hosts.insert(place_text(destination.address, destination));
  if (!destination.name.empty()) hosts.insert(place_text(destination.name, destination));
}

bool PackageScripts::is_host_of(const Installer& installer,
                                const policy::Destination& destination) const {
  const std::lock_guard lock(mutex_);
  const auto hosts = hosts_.find(&installer);
  return hosts != hosts_.end() &&
         (hosts->second.contains(place_text(destination.address, destination)) ||
          hosts->second.contains(place_text(destination.name, destination)));
}

void PackageScripts::note_wish(const PackageScript& script, const std::string& what,
                               const std::string& outcome) {
  const std::pair key(text_of(script), outcome);
  const std::lock_guard lock(mutex_);
  auto found = std::ranges::find(wishes_, key, [](const auto& wish) { return wish.first; });
  if (found == wishes_.end()) found = wishes_.insert(found, {key, {}});
  if (std::ranges::find(found->second, what) == found->second.end()) found->second.push_back(what);
}

std::vector<std::string> PackageScripts::lines() const {
  constexpr std::size_t kNamed = 6;
  std::vector<std::string> lines;
  const std::lock_guard lock(mutex_);
  for (const auto& [key, wanted] : wishes_) {
    std::string line = safe_text(key.first) + " wanted ";
    for (std::size_t at = 0; at < std::min(wanted.size(), kNamed); ++at)
      line += (at == 0 ? "" : ", ") + safe_text(wanted[at]);
    if (wanted.size() > kNamed) line += " and " + std::to_string(wanted.size() - kNamed) + " more";
    lines.push_back(line + ": " + key.second);
  }
  return lines;
}

}  // namespace guard::supervisor
