// SPDX-License-Identifier: Apache-2.0
#include "console/web/web_app.h"

#include <array>

#include "base/request_target.h"
#include "base/text.h"
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
constexpr std::array<PlaceText, 3> kRefusedPlaces = {
    {{PeerPlace::kInside, "a process inside a session cannot do this: ask the person outside"},
     {PeerPlace::kForeign, "these sessions are another user's"},
     {PeerPlace::kUnknown, "no process was found at the other end of this connection"}}};

bool parse_body(const WebRequest& request, Json& body) {
  if (request.body.empty()) return true;
  body = Json::parse(request.body, nullptr, false);
  return body.is_object();
}

std::string text_of(const WebRequest& request) {
  return safe_text(request.method) + " " + shortened(safe_text(request.target), kLongestShown);
}

// What a supervised process wants is refused whether it has a row, a cookie or a token, or not.
std::optional<WebAnswer> answer(WebApp& app, WebChannel& channel, const WebRequest& request) {
  const auto target = parse_target(request.target);
  const WebRoute* route = target ? find_route(request.method, target->path) : nullptr;
  const Access access = route == nullptr ? Access::kApi : route->access;
  if (access != Access::kPage)
    if (const auto refused = app.place_refusal(channel.fd(), text_of(request)))
      return web_problem(403, "peer", *refused);
  if (auto refused = refusal(request, access, app.login(), app.settings().port)) return refused;
  if (route == nullptr) return web_problem(404, "not_found", "there is nothing of this name");
  WebCall call{app, channel, request, target->path, target->query, Json::object()};
  if (!parse_body(request, call.body))
    return web_problem(400, "invalid", "the body must be a JSON object");
  return route->handle(call);
}

}  // namespace

std::optional<std::string> WebApp::place_refusal(int fd, const std::string& what) {
  const TcpPeer peer = settings_.peer_of(fd);
  for (const PlaceText& row : kRefusedPlaces) {
    if (row.place != peer.place) continue;
    const std::string who = peer.pid == 0 ? "an unknown process"
                                          : peer.name + " (pid " + std::to_string(peer.pid) + ")";
    tell("refused " + what + " of " + who + ": " + row.text);
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
