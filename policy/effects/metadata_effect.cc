// SPDX-License-Identifier: Apache-2.0
// Says what chmod, chown, setfacl, setcap and chattr do to their operands, judged object by object
// as the acts behind them will be: with -R everything below is walked, and the worst of it is asked
// once.
#include <algorithm>
#include <array>

#include "policy/effects/exec_effect.h"
#include "policy/effects/metadata_assessment.h"
#include "policy/effects/mode_operand.h"

namespace guard::policy {
namespace {

using Words = std::vector<std::string>;

// Modes and flags that begin with a minus stand among the flags: chmod -x f, chattr -i f.
constexpr std::string_view kModeLetters = "rwxXst";
constexpr std::string_view kChattrLetters = "aAcCdDeFijmPsStTux";

std::string letters_among_flags(const CommandLine& line, std::string_view letters) {
  std::string found;
  for (const Flag& flag : line.flags) {
    const bool letter = flag.name.size() == 1 && letters.find(flag.name) != std::string::npos;
    if (letter) found += flag.name;
  }
  return found;
}

// The change that a command would make, said once for all of its operands.
struct Intent {
  MetadataKind kind = MetadataKind::kOwner;
  std::string text;  // of kMode: "u+x"; of kFlags: "+i"
  std::string attribute;
  Words operands;
  LastLink last = LastLink::kFollowed;
};

void take_text(Intent& intent, const CommandLine& line, std::string_view letters) {
  const std::string among = letters_among_flags(line, letters);
  if (!among.empty()) {
    intent.text = "-" + among;
  } else if (!line.has_flag("reference") && !intent.operands.empty()) {
    intent.text = intent.operands.front();
    intent.operands.erase(intent.operands.begin());
  }
}

Intent mode_intent(const CommandLine& line) {
  Intent intent{MetadataKind::kMode, "", "", line.operands};
  take_text(intent, line, kModeLetters);
  return intent;
}

Intent flags_intent(const CommandLine& line) {
  Intent intent{MetadataKind::kFlags, "", "", line.operands};
  take_text(intent, line, kChattrLetters);
  return intent;
}

Intent list_intent(const CommandLine& line) {
  return {MetadataKind::kAttribute, "", "system.posix_acl_access", line.operands};
}

Intent capability_intent(const CommandLine& line) {
  Intent intent{MetadataKind::kAttribute, "", "security.capability", line.operands};
  if (!line.has_flag("r")) take_text(intent, line, "");
  return intent;
}

Intent attribute_intent(const CommandLine& line) {
  const auto removed = line.value_of("x") ? line.value_of("x") : line.value_of("remove");
  const auto name = line.value_of("n") ? line.value_of("n") : line.value_of("name");
  Intent intent{MetadataKind::kAttribute, "", removed.value_or(name.value_or("")), line.operands};
  if (removed) intent.kind = MetadataKind::kAttributeRemoval;
  intent.last = followed_if(!line.has_flag("h") && !line.has_flag("no-dereference"));
  return intent;
}

Intent owner_intent(const CommandLine& line) {
  Intent intent{MetadataKind::kOwner, "", "", line.operands};
  take_text(intent, line, "");
  intent.last = followed_if(!line.has_flag("h") && !line.has_flag("no-dereference"));
  return intent;
}

struct IntentRow {
  std::string_view program;
  Intent (*read)(const CommandLine&);
};
constexpr std::array kIntents = {IntentRow{"chmod", mode_intent}, IntentRow{"chattr", flags_intent},
                                 IntentRow{"setfacl", list_intent},
                                 IntentRow{"setcap", capability_intent},
                                 IntentRow{"setfattr", attribute_intent}};

// Whatever else has metadata operands is read as chown is.
Intent intent_of(const CommandLine& line) {
  const auto* row = std::ranges::find(kIntents, line.program, &IntentRow::program);
  return row == kIntents.end() ? owner_intent(line) : row->read(line);
}

MetadataChange change_of(const Intent& intent, const Object& object) {
  MetadataChange change;
  change.kind = intent.kind;
  change.attribute = intent.attribute;
  if (intent.kind == MetadataKind::kMode) {
    const ModeOf whose = object.type == ObjectType::kDirectory ? ModeOf::kFolder : ModeOf::kFile;
    const auto mode = changed_mode(intent.text, object.permissions, whose);
    change.mode = mode.value_or(object.permissions);
    change.same = mode && *mode == object.permissions;
  }
  if (intent.kind == MetadataKind::kFlags) {
    change.flags = intent.text;
    change.locks = intent.text.find_first_of("ia") != std::string::npos;
  }
  return change;
}

// The worst of what was found; the first of equals.
void keep_worst(std::vector<Finding>& worst, std::vector<Finding> found) {
  for (Finding& finding : found) {
    if (worst.empty()) {
      worst.push_back(std::move(finding));
    } else if (finding.block > worst[0].block ||
               (finding.block == worst[0].block && finding.tier > worst[0].tier)) {
      worst[0] = std::move(finding);
    }
  }
}

// An object that a walk was too short for may be a secret of before.
std::vector<Finding> judge_unseen(const Intent& intent, const FileActor& actor, Facts& facts) {
  Object unseen;
  unseen.type = ObjectType::kFile;
  unseen.path_class = PathClass::kSecret;
  unseen.recoverability = Recoverability::kPrecious;
  unseen.permissions = 0600;
  auto findings = judge_metadata(change_of(intent, unseen), unseen, actor, facts);
  for (Finding& finding : findings)
    finding.reason += ", at least: not all of it was looked at, and there may be secrets";
  return findings;
}

// chmod -R and kin never follow links below their operands.
void judge_below(ExecEffect& out, const Intent& intent, const FileActor& actor, Facts& facts) {
  Words paths;
  for (const auto& operand : out.effect->operands) paths.push_back(operand.object.path);
  std::vector<Finding> worst;
  Effect walked = facts.walk(paths, Extent::kAllBelow, [&](const Object& object) {
    if (object.type == ObjectType::kSymlink) return;
    keep_worst(worst, judge_metadata(change_of(intent, object), object, actor, facts));
  });
  for (std::size_t i = 0; i < walked.operands.size() && i < out.effect->operands.size(); ++i)
    walked.operands[i].shown = out.effect->operands[i].shown;
  out.effect = std::move(walked);
  if (!out.effect->complete) keep_worst(worst, judge_unseen(intent, actor, facts));
  for (Finding& finding : worst) out.findings.push_back(std::move(finding));
}

}  // namespace

ExecEffect metadata_effect(const CommandLevel& level, const FileActor& actor, Facts& facts) {
  ExecEffect out;
  out.changes_metadata = true;
  const Intent intent = intent_of(level.line);
  Words paths;
  for (const auto& operand : intent.operands) {
    const Object object = facts.object(operand, intent.last);
    paths.push_back(object.path);
    if (object.type == ObjectType::kMissing) continue;
    for (Finding& finding : judge_metadata(change_of(intent, object), object, actor, facts))
      out.findings.push_back(std::move(finding));
    add_effect_operand(out, operand, object);
  }
  if (!reaches_into_folders(level)) {
    finish_effect(out, Extent::kItself, facts);
    return out;
  }
  if (auto absurd = absurd_finding(paths, Category::kSystemImpact, "changes mode or owner of",
                                   facts.home())) {
    out.findings = {*absurd};
    out.effect.reset();
    return out;
  }
  if (out.effect) judge_below(out, intent, actor, facts);
  describe_effect(out);
  return out;
}

}  // namespace guard::policy
