# SPDX-License-Identifier: Apache-2.0
# Toolchain: Debian's cross compiler for aarch64, with the libraries of a folder of their own (integration/cross
# makes it), and qemu's user mode for what runs while guard is built: the compiler of the packs, and that of the
# filter, which libseccomp thereby writes for the machine it is meant for. Tests run by it as well.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)

# CMake checks a compiler by a project of its own, with this file and another build folder.
if(NOT DEFINED GUARD_SYSROOT)
  set(GUARD_SYSROOT ${CMAKE_BINARY_DIR}/sysroot)
endif()
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES GUARD_SYSROOT)
set(CMAKE_SYSROOT ${GUARD_SYSROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
foreach(kind LIBRARY INCLUDE PACKAGE)
  set(CMAKE_FIND_ROOT_PATH_MODE_${kind} ONLY)
endforeach()
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${GUARD_SYSROOT})
set(ENV{PKG_CONFIG_LIBDIR} ${GUARD_SYSROOT}/usr/lib/aarch64-linux-gnu/pkgconfig:${GUARD_SYSROOT}/usr/share/pkgconfig)

# By its full name: what looks for tests does not search the path.
find_program(GUARD_QEMU qemu-aarch64 REQUIRED)
set(CMAKE_CROSSCOMPILING_EMULATOR ${GUARD_QEMU};-L;${GUARD_SYSROOT})
