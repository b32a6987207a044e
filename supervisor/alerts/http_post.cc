// SPDX-License-Identifier: Apache-2.0
#include "supervisor/alerts/http_post.h"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl.hpp>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include "base/text/text.h"
#include "supervisor/alerts/tls_trust.h"

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

template <class Stream>
class Posting : public std::enable_shared_from_this<Posting<Stream>> {
 public:
  static constexpr bool kTls = std::is_same_v<Stream, TlsStream>;

  template <class... Arguments>
  Posting(asio::io_context& io, Post what, std::function<void(PostEnd)> on_posted,
          Arguments&&... of_stream)
      : what_(std::move(what)),
        on_posted_(std::move(on_posted)),
        resolver_(io),
        stream_(std::forward<Arguments>(of_stream)...),
        deadline_(io) {
    parser_.header_limit(kHeaderLimit);
    // Before the head is read, which may say the length: later it would not be looked at.
    if (what_.answer > 0) parser_.body_limit(what_.answer);
    if (what_.answer == 0) parser_.body_limit(boost::none);  // no body is read
    const auto verb = what_.is_get ? http::verb::get : http::verb::post;
    request_ = {verb, what_.to.target, 11, std::move(what_.body)};
    request_.set(http::field::host, policy::host_field(what_.to));
    request_.set(http::field::user_agent, "guard");
    if (!what_.is_get) request_.set(http::field::content_type, "application/json");
    request_.set(http::field::connection, "close");
    for (const auto& [name, value] : what_.headers) request_.set(name, value);
    request_.prepare_payload();
  }

  // One deadline for all of it: a look-up cannot be interrupted, but nobody waits for it.
  void start() {
    deadline_.expires_after(what_.limit);
    deadline_.async_wait([self = this->shared_from_this()](ErrorCode error) {
      if (!error)
        self->end(
            {0, "no answer within " + std::to_string(self->what_.limit.count()) + " s", false});
    });
    resolver_.async_resolve(what_.to.host, what_.to.port,
                            [self = this->shared_from_this()](ErrorCode error, auto addresses) {
                              if (!self->failed("the name cannot be looked up", error))
                                self->connect(addresses);
                            });
  }

  Stream& stream() { return stream_; }

 private:
  void connect(const tcp::resolver::results_type& addresses) {
    beast::get_lowest_layer(stream_).async_connect(
        addresses, [self = this->shared_from_this()](ErrorCode error, const tcp::endpoint&) {
          if (!self->failed("cannot connect", error)) self->secure();
        });
  }

  void secure() {
    if constexpr (kTls) {
      stream_.async_handshake(asio::ssl::stream_base::client,
                              [self = this->shared_from_this()](ErrorCode error) {
                                if (!self->failed("TLS", error)) self->write();
                              });
    } else {
      write();
    }
  }

  void write() {
    http::async_write(stream_, request_,
                      [self = this->shared_from_this()](ErrorCode error, std::size_t) {
                        if (!self->failed("cannot send", error)) self->read();
                      });
  }

  void read() {
    http::async_read_header(stream_, buffer_, parser_,
                            [self = this->shared_from_this()](ErrorCode error, std::size_t) {
                              if (error == http::error::body_limit && !self->ended_)
                                return self->end(self->answered(error));
                              if (self->failed("no answer", error)) return;
                              if (self->what_.answer > 0) return self->read_answer();
                              self->end({self->status(), "", false});
                            });
  }

  // The head has said how it went: a body that is too long, or breaks off, changes nothing of it.
  void read_answer() {
    http::async_read(stream_, buffer_, parser_,
                     [self = this->shared_from_this()](ErrorCode error, std::size_t) {
                       if (!self->ended_) self->end(self->answered(error));
                     });
  }

  PostEnd answered(ErrorCode error) {
    auto& answer = parser_.get();
    PostEnd how{status(), "", false};
    how.etag = std::string(answer[http::field::etag]);
    how.too_long = error == http::error::body_limit;
    if (error) how.broken = shortened(safe_text(error.message()), kLongestCause);
    if (!error) how.answer = std::move(answer.body());
    return how;
  }

  [[nodiscard]] int status() const { return static_cast<int>(parser_.get().result_int()); }

  bool failed(const char* stage, ErrorCode error) {
    if (ended_) return true;
    if (!error) return false;
    end({0, shortened(safe_text(std::string(stage) + ": " + error.message()), kLongestCause),
         error.category() == asio::error::get_ssl_category()});
    return true;
  }

  void end(PostEnd how) {
    if (std::exchange(ended_, true)) return;
    ErrorCode ignored;
    deadline_.cancel(ignored);
    resolver_.cancel();
    beast::get_lowest_layer(stream_).socket().close(ignored);
    std::exchange(on_posted_, nullptr)(std::move(how));
  }

  Post what_;
  std::function<void(PostEnd)> on_posted_;
  tcp::resolver resolver_;
  Stream stream_;
  asio::steady_timer deadline_;
  beast::flat_buffer buffer_{kHeaderLimit};
  http::request<http::string_body> request_;
  http::response_parser<http::string_body> parser_;
  bool ended_ = false;
};

bool is_address(const std::string& host) {
  ErrorCode error;
  asio::ip::make_address(host, error);
  return !error;
}

void post_over_tls(asio::io_context& io, Post what, std::function<void(PostEnd)> on_posted) {
  auto trusting = trusting_context(what.ca_file, what.own);
  if (!trusting) return on_posted({0, trusting.error().text(), true});
  const auto context = std::move(*trusting);
  const std::string host = what.to.host;
  // The context lives as long as what it was made for.
  auto end = [context, on_posted = std::move(on_posted)](PostEnd how) {
    on_posted(std::move(how));
  };
  auto posting =
      std::make_shared<Posting<TlsStream>>(io, std::move(what), std::move(end), io, *context);
  posting->stream().set_verify_callback(asio::ssl::host_name_verification(host));
  if (!is_address(host)) SSL_set_tlsext_host_name(posting->stream().native_handle(), host.c_str());
  posting->start();
}

}  // namespace

void post(asio::io_context& io, Post what, std::function<void(PostEnd)> on_posted) {
  if (what.to.tls) return post_over_tls(io, std::move(what), std::move(on_posted));
  std::make_shared<Posting<beast::tcp_stream>>(io, std::move(what), std::move(on_posted), io)
      ->start();
}

}  // namespace guard::supervisor
