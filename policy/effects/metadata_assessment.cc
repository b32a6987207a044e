// SPDX-License-Identifier: Apache-2.0
#include "policy/effects/metadata_assessment.h"

#include <algorithm>
#include <array>

#include "base/text/text.h"
#include "policy/paths/file_owners.h"
#include "policy/paths/path_names.h"
#include "policy/vocabulary/own_rules.h"

namespace guard::policy {
namespace {

constexpr std::uint32_t kExecute = 0111;
constexpr std::uint32_t kOthers = 0077;
constexpr std::uint32_t kGroupExecute = 0010;
constexpr std::uint32_t kOwnerRead = 0400;
constexpr std::uint32_t kOwnerReadAndEnter = 0500;
constexpr const char* kPlainRule = own_rule("fs.metadata");

// One change of one object, with what the questions below ask of it.
struct Case {
  const MetadataChange& change;
  const Object& object;
  Territory territory;
  bool inside;  // the workspace

  [[nodiscard]] bool is(MetadataKind kind) const { return change.kind == kind; }
  [[nodiscard]] bool is_folder() const { return object.type == ObjectType::kDirectory; }
  [[nodiscard]] std::uint32_t added() const {
    return is(MetadataKind::kMode) ? change.mode & ~object.permissions : 0;
  }
  [[nodiscard]] std::uint32_t taken() const {
    return is(MetadataKind::kMode) ? object.permissions & ~change.mode : 0;
  }
  // Whether it was there before, and is more than output that can be made again.
  [[nodiscard]] bool of_before() const {
    return object.recoverability != Recoverability::kNothing &&
           object.recoverability != Recoverability::kBorn &&
           object.recoverability != Recoverability::kBuilt;
  }
};

bool is_access_list(const std::string& attribute) {
  return attribute.starts_with("system.");
}

bool sets_identity_bits(const Case& c) {
  if (c.is_folder()) return false;  // there it only says whose group new entries get
  const bool group = (c.added() & kSetGroupId) != 0 && (c.change.mode & kGroupExecute) != 0;
  return (c.added() & kSetUserId) != 0 || group;
}

bool sets_capability(const Case& c) {
  return c.is(MetadataKind::kAttribute) && c.change.attribute == "security.capability";
}

bool locks(const Case& c) {
  return c.change.locks;
}

// security.* and trusted.* are the system's own; what this session made may be labelled as its
// tools do it.
bool labels(const Case& c) {
  const bool attribute = c.is(MetadataKind::kAttribute) || c.is(MetadataKind::kAttributeRemoval);
  const std::string& name = c.change.attribute;
  return attribute && c.of_before() &&
         (name.starts_with("security.") || name.starts_with("trusted."));
}

bool takes_own_access(const Case& c) {
  const std::uint32_t needed = c.is_folder() ? kOwnerReadAndEnter : kOwnerRead;
  return c.of_before() && (c.taken() & needed) != 0;
}

bool opens_secret(const Case& c) {
  if (c.object.path_class != PathClass::kSecret || !c.of_before()) return false;
  const bool list = c.is(MetadataKind::kAttribute) && is_access_list(c.change.attribute);
  return list || c.is(MetadataKind::kOwner) || (c.added() & kOthers) != 0;
}

struct SpecialRow {
  bool (*fits)(const Case&);
  const char* rule;
  const char* before;  // the path
  const char* after;
  Category category;
  int tier;
  int scratch_tier;
};
constexpr std::array kSpecials = {
    SpecialRow{sets_identity_bits, own_rule("fs.metadata.rights"), "lets ",
               " run with the rights of its owner or group, whoever starts it",
               Category::kSystemImpact, 2, 2},
    SpecialRow{sets_capability, own_rule("fs.metadata.rights"), "lets ", " run with rights of root",
               Category::kSystemImpact, 2, 2},
    SpecialRow{locks, own_rule("fs.metadata.lock"), "makes ",
               " immutable or append-only, or takes that away", Category::kSystemImpact, 2, 2},
    SpecialRow{labels, own_rule("fs.metadata.label"), "changes the label that the system keeps of ",
               "", Category::kSystemImpact, 2, 2},
    SpecialRow{opens_secret, own_rule("fs.metadata.open"), "lets others use ",
               ": it may hold a secret", Category::kFsConfigSecrets, 2, 2},
    SpecialRow{takes_own_access, own_rule("fs.metadata.close"), "takes its owner's access to ", "",
               Category::kFsDeleteOverwrite, 2, 1},
};

bool only_executes(const Case& c) {
  return c.is(MetadataKind::kMode) && !c.is_folder() && ((c.added() | c.taken()) & ~kExecute) == 0;
}

bool tightens_secret(const Case& c) {
  return c.is(MetadataKind::kMode) && c.object.path_class == PathClass::kSecret &&
         (c.added() & kOthers) == 0;
}

int base_tier(const Case& c, const FileActor& actor) {
  const int tier = tier_of(FileDeed::kMetadata, c.territory, c.object.recoverability);
  const bool workspace =
      c.territory == Territory::kWorkspace || c.territory == Territory::kWorkspaceRoot;
  if (c.change.same) return 0;
  if (workspace && (c.is(MetadataKind::kTimes) || only_executes(c))) return 0;
  const bool mild = c.is(MetadataKind::kTimes) || tightens_secret(c);
  if (c.inside && mild && c.territory == Territory::kSteering) return std::min(tier, 1);
  const bool personal = c.territory == Territory::kPersonal || c.territory == Territory::kSteering;
  if (personal && writes_as_owner(actor.program, c.object.path)) return std::min(tier, 1);
  return tier;
}

std::string reason_of(const Case& c) {
  const std::string standing = standing_of(c.object, c.territory);
  return "changes the " + std::string(name_of(c.change.kind)) + " of " + safe_text(c.object.path) +
         (standing.empty() ? "" : ": " + standing);
}

void add_category(Finding& finding, Category category) {
  const auto& known = finding.categories;
  if (std::find(known.begin(), known.end(), category) == known.end())
    finding.categories.push_back(category);
}

void raise(Finding& finding, const Case& c, const SpecialRow& row) {
  if (finding.rule != kPlainRule) return;  // the first that fits leads
  const int tier = c.territory == Territory::kScratch ? row.scratch_tier : row.tier;
  finding.tier = std::max(finding.tier, tier);
  finding.rule = row.rule;
  finding.reason = row.before + safe_text(c.object.path) + row.after;
  add_category(finding, row.category);
}

// The tree's own terminals and its own files of /proc are its own; a device that everybody shares
// is not, but its times are nobody's.
bool is_free_device(const Case& c) {
  if (c.object.path_class != PathClass::kHarmlessDevice) return false;
  const bool shared = c.object.type == ObjectType::kCharDevice && !below(c.object.path, "/dev/pts");
  return !shared || c.is(MetadataKind::kTimes);
}

}  // namespace

bool gives_rights(const MetadataChange& change, const Object& object) {
  const Case c{change, object, Territory::kWorkspace, true};
  return !change.same && (sets_identity_bits(c) || sets_capability(c) || locks(c));
}

bool gives_rights(const Action& action) {
  return action.act == Act::kMetadata && !action.objects.empty() &&
         gives_rights(action.change, action.objects.front());
}

std::vector<Finding> judge_metadata(const MetadataChange& change, const Object& object,
                                    const FileActor& actor, Facts& facts) {
  if (object.path_class == PathClass::kGuard) return {guard_own(object)};
  const Case c{change, object, territory_for(object, actor, facts, Way::kFromLock),
               is_within(object.path, facts.workspace())};
  if (is_free_device(c)) return {};
  Finding finding;
  finding.tier = base_tier(c, actor);
  finding.categories = categories_of(FileDeed::kMetadata, c.territory);
  finding.rule = kPlainRule;
  finding.reason = reason_of(c);
  for (const SpecialRow& row : kSpecials) {
    if (!change.same && row.fits(c)) raise(finding, c, row);
  }
  if (finding.tier >= 1) finding.alternative = "Ask the user first.";
  return {finding};
}

std::vector<Finding> judge_created_node(const Action& action) {
  Finding finding;
  finding.categories = {Category::kSystemImpact};
  if (action.objects.empty()) return {};
  const std::string path = safe_text(action.objects.front().path);
  const bool device =
      action.made == ObjectType::kBlockDevice || action.made == ObjectType::kCharDevice;
  if (device) {
    finding.tier = 3;
    finding.rule = own_rule("fs.device");
    finding.reason = "makes the device " + path + ": a way past the files on it";
    finding.alternative = "Ask the user for what is needed of the device.";
    return {finding};
  }
  MetadataChange change = action.change;
  change.kind = MetadataKind::kMode;
  Object made;
  made.type = action.made;
  const Case c{change, made, Territory::kWorkspace, true};
  if (action.made == ObjectType::kMissing || !sets_identity_bits(c)) return {};
  finding.tier = 2;
  finding.rule = own_rule("fs.metadata.rights");
  finding.reason = "makes " + path + ", which runs with its owner's rights, whoever starts it";
  finding.alternative = "Ask the user first.";
  return {finding};
}

}  // namespace guard::policy
