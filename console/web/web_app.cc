// SPDX-License-Identifier: Apache-2.0
#include "console/web/web_app.h"

#include <array>

#include "base/text/json_object.h"
#include "base/text/request_target.h"
#include "base/text/text.h"
#include "console/web/web_routes.h"

namespace guard::console {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kLongestShown = 80;
constexpr std::size_t kMostTold = 10;  // lines a minute: whoever is refused cannot bury the others

struct PlaceText {
  PeerPlace place;
  const char* text;
};
constexpr std::array<PlaceText, 4> kRefusedPlaces = {
    {{PeerPlace::kInside, "a process inside a session cannot do this: ask the person outside"},
     {PeerPlace::kForeign, "these sessions are another user's"},
     {PeerPlace::kUnknown, "no process was found at the other end of this connection"},
     {PeerPlace::kElsewhere, "other hosts are answered over TLS alone"}}};

// The fields that a row knows, as texts: what is not one of them was meant to do something.
Result<Json> body_of(const WebRequest& request, const WebRoute& route) {
  if (request.body.empty()) return Json::object();
  auto body = parse_object(request.body);
  if (!body || route.fields == kAnyFields) return body;
  for (const auto& [name, value] : body->items())
    if (name != route.fields || !value.is_string())
      return fail(Code::kInvalid,
                  "field '" + shortened(name, kLongestShown) + "' is unknown here, or no text");
  return body;
}

Result<void> known_query(const Target& target, const WebRoute& route) {
  if (target.query.empty() || route.query == Query::kAny) return {};
  return fail(Code::kInvalid,
              "unknown parameter '" + shortened(target.query.begin()->first, kLongestShown) + "'");
}

std::string text_of(const WebRequest& request) {
  return safe_text(request.method) + " " + shortened(safe_text(request.target), kLongestShown);
}

std::string text_of(const TcpPeer& peer) {
  if (peer.place == PeerPlace::kElsewhere) return peer.name;
  if (peer.pid == 0) return "an unknown process";
  return peer.name + " (pid " + std::to_string(peer.pid) + ")";
}

// A request of a supervised process is refused whether it has a row, a cookie or a token, or not.
std::optional<WebAnswer> answer(WebApp& app, WebChannel& channel, const WebRequest& request) {
  const auto target = parse_target(request.target);
  const WebRoute* route = target ? find_route(request.method, target->path) : nullptr;
  const Access access = route == nullptr ? Access::kApi : route->access;
  if (access != Access::kPage)
    if (const auto refused = app.place_refusal(channel.fd(), text_of(request)))
      return web_problem(403, "peer", *refused);
  if (auto refused = refusal(request, access, app.login(), app.settings().place)) return refused;
  if (!target) return web_problem_of(target.error());
  if (route == nullptr) return web_problem(404, "not_found", "there is nothing of this name");
  if (const auto known = known_query(*target, *route); !known) return web_problem_of(known.error());
  auto body = body_of(request, *route);
  if (!body) return web_problem_of(body.error());
  WebCall call{app, channel, request, target->path, target->query, std::move(*body)};
  return route->handle(call);
}

}  // namespace

std::optional<std::string> WebApp::place_refusal(int fd, const std::string& what) {
  return refusal_of(settings_.peer_of(fd), what);
}

bool WebApp::admits(int fd) {
  const TcpPeer peer = settings_.peer_of(fd);
  return peer.place != PeerPlace::kElsewhere && !refusal_of(peer, "a connection");
}

std::optional<std::string> WebApp::refusal_of(const TcpPeer& peer, const std::string& what) {
  if (peer.place == PeerPlace::kElsewhere && settings_.place.secure) return std::nullopt;
  for (const PlaceText& row : kRefusedPlaces) {
    if (row.place != peer.place) continue;
    tell("refused " + what + " of " + text_of(peer) + ": " + row.text);
    return row.text;
  }
  return std::nullopt;
}

void WebApp::tell(const std::string& line) {
  const std::lock_guard lock(mutex_);
  const auto now = std::chrono::steady_clock::now();
  if (now - minute_ >= std::chrono::minutes(1)) {
    minute_ = now;
    told_ = 0;
  }
  ++told_;
  if (told_ <= kMostTold) settings_.tell(line);
  if (told_ == kMostTold) settings_.tell("what else is refused in this minute is not told");
}

void WebApp::serve(WebChannel& channel) {
  const auto request = channel.read();
  if (!request) {
    if (request.error().code == Code::kInvalid)
      (void)channel.write(web_problem_of(request.error()));
    return;
  }
  if (const auto whole = answer(*this, channel, *request)) (void)channel.write(*whole);
}

}  // namespace guard::console
