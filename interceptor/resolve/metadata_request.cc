// SPDX-License-Identifier: Apache-2.0
#include "interceptor/resolve/metadata_request.h"

#include <fcntl.h>
#include <linux/fs.h>
#include <sys/stat.h>

#include <array>
#include <cstdint>
#include <cstring>

namespace guard::interceptor {
namespace {

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

struct LockRow {
  FlagRow flag;
  std::uint64_t attribute;  // as statx(2) tells it
};
constexpr std::array kLocks = {LockRow{kFlags[0], STATX_ATTR_IMMUTABLE},
                               LockRow{kFlags[1], STATX_ATTR_APPEND}};

// The flags that a call sets, and which of the two encodings they are in.
struct FlagWord {
  std::uint32_t flags;
  bool extended;
  [[nodiscard]] bool has(const FlagRow& row) const {
    return (flags & (extended ? row.extended_flag : row.inode_flag)) != 0;
  }
};

std::uint32_t first_word(const char* bytes) {
  std::uint32_t word = 0;
  std::memcpy(&word, bytes, sizeof(word));
  return word;
}

FlagWord word_of(const MetadataArguments& given) {
  if (given.request == 0) return {first_word(given.file_attributes.data()), true};
  return {first_word(given.request_argument.data()), given.request == FS_IOC_FSSETXATTR};
}

std::string letters_of(const FlagWord& asked) {
  std::string letters;
  for (const FlagRow& row : kFlags) {
    if (asked.has(row)) letters += row.letter;
  }
  return letters;
}

std::string turned_locks(const FlagWord& asked, int object) {
  struct statx now {};
  const bool known = ::statx(object, "", AT_EMPTY_PATH, STATX_TYPE, &now) == 0;
  std::string turned;
  for (const LockRow& row : kLocks) {
    const bool will = asked.has(row.flag);
    const bool is = (now.stx_attributes & row.attribute) != 0;
    if (known && is == will) continue;
    turned += will ? '+' : '-';
    turned += row.flag.letter;
  }
  return turned;
}

}  // namespace

AskedFileFlags asked_file_flags(const HeldCall& call) {
  const MetadataArguments& given = call.raw.metadata;
  if (given.request == kSetFatFlags) {
    const bool read_only = (first_word(given.request_argument.data()) & kFatReadOnly) != 0;
    return {read_only ? "r" : "", ""};
  }
  const FlagWord asked = word_of(given);
  return {letters_of(asked), turned_locks(asked, call.first.object.get())};
}

bool leaves_owner(const HeldCall& call) {
  // In a user namespace the ids of the call are other numbers than those of the object.
  if (call.tracee->realm) return false;
  const MetadataArguments& given = call.raw.metadata;
  const struct stat& now = call.first.status;
  const bool user = given.uid == kSameId || given.uid == now.st_uid;
  const bool group = given.gid == kSameId || given.gid == now.st_gid;
  return user && group && (now.st_mode & (S_ISUID | S_ISGID)) == 0;
}

}  // namespace guard::interceptor
