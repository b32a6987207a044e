// SPDX-License-Identifier: Apache-2.0
// ELF files as tests want them: a header, a table, and notes. Any thread.
#ifndef GUARD_TESTS_SUPERVISOR_FACTS_ELF_BYTES_H_
#define GUARD_TESTS_SUPERVISOR_FACTS_ELF_BYTES_H_

#include <elf.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace guard::supervisor {

template <class T>
std::string bytes_of(const T& value) {
  return std::string(reinterpret_cast<const char*>(&value), sizeof(value));
}

inline std::string note(std::string_view owner, std::uint32_t type, std::string_view content,
                        std::size_t alignment = 4) {
  const auto pad = [alignment](std::string text) {
    text.resize((text.size() + alignment - 1) / alignment * alignment, '\0');
    return text;
  };
  Elf64_Nhdr header{};
  header.n_namesz = static_cast<std::uint32_t>(owner.size());
  header.n_descsz = static_cast<std::uint32_t>(content.size());
  header.n_type = type;
  return pad(pad(bytes_of(header) + std::string(owner)) + std::string(content));
}

inline std::string gnu_note(std::string_view id) {
  return note(std::string_view("GNU\0", 4), NT_GNU_BUILD_ID, id);
}
inline std::string go_note(std::string_view id) {
  return note(std::string_view("Go\0\0", 4), 4, id);
}

struct ElfParts {
  std::vector<std::string> notes;  // a segment each
  std::uint64_t alignment = 4;
  std::uint16_t entries = 0;  // what the header says; 0: the truth
};

template <class Header = Elf64_Ehdr, class Entry = Elf64_Phdr>
std::string elf_of(const ElfParts& parts) {
  Header header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = std::is_same_v<Header, Elf64_Ehdr> ? ELFCLASS64 : ELFCLASS32;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_phoff = sizeof(Header);
  header.e_phentsize = sizeof(Entry);
  const auto count = static_cast<std::uint16_t>(parts.notes.size());
  header.e_phnum = parts.entries != 0 ? parts.entries : count;
  std::string table;
  std::string content;
  for (const auto& text : parts.notes) {
    Entry entry{};
    entry.p_type = PT_NOTE;
    entry.p_offset = static_cast<decltype(entry.p_offset)>(sizeof(Header) + count * sizeof(Entry) +
                                                           content.size());
    entry.p_filesz = static_cast<decltype(entry.p_filesz)>(text.size());
    entry.p_align = static_cast<decltype(entry.p_align)>(parts.alignment);
    table += bytes_of(entry);
    content += text;
  }
  return bytes_of(header) + table + content;
}

}  // namespace guard::supervisor

#endif  // GUARD_TESTS_SUPERVISOR_FACTS_ELF_BYTES_H_
