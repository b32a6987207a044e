#!/bin/busybox sh
# SPDX-License-Identifier: Apache-2.0
# The first program of integration/emulated's machine, in the kernel's initramfs: finds the root's disk. Root is then a
# file system of its own: inside the initramfs nothing may pivot_root, as bwrap does.
b=/bin/busybox
$b mount -t proc proc /proc
$b mount -t devtmpfs dev /dev
for module in /modules/*.ko; do $b insmod "$module"; done
turns=100
while [ ! -b /dev/vdb ] && [ "$turns" -gt 0 ]; do
  $b sleep 0.2
  turns=$((turns - 1))
done
$b mount -t ext4 /dev/vda /root
$b mount -t ext4 /dev/vdb /root/guard
$b umount /proc
$b mount --move /dev /root/dev
exec $b switch_root /root /bin/bash /guard/integration/lib/emulated_cases.sh
