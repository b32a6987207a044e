// SPDX-License-Identifier: Apache-2.0
#include "supervisor/facts/build_id.h"

#include <elf.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

#include "base/limits.h"

namespace guard::supervisor {
namespace {

constexpr std::size_t kMostNotes = size_limit("copies.notes");
// The kernel starts nothing with a longer table (fs/binfmt_elf.c, load_elf_phdrs).
constexpr std::size_t kLongestTable = 65536;
constexpr unsigned char kOwnOrder =
    std::endian::native == std::endian::little ? ELFDATA2LSB : ELFDATA2MSB;
constexpr std::string_view kGnu{"GNU\0", 4};
constexpr std::string_view kGo{"Go\0\0", 4};
constexpr std::uint32_t kGoBuildId = 4;

// Fewer bytes where the file ends.
Result<std::string> read_at(int fd, std::uint64_t offset, std::size_t length) {
  std::string bytes(length, '\0');
  std::size_t got = 0;
  while (got < length) {
    const ssize_t n =
        ::pread(fd, bytes.data() + got, length - got, static_cast<off_t>(offset + got));
    if (n < 0) return fail_errno("read a program");
    if (n == 0) break;
    got += static_cast<std::size_t>(n);
  }
  bytes.resize(got);
  return bytes;
}

template <class T>
std::optional<T> taken(std::string_view bytes, std::size_t at) {
  T value;
  if (at > bytes.size() || bytes.size() - at < sizeof(value)) return std::nullopt;
  std::memcpy(&value, bytes.data() + at, sizeof(value));
  return value;
}

struct Segment {
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
  std::uint64_t alignment = 4;
};

// None: the kernel would not start it.
template <class Header, class Entry>
Result<std::vector<Segment>> note_segments(int fd, std::string_view head) {
  std::vector<Segment> notes;
  const auto header = taken<Header>(head, 0);
  if (!header || header->e_phentsize != sizeof(Entry)) return notes;
  const std::size_t length = std::size_t{header->e_phnum} * sizeof(Entry);
  if (length > kLongestTable || header->e_phoff > INT64_MAX - kLongestTable) return notes;
  const auto table = read_at(fd, header->e_phoff, length);
  if (!table) return forward(table.error());
  for (std::size_t at = 0; const auto entry = taken<Entry>(*table, at); at += sizeof(Entry)) {
    if (entry->p_type != PT_NOTE || entry->p_offset > INT64_MAX - kMostNotes) continue;
    notes.push_back({entry->p_offset, entry->p_filesz, entry->p_align == 8 ? 8U : 4U});
  }
  return notes;
}

Result<std::vector<Segment>> segments_of(int fd) {
  const auto head = read_at(fd, 0, sizeof(Elf64_Ehdr));
  if (!head) return forward(head.error());
  const bool elf = head->size() > EI_DATA && head->starts_with(ELFMAG) &&
                   static_cast<unsigned char>((*head)[EI_DATA]) == kOwnOrder;
  if (!elf) return std::vector<Segment>();
  if ((*head)[EI_CLASS] == ELFCLASS64) return note_segments<Elf64_Ehdr, Elf64_Phdr>(fd, *head);
  return note_segments<Elf32_Ehdr, Elf32_Phdr>(fd, *head);
}

std::size_t padded(std::size_t length, std::size_t alignment) {
  return (length + alignment - 1) / alignment * alignment;
}

struct Ids {
  std::string gnu;
  std::string go;
};

// A note: the lengths of its name and of its content, its type, then both.
void read_notes(std::string_view notes, std::size_t alignment, Ids& ids) {
  std::size_t at = 0;
  while (const auto note = taken<Elf64_Nhdr>(notes, at)) {
    const std::size_t name_at = at + sizeof(*note);
    const std::size_t content_at = padded(name_at + note->n_namesz, alignment);
    if (content_at > notes.size() || notes.size() - content_at < note->n_descsz) return;
    const std::string_view name = notes.substr(name_at, note->n_namesz);
    const std::string_view content = notes.substr(content_at, note->n_descsz);
    if (name == kGnu && note->n_type == NT_GNU_BUILD_ID && ids.gnu.empty()) ids.gnu = content;
    if (name == kGo && note->n_type == kGoBuildId && ids.go.empty()) ids.go = content;
    at = padded(content_at + note->n_descsz, alignment);
  }
}

}  // namespace

Result<std::string> build_id_of(int fd) {
  const auto segments = segments_of(fd);
  if (!segments) return forward(segments.error());
  Ids ids;
  std::uint64_t looked_at = 0;
  for (const Segment& segment : *segments) {
    if (segment.length > kMostNotes - looked_at)
      return fail(Code::kRefused, "more notes in a program than are looked at");
    looked_at += segment.length;
    const auto notes = read_at(fd, segment.offset, static_cast<std::size_t>(segment.length));
    if (!notes) return forward(notes.error());
    read_notes(*notes, segment.alignment, ids);
  }
  if (!ids.gnu.empty()) return "gnu:" + ids.gnu;
  return ids.go.empty() ? std::string() : "go:" + ids.go;
}

}  // namespace guard::supervisor
