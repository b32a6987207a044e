// SPDX-License-Identifier: Apache-2.0
// ChangedTree: the paths that a session changed, as a tree with counts: folders sum up what is in
// them, a folder with one thing in it shares its line. Bounded: beyond kMostPlaces what lies deeper
// is counted for the folder above. Values; one thread.
#ifndef GUARD_CONSOLE_REPORT_CHANGED_TREE_H_
#define GUARD_CONSOLE_REPORT_CHANGED_TREE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace guard::console {

enum class Change { kCreated, kModified, kDeleted, kRenamed, kLinked, kMetadata };
inline constexpr std::size_t kChanges = 6;
using ChangeCounts = std::array<std::uint64_t, kChanges>;

// "3 deleted, 1 renamed"; empty when nothing is.
[[nodiscard]] std::string counts_text(const ChangeCounts& counts);

class ChangedTree {
 public:
  // PATH: absolute, safe text.
  void add(std::string_view path, Change change);
  [[nodiscard]] const ChangeCounts& totals() const { return root_.counts; }

  struct Line {
    std::size_t depth = 0;
    std::string name;  // "src/", "a.c"; folders end in a slash
    ChangeCounts counts{};
    std::uint64_t left_out = 0;  // a line for so many neighbours that have none; name is empty
  };
  // At most about MOST lines; where there is too much, those with the most changes.
  [[nodiscard]] std::vector<Line> lines(std::size_t most) const;

 private:
  static constexpr std::size_t kMostPlaces = 50'000;
  struct Place {
    ChangeCounts counts{};
    std::map<std::string, Place, std::less<>> below;
  };
  static void add_lines(const Place& place, std::size_t depth, std::size_t most,
                        std::vector<Line>& out);

  Place root_;
  std::size_t places_ = 0;
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_REPORT_CHANGED_TREE_H_
