// SPDX-License-Identifier: Apache-2.0
#include "supervisor/sinks/trace_parent.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <fstream>

#include "base/clock.h"
#include "supervisor/audit/store/private_folder.h"
#include "supervisor/audit/store/whole_file.h"

namespace guard::supervisor {
namespace {

constexpr std::size_t kLength = 55;  // 00-32-16-02

bool is_hex(std::string_view text) {
  return std::ranges::all_of(
      text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

bool is_zero(std::string_view text) {
  return text.find_first_not_of('0') == std::string_view::npos;
}

// A session's name may hold anything but '/'.
std::string file_of(const std::string& state_dir, const std::string& session) {
  std::string name;
  for (const char c : session) name += c == '/' ? '_' : c;
  return state_dir + "/sinks/traces/" + name + ".trace";
}

}  // namespace

std::optional<TraceParent> parse_trace_parent(std::string_view text) {
  if (text.size() != kLength || text[2] != '-' || text[35] != '-' || text[52] != '-')
    return std::nullopt;
  const std::string_view trace = text.substr(3, 32);
  const std::string_view span = text.substr(36, 16);
  const std::string_view flags = text.substr(53);
  const bool fits = text.starts_with("00") && is_hex(trace) && is_hex(span) && is_hex(flags);
  if (!fits || is_zero(trace) || is_zero(span)) return std::nullopt;
  TraceParent parent{std::string(trace), std::string(span)};
  std::from_chars(flags.data(), flags.data() + flags.size(), parent.flags, 16);
  return parent;
}

Result<void> keep_trace(const std::string& state_dir, const std::string& session,
                        std::string_view text) {
  const std::string path = file_of(state_dir, session);
  if (!parse_trace_parent(text)) {
    (void)::unlink(path.c_str());
    return {};
  }
  for (const char* folder : {"/sinks", "/sinks/traces"})
    if (auto made = open_private_folder(state_dir + folder); !made) return forward(made.error());
  auto file = WholeFile::open(path);
  if (!file) return forward(file.error());
  const std::string line =
      iso_time(std::chrono::system_clock::now()) + " " + std::string(text) + "\n";
  if (auto written = file->write(line); !written) return written;
  return file->keep();
}

std::optional<TraceParent> trace_of(const std::string& state_dir, const std::string& session,
                                    std::string_view timestamp) {
  std::ifstream file(file_of(state_dir, session));
  std::string since;
  std::string text;
  if (!(file >> since >> text) || timestamp < since) return std::nullopt;
  return parse_trace_parent(text);
}

}  // namespace guard::supervisor
