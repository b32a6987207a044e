// SPDX-License-Identifier: Apache-2.0
#include "policy/vocabulary/metadata_change.h"

#include <array>
#include <cstdio>

namespace guard::policy {
namespace {

// Rows in the order of MetadataKind.
constexpr std::array<const char*, 7> kNames = {"metadata",  "mode",      "owner", "times",
                                               "attribute", "attribute", "flags"};

std::string owner_text(const MetadataChange& change) {
  std::string text = change.uid ? std::to_string(*change.uid) : "";
  if (change.gid) text += ":" + std::to_string(*change.gid);
  return text.empty() ? ":" : text;
}

}  // namespace

std::string mode_text(std::uint32_t mode) {
  std::array<char, 8> digits{};
  std::snprintf(digits.data(), digits.size(), "%04o", mode & 07777U);
  return digits.data();
}

const char* name_of(MetadataKind kind) {
  return kNames.at(static_cast<std::size_t>(kind));
}

std::string metadata_text(const MetadataChange& change, const std::string& path) {
  switch (change.kind) {
    case MetadataKind::kMode:
      return "chmod " + mode_text(change.mode) + " " + path;
    case MetadataKind::kOwner:
      return "chown " + owner_text(change) + " " + path;
    case MetadataKind::kTimes:
      return "set times of " + path;
    case MetadataKind::kAttribute:
      return "set attribute " + change.attribute + " of " + path;
    case MetadataKind::kAttributeRemoval:
      return "remove attribute " + change.attribute + " of " + path;
    case MetadataKind::kFlags:
      return "chattr " + change.flags + " " + path;
    case MetadataKind::kNone:
      break;
  }
  return "change metadata of " + path;
}

}  // namespace guard::policy
