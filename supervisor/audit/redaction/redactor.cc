// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/redaction/redactor.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "base/weaken.h"
#include "supervisor/audit/record/digest.h"
#include "supervisor/audit/redaction/flag_secrets.h"
#include "supervisor/audit/redaction/piped_secrets.h"
#include "supervisor/audit/redaction/shell_pieces.h"
#include "supervisor/audit/redaction/text_secrets.h"

namespace guard::supervisor {
namespace {

constexpr int kDeepest = 4;  // shell text in quotes in shell text
constexpr std::size_t kTagDigits = 4;

void append(Secrets& out, const Secrets& more) {
  out.insert(out.end(), more.begin(), more.end());
}

Secrets secrets_in_shell_text(std::string_view text, int depth);

// In a word of shell text: as text only when taking out escapes made another of it.
void find_in_piece(const ShellPieces& pieces, std::string_view piece, std::string_view text,
                   int depth, Secrets& out) {
  if (pieces.is_unescaped(piece)) append(out, secrets_in_text(piece));
  if (piece.size() < text.size()) append(out, secrets_in_shell_text(piece, depth - 1));
}

Secrets secrets_in_shell_text(std::string_view text, int depth) {
  const bool is_one_word = text.find_first_of(" \t\n") == std::string_view::npos &&
                           text.find("IFS") == std::string_view::npos;
  if (depth == 0 || is_one_word) return {};
  const ShellPieces pieces(text);
  Secrets found = secrets_behind_flags(pieces.words());
  append(found, secrets_in_pipes(pieces));
  for (const auto& words : {pieces.words(), pieces.targets()}) {
    for (const std::string_view piece : words) find_in_piece(pieces, piece, text, depth, found);
  }
  for (Secret& secret : found) secret = pieces.in_text(secret);
  return found;
}

void find_in_word(std::string_view text, Secrets& out) {
  append(out, secrets_in_text(text));
  append(out, secrets_in_shell_text(text, kDeepest));
}

const char* end_of(const Secret& secret) {
  return secret.bytes.data() + secret.bytes.size();
}

// Earlier first, then longer, then the one that shows more.
bool comes_before(const Secret& a, const Secret& b) {
  if (a.bytes.data() != b.bytes.data()) return a.bytes.data() < b.bytes.data();
  if (a.bytes.size() != b.bytes.size()) return a.bytes.size() > b.bytes.size();
  return a.keep > b.keep;
}

// Overlapping secrets become one that covers both.
Secrets merged(Secrets secrets) {
  std::sort(secrets.begin(), secrets.end(), comes_before);
  Secrets out;
  for (const Secret& secret : secrets) {
    if (out.empty() || secret.bytes.data() >= end_of(out.back())) {
      out.push_back(secret);
      continue;
    }
    Secret& last = out.back();
    if (end_of(secret) > end_of(last)) {
      last.bytes = {last.bytes.data(),
                    static_cast<std::size_t>(end_of(secret) - last.bytes.data())};
    }
  }
  return out;
}

std::string tag_of(std::string_view key, std::string_view secret) {
  return hmac_sha256_hex(key, secret).substr(0, kTagDigits);
}

// All secrets point into `text`.
std::string replaced(std::string_view text, Secrets secrets, std::string_view key) {
  if (secrets.empty() || weakened("redaction")) return std::string(text);
  std::string out;
  const char* plain = text.data();
  for (const Secret& secret : merged(std::move(secrets))) {
    out.append(plain, secret.bytes.data() + secret.keep);
    out += kRedactedMark;
    out += " " + tag_of(key, secret.bytes) + "]";
    plain = end_of(secret);
  }
  out.append(plain, text.data() + text.size());
  return out;
}

using Before = std::less<const char*>;  // the words lie anywhere in memory

void sort_by_place(Secrets& secrets) {
  std::sort(secrets.begin(), secrets.end(), [](const Secret& a, const Secret& b) {
    return Before()(a.bytes.data(), b.bytes.data());
  });
}

// Appends those of the secrets, sorted by place, that lie in the word.
void append_those_in(std::string_view word, const Secrets& sorted, Secrets& out) {
  auto next = std::lower_bound(
      sorted.begin(), sorted.end(), word.data(),
      [](const Secret& secret, const char* place) { return Before()(secret.bytes.data(), place); });
  for (; next != sorted.end() && Before()(next->bytes.data(), word.data() + word.size()); ++next) {
    out.push_back(*next);
  }
}

}  // namespace

Redactor::Redactor(std::string key) : key_(std::move(key)) {}

std::string Redactor::text(std::string_view text) const {
  if (clean_->has(text)) return std::string(text);
  Secrets secrets;
  find_in_word(text, secrets);
  if (secrets.empty()) clean_->add(text);
  return replaced(text, std::move(secrets), key_);
}

std::vector<std::string> Redactor::argv(const std::vector<std::string>& argv) const {
  const std::vector<std::string_view> words(argv.begin(), argv.end());
  Secrets by_flags = secrets_behind_flags(words);
  sort_by_place(by_flags);
  std::vector<std::string> out;
  out.reserve(argv.size());
  for (const std::string_view word : words) {
    Secrets secrets;
    find_in_word(word, secrets);
    append_those_in(word, by_flags, secrets);
    out.push_back(replaced(word, std::move(secrets), key_));
  }
  return out;
}

std::string Redactor::args_hash(const std::vector<std::string>& argv) const {
  std::string bytes;
  for (const std::string& word : argv) {
    bytes += word;
    bytes += '\0';
  }
  return hmac_sha256_hex(key_, bytes);
}

}  // namespace guard::supervisor
