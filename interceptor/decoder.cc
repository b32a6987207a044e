// SPDX-License-Identifier: Apache-2.0
#include "interceptor/decoder.h"

#include <fcntl.h>
#include <linux/limits.h>
#include <linux/openat2.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <string_view>
#include <utility>

#include "interceptor/remote_memory.h"

namespace guard::interceptor {
namespace {

// execve(2): the kernel allows a quarter of the stack limit, 6 MiB at most. Beyond 2 MiB guard
// answers E2BIG.
constexpr std::size_t kMostArgumentBytes = 2U << 20;
constexpr std::size_t kMostHowBytes = 4096;  // openat2(2): more is E2BIG

struct Reading {
  RawCall& call;
  RemoteMemory& memory;
  std::size_t argument_budget = kMostArgumentBytes;
};

Result<void> read_text(Reading& reading, std::uint64_t address, std::string& out) {
  auto text = reading.memory.read_string(address, PATH_MAX);
  if (!text) return forward(text.error());
  out = std::move(*text);
  return {};
}

// mount(2): what does not apply may be a null pointer, or any value that nobody looks at.
Result<void> read_optional(Reading& reading, std::uint64_t address, std::string& out) {
  if (address == 0) return {};
  auto text = reading.memory.read_string(address, PATH_MAX);
  if (text) out = std::move(*text);
  return {};
}

Result<void> read_vector(Reading& reading, std::uint64_t address, std::vector<std::string>& out) {
  auto strings = reading.memory.read_strings(address, reading.argument_budget);
  if (!strings) return forward(strings.error());
  out = std::move(*strings);
  return {};
}

// struct open_how grows: what this guard does not know must be zero, as for a kernel of its age
// (copy_struct_from_user).
Result<void> read_open_how(Reading& reading, std::uint64_t address, std::uint64_t size) {
  if (size < sizeof(open_how)) return fail_with(EINVAL, "open_how");
  if (size > kMostHowBytes) return fail_with(E2BIG, "open_how");
  std::array<char, kMostHowBytes> bytes{};
  if (auto done = reading.memory.read(address, bytes.data(), size); !done) return done;
  const auto rest = bytes.begin() + sizeof(open_how);
  if (std::any_of(rest, bytes.begin() + static_cast<std::ptrdiff_t>(size),
                  [](char c) { return c != 0; })) {
    return fail_with(E2BIG, "open_how");
  }
  open_how how{};
  std::copy_n(bytes.begin(), sizeof(how), reinterpret_cast<char*>(&how));
  reading.call.open_flags = how.flags;
  reading.call.mode = how.mode;
  reading.call.resolve = how.resolve;
  reading.call.is_openat2 = true;
  return {};
}

Result<void> read_address(Reading& reading, std::uint64_t address, std::uint64_t size) {
  const auto length = static_cast<int>(size);
  if (length < 0 || static_cast<std::size_t>(length) > sizeof(sockaddr_storage))
    return fail_with(EINVAL, "sockaddr");
  reading.call.address.resize(static_cast<std::size_t>(length));
  return reading.memory.read(address, reading.call.address.data(), reading.call.address.size());
}

std::uint64_t argument_of(const RawCall& call, ArgRole role) {
  const int position = position_of(*call.row, role);
  return position < 0 ? 0 : call.notification.arguments[static_cast<std::size_t>(position)];
}

using Take = Result<void> (*)(Reading&, std::uint64_t);
struct RoleReader {
  ArgRole role;
  Take take;
};

Result<void> done() {
  return {};
}

constexpr std::array<RoleReader, 22> kReaders = {{
    {ArgRole::kDirfd,
     [](Reading& r, std::uint64_t v) {
       r.call.dirfd = static_cast<int>(v);
       return done();
     }},
    {ArgRole::kNewDirfd,
     [](Reading& r, std::uint64_t v) {
       r.call.new_dirfd = static_cast<int>(v);
       return done();
     }},
    {ArgRole::kPath, [](Reading& r, std::uint64_t v) { return read_text(r, v, r.call.path); }},
    {ArgRole::kPathNoFollow,
     [](Reading& r, std::uint64_t v) { return read_text(r, v, r.call.path); }},
    {ArgRole::kNewPath,
     [](Reading& r, std::uint64_t v) { return read_text(r, v, r.call.new_path); }},
    {ArgRole::kLinkText,
     [](Reading& r, std::uint64_t v) { return read_text(r, v, r.call.link_text); }},
    {ArgRole::kOpenFlags,
     [](Reading& r, std::uint64_t v) {
       r.call.open_flags = static_cast<std::uint32_t>(v);
       return done();
     }},
    {ArgRole::kOpenHow,
     [](Reading& r, std::uint64_t v) {
       return read_open_how(r, v, argument_of(r.call, ArgRole::kOpenHowSize));
     }},
    {ArgRole::kAtFlags,
     [](Reading& r, std::uint64_t v) {
       r.call.at_flags = static_cast<int>(v);
       return done();
     }},
    {ArgRole::kRenameFlags,
     [](Reading& r, std::uint64_t v) {
       r.call.rename_flags = static_cast<unsigned>(v);
       return done();
     }},
    {ArgRole::kMode,
     [](Reading& r, std::uint64_t v) {
       r.call.mode = static_cast<mode_t>(v) & 0xFFFFU;
       return done();
     }},
    {ArgRole::kDevice,
     [](Reading& r, std::uint64_t v) {
       r.call.device = static_cast<unsigned>(v);
       return done();
     }},
    {ArgRole::kLength,
     [](Reading& r, std::uint64_t v) {
       r.call.length = static_cast<std::int64_t>(v);
       return done();
     }},
    {ArgRole::kArgv, [](Reading& r, std::uint64_t v) { return read_vector(r, v, r.call.argv); }},
    {ArgRole::kEnvp, [](Reading& r, std::uint64_t v) { return read_vector(r, v, r.call.envp); }},
    {ArgRole::kFd,
     [](Reading& r, std::uint64_t v) {
       r.call.fd = static_cast<int>(v);
       return done();
     }},
    {ArgRole::kNamespaceFlags,
     [](Reading& r, std::uint64_t v) {
       r.call.namespace_flags = static_cast<std::uint32_t>(v);
       return done();
     }},
    {ArgRole::kMountFlags,
     [](Reading& r, std::uint64_t v) {
       r.call.mount_flags = v;
       return done();
     }},
    {ArgRole::kMountSource,
     [](Reading& r, std::uint64_t v) { return read_optional(r, v, r.call.mount_source); }},
    {ArgRole::kFileSystem,
     [](Reading& r, std::uint64_t v) { return read_optional(r, v, r.call.file_system); }},
    {ArgRole::kMountData,
     [](Reading& r, std::uint64_t v) { return read_optional(r, v, r.call.mount_data); }},
    {ArgRole::kSockaddr,
     [](Reading& r,
        std::uint64_t
            v) { return read_address(r, v, argument_of(r.call, ArgRole::kSockaddrLength)); }},
}};

// Legacy calls say with their number what newer ones say with flags.
void apply_implied_flags(RawCall& call) {
  const std::string_view name = call.row->name;  // newer architectures have no numbers for them
  if (name == "creat") call.open_flags = O_CREAT | O_WRONLY | O_TRUNC;
  if (name == "rmdir") call.at_flags = AT_REMOVEDIR;
}

}  // namespace

Result<RawCall> decode(const Notification& notification) {
  RawCall call;
  call.notification = notification;
  call.row = row_of(notification.number);
  if (call.row == nullptr) return fail_with(ENOSYS, "unknown call");
  call.operation = call.row->operation;
  RemoteMemory memory(notification.tid);
  Reading reading{call, memory};
  for (std::size_t i = 0; i < call.row->arguments.size(); ++i) {
    const ArgRole role = call.row->arguments[i];
    const auto* reader = std::find_if(kReaders.begin(), kReaders.end(),
                                      [role](const RoleReader& r) { return r.role == role; });
    if (reader == kReaders.end()) continue;
    if (auto taken = reader->take(reading, notification.arguments[i]); !taken) {
      return forward(taken.error().during("decode"));
    }
  }
  apply_implied_flags(call);
  return call;
}

}  // namespace guard::interceptor
