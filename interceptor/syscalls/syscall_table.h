// SPDX-License-Identifier: Apache-2.0
// The syscall table: one row per system call of an architecture, sorted by number. Filter, decoder,
// names and the printed list derive from it. Constant data, any thread, no errors: a number without
// a row is unknown and refused with ENOSYS. Architectures differ in numbers only; all tables are
// linked everywhere, so that each is tested everywhere, and what runs uses that of
// kThisArchitecture.
//
// outcome_of() decides which of a row's outcomes holds: the first special case whose tests all
// match the low 32 bits of the registers, else the row's own treatment. The filter is this function
// compiled to BPF; memory never takes part.
#ifndef GUARD_INTERCEPTOR_SYSCALLS_SYSCALL_TABLE_H_
#define GUARD_INTERCEPTOR_SYSCALLS_SYSCALL_TABLE_H_

#include <sys/types.h>

#include <array>
#include <cstdint>
#include <span>

namespace guard::interceptor {

// One operation, many system calls.
enum class Operation {
  kNone,           // not decoded: allowed or refused by the filter alone
  kExec,           // execve, execveat
  kOpen,           // open, openat, openat2, creat
  kRemove,         // unlink, unlinkat, rmdir
  kRename,         // rename, renameat, renameat2
  kTruncate,       // truncate
  kMakeDirectory,  // mkdir, mkdirat
  kMakeNode,       // mknod, mknodat
  kLink,           // link, linkat
  kSymlink,        // symlink, symlinkat
  kConnect,        // connect
  kBind,           // bind
  kListen,         // listen
  kSend,           // sendto with an address, sendmsg, sendmmsg
  kMakeSocket,     // socket: raw, packet, and netlink of a root guard's tree
  kNetworkSetup,   // ioctl and setsockopt that set up interfaces, routes, firewalls
  kUmask,          // umask: registers only, watched so that guard knows the caller's mask
  kNewNamespace,   // unshare, clone with a namespace flag, or sharing descriptors
  kMount,          // mount
  kMountTree,      // umount2, pivot_root: the caller's own mounts, by registers alone
  kChangeRoot,     // chroot
  kCredentials,    // set*id, setgroups, capset: watched by a root guard
  // from here to kChangeFlags: changes_metadata()
  kChangeMode,       // chmod, fchmod, fchmodat, fchmodat2
  kChangeOwner,      // chown, fchown, lchown, fchownat
  kChangeTimes,      // utime, utimes, futimesat, utimensat
  kSetAttribute,     // setxattr, lsetxattr, fsetxattr, setxattrat
  kRemoveAttribute,  // removexattr, lremovexattr, fremovexattr, removexattrat
  kChangeFlags,      // file_setattr, and ioctl as FS_IOC_SETFLAGS and kin
  kSharedObject,     // shmctl, semctl, msgctl: removing, or changing whose it is
  kRemoveQueue,      // mq_unlink
};

enum class Treatment {
  kAllow,
  kNotify,    // guard is asked
  kNotifyIf,  // guard is asked in the row's special cases, else allowed
  kRefuse,    // answered with refuse_errno by the filter
  kRefuseIf,  // answered by the filter in the row's special cases, else allowed
};

// The meaning of one argument register. A "path" is a pointer to a name; its directory is the row's
// dirfd of the same side (none: the caller's cwd).
enum class ArgRole : std::uint8_t {
  kIgnored,
  kDirfd,         // directory of kPath, kPathNoFollow
  kPath,          // the last component is followed (unless the row's flags say otherwise)
  kPathNoFollow,  // the last component is never followed (unless kAtFlags says AT_SYMLINK_FOLLOW)
  kNewDirfd,      // directory of kNewPath
  kNewPath,       // second name of rename and link; never followed
  kLinkText,      // content of a symlink: text, not a path to resolve
  kArgv,
  kEnvp,
  kOpenFlags,
  kOpenHow,  // pointer to struct open_how
  kOpenHowSize,
  kAtFlags,
  kRenameFlags,
  kMode,
  kDevice,
  kLength,
  kFd,
  kSockaddr,
  kSockaddrLength,
  kBuffer,
  kSendFlags,
  kMessage,   // pointer to struct msghdr
  kMessages,  // pointer to struct mmsghdr[]
  kMessageCount,
  kBacklog,
  kSocketDomain,
  kSocketType,
  kProtocol,
  kLevel,
  kOption,
  kUid,
  kGid,
  kGroupCount,
  kGroupList,
  kCapHeader,
  kCapData,
  kSeconds,       // struct utimbuf; null: now. All three also for NULL
  kMicroseconds,  // struct timeval[2]
  kNanoseconds,   // struct timespec[2]
  kAttribute,     // name of an extended attribute
  kAttributeValue,
  kAttributeSize,
  kAttributeFlags,
  kAttributeHow,  // pointer to struct xattr_args: value, size, flags
  kAttributeHowSize,
  kFileAttributes,  // pointer to struct file_attr
  kFileAttributesSize,
  kRequest,          // of an ioctl
  kRequestArgument,  // pointer to what the request wants
  kSharedId,
  kSharedCommand,
  kQueueName,
  kNamespaceFlags,
  kMountSource,  // text for people, or a path; may be missing
  kFileSystem,   // its name; may be missing
  kMountFlags,
  kMountData,  // options; may be missing
};

// (low 32 bits of the argument & mask) == value, or: has any bit of the mask. Only 32 bits: the
// kernel cuts int arguments to them, so a test of all 64 could be evaded with set high bits.
// kNull alone looks at all 64: a pointer that is null (mask and value are not used).
struct RegisterTest {
  enum class Relation : std::uint8_t { kEquals, kAnyBit, kNull };
  int argument;
  Relation relation;
  std::uint32_t mask;
  std::uint32_t value;
};

// The user that runs guard: some cases differ.
enum class ForGuard : std::uint8_t { kAny, kUser, kRoot };

struct SpecialCase {
  ForGuard guard;
  std::span<const RegisterTest> tests;  // all must hold; none: always
  Treatment treatment;                  // kAllow, kNotify or kRefuse
  int refuse_errno;                     // of kRefuse; 0 pretends success
};

struct SyscallRow {
  int number;
  const char* name;
  Operation operation;
  std::array<ArgRole, 6> arguments;
  Treatment treatment;
  int refuse_errno;                    // of kRefuse
  const char* reason;                  // "" for what is plainly harmless
  std::span<const SpecialCase> cases;  // in order, before the treatment
};

enum class Architecture : std::uint8_t { kX86_64, kAarch64 };
#if defined(__x86_64__)
inline constexpr Architecture kThisArchitecture = Architecture::kX86_64;
#elif defined(__aarch64__)
inline constexpr Architecture kThisArchitecture = Architecture::kAarch64;
#else
#error "no syscall table for this architecture"
#endif

[[nodiscard]] constexpr bool changes_metadata(Operation operation) {
  return operation >= Operation::kChangeMode && operation <= Operation::kChangeFlags;
}

// The answer of the filter: exactly kAllow, kNotify or kRefuse.
struct FilterOutcome {
  Treatment treatment;
  int refuse_errno;
  bool operator==(const FilterOutcome&) const = default;
};

// The user that guard runs for now: kRoot or kUser.
[[nodiscard]] constexpr ForGuard guard_run_by(uid_t user) {
  return user == 0 ? ForGuard::kRoot : ForGuard::kUser;
}
// A case for GUARD holds while guard is run by RUNNING.
[[nodiscard]] bool is_for(ForGuard guard, ForGuard running);
// When no special case holds.
[[nodiscard]] FilterOutcome base_outcome_of(const SyscallRow& row);

[[nodiscard]] std::span<const SyscallRow> all_rows(Architecture architecture = kThisArchitecture);
// nullptr: unknown.
[[nodiscard]] const SyscallRow* row_of(int number, Architecture architecture = kThisArchitecture);
// nullptr: no such call on this architecture.
[[nodiscard]] const SyscallRow* row_named(const char* name,
                                          Architecture architecture = kThisArchitecture);
// "unlinkat"; "unknown" for a number without a row.
[[nodiscard]] const char* name_of_syscall(int number);
[[nodiscard]] FilterOutcome outcome_of(int number, std::span<const std::uint64_t, 6> arguments,
                                       ForGuard running);
// The position of a role among the arguments, -1 when the row has none.
[[nodiscard]] int position_of(const SyscallRow& row, ArgRole role);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_SYSCALLS_SYSCALL_TABLE_H_
