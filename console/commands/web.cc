// SPDX-License-Identifier: Apache-2.0
// guard web: the page in a browser: all sessions of this user, answers, the record, undo.
#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <mutex>

#include "base/files/page_mark.h"
#include "base/log/log.h"
#include "base/text/text.h"
#include "console/commands/commands.h"
#include "console/help/option_help.h"
#include "console/report/bug_bundle.h"
#include "console/session/session_choice.h"
#include "console/web/page_place.h"
#include "console/web/tls_stream.h"
#include "console/web/web_app.h"
#include "console/web/web_server.h"

namespace guard::console {
namespace {

constexpr std::array<OptionRow, 8> kWebRows = {
    {{"port", 0, "PORT", "listen there; 0: one that is free"},
     {"bind", 0, "ADDRESS",
      "listen on that address of this host, not on a new one of 127.0.0.0/8; others than those "
      "of 127.0.0.0/8 take TLS"},
     {"tls-cert", 0, "FILE", "answer over TLS with that certificate and its chain (PEM)"},
     {"tls-key", 0, "FILE", "the certificate's key (PEM), which nobody else can read"},
     {"name", 0, "NAME", "the host name of the certificate, by which browsers come"},
     {"log", 0, "FILE", "what guard web itself does; or journald, syslog"},
     {"log-level", 0, "SEVERITY", "how much --log says: debug, info, warning or error"},
     kStateDirRow}};
constexpr OptionTable kWebTable = {
    .command = "web",
    .summary =
        "serve a page that shows sessions and answers their questions, at an address that it "
        "prints and that opens one browser, once",
    .operands = "",
    .rows = kWebRows,
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
  std::printf("%s/#%s\n", app.settings().place.origin().c_str(), app.login().new_token().c_str());
  std::fflush(stdout);
}

void explain() {
  std::puts(
      "Open this address in a browser. It works once; Enter prints another one, Ctrl-C ends.");
  std::fflush(stdout);
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
                    [&app](int fd) { return app.admits(fd); });
    if (entries[2].revents == 0) continue;
    if (take_line())
      print_address(app);
    else
      entries[2].fd = -1;
  }
}

PlaceWish wish_of(const ParsedOptions& options) {
  return {options.get("bind"), options.get("name"), options.get("port"), options.get("tls-cert"),
          options.get("tls-key")};
}

// Null: without TLS.
Result<std::shared_ptr<const TlsKeys>> keys_of(const PlaceWish& wish) {
  if (wish.certificate.empty()) return std::shared_ptr<const TlsKeys>();
  return TlsKeys::load(wish.certificate, wish.key);
}

void stop(WebServer& server, WebApp& app) {
  if (app.undoing() > 0) complain(kDone, "web: an undo goes on; this ends when it is done");
  server.stop();
}

int run(const Locations& locations, PagePlace place, std::shared_ptr<const TlsKeys> keys) {
  const auto signals = end_signals();
  if (!signals) return complain(kNotDone, "web: " + signals.error().text());
  auto server = WebServer::listen(place, std::move(keys));
  if (!server) return complain(kNotDone, "web: " + server.error().text());
  place.port = server->port();
  auto hub = WebHub::start([&locations] { return session_sockets(locations); });
  if (!hub) return complain(kNotDone, "web: " + hub.error().text());
  WebSettings settings;
  settings.locations = locations;
  settings.place = std::move(place);
  settings.tell = [](const std::string& line) {
    log_line(LogLevel::kWarning, "told", {{"line", line}});
    complain(kDone, "web: " + line);
  };
  // Before anybody can know the address: what is supervised does not get there.
  if (auto made = make_private_folder(locations.runtime); !made)
    return complain(kNotDone, "web: " + made.error().text());
  const auto mark = PageMark::make(locations.runtime, settings.place.address, settings.place.port);
  if (!mark) return complain(kNotDone, "web: " + mark.error().text());
  WebApp app(std::move(settings), **hub);
  log_line(LogLevel::kInfo, "web.start", {{"origin", app.settings().place.origin()}});
  print_address(app);
  explain();
  serve(*server, app, signals->get());
  stop(*server, app);
  log_line(LogLevel::kInfo, "web.end");
  close_log();
  return kDone;
}

}  // namespace

int web_command(const Words& words) {
  const auto options = parse_or_explain(kWebTable, words);
  if (!options) return options.error();
  const PlaceWish wish = wish_of(*options);
  auto place = page_place(wish);
  if (!place) return complain(kUsage, "web: " + place.error().text());
  if (auto sound = check_named_folder(options->get("state-dir")); !sound)
    return complain(kNotDone, "web: --state-dir: " + sound.error().text());
  const auto locations = known_locations(options->get("state-dir"));
  if (!locations) return complain(kNotDone, "web: " + locations.error().text());
  if (names_new_folder(options->get("state-dir")))
    complain(kDone, "web: --state-dir: " + safe_text(locations->state) +
                        " is not there yet: no session runs or has run with it");
  const auto log = read_log_target(options->get("log"), options->get("log-level"));
  if (!log) return complain(kUsage, "web: --log: " + log.error().context);
  if (auto opened = open_log(*log, "guard-web"); !opened)
    return complain(kNotDone, "web: --log: " + opened.error().text());
  if (!log->file.empty()) note_last_log(locations->state, log->file);
  auto keys = keys_of(wish);
  if (!keys) return complain(kNotDone, "web: " + keys.error().text());
  return run(*locations, std::move(*place), std::move(*keys));
}

}  // namespace guard::console
