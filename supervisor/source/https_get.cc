// SPDX-License-Identifier: Apache-2.0
#include "supervisor/source/https_get.h"

#include <sys/stat.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl.hpp>
#include <optional>
#include <utility>

#include "base/text/text.h"
#include "supervisor/alerts/header_lines.h"
#include "supervisor/alerts/tls_trust.h"
#include "supervisor/source/trusted_file.h"

namespace guard::supervisor {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;
using ErrorCode = boost::system::error_code;
using TlsStream = beast::ssl_stream<beast::tcp_stream>;

constexpr std::uint32_t kHeaderLimit = 16 * 1024;
constexpr std::size_t kLongestCause = 120;
constexpr std::size_t kMostOfHeaders = 16 * 1024;

// One step begins the next; what is left when the time is over ends with the loop.
class Getting {
 public:
  Getting(asio::io_context& io, asio::ssl::context& context, const HttpsRequest& what)
      : what_(what), resolver_(io), stream_(io, context) {
    parser_.header_limit(kHeaderLimit);
    parser_.body_limit(what.most);
    request_ = {http::verb::get, what.from.target, 11};
    request_.set(http::field::host, policy::host_field(what.from));
    request_.set(http::field::user_agent, "guard");
    request_.set(http::field::connection, "close");
    if (!what.etag.empty()) request_.set(http::field::if_none_match, what.etag);
    for (const auto& [name, value] : what.headers) request_.set(name, value);
  }

  void start() {
    stream_.set_verify_callback(asio::ssl::host_name_verification(what_.from.host));
    ErrorCode not_an_address;
    asio::ip::make_address(what_.from.host, not_an_address);
    if (not_an_address) SSL_set_tlsext_host_name(stream_.native_handle(), what_.from.host.c_str());
    resolver_.async_resolve(what_.from.host, what_.from.port,
                            [this](ErrorCode error, const tcp::resolver::results_type& found) {
                              if (!failed("the name cannot be looked up", error)) connect(found);
                            });
  }

  // Empty: the time is over.
  [[nodiscard]] const std::optional<Result<void>>& ended() const { return ended_; }
  [[nodiscard]] http::response<http::string_body>& answer() { return parser_.get(); }

 private:
  void connect(const tcp::resolver::results_type& addresses) {
    beast::get_lowest_layer(stream_).async_connect(addresses,
                                                   [this](ErrorCode error, const tcp::endpoint&) {
                                                     if (!failed("cannot connect", error)) secure();
                                                   });
  }

  void secure() {
    stream_.async_handshake(asio::ssl::stream_base::client, [this](ErrorCode error) {
      if (!failed("TLS", error)) write();
    });
  }

  void write() {
    http::async_write(stream_, request_, [this](ErrorCode error, std::size_t) {
      if (!failed("cannot send", error)) read();
    });
  }

  // An answer that breaks off is an error: half of a policy must not look like one.
  void read() {
    http::async_read(stream_, buffer_, parser_, [this](ErrorCode error, std::size_t) {
      if (error == http::error::body_limit) {
        ended_ = fail(Code::kInvalid, "the answer is larger than " + size_text(what_.most));
      } else if (!failed("the answer is not whole", error)) {
        ended_.emplace();
      }
    });
  }

  bool failed(const char* stage, ErrorCode error) {
    if (!error) return false;
    ended_ = fail(Code::kSystem,
                  shortened(safe_text(std::string(stage) + ": " + error.message()), kLongestCause));
    return true;
  }

  const HttpsRequest& what_;
  tcp::resolver resolver_;
  TlsStream stream_;
  beast::flat_buffer buffer_;
  http::request<http::empty_body> request_;
  http::response_parser<http::string_body> parser_;
  std::optional<Result<void>> ended_;
};

Result<HttpsAnswer> answer_of(http::response<http::string_body>& answer) {
  const unsigned status = answer.result_int();
  if (status == 304) return HttpsAnswer{.unchanged = true};
  if (status == 404 || status == 410)
    return fail(Code::kNotFound, "the server has no such file (" + std::to_string(status) + ")");
  if (status != 200) return fail(Code::kSystem, "the server answered " + std::to_string(status));
  return HttpsAnswer{false, std::move(answer.body()), std::string(answer[http::field::etag])};
}

}  // namespace

Result<HttpsAnswer> https_get(const HttpsRequest& request) {
  const auto context = trusting_context(request.ca_file);
  if (!context) return forward(context.error());
  asio::io_context io(1);
  Getting getting(io, **context, request);
  getting.start();
  io.run_for(request.limit);
  if (!getting.ended())
    return fail(Code::kSystem, "no answer within " + std::to_string(request.limit.count()) + " s");
  if (!*getting.ended()) return forward(getting.ended()->error());
  return answer_of(getting.answer());
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
