// SPDX-License-Identifier: Apache-2.0
#include "interceptor/decode/decoder.h"

#include <fcntl.h>
#include <linux/limits.h>
#include <linux/openat2.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <string_view>
#include <utility>

#include "base/limits.h"
#include "interceptor/decode/precheck.h"
#include "interceptor/decode/role_readers.h"
#include "interceptor/sockets/network_setup.h"
#include "interceptor/syscalls/open_flags.h"

namespace guard::interceptor {
namespace {

// A page: more of a growing structure is E2BIG.
constexpr std::size_t kMostGrowingBytes = size_limit("call.structure");
constexpr std::size_t kLongestPath = size_limit("path.bytes");
static_assert(kLongestPath == PATH_MAX);

// mount(2): what does not apply may be a null pointer, or any value that nobody looks at.
Result<void> read_optional(Reading& reading, std::uint64_t address, std::string& out) {
  if (address == 0) return {};
  auto text = reading.memory.read_string(address, kLongestPath);
  if (text) out = std::move(*text);
  return {};
}

Result<void> read_vector(Reading& reading, std::uint64_t address, std::vector<std::string>& out) {
  auto strings = reading.memory.read_strings(address, reading.argument_budget);
  if (!strings) return forward(strings.error());
  out = std::move(*strings);
  return {};
}

Result<void> read_open_how(Reading& reading, std::uint64_t address, std::uint64_t size) {
  open_how how{};
  auto done = read_growing(reading, address, size, sizeof(how),
                           {reinterpret_cast<char*>(&how), sizeof(how)});
  if (!done) return done;
  reading.call.open_flags = how.flags;
  reading.call.mode = how.mode;
  reading.call.resolve = how.resolve;
  reading.call.is_openat2 = true;
  return {};
}

Result<void> done() {
  return {};
}

constexpr std::array kReaders = {
    RoleReader{ArgRole::kDirfd, Turn::kFirst,
               [](Reading& r, std::uint64_t v) {
                 r.call.dirfd = static_cast<int>(v);
                 return done();
               }},
    RoleReader{ArgRole::kNewDirfd, Turn::kFirst,
               [](Reading& r, std::uint64_t v) {
                 r.call.new_dirfd = static_cast<int>(v);
                 return done();
               }},
    RoleReader{ArgRole::kPath, Turn::kPaths,
               [](Reading& r, std::uint64_t v) { return read_text(r, v, r.call.path); }},
    RoleReader{ArgRole::kPathNoFollow, Turn::kPaths,
               [](Reading& r, std::uint64_t v) { return read_text(r, v, r.call.path); }},
    RoleReader{ArgRole::kNewPath, Turn::kPaths,
               [](Reading& r, std::uint64_t v) { return read_text(r, v, r.call.new_path); }},
    RoleReader{ArgRole::kLinkText, Turn::kPaths,
               [](Reading& r, std::uint64_t v) { return read_text(r, v, r.call.link_text); }},
    RoleReader{ArgRole::kOpenFlags, Turn::kFirst,
               [](Reading& r, std::uint64_t v) {
                 r.call.open_flags = told_open_flags(v);
                 return done();
               }},
    RoleReader{ArgRole::kOpenHow, Turn::kFirst,
               [](Reading& r, std::uint64_t v) {
                 return read_open_how(r, v, argument_of(r.call, ArgRole::kOpenHowSize));
               }},
    RoleReader{ArgRole::kAtFlags, Turn::kFirst,
               [](Reading& r, std::uint64_t v) {
                 r.call.at_flags = static_cast<int>(v);
                 return done();
               }},
    RoleReader{ArgRole::kRenameFlags, Turn::kFirst,
               [](Reading& r, std::uint64_t v) {
                 r.call.rename_flags = static_cast<unsigned>(v);
                 return done();
               }},
    RoleReader{ArgRole::kMode, Turn::kFirst,
               [](Reading& r, std::uint64_t v) {
                 r.call.mode = static_cast<mode_t>(v) & 0xFFFFU;
                 return done();
               }},
    RoleReader{ArgRole::kDevice, Turn::kFirst,
               [](Reading& r, std::uint64_t v) {
                 r.call.device = static_cast<unsigned>(v);
                 return done();
               }},
    RoleReader{ArgRole::kLength, Turn::kFirst,
               [](Reading& r, std::uint64_t v) {
                 r.call.length = static_cast<std::int64_t>(v);
                 return done();
               }},
    RoleReader{ArgRole::kArgv, Turn::kPaths,
               [](Reading& r, std::uint64_t v) { return read_vector(r, v, r.call.argv); }},
    RoleReader{ArgRole::kEnvp, Turn::kPaths,
               [](Reading& r, std::uint64_t v) { return read_vector(r, v, r.call.envp); }},
    RoleReader{ArgRole::kFd, Turn::kFirst,
               [](Reading& r, std::uint64_t v) {
                 r.call.fd = static_cast<int>(v);
                 return done();
               }},
    RoleReader{ArgRole::kNamespaceFlags, Turn::kFirst,
               [](Reading& r, std::uint64_t v) {
                 r.call.namespace_flags = static_cast<std::uint32_t>(v);
                 return done();
               }},
    RoleReader{ArgRole::kSendFlags, Turn::kFirst,
               [](Reading& r, std::uint64_t v) {
                 r.call.send_flags = static_cast<unsigned>(v);
                 return done();
               }},
    RoleReader{ArgRole::kMountFlags, Turn::kFirst,
               [](Reading& r, std::uint64_t v) {
                 r.call.mount_flags = v;
                 return done();
               }},
    RoleReader{
        ArgRole::kMountSource, Turn::kPaths,
        [](Reading& r, std::uint64_t v) { return read_optional(r, v, r.call.mount_source); }},
    RoleReader{ArgRole::kFileSystem, Turn::kPaths,
               [](Reading& r, std::uint64_t v) { return read_optional(r, v, r.call.file_system); }},
    RoleReader{ArgRole::kMountData, Turn::kPaths,
               [](Reading& r, std::uint64_t v) { return read_optional(r, v, r.call.mount_data); }},
};

// Legacy calls say with their number what newer ones say with flags.
void apply_implied_flags(RawCall& call) {
  const std::string_view name = call.row->name;  // newer architectures have no numbers for them
  if (name == "creat") call.open_flags = O_CREAT | O_WRONLY | O_TRUNC;
  if (name == "rmdir") call.at_flags = AT_REMOVEDIR;
}

// link(2) looks for the old name before it finds fault with the new one.
bool comes_later(const RawCall& call, ArgRole role, const Error& error) {
  return call.operation == Operation::kLink && role == ArgRole::kNewPath &&
         error.code != Code::kGone;
}

const RoleReader* reader_of(ArgRole role) {
  for (const auto& readers : {std::span<const RoleReader>(kReaders), metadata_readers()}) {
    const auto found = std::ranges::find(readers, role, &RoleReader::role);
    if (found != readers.end()) return &*found;
  }
  return nullptr;
}

bool is_path(ArgRole role) {
  return role == ArgRole::kPath || role == ArgRole::kPathNoFollow;
}

Result<void> take_argument(Reading& reading, const RoleReader& reader, std::uint64_t value) {
  const bool target = is_path(reader.role) && changes_metadata(reading.call.operation);
  return target ? read_metadata_target(reading, value) : reader.take(reading, value);
}

Result<void> take_arguments(Reading& reading, Turn turn) {
  const RawCall& call = reading.call;
  for (std::size_t i = 0; i < call.row->arguments.size(); ++i) {
    const RoleReader* reader = reader_of(call.row->arguments[i]);
    if (reader == nullptr || reader->turn != turn) continue;
    auto taken = take_argument(reading, *reader, call.notification.arguments[i]);
    if (taken) continue;
    if (!comes_later(call, reader->role, taken.error())) return taken;
    reading.call.new_path_error = taken.error();
  }
  return {};
}

// Requests to sockets and interfaces are told by their number; memory is not looked at.
bool is_request_to_interface(const RawCall& call) {
  return position_of(*call.row, ArgRole::kRequest) >= 0 && is_socket_request(call.metadata.request);
}

Result<void> take_all(Reading& reading) {
  if (auto taken = take_arguments(reading, Turn::kFirst); !taken) return taken;
  if (is_request_to_interface(reading.call)) {
    reading.call.operation = Operation::kNetworkSetup;
    return {};
  }
  apply_implied_flags(reading.call);
  if (auto checked = check_numbers(reading.call); !checked) return checked;
  if (auto checked = check_metadata_flags(reading.call); !checked) return checked;
  if (reading.call.metadata.changes_nothing) return {};
  if (auto taken = take_arguments(reading, Turn::kAfterFlags); !taken) return taken;
  if (reading.call.operation == Operation::kExec)
    reading.memory.expect(argument_of(reading.call, ArgRole::kPath),
                          argument_of(reading.call, ArgRole::kArgv),
                          argument_of(reading.call, ArgRole::kEnvp));
  return take_arguments(reading, Turn::kPaths);
}

}  // namespace

std::uint64_t argument_of(const RawCall& call, ArgRole role) {
  const int position = position_of(*call.row, role);
  return position < 0 ? 0 : call.notification.arguments[static_cast<std::size_t>(position)];
}

Result<void> read_text(Reading& reading, std::uint64_t address, std::string& out) {
  auto text = reading.memory.read_string(address, kLongestPath);
  if (!text) return forward(text.error());
  out = std::move(*text);
  return {};
}

Result<void> read_growing(Reading& reading, std::uint64_t address, std::uint64_t size,
                          std::size_t least, std::span<char> known) {
  if (size < least) return fail_with(EINVAL, "a structure too short");
  if (size > kMostGrowingBytes) return fail_with(E2BIG, "a structure too long");
  std::array<char, kMostGrowingBytes> bytes{};
  if (auto done = reading.memory.read(address, bytes.data(), size); !done) return done;
  const auto rest = bytes.begin() + static_cast<std::ptrdiff_t>(known.size());
  if (std::any_of(rest, bytes.end(), [](char c) { return c != 0; }))
    return fail_with(E2BIG, "a structure of a newer kernel");
  std::copy_n(bytes.begin(), known.size(), known.begin());
  return {};
}

Result<RawCall> decode(const Notification& notification) {
  RawCall call;
  call.notification = notification;
  call.row = row_of(notification.number);
  if (call.row == nullptr) return fail_with(ENOSYS, "unknown call");
  call.operation = call.row->operation;
  RemoteMemory memory(notification.tid, notification.help.get());
  Reading reading{call, memory};
  if (auto taken = take_all(reading); !taken) return forward(taken.error().during("decode"));
  return call;
}

}  // namespace guard::interceptor
