// SPDX-License-Identifier: Apache-2.0
#include "supervisor/local_sockets.h"

#include <array>
#include <string_view>

#include "base/text.h"
#include "base/weaken.h"
#include "policy/glob.h"

namespace guard::supervisor {
namespace {

using policy::Category;

struct KnownSocket {
  std::string_view glob;
  int tier;
  const char* what;
};

// The first that fits. /var/run is a link to /run: paths here are canonical.
constexpr std::array kKnown = {
    KnownSocket{"/run/nscd/socket", 0, "the name service cache"},
    KnownSocket{"/run/systemd/journal/*", 0, "the journal"},
    KnownSocket{"/run/systemd/resolve/*", 0, "the resolver"},
    KnownSocket{"/run/systemd/userdb/*", 0, "the user database"},
    KnownSocket{"/dev/log", 0, "the system log"},
    KnownSocket{"/run/docker.sock", 3, "the container engine"},
    KnownSocket{"/run/podman/**", 3, "the container engine"},
    KnownSocket{"/run/containerd/**", 3, "the container engine"},
    KnownSocket{"/run/user/*/podman/**", 3, "the container engine"},
    KnownSocket{"/run/user/*/docker.sock", 3, "the container engine"},
    KnownSocket{"/run/dbus/system_bus_socket", 3, "the system bus"},
    KnownSocket{"/run/systemd/**", 3, "the service manager"},
    KnownSocket{"/run/user/*/systemd/**", 3, "the service manager"},
};

policy::Assessment asked(int tier, std::string reason, std::string path) {
  policy::Assessment assessment;
  assessment.tier = tier;
  assessment.categories = {tier >= 3 ? Category::kSystemImpact : Category::kNetworkRisk};
  assessment.rule = "socket.outside";
  assessment.reason = std::move(reason);
  assessment.alternative = "Ask the user to do it outside this session.";
  assessment.details = {safe_text(path), "connect"};
  assessment.pattern = std::move(path);
  return assessment;
}

policy::Assessment harmless() {
  policy::Assessment assessment;
  assessment.rule = "socket.own";
  return assessment;
}

}  // namespace

policy::Assessment assess_local_socket(const LocalSocket& socket) {
  if (weakened("outside-sockets")) return harmless();
  if (socket.family == AF_UNSPEC || socket.family == AF_NETLINK) return harmless();
  if (socket.family != AF_UNIX) {
    return asked(3, "connects by an address family that guard does not read", "");
  }
  if (socket.path.empty()) return harmless();  // abstract: only the tree's own are reached
  for (const KnownSocket& known : kKnown) {
    if (!policy::path_glob_matches(known.glob, socket.path)) continue;
    if (known.tier == 0) return harmless();
    return asked(known.tier, std::string("talks to ") + known.what, socket.path);
  }
  if (socket.made_in_session) return harmless();
  return asked(2, "talks to a program outside: " + safe_text(socket.path), socket.path);
}

}  // namespace guard::supervisor
