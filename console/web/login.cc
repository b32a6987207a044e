// SPDX-License-Identifier: Apache-2.0
#include "console/web/login.h"

#include <algorithm>

#include "base/uuid.h"

namespace guard::console {
namespace {

// Takes as long wherever they differ; how long they are is no secret.
bool is_same(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  return difference == 0;
}

}  // namespace

std::string Login::new_token() {
  const std::lock_guard lock(mutex_);
  token_ = make_uuid();
  return token_;
}

Result<BrowserKeys> Login::open(std::string_view token, Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  std::erase_if(wrong_, [now](Clock::time_point tried) { return now - tried >= kTryTime; });
  if (wrong_.size() >= kMostTries) return fail(Code::kBusy, "too many wrong tokens: wait a minute");
  if (token_.empty() || !is_same(token, token_)) {
    wrong_.push_back(now);
    return fail(Code::kRefused, "this address was used already, or is not of this guard web");
  }
  token_.clear();
  if (browsers_.size() == kMostBrowsers) browsers_.pop_front();
  browsers_.push_back({make_uuid(), make_uuid()});
  return browsers_.back();
}

bool Login::knows(std::string_view cookie, std::string_view key) const {
  const std::lock_guard lock(mutex_);
  bool known = false;
  for (const BrowserKeys& browser : browsers_) {
    const bool is_cookie = is_same(cookie, browser.cookie);
    const bool is_key = is_same(key, browser.key);
    known |= is_cookie && is_key;
  }
  return known;
}

void Login::close(std::string_view cookie) {
  const std::lock_guard lock(mutex_);
  std::erase_if(browsers_,
                [cookie](const BrowserKeys& browser) { return is_same(cookie, browser.cookie); });
}

}  // namespace guard::console
