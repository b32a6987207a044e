// SPDX-License-Identifier: Apache-2.0
// The ioctl requests that are not simply allowed: what changes or loses something through a
// descriptor that was opened for reading (the verdict at open did not cover it), and what acts for
// others. The decoder takes the sizes from here, the filter the answers. Constant data.
//
// Numbers: asm-generic/ioctls.h, linux/fs.h, linux/msdos_fs.h, linux/fsverity.h, linux/fscrypt.h,
// linux/btrfs.h, fs/xfs/libxfs/xfs_fs.h, linux/blkpg.h, scsi/sg.h, linux/nvme_ioctl.h.
#ifndef GUARD_INTERCEPTOR_SYSCALLS_IOCTL_REQUESTS_H_
#define GUARD_INTERCEPTOR_SYSCALLS_IOCTL_REQUESTS_H_

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>

#include "interceptor/syscalls/syscall_table.h"

namespace guard::interceptor {

struct IoctlRequest {
  std::uint32_t number;
  Treatment treatment;  // kNotify or kRefuse
  int refuse_errno;
  std::size_t argument_bytes;  // that the kernel reads, of kNotify
};

constexpr IoctlRequest asked_request(std::uint32_t number, std::size_t argument_bytes) {
  return {number, Treatment::kNotify, 0, argument_bytes};
}
constexpr IoctlRequest refused_request(std::uint32_t number, int error = EPERM) {
  return {number, Treatment::kRefuse, error, 0};
}

inline constexpr std::array kIoctlRequests = {
    refused_request(0x5412),                  // TIOCSTI: types for others
    refused_request(0x541C),                  // TIOCLINUX
    refused_request(0xAA00),                  // USERFAULTFD_IOC_NEW: the call by its device
    asked_request(0x40086602, 4),             // FS_IOC_SETFLAGS: an int, whatever its number says
    asked_request(0x40046602, 4),             // FS_IOC32_SETFLAGS
    asked_request(0x40087602, 4),             // FS_IOC_SETVERSION
    asked_request(0x40047602, 4),             // FS_IOC32_SETVERSION
    asked_request(0x401C5820, 28),            // FS_IOC_FSSETXATTR
    asked_request(0x40047211, 4),             // FAT_IOCTL_SET_ATTRIBUTES
    refused_request(0xC0045877),              // FIFREEZE
    refused_request(0xC0045878),              // FITHAW
    refused_request(0xC0185879),              // FITRIM
    refused_request(0x8004587D),              // FS_IOC_SHUTDOWN
    refused_request(0x41009432),              // FS_IOC_SETFSLABEL
    asked_request(0x40086604, 4),             // EXT4_IOC_SETVERSION
    refused_request(0x4008662C),              // EXT4_IOC_SETFSUUID
    refused_request(0x4004662B),              // EXT4_IOC_CHECKPOINT
    refused_request(0x40086610),              // EXT4_IOC_RESIZE_FS
    refused_request(0x40086607),              // EXT4_IOC_GROUP_EXTEND
    refused_request(0x40286608),              // EXT4_IOC_GROUP_ADD
    refused_request(0x6611),                  // EXT4_IOC_SWAP_BOOT
    refused_request(0x4C00),                  // LOOP_SET_FD
    refused_request(0x4C01),                  // LOOP_CLR_FD
    refused_request(0x4C02),                  // LOOP_SET_STATUS
    refused_request(0x4C04),                  // LOOP_SET_STATUS64
    refused_request(0x4C06),                  // LOOP_CHANGE_FD
    refused_request(0x4C0A),                  // LOOP_CONFIGURE
    refused_request(0x4024700A),              // RTC_SET_TIME
    refused_request(0x40806685, EOPNOTSUPP),  // FS_IOC_ENABLE_VERITY: for ever, programs go without
    refused_request(0xC0406618),              // FS_IOC_REMOVE_ENCRYPTION_KEY
    refused_request(0xC0406619),              // FS_IOC_REMOVE_ENCRYPTION_KEY_ALL_USERS
    refused_request(0x5000940F),              // BTRFS_IOC_SNAP_DESTROY
    refused_request(0x5000943F),              // BTRFS_IOC_SNAP_DESTROY_V2
    refused_request(0x4008941A),              // BTRFS_IOC_SUBVOL_SETFLAGS
    refused_request(0x50009403),              // BTRFS_IOC_RESIZE
    refused_request(0x5000940B),              // BTRFS_IOC_RM_DEV
    refused_request(0x5000943A),              // BTRFS_IOC_RM_DEV_V2
    refused_request(0xCA289435),              // BTRFS_IOC_DEV_REPLACE
    refused_request(0xC038586B),              // XFS_IOC_OPEN_BY_HANDLE
    refused_request(0x4048587B),              // XFS_IOC_ATTRMULTI_BY_HANDLE
    refused_request(0x125D),                  // BLKROSET
    refused_request(0x1269),                  // BLKPG
    refused_request(0x2285),                  // SG_IO: writes by a descriptor for reading
    refused_request(0x40304E42),              // NVME_IOCTL_SUBMIT_IO
    refused_request(0xC0484E41),              // NVME_IOCTL_ADMIN_CMD
    refused_request(0xC0484E43),              // NVME_IOCTL_IO_CMD
    refused_request(0xC0504E47),              // NVME_IOCTL_ADMIN64_CMD
    refused_request(0xC0504E48),              // NVME_IOCTL_IO64_CMD
};

// nullptr: not in the table.
constexpr const IoctlRequest* ioctl_request(std::uint32_t number) {
  const auto* found = std::ranges::find(kIoctlRequests, number, &IoctlRequest::number);
  return found == kIoctlRequests.end() ? nullptr : found;
}

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_SYSCALLS_IOCTL_REQUESTS_H_
