// SPDX-License-Identifier: Apache-2.0
// The vocabulary of judgement: what a program is about to do, as plain values. The interceptor
// fills an Action, the facts of the supervisor complete it, the assessor reads it. Nothing here
// knows a pid, a descriptor or a clock.
#ifndef GUARD_POLICY_VOCABULARY_ACTION_H_
#define GUARD_POLICY_VOCABULARY_ACTION_H_

#include <cstdint>
#include <string>
#include <vector>

#include "policy/vocabulary/metadata_change.h"

namespace guard::policy {

// The thing that happens, whichever of the many system calls does it.
enum class Act {
  kExec,
  kRead,
  kCreate,    // a name that did not exist: file, directory, node, symlink
  kModify,    // open with write intent, truncate, overwrite (also a rename over an existing object)
  kDelete,    // unlink, rmdir
  kRename,    // an object leaves its name; objects[0] from, objects[1] to
  kLink,      // a further hard link; objects[0] the object, objects[1] the new name
  kMetadata,  // mode, owner, xattr, times
  kConnect,
  kListen,
  kSignal,
  kSystem,  // mount, reboot and kin
  kSign,    // a key agent outside is asked to use a key, or to change its keys
};

// Where an object lies. Judged on the resolved object, never on the spelling; the longest matching
// root wins.
enum class PathClass {
  kTmp,
  kWorkspace,
  kWorkspaceRoot,
  kVcs,  // .git and the like
  kSecret,
  kConfig,  // what runs or steers later: shell rc, hooks, editor tasks, agent settings, autostart,
            // cron
  kOwnState,  // an agent profile's own folders
  kCache,
  kHome,
  kSystem,
  kDevice,
  kHarmlessDevice,  // null, zero, full, random, the tree's own terminal
  kGuard,           // guard's own state, sockets, policy
  kOutside,
};

enum class ObjectType {
  kMissing,
  kFile,
  kDirectory,
  kSymlink,
  kFifo,
  kSocket,
  kCharDevice,
  kBlockDevice
};

// The fate of the content of before this session.
enum class Recoverability {
  kNothing,   // there is no such object
  kBorn,      // made in this session by this tree
  kBuilt,     // in a known build or dependency folder
  kClean,     // tracked and unchanged
  kSaved,     // the undo store has it or will
  kPrecious,  // none of these
};

struct Object {
  std::string path;  // canonical (of the object, or of its parent plus the last name)
  PathClass path_class = PathClass::kOutside;
  ObjectType type = ObjectType::kMissing;
  Recoverability recoverability = Recoverability::kPrecious;
  std::uint64_t bytes = 0;
  std::uint32_t permissions = 0;  // 07777
  std::uint64_t inode = 0;        // of what lies there; 0: nothing does, or it is not known
  bool operator==(const Object&) const = default;
};

// The files that a delete (or move, or overwrite) of some operands would touch; by a bounded walk.
struct EffectOperand {
  std::string shown;  // as in argv
  Object object;
  std::uint64_t files = 0;  // below it, itself included
  bool whole = true;        // false: there are more files
  bool made = false;        // the command gives it to what it writes: `cp a b` makes b
  bool operator==(const EffectOperand&) const = default;
};

struct Effect {
  std::uint64_t files = 0;  // everything that is not a directory
  std::uint64_t directories = 0;
  std::uint64_t bytes = 0;
  std::uint64_t born = 0;  // entries made in this session
  std::uint64_t built = 0;
  std::uint64_t preexisting = 0;  // entries of before (born and built are not among them)
  std::uint64_t unsaved = 0;      // of these, what undo cannot keep
  std::uint64_t stored = 0;       // of these, bytes on disk
  std::uint64_t newer = 0;        // of preexisting and built, what others made in this session
  std::vector<std::string> build_folders;  // names of some that hold what is built, for people
  std::uint64_t secrets = 0;
  std::uint64_t vcs = 0;  // entries inside .git and kin
  bool complete = true;   // false: at least these
  std::vector<EffectOperand> operands;
  std::vector<std::string> names;  // the first names, for people
  [[nodiscard]] std::uint64_t entries() const { return files + directories; }
  // Build output is among them.
  [[nodiscard]] std::uint64_t of_before() const { return preexisting + built - newer; }
  bool operator==(const Effect&) const = default;
};

enum class NameSource { kNone, kLiteral, kCommandLine, kDns, kFake, kSni };

// Whether a listener on every address can be kept to this machine instead: not at all, by the call
// that is judged, or by the listen(2) that follows a bind(2).
enum class Narrowing { kCannot, kNow, kOnceItListens };

struct Destination {
  std::string name;  // empty when only the address is known
  NameSource name_source = NameSource::kNone;
  // Names of the policy's that guard's own lookup led to this address: lately, and earlier in this
  // session; and those whose lookup fails now, which may be its names or not.
  std::vector<std::string> names;
  std::vector<std::string> former_names;
  std::vector<std::string> unresolved_names;
  // Names beside `name` that guard gave this address out for (`names: real`): the verdict about
  // each of them counts.
  std::vector<std::string> shared_names;
  std::string address;  // numeric: "192.0.2.7", "::1"; v4-mapped v6 is written as v4
  std::uint16_t port = 0;
  std::string protocol;  // "tcp", "udp"
  // The address is one of guard's own, which stands for the name alone; the real one is put in
  // when the act is carried out.
  bool stand_in = false;
  // A datagram socket is connected: nothing is sent yet.
  bool sends_nothing = false;
  bool loopback = false;
  bool resolver = false;                     // a configured name server, port 53
  bool metadata_service = false;             // 169.254.169.254 and kin
  Narrowing narrowing = Narrowing::kCannot;  // kListen
  bool operator==(const Destination&) const = default;
};

// For what a key agent is asked.
enum class KeyUse {
  kLogin,    // a login by ssh
  kSigned,   // a signature that says for what it is: of a commit, of a file
  kUnread,   // a signature of bytes that guard cannot read
  kDecrypt,  // of what was encrypted for a key
  kKeys,     // keys are added, removed, locked or handed out
};

struct KeyRequest {
  std::string agent;  // "ssh", "gpg"
  KeyUse use = KeyUse::kUnread;
  std::string words;                 // for people: "log in by ssh as git at github.com"
  std::vector<std::string> details;  // further lines for people
  // Key and purpose, as a grant names them: "ssh-login SHA256:... git@github.com". Empty: it says
  // too little to be remembered.
  std::string pattern;
  bool operator==(const KeyRequest&) const = default;
};

// Where a program image comes from.
enum class ImageOrigin { kInstalled, kWorkspace, kBorn, kBornInBuild, kMemfd, kDeleted, kOther };

// The program that runs in the acting process, as verified at its exec.
struct Actor {
  std::string exe;  // canonical path of the image; empty when unknown
  std::vector<std::string> argv;
  bool installed = false;  // root-owned, not writable by the session's user
  // For an interpreter that runs an installed program: the name of that one ("npm" of node).
  std::string script = {};
  bool tampered = false;  // another process of the tree may have written its memory
  // A git that logs in has forked it (git_steps.h): whoever reads what it says is that git.
  bool by_gits_login = false;
  bool by_git = false;  // an installed git has started it: `git-remote-http` is at work for one
  std::vector<std::string> known_argv = {};  // as of an Action
  bool by_user = false;  // CMD as the user gave it, before it becomes another program
  bool operator==(const Actor&) const = default;
};

struct Action {
  Act act = Act::kExec;
  std::string syscall;  // the call's name, for records
  std::string cwd;      // canonical
  Actor actor;

  // kExec
  std::string exe;  // canonical path of the image (of the script, if it is one)
  std::vector<std::string> argv;
  // The same with copies of installed programs called what they are: "/usr/bin/rm" for "./x". It
  // only adds a reading, and never rights. Empty: there is no copy among them.
  std::vector<std::string> known_argv;
  bool image_unread = false;  // nobody could tell whether the image is a copy
  std::vector<std::string>
      environment_changes;  // "NAME=VALUE" that the tree did not inherit from outside
  ImageOrigin image_origin = ImageOrigin::kInstalled;
  bool image_setuid = false;
  std::string called_by_link;  // base name of the link that led to an installed image, when only
                               // root can change that link ("npm" for npm-cli.js); else empty
  bool image_script = false;

  // file acts
  std::vector<Object> objects;
  bool also_reads = false;  // kModify: the same descriptor reads what was there (O_RDWR)
  bool appends = false;   // kModify: an open that adds to the end (O_APPEND, no O_TRUNC); for words
  bool exchange = false;  // kRename: both objects change places (RENAME_EXCHANGE)
  bool unsaved = false;   // the undo store should have kept what this changes, and could not
  // kMetadata. For kCreate the mode, and `made`: a file, or a device that is not harmless; kMissing
  // for an object that has neither rights nor a device behind it.
  MetadataChange change;
  ObjectType made = ObjectType::kMissing;

  // kConnect, kListen
  Destination destination;

  // kSystem: what it would do, in words: "opens a raw socket"
  std::string system_change;

  KeyRequest key;  // kSign

  bool operator==(const Action&) const = default;
};

[[nodiscard]] const char* name_of(Act act);
[[nodiscard]] const char* name_of(PathClass path_class);
[[nodiscard]] const char* name_of(ObjectType type);
[[nodiscard]] const char* name_of(Recoverability recoverability);

}  // namespace guard::policy

#endif  // GUARD_POLICY_VOCABULARY_ACTION_H_
