// SPDX-License-Identifier: Apache-2.0
// Starting programs. The exec family is judged as it stands. posix_spawn, system and popen exec
// inside of libc, where nothing can stand in between: what they start is guard_spawn, which execs
// what was meant, judged, from the very process that was made for it.
#include <alloca.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdarg>
#include <cstring>
#include <string_view>

#include "interceptor/preload/library/exported.h"
#include "interceptor/preload/library/functions.h"
#include "interceptor/preload/library/gate.h"

extern "C" {
extern char** guard_libc_environ __asm__("environ");
void* guard_next_symbol(void* handle, const char* name) __asm__("dlsym");
void* guard_libc_malloc(std::size_t size) __asm__("malloc");
void guard_libc_free(void* block) __asm__("free");
char* guard_libc_getenv(const char* name) __asm__("getenv");
}

namespace guard::interceptor::preload {
namespace {

using Word = std::uint64_t;
using Words = char* const*;
constexpr Word kHere = word(AT_FDCWD);
constexpr std::size_t kLongestName = 4096;

template <class Function>
Function the_real(const char* name) {
  auto* const next = reinterpret_cast<void*>(-1L);  // RTLD_NEXT
  return reinterpret_cast<Function>(guard_next_symbol(next, name));
}

long exec(const char* path, Words argv, Words environment) {
  return exec_through_gate(SYS_execve, {word(path), word(argv), word(environment), 0, 0, 0}, 2);
}

// A text without "#!" is the shell's (execvp(3)).
long exec_or_shell(const char* path, Words argv, Words environment) {
  const long failed = exec(path, argv, environment);
  if (failed != -ENOEXEC) return failed;
  const std::size_t count = count_of(argv);
  auto** words = static_cast<char**>(alloca((count + 3) * sizeof(char*)));
  words[0] = const_cast<char*>("/bin/sh");
  words[1] = const_cast<char*>(path);
  for (std::size_t i = 1; i <= count; ++i) words[i + 1] = argv[i];
  if (count == 0) words[2] = nullptr;
  return exec("/bin/sh", words, environment);
}

// Calls TRY with each name that FILE may have by PATH, until it says that it is done. The folders
// of PATH are the program's own, as for execvp(3).
template <class Try>
void for_each_place(const char* file, Try&& attempt) {
  const char* path = guard_libc_getenv("PATH");
  if (path == nullptr) path = "/bin:/usr/bin";
  const std::size_t size = std::strlen(file);
  char name[kLongestName];
  while (true) {
    const char* end = std::strchr(path, ':');
    const std::size_t folder =
        end == nullptr ? std::strlen(path) : static_cast<std::size_t>(end - path);
    if (folder + size + 2 <= sizeof(name)) {
      std::memcpy(name, path, folder);
      std::size_t at = folder;
      if (folder > 0) name[at++] = '/';
      std::memcpy(name + at, file, size + 1);
      if (attempt(static_cast<const char*>(name))) return;
    }
    if (end == nullptr) return;
    path = end + 1;
  }
}

bool goes_on_after(long error) {
  return error == -EACCES || error == -ENOENT || error == -ESTALE || error == -ENOTDIR ||
         error == -ENODEV || error == -ETIMEDOUT;
}

long exec_by_path(const char* file, Words argv, Words environment) {
  if (*file == '\0') return -ENOENT;
  if (std::strchr(file, '/') != nullptr) return exec_or_shell(file, argv, environment);
  bool forbidden = false;
  long failed = -ENOENT;
  for_each_place(file, [&](const char* name) {
    // Nobody is asked about a name that is not there.
    failed = raw_call(SYS_faccessat, {kHere, word(name), 0});
    if (failed == 0) failed = exec_or_shell(name, argv, environment);
    forbidden = forbidden || failed == -EACCES;
    return !goes_on_after(failed);
  });
  return forbidden && goes_on_after(failed) ? -EACCES : failed;
}

std::size_t count_words(va_list words) {
  std::size_t count = 1;
  while (va_arg(words, char*) != nullptr) ++count;
  return count;
}

// --- what starts in a process of its own

// The helper's path: beside the library.
void helper_path(char (&path)[kLongestName]) {
  const std::string_view library = setting().library;
  const std::size_t folder = library.rfind('/') + 1;
  path[0] = '\0';
  if (folder + kHelperName.size() >= sizeof(path)) return;
  std::memcpy(path, library.data(), folder);
  std::memcpy(path + folder, kHelperName.data(), kHelperName.size());
  path[folder + kHelperName.size()] = '\0';
}

using Spawn = int (*)(int*, const char*, const void*, const void*, Words, Words);

// Whether there is anything to start is said now: the helper could say it only by its status.
long why_not_startable(const char* path) {
  constexpr Word kMayExecute = 1;
  if (path[0] != '/') return 0;  // from a folder that the new process may yet change to
  return raw_call(SYS_faccessat, {kHere, word(path), kMayExecute});
}

int spawn(int* pid, const char* path, const void* actions, const void* attributes, Words argv,
          Words environment) {
  const auto real = the_real<Spawn>("posix_spawn");
  if (real == nullptr || !setting().valid()) return EPERM;
  if (const long error = why_not_startable(path); error < 0) return static_cast<int>(-error);
  char helper[kLongestName];
  helper_path(helper);
  const std::size_t count = count_of(argv);
  auto** words = static_cast<char**>(alloca((count + 3) * sizeof(char*)));
  words[0] = helper;
  words[1] = const_cast<char*>(path);
  for (std::size_t i = 0; i <= count; ++i) words[i + 2] = argv[i];
  auto** kept = static_cast<char**>(alloca((count_of(environment) + 3) * sizeof(char*)));
  auto* loader = static_cast<char*>(alloca(room_for_loader(environment)));
  keep_library(environment, kept, loader);
  return real(pid, helper, actions, attributes, words, kept);
}

// For a shell: in quotes, with those that are in it. Returns the end.
char* quoted(char* to, std::string_view text) {
  *to++ = '\'';
  for (const char each : text) {
    if (each != '\'') {
      *to++ = each;
      continue;
    }
    std::memcpy(to, "'\\''", 4);
    to += 4;
  }
  *to++ = '\'';
  return to;
}

char* copied(char* to, std::string_view text) {
  std::memcpy(to, text.data(), text.size());
  return to + text.size();
}

// libc hands TEXT to a shell that nothing stands before: that one only starts the helper, by which
// the shell that was meant is judged. Null: no memory.
char* through_helper(const char* text) {
  char helper[kLongestName];
  helper_path(helper);
  const std::string_view variable = setting_variable();
  const std::size_t most =
      4 * (std::strlen(text) + std::strlen(helper) + 2 * variable.size()) + 128;
  auto* line = static_cast<char*>(guard_libc_malloc(most));
  if (line == nullptr) return nullptr;
  char* end = copied(line, kLoaderVariable);
  end = quoted(end, setting().library);
  end = copied(copied(end, " "), kVariable);
  end = quoted(end, behind(variable, kVariable.size()));
  end = quoted(copied(end, " exec "), helper);
  end = quoted(copied(end, " /bin/sh sh -c "), text);
  *end = '\0';
  return line;
}

}  // namespace

GUARD_STANDS_IN(int, execve, const char* path, Words argv, Words environment) {
  return static_cast<int>(answer(exec(path, argv, environment)));
}
GUARD_STANDS_IN(int, execv, const char* path, Words argv) {
  return static_cast<int>(answer(exec(path, argv, guard_libc_environ)));
}
GUARD_STANDS_IN(int, execvp, const char* file, Words argv) {
  return static_cast<int>(answer(exec_by_path(file, argv, guard_libc_environ)));
}
GUARD_STANDS_IN(int, execvpe, const char* file, Words argv, Words environment) {
  return static_cast<int>(answer(exec_by_path(file, argv, environment)));
}
GUARD_STANDS_IN(int, execveat, int folder, const char* path, Words argv, Words environment,
                int flags) {
  return static_cast<int>(answer(exec_through_gate(
      SYS_execveat,
      {word(folder), word(path), word(argv), word(environment), static_cast<Word>(flags), 0}, 3)));
}
GUARD_STANDS_IN(int, fexecve, int fd, Words argv, Words environment) {
  return static_cast<int>(answer(exec_through_gate(
      SYS_execveat,
      {word(fd), word(""), word(argv), word(environment), static_cast<Word>(AT_EMPTY_PATH), 0},
      3)));
}

// FIRST and what follows, to the null, as an array on the caller's stack: WORDS.
#define GUARD_PRELOAD_GATHER(first)                                        \
  va_list list;                                                            \
  va_start(list, first);                                                   \
  const std::size_t count = (first) == nullptr ? 0 : count_words(list);    \
  va_end(list);                                                            \
  auto** words = static_cast<char**>(alloca((count + 1) * sizeof(char*))); \
  va_start(list, first);                                                   \
  words[0] = const_cast<char*>(first);                                     \
  for (std::size_t i = 1; i <= count; ++i) words[i] = va_arg(list, char*)

GUARD_STANDS_IN(int, execl, const char* path, const char* first, ...) {
  GUARD_PRELOAD_GATHER(first);
  va_end(list);
  return static_cast<int>(answer(exec(path, words, guard_libc_environ)));
}
GUARD_STANDS_IN(int, execlp, const char* file, const char* first, ...) {
  GUARD_PRELOAD_GATHER(first);
  va_end(list);
  return static_cast<int>(answer(exec_by_path(file, words, guard_libc_environ)));
}
GUARD_STANDS_IN(int, execle, const char* path, const char* first, ...) {
  GUARD_PRELOAD_GATHER(first);
  char** environment = va_arg(list, char**);
  va_end(list);
  return static_cast<int>(answer(exec(path, words, environment)));
}
#undef GUARD_PRELOAD_GATHER

GUARD_STANDS_IN(int, posix_spawn, int* pid, const char* path, const void* actions,
                const void* attributes, Words argv, Words environment) {
  return spawn(pid, path, actions, attributes, argv, environment);
}

GUARD_STANDS_IN(int, posix_spawnp, int* pid, const char* file, const void* actions,
                const void* attributes, Words argv, Words environment) {
  if (std::strchr(file, '/') != nullptr)
    return spawn(pid, file, actions, attributes, argv, environment);
  int error = ENOENT;
  for_each_place(file, [&](const char* name) {
    if (const long missing = why_not_startable(name); missing < 0) {
      if (missing == -EACCES) error = EACCES;
      return false;
    }
    error = spawn(pid, name, actions, attributes, argv, environment);
    return true;
  });
  return error;
}

GUARD_STANDS_IN(int, system, const char* text) {
  const auto real = the_real<int (*)(const char*)>("system");
  if (real == nullptr || !setting().valid()) return static_cast<int>(answer(-EPERM));
  if (text == nullptr) return real(text);
  char* line = through_helper(text);
  if (line == nullptr) return static_cast<int>(answer(-ENOMEM));
  const int status = real(line);
  guard_libc_free(line);
  return status;
}

GUARD_STANDS_IN(void*, popen, const char* text, const char* mode) {
  const auto real = the_real<void* (*)(const char*, const char*)>("popen");
  char* line = real == nullptr || !setting().valid() ? nullptr : through_helper(text);
  if (line == nullptr) {
    (void)answer(-EPERM);
    return nullptr;
  }
  void* stream = real(line, mode);
  guard_libc_free(line);
  return stream;
}

}  // namespace guard::interceptor::preload
