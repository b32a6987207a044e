// SPDX-License-Identifier: Apache-2.0
// Functions that open or make files behind libc's closed doors: temporary names, streams, POSIX
// shared memory. The open goes through the gate, the rest stays libc's.
#include <sys/random.h>

#include <cerrno>
#include <cstring>
#include <string_view>

#include "interceptor/preload/library/exported.h"
#include "interceptor/preload/library/functions.h"
#include "interceptor/preload/library/gate.h"

struct _IO_FILE;
// libc's, by names that the declarations below cannot clash with.
extern "C" {
_IO_FILE* guard_libc_fdopen(int fd, const char* mode) __asm__("fdopen");
int guard_libc_fileno(_IO_FILE* stream) __asm__("fileno");
void* guard_libc_dlsym(void* handle, const char* name) __asm__("dlsym");
}

namespace guard::interceptor::preload {
namespace {

using Word = std::uint64_t;
constexpr Word kHere = word(AT_FDCWD);

long open_through_gate(const char* path, int flags, unsigned mode) {
  return through_gate(SYS_openat, {kHere, word(path), static_cast<Word>(flags), mode, 0, 0});
}

// --- temporary names (mkstemp(3)): six letters, anew while the name is taken

constexpr std::size_t kLetters = 6;
constexpr int kMostTries = 10000;

bool has_template(char* name, std::size_t suffix) {
  const std::size_t size = std::strlen(name);
  return size >= kLetters + suffix &&
         std::memcmp(name + size - suffix - kLetters, "XXXXXX", kLetters) == 0;
}

bool fill(char* letters) {
  constexpr std::string_view kAlphabet =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  unsigned char bytes[kLetters];
  if (raw_call(SYS_getrandom, {word(bytes), sizeof(bytes)}) != static_cast<long>(sizeof(bytes)))
    return false;
  for (std::size_t i = 0; i < kLetters; ++i) letters[i] = kAlphabet[bytes[i] % kAlphabet.size()];
  return true;
}

template <class Make>
long make_temporary(char* name, int suffix, Make make) {
  if (suffix < 0 || !has_template(name, static_cast<std::size_t>(suffix))) return answer(-EINVAL);
  char* letters = name + std::strlen(name) - suffix - kLetters;
  for (int tries = 0; tries < kMostTries; ++tries) {
    if (!fill(letters)) return answer(-EIO);
    const long made = make();
    if (made != -EEXIST) return answer(made);
  }
  return answer(-EEXIST);
}

int make_file(char* name, int suffix, int flags) {
  const int all = (flags & ~O_ACCMODE) | O_RDWR | O_CREAT | O_EXCL;
  return static_cast<int>(
      make_temporary(name, suffix, [&] { return open_through_gate(name, all, 0600); }));
}

// --- streams

// As fopen(3) reads its mode; -1: it is none.
int flags_of(const char* mode) {
  if (mode == nullptr) return -1;
  int flags = 0;
  if (*mode == 'r') {
    flags = O_RDONLY;
  } else if (*mode == 'w') {
    flags = O_WRONLY | O_CREAT | O_TRUNC;
  } else if (*mode == 'a') {
    flags = O_WRONLY | O_CREAT | O_APPEND;
  } else {
    return -1;
  }
  for (const char* each = mode + 1; *each != '\0' && *each != ','; ++each) {
    if (*each == '+') flags = (flags & ~O_ACCMODE) | O_RDWR;
    if (*each == 'x') flags |= O_EXCL;
    if (*each == 'e') flags |= O_CLOEXEC;
  }
  return flags;
}

_IO_FILE* open_stream(const char* path, const char* mode) {
  const int flags = flags_of(mode);
  const long fd = answer(flags < 0 ? -EINVAL : open_through_gate(path, flags, 0666));
  if (fd < 0) return nullptr;
  _IO_FILE* stream = guard_libc_fdopen(static_cast<int>(fd), mode);
  if (stream == nullptr) (void)raw_call(SYS_close, {word(fd)});
  return stream;
}

// libc reopens the stream on what can do no harm, then what was judged takes its number.
_IO_FILE* reopen_stream(const char* path, const char* mode, _IO_FILE* stream) {
  using Reopen = _IO_FILE* (*)(const char*, const char*, _IO_FILE*);
  auto* const next = reinterpret_cast<void*>(-1L);  // RTLD_NEXT
  const auto real = reinterpret_cast<Reopen>(guard_libc_dlsym(next, "freopen64"));
  const int flags = flags_of(mode);
  if (real == nullptr) return nullptr;
  if (path == nullptr || flags < 0) return real(path, mode, stream);
  const long fd = open_through_gate(path, flags, 0666);
  if (fd < 0) {
    (void)answer(fd);
    return nullptr;
  }
  _IO_FILE* reopened = real("/dev/null", mode, stream);
  const long placed = reopened == nullptr
                          ? -1
                          : raw_call(SYS_dup3, {word(fd), word(guard_libc_fileno(reopened)),
                                                static_cast<Word>(flags & O_CLOEXEC)});
  (void)raw_call(SYS_close, {word(fd)});
  return placed < 0 ? nullptr : reopened;
}

// --- shared memory (shm_open(3)): files of this folder

constexpr std::string_view kSharedFolder = "/dev/shm/";

bool shared_path(const char* name, char (&path)[272]) {
  while (*name == '/') ++name;
  const std::size_t size = std::strlen(name);
  if (size == 0 || size > 255 || std::strchr(name, '/') != nullptr) return false;
  std::memcpy(path, kSharedFolder.data(), kSharedFolder.size());
  std::memcpy(path + kSharedFolder.size(), name, size + 1);
  return true;
}

}  // namespace

GUARD_STANDS_IN(int, mkstemp, char* name) {
  return make_file(name, 0, 0);
}
GUARD_STANDS_IN(int, mkstemp64, char* name) {
  return make_file(name, 0, 0);
}
GUARD_STANDS_IN(int, mkostemp, char* name, int flags) {
  return make_file(name, 0, flags);
}
GUARD_STANDS_IN(int, mkostemp64, char* name, int flags) {
  return make_file(name, 0, flags);
}
GUARD_STANDS_IN(int, mkstemps, char* name, int suffix) {
  return make_file(name, suffix, 0);
}
GUARD_STANDS_IN(int, mkstemps64, char* name, int suffix) {
  return make_file(name, suffix, 0);
}
GUARD_STANDS_IN(int, mkostemps, char* name, int suffix, int flags) {
  return make_file(name, suffix, flags);
}
GUARD_STANDS_IN(int, mkostemps64, char* name, int suffix, int flags) {
  return make_file(name, suffix, flags);
}

GUARD_STANDS_IN(char*, mkdtemp, char* name) {
  const long made = make_temporary(name, 0, [&] {
    return through_gate(SYS_mkdirat, {kHere, word(name), 0700, 0, 0, 0});
  });
  return made < 0 ? nullptr : name;
}

GUARD_STANDS_IN(_IO_FILE*, fopen, const char* path, const char* mode) {
  return open_stream(path, mode);
}
GUARD_STANDS_IN(_IO_FILE*, fopen64, const char* path, const char* mode) {
  return open_stream(path, mode);
}
GUARD_STANDS_IN(_IO_FILE*, freopen, const char* path, const char* mode, _IO_FILE* stream) {
  return reopen_stream(path, mode, stream);
}
GUARD_STANDS_IN(_IO_FILE*, freopen64, const char* path, const char* mode, _IO_FILE* stream) {
  return reopen_stream(path, mode, stream);
}

GUARD_STANDS_IN(int, shm_open, const char* name, int flags, unsigned mode) {
  char path[272];
  if (!shared_path(name, path)) return static_cast<int>(answer(-EINVAL));
  return static_cast<int>(
      answer(open_through_gate(path, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, mode)));
}

GUARD_STANDS_IN(int, shm_unlink, const char* name) {
  char path[272];
  if (!shared_path(name, path)) return static_cast<int>(answer(-ENOENT));
  return static_cast<int>(answer(through_gate(SYS_unlinkat, {kHere, word(path), 0, 0, 0, 0})));
}

}  // namespace guard::interceptor::preload
