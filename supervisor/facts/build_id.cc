// SPDX-License-Identifier: Apache-2.0
#include "supervisor/facts/build_id.h"

#include <elf.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
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
    if (entry->p_type != PT_NOTE || entry->p_offset > INT64_MAX ||
        entry->p_filesz > INT64_MAX - entry->p_offset)
      continue;
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

std::uint64_t padded(std::uint64_t length, std::uint64_t alignment) {
  return (length + alignment - 1) / alignment * alignment;
}

struct Ids {
  std::string gnu;
  std::string go;
};

// A note: the lengths of its name and of its content, its type, then both.
struct Note {
  std::string_view owner;  // as far as an id's goes
  std::uint32_t type = 0;
  std::uint64_t content_at = 0;
  std::uint64_t content_length = 0;
};

constexpr std::size_t kLongestOwner = 8;
constexpr std::uint64_t kNoteHead = sizeof(Elf64_Nhdr) + kLongestOwner;
constexpr std::uint64_t kLongestId = 1024;

// Nothing: there is no further one, or its lengths lie.
std::optional<Note> note_of(std::string_view bytes, std::uint64_t at, const Segment& segment) {
  const auto header = taken<Elf64_Nhdr>(bytes, 0);
  if (!header) return std::nullopt;
  Note note;
  note.owner =
      bytes.substr(sizeof(*header), std::min<std::size_t>(header->n_namesz, kLongestOwner));
  note.type = header->n_type;
  note.content_at = padded(at + sizeof(*header) + header->n_namesz, segment.alignment);
  note.content_length = header->n_descsz;
  const bool fits =
      note.content_at <= segment.length && segment.length - note.content_at >= note.content_length;
  return fits ? std::optional(note) : std::nullopt;
}

std::string* place_of(const Note& note, Ids& ids) {
  if (note.owner == kGnu && note.type == NT_GNU_BUILD_ID && ids.gnu.empty()) return &ids.gnu;
  return note.owner == kGo && note.type == kGoBuildId && ids.go.empty() ? &ids.go : nullptr;
}

Result<void> take_content(int fd, const Segment& segment, const Note& note, std::string& id) {
  if (note.content_length > kLongestId) return fail(Code::kRefused, "a build id without end");
  const auto length = static_cast<std::size_t>(note.content_length);
  auto content = read_at(fd, segment.offset + note.content_at, length);
  if (!content) return forward(content.error());
  if (content->size() == length) id = std::move(*content);
  return {};
}

// Reads the lengths alone of a note that is no id: node's single executables carry their code in a
// note of a hundred million bytes.
Result<void> read_notes(int fd, const Segment& segment, std::size_t& looked_at, Ids& ids) {
  for (std::uint64_t at = 0; at < segment.length;) {
    if (++looked_at > kMostNotes)
      return fail(Code::kRefused, "more notes in a program than are looked at");
    const auto length = std::min<std::uint64_t>(segment.length - at, kNoteHead);
    const auto bytes = read_at(fd, segment.offset + at, static_cast<std::size_t>(length));
    if (!bytes) return forward(bytes.error());
    const auto note = note_of(*bytes, at, segment);
    if (!note) return {};
    std::string* const id = place_of(*note, ids);
    if (auto done = id != nullptr ? take_content(fd, segment, *note, *id) : Result<void>(); !done)
      return forward(done.error());
    at = padded(note->content_at + note->content_length, segment.alignment);
  }
  return {};
}

}  // namespace

Result<std::string> build_id_of(int fd) {
  const auto segments = segments_of(fd);
  if (!segments) return forward(segments.error());
  Ids ids;
  std::size_t looked_at = 0;
  for (const Segment& segment : *segments) {
    if (auto done = read_notes(fd, segment, looked_at, ids); !done) return forward(done.error());
  }
  if (!ids.gnu.empty()) return "gnu:" + ids.gnu;
  return ids.go.empty() ? std::string() : "go:" + ids.go;
}

}  // namespace guard::supervisor
