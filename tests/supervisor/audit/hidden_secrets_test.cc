// SPDX-License-Identifier: Apache-2.0
// Secrets that a first look misses: behind other names, in quotes and escapes, at a place, in code.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/supervisor/audit/fake_secrets.h"
#include "tests/supervisor/audit/redacted_text.h"

namespace guard::supervisor {
namespace {

using Words = std::vector<std::string>;
using testing::HasSubstr;
using testing::Not;

std::string secret() {
  return fake_run(kFakeAlnum, 16);
}

// The texts hold "SECRET" once; with a secret there instead, only that must change.
void expect_hidden(const std::vector<std::string>& texts) {
  for (const std::string& text : texts) {
    const std::size_t at = text.find("SECRET");
    const std::string front = text.substr(0, at);
    const std::string back = text.substr(at + 6);
    EXPECT_EQ(redacted(front + secret() + back), front + "[redacted]" + back) << text;
    const std::string once = redactor().text(front + secret() + back);
    EXPECT_EQ(redactor().text(once), once) << "redacted twice";
  }
}

void expect_hidden_words(const std::vector<Words>& argvs) {
  for (Words argv : argvs) {
    Words wanted = argv;
    for (std::size_t i = 0; i < argv.size(); ++i) {
      const std::size_t at = argv[i].find("SECRET");
      if (at == std::string::npos) continue;
      wanted[i].replace(at, 6, "[redacted]");
      argv[i].replace(at, 6, secret());
    }
    EXPECT_EQ(redacted(argv), wanted);
  }
}

void expect_open(const std::vector<std::string>& texts) {
  for (const std::string& text : texts) EXPECT_EQ(redactor().text(text), text);
}

TEST(HiddenSecretsTest, OptionsWithOtherNames) {
  for (const std::string flag :
       {"--pwd", "--pw", "--pin", "--auth", "--private-key", "--encryption-key", "--secret-key"}) {
    expect_hidden_words({{"tool", flag, "SECRET"}, {"tool", flag + "=SECRET"}});
  }
  expect_hidden_words({{"curl", "-E", "client.pem:SECRET", "https://x"},
                       {"curl", "--cert", "client.pem:SECRET"},
                       {"curl", "-sSE", "client.pem:SECRET"},
                       {"twine", "upload", "-u", "me", "-p", "SECRET"},
                       {"twine", "upload", "-pSECRET"},
                       {"http", "--auth", "me:SECRET", "example.org"},
                       {"http", "--auth", "SECRET", "example.org"}});
}

TEST(HiddenSecretsTest, WordsBehindLookAlikesOfOptionsStay) {
  for (const Words& argv : std::vector<Words>{{"tool", "--spin", "fast"},
                                              {"tool", "--no-auth", "abc12345"},
                                              {"tool", "--author", "ana1985x"},
                                              {"tool", "--auth", "none"},
                                              {"tool", "--auth=basic"},
                                              {"tool", "--pwd", "/home/ana/project"},
                                              {"tool", "--private-key", "./keys/id"},
                                              {"tool", "--private-key", "/etc/ssl/x"},
                                              {"tool", "--private-key=~/.ssh/id_rsa"},
                                              {"tool", "--private-key", "deploy.pem"},
                                              {"tool", "--private-key", "keys/id_ed25519"},
                                              {"curl", "-E", "client.pem", "https://x"},
                                              {"tool", "key=1"},
                                              {"pytest", "-p", "no:cacheprovider"}}) {
    EXPECT_EQ(redactor().argv(argv), argv);
  }
}

TEST(HiddenSecretsTest, QuotesAndContinuedLinesInShellText) {
  expect_hidden({
      "tool --password \\\nSECRET x",
      "tool --password \\\n    SECRET x",
      "tool --pass\\\nword SECRET x",
      "tool --pass''word SECRET x",
      "tool --pass\"\"word=SECRET x",
      "tool '--pass'word SECRET x",
      "tool \"--\"password 'SECRET' x",
      "tool --pass\\word SECRET x",
      "tool --password $'SECRET' x",
      "tool --password \"\"'SECRET' x",
      "tool --password >log SECRET x",
      "curl '-u' me':'SECRET x",
      "mysql -''pSECRET db",
      "'my'sql -pSECRET db",
      "ssh h \"tool --password \\\"SECRET\\\" x\"",
      "export DB_PASS''WORD=SECRET; ls",
  });
  expect_open({"don't say --password", "echo \"$HOME\"'/x' \\\n  y", "tool --password \"$\"PASS",
               "tool --password \\\n  --verbose", "it's 'that' \"\"", "a 2>&1 >b | c"});
}

TEST(HiddenSecretsTest, OperandsAtTheirPlace) {
  expect_hidden_words({{"htpasswd", "-b", "f", "u", "SECRET"},
                       {"htpasswd", "-cb", "f", "u", "SECRET", "x"},
                       {"/usr/bin/htpasswd", "-bBC", "10", "f", "u", "SECRET"},
                       {"htpasswd", "-nb", "u", "SECRET"},
                       {"sudo", "htpasswd", "-b", "-C", "9", "f", "u", "SECRET"},
                       {"openssl", "passwd", "SECRET"},
                       {"openssl", "passwd", "-6", "-salt", "xy", "SECRET"},
                       {"vault", "login", "SECRET"},
                       {"vault", "login", "-method", "token", "SECRET"},
                       {"docker", "exec", "c", "vault", "login", "SECRET"},
                       {"mysqladmin", "-u", "root", "password", "SECRET"}});
  expect_hidden({"cd /x && openssl passwd SECRET && ls y2k2024",
                 "openssl passwd SECRET 2>/dev/null | tee f2024x",
                 "A=b sudo htpasswd -b f u SECRET; ls a b c", "htpasswd -b f u \\\nSECRET"});
  EXPECT_EQ(redacted(Words{"openssl", "passwd", "a", "b"}),
            (Words{"openssl", "passwd", "[redacted]", "[redacted]"}));
}

TEST(HiddenSecretsTest, OtherOperandsStay) {
  expect_open({"htpasswd -c f u && ls a", "htpasswd f u", "openssl version -a",
               "openssl x509 -in passwd", "fix the vault login page", "vault login",
               "vault login -method=userpass username=ana1985", "git commit -m 'vault login page'",
               "vault status && login bob12345", "mysqladmin status now"});
}

TEST(HiddenSecretsTest, SignedAddresses) {
  const std::string hash = fake_run(kFakeHex, 64);  // a signature looks like a commit id
  for (const std::string name : {"sig", "X-Amz-Signature", "X-Goog-Signature", "auth"}) {
    const std::string front = "https://example.org/a?v=1&" + name + "=";
    EXPECT_EQ(redacted(front + hash + "&x=1"), front + "[redacted]&x=1");
  }
  expect_hidden({"https://example.org/a?sig=SECRET", "https://example.org/a?auth=SECRET"});
  expect_open({"https://example.org/a?v=1&auth=basic&design=modern2024",
               "author=ana12345678&insignia=abc12345678", "set the auth header", "auth: oauth2"});
}

}  // namespace
}  // namespace guard::supervisor
