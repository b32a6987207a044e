// SPDX-License-Identifier: Apache-2.0
#include "policy/subject.h"

#include "base/text.h"

namespace guard::policy {
namespace {

constexpr int kMaxLevels = 8;

Act create_or_modify(const Object& object) {
  return object.type == ObjectType::kMissing ? Act::kCreate : Act::kModify;
}

void add_two_names(const Action& action, std::vector<Facet>& facets) {
  const bool rename = action.act == Act::kRename;
  const ActSet from =
      act_set(rename ? std::vector{Act::kRename, Act::kDelete} : std::vector{Act::kLink});
  for (std::size_t i = 0; i < action.objects.size(); ++i) {
    const Object& object = action.objects[i];
    const ActSet to = act_set({action.act, create_or_modify(object)});
    facets.push_back({i == 0 ? from : to, object.path, false, true});
  }
}

struct RoleRow {
  OperandRole role;
  std::vector<Act> acts;
};

// What an effect amounts to. Of a move or an overwrite it is not known which operand is which.
const std::vector<Act>& acts_of_effect(OperandRole role) {
  static const std::vector<Act> kRemoves = {Act::kDelete};
  static const std::vector<RoleRow> kRows = {
      {OperandRole::kMove, {Act::kRename, Act::kDelete, Act::kCreate, Act::kModify}},
      {OperandRole::kOverwrite, {Act::kCreate, Act::kModify}},
      {OperandRole::kDeviceWrite, {Act::kCreate, Act::kModify}},
      {OperandRole::kMetadata, {Act::kMetadata}},
  };
  for (const auto& row : kRows) {
    if (row.role == role) return row.acts;
  }
  return kRemoves;
}

void add_effect(const Subject& subject, std::vector<Facet>& facets) {
  const CommandSpec* spec = subject.levels.empty() ? nullptr : subject.levels.back().spec;
  const auto& acts = acts_of_effect(spec == nullptr ? OperandRole::kNone : spec->operand_role);
  for (const auto& operand : subject.assessment.effect->operands) {
    facets.push_back({act_set(acts), operand.object.path, true, acts.size() == 1});
  }
}

std::vector<Facet> facets_of(const Subject& subject) {
  const Action& action = subject.action;
  std::vector<Facet> facets;
  if (action.act == Act::kRename || action.act == Act::kLink) {
    add_two_names(action, facets);
  } else if (action.act == Act::kExec) {
    facets.push_back({act_set({Act::kExec}), action.exe, false, true});
    if (subject.assessment.effect) add_effect(subject, facets);
  } else {
    for (const auto& object : action.objects) {
      facets.push_back({act_set({action.act}), object.path, false, true});
    }
  }
  if (facets.empty()) facets.push_back({act_set({action.act}), {}, false, true});
  return facets;
}

}  // namespace

ActSet act_set(const std::vector<Act>& acts) {
  ActSet set;
  for (const Act act : acts) set.set(static_cast<std::size_t>(act));
  return set;
}

bool Level::plain_wrapper() const {
  return spec != nullptr && spec->wrapper.is_wrapper && spec->rules.empty();
}

std::vector<Level> levels_of(const std::vector<std::string>& argv, const SpecTable& specs) {
  static const CommandSpec kUnknown;
  std::vector<Level> levels;
  std::vector<std::string> rest = argv;
  for (int i = 0; i < kMaxLevels && !rest.empty(); ++i) {
    const CommandSpec* spec = specs.find(base_name(rest.front()));
    const CommandSpec& known = spec == nullptr ? kUnknown : *spec;
    Unwrapped inner = unwrap(rest, known);
    levels.push_back({parse_command_line(rest, known), std::move(rest), spec});
    rest = std::move(inner.argv);
  }
  return levels;
}

Subject make_subject(const Action& action, const Assessment& assessment, const SpecTable& specs) {
  Subject subject{action, assessment, {}, {}};
  if (action.act == Act::kExec) {
    subject.levels = levels_of(action.argv, specs);
  } else {
    subject.levels = levels_of(action.actor.argv, specs);
    // The actor runs itself, not what it was told to run.
    if (subject.levels.size() > 1) subject.levels.resize(1);
  }
  subject.facets = facets_of(subject);
  return subject;
}

}  // namespace guard::policy
