// SPDX-License-Identifier: Apache-2.0
#include "console/session/session_choice.h"

#include <sys/stat.h>

#include <cstdio>

#include "base/text/text.h"
#include "supervisor/state/state_format.h"

namespace guard::console {

Result<Locations> known_locations(const std::string& state_dir_option) {
  auto locations = find_locations(state_dir_option);
  if (!locations) return locations;
  if (auto known = supervisor::check_formats(locations->state, locations->config); !known)
    return forward(known.error());
  return locations;
}

Result<Locations> existing_locations(const ParsedOptions& options) {
  auto locations = known_locations(options.get("state-dir"));
  if (!locations) return forward(locations.error());
  struct stat folder {};
  if (options.has("state-dir") && ::stat(locations->state.c_str(), &folder) != 0)
    return fail_errno("--state-dir " + safe_text(options.get("state-dir")));
  return locations;
}

Result<SessionChoice> choose_sessions(const ParsedOptions& options) {
  const auto locations = existing_locations(options);
  if (!locations) return forward(locations.error());
  auto sockets = sockets_of(*locations, options.get("session"));
  if (!sockets) return forward(sockets.error());
  return SessionChoice{std::move(*sockets), options.has("verbose"), locations->state};
}

bool skip_stale(const SessionChoice& choice, const SessionSocket& socket, const Error& error) {
  if (error.code != Code::kGone && error.code != Code::kNotFound) return false;
  if (choice.verbose)
    complain(kDone, "skipping " + safe_text(socket.path) + ": no session listens there");
  return true;
}

std::string unreachable_text(const SessionSocket& socket, const Error& error) {
  return "session " + safe_text(socket.session) + " cannot be reached: " + error.text();
}

}  // namespace guard::console
