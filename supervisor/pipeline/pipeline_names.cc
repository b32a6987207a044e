// SPDX-License-Identifier: Apache-2.0
// Pipeline: calls on sockets that go somewhere else than their caller wrote, because guard answers
// for the name servers (names/name_service.h): questions for names, and hosts by their names.
#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "base/text/text.h"
#include "interceptor/acts/led_call.h"
#include "interceptor/acts/parking.h"
#include "interceptor/sockets/remote_address.h"
#include "interceptor/sockets/socket_address.h"
#include "policy/vocabulary/own_rules.h"
#include "supervisor/pipeline/pipeline.h"

namespace guard::supervisor {
namespace {

using interceptor::Executed;
using interceptor::HeldCall;
using interceptor::Operation;
using interceptor::Reply;

Executed waits_for_name(HeldCall& held) {
  held.waits_for_name = true;
  Executed executed;
  executed.would_wait = true;
  return executed;
}

bool is_v6(const std::string& address) {
  return address.find(':') != std::string::npos;
}

// The dead end: nobody can listen on port 0, so whatever is sent there is refused at once.
void lead_nowhere(PendingCall& call) {
  const char* here = is_v6(call.action.destination.address) ? "::1" : "127.0.0.1";
  interceptor::lead_to(
      call.held, interceptor::socket_address(here, 0, call.held.socket.get(), call.held.kind));
}

// Those of the family that its caller chose come first.
std::vector<std::string> in_order_for(const policy::Destination& destination,
                                      std::vector<std::string> addresses) {
  const bool v6 = is_v6(destination.address);
  std::stable_partition(addresses.begin(), addresses.end(),
                        [v6](const std::string& each) { return is_v6(each) == v6; });
  return addresses;
}

// A rule wants the address to be asked about that the name leads to.
bool is_asked_for_address(const PendingCall& call) {
  return call.decision.verdict == policy::Verdict::kAsk && call.approval_id.empty();
}

// Another address of the host may answer.
bool is_nobody_there(int error) {
  constexpr std::array kErrors = {ECONNREFUSED, ENETUNREACH, EHOSTUNREACH, EADDRNOTAVAIL,
                                  ETIMEDOUT};
  return std::ranges::find(kErrors, error) != kErrors.end();
}

}  // namespace

// The result is the answer: the call is not carried out now. A call that was led before, and waits
// for its peer, goes on.
std::optional<Executed> Pipeline::lead(PendingCall& call) {
  NameService* const names = parts_.acting.name_service;
  const Operation operation = call.held.raw.operation;
  if (names == nullptr || (operation != Operation::kConnect && operation != Operation::kSend))
    return std::nullopt;
  if (names->hides(call.action)) return interceptor::executed_error(ENOENT);
  if (call.held.progress.connecting) return std::nullopt;
  if (!names->is_asked_by(call.held, call.action)) {
    // The call was let go as a question to guard: it goes to nobody else.
    const bool is_lookup = call.decision.rule == policy::own_rule("network.lookup");
    return is_lookup ? std::optional(interceptor::executed_error(ECONNREFUSED)) : std::nullopt;
  }
  const auto led = names->lead_here(call.held, call.action, parts_.acting.listener);
  if (led) return std::nullopt;
  call.decision.reason = "guard cannot answer its lookup of a name: " + led.error().text();
  tell_unfound(call);
  return interceptor::executed_error(ECONNREFUSED);
}

// Before anything of the call is on record: a name that leads where it may not is refused. False:
// the call waits for the lookup, or was answered.
bool Pipeline::find_host(const CallPtr& call) {
  if (parts_.acting.name_service == nullptr || !call->action.destination.stand_in) return true;
  auto stops = lead_to_host(*call);
  if (!stops && is_asked_for_address(*call)) {
    act_on(call);
    return false;
  }
  if (!stops) return true;
  if (stops->would_wait) {
    interceptor::park(call->held, parts_.acting.tracees);
    if (!waiting_.add(call)) fail(call, Error{Code::kRefused, ENFILE, "too many calls wait"});
    return false;
  }
  if (call->decision.verdict == policy::Verdict::kDeny ||
      call->decision.verdict == policy::Verdict::kBlock) {
    refuse(call);
  } else {
    tell_unfound(*call);
    finish(call, std::move(*stops));
  }
  return false;
}

// Its program says only that it reached nobody.
void Pipeline::tell_unfound(const PendingCall& call) {
  const std::string line = "guard: " + safe_text(base_name(call.process->program->actor.exe)) +
                           ": " + safe_text(call.decision.reason);
  if (told_.first_time(call.process->pid, call.process->identity, line))
    parts_.asking.tell_front(line);
}

// False: the lookup still runs.
bool Pipeline::go_on_once_found(const CallPtr& call) {
  const auto& name = call->action.destination.name;
  if (!parts_.acting.name_service->addresses().of(name).ended) {
    interceptor::park(call->held, parts_.acting.tracees);
    return false;
  }
  call->held.waits_for_name = false;
  parts_.acting.workers.post([this, call] { save_and_execute(call); });
  return true;
}

// Where guard may not look, the kernel tells it.
void Pipeline::tell_peer(const CallPtr& call) {
  const interceptor::Notification& asked = call->notification;
  const auto proceed = interceptor::ContinueReason::kRegistersOnly;
  if (!parts_.keeping.sockets.any_led())
    return answer(call, Reply::proceed(interceptor::permit_continue(proceed)));
  const auto tracee = parts_.acting.tracees.find(asked.tid);
  const auto socket =
      tracee ? interceptor::duplicate_descriptor(**tracee, static_cast<int>(asked.arguments[0]))
             : forward(tracee.error());
  const auto given = socket
                         ? parts_.keeping.sockets.given_for(interceptor::cookie_of(socket->get()))
                         : std::vector<char>();
  if (given.empty()) return answer(call, Reply::proceed(interceptor::permit_continue(proceed)));
  if (!parts_.acting.listener.still_valid(asked.id)) return gone(call);
  const int error = interceptor::tell_peer(asked, socket->get(), given);
  answer(call, error == 0 ? Reply::of_value(0) : Reply::fail(error));
}

std::optional<Executed> Pipeline::lead_to_host(PendingCall& call) {
  const policy::Destination& to = call.action.destination;
  if (call.held.raw.operation == Operation::kConnect)
    parts_.keeping.sockets.led(interceptor::cookie_of(call.held.socket.get()),
                               call.held.address.bytes);
  if (call.decision.rule == policy::own_rule("network.unsent")) {
    lead_nowhere(call);
    return std::nullopt;
  }
  auto found = parts_.acting.name_service->addresses().of(to.name);
  if (!found.ended) return waits_for_name(call.held);
  call.held.waits_for_name = false;
  if (!found.host || found.host->addresses.empty()) {
    call.decision.reason = found.host ? "there is no host " + to.name
                                      : to.name + " cannot be looked up now" +
                                            (found.why.empty() ? "" : ": " + found.why);
    return interceptor::executed_error(EHOSTUNREACH);
  }
  // Rules that deny or ask hold for the name, too, that it is another name of.
  if (!found.host->final_name.empty())
    call.action.destination.former_names = {std::move(found.host->final_name)};
  call.next_addresses = in_order_for(to, std::move(found.host->addresses));
  return lead_to_next(call);
}

// An address that may not be reached is passed over, and refused when no other is left.
std::optional<Executed> Pipeline::lead_to_next(PendingCall& call) {
  policy::Destination& to = call.action.destination;
  std::optional<policy::Decision> refusal;
  while (!call.next_addresses.empty()) {
    const std::string address = std::move(call.next_addresses.front());
    call.next_addresses.erase(call.next_addresses.begin());
    auto bytes =
        interceptor::socket_address(address, to.port, call.held.socket.get(), call.held.kind);
    auto parsed =
        interceptor::parse_address(bytes, call.held.kind, interceptor::AddressUse::kConnect);
    if (bytes.empty() || !parsed) continue;
    policy::Destination there = std::move(parsed->destination);
    there.name = to.name;
    there.name_source = to.name_source;
    there.names = to.names;
    there.former_names = to.former_names;
    std::swap(to, there);
    auto decision = parts_.judging.nested.at_address(call, parts_.judging.judge.at_address(call));
    const bool asks = decision.verdict == policy::Verdict::kAsk;
    if (decision.verdict != policy::Verdict::kAllow && !asks) {
      std::swap(to, there);
      refusal = std::move(decision);
      continue;
    }
    interceptor::lead_to(call.held, bytes);
    // Whoever let it go was asked about this very call.
    if (asks && call.approval_id.empty()) call.decision = std::move(decision);
    return std::nullopt;
  }
  if (!refusal) return interceptor::executed_error(ENETUNREACH);
  call.decision = std::move(*refusal);
  return interceptor::executed_error(EACCES);
}

Executed Pipeline::execute_at_hosts(PendingCall& call) {
  for (;;) {
    Executed executed = parts_.acting.executor.execute(call.held);
    if (call.next_addresses.empty() || executed.would_wait || !is_nobody_there(executed.error))
      return executed;
    call.held.progress = {};
    const policy::Decision before = call.decision;
    if (!lead_to_next(call) && !is_asked_for_address(call)) continue;
    call.decision = before;
    return executed;
  }
}

}  // namespace guard::supervisor
