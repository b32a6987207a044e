// SPDX-License-Identifier: Apache-2.0
// The settings that `guard run` got by its options and the environment (option > environment;
// policy files come below both), checked but not yet applied to anything. Pure: the environment
// comes in as a function.
#ifndef GUARD_CONSOLE_OPTIONS_RUN_SETTINGS_H_
#define GUARD_CONSOLE_OPTIONS_RUN_SETTINGS_H_

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/log/log.h"
#include "console/options/option_parser.h"
#include "interceptor/launch/backend.h"
#include "policy/decide/evaluator.h"
#include "policy/model/policy.h"
#include "supervisor/run/options.h"

namespace guard::console {

// Taken over from the session outside, which root's guard belongs to.
struct GivenPolicy {
  std::vector<policy::PolicyFile> files;
  std::string hash;  // of what they come to there
  std::string mode;
  bool safe_mode = true;
  std::string home;
  std::vector<std::string> guard_folders;
  std::string ssh_socket;
  supervisor::ShownObjects shown;
};

struct RunSettings {
  std::string policy;
  std::optional<GivenPolicy> given;  // in place of all files
  std::string profile;
  std::string mode;
  std::optional<bool> safe_mode;
  std::optional<policy::LandlockUse> landlock;
  std::vector<std::string> workspace;
  std::string session;  // "" for a name of its own
  std::string state_dir;
  std::string socket;
  std::string require;
  interceptor::WantedBackend backend = interceptor::WantedBackend::kAuto;
  policy::OnAsk on_ask = policy::OnAsk::kWait;
  std::optional<bool> undo;  // not told: on
  bool discards_on_fail = false;
  bool tries = false;  // what undo cannot take back is held
  bool reviews = false;
  bool logs_network = false;
  bool ci = false;
  supervisor::FailOn fail_on = supervisor::FailOn::kNever;
  std::vector<std::string> reports;
  std::vector<std::string> pre_confirm;
  std::vector<std::string> plans;  // files that lines of it came from
  std::vector<int> keep_fds;       // from 3 up
  bool kill_at_exit = false;
  bool quiet = false;
  LogTarget log;
  std::vector<std::string> command;
};

using Environment = std::function<std::string(const char* name)>;  // "" when not set

[[nodiscard]] const OptionTable& run_options();
// The variables that stand for options: "GUARD_MODE".
[[nodiscard]] std::vector<std::string> run_variables();
[[nodiscard]] Result<RunSettings> read_run_settings(const ParsedOptions& options,
                                                    const Environment& environment);
// Mode, safe mode and pre-confirmed operations over what the files say. Fails on a mode that is not
// defined and on what the files have locked.
[[nodiscard]] Result<void> apply_settings(const RunSettings& settings, policy::Policy& policy);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_OPTIONS_RUN_SETTINGS_H_
