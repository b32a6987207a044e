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
#include <vector>

#include "policy/vocabulary/action.h"

namespace guard::supervisor {

[[nodiscard]] bool is_of_before(const policy::Object& object);

class NamesOfBefore {
 public:
  // The name of before that is no more in the workspace once ACTION is done; nothing where none
  // goes.
  [[nodiscard]] std::optional<std::string> going(const policy::Action& action) const;
  // The effect of a delete or a rename on names: noted as it is about to be done, so that no other
  // thread's act is judged by the names of before it. CALL is its number until ended().
  void note(std::uint64_t call, const policy::Action& action);
  // DONE: it was; otherwise the names are as they were.
  void ended(std::uint64_t call, bool done);
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
  // The state of one entry before a note changed it.
  struct Change {
    std::string name;
    bool of_moved = false;             // else of went_
    std::optional<std::string> moved;  // nothing: there was none
    std::optional<Went> went;
  };
  using Changes = std::vector<Change>;
  [[nodiscard]] std::optional<std::string> going_by_rename(const policy::Object& from,
                                                           const policy::Object& to) const;
  [[nodiscard]] std::optional<std::string> going_by_exchange(const policy::Object& one,
                                                             const policy::Object& other) const;
  void renamed(const policy::Object& from, const policy::Object& to);
  void exchanged(const policy::Object& one, const policy::Object& other);
  void swap(const policy::Object& one, const policy::Object& other);
  void move(const std::string& from, const std::string& to);
  void went(const policy::Object& object);
  // Each change of an entry goes through these two.
  void set_moved(const std::string& name, std::optional<std::string> former);
  void set_went(const std::string& name, Went went);
  void replaces(const std::string& name);
  [[nodiscard]] bool counts(const policy::Object& object) const;
  [[nodiscard]] std::string former(const std::string& path) const;

  mutable std::mutex mutex_;
  std::map<std::string, std::string> moved_;  // name now, of a file or a folder -> name of before
  std::map<std::string, Went> went_;          // by the name of before: gone, or replaced
  Changes changes_;                           // of the note that is being made
  std::map<std::uint64_t, Changes> noted_;    // by call, until it has ended
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_JUDGE_NAMES_OF_BEFORE_H_
