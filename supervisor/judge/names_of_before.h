// SPDX-License-Identifier: Apache-2.0
// NamesOfBefore: the files of before in the workspace, by the names that they had when the session
// began. A file of before goes with its name: also where its content was replaced first, where it
// was moved to another name, or where it changed places with something outside. Holds names alone,
// and asks no file system. One mutex, any thread.
#ifndef GUARD_SUPERVISOR_JUDGE_NAMES_OF_BEFORE_H_
#define GUARD_SUPERVISOR_JUDGE_NAMES_OF_BEFORE_H_

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "policy/vocabulary/action.h"

namespace guard::supervisor {

[[nodiscard]] bool is_of_before(const policy::Object& object);

class NamesOfBefore {
 public:
  // Notes what a delete or a rename does to names. Gives the name of before that is no more in the
  // workspace once it is done; nothing where none goes. An act that is noted and fails does no
  // harm: a note alone lets nothing go.
  std::optional<std::string> note(const policy::Action& action);
  // The name of before of what is called PATH now.
  [[nodiscard]] std::string former_name(const std::string& path) const;
  // OBJECT, which has the name of one that went, is in its place: of this session, and no other
  // file of before was moved there. That is how editors and linkers save.
  [[nodiscard]] bool took_the_place(const policy::Object& object) const;

 private:
  struct Went {
    std::uint64_t inode = 0;  // of what this session had put there, as it went; 0: it was of before
    bool for_good = false;    // it changed places with something outside
  };
  std::optional<std::string> deleted(const policy::Object& object);
  std::optional<std::string> renamed(const policy::Object& from, const policy::Object& to);
  std::optional<std::string> exchanged(const policy::Object& one, const policy::Object& other);
  void swap(const policy::Object& one, const policy::Object& other);
  void move(const std::string& from, const std::string& to);
  std::string went(const policy::Object& object);
  [[nodiscard]] bool counts(const policy::Object& object) const;
  [[nodiscard]] std::string former(const std::string& path) const;

  mutable std::mutex mutex_;
  std::map<std::string, std::string> moved_;  // name now, of a file or a folder -> name of before
  std::map<std::string, Went> went_;          // by the name of before: gone, or replaced
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_JUDGE_NAMES_OF_BEFORE_H_
