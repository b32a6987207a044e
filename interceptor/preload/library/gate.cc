// SPDX-License-Identifier: Apache-2.0
#include "interceptor/preload/library/gate.h"

#include <alloca.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstring>

#include "interceptor/calls/restart.h"
#include "interceptor/preload/library/connection.h"
#include "interceptor/syscalls/asked_calls.h"
#include "interceptor/syscalls/syscall_table.h"

namespace guard::interceptor::preload {
namespace {

// Calls that come back with a new descriptor: the lowest free number must be theirs.
bool makes_descriptor(long number) {
  switch (number) {
    case SYS_openat:
    case SYS_openat2:
    case SYS_socket:
#ifdef SYS_open
    case SYS_open:
    case SYS_creat:
#endif
      return true;
    default:
      return false;
  }
}

FilterOutcome outcome_here(long number, const Arguments& arguments) {
  const int call = static_cast<int>(number);
  if (setting().asks_reaching && is_reaching_call(call)) return {Treatment::kNotify, 0};
  if (setting().asks_reading && asks_reading(call, arguments)) return {Treatment::kNotify, 0};
  return outcome_of(call, arguments, setting().guard);
}

// Without guard there is no number to blame: only a call that makes one may say that none is left.
long refusal_of(long error, long number) {
  const bool full = error == -EMFILE || error == -ENFILE;
  return full && makes_descriptor(number) ? error : -EPERM;
}

long connect_and_ask(Connection& guard, long number, const Arguments& arguments) {
  if (const long error = guard.open(setting().socket, makes_descriptor(number)); error < 0)
    return refusal_of(error, number);
  Message message = message_of(Kind::kCall);
  message.number = static_cast<std::int32_t>(number);
  message.process = static_cast<std::int32_t>(raw_call(SYS_getpid, {}));
  message.thread = static_cast<std::int32_t>(raw_call(SYS_gettid, {}));
  message.arguments = arguments;
  return guard.send(message) ? 0 : -EPERM;
}

// Gives what guard says in the end. A file has been taken by then, and is the value's.
Message answer_of(const Connection& guard) {
  const Message refusal = message_of(Kind::kFail, EPERM);
  long taken = -1;
  while (true) {
    const auto message = guard.receive();
    const bool ends = message && ends_a_call(message->kind);
    const bool has_file = ends && message->kind == Kind::kValue;
    if (taken >= 0 && !has_file && (!message || ends)) (void)raw_call(SYS_close, {word(taken)});
    if (!message) return refusal;
    if (ends) {
      Message end = *message;
      if (taken >= 0 && has_file) end.value = taken;
      return end;
    }
    if (message->kind != Kind::kTakeFile || taken >= 0) return refusal;
    taken = guard.take_file(message->value != 0);
  }
}

Message ask(Connection& guard, long number, const Arguments& arguments) {
  while (true) {
    if (const long error = connect_and_ask(guard, number, arguments); error < 0)
      return message_of(Kind::kFail, -error);
    const Message end = answer_of(guard);
    if (end.kind != Kind::kFail || end.value != interceptor::kRestartSystemCall) return end;
    guard.close();
  }
}

bool begins_with(const char* text, std::string_view start) {
  return std::strncmp(text, start.data(), start.size()) == 0;
}

char* const* find_variable(char* const* environment, std::string_view name) {
  for (; environment != nullptr && *environment != nullptr; ++environment) {
    if (begins_with(*environment, name)) return environment;
  }
  return nullptr;
}

}  // namespace

long through_gate(long number, const Arguments& arguments) {
  if (!setting().valid()) return -EPERM;
  const FilterOutcome outcome = outcome_here(number, arguments);
  if (outcome.treatment == Treatment::kAllow) return raw_call(number, arguments);
  if (outcome.treatment != Treatment::kNotify) return -outcome.refuse_errno;
  Connection guard;
  const Message end = ask(guard, number, arguments);
  if (end.kind == Kind::kValue) return end.value;
  if (end.kind == Kind::kFail) return -end.value;
  guard.close();
  return raw_call(number, arguments);
}

long exec_through_gate(long number, const Arguments& arguments, std::size_t environment) {
  if (!setting().valid()) return -EPERM;
  Connection guard;
  const Message end = ask(guard, number, arguments);
  if (end.kind == Kind::kFail) return -end.value;
  if (end.kind != Kind::kContinue) return -EPERM;
  auto* const given = reinterpret_cast<char* const*>(arguments[environment]);
  auto** kept = static_cast<char**>(alloca((count_of(given) + 3) * sizeof(char*)));
  auto* loader = static_cast<char*>(alloca(room_for_loader(given)));
  keep_library(given, kept, loader);
  Arguments changed = arguments;
  changed[environment] = word(kept);
  const long failed = raw_call(number, changed);
  (void)guard.send(message_of(Kind::kExecFailed, -failed));
  return failed;
}

std::size_t count_of(char* const* environment) {
  std::size_t count = 0;
  while (environment != nullptr && environment[count] != nullptr) ++count;
  return count;
}

std::size_t room_for_loader(char* const* environment) {
  char* const* had = find_variable(environment, kLoaderVariable);
  return kLoaderVariable.size() + setting().library.size() + 2 +
         (had == nullptr ? 0 : std::strlen(*had));
}

void keep_library(char* const* environment, char** place, char* loader) {
  char* end = loader;
  const auto append = [&end](std::string_view text) {
    std::memcpy(end, text.data(), text.size());
    end += text.size();
  };
  append(kLoaderVariable);
  append(setting().library);
  for (; environment != nullptr && *environment != nullptr; ++environment) {
    if (begins_with(*environment, kVariable)) continue;
    if (!begins_with(*environment, kLoaderVariable)) {
      *place++ = *environment;
      continue;
    }
    const char* others = *environment + kLoaderVariable.size();
    if (*others == '\0' || begins_with(others, setting().library)) continue;
    append(":");
    append(others);
  }
  *end = '\0';
  *place++ = loader;
  *place++ = setting_variable();
  *place = nullptr;
}

long answer(long result) {
  if (result >= 0 || result < -4095) return result;
  errno = static_cast<int>(-result);
  return -1;
}

}  // namespace guard::interceptor::preload
