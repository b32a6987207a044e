// SPDX-License-Identifier: Apache-2.0
// CiPlan: what `guard run` writes when its command has ended: the summary, annotations, report
// files. The folders of the files are opened before anything runs, so that nothing that ran decides
// where they are written. Front's thread.
#ifndef GUARD_CONSOLE_CI_CI_PLAN_H_
#define GUARD_CONSOLE_CI_CI_PLAN_H_

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/files/unique_fd.h"
#include "console/ci/ci_formats.h"
#include "console/front/front.h"

namespace guard::console {

struct CiWanted {
  std::vector<std::string> reports;  // "FILE" or "FORMAT:FILE"; "-": standard output
  bool summary = false;
  bool annotations = false;
  bool skips_fail = false;  // a secret that a search went on without fails the run
};

// The run that has ended.
struct CiRun {
  std::string state_dir;
  std::string session;
  std::vector<std::string> workspace;
  std::string home;
  std::shared_ptr<const policy::Policy> policy;  // null: nothing is said about its rules
  std::uint64_t before = 0;                      // CiPlan::last_of_name
  std::optional<CiDiscard> discard = {};         // of what it did, by now
};

// The place of the last record of that name; 0: there is none.
[[nodiscard]] std::uint64_t last_record_of(const std::string& state_dir,
                                           const std::string& session);

class CiPlan {
 public:
  // kInvalid: a format that is not known; else the folder cannot be opened.
  [[nodiscard]] static Result<CiPlan> make(const CiWanted& wanted);

  // Before anything runs: the last record of earlier sessions of that name; 0: there is none, or
  // nothing will be written.
  [[nodiscard]] std::uint64_t last_of_name(const std::string& state_dir,
                                           const std::string& session) const;
  // How the run ended, with what was refused; a report that cannot be written makes a run that
  // ended well fail.
  [[nodiscard]] Ending write(Ending ending, const CiRun& run) const;

  // Reports in one of these folders, as typed; safe text: what runs may write them anew.
  [[nodiscard]] std::vector<std::string> inside(const std::vector<std::string>& folders) const;

  // Standard error gets the summary, which says what was discarded.
  [[nodiscard]] bool sums_up() const { return wanted_.summary; }
  // The run does not start: reports of an earlier one go, or they would be taken for this one's. A
  // policy that was learned stays.
  void remove_old() const;
  // The run starts: they go too, for a guard that is killed writes none. kSystem: one cannot be
  // removed, and nothing is to run.
  Result<void> begin() const;

 private:
  // The formats that went. STAYS: why the first of them that did not go is still there.
  [[nodiscard]] std::vector<std::string> removed(std::string& stays) const;

  struct File {
    const CiFormat* format;
    UniqueFd folder;  // none for standard output
    std::string name;
    std::string shown;
  };
  explicit CiPlan(const CiWanted& wanted)
      : wanted_(wanted), began_(std::chrono::steady_clock::now()) {}
  Result<void> add_file(const std::string& told);
  Result<void> keep_apart(File file);
  [[nodiscard]] bool writes_nothing() const;
  enum class Target { kFile, kOutput };
  // REPORT says the run's status also where that comes from a report that could not be written.
  [[nodiscard]] Result<void> write_all(CiReport& report) const;
  [[nodiscard]] Result<void> write_files(const CiReport& report, Target target) const;

  CiWanted wanted_;
  std::chrono::steady_clock::time_point began_;  // of the run, but for reading its options
  std::vector<File> files_;
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_CI_CI_PLAN_H_
