// SPDX-License-Identifier: Apache-2.0
// guard policy init: begins the user's own policy file. guard policy edit: opens it in the user's
// editor, and checks what was written. Neither ever takes away what stands there.
#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>

#include "base/files/unique_fd.h"
#include "base/text/text.h"
#include "console/commands/policy/policy_commands.h"
#include "console/help/option_help.h"
#include "console/options/option_parser.h"
#include "console/output/complaint.h"
#include "console/places/locations.h"
#include "console/policy/policy_template.h"

extern char** environ;

namespace guard::console {
namespace {

constexpr int kNotDone = 1;

constexpr OptionTable kInitTable = {
    .command = "policy init",
    .summary = "begin a policy file of your own: examples to take, as comments; never overwrites",
    .operands = "",
    .rows = {},
    .max_operands = 0,
    .example = "guard policy init",
};
constexpr OptionTable kEditTable = {
    .command = "policy edit",
    .summary =
        "open your policy file in $VISUAL or $EDITOR, begun where there is none, and check it",
    .operands = "",
    .rows = {},
    .max_operands = 0,
    .example = "EDITOR=nano guard policy edit",
};

Result<std::string> own_folder() {
  auto locations = find_locations("");
  if (!locations) return forward(locations.error());
  if (locations->config.empty()) return fail(Code::kNotFound, "no home folder: set HOME");
  return std::move(locations->config);
}

// One that is there is the user's to have as they like.
Result<void> make_own_folder(const std::string& folder) {
  struct stat status {};
  return ::stat(folder.c_str(), &status) == 0 ? Result<void>() : make_private_folder(folder);
}

Result<void> write_whole(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return fail_errno("write");
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

// False: there is one already, or a link of that name; it stays as it is.
Result<bool> begin_file(const std::string& folder, const std::string& path) {
  if (auto made = make_own_folder(folder); !made) return forward(made.error());
  const UniqueFd file(
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!file.valid() && errno == EEXIST) return false;
  if (!file.valid()) return fail_errno("create " + safe_text(path));
  if (auto written = write_whole(file.get(), kPolicyTemplate); !written) {
    (void)::unlink(path.c_str());  // half a file would be somebody's policy
    return forward(written.error().during(safe_text(path)));
  }
  return true;
}

std::string chosen_editor() {
  for (const char* name : {"VISUAL", "EDITOR"}) {
    const char* value = std::getenv(name);
    if (value != nullptr && *value != 0) return value;
  }
  return ::isatty(STDIN_FILENO) == 1 ? "vi" : "";
}

// Ctrl-C at the terminal is for the editor, as in system(3).
class IgnoredKeys {
 public:
  IgnoredKeys() {
    for (std::size_t i = 0; i < kSignals.size(); ++i)
      before_[i] = std::signal(kSignals[i], SIG_IGN);
  }
  ~IgnoredKeys() {
    for (std::size_t i = 0; i < kSignals.size(); ++i) std::signal(kSignals[i], before_[i]);
  }
  IgnoredKeys(const IgnoredKeys&) = delete;
  IgnoredKeys& operator=(const IgnoredKeys&) = delete;

 private:
  static constexpr std::array<int, 2> kSignals = {SIGINT, SIGQUIT};
  std::array<void (*)(int), 2> before_{};
};

// By the shell, as git does it: EDITOR may have words of its own. Its status as waitpid gives it.
Result<int> run_editor(const std::string& editor, const std::string& path) {
  std::string script = editor + " \"$@\"";
  std::string name = editor;
  std::string file = path;
  std::string shell = "sh";
  std::string flag = "-c";
  std::array<char*, 6> argv = {shell.data(), flag.data(), script.data(),
                               name.data(),  file.data(), nullptr};
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  sigset_t defaults;
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGINT);
  sigaddset(&defaults, SIGQUIT);
  ::posix_spawnattr_setsigdefault(&attributes, &defaults);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  const IgnoredKeys ignored;
  pid_t child = -1;
  const int error = ::posix_spawn(&child, "/bin/sh", nullptr, &attributes, argv.data(), environ);
  ::posix_spawnattr_destroy(&attributes);
  if (error != 0) return fail_with(error, "start /bin/sh");
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return fail_errno("wait for the editor");
  return status;
}

int check(const std::string& path) {
  int status = validate_policy_file(path);
  if (status == 0 && !why_refused_here(path).empty()) status = kNotDone;  // it holds here
  if (status == 0) return policy_written();
  return complain(status, safe_text(path) +
                              " stays as you left it. No run starts until it loads: guard policy "
                              "edit");
}

int edit(const std::string& path) {
  const std::string editor = chosen_editor();
  if (editor.empty())
    return complain(kNotDone,
                    "policy edit: there is no terminal for an editor: set VISUAL or "
                    "EDITOR, or change " +
                        safe_text(path) + " yourself");
  const auto ended = run_editor(editor, path);
  if (!ended) return complain(kNotDone, "policy edit: " + ended.error().text());
  if (*ended == 0) return check(path);
  (void)check(path);
  return complain(kNotDone, "policy edit: the editor failed: " + safe_text(editor));
}

}  // namespace

int policy_init(const std::vector<std::string>& words) {
  const auto options = parse_or_explain(kInitTable, words);
  if (!options) return options.error();
  const auto folder = own_folder();
  if (!folder) return complain(kNotDone, "policy init: " + folder.error().text());
  const std::string path = *folder + "/policy.yaml";
  const auto begun = begin_file(*folder, path);
  if (!begun) return complain(kNotDone, "policy init: " + begun.error().text());
  if (!*begun)
    return complain(kNotDone, "policy init: " + safe_text(path) +
                                  " is there already, and stays as it is: guard policy edit");
  std::cout << "wrote " << safe_text(path) << "; to change it: guard policy edit\n";
  return policy_written();
}

int policy_edit(const std::vector<std::string>& words) {
  const auto options = parse_or_explain(kEditTable, words);
  if (!options) return options.error();
  const auto folder = own_folder();
  if (!folder) return complain(kNotDone, "policy edit: " + folder.error().text());
  const std::string path = *folder + "/policy.yaml";
  if (const auto begun = begin_file(*folder, path); !begun)
    return complain(kNotDone, "policy edit: " + begun.error().text());
  return edit(path);
}

}  // namespace guard::console
