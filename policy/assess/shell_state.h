// SPDX-License-Identifier: Apache-2.0
// ShellState: the knowledge at one place of a shell text: variables that it set, and the folder. A
// variable that the text did not set has what the environment says, which nobody here knows. Where
// several ways lead to the place, a variable may have several values, and the folder may be one of
// several; each is judged. A value that is not computed exactly is not known, and that is never
// forgotten. A value type; pure, any thread.
#ifndef GUARD_POLICY_ASSESS_SHELL_STATE_H_
#define GUARD_POLICY_ASSESS_SHELL_STATE_H_

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "policy/shell/shell_text.h"

namespace guard::policy {

// The folder that a command of a text would run in.
struct PreviewFolder {
  bool known = true;                // false: behind a `cd` to somewhere unknown
  WordBase base = WordBase::kNone;  // kHome, kMade: `path` hangs from that place
  std::string path;                 // "": the act's own; absolute, or relative to that
  bool operator==(const PreviewFolder&) const = default;
};

[[nodiscard]] inline PreviewFolder unknown_folder() {
  return {.known = false, .base = WordBase::kNone, .path = {}};
}

using Folders = std::vector<PreviewFolder>;  // one of them; never empty
using WordValues = std::vector<ShellWord>;   // one of them; empty: not known

class ShellState {
 public:
  ShellState() = default;
  explicit ShellState(PreviewFolder folder) : folders_(1, std::move(folder)) {}

  // The values that `$NAME` may stand for; empty where that is not known.
  [[nodiscard]] WordValues values_of(std::string_view name) const;
  // The text set it, to whatever.
  [[nodiscard]] bool sets(std::string_view name) const { return variables_.contains(name); }
  void assign(const std::string& name, WordValues values);
  // A function NAME stands in a program's place.
  void define(const std::string& name) { functions_.insert(name); }
  [[nodiscard]] bool defines(const std::string& name) const { return functions_.contains(name); }
  void forget(const std::string& name) { assign(name, {}); }
  void forget_variables();
  // From here on no variable is followed: one may be a second name of another (declare -n).
  void follow_no_more();
  // NAME gets back what it had in BEFORE, as at the end of a function that has one of its own.
  void restore(const std::string& name, const ShellState& before);

  [[nodiscard]] const Folders& folders() const { return folders_; }
  void enter(Folders folders);
  void enter_unknown();
  void forget_folders();
  // From here on no folder is known: it may be changed between any two commands.
  void lose_folder();
  void push_folder() { stack_.push_back(folders_); }
  void pop_folder();
  void enter_previous();

  // Nothing behind it runs (`exit`).
  void end() { ended_ = true; }
  [[nodiscard]] bool ended() const { return ended_; }

  // Either this state holds, or OTHER.
  void join(const ShellState& other);
  // For a summary over a whole text: NAME may have VALUES too, besides those that it has.
  void gather(const std::string& name, const WordValues& values);
  void gather_folders(const ShellState& other) { join_folders(other); }

 private:
  void join_folders(const ShellState& other);

  std::map<std::string, WordValues, std::less<>> variables_;
  Folders folders_ = Folders(1);
  std::vector<Folders> stack_;  // of pushd
  Folders previous_;            // `cd -`; empty: not known
  std::set<std::string> functions_;
  bool followed_ = true;
  bool lost_ = false;  // the folder
  bool ended_ = false;
};

}  // namespace guard::policy

#endif  // GUARD_POLICY_ASSESS_SHELL_STATE_H_
