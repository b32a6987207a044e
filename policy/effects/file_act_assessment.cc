// SPDX-License-Identifier: Apache-2.0
#include "policy/effects/file_act_assessment.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "base/text/text.h"
#include "base/weaken.h"
#include "policy/effects/metadata_assessment.h"
#include "policy/paths/path_class.h"
#include "policy/vocabulary/own_rules.h"

namespace guard::policy {
namespace {

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

Findings judge_each(FileDeed deed, const Action& action, Facts& facts, Way way = Way::kDirect) {
  Findings findings;
  const FileActor actor = file_actor(action.actor);
  for (const Object& object : action.objects) {
    append(findings, judge_deed(deed, object, actor, facts, way));
  }
  return findings;
}

// The words alone: the descriptor may be made to write anywhere later (fcntl), so it is judged as
// any other that writes.
Findings judge_modify(const Action& action, Facts& facts) {
  constexpr std::string_view kOverwrites = "overwrites ";
  Findings findings = judge_each(FileDeed::kOverwrite, action, facts);
  if (!action.appends) return findings;
  for (Finding& finding : findings)
    if (finding.rule == own_rule("fs.overwrite") && finding.reason.starts_with(kOverwrites))
      finding.reason.replace(0, kOverwrites.size(), "adds to the end of ");
  return findings;
}

Findings judge_create(const Action& action, Facts& facts) {
  const Way way = action.syscall.starts_with("mkdir") ? Way::kAsFolder : Way::kDirect;
  Findings findings = judge_each(FileDeed::kCreate, action, facts, way);
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
// name is the last one of something that no build makes again. A package manager can make again the
// files that it links out of its cache.
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
  constexpr std::string_view kOverwrites = "overwrites ";
  for (Finding& finding : findings) {
    if (finding.rule != own_rule("fs.overwrite")) continue;
    finding.rule = own_rule("fs.link");
    if (finding.reason.starts_with(kOverwrites))
      finding.reason.replace(0, kOverwrites.size(), "gives a further name to ");
    finding.alternative = "Use a symbolic link.";
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

// A folder that comes or goes with a policy file in it: that file is written so.
Object with_policy_files(Object object, Facts& facts) {
  if (object.type != ObjectType::kFile && is_of_the_agent(object.path_class) &&
      facts.holds_policy_file(object.path))
    object.path_class = PathClass::kConfig;
  return object;
}

// The same of files that run or steer programs later.
// A folder that the session made outside of the workspace is its own as far as all in it is, too.
bool others_lie_in(const Object& folder, Facts& facts) {
  const Effect effect = facts.effect({folder.path}, Extent::kAllBelow);
  return !effect.complete || effect.preexisting + effect.built > 0;
}

MovedSteering steering_in(const Object& source, const Object& target, Facts& facts) {
  if (source.type == ObjectType::kFile || weakened("steering-folders")) return {};
  return facts.steering_moved(source, target.path);
}

Object with_steering(Object object, const std::string& file) {
  if (!file.empty() && is_of_the_agent(object.path_class)) object.path_class = PathClass::kConfig;
  return object;
}

void name_steering(Findings& findings, const Object& object, const std::string& file) {
  if (file.empty() || file == object.path) return;
  for (Finding& finding : findings) {
    if (finding.tier >= 2) finding.reason += "; " + safe_text(file) + " lies in it";
  }
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
  const bool has_file = !object.path.starts_with("sysv:");
  return (has_file ? std::string(name_of(object.type)) : "System V object") + ", " +
         size_text(object.bytes);
}

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
      return judge_modify(action, facts);
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

Findings judge_move(const Object& source, const Object& target, const FileActor& actor,
                    Facts& facts) {
  const MovedSteering steering = steering_in(source, target, facts);
  const Object from = with_steering(with_policy_files(source, facts), steering.taken);
  const Object to = with_steering(with_policy_files(target, facts), steering.brought);
  Findings findings;
  const bool onto = to.type != ObjectType::kMissing;
  const bool out_of_reach =
      from.path_class == PathClass::kGuard || to.path_class == PathClass::kGuard;
  const Territory from_territory = territory_for(from, actor, facts);
  const Way way = from.path == to.path + ".lock" ? Way::kFromLock : Way::kDirect;
  const Territory to_territory = territory_for(to, actor, facts, way);
  append(findings,
         judge_deed(onto ? FileDeed::kOverwrite : FileDeed::kCreate, to, actor, facts, way));
  name_steering(findings, to, steering.brought);
  // Files in a build folder may be deleted unasked: moving there is losing.
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
    if (folder && from_territory == Territory::kPersonal &&
        lost.recoverability == Recoverability::kBorn && others_lie_in(from, facts))
      lost.recoverability = Recoverability::kPrecious;
    if (into_build && lost.recoverability == Recoverability::kSaved)
      lost.recoverability = Recoverability::kPrecious;
    Findings left = judge_deed(folder ? FileDeed::kDeleteMany : FileDeed::kDelete, lost,
                               leaves_git ? FileActor{} : actor, facts);
    name_steering(left, lost, steering.taken);
    append(findings, std::move(left));
  }
  for (Finding& finding : findings) {
    if (finding.rule == own_rule("fs.delete")) {
      finding.reason = "moves away" + finding.reason.substr(finding.reason.find(' '));
    }
    if (finding.rule.starts_with("fs.") && !finding.block) finding.rule = own_rule("fs.rename");
  }
  return findings;
}

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
