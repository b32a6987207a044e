// SPDX-License-Identifier: Apache-2.0
#include "supervisor/names/name_server.h"

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/udp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <mutex>
#include <thread>
#include <utility>

namespace guard::supervisor {

// How an answer that comes later finds the server's thread, or finds that there is none any more.
class NameServer::Way {
 public:
  explicit Way(boost::asio::io_context& io) : io_(&io) {}
  void end() {
    const std::lock_guard lock(mutex_);
    io_ = nullptr;
  }
  template <class Job>
  void post(Job job) {
    const std::lock_guard lock(mutex_);
    if (io_ != nullptr) boost::asio::post(*io_, std::move(job));
  }

 private:
  std::mutex mutex_;
  boost::asio::io_context* io_;
};
namespace {

using boost::asio::ip::tcp;
using boost::asio::ip::udp;
using ErrorCode = boost::system::error_code;

constexpr std::size_t kLargestQuestion = 4096;
constexpr std::size_t kMostConnections = size_limit("names.connections");

// One question at a time, each with its length before it (RFC 1035, 4.2.2).
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(tcp::socket socket, const NameServer::Answer& answer,
             std::shared_ptr<NameServer::Way> way, std::chrono::milliseconds quiet,
             std::shared_ptr<int> counted)
      : socket_(std::move(socket)),
        timer_(socket_.get_executor()),
        answer_(answer),
        way_(std::move(way)),
        quiet_(quiet),
        counted_(std::move(counted)) {}

  void read() {
    timer_.expires_after(quiet_);
    timer_.async_wait([self = shared_from_this()](const ErrorCode& error) {
      if (!error) self->close();
    });
    boost::asio::async_read(socket_, boost::asio::buffer(length_),
                            [self = shared_from_this()](const ErrorCode& error, std::size_t) {
                              error ? self->close() : self->read_question();
                            });
  }

 private:
  void read_question() {
    question_.resize(static_cast<std::size_t>(length_[0]) << 8U | length_[1]);
    if (question_.size() > kLargestQuestion) return close();
    boost::asio::async_read(socket_, boost::asio::buffer(question_),
                            [self = shared_from_this()](const ErrorCode& error, std::size_t) {
                              error ? self->close() : self->answer_question();
                            });
  }

  void answer_question() {
    // The timer holds this object meanwhile; an answer may outlive the server, whose sockets it
    // must not hold.
    answer_(question_, [weak = weak_from_this(), way = way_](NameServer::Finish finish) {
      way->post([weak, finish = std::move(finish)] {
        if (const auto self = weak.lock()) self->write(finish());
      });
    });
  }

  void write(const std::optional<std::string>& answer) {
    if (!answer) return close();
    written_ = static_cast<char>(answer->size() >> 8U);
    written_ += static_cast<char>(answer->size() & 0xFFU);
    written_ += *answer;
    boost::asio::async_write(socket_, boost::asio::buffer(written_),
                             [self = shared_from_this()](const ErrorCode& error, std::size_t) {
                               error ? self->close() : self->read();
                             });
  }

  void close() {
    timer_.cancel();
    ErrorCode ignored;
    socket_.close(ignored);
  }

  tcp::socket socket_;
  boost::asio::steady_timer timer_;
  const NameServer::Answer& answer_;
  const std::shared_ptr<NameServer::Way> way_;
  const std::chrono::milliseconds quiet_;
  std::shared_ptr<int> counted_;  // as many hold it as there are connections, and one
  std::array<unsigned char, 2> length_{};
  std::string question_;
  std::string written_;
};

}  // namespace

struct NameServer::Impl {
  struct Place {
    Place(boost::asio::io_context& io, NameServerPlace place)
        : datagrams(io, place.is_v6 ? udp::v6() : udp::v4(), place.datagrams.release()),
          streams(io, place.is_v6 ? tcp::v6() : tcp::v4(), place.streams.release()) {}
    udp::socket datagrams;
    tcp::acceptor streams;
    udp::endpoint from;
    std::array<char, kLargestQuestion> bytes{};
  };

  Impl(std::vector<NameServerPlace> given, Answer with, std::chrono::milliseconds quiet_for)
      : answer(std::move(with)), quiet(quiet_for) {
    for (NameServerPlace& place : given)
      places.push_back(std::make_unique<Place>(io, std::move(place)));
    for (const auto& place : places) {
      receive(*place);
      accept(*place);
    }
    thread = std::thread([this] { io.run(); });
  }

  ~Impl() {
    way->end();
    io.stop();
    thread.join();
  }

  void receive(Place& place) {
    place.datagrams.async_receive_from(boost::asio::buffer(place.bytes), place.from,
                                       [this, &place](const ErrorCode& error, std::size_t size) {
                                         if (error == boost::asio::error::operation_aborted) return;
                                         if (!error) reply(place, {place.bytes.data(), size});
                                         receive(place);
                                       });
  }

  // An answer that does not fit into the socket's buffer is lost, as datagrams are.
  void reply(Place& place, std::string_view question) {
    answer(question, [way = way, &place, from = place.from](Finish finish) {
      way->post([&place, from, finish = std::move(finish)] {
        const auto bytes = finish();
        ErrorCode ignored;
        if (bytes) place.datagrams.send_to(boost::asio::buffer(*bytes), from, 0, ignored);
      });
    });
  }

  void accept(Place& place) {
    place.streams.async_accept([this, &place](const ErrorCode& error, tcp::socket socket) {
      if (error == boost::asio::error::operation_aborted) return;
      const bool room = counted.use_count() <= static_cast<long>(kMostConnections);
      if (!error && room)
        std::make_shared<Connection>(std::move(socket), answer, way, quiet, counted)->read();
      accept(place);
    });
  }

  const Answer answer;
  const std::chrono::milliseconds quiet;
  std::shared_ptr<int> counted = std::make_shared<int>(0);
  boost::asio::io_context io;
  const std::shared_ptr<Way> way = std::make_shared<Way>(io);
  std::vector<std::unique_ptr<Place>> places;
  std::thread thread;
};

NameServer::NameServer(std::vector<NameServerPlace> places, Answer answer,
                       std::chrono::milliseconds quiet)
    : impl_(std::make_unique<Impl>(std::move(places), std::move(answer), quiet)) {}

NameServer::~NameServer() = default;

}  // namespace guard::supervisor
