// SPDX-License-Identifier: Apache-2.0
// what the path calls, exec and connect answer for memory that cannot be read, ends too early or
// never, is too long, or lies where no memory can
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/openat2.h>
#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "report.h"

enum { kPage = 4096, kPages = 3 };

static char* hole(void) {
  char* pages =
      mmap(NULL, (kPages + 1) * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED || munmap(pages + kPages * kPage, kPage) != 0) abort();
  memset(pages, 'x', kPages * kPage);
  return pages;
}

static char* forbidden(int protection) {
  char* pages = mmap(NULL, kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) abort();
  strcpy(pages, "file");
  if (mprotect(pages, kPage, protection) != 0) abort();
  return pages;
}

// Mapped, but past the end of its file: a read raises SIGBUS.
static char* past_the_end(void) {
  const int fd = memfd_create("short", 0);
  char* pages = mmap(NULL, kPage, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (pages == MAP_FAILED) abort();
  close(fd);
  return pages;
}

static struct {
  const char* what;
  const char* text;
} texts[16];

static void prepare_texts(void) {
  char* pages = hole();
  char* end = pages + kPages * kPage;
  char* components = malloc(2 * kPage);
  memset(components, 'n', 2 * kPage);
  for (int i = 255; i < kPage; i += 256) components[i] = '/';
  components[kPage] = 0;
  // "./////file" with and without room for its NUL in PATH_MAX.
  char* longest = malloc(2 * kPage);
  memset(longest, '/', 2 * kPage);
  longest[0] = '.';
  memcpy(longest + kPage - 5, "file", 5);
  char* too_long = malloc(2 * kPage);
  memset(too_long, '/', 2 * kPage);
  too_long[0] = '.';
  memcpy(too_long + kPage - 4, "file", 5);
  char* crossing = pages + kPage - 2;
  memcpy(crossing, "file", 5);
  int n = 0;
#define TEXT(name, pointer) texts[n].what = (name), texts[n++].text = (const char*)(pointer)
  TEXT("null", NULL);
  TEXT("address 1", (uintptr_t)1);
  TEXT("unmapped", end);
  TEXT("no end", end - 16);
  TEXT("not readable", forbidden(PROT_NONE));
  TEXT("read only", forbidden(PROT_READ));
  TEXT("past the end of its file", past_the_end());
  TEXT("not canonical", (uintptr_t)0x8000000000000000ULL);
  TEXT("of the kernel", (uintptr_t)0xffffffff81000000ULL);
  TEXT("last address", UINTPTR_MAX);
  TEXT("across two pages", crossing);
  TEXT("components of 4096 bytes", components);
  TEXT("4095 bytes", longest);
  TEXT("4096 bytes", too_long);
  TEXT("empty", "");
#undef TEXT
  texts[n].what = NULL;
}

static void said(const char* call, const char* what, long result) {
  char line[128];
  const int error = errno;
  snprintf(line, sizeof line, "%s, %s", call, what);
  errno = error;
  report(line, result);
}

// Every call takes the text as its path; none of them changes what is there when it works.
static void names(void) {
  for (int i = 0; texts[i].what != NULL; ++i) {
    const char* what = texts[i].what;
    const char* path = texts[i].text;
    said("openat write", what, syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_NONBLOCK, 0));
    said("openat create", what,
         syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_EXCL, 0600));
    said("unlinkat", what, syscall(SYS_unlinkat, AT_FDCWD, path, AT_REMOVEDIR));
    said("renameat2 from", what, syscall(SYS_renameat2, AT_FDCWD, path, AT_FDCWD, "missing/x", 0));
    said("renameat2 to", what, syscall(SYS_renameat2, AT_FDCWD, "missing", AT_FDCWD, path, 0));
    said("linkat from", what, syscall(SYS_linkat, AT_FDCWD, path, AT_FDCWD, "missing/x", 0));
    said("linkat to", what, syscall(SYS_linkat, AT_FDCWD, "missing", AT_FDCWD, path, 0));
    said("mkdirat", what, syscall(SYS_mkdirat, AT_FDCWD, path, 0700));
    said("mknodat", what, syscall(SYS_mknodat, AT_FDCWD, path, S_IFIFO | 0600, 0));
    said("symlinkat text", what, syscall(SYS_symlinkat, path, AT_FDCWD, "missing/x"));
    said("symlinkat name", what, syscall(SYS_symlinkat, "x", AT_FDCWD, path));
    said("truncate", what, syscall(SYS_truncate, path, -1L));
    said("execve", what, syscall(SYS_execve, path, NULL, NULL));
    said("execveat", what, syscall(SYS_execveat, AT_FDCWD, path, NULL, NULL, 0));
  }
}

// Both wrong: which of them the kernel looks at first.
static void numbers(void) {
  for (int i = 0; texts[i].what != NULL; ++i) {
    const char* what = texts[i].what;
    const char* path = texts[i].text;
    struct open_how strange = {.flags = O_WRONLY | 1ULL << 40};
    said("bad unlinkat", what, syscall(SYS_unlinkat, AT_FDCWD, path, 0x5000));
    said("bad renameat2", what, syscall(SYS_renameat2, AT_FDCWD, path, AT_FDCWD, "y", 0x50));
    said("bad renameat2 to", what, syscall(SYS_renameat2, AT_FDCWD, "y", AT_FDCWD, path, 3));
    said("bad linkat", what, syscall(SYS_linkat, AT_FDCWD, path, AT_FDCWD, "y", 0x4000));
    said("bad openat", what, syscall(SYS_openat, AT_FDCWD, path, O_TMPFILE | O_CREAT | O_RDWR, 0));
    said("bad openat2", what, syscall(SYS_openat2, AT_FDCWD, path, &strange, sizeof strange));
    said("bad mknodat", what, syscall(SYS_mknodat, AT_FDCWD, path, S_IFMT, 0));
    said("mknodat folder", what, syscall(SYS_mknodat, AT_FDCWD, path, S_IFDIR | 0700, 0));
    said("bad fchmodat2", what, syscall(452, AT_FDCWD, path, 0600, 0x4000));
    said("bad fchownat", what, syscall(SYS_fchownat, AT_FDCWD, path, -1, -1, 0x4000));
    said("bad utimensat", what, syscall(SYS_utimensat, AT_FDCWD, path, NULL, 0x4000));
    said("bad setxattr", what, syscall(SYS_setxattr, path, "user.x", "", 0, 0x40));
    said("bad execveat", what, syscall(SYS_execveat, AT_FDCWD, path, NULL, NULL, 0x4000));
  }
}

static int status_of_exec(const char* path, const void* argv, const void* envp) {
  fflush(stdout);
  const pid_t pid = fork();
  if (pid == 0) {
    syscall(SYS_execve, path, argv, envp);
    _exit(100 + (errno & 63));
  }
  int status = 0;
  waitpid(pid, &status, 0);
  return status;
}

static void vectors(void) {
  char* end = hole() + kPages * kPage;
  char** unterminated = (char**)(void*)(end - 2 * sizeof(char*));
  unterminated[0] = unterminated[1] = "true";
  char* open_end = hole() + kPages * kPage - 4;
  char* bad_word[] = {"true", open_end, NULL};
  char* null_word[] = {NULL};
  char* many[40000];
  for (int i = 0; i < 39999; ++i)
    many[i] = "word of sixty bytes word of sixty bytes word of sixty bytes.";
  many[39999] = NULL;
  char* longest = malloc(200000);
  memset(longest, 'l', 199999);
  longest[199999] = 0;
  char* one_long[] = {"true", longest, NULL};
  longest[131070] = 0;
  char* limit[] = {"true", longest, NULL};
  printf("argv limit %#x\n", status_of_exec("/bin/true", limit, NULL));
  longest[131070] = 'l';
  char* good[] = {"true", NULL};
  const struct {
    const char* what;
    const void* vector;
  } rows[] = {{"null", NULL},
              {"unmapped", end},
              {"address 8", (void*)8},
              {"unterminated", unterminated},
              {"bad word", bad_word},
              {"no words", null_word},
              {"unaligned", (char*)good + 1},
              {"two megabytes", many},
              {"one word too long", one_long}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    printf("argv %s %#x\n", rows[i].what, status_of_exec("/bin/true", rows[i].vector, NULL));
    printf("envp %s %#x\n", rows[i].what, status_of_exec("/bin/true", good, rows[i].vector));
  }
}

static void how(const char* what, const void* address, size_t size) {
  said("openat2", what, syscall(SYS_openat2, AT_FDCWD, "file", address, size));
}

static void hows(void) {
  char* end = hole() + kPages * kPage;
  struct {
    struct open_how how;
    uint64_t more[3];
  } grown = {{.flags = O_RDONLY}, {0}};
  struct open_how plain = {.flags = O_RDONLY};
  how("null", NULL, sizeof plain);
  how("unmapped", end, sizeof plain);
  how("half mapped", end - 8, sizeof plain);
  how("size 0", &plain, 0);
  how("size 23", &plain, 23);
  how("size 24", &plain, 24);
  how("grown, zero", &grown, sizeof grown);
  grown.more[2] = 1;
  how("grown, set", &grown, sizeof grown);
  how("a page and more", &grown, 5000);
  memset(end - kPage, 0, kPage);
  how("a page of zeroes", end - kPage, kPage);
  plain.resolve = 1U << 31;
  how("unknown resolve", &plain, sizeof plain);
  plain = (struct open_how){.flags = 1ULL << 40};
  how("unknown flag", &plain, sizeof plain);
  plain = (struct open_how){.flags = O_RDONLY, .mode = 0600};
  how("mode without create", &plain, sizeof plain);
}

static void address(const char* what, int domain, const void* pointer, unsigned length) {
  const int fd = socket(domain, SOCK_STREAM, 0);
  said("connect", what, syscall(SYS_connect, fd, pointer, length));
  close(fd);
}

static void addresses(void) {
  char* end = hole() + kPages * kPage;
  struct sockaddr_un local = {AF_UNIX, "missing.sock"};
  address("null", AF_INET, NULL, 16);
  address("unmapped", AF_INET, end, 16);
  address("half mapped", AF_INET, end - 8, 16);
  address("length 0", AF_INET, &local, 0);
  address("length 1", AF_INET, &local, 1);
  address("length 129", AF_INET, &local, 129);
  address("negative length", AF_INET, &local, (unsigned)-1);
  address("family alone", AF_UNIX, &local, 2);
  address("missing", AF_UNIX, &local, sizeof local);
  address("not a socket's family", AF_INET, &local, sizeof local);
  said("connect", "closed", syscall(SYS_connect, 77, &local, sizeof local));
  said("connect", "no socket", syscall(SYS_connect, 0, &local, sizeof local));
}

int main(void) {
  mkdir("folder", 0700);
  close(open("file", O_WRONLY | O_CREAT, 0600));
  prepare_texts();
  names();
  numbers();
  vectors();
  hows();
  addresses();
  return 0;
}
