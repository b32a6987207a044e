// SPDX-License-Identifier: Apache-2.0
#include "supervisor/sinks/stream_delivery.h"

#include <array>
#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/write.hpp>
#include <optional>
#include <type_traits>
#include <utility>

#include "base/text/text.h"
#include "base/tls/open_ssl.h"
#include "supervisor/alerts/tls_trust.h"

namespace guard::supervisor {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using ErrorCode = boost::system::error_code;
using TlsStream = asio::ssl::stream<tcp::socket>;

constexpr std::size_t kLongestCause = 120;

// One step begins the next; what is left when the time is over ends with the loop.
template <class Stream>
class StreamDelivery {
 public:
  static constexpr bool kTls = std::is_same_v<Stream, TlsStream>;

  template <class... Arguments>
  StreamDelivery(asio::io_context& io, const StreamTarget& to, const std::string& bytes,
                 Arguments&&... of_stream)
      : to_(to), bytes_(bytes), resolver_(io), stream_(std::forward<Arguments>(of_stream)...) {}

  void start() {
    resolver_.async_resolve(to_.host, std::to_string(to_.port),
                            [this](ErrorCode error, auto addresses) {
                              if (!failed("the name cannot be looked up", error))
                                connect(addresses);
                            });
  }
  Stream& stream() { return stream_; }
  // Empty: the time is over.
  [[nodiscard]] const std::optional<Result<void>>& ended() const { return ended_; }
  [[nodiscard]] const char* stage() const { return stage_; }

 private:
  void connect(const tcp::resolver::results_type& addresses) {
    stage_ = "cannot connect";
    asio::async_connect(stream_.lowest_layer(), addresses,
                        [this](ErrorCode error, const tcp::endpoint&) {
                          if (!failed("cannot connect", error)) secure();
                        });
  }

  void secure() {
    if constexpr (kTls) {
      stage_ = "TLS";
      stream_.async_handshake(asio::ssl::stream_base::client, [this](ErrorCode error) {
        if (!failed("TLS", error)) write();
      });
    } else {
      write();
    }
  }

  void write() {
    stage_ = "it takes nothing";
    asio::async_write(stream_, asio::buffer(bytes_), [this](ErrorCode error, std::size_t) {
      if (!failed("cannot send", error)) close();
    });
  }

  void close() {
    stage_ = "it does not close the connection, so what it read is not known";
    if constexpr (kTls) {
      // Its own end comes as one of TLS, or as the connection's alone.
      stream_.async_shutdown([this](ErrorCode error) {
        const bool is_end =
            error == asio::error::eof || error == asio::ssl::error::stream_truncated;
        if (is_end || !failed("cannot close", error)) ended_.emplace();
      });
    } else {
      ErrorCode error;
      stream_.shutdown(tcp::socket::shutdown_send, error);
      if (!failed("cannot close", error)) wait_for_end();
    }
  }

  void wait_for_end() {
    stream_.async_read_some(asio::buffer(dropped_), [this](ErrorCode error, std::size_t) {
      if (error == asio::error::eof) return (void)ended_.emplace();
      if (!failed("the connection was lost", error)) wait_for_end();
    });
  }

  bool failed(const char* stage, ErrorCode error) {
    if (!error) return false;
    ended_ = fail(Code::kSystem,
                  shortened(safe_text(std::string(stage) + ": " + error.message()), kLongestCause));
    return true;
  }

  const StreamTarget& to_;
  const std::string& bytes_;
  tcp::resolver resolver_;
  Stream stream_;
  std::array<char, 1024> dropped_{};
  const char* stage_ = "the name cannot be looked up";
  std::optional<Result<void>> ended_;
};

template <class Stream>
Result<void> run(asio::io_context& io, StreamDelivery<Stream>& delivery,
                 std::chrono::seconds limit) {
  delivery.start();
  io.run_for(limit);
  if (delivery.ended()) return *delivery.ended();
  return fail(Code::kSystem, std::string(delivery.stage()) + ": no end within " +
                                 std::to_string(limit.count()) + " s");
}

bool is_address(const std::string& host) {
  ErrorCode error;
  asio::ip::make_address(host, error);
  return !error;
}

Result<void> deliver_over_tls(asio::io_context& io, const StreamTarget& to,
                              const std::string& bytes) {
  auto context = trusting_context(to.ca_file, to.own);
  if (!context) return forward(context.error());
  // With TLS 1.3 a server looks at guard's certificate after the client's end of the handshake: a
  // refusal would come behind records that count as sent, and no answer says what was read.
  (*context)->set_options(asio::ssl::context::no_tlsv1_3);
  StreamDelivery<TlsStream> delivery(io, to, bytes, io, **context);
  delivery.stream().set_verify_callback(asio::ssl::host_name_verification(to.host));
  if (!is_address(to.host))
    SSL_set_tlsext_host_name(delivery.stream().native_handle(), to.host.c_str());
  return run(io, delivery, to.limit);
}

}  // namespace

Result<void> deliver_stream(const StreamTarget& to, const std::string& bytes) {
  asio::io_context io(1);
  if (to.tls) return deliver_over_tls(io, to, bytes);
  StreamDelivery<tcp::socket> delivery(io, to, bytes, io);
  return run(io, delivery, to.limit);
}

}  // namespace guard::supervisor
