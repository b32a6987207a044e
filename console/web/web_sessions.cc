// SPDX-License-Identifier: Apache-2.0
// The requests of the page to living sessions: their events, one question, answers. Each is the
// session's own request (docs/api.md), over its own socket; it decides.
#include <poll.h>

#include <array>
#include <chrono>

#include "console/session/client.h"
#include "console/session/session_sockets.h"
#include "console/web/web_routes.h"

namespace guard::console {
namespace {

constexpr std::chrono::seconds kPatience{5};
constexpr int kBeat = 15'000;  // ms between two signs of life

WebAnswer answer_of(const Result<Reply>& reply) {
  if (!reply) return web_problem_of(reply.error());
  if (!reply->ok()) return web_problem(reply->status, reply->error_code(), reply->error_message());
  return json_answer(reply->body);
}

// The session that the path names, by its name alone: never by a path.
std::optional<Client> client_of(const WebCall& call) {
  for (const SessionSocket& socket : session_sockets(call.app.settings().locations))
    if (socket.session == call.path[2]) return Client(socket.path, kWebProgram, kPatience);
  return std::nullopt;
}

WebAnswer no_session() {
  return web_problem(404, "no_session", "this session has ended");
}

std::string query_of(const WebCall& call) {
  std::string text;
  for (const auto& [name, value] : call.query)
    text += (text.empty() ? "?" : "&") + escaped_part(name) + "=" + escaped_part(value);
  return text;
}

// False: the browser has gone.
bool wait_for_events(const WebCall& call, const PageEvents& events) {
  std::array<pollfd, 2> entries = {{{events.fd(), POLLIN, 0}, {call.channel.fd(), POLLIN, 0}}};
  ::poll(entries.data(), entries.size(), kBeat);
  return entries[1].revents == 0;
}

// A window that closes leaves no large review behind. Another one that shows it reads it anew.
class LetReviewsGo {
 public:
  explicit LetReviewsGo(HeldReviews& reviews) : reviews_(reviews) {}
  ~LetReviewsGo() { reviews_.drop(""); }
  LetReviewsGo(const LetReviewsGo&) = delete;
  LetReviewsGo& operator=(const LetReviewsGo&) = delete;

 private:
  HeldReviews& reviews_;
};

}  // namespace

std::optional<WebAnswer> stream_events(WebCall& call) {
  const LetReviewsGo at_the_end(call.app.reviews());
  const auto events = call.app.hub().subscribe();
  if (!events) return web_problem_of(events.error());
  WebAnswer head;
  head.type = "text/event-stream";
  if (!call.channel.begin(head)) return std::nullopt;
  do {
    const std::string text = (*events)->take();
    // Somebody may have logged this browser out meanwhile, in another window.
    if (!is_logged_in(call.request, call.app.login(), call.app.settings().place.port))
      return std::nullopt;
    if (!call.channel.send_piece(text.empty() ? ": still here\n\n" : text)) return std::nullopt;
  } while (wait_for_events(call, **events) && !(*events)->overflowed());
  return std::nullopt;
}

std::optional<WebAnswer> show_session(WebCall& call) {
  const auto client = client_of(call);
  return client ? answer_of(client->get("/v1/session")) : no_session();
}

// The route's last part is the session's own name for it: pause, resume or end.
std::optional<WebAnswer> order_session(WebCall& call) {
  const auto client = client_of(call);
  if (!client) return no_session();
  return answer_of(client->post("/v1/session/" + call.path[3], nlohmann::json::object()));
}

std::optional<WebAnswer> show_question(WebCall& call) {
  const auto client = client_of(call);
  if (!client) return no_session();
  return answer_of(client->get("/v1/approvals/" + escaped_part(call.path[4]) + query_of(call)));
}

std::optional<WebAnswer> answer_questions(WebCall& call) {
  const auto client = client_of(call);
  if (!client) return no_session();
  return answer_of(client->post("/v1/approvals", call.body));
}

std::optional<WebAnswer> revoke_in_session(WebCall& call) {
  const auto client = client_of(call);
  if (!client) return no_session();
  return answer_of(client->remove("/v1/grants/" + escaped_part(call.path[4])));
}

}  // namespace guard::console
