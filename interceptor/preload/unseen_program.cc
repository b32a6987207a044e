// SPDX-License-Identifier: Apache-2.0
// ld.so does not put the library into some programs (ld.so(8)): those without an interpreter, of
// another architecture, or that make their system calls themselves all the same.
#include <elf.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "base/files/fd_name.h"
#include "base/files/unique_fd.h"
#include "interceptor/preload/preload_files.h"

namespace guard::interceptor {
namespace {

constexpr std::size_t kMostHeaders = 128;
constexpr std::size_t kMostNotes = 4096;

#if defined(__x86_64__)
constexpr Elf64_Half kMachine = EM_X86_64;
#else
constexpr Elf64_Half kMachine = EM_AARCH64;
#endif

bool read_at(int fd, void* to, std::size_t size, std::uint64_t offset) {
  return ::pread(fd, to, size, static_cast<off_t>(offset)) == static_cast<ssize_t>(size);
}

// Go's linker leaves a note of its own (cmd/link: "Go", type 4: the build's id).
bool has_note_of_go(int fd, const Elf64_Phdr& header) {
  std::vector<char> notes(std::min<std::size_t>(header.p_filesz, kMostNotes));
  if (!read_at(fd, notes.data(), notes.size(), header.p_offset)) return false;
  for (std::size_t at = 0; at + sizeof(Elf64_Nhdr) <= notes.size();) {
    Elf64_Nhdr note{};
    std::memcpy(&note, notes.data() + at, sizeof(note));
    at += sizeof(note);
    constexpr std::string_view kGo("Go\0\0", 4);
    if (note.n_namesz == kGo.size() && at + kGo.size() <= notes.size() &&
        std::memcmp(notes.data() + at, kGo.data(), kGo.size()) == 0)
      return true;
    at += ((note.n_namesz + 3U) & ~std::size_t{3}) + ((note.n_descsz + 3U) & ~std::size_t{3});
  }
  return false;
}

// ld.so itself has no interpreter, and puts the library into what it runs.
bool is_loader(int file) {
  const auto path = name_of_fd(file);
  const std::string name = path.substr(path.rfind('/') + 1);
  return name.starts_with("ld-linux") || name.starts_with("ld.so") || name.starts_with("ld-2.");
}

std::string why_unseen_elf(int fd, const Elf64_Ehdr& elf, int file) {
  if (elf.e_ident[EI_CLASS] != ELFCLASS64 || elf.e_machine != kMachine)
    return "a program of another architecture";
  std::vector<Elf64_Phdr> headers(std::min<std::size_t>(elf.e_phnum, kMostHeaders));
  if (elf.e_phentsize != sizeof(Elf64_Phdr) ||
      !read_at(fd, headers.data(), headers.size() * sizeof(Elf64_Phdr), elf.e_phoff))
    return "a program whose headers cannot be read";
  const auto interpreter = std::ranges::find(headers, PT_INTERP, &Elf64_Phdr::p_type);
  if (interpreter == headers.end()) return is_loader(file) ? "" : "a static program";
  for (const Elf64_Phdr& header : headers)
    if (header.p_type == PT_NOTE && has_note_of_go(fd, header))
      return "a Go program, which makes its system calls itself";
  return {};
}

}  // namespace

std::string why_unseen(int file) {
  const std::string again = "/proc/self/fd/" + std::to_string(file);
  const UniqueFd fd(::open(again.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
  if (!fd.valid()) return "a program that cannot be read";
  Elf64_Ehdr elf{};
  if (!read_at(fd.get(), &elf, sizeof(elf), 0) || std::memcmp(elf.e_ident, ELFMAG, SELFMAG) != 0)
    return {};  // a script: its interpreter is another file, or the kernel's no
  return why_unseen_elf(fd.get(), elf, file);
}

}  // namespace guard::interceptor
