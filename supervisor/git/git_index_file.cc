// SPDX-License-Identifier: Apache-2.0
#include "supervisor/git/git_index_file.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>
#include <vector>

namespace guard::supervisor {
namespace {

constexpr std::size_t kHeader = 12;
constexpr std::size_t kStatus = 40;  // what stat(2) told, in front of the object's name
constexpr std::size_t kModeAt = 24;
constexpr std::size_t kDeepestTree = 256;
constexpr std::size_t kLongestInFlags = 0xFFF;
constexpr unsigned kExtended = 0x4000;
constexpr unsigned kStageAt = 12;
constexpr std::uint32_t kTypeMask = 0170000;
constexpr std::uint32_t kSubmodule = 0160000;
constexpr std::uint32_t kFolder = 0040000;
constexpr std::array<std::size_t, 2> kNameLengths = {20, 32};  // SHA-1, SHA-256

std::uint32_t number_at(std::string_view bytes, std::size_t at, std::size_t length) {
  std::uint32_t number = 0;
  for (const char c : bytes.substr(at, length))
    number = number << 8U | static_cast<unsigned char>(c);
  return number;
}

std::string hex_of(std::string_view raw) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex;
  for (const char c : raw) {
    hex += kDigits[static_cast<unsigned char>(c) >> 4U];
    hex += kDigits[static_cast<unsigned char>(c) & 15U];
  }
  return hex;
}

class Reader {
 public:
  Reader(std::string_view bytes, std::size_t name_length)
      : bytes_(bytes), name_length_(name_length), version_(number_at(bytes, 4, 4)) {}

  [[nodiscard]] bool read(const std::function<void(const GitIndexEntry&)>& each) {
    for (std::uint32_t left = number_at(bytes_, 8, 4); left > 0; --left) {
      if (!next()) return false;
      each(entry_);
    }
    return read_extensions();
  }
  [[nodiscard]] GitIndexEnd take_end() { return std::move(end_); }

 private:
  // In front of the path: the status, the name of the object, the flags.
  [[nodiscard]] bool next() {
    const std::size_t begin = at_;
    const std::size_t fixed = kStatus + name_length_ + 2;
    if (bytes_.size() < at_ + fixed) return false;
    const std::uint32_t flags = number_at(bytes_, at_ + fixed - 2, 2);
    read_fixed(flags);
    at_ += fixed + ((flags & kExtended) != 0 ? 2 : 0);
    if (version_ == 4 && !keep_beginning()) return false;
    if (version_ != 4) entry_.path.clear();
    const std::size_t end = bytes_.find('\0', std::min(at_, bytes_.size()));
    if (end == std::string_view::npos) return false;
    entry_.path += bytes_.substr(at_, end - at_);
    at_ = end + 1;
    if (version_ != 4) at_ = begin + (end - begin + 8) / 8 * 8;  // filled up with 1 to 8 zeros
    // For names that are shorter the length stands in the flags: what was misread differs there.
    return (flags & kLongestInFlags) == std::min(entry_.path.size(), kLongestInFlags);
  }

  // ctime, mtime, device, inode, mode, user, group, size; the name of the object.
  void read_fixed(std::uint32_t flags) {
    const auto number = [this](std::size_t place) { return number_at(bytes_, at_ + 4 * place, 4); };
    entry_.mode = number_at(bytes_, at_ + kModeAt, 4);
    entry_.status = {number(0), number(1), number(2), number(3), number(5), number(9)};
    entry_.id = hex_of(bytes_.substr(at_ + kStatus, name_length_));
    entry_.stage = flags >> kStageAt & 3U;
  }

  // Version 4: so many bytes of the path before are left out, then comes the rest.
  [[nodiscard]] bool keep_beginning() {
    std::size_t cut = 0;
    for (bool first = true;; first = false) {
      if (at_ >= bytes_.size() || cut > bytes_.size()) return false;
      const auto byte = static_cast<unsigned char>(bytes_[at_++]);
      cut = (first ? 0 : (cut + 1) << 7U) | (byte & 0x7FU);
      if ((byte & 0x80U) == 0) break;
    }
    if (cut > entry_.path.size()) return false;
    entry_.path.resize(entry_.path.size() - cut);
    return true;
  }

  // "<4 letters><length><bytes>", and at the end a checksum. A name that begins with a small letter
  // must be understood.
  [[nodiscard]] bool read_extensions() {
    while (at_ + name_length_ < bytes_.size()) {
      if (bytes_.size() < at_ + 8) return false;
      const std::string_view name = bytes_.substr(at_, 4);
      const std::size_t length = number_at(bytes_, at_ + 4, 4);
      at_ += 8;
      if (bytes_.size() - at_ < length) return false;
      if (name == "link" && length >= name_length_) {
        end_.shared = hex_of(bytes_.substr(at_, name_length_));
      } else if (name == "TREE") {
        read_trees(bytes_.substr(at_, length));
      } else if (name != "sdir" && (name[0] < 'A' || name[0] > 'Z')) {
        return false;
      }
      at_ += length;
    }
    return at_ + name_length_ == bytes_.size();
  }

  // "<name>\0<entries> <folders below>\n<id>", a folder before those below it; of one that was
  // changed since the number of entries is -1, and no id follows. A line that is not understood is
  // no folder.
  void read_trees(std::string_view rest) {
    std::vector<Above> above;
    while (!rest.empty() && above.size() < kDeepestTree) {
      const std::size_t end = rest.find('\0');
      const std::size_t line = end == std::string_view::npos ? end : rest.find('\n', end);
      if (line == std::string_view::npos) return;
      std::string path(rest.substr(0, end));
      if (!above.empty() && !above.back().path.empty()) path.insert(0, above.back().path + "/");
      const std::string_view counts = rest.substr(end + 1, line - end - 1);
      rest.remove_prefix(line + 1);
      if (!counts.starts_with('-')) {
        if (rest.size() < name_length_) return;
        end_.trees[path] = hex_of(rest.substr(0, name_length_));
        rest.remove_prefix(name_length_);
      }
      above.push_back({path, folders_in(counts)});
      while (!above.empty() && above.back().left == 0) above.pop_back();
      if (above.empty()) return;
      --above.back().left;
    }
  }

  struct Above {
    std::string path;
    std::size_t left = 0;  // folders below that are still to come
  };
  static std::size_t folders_in(std::string_view counts) {
    std::size_t folders = 0;
    const std::size_t blank = counts.find(' ');
    if (blank != std::string_view::npos)
      std::from_chars(counts.data() + blank + 1, counts.data() + counts.size(), folders);
    return folders;
  }

  const std::string_view bytes_;
  const std::size_t name_length_;
  const std::uint32_t version_;
  std::size_t at_ = kHeader;
  GitIndexEntry entry_;
  GitIndexEnd end_;
};

bool is_understood(std::string_view bytes) {
  if (bytes.size() < kHeader || !bytes.starts_with("DIRC")) return false;
  const std::uint32_t version = number_at(bytes, 4, 4);
  return version >= 2 && version <= 4;
}

}  // namespace

bool GitIndexEntry::is_whole() const {
  return is_submodule() || (mode & kTypeMask) == kFolder;
}

bool GitIndexEntry::is_submodule() const {
  return (mode & kTypeMask) == kSubmodule;
}

// The repository's configuration says which length the names of objects have. It is not read: only
// one of the two fits.
bool read_git_index(std::string_view bytes, const std::function<void(const GitIndexEntry&)>& each,
                    GitIndexEnd& end) {
  if (!is_understood(bytes)) return false;
  for (const std::size_t length : kNameLengths) {
    Reader sound(bytes, length);
    if (!sound.read([](const GitIndexEntry&) {})) continue;
    Reader reader(bytes, length);
    const bool read = reader.read(each);
    end = reader.take_end();
    return read;
  }
  return false;
}

}  // namespace guard::supervisor
