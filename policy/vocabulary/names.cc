// SPDX-License-Identifier: Apache-2.0
// The words for the vocabulary: one table a type, so that records, questions and policy files
// agree.
#include <algorithm>
#include <array>
#include <string>

#include "policy/vocabulary/action.h"
#include "policy/vocabulary/assessment.h"
#include "policy/vocabulary/decision.h"
#include "policy/vocabulary/own_rules.h"

namespace guard::policy {
namespace {

// Rows stand in the order of the enumerators.
constexpr std::array<const char*, 13> kActs = {"exec",   "read",   "create",   "modify",  "delete",
                                               "rename", "link",   "metadata", "connect", "listen",
                                               "signal", "system", "sign"};
static_assert(kActs.size() == static_cast<std::size_t>(Act::kSign) + 1);

constexpr std::array<const char*, 14> kPathClasses = {
    "tmp",   "workspace", "workspace_root", "vcs",    "secret",          "config", "own_state",
    "cache", "home",      "system",         "device", "harmless_device", "guard",  "outside"};
static_assert(kPathClasses.size() == static_cast<std::size_t>(PathClass::kOutside) + 1);

constexpr std::array<const char*, 8> kObjectTypes = {
    "missing", "file", "directory", "symlink", "fifo", "socket", "char_device", "block_device"};
static_assert(kObjectTypes.size() == static_cast<std::size_t>(ObjectType::kBlockDevice) + 1);

constexpr std::array<const char*, 6> kRecoverabilities = {"nothing", "born",  "built",
                                                          "clean",   "saved", "precious"};
static_assert(kRecoverabilities.size() == static_cast<std::size_t>(Recoverability::kPrecious) + 1);

struct CategoryRow {
  const char* name;
  const char* risk;
};
constexpr std::array<CategoryRow, kCategoryCount> kCategories = {{
    {"SUDO", "Runs with raised privileges."},
    {"SYSTEM_IMPACT", "Can affect the whole system."},
    {"GIT_PUBLISH", "Publishes changes to others."},
    {"FS_CONFIG_SECRETS", "A secret may leak or a configuration break."},
    {"FS_OUTSIDE_WORKSPACE", "Acts outside the project's folder."},
    {"FS_DELETE_OVERWRITE", "Files or their history may be lost."},
    {"DEPS_INSTALL_UPDATE", "Changes dependencies and environment."},
    {"NETWORK_RISK", "Talks to an outside service."},
    {"EXEC_ARBITRARY", "Runs an arbitrary program."},
}};
static_assert(kCategoryCount == static_cast<std::size_t>(Category::kExecArbitrary) + 1);

constexpr std::array<const char*, 4> kVerdicts = {"allow", "ask", "deny", "block"};
constexpr std::array<const char*, 4> kRiskLevels = {"low", "low", "medium", "high"};

template <class Table, class Enum>
const auto& row_of(const Table& table, Enum value) {
  return table.at(static_cast<std::size_t>(value));
}

}  // namespace

const char* name_of(Act act) {
  return row_of(kActs, act);
}
const char* name_of(PathClass path_class) {
  return row_of(kPathClasses, path_class);
}
const char* name_of(ObjectType type) {
  return row_of(kObjectTypes, type);
}
const char* name_of(Recoverability recoverability) {
  return row_of(kRecoverabilities, recoverability);
}
const char* name_of(Category category) {
  return row_of(kCategories, category).name;
}
const char* risk_text_of(Category category) {
  return row_of(kCategories, category).risk;
}
const char* name_of(Verdict verdict) {
  return row_of(kVerdicts, verdict);
}

std::optional<Category> category_named(std::string_view name) {
  for (std::size_t i = 0; i < kCategories.size(); ++i) {
    if (name == kCategories[i].name) return static_cast<Category>(i);
  }
  return std::nullopt;
}

bool has_category(const Assessment& assessment, Category category) {
  return std::ranges::find(assessment.categories, category) != assessment.categories.end();
}

bool is_delicate(const Assessment& assessment) {
  return has_category(assessment, Category::kFsConfigSecrets);
}

const char* risk_level_of(const Assessment& assessment) {
  if (assessment.block) return "blocked";
  const bool known = assessment.tier >= 0 && assessment.tier <= 3;
  return known ? kRiskLevels[static_cast<std::size_t>(assessment.tier)] : "high";
}

Decision internal_denial(std::string_view what) {
  Decision decision;
  decision.verdict = Verdict::kDeny;
  decision.rule = own_rule("internal");
  decision.reason = "guard could not judge this act: " + std::string(what);
  return decision;
}

}  // namespace guard::policy
