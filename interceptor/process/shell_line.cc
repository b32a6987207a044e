// SPDX-License-Identifier: Apache-2.0
#include "interceptor/process/shell_line.h"

#include <elf.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/files/unique_fd.h"
#include "base/limits.h"
#include "interceptor/process/remote_memory.h"

namespace guard::interceptor {
namespace {

constexpr std::string_view kLine = "the_printed_command_except_trap";
constexpr std::string_view kTyped = "current_command_number";
constexpr std::string_view kInteractive = "interactive_shell";
constexpr std::size_t kLongestLine = size_limit("shell.line");
// A bash has 40 sections and 2,400 symbols.
constexpr std::size_t kMostSections = 1024;
constexpr std::size_t kLargestTable = 4U << 20;

// A program that the tree made could say anything.
UniqueFd open_installed(const std::string& path) {
  UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status {};
  const bool installed = file.valid() && ::fstat(file.get(), &status) == 0 && status.st_uid == 0 &&
                         (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
  return installed ? std::move(file) : UniqueFd();
}

// COUNT entries from OFFSET on; none when not all of them are there.
template <typename Entry>
std::vector<Entry> read_table(int fd, std::uint64_t offset, std::size_t count) {
  std::vector<Entry> table(count);
  const std::size_t size = count * sizeof(Entry);
  if (::pread(fd, table.data(), size, static_cast<off_t>(offset)) != static_cast<ssize_t>(size))
    table.clear();
  return table;
}

std::optional<Elf64_Ehdr> header_of(int fd) {
  const auto read = read_table<Elf64_Ehdr>(fd, 0, 1);
  if (read.empty() || std::memcmp(read[0].e_ident, ELFMAG, SELFMAG) != 0 ||
      read[0].e_ident[EI_CLASS] != ELFCLASS64 || read[0].e_shentsize != sizeof(Elf64_Shdr) ||
      read[0].e_shnum > kMostSections)
    return std::nullopt;
  return read[0];
}

bool is_named(const std::vector<char>& names, std::uint32_t at, std::string_view name) {
  return at < names.size() && names.size() - at > name.size() &&
         std::memcmp(names.data() + at, name.data(), name.size()) == 0 &&
         names[at + name.size()] == '\0';
}

struct Symbols {
  std::vector<char> names;
  std::vector<Elf64_Sym> table;
};

std::optional<Symbols> symbols_in(int fd, const Elf64_Ehdr& header) {
  const auto sections = read_table<Elf64_Shdr>(fd, header.e_shoff, header.e_shnum);
  const auto table = std::ranges::find(sections, SHT_DYNSYM, &Elf64_Shdr::sh_type);
  if (table == sections.end() || table->sh_link >= sections.size()) return std::nullopt;
  const Elf64_Shdr& texts = sections[table->sh_link];
  if (table->sh_size > kLargestTable || texts.sh_size > kLargestTable) return std::nullopt;
  return Symbols{read_table<char>(fd, texts.sh_offset, texts.sh_size),
                 read_table<Elf64_Sym>(fd, table->sh_offset, table->sh_size / sizeof(Elf64_Sym))};
}

// Where the kernel put the image, by the program headers that it told the loader of (getauxval(3)).
std::optional<std::uint64_t> start_of_image(const std::string& proc, const Elf64_Ehdr& header) {
  if (header.e_type == ET_EXEC) return 0;
  const UniqueFd file(::open((proc + "/auxv").c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.valid()) return std::nullopt;
  Elf64_auxv_t entry{};
  while (::read(file.get(), &entry, sizeof(entry)) == static_cast<ssize_t>(sizeof(entry))) {
    if (entry.a_type == AT_PHDR) return entry.a_un.a_val - header.e_phoff;
  }
  return std::nullopt;
}

// The variables of an installed program that runs in a process, by their names.
class Variables {
 public:
  explicit Variables(pid_t pid) : memory_(pid) {
    const std::string proc = "/proc/" + std::to_string(pid);
    const UniqueFd image = open_installed(proc + "/exe");
    const auto header = image.valid() ? header_of(image.get()) : std::nullopt;
    if (!header) return;
    symbols_ = symbols_in(image.get(), *header);
    start_ = start_of_image(proc, *header);
  }

  template <typename Value>
  [[nodiscard]] std::optional<Value> value_of(std::string_view name) {
    if (!symbols_ || !start_) return std::nullopt;
    const auto found = std::ranges::find_if(symbols_->table, [&](const Elf64_Sym& symbol) {
      return is_named(symbols_->names, symbol.st_name, name);
    });
    if (found == symbols_->table.end() || found->st_shndx == SHN_UNDEF) return std::nullopt;
    Value value{};
    if (!memory_.read(*start_ + found->st_value, &value, sizeof(value))) return std::nullopt;
    return value;
  }
  RemoteMemory& memory() { return memory_; }

 private:
  RemoteMemory memory_;
  std::optional<Symbols> symbols_;
  std::optional<std::uint64_t> start_;  // where the kernel put the image
};

}  // namespace

std::optional<std::string> line_of_bash(pid_t pid) {
  Variables bash(pid);
  const std::uint64_t text = bash.value_of<std::uint64_t>(kLine).value_or(0);
  if (text == 0) return "";
  auto line = bash.memory().read_string(text, kLongestLine);
  if (!line) return std::nullopt;
  return std::move(*line);
}

std::optional<int> typed_line_of_bash(pid_t pid) {
  Variables bash(pid);
  if (bash.value_of<int>(kInteractive).value_or(0) == 0) return std::nullopt;
  return bash.value_of<int>(kTyped);
}

}  // namespace guard::interceptor
