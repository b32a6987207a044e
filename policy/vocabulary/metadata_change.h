// SPDX-License-Identifier: Apache-2.0
// MetadataChange: what a chmod, chown, utimes, setxattr or chattr would make of an object. Values,
// and their words for people and records. Pure, any thread.
#ifndef GUARD_POLICY_VOCABULARY_METADATA_CHANGE_H_
#define GUARD_POLICY_VOCABULARY_METADATA_CHANGE_H_

#include <cstdint>
#include <optional>
#include <string>

namespace guard::policy {

enum class MetadataKind { kNone, kMode, kOwner, kTimes, kAttribute, kAttributeRemoval, kFlags };

struct MetadataChange {
  MetadataKind kind = MetadataKind::kNone;
  std::uint32_t mode = 0;            // kMode: the bits of 07777 that it shall have
  std::optional<std::uint32_t> uid;  // kOwner; none: stays
  std::optional<std::uint32_t> gid;
  std::string attribute;  // its name
  std::string flags;      // kFlags, as chattr(1) writes them: "+i", "-a", "=dA"
  bool locks = false;     // kFlags: immutable or append-only is set, or taken away
  bool same = false;      // the object has all of it already
  bool operator==(const MetadataChange&) const = default;
};

inline constexpr std::uint32_t kSetUserId = 04000;
inline constexpr std::uint32_t kSetGroupId = 02000;

// "chmod 0755 /w/x", "chown 0:0 /w/x", "set times of /w/x".
[[nodiscard]] std::string metadata_text(const MetadataChange& change, const std::string& path);
// "mode", "owner": what it changes.
[[nodiscard]] const char* name_of(MetadataKind kind);
// "0644".
[[nodiscard]] std::string mode_text(std::uint32_t mode);

}  // namespace guard::policy

#endif  // GUARD_POLICY_VOCABULARY_METADATA_CHANGE_H_
