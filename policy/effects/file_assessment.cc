// SPDX-License-Identifier: Apache-2.0
#include "policy/effects/file_assessment.h"

#include <algorithm>
#include <array>

#include "base/text/path.h"
#include "base/text/text.h"
#include "policy/command/git_steps.h"
#include "policy/effects/git_side_files.h"
#include "policy/paths/file_owners.h"
#include "policy/paths/path_names.h"
#include "policy/text/glob.h"
#include "policy/vocabulary/own_rules.h"

namespace guard::policy {
namespace {

struct DeedWords {
  const char* rule;
  const char* verb;
  const char* alternative;
};
// Rows in the order of FileDeed.
constexpr std::array<DeedWords, 6> kDeedWords = {{
    {own_rule("fs.create"), "creates", "Create it inside the workspace instead."},
    {own_rule("fs.overwrite"), "overwrites", "Write to a new name, or ask the user."},
    {own_rule("fs.delete"), "deletes",
     "Ask the user, or move it to another name in the workspace instead."},
    {own_rule("fs.delete"), "deletes",
     "Ask the user, or move it to another name in the workspace instead."},
    {own_rule("fs.metadata"), "changes the mode, owner or attributes of", "Ask the user first."},
    {own_rule("fs.read"), "reads", "Ask the user for the part that you need."},
}};
constexpr std::array<const char*, 6> kStandings = {
    "",
    "made in this session",
    "build output",
    "tracked by git and unchanged",
    "saved for undo",
    "existed before this session and is not known to be safe elsewhere"};

const DeedWords& words_of(FileDeed deed) {
  return kDeedWords.at(static_cast<std::size_t>(deed));
}

std::string reason_of(FileDeed deed, const Object& object, Territory territory) {
  std::string reason = std::string(words_of(deed).verb) + " " + safe_text(object.path);
  const std::string standing = standing_of(object, territory);
  return standing.empty() ? reason : reason + ": " + standing;
}

Finding disk_write(const Object& object) {
  Finding finding;
  finding.categories = {Category::kSystemImpact, Category::kFsDeleteOverwrite};
  finding.tier = 3;
  finding.block = true;
  finding.rule = own_rule("fs.disk");
  finding.reason = "writes to the disk " + safe_text(object.path) + " directly";
  finding.alternative = "Write to an image file in the workspace instead.";
  return finding;
}

// Parts of the system that hold secrets: the table's one exception for reading.
constexpr std::array kSensitiveSystem = {std::string_view("/etc/shadow*"),
                                         std::string_view("/etc/gshadow*"),
                                         std::string_view("/etc/sudoers"),
                                         std::string_view("/etc/sudoers.d/**"),
                                         std::string_view("/etc/ssh/ssh_host_*_key"),
                                         std::string_view("/etc/krb5.keytab"),
                                         std::string_view("/proc/*/mem"),
                                         std::string_view("/proc/*/environ"),
                                         std::string_view("/proc/*/task/*/mem"),
                                         std::string_view("/proc/*/task/*/environ"),
                                         std::string_view("/proc/kcore"),
                                         std::string_view("/dev/mem"),
                                         std::string_view("/dev/kmem")};

bool is_sensitive_system(const Object& object) {
  return std::any_of(kSensitiveSystem.begin(), kSensitiveSystem.end(),
                     [&](auto glob) { return path_glob_matches(glob, object.path); });
}

int read_tier(const Object& object, Territory territory, const FileActor& actor) {
  if (territory == Territory::kSteering && object.path_class != PathClass::kSecret) return 0;
  if (territory == Territory::kSteering && reads_as_owner(actor.program, object.path)) return 0;
  if (territory == Territory::kSystem && is_sensitive_system(object))
    return reads_as_owner(actor.program, object.path) ? 0 : 2;
  return tier_of(FileDeed::kRead, territory, object.recoverability);
}

bool takes_away(FileDeed deed) {
  return deed == FileDeed::kDelete || deed == FileDeed::kDeleteMany;
}

// Settings and hooks of a repository that this session made: they go with it. That the file is new
// is not enough: git writes the settings of an old repository anew, under another inode.
bool is_in_born_repository(const Object& object, Facts& facts) {
  constexpr std::string_view kGit = "/.git";
  const std::size_t at = object.path.find(std::string(kGit) + "/");
  if (at == std::string::npos) return false;
  const Object repository = facts.object(object.path.substr(0, at + kGit.size()), LastLink::kKept);
  return repository.type == ObjectType::kDirectory &&
         repository.recoverability == Recoverability::kBorn;
}

// Below .git/modules, by names that may have slashes; a submodule may have some of its own. The
// first repository on the way that was there before has none of this session's but those.
bool is_in_born_submodule(const Object& object, Facts& facts) {
  constexpr std::string_view kModules = "/.git/modules/";
  constexpr std::string_view kNested = "modules/";
  std::size_t at = object.path.find(kModules);
  if (at == std::string::npos) return false;
  at += kModules.size();
  for (std::size_t end = object.path.find('/', at); end != std::string::npos;
       end = object.path.find('/', at)) {
    const std::string folder = object.path.substr(0, end);
    const Object found = facts.object(folder, LastLink::kKept);
    if (found.type != ObjectType::kDirectory) return false;
    if (found.recoverability == Recoverability::kBorn) return true;
    at = end + 1;
    if (facts.object(folder + "/HEAD", LastLink::kKept).type == ObjectType::kMissing) continue;
    if (!std::string_view(object.path).substr(at).starts_with(kNested)) return false;
    at += kNested.size();
  }
  return false;
}

bool is_of_own_repository(const Object& object, Facts& facts) {
  return object.path_class == PathClass::kConfig &&
         object.recoverability == Recoverability::kBorn &&
         vcs_class(object.path) == PathClass::kConfig &&
         (is_in_born_repository(object, facts) || is_in_born_submodule(object, facts));
}

// git itself puts these among the hooks: examples of its templates, and the four of git-lfs.
bool is_gits_hook(const Object& object, const FileActor& actor, Way way) {
  constexpr std::array<std::string_view, 4> kOfLargeFiles = {"pre-push", "post-checkout",
                                                             "post-commit", "post-merge"};
  const std::string_view name = base_name(object.path);
  return object.type == ObjectType::kDirectory || way == Way::kAsFolder ||
         name.ends_with(".sample") ||
         (actor.program == "git-lfs" &&
          std::ranges::find(kOfLargeFiles, name) != kOfLargeFiles.end());
}

// This step of git writes this one of the files by which a repository steers git.
bool writes_steering(const Object& object, const FileActor& actor, Way way) {
  const std::string_view name = base_name(object.path);
  if (name == "gitdir" || name == "commondir") return actor.rights.links_trees;
  if (name == "config" || name == "config.worktree")
    return (actor.rights.sets && way == Way::kFromLock) ||
           (actor.rights.links_trees && object.path.find("/worktrees/") != std::string::npos);
  return is_gits_hook(object, actor, way);
}

// The file by which a work tree or a submodule names its repository: with another repository come
// its hooks.
bool names_repository(const Object& object, Territory territory) {
  return territory == Territory::kVcsByOthers && object.type != ObjectType::kDirectory &&
         base_name(object.path) == ".git";
}

// Outside of the workspace: hidden folders hold what programs read and load later, those of
// programs what is started later.
bool may_be_run_later(const std::string& path) {
  return path.find("/.") != std::string::npos || path.find("/bin/") != std::string::npos ||
         path.find("/site-packages/") != std::string::npos;
}

// The steps that take a lock only to write down by the way what they have looked at, and do without
// where they get none (git(1), GIT_OPTIONAL_LOCKS).
bool only_looks(const std::vector<std::string>& argv) {
  const std::string_view step = git_subcommand(argv);
  return step == "status" || step == "diff" || step == "describe";
}

// The index of a repository, or its lock.
bool is_index(const std::string& path) {
  const std::string_view name = base_name(path);
  const std::string folder = folder_of(path);
  return (name == "index" || name == "index.lock") &&
         (base_name(folder) == ".git" || folder.find("/.git/worktrees/") != std::string::npos ||
          folder.find("/.git/modules/") != std::string::npos);
}

int deed_tier(FileDeed deed, const Object& object, Territory territory, const FileActor& actor,
              Facts& facts) {
  if (deed == FileDeed::kOverwrite && names_repository(object, territory))
    return tier_of(deed, territory, Recoverability::kPrecious);
  if (deed == FileDeed::kRead) return read_tier(object, territory, actor);
  if (takes_away(deed) && is_of_own_repository(object, facts))
    return tier_of(deed, Territory::kVcsByOthers, object.recoverability);
  const bool personal = territory == Territory::kPersonal || territory == Territory::kSteering;
  const bool is_refresh = actor.refreshes_index && is_index(object.path);
  if (personal && (is_refresh || writes_as_owner(actor.program, object.path))) {
    return object.type == ObjectType::kMissing ? 0 : 1;
  }
  if (deed == FileDeed::kOverwrite && territory == Territory::kPersonal &&
      may_be_run_later(object.path))
    return tier_of(deed, territory, Recoverability::kPrecious);
  const bool folder = object.type == ObjectType::kDirectory;
  // Writing into a pipe takes nothing away.
  const bool pipe = object.type == ObjectType::kFifo || object.type == ObjectType::kSocket;
  if (deed == FileDeed::kOverwrite && pipe)
    return tier_of(deed, territory, Recoverability::kNothing);
  // Removing one folder takes an empty one: the content was judged before.
  if (deed == FileDeed::kDelete && folder && territory == Territory::kWorkspace) {
    return std::min(1, tier_of(deed, territory, object.recoverability));
  }
  if (deed == FileDeed::kDelete && folder && territory == Territory::kPersonal) {
    return tier_of(FileDeed::kDeleteMany, territory, object.recoverability);
  }
  return tier_of(deed, territory, object.recoverability);
}

// Words of bash that the next word belongs to, where that is no code: `-o vi`, `-O autocd`. A start
// file is code; only one that the user gave as part of CMD is as much the shell's own as ~/.bashrc.
bool takes_a_word(std::string_view program, std::string_view word, bool by_user) {
  if (program != "bash") return false;
  if (word == "-o" || word == "-O" || word == "+o" || word == "+O") return true;
  return by_user && (word == "--rcfile" || word == "--init-file");
}

// A shell that nobody types into: what it was given to run is not the owner of its history.
bool runs_given_code(std::string_view program, const std::vector<std::string>& argv, bool by_user) {
  constexpr std::array<std::string_view, 6> kInterpreters = {"bash", "zsh",     "ksh*",
                                                             "fish", "python*", "node*"};
  const bool interprets = std::any_of(kInterpreters.begin(), kInterpreters.end(),
                                      [&](auto glob) { return word_glob_matches(glob, program); });
  if (!interprets || argv.empty()) return false;
  for (std::size_t at = 1; at < argv.size(); ++at) {
    const std::string_view word = argv[at];
    if (takes_a_word(program, word, by_user)) {
      ++at;
      continue;
    }
    if (!word.starts_with('-')) return true;
    if (!word.starts_with("--") && word.find_first_of("ceEpms") != std::string_view::npos)
      return true;
  }
  return false;
}

// Anybody can read what git has committed in its repository; anything else that it reads gets
// there. It does not matter which step reads it.
constexpr GitRights kMayRead = {.sets = true, .checks_out = true, .links_trees = true};
Territory territory_to_read(const Object& object, const FileActor& actor, Facts& facts) {
  const bool committed = object.recoverability == Recoverability::kClean;
  return territory_for(object, {actor.is_git && committed, actor.program, kMayRead}, facts);
}

// A System V object: no file, so nothing can be moved or copied instead.
bool is_nameless_object(const Object& object) {
  return object.path.starts_with("sysv:");
}

}  // namespace

bool is_secret_to_read(const Object& object) {
  return object.path_class == PathClass::kSecret ||
         (object.path_class == PathClass::kSystem && is_sensitive_system(object));
}

bool reads_own_secret(const Action& action) {
  if (action.act != Act::kRead || action.objects.empty()) return false;
  const Object& object = action.objects.front();
  return is_secret_to_read(object) && reads_as_owner(file_actor(action.actor).program, object.path);
}

std::string standing_of(const Object& object, Territory territory) {
  switch (territory) {
    case Territory::kWorkspaceRoot:
      return "the workspace as a whole";
    case Territory::kVcsByGit:
    case Territory::kVcsByOthers:
      return "version control data, which only git itself should touch";
    case Territory::kSteering:
      return object.path_class == PathClass::kSecret ? "it may hold a secret"
                                                     : "it runs or steers programs later";
    case Territory::kPersonal:
      return "outside the workspace";
    case Territory::kSystem:
      return object.path_class == PathClass::kDevice ? "a device" : "part of the system";
    case Territory::kScratch:
    case Territory::kWorkspace:
      break;
  }
  return kStandings.at(static_cast<std::size_t>(object.recoverability));
}

Finding guard_own(const Object& object) {
  Finding finding;
  finding.categories = {Category::kFsConfigSecrets};
  finding.tier = 3;
  finding.block = true;
  finding.rule = own_rule("guard.own");
  finding.reason = "guard's own files are out of reach: " + safe_text(object.path);
  finding.alternative = "Ask the user to change guard's settings outside this session.";
  return finding;
}

bool is_within(const std::string& path, const std::vector<std::string>& folders) {
  return std::any_of(folders.begin(), folders.end(),
                     [&](const auto& folder) { return below(path, folder).has_value(); });
}

// A socket keeps nothing: whatever folder it lies in, it is the session's to take away that made it
// (gpg-agent's own, in ~/.gnupg).
bool is_own_door(const Object& object) {
  const bool is_door = object.type == ObjectType::kSocket || object.type == ObjectType::kFifo;
  return is_door && object.recoverability == Recoverability::kBorn;
}

Territory territory_for(const Object& object, const FileActor& actor, Facts& facts, Way way) {
  if (object.path_class == PathClass::kSecret && is_own_door(object)) return Territory::kScratch;
  const Territory territory = territory_of(object.path_class, actor.is_git);
  if (territory == Territory::kVcsByOthers && is_beside_gits_own(object, facts.git_folders()))
    return Territory::kVcsByGit;
  if (territory == Territory::kVcsByOthers && actor.splits_mail &&
      is_split_mail(object, facts.git_folders()))
    return Territory::kVcsByGit;
  if (territory != Territory::kSteering || !actor.is_git) return territory;
  const bool in_workspace = is_within(object.path, facts.workspace());
  if (!in_workspace && !is_within(object.path, facts.git_folders())) return territory;
  if (in_workspace && !vcs_class(object.path))
    return actor.rights.checks_out ? Territory::kWorkspace : territory;
  const bool own = writes_steering(object, actor, way) || is_in_born_repository(object, facts);
  return own ? Territory::kVcsByGit : territory;
}

FileActor file_actor(const Actor& actor) {
  if (!actor.installed) return {};
  std::string_view name = actor.script.empty() ? base_name(actor.exe) : actor.script;
  const bool is_git = is_git_on_its_own(actor.exe, actor.argv);
  if (actor.script.empty() && runs_given_code(name, actor.argv, actor.by_user)) name = {};
  if (actor.tampered) name = {};
  // Any other git may show or store the file that its words name (diff --no-index, hash-object,
  // interpret-trailers).
  if (name == "git" && !keeps_credentials(actor.argv)) name = {};
  return {.is_git = is_git,
          .program = std::string(name),
          .rights = is_git ? git_rights(actor.argv) : GitRights(),
          .splits_mail = is_installed_git(actor) && git_subcommand(actor.argv) == "mailsplit",
          .refreshes_index = is_git && !actor.tampered && only_looks(actor.argv)};
}

std::vector<Finding> judge_deed(FileDeed deed, const Object& object, const FileActor& actor,
                                Facts& facts, Way way) {
  if (object.path_class == PathClass::kGuard) return {guard_own(object)};
  const bool harmless = object.path_class == PathClass::kHarmlessDevice && !takes_away(deed);
  if (harmless) return {};
  const bool writes = deed == FileDeed::kOverwrite;
  if (writes && object.type == ObjectType::kBlockDevice) return {disk_write(object)};
  // A disk's name without the disk: whoever writes there meant the disk.
  if (deed == FileDeed::kCreate && looks_like_disk(object.path)) return {disk_write(object)};
  const Territory territory = deed == FileDeed::kRead ? territory_to_read(object, actor, facts)
                                                      : territory_for(object, actor, facts, way);
  Finding finding;
  finding.tier = deed_tier(deed, object, territory, actor, facts);
  finding.categories = categories_of(deed, territory);
  finding.rule = words_of(deed).rule;
  finding.reason = reason_of(deed, object, territory);
  if (finding.tier == 0) return {finding};
  // Secrets and what steers programs are asked about wherever they lie, also in the workspace.
  const bool is_asked_anywhere =
      deed == FileDeed::kCreate &&
      (territory == Territory::kSteering || is_within(object.path, facts.workspace()));
  finding.alternative = is_asked_anywhere || is_nameless_object(object)
                            ? "Ask the user first."
                            : words_of(deed).alternative;
  return {finding};
}

}  // namespace guard::policy
