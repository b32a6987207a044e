// SPDX-License-Identifier: Apache-2.0
#include "console/web/web_hub.h"

#include <poll.h>
#include <sys/eventfd.h>

#include <array>
#include <chrono>
#include <utility>

#include "console/web/web_message.h"

namespace guard::console {
namespace {

using Json = nlohmann::json;

struct NewsName {
  NewsKind kind;
  const char* event;
};
// The news that a page is told; the others answer requests, which pages make by themselves.
constexpr std::array<NewsName, 11> kNames = {{{NewsKind::kSession, "session"},
                                              {NewsKind::kTrouble, "trouble"},
                                              {NewsKind::kEnded, "ended"},
                                              {NewsKind::kQuestions, "questions"},
                                              {NewsKind::kAsked, "asked"},
                                              {NewsKind::kSettled, "settled"},
                                              {NewsKind::kGrants, "grants"},
                                              {NewsKind::kBraked, "braked"},
                                              {NewsKind::kBeside, "beside"},
                                              {NewsKind::kAct, "act"},
                                              {NewsKind::kActs, "acts"}}};

Json rows_json(const WatchRows& rows, Tab tab) {
  Json list = Json::array();
  for (const WatchRow& row : rows.rows(tab))
    list.push_back({{"session", row.session}, {"id", row.id}, {"body", row.body}});
  return list;
}

}  // namespace

std::string page_event(std::string_view name, const Json& data) {
  return "event: " + std::string(name) +
         "\ndata: " + shown_json(data).dump(-1, ' ', false, Json::error_handler_t::replace) +
         "\n\n";
}

void PageEvents::put(std::string_view text) {
  {
    const std::lock_guard lock(mutex_);
    if (waiting_.size() + text.size() > kMost) overflowed_ = true;
    if (!overflowed_) waiting_ += text;
  }
  ::eventfd_write(arrived_.get(), 1);
}

std::string PageEvents::take() {
  eventfd_t count = 0;
  ::eventfd_read(arrived_.get(), &count);
  const std::lock_guard lock(mutex_);
  return std::exchange(waiting_, {});
}

Result<std::unique_ptr<WebHub>> WebHub::start(const FindSockets& find_sockets) {
  auto inbox = Inbox::make();
  if (!inbox) return forward(inbox.error());
  return std::unique_ptr<WebHub>(new WebHub(find_sockets, std::move(*inbox)));
}

WebHub::WebHub(const FindSockets& find_sockets, std::unique_ptr<Inbox> inbox)
    : inbox_(std::move(inbox)),
      feeds_(find_sockets, *inbox_, "guard web"),
      thread_([this] { run(); }) {}

WebHub::~WebHub() {
  stopping_ = true;
  thread_.join();
}

Result<std::shared_ptr<PageEvents>> WebHub::subscribe() {
  UniqueFd arrived{::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
  if (!arrived.valid()) return fail_errno("eventfd");
  auto page = std::make_shared<PageEvents>(std::move(arrived));
  const std::lock_guard lock(mutex_);
  page->put(page_event("state", state()));
  pages_.push_back(page);
  return page;
}

void WebHub::wake() {
  const std::lock_guard lock(mutex_);
  for (const auto& known : pages_)
    if (const auto page = known.lock()) page->put("");
}

void WebHub::run() {
  while (!stopping_) {
    feeds_.look(std::chrono::system_clock::now());
    for (const WatchNews& news : inbox_->take()) take(news);
    pollfd entry{inbox_->fd(), POLLIN, 0};
    ::poll(&entry, 1, SessionFeeds::kTick);
  }
}

void WebHub::take(const WatchNews& news) {
  const std::lock_guard lock(mutex_);
  rows_.take(news);
  std::erase_if(pages_, [](const auto& page) { return page.expired(); });
  for (const NewsName& row : kNames) {
    if (row.kind != news.kind || pages_.empty()) continue;
    const std::string event = page_event(
        row.event, {{"session", news.session}, {"text", news.text}, {"body", news.body}});
    for (const auto& known : pages_)
      if (const auto page = known.lock()) page->put(event);
  }
}

Json WebHub::state() const {
  Json sessions = Json::object();
  for (const auto& [name, session] : rows_.sessions())
    sessions[name] = {{"about", session.about}, {"trouble", session.trouble}};
  return {{"sessions", std::move(sessions)},
          {"questions", rows_json(rows_, Tab::kQuestions)},
          {"grants", rows_json(rows_, Tab::kGrants)},
          {"acts", rows_json(rows_, Tab::kActs)}};
}

}  // namespace guard::console
