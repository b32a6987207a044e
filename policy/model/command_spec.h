// SPDX-License-Identifier: Apache-2.0
// CommandSpec: how one program's arguments are read, and what they mean. Shipped as YAML in
// policy/packs/commands and extended by `commands:` in a policy file; parsing is getopt-like and
// driven by this data, never a regular expression over joined text. Values only.
#ifndef GUARD_POLICY_MODEL_COMMAND_SPEC_H_
#define GUARD_POLICY_MODEL_COMMAND_SPEC_H_

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "policy/vocabulary/action.h"
#include "policy/vocabulary/assessment.h"

namespace guard::policy {

// One row: when the parsed command line fits, it means this.
struct SpecRule {
  std::string id;
  std::vector<std::string> sub;        // any of these subcommands ("push", "remote set-url",
                                       // "* delete-*"): globs word by word
  std::vector<std::string> flags;      // any of these flags present (no dashes); "X=P*": with a
                                       // value that fits; "--": the end of options was marked
  std::vector<std::string> all_flags;  // all of these
  std::vector<std::string> not_flags;  // none of these
  std::vector<std::string> has;        // any operand equal to or glob-matching
  std::vector<std::string> not_has;
  // Not when every operand is an address of this machine, and none of these flags leads elsewhere;
  // empty: wherever.
  std::vector<std::string> unless_here;
  std::vector<PathClass> path_class;  // any operand of this class
  std::optional<bool> operands;       // true: at least one operand; false: none
  bool bare = false;                  // neither subcommand nor operands: a lone "yarn"
  // Files that must (not) be there, from the working folder: a lock file. "{}" in a name stands for
  // the first operand, "{*}" alone for any operand. Examples take both as given.
  std::vector<std::string> exists;
  std::vector<std::string> not_exists;
  std::optional<bool> privileged_inner;  // reserved for wrappers
  std::vector<Category> categories;
  int tier = 0;
  bool block = false;
  bool unbound = false;     // of sudo and its kin: what runs in the end stands nowhere: tier 3
  std::string reason;       // for people
  std::string alternative;  // for the agent
  std::optional<ImpliedLease> implied;
  std::vector<std::string> match;  // shell lines, checked at load
  std::vector<std::string> no_match;
  std::string source;  // "file:line"
  bool operator==(const SpecRule&) const = default;
};

// A set-user-ID program of an ordinary user, which gains no rights inside: with the rights of its
// owner outside of supervision once somebody approved it, not at all, or as any program.
enum class SetUserId { kPlain, kAsked, kRefused };

// Code that a program runs besides its own, which counts behind sudo.
enum class RunsCode {
  kUnknown,  // no entry says: as kNamed, and a shell, interpreter or builder that is named counts
  kNone,     // what its words name is data
  kWords,    // its words are names of other things, and files only where they have a slash
  kNamed,    // of files that its words name
  kFolder,   // of files in its working folder (a Makefile), too
  kTyped,    // whatever is typed at it (an editor's `:!sh`)
  kShell,    // a shell, where no command stands behind it (nsenter)
};

// The meaning of a program's operands to the file system; drives effects (see assessor.cc).
enum class OperandRole {
  kNone,
  kDelete,       // rm, rmdir, unlink, shred
  kFindRoots,    // find: leading operands, with -delete or -exec
  kMove,         // mv
  kOverwrite,    // truncate, tee, cp, install: the last or every operand is written
  kDeviceWrite,  // dd of=, mkfs, wipefs: writes to devices
  kMetadata,     // chmod, chown, chgrp
  kEditInPlace,  // sed -i, perl -i: the operands behind the script are written
};

// How a wrapper hands its arguments on.
struct WrapperShape {
  bool is_wrapper = false;
  int skip_operands = 0;        // timeout DURATION, taskset MASK, flock FILE, chroot DIR
  bool assignments = false;     // env and sudo: leading NAME=VALUE words
  std::string shell_text_flag;  // "c" for sh -c; "S" for env -S (a value flag: its value is the
                                // text); "*": the words joined are the text (ssh, watch)
  bool operator==(const WrapperShape&) const = default;
};

struct CommandSpec {
  std::vector<std::string> commands;  // base names this spec serves; globs allowed ("python3.*")
  // Flags that take a value: "C", "git-dir"; "i?": only an attached one (sed -i.bak); ":C": only
  // before the subcommand; "commit:m": only after that subcommand.
  std::vector<std::string> value_flags;
  bool single_dash_long = false;   // find -delete, terraform -chdir=
  bool abbreviations = true;       // GNU long-option abbreviation
  bool stop_at_operand = false;    // options end at the first operand (env, nice, sudo, docker)
  bool options_behind = false;     // they end at the second (ssh HOST -D 1080 COMMAND)
  bool subcommand = false;         // the first operand after global options is a subcommand
  int subcommand_words = 1;        // "remote set-url": 2
  bool short_subcommands = false;  // the beginning of one is taken for it: `npm pub`
  std::vector<std::string> subcommands;  // its first words besides those that the rows name
  std::vector<std::string> selectors;    // words before it that choose a version: cargo's "+*"
  bool bundled_flags = false;            // the first word is one of letters without a dash: tar xf
  OperandRole operand_role = OperandRole::kNone;
  SetUserId set_user_id = SetUserId::kPlain;
  RunsCode code = RunsCode::kUnknown;
  // Flags whose value it runs or loads, and subcommands that run what is not said, whatever `code`
  // is. "X=P*": that value.
  std::vector<std::string> code_flags;
  std::vector<std::string> code_sub;
  // Flags with which nothing is typed at it: `psql -c`.
  std::vector<std::string> code_unless;
  std::vector<std::string> recursive_flags;  // rm: r R recursive
  WrapperShape wrapper;
  std::vector<SpecRule> rules;  // every fitting row counts; the highest tier leads
  std::optional<ImpliedLease>
      implied;  // for the program whatever its arguments, when no row of tier 2+ fits
  std::string source;
  bool operator==(const CommandSpec&) const = default;
};

}  // namespace guard::policy

#endif  // GUARD_POLICY_MODEL_COMMAND_SPEC_H_
