// SPDX-License-Identifier: Apache-2.0
// The variables that brought the library in are kept, and hidden from the program: what it hands to
// the programs it starts is judged as its own, and an exec puts the library back (gate.h).
#include <unistd.h>

#include <atomic>
#include <cstring>

#include "interceptor/preload/library/gate.h"

namespace guard::interceptor::preload {
namespace {

constinit Setting known;
constinit std::atomic<bool> is_known = false;
char variable[1024];

bool begins_with(const char* text, std::string_view start) {
  return std::strncmp(text, start.data(), start.size()) == 0;
}

void take(const char* text) {
  const std::size_t size = std::strlen(text);
  if (size >= sizeof(variable)) return;
  std::memcpy(variable, text, size + 1);
  known = read_setting(behind(std::string_view(variable, size), kVariable.size()));
}

// "LD_PRELOAD=ours:others" becomes "LD_PRELOAD=others"; false: nothing is left of it.
bool leave_others(char* text) {
  char* names = text + kLoaderVariable.size();
  const std::string_view ours = known.library;
  if (ours.empty() || !begins_with(names, ours)) return true;
  const char* rest = names + ours.size();
  if (*rest == '\0') return false;
  if (*rest != ':' && *rest != ' ') return true;  // another, whose name is longer
  std::memmove(names, rest + 1, std::strlen(rest + 1) + 1);
  return *names != '\0';
}

void hide() {
  char** kept = environ;
  for (char** each = environ; each != nullptr && *each != nullptr; ++each) {
    if (begins_with(*each, kVariable)) continue;
    if (begins_with(*each, kLoaderVariable) && !leave_others(*each)) continue;
    *kept++ = *each;
  }
  if (kept != nullptr) *kept = nullptr;
}

// Before the program has a second thread: the library's own start, or a call of another library's.
void learn() {
  for (char** each = environ; each != nullptr && *each != nullptr; ++each) {
    if (begins_with(*each, kVariable)) take(*each);
  }
  hide();
  is_known.store(true, std::memory_order_release);
}

__attribute__((constructor)) void at_start() {
  (void)setting();
}

}  // namespace

const Setting& setting() {
  if (!is_known.load(std::memory_order_acquire)) learn();
  return known;
}

char* setting_variable() {
  return variable;
}

}  // namespace guard::interceptor::preload
