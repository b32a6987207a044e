// SPDX-License-Identifier: Apache-2.0
#include "policy/decide/subject.h"

#include <algorithm>

#include "base/text/text.h"
#include "policy/command/loader_run.h"

namespace guard::policy {
namespace {

bool is_folder(const Object& object) {
  return object.type == ObjectType::kDirectory;
}

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
    const bool leaves = i == 0 || action.exchange;
    facets.push_back({i == 0 ? from : to, object.path, false, true, is_folder(object), leaves});
  }
}

struct RoleRow {
  OperandRole role;
  std::vector<Act> acts;
};

// The acts that an effect amounts to. For a move or an overwrite it is not known which operand is
// which.
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

bool reaches_into_folders(const CommandLevel& level) {
  return level.spec != nullptr &&
         std::ranges::any_of(level.spec->recursive_flags,
                             [&](const auto& flag) { return level.line.has_flag(flag); });
}

void add_effect(const Subject& subject, std::vector<Facet>& facets) {
  const auto& levels = subject.chain.levels;
  const CommandSpec* spec = levels.empty() ? nullptr : levels.back().spec;
  const auto role = spec == nullptr ? OperandRole::kNone : spec->operand_role;
  const auto& acts = acts_of_effect(role);
  const auto& operands = subject.assessment.effect->operands;
  const bool last_is_target = operands.size() > 1 && !levels.back().line.has_flag("t");
  const bool reaches_below = role == OperandRole::kMetadata && reaches_into_folders(levels.back());
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const Object& object = operands[i].object;
    const bool leaves = role == OperandRole::kMove && !(last_is_target && i + 1 == operands.size());
    facets.push_back({act_set(acts), object.path, true, acts.size() == 1, is_folder(object), leaves,
                      reaches_below});
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
      facets.push_back(
          {act_set({action.act}), object.path, false, true, is_folder(object), action.also_reads});
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

std::string_view image_of(const Subject& subject) {
  return subject.action.act == Act::kExec ? subject.action.exe : subject.action.actor.exe;
}

bool image_installed(const Subject& subject) {
  return subject.action.act == Act::kExec ? subject.action.image_origin == ImageOrigin::kInstalled
                                          : subject.action.actor.installed;
}

bool runs_what_it_says(const Subject& subject) {
  if (subject.chain.levels.empty() || !image_installed(subject)) return false;
  const std::string_view image = base_name(image_of(subject));
  const std::string_view name = subject.chain.levels.front().line.program;
  if (name.empty()) return false;
  if (subject.action.act == Act::kExec && subject.action.called_by_link == name) return true;
  if (!image.starts_with(name)) return false;
  return image.find_first_not_of("0123456789.", name.size()) == std::string_view::npos;
}

bool is_plain_wrapper(const CommandLevel& level) {
  return level.spec != nullptr && level.spec->wrapper.is_wrapper && level.spec->rules.empty() &&
         !is_loader(level);
}

Subject make_subject(const Action& action, const Assessment& assessment, const SpecTable& specs) {
  Subject subject{action, assessment, {}, {}, {}};
  const bool exec = action.act == Act::kExec;
  subject.chain = command_levels(exec ? action.argv : action.actor.argv, specs);
  subject.known = command_levels(exec ? action.known_argv : action.actor.known_argv, specs);
  // An actor acts itself; what it was told to run acts, and is judged, as another one.
  for (CommandLevels* chain : {&subject.chain, &subject.known}) {
    if (!exec && chain->levels.size() > 1) chain->levels.resize(1);
  }
  subject.facets = facets_of(subject);
  return subject;
}

}  // namespace guard::policy
