// SPDX-License-Identifier: Apache-2.0
#include "policy/network/host_suffix.h"

#include <algorithm>
#include <array>

#include "policy/network/internal_address.h"

namespace guard::policy {
namespace {

// As nobody means them by mistake alone. One text: blanks part them.
constexpr std::string_view kSuffixes =
    " com org net io ai dev app co edu gov mil int info biz cloud xyz me eu de fr uk us nl cn"
    " jp ru in br au ca ch at be se no dk fi pl it es pt cz ie nz za kr tw hk sg mx ar cl"
    " online site tech store page co.uk org.uk ac.uk gov.uk me.uk com.au net.au org.au co.jp"
    " or.jp ne.jp com.br com.cn co.in co.nz co.za co.kr com.tw com.hk com.sg com.mx com.ar"
    " github.io gitlab.io githubusercontent.com vercel.app netlify.app pages.dev workers.dev"
    " herokuapp.com amazonaws.com cloudfront.net web.app firebaseapp.com azurewebsites.net"
    " windows.net azure.com cloudapp.net ngrok.io ngrok.app ngrok-free.app run.app appspot.com"
    " googleapis.com blogspot.com wordpress.com fly.dev onrender.com railway.app deno.dev"
    " surge.sh glitch.me repl.co replit.dev trycloudflare.com r2.dev digitaloceanspaces.com"
    " ondigitalocean.app linodeobjects.com backblazeb2.com readthedocs.io netlify.com"
    " myshopify.com sharepoint.com slack.com atlassian.net supabase.co ";

std::string lowered(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return out;
}

// "co.uk", "com.tr", "or.id": many countries sell names below short labels of theirs.
bool looks_like_a_registry(std::string_view suffix) {
  constexpr std::size_t kCountry = 2;
  constexpr std::size_t kShort = 3;
  const std::size_t dot = suffix.rfind('.');
  if (dot == std::string_view::npos) return true;
  const bool of_country = suffix.size() - dot - 1 == kCountry;
  return suffix.find('.') == dot && of_country && dot <= kShort;
}

// Below a shared end each label may be somebody else's.
bool lies_below_a_host_of_many(std::string_view suffix) {
  for (std::size_t dot = suffix.find('.'); dot != std::string_view::npos;
       dot = suffix.find('.', dot + 1)) {
    const std::string_view end = suffix.substr(dot + 1);
    if (end.find('.') != std::string_view::npos && is_shared_suffix(end) &&
        !looks_like_a_registry(end))
      return true;
  }
  return false;
}

}  // namespace

bool is_shared_suffix(std::string_view name) {
  if (name.empty() || name.find(' ') != std::string_view::npos) return false;
  return kSuffixes.find(" " + lowered(name) + " ") != std::string_view::npos;
}

std::string suffix_to_offer(std::string_view name) {
  const std::size_t dot = name.find('.');
  if (dot == 0 || dot == std::string_view::npos || name.ends_with('.')) return {};
  if (!canonical_address(name).empty()) return {};
  const std::string suffix = lowered(name.substr(dot + 1));
  const bool shared = is_shared_suffix(suffix) || looks_like_a_registry(suffix) ||
                      lies_below_a_host_of_many(suffix);
  return shared ? std::string() : suffix;
}

}  // namespace guard::policy
