// SPDX-License-Identifier: Apache-2.0
// Where guard keeps its own: option > environment > XDG > home. Finds only; make_private_folder
// creates.
//   state    --state-dir, $GUARD_STATE_DIR, $XDG_STATE_HOME/guard, ~/.local/state/guard (audit.db)
//   runtime  $XDG_RUNTIME_DIR/guard, else STATE/run (SESSION.sock) config   $XDG_CONFIG_HOME/guard,
//   ~/.config/guard                                           (policy.yaml, grants.yaml)
#ifndef GUARD_CONSOLE_PLACES_LOCATIONS_H_
#define GUARD_CONSOLE_PLACES_LOCATIONS_H_

#include <string>

#include "base/error.h"

namespace guard::console {

struct Locations {
  std::string state;
  std::string runtime;
  std::string config;
};

[[nodiscard]] std::string home_folder();  // $HOME, else the user's entry; "" when there is neither
[[nodiscard]] Result<Locations> find_locations(const std::string& state_dir_option);
// For a folder that somebody named and that will be made: the one above it must be there. A name
// that is mistyped makes no tree of folders. "": nobody named one.
[[nodiscard]] Result<void> check_named_folder(const std::string& path);
// Somebody named a folder that is not there yet: a name that is mistyped looks like that, and finds
// nothing of what was done before.
[[nodiscard]] bool names_new_folder(const std::string& path);
// Makes PATH and its parents; the last one 0700. Fails when it is a symlink, not a folder,
// somebody else's, or already there and open to others.
[[nodiscard]] Result<void> make_private_folder(const std::string& path);

// As the kernel has it; empty where that is gone or cannot be told.
[[nodiscard]] std::string current_folder();

}  // namespace guard::console

#endif  // GUARD_CONSOLE_PLACES_LOCATIONS_H_
