// SPDX-License-Identifier: Apache-2.0
// The arguments of calls that change metadata, in the order in which the kernel takes them
// (fs/open.c, fs/utimes.c, fs/xattr.c, fs/file_attr.c, ipc/mqueue.c).
#include <fcntl.h>
#include <linux/limits.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/xattr.h>
#include <utime.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "base/limits.h"
#include "interceptor/decode/role_readers.h"
#include "interceptor/syscalls/ioctl_requests.h"

namespace guard::interceptor {
namespace {

// linux/xattr.h and linux/fs.h, newer than the headers of the build.
struct XattrHow {
  std::uint64_t value;
  std::uint32_t size;
  std::uint32_t flags;
};
constexpr std::size_t kFileAttributesSize = 24;  // struct file_attr, its first version
constexpr std::size_t kLongestAttribute = size_limit("xattr.name");  // XATTR_NAME_MAX
constexpr std::size_t kLargestValue = size_limit("xattr.value");     // XATTR_SIZE_MAX
constexpr int kTargetFlags = AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH;

bool is_microsecond(suseconds_t value) {
  return value >= 0 && value < 1'000'000;
}

Result<void> read_seconds(Reading& r, std::uint64_t address) {
  if (address == 0) return {};
  utimbuf given{};
  if (auto done = r.memory.read(address, &given, sizeof(given)); !done) return done;
  r.call.metadata.times = {{{given.actime, 0}, {given.modtime, 0}}};
  return {};
}

Result<void> read_microseconds(Reading& r, std::uint64_t address) {
  if (address == 0) return {};
  std::array<timeval, 2> given{};
  if (auto done = r.memory.read(address, given.data(), sizeof(given)); !done) return done;
  // Here, not later: a nanosecond field may hold more (UTIME_NOW).
  if (!is_microsecond(given[0].tv_usec) || !is_microsecond(given[1].tv_usec))
    return fail_with(EINVAL, "microseconds");
  r.call.metadata.times = {
      {{given[0].tv_sec, given[0].tv_usec * 1000}, {given[1].tv_sec, given[1].tv_usec * 1000}}};
  return {};
}

Result<void> read_nanoseconds(Reading& r, std::uint64_t address) {
  if (address == 0) return {};
  std::array<timespec, 2> given{};
  if (auto done = r.memory.read(address, given.data(), sizeof(given)); !done) return done;
  r.call.metadata.times = given;
  r.call.metadata.changes_nothing =
      given[0].tv_nsec == UTIME_OMIT && given[1].tv_nsec == UTIME_OMIT;
  return {};
}

Result<void> read_attribute(Reading& r, std::uint64_t address) {
  const MetadataArguments& given = r.call.metadata;
  if ((given.attribute_flags & ~(XATTR_CREATE | XATTR_REPLACE)) != 0)
    return fail_with(EINVAL, "attribute flags");
  auto name = r.memory.read_string(address, kLongestAttribute + 1);
  const bool too_long = !name && name.error().sys_errno == ENAMETOOLONG;
  if (too_long || (name && name->empty())) return fail_with(ERANGE, "attribute name");
  if (!name) return forward(name.error());
  r.call.metadata.attribute = std::move(*name);
  if (given.value_size > kLargestValue) return fail_with(E2BIG, "attribute value");
  r.call.metadata.value.resize(given.value_size);
  return r.memory.read(given.value_address, r.call.metadata.value.data(), given.value_size);
}

Result<void> read_attribute_how(Reading& r, std::uint64_t address) {
  XattrHow how{};
  auto done = read_growing(r, address, argument_of(r.call, ArgRole::kAttributeHowSize), sizeof(how),
                           {reinterpret_cast<char*>(&how), sizeof(how)});
  r.call.metadata.value_address = how.value;
  r.call.metadata.value_size = how.size;
  r.call.metadata.attribute_flags = static_cast<int>(how.flags);
  return done;
}

Result<void> read_file_attributes(Reading& r, std::uint64_t address) {
  r.call.metadata.file_attributes.resize(kFileAttributesSize);
  return read_growing(r, address, argument_of(r.call, ArgRole::kFileAttributesSize),
                      kFileAttributesSize, r.call.metadata.file_attributes);
}

// The kernel looks at the descriptor first: memory that cannot be read is no error yet.
Result<void> read_request_argument(Reading& r, std::uint64_t address) {
  MetadataArguments& given = r.call.metadata;
  const IoctlRequest* request = ioctl_request(given.request);
  if (request == nullptr || request->treatment != Treatment::kNotify)
    return fail_with(EPERM, "a request that is not asked for");
  auto done = r.memory.read(address, given.request_argument.data(), request->argument_bytes);
  if (!done && done.error().code == Code::kGone) return done;
  given.request_argument_read = done.has_value();
  return {};
}

template <auto Member>
Result<void> keep(Reading& r, std::uint64_t value) {
  auto& field = r.call.metadata.*Member;
  field = static_cast<std::remove_reference_t<decltype(field)>>(value);
  return {};
}

constexpr std::array kMetadataReaders = {
    RoleReader{ArgRole::kUid, Turn::kFirst, keep<&MetadataArguments::uid>},
    RoleReader{ArgRole::kGid, Turn::kFirst, keep<&MetadataArguments::gid>},
    RoleReader{ArgRole::kSeconds, Turn::kFirst, read_seconds},
    RoleReader{ArgRole::kMicroseconds, Turn::kFirst, read_microseconds},
    RoleReader{ArgRole::kNanoseconds, Turn::kFirst, read_nanoseconds},
    RoleReader{ArgRole::kAttributeValue, Turn::kFirst, keep<&MetadataArguments::value_address>},
    RoleReader{ArgRole::kAttributeSize, Turn::kFirst, keep<&MetadataArguments::value_size>},
    RoleReader{ArgRole::kAttributeFlags, Turn::kFirst, keep<&MetadataArguments::attribute_flags>},
    RoleReader{ArgRole::kAttributeHow, Turn::kFirst, read_attribute_how},
    RoleReader{ArgRole::kRequest, Turn::kFirst, keep<&MetadataArguments::request>},
    RoleReader{ArgRole::kAttribute, Turn::kAfterFlags, read_attribute},
    RoleReader{ArgRole::kFileAttributes, Turn::kAfterFlags, read_file_attributes},
    RoleReader{ArgRole::kRequestArgument, Turn::kAfterFlags, read_request_argument},
    RoleReader{ArgRole::kQueueName, Turn::kPaths,
               [](Reading& r, std::uint64_t v) { return read_text(r, v, r.call.path); }},
    RoleReader{ArgRole::kSharedId, Turn::kFirst,
               [](Reading& r, std::uint64_t v) {
                 r.call.shared_id = static_cast<int>(v);
                 return Result<void>{};
               }},
    RoleReader{ArgRole::kSharedCommand, Turn::kFirst,
               [](Reading& r, std::uint64_t v) {
                 r.call.shared_command = static_cast<int>(v);
                 return Result<void>{};
               }},
};

// For these an empty path with AT_EMPTY_PATH is the descriptor itself; for the others it is a path
// like any other, so that O_PATH descriptors will do.
bool takes_real_descriptors(Operation operation) {
  return operation >= Operation::kSetAttribute && operation <= Operation::kChangeFlags;
}

// NULL with a folder is the folder's descriptor for utimensat; the newest calls take NULL as "".
Result<bool> is_descriptor(const RawCall& call, std::uint64_t address) {
  if (address != 0) return false;
  if (call.operation == Operation::kChangeTimes) {
    const bool named = position_of(*call.row, ArgRole::kDirfd) >= 0 && call.dirfd != AT_FDCWD;
    if (named && call.at_flags != 0) return fail_with(EINVAL, "flags without a path");
    return named;
  }
  return takes_real_descriptors(call.operation) && (call.at_flags & AT_EMPTY_PATH) != 0;
}

}  // namespace

std::span<const RoleReader> metadata_readers() {
  return kMetadataReaders;
}

Result<void> check_metadata_flags(RawCall& call) {
  if (!changes_metadata(call.operation) || call.metadata.changes_nothing) return {};
  if ((call.at_flags & ~kTargetFlags) != 0) return fail_with(EINVAL, "flags");
  call.metadata.by_descriptor = position_of(*call.row, ArgRole::kFd) >= 0;
  // lchown and kin say it with their number.
  if (position_of(*call.row, ArgRole::kPathNoFollow) >= 0) call.at_flags |= AT_SYMLINK_NOFOLLOW;
  return {};
}

Result<void> read_metadata_target(Reading& r, std::uint64_t address) {
  RawCall& call = r.call;
  auto descriptor = is_descriptor(call, address);
  if (!descriptor) return forward(descriptor.error());
  if (!*descriptor) {
    if (auto done = read_text(r, address, call.path); !done) return done;
    if (!call.path.empty()) return {};
    if ((call.at_flags & AT_EMPTY_PATH) == 0) return fail_with(ENOENT, "empty path");
    if (!takes_real_descriptors(call.operation)) return {};
  }
  call.metadata.by_descriptor = true;
  call.fd = call.dirfd;
  return {};
}

}  // namespace guard::interceptor
