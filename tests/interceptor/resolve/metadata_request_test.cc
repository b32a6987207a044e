// SPDX-License-Identifier: Apache-2.0
#include "interceptor/resolve/metadata_request.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/fs.h>
#include <sys/stat.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>

#include "tests/interceptor/scratch_folder.h"

namespace guard::interceptor {
namespace {

constexpr std::uint32_t kFileSetattr = 0;  // the call file_setattr, which is no ioctl
constexpr std::uint32_t kSetFatFlags = 0x40047211;

HeldCall flag_call(std::uint32_t request, std::uint32_t flags) {
  HeldCall call;
  MetadataArguments& given = call.raw.metadata;
  given.request = request;
  given.file_attributes.resize(sizeof(flags));
  char* const to =
      request == kFileSetattr ? given.file_attributes.data() : given.request_argument.data();
  std::memcpy(to, &flags, sizeof(flags));
  return call;
}

// The file has no flag set.
AskedFileFlags asked(std::uint32_t request, std::uint32_t flags) {
  const testing::ScratchFolder scratch;
  HeldCall call = flag_call(request, flags);
  call.first.object.reset(::open(scratch.file("file", "x").c_str(), O_PATH | O_CLOEXEC));
  return asked_file_flags(call);
}

TEST(MetadataRequestTest, FlagsAreReadInTheEncodingOfTheirCall) {
  struct Row {
    std::uint32_t request;
    std::uint32_t flags;
    std::string letters;
    std::string locks;
  };
  for (const Row& row :
       {Row{FS_IOC_SETFLAGS, 0, "", ""},
        Row{FS_IOC_SETFLAGS, FS_NODUMP_FL | FS_NOATIME_FL, "dA", ""},
        Row{FS_IOC_SETFLAGS, FS_IMMUTABLE_FL, "i", "+i"},
        Row{FS_IOC_SETFLAGS, FS_IMMUTABLE_FL | FS_APPEND_FL | FS_NODUMP_FL, "iad", "+i+a"},
        Row{FS_IOC_FSSETXATTR, FS_XFLAG_APPEND | FS_XFLAG_DAX, "ax", "+a"},
        Row{kFileSetattr, FS_XFLAG_IMMUTABLE, "i", "+i"}, Row{kSetFatFlags, 1, "r", ""},
        Row{kSetFatFlags, 0x20, "", ""}}) {
    const AskedFileFlags found = asked(row.request, row.flags);
    EXPECT_EQ(found.letters, row.letters) << std::hex << row.request << ' ' << row.flags;
    EXPECT_EQ(found.locks, row.locks) << std::hex << row.request << ' ' << row.flags;
  }
}

TEST(MetadataRequestTest, LocksThatCannotBeReadCountAsTurned) {
  EXPECT_EQ(asked_file_flags(flag_call(FS_IOC_SETFLAGS, FS_APPEND_FL)).locks, "-i+a");
  EXPECT_EQ(asked_file_flags(flag_call(FS_IOC_SETFLAGS, 0)).locks, "-i-a");
}

bool leaves(std::uint32_t uid, std::uint32_t gid, mode_t mode) {
  HeldCall call;
  call.tracee = std::make_shared<Tracee>();
  call.raw.metadata.uid = uid;
  call.raw.metadata.gid = gid;
  call.first.status.st_uid = 1000;
  call.first.status.st_gid = 100;
  call.first.status.st_mode = S_IFREG | mode;
  return leaves_owner(call);
}

TEST(MetadataRequestTest, AChownToTheSameIdsLeavesTheOwner) {
  EXPECT_TRUE(leaves(1000, 100, 0755));
  EXPECT_TRUE(leaves(kSameId, 100, 0755));
  EXPECT_TRUE(leaves(kSameId, kSameId, 01755));
  EXPECT_FALSE(leaves(0, 100, 0755));
  EXPECT_FALSE(leaves(1000, 0, 0755));
}

TEST(MetadataRequestTest, AChownClearsTheBitsThatGiveRights) {
  EXPECT_FALSE(leaves(1000, 100, S_ISUID | 0755));
  EXPECT_FALSE(leaves(kSameId, kSameId, S_ISGID | 0755));
}

}  // namespace
}  // namespace guard::interceptor
