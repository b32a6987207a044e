// SPDX-License-Identifier: Apache-2.0
#include "supervisor/judge/metadata_facts.h"

#include <fcntl.h>
#include <linux/fs.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <array>
#include <cstring>
#include <string>

#include "supervisor/facts/path_facts.h"

namespace guard::supervisor {
namespace {

using interceptor::HeldCall;
using interceptor::MetadataArguments;
using interceptor::Operation;
using policy::MetadataChange;
using policy::MetadataKind;

constexpr std::uint32_t kFatReadOnly = 1;  // linux/msdos_fs.h, ATTR_RO
constexpr std::uint32_t kSetFatFlags = 0x40047211;

// A letter of chattr(1) by the two encodings of linux/fs.h.
struct FlagRow {
  char letter;
  std::uint32_t inode_flag;
  std::uint32_t extended_flag;
};
constexpr std::array kFlags = {FlagRow{'i', FS_IMMUTABLE_FL, FS_XFLAG_IMMUTABLE},
                               FlagRow{'a', FS_APPEND_FL, FS_XFLAG_APPEND},
                               FlagRow{'d', FS_NODUMP_FL, FS_XFLAG_NODUMP},
                               FlagRow{'A', FS_NOATIME_FL, FS_XFLAG_NOATIME},
                               FlagRow{'S', FS_SYNC_FL, FS_XFLAG_SYNC},
                               FlagRow{'c', FS_COMPR_FL, 0},
                               FlagRow{'C', FS_NOCOW_FL, 0},
                               FlagRow{'P', FS_PROJINHERIT_FL, FS_XFLAG_PROJINHERIT},
                               FlagRow{'x', FS_DAX_FL, FS_XFLAG_DAX}};

std::uint32_t first_word(const char* bytes) {
  std::uint32_t word = 0;
  std::memcpy(&word, bytes, sizeof(word));
  return word;
}

// "=dA": the letters that will be set.
std::string letters_of(std::uint32_t flags, bool extended) {
  std::string letters = "=";
  for (const FlagRow& row : kFlags) {
    const std::uint32_t flag = extended ? row.extended_flag : row.inode_flag;
    if ((flags & flag) != 0) letters += row.letter;
  }
  return letters;
}

void describe_lock(MetadataChange& change, char letter, bool is, bool will) {
  if (is == will) return;
  if (!change.locks) change.flags.clear();
  change.locks = true;
  change.flags += std::string(1, will ? '+' : '-') + letter;
}

void describe_flags(MetadataChange& change, const HeldCall& held) {
  const MetadataArguments& given = held.raw.metadata;
  if (given.request == kSetFatFlags) {
    const bool read_only = (first_word(given.request_argument.data()) & kFatReadOnly) != 0;
    change.flags = read_only ? "=r" : "=";
    return;
  }
  const bool extended = given.request == 0 || given.request == FS_IOC_FSSETXATTR;
  const char* const bytes =
      given.request == 0 ? given.file_attributes.data() : given.request_argument.data();
  const std::uint32_t flags = first_word(bytes);
  change.flags = letters_of(flags, extended);
  struct statx now {};
  const bool known = ::statx(held.first.object.get(), "", AT_EMPTY_PATH, STATX_TYPE, &now) == 0;
  const auto will = [&](const FlagRow& row) {
    return (flags & (extended ? row.extended_flag : row.inode_flag)) != 0;
  };
  const auto is = [&](std::uint64_t attribute, bool otherwise) {
    return known ? (now.stx_attributes & attribute) != 0 : !otherwise;
  };
  describe_lock(change, 'i', is(STATX_ATTR_IMMUTABLE, will(kFlags[0])), will(kFlags[0]));
  describe_lock(change, 'a', is(STATX_ATTR_APPEND, will(kFlags[1])), will(kFlags[1]));
}

bool is_same_owner(const MetadataArguments& given, const struct stat& now) {
  const bool user = given.uid == interceptor::kSameId || given.uid == now.st_uid;
  const bool group = given.gid == interceptor::kSameId || given.gid == now.st_gid;
  return user && group && (now.st_mode & (S_ISUID | S_ISGID)) == 0;
}

struct KindRow {
  Operation operation;
  MetadataKind kind;
};
constexpr std::array kKinds = {
    KindRow{Operation::kChangeMode, MetadataKind::kMode},
    KindRow{Operation::kChangeOwner, MetadataKind::kOwner},
    KindRow{Operation::kChangeTimes, MetadataKind::kTimes},
    KindRow{Operation::kSetAttribute, MetadataKind::kAttribute},
    KindRow{Operation::kRemoveAttribute, MetadataKind::kAttributeRemoval},
    KindRow{Operation::kChangeFlags, MetadataKind::kFlags}};

}  // namespace

MetadataChange metadata_change_of(const HeldCall& held) {
  const MetadataArguments& given = held.raw.metadata;
  MetadataChange change;
  for (const KindRow& row : kKinds) {
    if (row.operation == held.raw.operation) change.kind = row.kind;
  }
  if (change.kind == MetadataKind::kMode) {
    change.mode = static_cast<std::uint32_t>(held.raw.mode) & 07777U;
    change.same = change.mode == (held.first.status.st_mode & 07777U);
  }
  if (change.kind == MetadataKind::kOwner) {
    if (given.uid != interceptor::kSameId) change.uid = given.uid;
    if (given.gid != interceptor::kSameId) change.gid = given.gid;
    // In a user namespace the ids of the call are other numbers than those of the object.
    change.same = !held.tracee->realm && is_same_owner(given, held.first.status);
  }
  change.attribute = given.attribute;
  if (change.kind == MetadataKind::kFlags) describe_flags(change, held);
  return change;
}

void describe_made(const HeldCall& held, policy::Action& action) {
  const bool node = held.raw.operation == Operation::kMakeNode;
  if (!node && held.raw.operation != Operation::kOpen) return;
  const auto mode = static_cast<unsigned>(held.raw.mode);
  action.change.mode = mode & 07777U;
  action.made = node ? type_of_mode(mode) : policy::ObjectType::kFile;
  if (action.made != policy::ObjectType::kCharDevice) return;
  // Overlays mark what was removed with 0:0; null and kin are everybody's.
  const bool whiteout = held.raw.device == 0;
  if (whiteout || is_harmless_device(major(held.raw.device), minor(held.raw.device)))
    action.made = policy::ObjectType::kMissing;
}

}  // namespace guard::supervisor
