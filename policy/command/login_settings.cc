// SPDX-License-Identifier: Apache-2.0
#include "policy/command/login_settings.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace guard::policy {
namespace {

// Beginnings of "NAME=VALUE", in small letters. git's configuration and where it lies; what shows
// what is sent; curl's and the TLS libraries' own; what bash, as /bin/sh, takes for a function.
constexpr std::array<std::string_view, 18> kSteering = {"git_config_count=",
                                                        "git_config_key_",
                                                        "git_config_value_",
                                                        "git_config_global=",
                                                        "git_config_system=",
                                                        "git_config=",
                                                        "git_trace",
                                                        "git_curl_verbose=",
                                                        "git_ssl_",
                                                        "git_proxy_ssl_",
                                                        "git_http_proxy",
                                                        "home=",
                                                        "xdg_config_home=",
                                                        "curl_",
                                                        "ssl",
                                                        "p11_kit_",
                                                        "bash_func_",
                                                        "hostaliases="};
constexpr std::string_view kOfWords =
    "git_config_parameters=";  // git -c, handed to its own programs
constexpr std::array<std::string_view, 6> kSections = {"credential.", "url.",    "include",
                                                       "remote.",     "trace2.", "core.askpass"};
// Among the keys of `http.` only these choose neither a way nor a witness.
constexpr std::array<std::string_view, 4> kPlainHttp = {"postbuffer", "version", "lowspeed",
                                                        "maxrequest"};

constexpr std::string_view kHttp = "http.";

bool is_plain_http(std::string_view key) {
  return std::ranges::any_of(kPlainHttp,
                             [key](std::string_view known) { return key.starts_with(known); });
}

bool words_steer(std::string_view words) {
  const bool other = std::ranges::any_of(kSections, [words](std::string_view section) {
    return words.find(section) != std::string_view::npos;
  });
  if (other) return true;
  for (std::size_t at = words.find(kHttp); at != std::string_view::npos;
       at = words.find(kHttp, at + 1)) {
    if (!is_plain_http(words.substr(at + kHttp.size()))) return true;
  }
  return false;
}

bool is_proxy(std::string_view change) {
  return change.substr(0, change.find('=')).ends_with("_proxy");
}

}  // namespace

std::string in_small_letters(std::string_view text) {
  std::string small(text);
  std::ranges::transform(small, small.begin(),
                         [](unsigned char byte) { return static_cast<char>(std::tolower(byte)); });
  return small;
}

bool is_login_setting(std::string_view key) {
  if (key.starts_with(kHttp)) return !is_plain_http(key.substr(kHttp.size()));
  return std::ranges::any_of(kSections,
                             [key](std::string_view section) { return key.starts_with(section); });
}

bool steers_a_login(const std::vector<std::string>& changes) {
  return std::ranges::any_of(changes, [](const std::string& change) {
    const std::string small = in_small_letters(change);
    if (small.starts_with(kOfWords))
      return words_steer(std::string_view(small).substr(kOfWords.size()));
    return is_proxy(small) || std::ranges::any_of(kSteering, [&small](std::string_view beginning) {
             return small.starts_with(beginning);
           });
  });
}

}  // namespace guard::policy
