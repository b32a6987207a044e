// SPDX-License-Identifier: Apache-2.0
// WrittenPaths: the paths whose content one session of the undo store has written: files that it
// changed, replaced, moved or made. Whether something is there still is for the caller to see.
// Reads its journal and its list of what was made, and later only what came since. One thread.
#ifndef GUARD_SUPERVISOR_COLLISIONS_WRITTEN_PATHS_H_
#define GUARD_SUPERVISOR_COLLISIONS_WRITTEN_PATHS_H_

#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>

#include "base/files/unique_fd.h"
#include "supervisor/undo/store/object_record.h"

namespace guard::supervisor {

class WrittenPaths {
 public:
  // FOLDER: of the session. COUNTS: a path is of interest. kMostElsewhere of the others are
  // remembered, as they may be moved to one that is.
  WrittenPaths(std::string folder, std::function<bool(const std::string&)> counts);

  // Takes in what came since. Two calls of fstat(2) where nothing did.
  void update();
  // By path, canonical: when it was changed, ISO 8601; empty: it was made, or not said.
  [[nodiscard]] const std::map<std::string, std::string>& paths() const { return paths_; }
  // The object itself, by whatever name it is reached: of files that were changed in place, or
  // made.
  [[nodiscard]] bool has_object(const ObjectKey& key) const { return objects_.contains(key); }
  // False: something could not be read, or was too much for its list. The list lacks something that
  // happened.
  [[nodiscard]] bool is_whole() const { return whole_; }
  // Bytes that were read: another number says that something came.
  [[nodiscard]] std::size_t read() const { return journal_.read + made_.read; }

  static constexpr std::size_t kMostElsewhere = 200'000;

 private:
  // A file of JSON lines that only grows.
  struct Source {
    std::string path;
    UniqueFd file = {};
    std::size_t read = 0;
    std::string rest = {};  // a line that is not whole yet
  };
  using Take = void (WrittenPaths::*)(const nlohmann::json&);

  void take_new(Source& source, Take take);
  void take_line(const nlohmann::json& line, Take take);
  void take_entry(const nlohmann::json& line);
  void take_made(const nlohmann::json& line);
  struct Written {
    std::string time = {};
    std::optional<ObjectKey> key = {};
  };
  using Names = std::map<std::string, Written>;  // by what stands behind a folder: "", "/a"
  void put(const std::string& path, Written written);
  void put_below(const std::string& folder, const Names& names);
  void move(const std::string& from, const std::string& to);
  void name_also(const std::string& from, const std::string& to, const std::string& time);
  void exchange(const std::string& one, const std::string& other, const std::string& time);
  [[nodiscard]] Names take_below(const std::string& path);

  std::function<bool(const std::string&)> counts_;
  Source journal_;
  Source made_;
  std::map<std::string, std::string> paths_;
  std::map<std::string, Written> elsewhere_;  // of no interest, as long as they stay there
  std::unordered_set<ObjectKey, ObjectKeyHash> objects_;
  bool whole_ = true;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_COLLISIONS_WRITTEN_PATHS_H_
