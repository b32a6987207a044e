// SPDX-License-Identifier: Apache-2.0
#include "interceptor/launch/descriptor_kind.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <memory>
#include <string_view>

#include "base/files/directory.h"
#include "base/files/fd_name.h"
#include "interceptor/launch/inherited_socket.h"

namespace guard::interceptor {
namespace {

using Kind = DescriptorKind;

constexpr std::array kKinds = {
    KindRow{Kind::kPipe, Passage::kPasses, "a pipe", "job servers, redirections: bytes alone"},
    KindRow{Kind::kEventfd, Passage::kPasses, "an eventfd", "a number alone"},
    KindRow{Kind::kTerminal, Passage::kPasses, "the terminal", "CMD has it, or one of its own"},
    KindRow{Kind::kHarmlessDevice, Passage::kPasses, "a device that holds nothing",
            "null, zero, full, random, urandom"},
    KindRow{Kind::kUnixPair, Passage::kPasses, "a socket pair of a parent process",
            "a pipe in both directions; what the parent sends, it means to"},
    KindRow{Kind::kNamedPipe, Passage::kByName, "a named pipe",
            "a service may read it, unless it lies in the workspace or scratch"},
    KindRow{Kind::kFileToRead, Passage::kByName, "open for reading",
            "it may be a secret, or of guard's own"},
    KindRow{Kind::kFileToWrite, Passage::kCloses, "open for writing",
            "no call opens it: no rule, no question, no undo"},
    KindRow{Kind::kFileToReadAndWrite, Passage::kCloses, "open for reading and writing",
            "as one open for writing"},
    KindRow{Kind::kFolder, Passage::kCloses, "a folder",
            "a way to places that have no name here, out of a root"},
    KindRow{Kind::kPlace, Passage::kCloses, "a place held open (O_PATH)", "as a folder"},
    KindRow{Kind::kDisk, Passage::kCloses, "a disk", "all files of it, secrets too"},
    KindRow{Kind::kDevice, Passage::kCloses, "a device",
            "it takes commands, whichever way it is open"},
    KindRow{Kind::kOtherTerminal, Passage::kCloses, "another terminal", "somebody may work there"},
    KindRow{Kind::kTerminalMaster, Passage::kCloses, "the far side of a terminal",
            "it types into what runs there"},
    KindRow{Kind::kUnixService, Passage::kCloses, "a Unix socket",
            "a service acts outside of every rule, and hands descriptors over"},
    KindRow{Kind::kNetworkSocket, Passage::kCloses, "a network socket", "no connect was judged"},
    KindRow{Kind::kOtherSocket, Passage::kCloses, "a socket of another kind",
            "the kernel, packets, virtual machines"},
    KindRow{Kind::kMemoryFile, Passage::kCloses, "a file in memory",
            "shared with who made it; what is in it cannot be told"},
    KindRow{Kind::kDeletedFile, Passage::kCloses, "a deleted file",
            "what it was cannot be told any more"},
    KindRow{Kind::kKernelFile, Passage::kCloses, "a file of the kernel's",
            "memory and settings of processes and of the machine"},
    KindRow{Kind::kProcessHandle, Passage::kCloses, "a handle of a process",
            "it signals, and takes descriptors of, a process outside"},
    KindRow{Kind::kKernelObject, Passage::kCloses, "a kernel object",
            "io_uring, mounts, bpf, tracing: acts that no rule sees"},
    KindRow{Kind::kUnknown, Passage::kCloses, "guard cannot tell what it is", "fail closed"},
};

static_assert([] {
  for (std::size_t i = 0; i < kKinds.size(); ++i)
    if (kKinds[i].kind != static_cast<Kind>(i)) return false;
  return kKinds.size() == static_cast<std::size_t>(Kind::kUnknown) + 1;
}());

// Objects without a type or a place: fs/anon_inodes.c. Whatever is not named is kKernelObject.
struct AnonymousRow {
  std::string_view name;
  Kind kind;
};
constexpr std::string_view kAnonymous = "anon_inode:";
constexpr std::array kAnonymousKinds = {
    AnonymousRow{"anon_inode:[eventfd]", Kind::kEventfd},
    AnonymousRow{"anon_inode:[pidfd]", Kind::kProcessHandle},  // before Linux 6.9
};

// The numbers are those of linux/magic.h and the sources of Linux 6.18; headers of Debian 12 lack
// some.
struct FileSystemRow {
  unsigned long magic;
  Kind kind;
};
constexpr std::array kKernelFileSystems = {
    FileSystemRow{0x9fa0, Kind::kKernelFile},         // proc
    FileSystemRow{0x62656572, Kind::kKernelFile},     // sysfs
    FileSystemRow{0x27e0eb, Kind::kKernelFile},       // cgroup
    FileSystemRow{0x63677270, Kind::kKernelFile},     // cgroup2
    FileSystemRow{0x64626720, Kind::kKernelFile},     // debugfs
    FileSystemRow{0x74726163, Kind::kKernelFile},     // tracefs
    FileSystemRow{0x73636673, Kind::kKernelFile},     // securityfs
    FileSystemRow{0xf97cff8c, Kind::kKernelFile},     // selinux
    FileSystemRow{0xcafe4a11, Kind::kKernelFile},     // bpf
    FileSystemRow{0x6e736673, Kind::kKernelFile},     // nsfs: a namespace
    FileSystemRow{0xde5e81e4, Kind::kKernelFile},     // efivarfs
    FileSystemRow{0x62656570, Kind::kKernelFile},     // configfs
    FileSystemRow{0x42494e4d, Kind::kKernelFile},     // binfmt_misc
    FileSystemRow{0x6165676c, Kind::kKernelFile},     // pstore
    FileSystemRow{0x65735543, Kind::kKernelFile},     // fusectl
    FileSystemRow{0x07655821, Kind::kKernelFile},     // resctrl
    FileSystemRow{0x19800202, Kind::kKernelFile},     // mqueue
    FileSystemRow{0x50494446, Kind::kProcessHandle},  // pidfs, Linux 6.9
    FileSystemRow{0x5345434d, Kind::kMemoryFile},     // secretmem
    FileSystemRow{0x444d4142, Kind::kMemoryFile},     // dma-buf
};

template <class Rows, class Wanted>
Kind kind_in(const Rows& rows, const Wanted& wanted, Wanted std::decay_t<decltype(rows[0])>::*key,
             Kind otherwise) {
  const auto row = std::ranges::find(rows, wanted, key);
  return row == rows.end() ? otherwise : row->kind;
}

// The kernel's name leads to this very object: it was neither deleted nor mounted over, and lies in
// no file system that only looks as if it had names.
bool is_at_its_name(const DescriptorFacts& facts) {
  struct stat there {};
  return facts.name.starts_with('/') && ::lstat(facts.name.c_str(), &there) == 0 &&
         there.st_dev == facts.status.st_dev && there.st_ino == facts.status.st_ino;
}

Kind kind_of_regular(const DescriptorFacts& facts, int flags) {
  struct statfs system {};
  if (::fstatfs(facts.number, &system) != 0) return Kind::kUnknown;
  const Kind by_system =
      kind_in(kKernelFileSystems, static_cast<unsigned long>(system.f_type) & 0xffffffffUL,
              &FileSystemRow::magic, Kind::kFileToRead);
  if (by_system != Kind::kFileToRead) return by_system;
  if (facts.status.st_nlink == 0 && facts.name.starts_with("/memfd:")) return Kind::kMemoryFile;
  if ((flags & O_ACCMODE) == O_WRONLY) return Kind::kFileToWrite;
  if ((flags & O_ACCMODE) != O_RDONLY) return Kind::kFileToReadAndWrite;
  if (is_at_its_name(facts)) return Kind::kFileToRead;
  return facts.status.st_nlink == 0 ? Kind::kDeletedFile : Kind::kUnknown;
}

// Masters of pseudo-terminals answer TIOCGPTN, those of BSD have major number 2: pty.c. They come
// first, as the calls below would answer of their other side.
bool is_master(const DescriptorFacts& facts) {
  unsigned number = 0;
  const unsigned major = major(facts.status.st_rdev);
  return ::ioctl(facts.number, TIOCGPTN, &number) == 0 || major == 2 ||
         (major == 5 && minor(facts.status.st_rdev) == 2);
}

bool is_a_standard_stream_too(dev_t terminal) {
  for (int stream = 0; stream < 3; ++stream) {
    struct stat status {};
    if (::isatty(stream) == 1 && ::fstat(stream, &status) == 0 && S_ISCHR(status.st_mode) &&
        status.st_rdev == terminal)
      return true;
  }
  return false;
}

bool is_harmless(dev_t device) {
  constexpr std::array kHarmless = {3U, 5U, 7U, 8U, 9U};  // null, zero, full, random, urandom
  return major(device) == 1 && std::ranges::find(kHarmless, minor(device)) != kHarmless.end();
}

Kind kind_of_device(const DescriptorFacts& facts) {
  if (is_harmless(facts.status.st_rdev)) return Kind::kHarmlessDevice;
  if (::isatty(facts.number) != 1) return Kind::kDevice;
  if (is_master(facts)) return Kind::kTerminalMaster;
  // TIOCGSID answers only of the caller's controlling terminal.
  pid_t session = 0;
  const bool controls = ::ioctl(facts.number, TIOCGSID, &session) == 0;
  return controls || is_a_standard_stream_too(facts.status.st_rdev) ? Kind::kTerminal
                                                                    : Kind::kOtherTerminal;
}

Kind kind_of_fifo(const DescriptorFacts& facts) {
  if (facts.name.starts_with("pipe:[")) return Kind::kPipe;
  return is_at_its_name(facts) ? Kind::kNamedPipe : Kind::kUnknown;
}

Kind kind_by_type(const DescriptorFacts& facts, int flags) {
  if (facts.name.starts_with(kAnonymous))
    return kind_in(kAnonymousKinds, std::string_view(facts.name), &AnonymousRow::name,
                   Kind::kKernelObject);
  const mode_t mode = facts.status.st_mode;
  if (S_ISDIR(mode)) return Kind::kFolder;
  if ((flags & O_PATH) != 0) return Kind::kPlace;
  if (S_ISREG(mode)) return kind_of_regular(facts, flags);
  if (S_ISFIFO(mode)) return kind_of_fifo(facts);
  if (S_ISCHR(mode)) return kind_of_device(facts);
  return S_ISBLK(mode) ? Kind::kDisk : Kind::kUnknown;
}

// -1 for "." and "..".
int number_of(const char* name) {
  int number = -1;
  const char* end = name + std::strlen(name);
  const auto [rest, error] = std::from_chars(name, end, number);
  return error == std::errc() && rest == end ? number : -1;
}

}  // namespace

std::span<const KindRow> descriptor_kinds() {
  return kKinds;
}

const KindRow& row_of(DescriptorKind kind) {
  return kKinds.at(static_cast<std::size_t>(kind));
}

DescriptorFacts look_at_descriptor(int fd) {
  DescriptorFacts facts;
  facts.number = fd;
  const int flags = ::fcntl(fd, F_GETFL);
  if (flags < 0 || ::fstat(fd, &facts.status) != 0) return facts;
  if (S_ISSOCK(facts.status.st_mode) && (flags & O_PATH) == 0) {
    InheritedSocket socket = look_at_socket(fd);
    facts.kind = socket.kind;
    facts.name = std::move(socket.name);
    return facts;
  }
  facts.name = name_of_fd(fd);
  facts.kind = kind_by_type(facts, flags);
  return facts;
}

Result<std::vector<int>> inherited_descriptors() {
  const Directory folder(::opendir("/proc/self/fd"));
  if (!folder) return fail_errno("/proc/self/fd");
  std::vector<int> numbers;
  errno = 0;
  while (const dirent* entry = ::readdir(folder.get())) {
    const int number = number_of(entry->d_name);
    if (number < 3 || number == ::dirfd(folder.get())) continue;
    if (const int flags = ::fcntl(number, F_GETFD); flags >= 0 && (flags & FD_CLOEXEC) == 0)
      numbers.push_back(number);
    errno = 0;
  }
  if (errno != 0) return fail_errno("/proc/self/fd");
  std::ranges::sort(numbers);
  return numbers;
}

}  // namespace guard::interceptor
