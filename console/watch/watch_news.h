// SPDX-License-Identifier: Apache-2.0
// The messages between the feeds (session_feed.h), which speak to the sessions, and the model,
// which decides what is on the screen. Values only.
#ifndef GUARD_CONSOLE_WATCH_WATCH_NEWS_H_
#define GUARD_CONSOLE_WATCH_WATCH_NEWS_H_

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace guard::console {

enum class NewsKind {
  kSession,    // body: GET /v1/session
  kTrouble,    // text: why it cannot be watched at the moment
  kEnded,      // nobody listens there any more
  kQuestions,  // body: all that wait, an array
  kAsked,      // body: the question
  kSettled,    // body: the question
  kGrants,     // body: GET /v1/grants
  kAct,        // body: an act
  kActs,       // body: the last acts of the record, an array, the newest first
  kDetail,     // id, body: all of one question, with every name
  kRefused,    // id, text: an answer or a revocation was not taken
  kRevoked,    // id
  kBraked,     // body: the session was paused, goes on, or is being ended
  kBeside,     // body: "beside", other sessions that wrote the same files
  kUnalerted,  // body: way, cause of an alert that reached nobody
};

struct WatchNews {
  NewsKind kind = NewsKind::kTrouble;
  std::string session;  // the socket's name
  std::string id;
  std::string text;
  nlohmann::json body;
};

enum class RequestKind { kAnswer, kDetail, kRevoke, kBrake };

struct WatchRequest {
  RequestKind kind = RequestKind::kDetail;
  std::string session;
  std::string id;       // of a question or grant; of kBrake: "pause", "resume" or "end"
  nlohmann::json body;  // of an answer
};

// "shop is paused, by ana (guard watch)"; of several that the same was done to, each is named.
[[nodiscard]] std::string braked_text(const std::vector<std::string>& sessions,
                                      const WatchNews& news);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_WATCH_WATCH_NEWS_H_
