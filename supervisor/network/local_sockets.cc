// SPDX-License-Identifier: Apache-2.0
#include "supervisor/network/local_sockets.h"

#include <array>
#include <string_view>

#include "base/text/text.h"
#include "base/weaken.h"
#include "policy/text/glob.h"
#include "policy/vocabulary/own_rules.h"

namespace guard::supervisor {
namespace {

using interceptor::SocketFamily;
using policy::Category;

struct KnownSocket {
  std::string_view glob;
  int tier;
  const char* what;
};

// The first that fits. /var/run is a link to /run: paths here are canonical.
constexpr std::array kKnown = {
    KnownSocket{"/run/nscd/socket", 0, "the name service cache"},
    KnownSocket{"/run/nslcd/socket", 0, "the name service"},
    KnownSocket{"/var/lib/sss/pipes/*", 0, "the name service"},
    KnownSocket{"/run/avahi-daemon/socket", 0, "the name service"},
    KnownSocket{"/run/systemd/journal/*", 0, "the journal"},
    KnownSocket{"/run/systemd/resolve/*", 0, "the resolver"},
    KnownSocket{"/run/systemd/userdb/*", 0, "the user database"},
    KnownSocket{"/dev/log", 0, "the system log"},
    KnownSocket{"/run/docker.sock", 3, "the container engine"},
    KnownSocket{"/run/podman/**", 3, "the container engine"},
    KnownSocket{"/run/containerd/**", 3, "the container engine"},
    KnownSocket{"/run/crio/**", 3, "the container engine"},
    KnownSocket{"/run/buildkit/**", 3, "the container engine"},
    KnownSocket{"/run/user/*/podman/**", 3, "the container engine"},
    KnownSocket{"/run/user/*/docker.sock", 3, "the container engine"},
    KnownSocket{"/run/libvirt/**", 3, "the virtual machines"},
    KnownSocket{"/var/lib/lxd/**", 3, "the virtual machines"},
    KnownSocket{"/var/lib/incus/**", 3, "the virtual machines"},
    KnownSocket{"/run/snapd.socket", 3, "the package manager"},
    KnownSocket{"/run/dbus/system_bus_socket", 3, "the system bus"},
    KnownSocket{"/run/systemd/**", 3, "the service manager"},
    KnownSocket{"/run/user/*/systemd/**", 3, "the service manager"},
    KnownSocket{"/run/user/*/bus", 2, "the desktop bus"},
    KnownSocket{"/tmp/tmux-*/*", 2, "a terminal outside, where what is typed runs unsupervised"},
    KnownSocket{"/run/screen/**", 2, "a terminal outside, where what is typed runs unsupervised"},
    KnownSocket{"/tmp/ssh-*/*", 2, "the key agent"},
    KnownSocket{"/run/user/*/gnupg/**", 2, "the key agent"},
    KnownSocket{"/run/user/*/keyring/**", 2, "the key agent"},
};

policy::Assessment asked(int tier, std::string reason, std::string path) {
  policy::Assessment assessment;
  assessment.tier = tier;
  assessment.categories = {tier >= 3 ? Category::kSystemImpact : Category::kNetworkRisk};
  assessment.rule = policy::own_rule("socket.outside");
  assessment.reason = std::move(reason);
  assessment.alternative = "Ask the user to do it outside this session.";
  assessment.details = {safe_text(path), "connect"};
  assessment.pattern = std::move(path);
  return assessment;
}

policy::Assessment relayed_by_guard(const std::string& path) {
  policy::Assessment assessment;
  assessment.tier = 1;
  assessment.categories = {Category::kNetworkRisk};
  assessment.rule = policy::own_rule("signing.connect");
  assessment.reason = "talks to the key agent through guard, which asks about each use of a key";
  assessment.details = {safe_text(path), "connect"};
  assessment.pattern = path;
  return assessment;
}

policy::Assessment harmless() {
  policy::Assessment assessment;
  assessment.rule = policy::own_rule("socket.own");
  return assessment;
}

}  // namespace

policy::Assessment assess_local_socket(const LocalSocket& socket) {
  if (weakened("outside-sockets")) return harmless();
  if (socket.family == SocketFamily::kUnread)
    return asked(3, "talks by an address family that guard does not read", "");
  // The rights of a netlink, packet or crypto socket were settled when it was made.
  if (socket.family != SocketFamily::kUnix || socket.own) return harmless();
  const std::string& name = socket.path.empty() ? socket.abstract : socket.path;
  if (name.empty()) return harmless();  // to disconnect
  if (socket.relayed) return relayed_by_guard(name);
  for (const KnownSocket& known : kKnown) {
    if (socket.path.empty() || !policy::path_glob_matches(known.glob, socket.path)) continue;
    if (known.tier == 0) return harmless();
    return asked(known.tier, std::string("talks to ") + known.what, name);
  }
  return asked(2, "talks to a program outside: " + safe_text(name), name);
}

}  // namespace guard::supervisor
