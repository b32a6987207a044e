// SPDX-License-Identifier: Apache-2.0
#include "console/session/session_sockets.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>

#include "base/files/socket_entry.h"
#include "base/text/text.h"

namespace guard::console {
namespace {

namespace fs = std::filesystem;

void add_sockets_in(const fs::path& folder, std::vector<SessionSocket>& sockets) {
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code unreadable;
    const fs::path& path = entry->path();
    if (auto elsewhere = socket_entry_at(path.string()))
      sockets.push_back({std::move(elsewhere->session), std::move(elsewhere->socket)});
    if (path.extension() != ".sock" || !entry->is_socket(unreadable)) continue;
    sockets.push_back({path.stem().string(), path.string()});
  }
}

}  // namespace

std::vector<SessionSocket> session_sockets(const Locations& locations) {
  std::vector<SessionSocket> sockets;
  std::set<fs::path> folders = {fs::path(locations.runtime).lexically_normal(),
                                (fs::path(locations.state) / "run").lexically_normal()};
  for (const fs::path& folder : folders) add_sockets_in(folder, sockets);
  std::sort(sockets.begin(), sockets.end(),
            [](const SessionSocket& a, const SessionSocket& b) { return a.session < b.session; });
  return sockets;
}

Result<std::vector<SessionSocket>> sockets_of(const Locations& locations,
                                              const std::string& session) {
  if (session.find('/') != std::string::npos)
    return std::vector<SessionSocket>{{fs::path(session).stem().string(), session}};
  std::vector<SessionSocket> sockets = session_sockets(locations);
  if (session.empty()) return sockets;
  std::erase_if(sockets, [&](const SessionSocket& socket) { return socket.session != session; });
  if (sockets.empty())
    return fail(Code::kNotFound, "no session '" + safe_text(session) + "' runs");
  return sockets;
}

}  // namespace guard::console
