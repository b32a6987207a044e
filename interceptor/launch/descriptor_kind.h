// SPDX-License-Identifier: Apache-2.0
// DescriptorKind: what a descriptor is that this process inherited, as the kernel tells it, and
// whether it may go on to CMD. One table, kKinds, says both. Looks only: opens, reads and changes
// nothing of the object. Single-threaded, at the start of guard run. There are no errors: what
// cannot be told is kUnknown, which is closed. Facts of Linux 6.18: fs/anon_inodes.c, fs/pidfs.c,
// drivers/tty/pty.c, net/unix/af_unix.c; inode(7), proc_pid_fd(5).
#ifndef GUARD_INTERCEPTOR_LAUNCH_DESCRIPTOR_KIND_H_
#define GUARD_INTERCEPTOR_LAUNCH_DESCRIPTOR_KIND_H_

#include <sys/stat.h>

#include <span>
#include <string>
#include <vector>

#include "base/error.h"

namespace guard::interceptor {

enum class DescriptorKind {
  kPipe,
  kEventfd,
  kTerminal,
  kHarmlessDevice,
  kUnixPair,
  kNamedPipe,
  kFileToRead,
  kFileToWrite,
  kFileToReadAndWrite,
  kFolder,
  kPlace,
  kDisk,
  kDevice,
  kOtherTerminal,
  kTerminalMaster,
  kUnixService,
  kNetworkSocket,
  kOtherSocket,
  kMemoryFile,
  kDeletedFile,
  kKernelFile,
  kProcessHandle,
  kKernelObject,
  kUnknown,
};

enum class Passage {
  kPasses,
  kByName,  // the policy knows: secrets, places
  kCloses,  // unless the person keeps it
};

struct KindRow {
  DescriptorKind kind;
  Passage passage;
  const char* words;   // as a notice says it
  const char* reason;  // why it passes, or does not
};

// A row for each kind, in their order.
[[nodiscard]] std::span<const KindRow> descriptor_kinds();
[[nodiscard]] const KindRow& row_of(DescriptorKind kind);

struct DescriptorFacts {
  int number = -1;
  DescriptorKind kind = DescriptorKind::kUnknown;
  std::string name;  // path, address, or the kernel's word for it; may be empty
  struct stat status {};
};

[[nodiscard]] DescriptorFacts look_at_descriptor(int fd);

// The open descriptors from 3 up, ascending. Call it before this process opens any: an exec leaves
// none that has FD_CLOEXEC, so one that has it is of a library of this very program.
[[nodiscard]] Result<std::vector<int>> inherited_descriptors();

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_LAUNCH_DESCRIPTOR_KIND_H_
