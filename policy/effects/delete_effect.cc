// SPDX-License-Identifier: Apache-2.0
// Says what deleting takes: rm and kin by their operands.
#include "policy/effects/delete_effect.h"

#include <algorithm>
#include <array>
#include <map>

#include "base/limits.h"
#include "base/text/path.h"
#include "base/text/text.h"
#include "policy/paths/path_names.h"
#include "policy/text/glob.h"
#include "policy/vocabulary/own_rules.h"

namespace guard::policy {
namespace {

// More entries of before than this in scratch folders are worth a question.
constexpr std::uint64_t kManyScratchEntries = limit("scratch.entries");
constexpr std::size_t kMaxDetails = 3;

constexpr auto kSourceFolders = std::to_array<std::string_view>(
    {"src",      "lib",    "libs",     "app",        "apps",    "source", "sources", "include",
     "packages", "crates", "pkg",      "internal",   "cmd",     "test",   "tests",   "spec",
     "docs",     "doc",    "scripts",  "components", "pages",   "server", "client",  "backend",
     "frontend", "api",    "services", "modules",    "public",  "static", "assets",  "config",
     "core",     "web",    "db",       "migrations", "examples"});

// As wide as what was shown: a directory is remembered as itself, a file by its folder.
std::string remembered_as(const Object& object) {
  if (object.type == ObjectType::kDirectory) return object.path;
  return std::string(parent_of(object.path));
}

bool is_source_folder(const Object& object, const std::vector<std::string>& workspace) {
  if (object.type != ObjectType::kDirectory) return false;
  const std::string_view name = base_name(object.path);
  if (std::find(kSourceFolders.begin(), kSourceFolders.end(), name) == kSourceFolders.end()) {
    return false;
  }
  if (name == "src") return true;  // of any package of the workspace
  const std::string_view parent = parent_of(object.path);
  return std::find(workspace.begin(), workspace.end(), parent) != workspace.end();
}

// The worst of what would go.
Recoverability worst_of(const Effect& effect) {
  if (effect.preexisting > 0 || !effect.complete) return Recoverability::kPrecious;
  if (effect.built > 0) return Recoverability::kBuilt;
  if (effect.born > 0) return Recoverability::kBorn;
  return effect.files + effect.directories > 0 ? Recoverability::kPrecious
                                               : Recoverability::kNothing;
}

std::string plural_extent(const Effect& effect) {
  std::vector<std::string> parts;
  if (effect.directories > 0) {
    parts.push_back(count_text(effect.directories, "directory", "directories"));
  }
  if (effect.files > 0) parts.push_back(count_text(effect.files, "file", "files"));
  if (effect.bytes > 0) parts.push_back(size_text(effect.bytes));
  std::string text;
  for (const auto& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text.empty() ? "nothing" : text;
}

std::string reason_of(const Effect& effect, std::string_view verb) {
  std::string reason = std::string(verb) + (effect.complete ? " " : " at least ");
  reason += plural_extent(effect);
  if (effect.preexisting == 0) return reason;
  const std::uint64_t before = effect.of_before();
  if (before == 0) return reason;
  if (before == effect.entries()) return reason + " that existed before";
  return reason + ", " + count_text(before, "entry", "entries") + " of which existed before";
}

std::string detail_of(const EffectOperand& operand) {
  const bool folder = operand.object.type == ObjectType::kDirectory;
  std::string shown = safe_text(operand.shown);
  if (folder && !shown.ends_with('/')) shown += '/';
  if (folder)
    return shown + (operand.whole ? " " : " at least ") +
           count_text(operand.files, "file", "files");
  return shown + " " + size_text(operand.object.bytes);
}

// The largest first: they matter most and only three are shown.
std::vector<std::string> details_of(const Effect& effect) {
  std::vector<const EffectOperand*> operands;
  for (const auto& operand : effect.operands) {
    if (operand.object.type != ObjectType::kMissing) operands.push_back(&operand);
  }
  std::stable_sort(operands.begin(), operands.end(),
                   [](const auto* a, const auto* b) { return a->files > b->files; });
  std::vector<std::string> details;
  for (const auto* operand : operands) {
    if (details.size() + 1 == kMaxDetails && operands.size() > kMaxDetails) {
      details.push_back("and " + std::to_string(operands.size() - details.size()) + " more");
      break;
    }
    details.push_back(detail_of(*operand));
  }
  return details;
}

class DeleteJudge {
 public:
  DeleteJudge(const std::string& cwd, const FileActor& actor, Facts& facts)
      : cwd_(cwd), actor_(actor), facts_(facts) {}

  ExecEffect judge(const std::vector<std::string>& operands, const DeleteKind& kind);

 private:
  using Group = std::vector<std::string>;

  void judge_operand(const EffectOperand& operand, const std::string& word);
  void judge_group(Territory territory, const Group& group);
  [[nodiscard]] bool only_build_folders(const Group& group);
  void whole(const EffectOperand& operand);
  [[nodiscard]] bool is_a_whole(const Object& object) const;
  [[nodiscard]] std::string reason() const;
  void judge_emptied();

  const std::string& cwd_;
  const FileActor& actor_;
  Facts& facts_;
  DeleteKind kind_;
  bool split_ = false;
  std::string whole_;  // ": ../p1 is the current folder"
  ExecEffect out_;
  std::map<Territory, Group> groups_;  // deleted as lists or folders
};

std::vector<std::string> paths_of(const std::vector<std::string>& operands, Facts& facts) {
  std::vector<std::string> paths;
  for (const auto& operand : operands) paths.push_back(facts.object(operand, LastLink::kKept).path);
  return paths;
}

bool DeleteJudge::is_a_whole(const Object& object) const {
  if (kind_.part) return false;
  return is_whole_folder(object, cwd_, facts_.workspace());
}

void DeleteJudge::whole(const EffectOperand& operand) {
  Finding finding;
  finding.categories = {Category::kFsDeleteOverwrite};
  finding.tier = tier_of(FileDeed::kDelete, Territory::kWorkspaceRoot, Recoverability::kPrecious);
  finding.rule = own_rule("fs.delete.whole");
  const std::string which =
      ": " + safe_text(operand.shown) +
      (operand.object.path == cwd_                              ? " is the current folder"
       : operand.object.path_class == PathClass::kWorkspaceRoot ? " is the workspace as a whole"
                                                                : " is a source folder as a whole");
  if (whole_.empty()) whole_ = which;
  finding.reason = reason_of(*out_.effect, "deletes") + which;
  finding.alternative = "Name the files that should go, or ask the user.";
  out_.findings.push_back(std::move(finding));
}

void DeleteJudge::judge_operand(const EffectOperand& operand, const std::string& word) {
  const Object& object = operand.object;
  if (object.type == ObjectType::kMissing) return;
  const bool folder = object.type == ObjectType::kDirectory && kind_.extent == Extent::kAllBelow;
  Territory territory = territory_of(object.path_class, actor_.is_git);
  if (kind_.part && territory == Territory::kWorkspaceRoot) territory = Territory::kWorkspace;
  if (object.path_class != PathClass::kGuard && (folder || out_.wildcard || kind_.list)) {
    groups_[territory].push_back(word);
    const bool of_before = out_.effect->preexisting + out_.effect->built > 0;
    if (folder && is_a_whole(object) && (of_before || !out_.effect->complete)) {
      whole(operand);
    }
    return;
  }
  auto findings = judge_deed(FileDeed::kDelete, object, actor_, facts_);
  if (object.type == ObjectType::kDirectory) {
    // Not recursive: only an empty folder goes.
    for (Finding& finding : findings) finding.tier = std::min(finding.tier, 2);
  }
  out_.findings.insert(out_.findings.end(), findings.begin(), findings.end());
}

void DeleteJudge::judge_emptied() {
  const bool of_before = out_.effect->preexisting + out_.effect->built > 0;
  if (!of_before && out_.effect->complete) return;
  for (const std::string& folder : kind_.emptied) {
    EffectOperand operand;
    operand.shown = folder;
    operand.object = facts_.object(folder, LastLink::kKept);
    if (is_a_whole(operand.object)) whole(operand);
  }
}

// Whether tools make all of it again: nobody's history lies in there.
bool DeleteJudge::only_build_folders(const Group& group) {
  return std::all_of(group.begin(), group.end(), [&](const std::string& word) {
    return facts_.object(word, LastLink::kKept).recoverability == Recoverability::kBuilt;
  });
}

// Nothing but folders: as rmdir, one after the other.
bool holds_nothing(const Effect& effect) {
  return effect.complete && effect.files == 0 && effect.directories > 0;
}

// The reason is about all that goes, wherever it lies: one territory leads the answer, and the
// worst may lie in another.
std::string DeleteJudge::reason() const {
  const Effect& all = *out_.effect;
  const bool before = worst_of(all) != Recoverability::kBorn && !kind_.part;
  std::string reason = reason_of(all, "deletes");
  if (before && all.vcs > 0) reason += ", version control data among them";
  if (before && !all.complete) reason += ", not all of it was looked at";
  return split_ ? reason + whole_ : reason;
}

void DeleteJudge::judge_group(Territory territory, const Group& group) {
  const bool all = group.size() == out_.effect->operands.size();
  split_ = split_ || !all;
  const Effect effect = all ? *out_.effect : facts_.effect(group, kind_.extent);
  const Recoverability worst = worst_of(effect);
  if (worst == Recoverability::kNothing) return;
  Finding finding;
  finding.tier = tier_of(FileDeed::kDeleteMany, territory, worst);
  if (territory == Territory::kScratch &&
      (effect.preexisting > kManyScratchEntries || !effect.complete)) {
    finding.tier = 2;
  }
  if (territory == Territory::kWorkspace && holds_nothing(effect) && !out_.wildcard)
    finding.tier = std::min(finding.tier, 1);
  // With `part` most of this stays, and each act is judged again.
  const bool before = worst != Recoverability::kBorn && !kind_.part;
  // Entries that a walk was too short for may be version control or a secret.
  const bool vcs = effect.vcs > 0 || (!effect.complete && !only_build_folders(group));
  const bool secrets = effect.secrets > 0 || !effect.complete;
  if (before && vcs && territory == Territory::kWorkspace) {
    finding.tier = tier_of(FileDeed::kDelete, Territory::kVcsByOthers, Recoverability::kPrecious);
  }
  if (before && secrets) finding.tier = std::max(finding.tier, 2);
  finding.categories = categories_of(FileDeed::kDeleteMany, territory);
  if (before && secrets && territory != Territory::kSteering) {
    finding.categories.push_back(Category::kFsConfigSecrets);
  }
  finding.rule = out_.wildcard ? own_rule("fs.delete.wildcard") : own_rule("fs.delete");
  finding.reason = reason();
  if (finding.tier >= 1)
    finding.alternative = "Ask the user, or move them to another name instead.";
  out_.findings.push_back(std::move(finding));
}

ExecEffect DeleteJudge::judge(const std::vector<std::string>& operands, const DeleteKind& kind) {
  if (auto absurd = absurd_finding(paths_of(operands, facts_), Category::kFsDeleteOverwrite,
                                   "deletes", facts_.home())) {
    out_.findings = {*absurd};
    return std::move(out_);
  }
  kind_ = kind;
  out_.wildcard = kind.wildcard;
  out_.effect = facts_.effect(operands, kind.extent);
  out_.details = details_of(*out_.effect);
  if (!kind.wildcard && !out_.effect->operands.empty())
    out_.pattern = remembered_as(out_.effect->operands.front().object);
  // Facts may show fewer operands than it was asked for (a bound): the rest is judged one by one.
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (i < out_.effect->operands.size()) {
      judge_operand(out_.effect->operands[i], operands[i]);
    } else {
      judge_operand({operands[i], facts_.object(operands[i], LastLink::kKept), 1}, operands[i]);
    }
  }
  judge_emptied();
  for (const auto& [territory, group] : groups_) judge_group(territory, group);
  // The last walk is the one that an approval leases: it must be that of everything.
  if (split_) out_.effect = facts_.effect(operands, kind.extent);
  return std::move(out_);
}

}  // namespace

bool is_whole_folder(const Object& object, const std::string& cwd,
                     const std::vector<std::string>& workspace) {
  if (object.path_class == PathClass::kWorkspaceRoot) return true;
  if (object.path_class != PathClass::kWorkspace) return false;
  return object.path == cwd || is_source_folder(object, workspace);
}

ExecEffect judge_delete(const std::vector<std::string>& operands, const DeleteKind& kind,
                        const std::string& cwd, const FileActor& actor, Facts& facts) {
  return DeleteJudge(cwd, actor, facts).judge(operands, kind);
}

ExecEffect delete_effect(const std::vector<std::string>& operands, Extent extent,
                         const std::string& cwd, const FileActor& actor, Facts& facts) {
  if (operands.empty()) return {};
  const bool wildcard = facts.from_wildcard(operands);
  const bool list = !wildcard && facts.is_list(operands);
  return judge_delete(operands, {.extent = extent, .wildcard = wildcard, .list = list}, cwd, actor,
                      facts);
}

}  // namespace guard::policy
