// SPDX-License-Identifier: Apache-2.0
// Says what moving and overwriting does: mv, cp, tee, dd, mkfs and kin.
#include <algorithm>
#include <array>
#include <initializer_list>

#include "base/limits.h"
#include "base/text/text.h"
#include "policy/effects/exec_effect.h"
#include "policy/effects/file_act_assessment.h"
#include "policy/effects/file_act_tiers.h"
#include "policy/effects/written_names.h"
#include "policy/paths/path_names.h"
#include "policy/vocabulary/own_rules.h"

namespace guard::policy {
namespace {

using Words = std::vector<std::string>;

constexpr std::size_t kMaxDetails = 3;

void append(std::vector<Finding>& list, std::vector<Finding> more) {
  list.insert(list.end(), std::make_move_iterator(more.begin()),
              std::make_move_iterator(more.end()));
}

// An operand that was followed is walked where it leads to, as the act will go.
std::string name_of_object(const EffectOperand& operand, Facts& facts) {
  const bool followed = operand.object.type != ObjectType::kSymlink &&
                        facts.object(operand.shown, LastLink::kKept).type == ObjectType::kSymlink;
  return followed ? operand.object.path : operand.shown;
}

// A walk tells nothing of which names the command makes.
void mark_made(Effect& effect, const Words& made) {
  for (EffectOperand& operand : effect.operands)
    operand.made = std::ranges::find(made, operand.shown) != made.end();
}

// Anything that will be asked about is walked: an approval leases exactly what the walk has seen.
void walk_if_asked(ExecEffect& out, Extent extent, Facts& facts) {
  const bool asked = std::any_of(out.findings.begin(), out.findings.end(),
                                 [](const Finding& finding) { return finding.tier >= 2; });
  if (!asked || !out.effect) return;
  Words existing;
  Words made;
  std::vector<EffectOperand> fresh;
  for (const auto& operand : out.effect->operands) {
    if (operand.object.type == ObjectType::kMissing) {
      fresh.push_back(operand);
      continue;
    }
    existing.push_back(name_of_object(operand, facts));
    if (operand.made) made.push_back(existing.back());
  }
  if (!existing.empty()) {
    out.effect = facts.effect(existing, extent);
    mark_made(*out.effect, made);
    out.effect->operands.insert(out.effect->operands.end(), fresh.begin(), fresh.end());
  }
}

void judge_one_written(ExecEffect& out, const WrittenName& written, const Object& object,
                       const FileActor& actor, Facts& facts) {
  const bool missing = object.type == ObjectType::kMissing;
  const bool disk = object.type == ObjectType::kBlockDevice || looks_like_disk(object.path);
  Object judged = object;
  if (disk) judged.type = ObjectType::kBlockDevice;
  append(out.findings,
         judge_deed(missing && !disk ? FileDeed::kCreate : FileDeed::kOverwrite, judged, actor,
                    facts, written.folder ? Way::kAsFolder : Way::kDirect));
}

// The names below a folder that a copy brings into another one, from the top; nothing where they
// are too many to be told.
std::optional<Words> names_brought(const std::string& source, Facts& facts) {
  const Object from = facts.object(source, LastLink::kFollowed);
  Words names;
  if (from.type != ObjectType::kDirectory) return names;
  const Effect walked = facts.walk({from.path}, Extent::kAllBelow, [&](const Object& object) {
    if (object.path.size() > from.path.size() && names.size() <= size_limit("copy.brought"))
      names.push_back(object.path.substr(from.path.size()));
  });
  (void)facts.effect({}, Extent::kItself);  // a lease holds what the last walk saw, and not this
  if (!walked.complete || names.size() > size_limit("copy.brought")) return std::nullopt;
  return names;
}

bool is_below_one_of(const Words& folders, const std::string& name) {
  return std::ranges::any_of(
      folders, [&name](const std::string& folder) { return name.starts_with(folder + "/"); });
}

// A file that steers programs or holds secrets was not typed, and is asked about when it is
// written: the answer to this question is none about it.
bool is_told_of(const Object& object) {
  return territory_of(object.path_class, false) == Territory::kPersonal;
}

// `cp -r a/. b`: where both are folders, each name in the one gets to be a name in the other.
void judge_brought(ExecEffect& out, const WrittenName& written, const Object& into,
                   const FileActor& actor, Facts& facts) {
  const Territory territory = territory_of(into.path_class, false);
  if (written.source.empty() || territory == Territory::kScratch ||
      territory == Territory::kWorkspace || territory == Territory::kWorkspaceRoot)
    return;
  const auto brought = names_brought(written.source, facts);
  if (!brought) {
    append(out.findings, judge_deed(FileDeed::kCreate, into, actor, facts));
    return;
  }
  Words fresh;
  for (const std::string& name : *brought) {
    if (is_below_one_of(fresh, name)) continue;
    const std::string shown = written.name + name;
    const Object object = facts.object(shown, written.last);
    if (object.type == ObjectType::kMissing) fresh.push_back(name);
    if (object.type == ObjectType::kDirectory) continue;
    judge_one_written(out, written, object, actor, facts);
    if (is_told_of(object)) add_effect_operand(out, shown, object, true);
  }
}

// The written object of one name: a folder that is there already keeps what is in it.
void judge_written(ExecEffect& out, const WrittenName& written, const FileActor& actor,
                   Facts& facts) {
  const Object object = facts.object(written.name, written.last);
  if (object.type == ObjectType::kDirectory)
    return judge_brought(out, written, object, actor, facts);
  if (written.folder && object.type != ObjectType::kMissing) return;  // then none is made
  judge_one_written(out, written, object, actor, facts);
  add_effect_operand(out, written.name, object, true);
}

std::optional<std::string> target_folder(const CommandLine& line) {
  if (auto folder = line.value_of("t")) return folder;
  return line.value_of("target-directory");
}

// {source, new name} for each operand of mv.
struct Move {
  std::string from;
  std::string to;
};

std::vector<Move> moves_of(const CommandLine& line, Facts& facts) {
  std::vector<Move> moves;
  const auto folder = target_folder(line);
  const std::size_t sources = folder ? line.operands.size() : line.operands.size() - 1;
  const std::string target = folder ? *folder : line.operands.back();
  const bool plain = line.has_flag("T") || line.has_flag("no-target-directory");
  const bool into = folder || (!plain && (sources > 1 || is_folder(target, facts)));
  for (std::size_t i = 0; i < sources; ++i) {
    const std::string& from = line.operands[i];
    moves.push_back({from, into ? name_within(target, from) : target});
  }
  return moves;
}

// A folder that leaves the workspace takes what is in it along.
Object with_content(Object object, const std::string& operand, Facts& facts) {
  if (object.type != ObjectType::kDirectory) return object;
  const Effect effect = facts.effect({operand}, Extent::kAllBelow);
  if (effect.preexisting > 0 || !effect.complete) {
    object.recoverability = Recoverability::kPrecious;
  } else if (effect.built > 0) {
    object.recoverability = Recoverability::kBuilt;
  } else {
    object.recoverability = Recoverability::kBorn;
  }
  return object;
}

// Files of before that leave the workspace as a list: what a wildcard, a pipe or a program named.
void judge_leaving(ExecEffect& out, const std::vector<Move>& moves, const Words& sources,
                   Facts& facts) {
  Words leaving;
  for (const auto& [from, to] : moves) {
    const Object source = facts.object(from, LastLink::kKept);
    const bool leaves =
        territory_of(source.path_class, false) == Territory::kWorkspace &&
        territory_of(facts.object(to, LastLink::kKept).path_class, false) != Territory::kWorkspace;
    const bool was_before = source.recoverability == Recoverability::kSaved ||
                            source.recoverability == Recoverability::kClean ||
                            source.recoverability == Recoverability::kPrecious;
    if (leaves && was_before && source.type != ObjectType::kMissing) leaving.push_back(from);
  }
  const bool list = facts.is_list(sources) ||
                    (out.wildcard && leaving.size() > size_limit("operands.from_a_pipe"));
  if (leaving.empty() || !list) return;
  Finding finding;
  finding.categories = categories_of(FileDeed::kDeleteMany, Territory::kWorkspace);
  finding.tier = tier_of(FileDeed::kDeleteMany, Territory::kWorkspace, Recoverability::kSaved);
  finding.rule = own_rule("fs.rename");
  finding.reason =
      "moves " + count_text(leaving.size(), "file", "files") + " of before out of the workspace";
  finding.alternative = "Ask the user, or keep them in the workspace.";
  out.findings.push_back(std::move(finding));
}

}  // namespace

void add_effect_operand(ExecEffect& out, const std::string& shown, const Object& object,
                        bool made) {
  if (!out.effect) out.effect.emplace();
  Effect& effect = *out.effect;
  effect.operands.push_back({shown, object, 1, true, made});
  if (object.type == ObjectType::kMissing) return;
  const bool folder = object.type == ObjectType::kDirectory;
  (folder ? effect.directories : effect.files) += 1;
  effect.bytes += folder ? 0 : object.bytes;
  if (object.recoverability == Recoverability::kBorn) {
    ++effect.born;
  } else if (object.recoverability == Recoverability::kBuilt) {
    ++effect.built;
  } else {
    ++effect.preexisting;
    if (object.recoverability == Recoverability::kPrecious) ++effect.unsaved;
  }
  effect.names.push_back(shown);
}

void finish_effect(ExecEffect& out, Extent extent, Facts& facts) {
  if (out.effect) walk_if_asked(out, extent, facts);
  describe_effect(out);
}

void describe_effect(ExecEffect& out) {
  if (!out.effect) return;
  for (const auto& operand : out.effect->operands) {
    if (out.details.size() == kMaxDetails) break;
    const bool fresh = operand.object.type == ObjectType::kMissing;
    out.details.push_back(safe_text(operand.shown) +
                          (fresh ? " (new)" : " " + size_text(operand.object.bytes)));
  }
  if (out.effect->operands.empty()) return;
  const std::string& first = out.effect->operands.front().object.path;
  out.pattern = first.substr(0, first.rfind('/'));
}

ExecEffect move_effect(const CommandLevel& level, const std::string& /*cwd*/,
                       const FileActor& actor, Facts& facts) {
  ExecEffect out;
  const CommandLine& line = level.line;
  const bool enough = line.operands.size() >= (target_folder(line) ? 1U : 2U);
  if (!enough) return out;
  const auto moves = moves_of(line, facts);
  Words paths;
  for (const auto& move : moves) paths.push_back(facts.object(move.from, LastLink::kKept).path);
  if (auto absurd = absurd_finding(paths, Category::kFsDeleteOverwrite, "moves", facts.home())) {
    out.findings = {*absurd};
    return out;
  }
  const bool keeps = line.has_flag("n") || line.has_flag("no-clobber");
  for (const auto& [from, to] : moves) {
    const Object source = facts.object(from, LastLink::kKept);
    if (source.type == ObjectType::kMissing) continue;
    const Object target = facts.object(to, LastLink::kKept);
    if (keeps && target.type != ObjectType::kMissing) continue;
    append(out.findings, judge_move(with_content(source, from, facts), target, actor, facts));
    add_effect_operand(out, from, source);
    add_effect_operand(out, to, target, true);
  }
  const Words sources(line.operands.begin(), line.operands.end() - (target_folder(line) ? 0 : 1));
  out.wildcard = moves.size() > 1 && facts.from_wildcard(sources);
  judge_leaving(out, moves, sources, facts);
  finish_effect(out, Extent::kAllBelow, facts);
  // No folder holds both ends but one that was not shown.
  out.pattern.clear();
  return out;
}

ExecEffect overwrite_effect(const CommandLevel& level, const FileActor& actor, Facts& facts) {
  ExecEffect out;
  for (const WrittenName& written : written_names(level.line, facts))
    judge_written(out, written, actor, facts);
  finish_effect(out, Extent::kItself, facts);
  return out;
}

ExecEffect edit_effect(const CommandLevel& level, const FileActor& actor, Facts& facts) {
  ExecEffect out;
  const CommandLine& line = level.line;
  const auto has_any = [&line](std::initializer_list<const char*> names) {
    return std::ranges::any_of(names, [&line](const char* name) { return line.has_flag(name); });
  };
  if (!has_any({"i", "in-place"})) return out;
  // The script stands first, unless a flag has it.
  // sed's -E is another one than perl's.
  const bool perls = line.program.starts_with("perl") && line.has_flag("E");
  const bool script_first = !perls && !has_any({"e", "expression", "f", "file"});
  for (std::size_t i = script_first ? 1 : 0; i < line.operands.size(); ++i)
    judge_written(out, {.name = line.operands[i]}, actor, facts);
  finish_effect(out, Extent::kItself, facts);
  return out;
}

ExecEffect device_effect(const CommandLevel& level, const FileActor& actor, Facts& facts) {
  ExecEffect out;
  for (const auto& operand : level.line.operands)
    judge_written(out, {.name = operand}, actor, facts);
  finish_effect(out, Extent::kItself, facts);
  return out;
}

}  // namespace guard::policy
