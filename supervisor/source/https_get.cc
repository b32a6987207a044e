// SPDX-License-Identifier: Apache-2.0
#include "supervisor/source/https_get.h"

#include <sys/stat.h>

#include <boost/asio/io_context.hpp>
#include <optional>
#include <utility>

#include "base/text/text.h"
#include "supervisor/alerts/header_lines.h"
#include "supervisor/alerts/http_post.h"
#include "supervisor/source/trusted_file.h"

namespace guard::supervisor {
namespace {

constexpr std::size_t kMostOfHeaders = 16 * 1024;

Post get_of(const HttpsRequest& request) {
  Post get;
  get.to = request.from;
  get.headers = request.headers;
  if (!request.etag.empty()) get.headers.emplace_back("If-None-Match", request.etag);
  get.ca_file = request.ca_file;
  get.limit = request.limit;
  get.answer = request.most;
  get.is_get = true;
  return get;
}

// An answer that breaks off is an error: half of a policy must not look like one.
Result<HttpsAnswer> answer_of(PostEnd end, std::size_t most) {
  if (end.status == 0) return fail(Code::kSystem, std::move(end.failure));
  if (end.too_long) return fail(Code::kInvalid, "the answer is larger than " + size_text(most));
  if (!end.broken.empty()) return fail(Code::kSystem, "the answer is not whole: " + end.broken);
  if (end.status == 304) return HttpsAnswer{.unchanged = true};
  const std::string number = std::to_string(end.status);
  if (end.status == 404 || end.status == 410)
    return fail(Code::kNotFound, "the server has no such file (" + number + ")");
  if (end.status != 200) return fail(Code::kSystem, "the server answered " + number);
  return HttpsAnswer{false, std::move(end.answer), std::move(end.etag)};
}

}  // namespace

Result<HttpsAnswer> https_get(const HttpsRequest& request) {
  if (!request.from.tls) return fail(Code::kRefused, "only https addresses are asked");
  boost::asio::io_context io(1);
  std::optional<PostEnd> end;
  post(io, get_of(request), [&end](PostEnd how) { end = std::move(how); });
  io.run_for(request.limit + std::chrono::seconds(1));
  if (!end) return fail(Code::kSystem, "no answer");
  return answer_of(std::move(*end), request.most);
}

Result<Headers> headers_of(const std::string& path) {
  if (path.empty()) return Headers();
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return fail_errno(safe_text(path));
  if ((status.st_mode & (S_IRWXG | S_IRWXO)) != 0)
    return fail(Code::kRefused, safe_text(path) + ": must be its owner's alone (chmod 600)");
  const auto text = read_file_of_anybody(path, kMostOfHeaders);
  if (!text) return forward(text.error());
  return headers_in(*text);
}

}  // namespace guard::supervisor
