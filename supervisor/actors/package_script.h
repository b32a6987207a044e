// SPDX-License-Identifier: Apache-2.0
// PackageScript: a package's own code that an installer starts: a lifecycle script of npm, the
// setup.py of an sdist, the build script of a crate. It is a stranger: whoever wrote the package
// wrote it, and nobody asked for more than to have the package. The chain of processes and the
// working folder tell, in a table with a row for each installer. Both can only be made up by who
// gives rights away by it. A package of the workspace itself is none. Pure; any thread.
#ifndef GUARD_SUPERVISOR_ACTORS_PACKAGE_SCRIPT_H_
#define GUARD_SUPERVISOR_ACTORS_PACKAGE_SCRIPT_H_

#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "policy/vocabulary/action.h"

namespace guard::supervisor {

struct Installer;  // a row of the table

// Immutable; shared by all that it starts.
struct PackageScript {
  const Installer* installer = nullptr;  // never null
  std::string package;                   // "esbuild"; what its folder is called
  std::string stage;                     // "postinstall", as npm says; for people alone
  std::string folder;                    // of the package
  std::string built;                     // where its build lies, if that is elsewhere
};
using PackageScriptPtr = std::shared_ptr<const PackageScript>;

// The program of ACTOR installs packages. Null: it is none that the table knows.
[[nodiscard]] const Installer* installer_of(const policy::Actor& actor);
// "npm"
[[nodiscard]] std::string name_of(const Installer& installer);
// INSTALLER, in the folder WHERE, starts what EXEC says. Null: nothing of a package's own.
[[nodiscard]] PackageScriptPtr script_begun(const policy::Actor& installer,
                                            const std::string& where, const policy::Action& exec,
                                            const std::vector<std::string>& workspaces);
// It may write there as any command: its package, what is built, scratch, caches.
[[nodiscard]] bool is_place_of(const PackageScript& script, const policy::Object& object);
// PATH lies in a package of the script's own maker, by its name: "@esbuild/linux-x64" for
// "esbuild", "lefthook-linux-x64" for "lefthook". Such packages hold what is built for one system,
// and scripts link it to themselves.
[[nodiscard]] bool is_of_family(const PackageScript& script, const std::string& path);
// The thing that EXEC or an act would do, for people: "github.com", "~/.bashrc", "git push".
[[nodiscard]] std::string wish_text(const policy::Action& action, const std::string& home);
// "esbuild's postinstall"; "the build of six-1.16.0"
[[nodiscard]] std::string text_of(const PackageScript& script);

// PackageScripts: the hosts of installers, and the wishes of scripts beyond their rights. Any
// thread.
class PackageScripts {
 public:
  // ACTOR was connected. An installer's own hosts are where its packages come from.
  void note_connection(const policy::Actor& actor, const policy::Destination& destination);
  [[nodiscard]] bool is_host_of(const Installer& installer,
                                const policy::Destination& destination) const;
  // OUTCOME: "refused".
  void note_wish(const PackageScript& script, const std::string& what, const std::string& outcome);
  // A line for each script and outcome: "esbuild's postinstall wanted github.com: refused"
  [[nodiscard]] std::vector<std::string> lines() const;

 private:
  mutable std::mutex mutex_;
  std::map<const Installer*, std::set<std::string>> hosts_;  // names and addresses, with the port
  // By script and outcome, in the order in which they were met.
  std::vector<std::pair<std::pair<std::string, std::string>, std::vector<std::string>>> wishes_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_ACTORS_PACKAGE_SCRIPT_H_
