// SPDX-License-Identifier: Apache-2.0
// What deleting takes: rm and kin by their operands, find by its roots.
#include <algorithm>
#include <array>
#include <map>

#include "base/text.h"
#include "policy/exec_effect.h"
#include "policy/glob.h"
#include "policy/path_names.h"

namespace guard::policy {
namespace {

// More entries of before than this in scratch folders are worth a question.
constexpr std::uint64_t kManyScratchEntries = 20;
constexpr std::size_t kMaxDetails = 3;

constexpr auto kSourceFolders = std::to_array<std::string_view>(
    {"src",      "lib",    "libs",     "app",        "apps",    "source", "sources", "include",
     "packages", "crates", "pkg",      "internal",   "cmd",     "test",   "tests",   "spec",
     "docs",     "doc",    "scripts",  "components", "pages",   "server", "client",  "backend",
     "frontend", "api",    "services", "modules",    "public",  "static", "assets",  "config",
     "core",     "web",    "db",       "migrations", "examples"});

std::string_view parent_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
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
  const bool only_before = effect.born == 0 && effect.built == 0;
  if (only_before) return reason + " that existed before";
  return reason + ", " + count_text(effect.preexisting, "entry", "entries") +
         " of which existed before";
}

std::string detail_of(const EffectOperand& operand) {
  const bool folder = operand.object.type == ObjectType::kDirectory;
  std::string shown = safe_text(operand.shown);
  if (folder && !shown.ends_with('/')) shown += '/';
  if (folder) return shown + " " + count_text(operand.files, "file", "files");
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

  // With `part` only some of what the operands hold goes: then nothing goes as a whole.
  ExecEffect judge(const std::vector<std::string>& operands, bool recursive, bool wildcard,
                   bool part);

 private:
  using Group = std::vector<std::string>;

  void judge_operand(const EffectOperand& operand, const std::string& word);
  void judge_group(Territory territory, const Group& group);
  void whole(const EffectOperand& operand);
  [[nodiscard]] bool is_a_whole(const Object& object) const;

  const std::string& cwd_;
  const FileActor& actor_;
  Facts& facts_;
  bool recursive_ = false;
  bool part_ = false;
  bool split_ = false;
  ExecEffect out_;
  std::map<Territory, Group> groups_;  // deleted as lists or folders
};

std::vector<std::string> paths_of(const std::vector<std::string>& operands, Facts& facts) {
  std::vector<std::string> paths;
  for (const auto& operand : operands) paths.push_back(facts.object(operand, false).path);
  return paths;
}

bool DeleteJudge::is_a_whole(const Object& object) const {
  if (part_) return false;
  if (object.path_class == PathClass::kWorkspaceRoot) return true;
  if (object.path_class != PathClass::kWorkspace) return false;
  return object.path == cwd_ || is_source_folder(object, facts_.workspace());
}

void DeleteJudge::whole(const EffectOperand& operand) {
  Finding finding;
  finding.categories = {Category::kFsDeleteOverwrite};
  finding.tier = tier_of(FileDeed::kDelete, Territory::kWorkspaceRoot, Recoverability::kPrecious);
  finding.rule = "fs.delete.whole";
  finding.reason =
      reason_of(*out_.effect, "deletes") + ": " + safe_text(operand.shown) +
      (operand.object.path == cwd_                              ? " is the current folder"
       : operand.object.path_class == PathClass::kWorkspaceRoot ? " is the workspace as a whole"
                                                                : " is a source folder as a whole");
  finding.alternative = "Name the files that should go, or ask the user.";
  out_.findings.push_back(std::move(finding));
}

void DeleteJudge::judge_operand(const EffectOperand& operand, const std::string& word) {
  const Object& object = operand.object;
  if (object.type == ObjectType::kMissing) return;
  const bool folder = object.type == ObjectType::kDirectory && recursive_;
  Territory territory = territory_of(object.path_class, actor_.is_git);
  if (part_ && territory == Territory::kWorkspaceRoot) territory = Territory::kWorkspace;
  if (object.path_class != PathClass::kGuard && (folder || out_.wildcard)) {
    groups_[territory].push_back(word);
    if (folder && is_a_whole(object) && out_.effect->preexisting + out_.effect->built > 0) {
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

void DeleteJudge::judge_group(Territory territory, const Group& group) {
  const bool all = group.size() == out_.effect->operands.size();
  split_ = split_ || !all;
  const Effect effect = all ? *out_.effect : facts_.effect(group, recursive_);
  const Recoverability worst = worst_of(effect);
  if (worst == Recoverability::kNothing) return;
  Finding finding;
  finding.tier = tier_of(FileDeed::kDeleteMany, territory, worst);
  if (territory == Territory::kScratch &&
      (effect.preexisting > kManyScratchEntries || !effect.complete)) {
    finding.tier = 2;
  }
  // With `part` most of this stays, and each act is judged again.
  const bool before = worst != Recoverability::kBorn && !part_;
  if (before && effect.vcs > 0 && territory == Territory::kWorkspace) {
    finding.tier = tier_of(FileDeed::kDelete, Territory::kVcsByOthers, Recoverability::kPrecious);
  }
  if (before && effect.secrets > 0) finding.tier = std::max(finding.tier, 2);
  finding.categories = categories_of(FileDeed::kDeleteMany, territory);
  if (before && effect.secrets > 0 && territory != Territory::kSteering) {
    finding.categories.push_back(Category::kFsConfigSecrets);
  }
  finding.rule = out_.wildcard ? "fs.delete.wildcard" : "fs.delete";
  finding.reason = reason_of(effect, "deletes");
  if (before && effect.vcs > 0) finding.reason += ", version control data among them";
  if (finding.tier >= 1)
    finding.alternative = "Ask the user, or move them to another name instead.";
  out_.findings.push_back(std::move(finding));
}

ExecEffect DeleteJudge::judge(const std::vector<std::string>& operands, bool recursive,
                              bool wildcard, bool part) {
  if (auto absurd = absurd_finding(paths_of(operands, facts_), Category::kFsDeleteOverwrite,
                                   "deletes", facts_.home())) {
    out_.findings = {*absurd};
    return std::move(out_);
  }
  recursive_ = recursive;
  part_ = part;
  out_.wildcard = wildcard;
  out_.effect = facts_.effect(operands, recursive);
  out_.details = details_of(*out_.effect);
  if (!wildcard && !out_.effect->operands.empty()) {
    out_.pattern = std::string(parent_of(out_.effect->operands.front().object.path));
  }
  // Facts may show fewer operands than it was asked for (a bound): the rest is judged one by one.
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (i < out_.effect->operands.size()) {
      judge_operand(out_.effect->operands[i], operands[i]);
    } else {
      judge_operand({operands[i], facts_.object(operands[i], false), 1}, operands[i]);
    }
  }
  for (const auto& [territory, group] : groups_) judge_group(territory, group);
  // The last walk is the one that an approval leases: it must be that of everything.
  if (split_) out_.effect = facts_.effect(operands, recursive);
  return std::move(out_);
}

// --- find ---

constexpr auto kNoTests = std::to_array<std::string_view>(
    {"delete", "depth", "d",      "mindepth", "xdev",   "mount",  "print",
     "print0", "ls",    "follow", "warn",     "nowarn", "noleaf", "ignore_readdir_race",
     "H",      "L",     "P",      "D",        "O*",     "exec",   "execdir",
     "ok",     "okdir", "--",     "type"});
constexpr auto kByproducts = std::to_array<std::string_view>(
    {"*.pyc", "*.pyo", "*.py[co]", "__pycache__", "*.o", "*.obj", "*.class", ".DS_Store", "*~",
     "*.swp", "*.tmp", ".pytest_cache", ".mypy_cache", ".ruff_cache", "node_modules"});
constexpr auto kDeleters =
    std::to_array<std::string_view>({"rm", "unlink", "rmdir", "shred", "truncate"});
constexpr auto kExecFlags = std::to_array<std::string_view>({"exec", "execdir", "ok", "okdir"});

template <class Table>
bool contains(const Table& table, std::string_view word) {
  return std::find(table.begin(), table.end(), word) != table.end();
}

bool is_action(const Flag& flag) {
  if (flag.name == "delete") return true;
  return contains(kExecFlags, flag.name) && flag.value &&
         contains(kDeleters, base_name(*flag.value));
}

bool is_test(const Flag& flag) {
  return std::none_of(kNoTests.begin(), kNoTests.end(),
                      [&](auto glob) { return word_glob_matches(glob, flag.name); });
}

// -delete before the tests deletes everything.
bool is_filtered(const CommandLine& line) {
  const auto action = std::find_if(line.flags.begin(), line.flags.end(), is_action);
  return std::any_of(line.flags.begin(), action, is_test);
}

bool takes_only_byproducts(const CommandLine& line) {
  bool named = false;
  for (const Flag& flag : line.flags) {
    if (flag.name == "o" || flag.name == "or") continue;
    if (flag.name == "empty") return true;
    if (flag.name != "name" && flag.name != "iname") continue;
    if (!flag.value || !contains(kByproducts, *flag.value)) return false;
    named = true;
  }
  return named && !line.has_flag("not") && !line.has_operand("!");
}

std::vector<std::string> find_roots(const std::vector<std::string>& argv) {
  std::vector<std::string> roots;
  for (std::size_t i = 1; i < argv.size(); ++i) {
    const std::string& word = argv[i];
    const bool option = word == "-H" || word == "-L" || word == "-P" || word.starts_with("-O");
    if (word == "-D") ++i;
    if (option || word == "-D") continue;
    if (word.starts_with('-') || word == "(" || word == "!") break;
    roots.push_back(word);
  }
  if (roots.empty()) roots.emplace_back(".");
  return roots;
}

// With tests a command picks, and each act is judged again. Only in "/" itself nobody means it.
void soften(ExecEffect& effect, const CommandLine& line, bool in_root) {
  const bool byproducts = takes_only_byproducts(line);
  for (Finding& finding : effect.findings) {
    if (finding.rule == "fs.absurd" && !in_root) finding.block = false;
    if (byproducts && !finding.block) finding.tier = std::min(finding.tier, 1);
    finding.reason = "at most: " + finding.reason;
  }
}

}  // namespace

ExecEffect delete_effect(const std::vector<std::string>& operands, bool recursive,
                         const std::string& cwd, const FileActor& actor, Facts& facts) {
  if (operands.empty()) return {};
  return DeleteJudge(cwd, actor, facts)
      .judge(operands, recursive, facts.from_wildcard(operands), false);
}

bool find_deletes(const CommandLevel& level) {
  return std::any_of(level.line.flags.begin(), level.line.flags.end(), is_action);
}

ExecEffect find_effect(const CommandLevel& level, const std::string& cwd, const FileActor& actor,
                       Facts& facts) {
  if (!find_deletes(level)) return {};
  const auto roots = find_roots(level.argv);
  const bool filtered = is_filtered(level.line);
  ExecEffect effect = DeleteJudge(cwd, actor, facts).judge(roots, true, false, filtered);
  const auto is_root = [&](const auto& root) { return facts.object(root, true).path == "/"; };
  if (filtered) soften(effect, level.line, std::any_of(roots.begin(), roots.end(), is_root));
  return effect;
}

}  // namespace guard::policy
