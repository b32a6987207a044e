// SPDX-License-Identifier: Apache-2.0
#include "console/watch/session_feed.h"

#include <poll.h>
#include <sys/eventfd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <string>
#include <utility>

#include "console/terminal/question_view.h"

namespace guard::console {
namespace {

using Json = nlohmann::json;

constexpr std::chrono::seconds kPatience{3};
constexpr int kBeforeNextTry = 500;  // ms
constexpr int kGrantsLook = 10'000;  // ms: those with a time end without a word
constexpr int kActsAtFirst = 50;

struct EventNews {
  std::string_view type;
  NewsKind news;
};
constexpr std::array<EventNews, 12> kEvents = {{{"approval_required", NewsKind::kAsked},
                                                {"approval_partial", NewsKind::kAsked},
                                                {"approval_granted", NewsKind::kSettled},
                                                {"approval_denied", NewsKind::kSettled},
                                                {"approval_timeout", NewsKind::kSettled},
                                                {"approval_withdrawn", NewsKind::kSettled},
                                                {"alert_failed", NewsKind::kUnalerted},
                                                {"session_paused", NewsKind::kBraked},
                                                {"session_resumed", NewsKind::kBraked},
                                                {"session_ending", NewsKind::kBraked},
                                                {"session_beside", NewsKind::kBeside},
                                                {"act", NewsKind::kAct}}};
constexpr std::array<std::string_view, 3> kGrantEvents = {"approval_granted", "session_approved",
                                                          "grant_revoked"};

// A record as the event that was told when it happened.
Json act_of(const Json& record) {
  constexpr std::array<std::pair<const char*, const char*>, 12> kFields = {
      {{"what", "result_summary"},
       {"time", "timestamp"},
       {"tier", "risk_tier"},
       {"outcome", "outcome"},
       {"decision", "decision"},
       {"approval_status", "approval_status"},
       {"category", "category"},
       {"rule", "rule"},
       {"reason", "reason"},
       {"act", "act"},
       {"errno", "errno"},
       {"pid", "pid"}}};
  Json act = Json::object();
  for (const auto& [name, field] : kFields)
    if (record.contains(field)) act[name] = record[field];
  return act;
}

}  // namespace

Result<std::unique_ptr<Inbox>> Inbox::make() {
  UniqueFd arrived{::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
  if (!arrived.valid()) return fail_errno("eventfd");
  return std::unique_ptr<Inbox>(new Inbox(std::move(arrived)));
}

void Inbox::put(WatchNews news) {
  {
    const std::lock_guard lock(mutex_);
    news_.push_back(std::move(news));
  }
  ::eventfd_write(arrived_.get(), 1);
}

std::vector<WatchNews> Inbox::take() {
  eventfd_t count = 0;
  ::eventfd_read(arrived_.get(), &count);
  const std::lock_guard lock(mutex_);
  return std::exchange(news_, {});
}

Result<std::unique_ptr<SessionFeed>> SessionFeed::start(SessionSocket socket, Inbox& inbox,
                                                        const std::string& program) {
  UniqueFd wake{::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
  if (!wake.valid()) return fail_errno("eventfd");
  return std::unique_ptr<SessionFeed>(
      new SessionFeed(std::move(socket), inbox, program, std::move(wake)));
}

SessionFeed::SessionFeed(SessionSocket socket, Inbox& inbox, const std::string& program,
                         UniqueFd wake)
    : socket_(std::move(socket)),
      inbox_(inbox),
      program_(program),
      client_(socket_.path, program_, kPatience),
      wake_(std::move(wake)),
      thread_([this] { run(); }) {}

SessionFeed::~SessionFeed() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  ::eventfd_write(wake_.get(), 1);
  thread_.join();
}

void SessionFeed::request(WatchRequest request) {
  {
    const std::lock_guard lock(mutex_);
    requests_.push_back(std::move(request));
  }
  ::eventfd_write(wake_.get(), 1);
}

void SessionFeed::run() {
  while (!stopping()) {
    if (!begin() || !follow()) break;
    pause();
  }
  if (!stopping()) put(NewsKind::kEnded);
  ended_ = true;
}

// Reads what there is; the events after it follow. False: the session has ended.
bool SessionFeed::begin() {
  const auto session = client_.get("/v1/session");
  if (!session) return lives(session.error());
  const auto questions = client_.get("/v1/approvals?state=pending");
  if (!questions) return lives(questions.error());
  if (!questions->ok()) return lives({Code::kRefused, 0, questions->error_message()});
  trouble_.clear();
  put(NewsKind::kSession, session->body);
  last_event_ = questions->body.value("last_event", std::uint64_t{0});
  put(NewsKind::kQuestions, questions->body.value("approvals", Json::array()));
  fetch_grants();
  if (!std::exchange(has_acts_, true)) fetch_acts();
  return true;
}

// False: the session has ended.
bool SessionFeed::follow() {
  if (!trouble_.empty()) {
    serve_all();
    return true;
  }
  auto reader =
      EventReader::open(socket_.path, program_, last_event_, kPatience, StreamOf::kActsToo);
  if (!reader) return lives(reader.error());
  while (!stopping()) {
    const auto events = reader->read();
    if (!events) return true;  // what is behind it shows when it is opened again
    for (const ServerEvent& event : *events) take(event);
    serve_all();
    if (std::exchange(grants_changed_, false)) fetch_grants();
    std::array<pollfd, 2> entries = {{{reader->fd(), POLLIN, 0}, {wake_.get(), POLLIN, 0}}};
    if (::poll(entries.data(), entries.size(), kGrantsLook) == 0) grants_changed_ = true;
  }
  return true;
}

void SessionFeed::take(const ServerEvent& event) {
  last_event_ = std::max(last_event_, event.id);
  grants_changed_ |=
      std::find(kGrantEvents.begin(), kGrantEvents.end(), event.type) != kGrantEvents.end();
  for (const EventNews& row : kEvents)
    if (row.type == event.type) put(row.news, event.data);
}

void SessionFeed::serve_all() {
  eventfd_t count = 0;
  ::eventfd_read(wake_.get(), &count);
  for (;;) {
    WatchRequest request;
    {
      const std::lock_guard lock(mutex_);
      if (requests_.empty()) return;
      request = std::move(requests_.front());
      requests_.pop_front();
    }
    serve(request);
  }
}

Result<Reply> SessionFeed::send(const WatchRequest& request) const {
  const std::string approval = "/v1/approvals/" + escaped_part(request.id);
  switch (request.kind) {
    case RequestKind::kAnswer:
      return client_.post(approval, request.body);
    case RequestKind::kDetail:
      return client_.get(approval + "?limit=10000");
    case RequestKind::kRevoke:
      return client_.remove("/v1/grants/" + escaped_part(request.id));
    case RequestKind::kBrake:
      return client_.post("/v1/session/" + escaped_part(request.id), request.body);
  }
  return fail(Code::kInternal, "no such request");
}

// A settled question comes back as an event: an answer that was taken needs no news of its own.
void SessionFeed::serve(const WatchRequest& request) {
  const auto reply = send(request);
  if (!reply) return put(NewsKind::kRefused, nullptr, request.id, reply.error().text());
  if (!reply->ok()) return put(NewsKind::kRefused, nullptr, request.id, reply->error_message());
  const bool counted =
      request.kind == RequestKind::kAnswer && text_field(reply->body, "state") == "pending";
  if (counted) put(NewsKind::kRefused, nullptr, request.id, text_field(reply->body, "missing"));
  if (request.kind == RequestKind::kBrake && !reply->body.value("changed", false))
    put(NewsKind::kRefused, nullptr, request.id,
        socket_.session + " is " + text_field(reply->body, "state") + " already");
  if (request.kind == RequestKind::kDetail) put(NewsKind::kDetail, reply->body, request.id);
  if (request.kind == RequestKind::kRevoke) put(NewsKind::kRevoked, nullptr, request.id);
}

void SessionFeed::fetch_grants() {
  const auto grants = client_.get("/v1/grants");
  if (grants && grants->ok()) put(NewsKind::kGrants, grants->body);
}

// Acts of before somebody looked. A person who may not read the record sees those from now on.
void SessionFeed::fetch_acts() {
  const auto page = client_.get("/v1/audit?limit=" + std::to_string(kActsAtFirst));
  if (!page || !page->ok()) return;
  Json acts = Json::array();
  for (const Json& record : page->body.value("records", Json::array()))
    if (!text_field(record, "act").empty()) acts.push_back(act_of(record));
  put(NewsKind::kActs, std::move(acts));
}

bool SessionFeed::lives(const Error& error) {
  if (error.code == Code::kGone || error.code == Code::kNotFound) return false;
  if (trouble_ != error.text()) put(NewsKind::kTrouble, nullptr, "", error.text());
  trouble_ = error.text();
  return true;
}

void SessionFeed::pause() {
  pollfd entry{wake_.get(), POLLIN, 0};
  ::poll(&entry, 1, kBeforeNextTry);
}

bool SessionFeed::stopping() {
  const std::lock_guard lock(mutex_);
  return stopping_;
}

void SessionFeed::put(NewsKind kind, Json body, std::string id, std::string text) {
  inbox_.put({kind, socket_.session, std::move(id), std::move(text), std::move(body)});
}

}  // namespace guard::console
