// SPDX-License-Identifier: Apache-2.0
#include "policy/effects/file_assessment.h"

#include <algorithm>
#include <array>

#include "base/text/text.h"
#include "base/weaken.h"
#include "policy/command/git_steps.h"
#include "policy/effects/metadata_assessment.h"
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
    {own_rule("fs.read"), "reads", "Ask the user for what is needed of it."},
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
bool is_of_own_repository(const Object& object, Facts& facts) {
  const bool own = object.path_class == PathClass::kConfig &&
                   object.recoverability == Recoverability::kBorn &&
                   vcs_class(object.path) == PathClass::kConfig;
  if (!own) return false;
  constexpr std::string_view kGit = "/.git";
  const std::size_t at = object.path.find(std::string(kGit) + "/");
  if (at == std::string::npos) return false;
  const Object repository = facts.object(object.path.substr(0, at + kGit.size()), false);
  return repository.type == ObjectType::kDirectory &&
         repository.recoverability == Recoverability::kBorn;
}

int deed_tier(FileDeed deed, const Object& object, Territory territory, const FileActor& actor,
              Facts& facts) {
  if (deed == FileDeed::kRead) return read_tier(object, territory, actor);
  if (takes_away(deed) && is_of_own_repository(object, facts))
    return tier_of(deed, Territory::kVcsByOthers, object.recoverability);
  const bool personal = territory == Territory::kPersonal || territory == Territory::kSteering;
  if (personal && writes_as_owner(actor.program, object.path)) {
    return object.type == ObjectType::kMissing ? 0 : 1;
  }
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

bool is_scratch_or_workspace(Territory territory) {
  return territory == Territory::kScratch || territory == Territory::kWorkspace;
}

// Nothing is lost when an object only gets another name where it may lie; a workspace file that
// goes to scratch could be lost there unasked.
bool keeps_content(Territory from, Territory to) {
  if (from == Territory::kVcsByGit && to == Territory::kVcsByGit) return true;
  return is_scratch_or_workspace(from) && is_scratch_or_workspace(to) &&
         !(from == Territory::kWorkspace && to == Territory::kScratch);
}

using Findings = std::vector<Finding>;

void append(Findings& list, Findings more) {
  list.insert(list.end(), std::make_move_iterator(more.begin()),
              std::make_move_iterator(more.end()));
}

Findings judge_each(FileDeed deed, const Action& action, Facts& facts) {
  Findings findings;
  const FileActor actor = file_actor(action.actor);
  for (const Object& object : action.objects) {
    append(findings, judge_deed(deed, object, actor, facts));
  }
  return findings;
}

Findings judge_create(const Action& action, Facts& facts) {
  Findings findings = judge_each(FileDeed::kCreate, action, facts);
  append(findings, judge_created_node(action));
  return findings;
}

Findings judge_change(const Action& action, Facts& facts) {
  Findings findings;
  const FileActor actor = file_actor(action.actor);
  for (const Object& object : action.objects) {
    append(findings, judge_metadata(action.change, object, actor, facts));
  }
  return findings;
}

// Build output is deleted unasked and unsaved, also by a later session, which cannot know that this
// name is the last one of something that no build makes again. What a package manager links out of
// its cache it can make again.
bool links_into_build(const Object& from, const Object& to) {
  const bool was_before = from.recoverability == Recoverability::kSaved ||
                          from.recoverability == Recoverability::kClean ||
                          from.recoverability == Recoverability::kPrecious;
  const bool of_somebody =
      from.path_class == PathClass::kWorkspace || from.path_class == PathClass::kTmp;
  return was_before && of_somebody && to.recoverability == Recoverability::kBuilt &&
         !weakened("links-into-build");
}

Finding link_into_build(const Object& from, const Object& to) {
  Finding finding;
  finding.categories = {Category::kFsDeleteOverwrite};
  finding.tier = 2;
  finding.rule = own_rule("fs.link");
  finding.reason = "gives " + safe_text(from.path) + " a name among build output, " +
                   safe_text(to.path) + ", where it could be deleted unasked";
  finding.alternative = "Copy it there instead.";
  return finding;
}

// A second name for an object: writing through it changes the object wherever the name lies.
Findings judge_link(const Action& action, Facts& facts) {
  const FileActor actor = file_actor(action.actor);
  Findings findings;
  for (std::size_t i = 0; i < action.objects.size(); ++i) {
    if (i == 0 && weakened("link-source")) continue;
    const Object& object = action.objects[i];
    const Territory territory = territory_for(object, actor, facts);
    const bool shares = i == 0 && !is_scratch_or_workspace(territory);
    append(findings, judge_deed(i == 0 && shares ? FileDeed::kOverwrite : FileDeed::kCreate, object,
                                actor, facts));
  }
  if (action.objects.size() == 2 && links_into_build(action.objects[0], action.objects[1]))
    findings.push_back(link_into_build(action.objects[0], action.objects[1]));
  for (Finding& finding : findings) {
    if (finding.rule == own_rule("fs.overwrite")) finding.rule = own_rule("fs.link");
  }
  return findings;
}

// The place of an object that leaves it.
Object vacated(Object object) {
  object.type = ObjectType::kMissing;
  if (object.recoverability != Recoverability::kBuilt) {
    object.recoverability = Recoverability::kNothing;
  }
  object.bytes = 0;
  return object;
}

Findings judge_rename(const Action& action, Facts& facts) {
  const FileActor actor = file_actor(action.actor);
  if (action.objects.size() != 2) return judge_each(FileDeed::kDelete, action, facts);
  if (!action.exchange) return judge_move(action.objects[0], action.objects[1], actor, facts);
  // Both go to where the other is: nothing is overwritten, each may lose its shelter.
  Findings findings = judge_move(action.objects[0], vacated(action.objects[1]), actor, facts);
  append(findings, judge_move(action.objects[1], vacated(action.objects[0]), actor, facts));
  return findings;
}

struct ActWords {
  Act act;
  const char* operation;
};
constexpr std::array kOperations = {
    ActWords{Act::kRead, "read"},     ActWords{Act::kCreate, "create"},
    ActWords{Act::kModify, "write"},  ActWords{Act::kDelete, "delete"},
    ActWords{Act::kRename, "rename"}, ActWords{Act::kLink, "hard link"}};

// "mode 0777, was 0644"; "owner 0:0"; "attribute user.x".
std::string change_detail(const Action& action) {
  const MetadataChange& change = action.change;
  if (change.kind == MetadataKind::kMode) {
    return "mode " + mode_text(change.mode) + ", was " + mode_text(action.objects[0].permissions);
  }
  return safe_text(metadata_text(change, "it"));
}

std::string extent_of(const Object& object) {
  if (object.type == ObjectType::kMissing) return "new";
  return std::string(name_of(object.type)) + ", " + size_text(object.bytes);
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

Territory territory_for(const Object& object, const FileActor& actor, Facts& facts) {
  const Territory territory = territory_of(object.path_class, actor.is_git);
  if (territory != Territory::kSteering || !actor.is_git) return territory;
  if (!is_within(object.path, facts.workspace())) return territory;
  return vcs_class(object.path) ? Territory::kVcsByGit : Territory::kWorkspace;
}

// A shell that nobody types into: what it was given to run is not the owner of its history.
bool runs_given_code(std::string_view program, const std::vector<std::string>& argv) {
  constexpr std::array<std::string_view, 6> kInterpreters = {"bash", "zsh",     "ksh*",
                                                             "fish", "python*", "node*"};
  const bool interprets = std::any_of(kInterpreters.begin(), kInterpreters.end(),
                                      [&](auto glob) { return word_glob_matches(glob, program); });
  if (!interprets || argv.empty()) return false;
  return std::any_of(argv.begin() + 1, argv.end(), [](std::string_view word) {
    if (!word.starts_with('-')) return true;
    return !word.starts_with("--") && word.find_first_of("ceEpms") != std::string_view::npos;
  });
}

FileActor file_actor(const Actor& actor) {
  if (!actor.installed) return {};
  std::string_view name = actor.script.empty() ? base_name(actor.exe) : actor.script;
  const bool is_git = is_git_on_its_own(actor.exe, actor.argv);
  if (actor.script.empty() && runs_given_code(name, actor.argv)) name = {};
  if (actor.tampered) name = {};
  // Any other git may show or store the file that its words name (diff --no-index, hash-object,
  // interpret-trailers).
  if (name == "git" && !keeps_credentials(actor.argv)) name = {};
  return {.is_git = is_git, .program = std::string(name)};
}

// What git has committed is in its repository for anybody to read; anything else that it reads gets
// there.
Territory territory_to_read(const Object& object, const FileActor& actor, Facts& facts) {
  const bool committed = object.recoverability == Recoverability::kClean;
  return territory_for(object, {actor.is_git && committed, actor.program}, facts);
}

Findings judge_deed(FileDeed deed, const Object& object, const FileActor& actor, Facts& facts) {
  if (object.path_class == PathClass::kGuard) return {guard_own(object)};
  const bool harmless = object.path_class == PathClass::kHarmlessDevice && !takes_away(deed);
  if (harmless) return {};
  const bool writes = deed == FileDeed::kOverwrite;
  if (writes && object.type == ObjectType::kBlockDevice) return {disk_write(object)};
  // A disk's name without the disk: whoever writes there meant the disk.
  if (deed == FileDeed::kCreate && looks_like_disk(object.path)) return {disk_write(object)};
  const Territory territory = deed == FileDeed::kRead ? territory_to_read(object, actor, facts)
                                                      : territory_for(object, actor, facts);
  Finding finding;
  finding.tier = deed_tier(deed, object, territory, actor, facts);
  finding.categories = categories_of(deed, territory);
  finding.rule = words_of(deed).rule;
  finding.reason = reason_of(deed, object, territory);
  if (finding.tier >= 1) finding.alternative = words_of(deed).alternative;
  return {finding};
}

Findings judge_move(const Object& from, const Object& to, const FileActor& actor, Facts& facts) {
  Findings findings;
  const bool onto = to.type != ObjectType::kMissing;
  const bool out_of_reach =
      from.path_class == PathClass::kGuard || to.path_class == PathClass::kGuard;
  const Territory from_territory = territory_for(from, actor, facts);
  const Territory to_territory = territory_for(to, actor, facts);
  append(findings, judge_deed(onto ? FileDeed::kOverwrite : FileDeed::kCreate, to, actor, facts));
  // What lies in a build folder may be deleted unasked: moving there is losing.
  const bool was_before =
      from.recoverability != Recoverability::kBorn && from.recoverability != Recoverability::kBuilt;
  const bool into_build = was_before && to.recoverability == Recoverability::kBuilt;
  if (weakened("moving-is-losing")) return findings;
  if (out_of_reach || into_build || !keeps_content(from_territory, to_territory)) {
    const bool folder = from.type == ObjectType::kDirectory;
    // History that git takes out of .git is judged by nobody's trade any more.
    const bool leaves_git =
        from_territory == Territory::kVcsByGit && to_territory != Territory::kVcsByGit;
    // ... and nothing of it is saved then.
    Object lost = from;
    if (into_build && lost.recoverability == Recoverability::kSaved)
      lost.recoverability = Recoverability::kPrecious;
    append(findings, judge_deed(folder ? FileDeed::kDeleteMany : FileDeed::kDelete, lost,
                                leaves_git ? FileActor{} : actor, facts));
  }
  for (Finding& finding : findings) {
    if (finding.rule == words_of(FileDeed::kDelete).rule) {
      finding.reason = "moves away" + finding.reason.substr(finding.reason.find(' '));
    }
    if (finding.rule.starts_with("fs.") && !finding.block) finding.rule = own_rule("fs.rename");
  }
  return findings;
}

namespace {

// Tiers 0 and 1 are what they are because of the undo store. A rename that is not on record spoils
// what is: later changes are recorded by the new name.
Finding unsaved(const Action& action) {
  Finding finding;
  finding.categories = {Category::kFsDeleteOverwrite};
  finding.tier = 2;
  finding.rule = own_rule("undo.unsaved");
  finding.reason = "undo could not take it back: " + safe_text(action.objects.front().path);
  finding.alternative = "Ask the user to make room for guard's undo store.";
  return finding;
}

Findings judge_act(const Action& action, Facts& facts) {
  switch (action.act) {
    case Act::kCreate:
      return judge_create(action, facts);
    case Act::kModify:
      return judge_each(FileDeed::kOverwrite, action, facts);
    case Act::kDelete:
      return judge_each(FileDeed::kDelete, action, facts);
    case Act::kMetadata:
      return judge_change(action, facts);
    case Act::kRead:
      return judge_each(FileDeed::kRead, action, facts);
    case Act::kRename:
      return judge_rename(action, facts);
    case Act::kLink:
      return judge_link(action, facts);
    default:
      break;
  }
  Finding unknown;
  unknown.tier = 3;
  unknown.categories = {Category::kSystemImpact};
  unknown.rule = own_rule("internal.no_file_act");
  unknown.reason = "this act is not known as a file act";
  return {unknown};
}

}  // namespace

Findings judge_file_act(const Action& action, Facts& facts) {
  Findings findings = judge_act(action, facts);
  const bool is_asked = std::ranges::any_of(
      findings, [](const Finding& finding) { return finding.tier >= 2 || finding.block; });
  if (action.unsaved && !is_asked && !action.objects.empty()) findings.push_back(unsaved(action));
  return findings;
}

std::vector<std::string> file_act_details(const Action& action) {
  if (action.objects.empty()) return {};
  std::vector<std::string> details = {safe_text(action.objects[0].path)};
  if (action.act == Act::kMetadata) details.push_back(change_detail(action));
  for (const auto& [act, operation] : kOperations) {
    if (act == action.act) details.emplace_back(operation);
  }
  const bool two = action.objects.size() > 1;
  details.push_back(two ? "to " + safe_text(action.objects[1].path) : extent_of(action.objects[0]));
  return details;
}

}  // namespace guard::policy
