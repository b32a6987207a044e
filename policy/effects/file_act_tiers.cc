// SPDX-License-Identifier: Apache-2.0
#include "policy/effects/file_act_tiers.h"

#include <array>

namespace guard::policy {
namespace {

// One tier for each Recoverability.
using Tiers = std::array<int, 6>;
constexpr Tiers all(int tier) {
  return {tier, tier, tier, tier, tier, tier};
}

constexpr std::size_t kDeeds = static_cast<std::size_t>(FileDeed::kRead) + 1;
constexpr std::size_t kTerritories = static_cast<std::size_t>(Territory::kSystem) + 1;

// clang-format off
// Version control data that this session made is deleted without losing anything of before: a
// template that was cloned and loses its .git is logged, not asked.
//   nothing, born, built, clean, saved, precious
constexpr Tiers kVcsOverwrite = {2, 1, 2, 2, 2, 2};
constexpr Tiers kVcsDelete =    {0, 1, 3, 3, 3, 3};
// Mode, owner, times of what this session made are its own, wherever it was let to make it.
constexpr Tiers kChange2 =      {0, 0, 2, 2, 2, 2};
constexpr Tiers kChange3 =      {0, 0, 3, 3, 3, 3};
// So is the rest, where nothing runs it later: the object is the session's, by its number and its
// birth, whatever its name. A new name there is asked about each time.
constexpr Tiers kOwnElse2 =     {2, 0, 2, 2, 2, 2};
constexpr Tiers kOwnElse3 =     {3, 0, 3, 3, 3, 3};
constexpr std::array<std::array<Tiers, kTerritories>, kDeeds> kFileActTiersTable = {{
    // scratch            workspace            root    git itself, others     secret  personal system
    {{all(0),             all(0),              all(0), all(0), all(2),        all(2), all(2),    all(3)}},
    {{{0, 0, 0, 0, 0, 2}, {0, 0, 0, 0, 0, 2},  all(1), all(0), kVcsOverwrite, all(2), kOwnElse2, all(3)}},
    {{{0, 0, 1, 1, 1, 2}, {0, 0, 0, 1, 1, 2},  all(3), all(0), kVcsDelete,    all(2), kOwnElse2, all(3)}},
    {{{0, 0, 1, 1, 1, 1}, {0, 0, 1, 2, 2, 2},  all(3), all(0), kVcsDelete,    all(2), kOwnElse3, all(3)}},
    {{all(0),             {0, 0, 0, 0, 0, 2}, {0, 0, 0, 0, 0, 2}, all(0), kChange2, kChange2, kChange2, kChange3}},
    {{all(0),             all(0),              all(0), all(0), all(0),        all(2), all(0),  all(0)}},
}};
// clang-format on

// By territory: what the act endangers besides the content that it may take away.
std::vector<Category> categories_of_territory(Territory territory) {
  switch (territory) {
    case Territory::kSteering:
      return {Category::kFsConfigSecrets};
    case Territory::kPersonal:
      return {Category::kFsOutsideWorkspace};
    case Territory::kSystem:
      return {Category::kSystemImpact, Category::kFsOutsideWorkspace};
    case Territory::kScratch:
    case Territory::kWorkspace:
    case Territory::kWorkspaceRoot:
    case Territory::kVcsByGit:
    case Territory::kVcsByOthers:
      break;
  }
  return {};
}

}  // namespace

int tier_of(FileDeed deed, Territory territory, Recoverability recoverability) {
  return kFileActTiersTable.at(static_cast<std::size_t>(deed))
      .at(static_cast<std::size_t>(territory))
      .at(static_cast<std::size_t>(recoverability));
}

std::vector<Category> categories_of(FileDeed deed, Territory territory) {
  auto categories = categories_of_territory(territory);
  const bool takes = deed == FileDeed::kOverwrite || deed == FileDeed::kDelete ||
                     deed == FileDeed::kDeleteMany || territory == Territory::kVcsByOthers;
  if (takes && deed != FileDeed::kRead) categories.push_back(Category::kFsDeleteOverwrite);
  return categories;
}

Territory territory_of(PathClass path_class, bool by_git) {
  switch (path_class) {
    case PathClass::kTmp:
    case PathClass::kOwnState:
    case PathClass::kCache:
      return Territory::kScratch;
    case PathClass::kWorkspace:
      return Territory::kWorkspace;
    case PathClass::kWorkspaceRoot:
      return Territory::kWorkspaceRoot;
    case PathClass::kVcs:
      return by_git ? Territory::kVcsByGit : Territory::kVcsByOthers;
    case PathClass::kSecret:
    case PathClass::kConfig:
      return Territory::kSteering;
    case PathClass::kHome:
    case PathClass::kOutside:
      return Territory::kPersonal;
    case PathClass::kSystem:
    case PathClass::kDevice:
    case PathClass::kHarmlessDevice:
    case PathClass::kGuard:
      break;
  }
  return Territory::kSystem;
}

}  // namespace guard::policy
