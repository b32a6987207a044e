// SPDX-License-Identifier: Apache-2.0
// guard web: the page in a browser: all sessions of this user, answers, the record, undo.
#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <mutex>

#include "base/request_target.h"
#include "base/text.h"
#include "console/commands/commands.h"
#include "console/commands/session_choice.h"
#include "console/nested_run.h"
#include "console/web/web_app.h"
#include "console/web/web_server.h"

namespace guard::console {
namespace {

constexpr std::array<OptionRow, 2> kRows = {
    {{"port", 0, "PORT", "listen there on 127.0.0.1; 0: one that is free"}, kStateDirRow}};
constexpr OptionTable kTable = {
    .command = "web",
    .summary = "serve a page that shows sessions and answers their questions (127.0.0.1 alone)",
    .operands = "",
    .rows = kRows,
    .max_operands = 0,
    .example = "guard web",
    .statuses = "exit status: 0 ended by Ctrl-C, 1 it cannot listen, 2 usage"};

// Before any thread: all of them leave these to the descriptor.
Result<UniqueFd> end_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals, signal);
  ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  ::signal(SIGPIPE, SIG_IGN);
  UniqueFd fd(::signalfd(-1, &signals, SFD_CLOEXEC));
  if (!fd.valid()) return fail_errno("signalfd");
  return fd;
}

// The token stands behind the #: browsers send that to nobody, and it is in no log.
void print_address(WebApp& app) {
  std::printf("http://127.0.0.1:%u/#%s\n", unsigned{app.settings().port},
              app.login().new_token().c_str());
  std::fflush(stdout);
}

void explain() {
  std::puts(
      "Open this address in a browser. It works once; Enter prints another one, Ctrl-C ends.");
}

// False: nothing more comes from there.
bool take_line() {
  std::array<char, 256> typed{};
  return ::read(STDIN_FILENO, typed.data(), typed.size()) > 0;
}

void serve(WebServer& server, WebApp& app, int signals) {
  std::array<pollfd, 3> entries = {
      {{signals, POLLIN, 0}, {server.fd(), POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}}};
  while (entries[0].revents == 0) {
    if (::poll(entries.data(), entries.size(), -1) < 0) continue;
    if (entries[1].revents != 0)
      server.accept([&app](WebChannel& channel) { app.serve(channel); },
                    [&app](int fd) { return !app.place_refusal(fd, "a connection"); });
    if (entries[2].revents == 0) continue;
    if (take_line())
      print_address(app);
    else
      entries[2].fd = -1;
  }
}

Result<std::uint16_t> port_of(const ParsedOptions& options) {
  const std::string text = options.get("port", "0");
  const auto port = parse_count(text);
  if (!port || *port > 65535)
    return fail(Code::kInvalid, "web: --port " + safe_text(text) + ": a number up to 65535");
  return static_cast<std::uint16_t>(*port);
}

int run(const Locations& locations, std::uint16_t port) {
  const auto signals = end_signals();
  if (!signals) return complain(kNotDone, "web: " + signals.error().text());
  auto server = WebServer::listen(port);
  if (!server) return complain(kNotDone, "web: " + server.error().text());
  auto hub = WebHub::start([&locations] { return session_sockets(locations); });
  if (!hub) return complain(kNotDone, "web: " + hub.error().text());
  WebSettings settings;
  settings.locations = locations;
  settings.port = server->port();
  settings.tell = [](const std::string& line) { complain(kDone, "web: " + line); };
  WebApp app(std::move(settings), **hub);
  print_address(app);
  explain();
  serve(*server, app, signals->get());
  server->stop();
  return kDone;
}

}  // namespace

int web_command(const Words& words) {
  const auto options = parse_or_explain(kTable, words);
  if (!options) return options.error();
  const auto port = port_of(*options);
  if (!port) return complain(kUsage, port.error().text());
  if (inside_a_session())
    return complain(kNotDone, "web: a process inside a session cannot do this: run it outside");
  const auto locations = find_locations(options->get("state-dir"));
  if (!locations) return complain(kNotDone, "web: " + locations.error().text());
  return run(*locations, *port);
}

}  // namespace guard::console
