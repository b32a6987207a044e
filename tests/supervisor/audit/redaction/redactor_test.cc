// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/redaction/redactor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/supervisor/audit/fake_secrets.h"
#include "tests/supervisor/audit/redacted_text.h"

namespace guard::supervisor {
namespace {

struct Vendor {
  std::string prefix;  // stays
  std::string rest;
};

std::vector<Vendor> vendors() {
  const auto alnum = [](std::size_t n) { return fake_run(kFakeAlnum, n); };
  const auto hex = [](std::size_t n) { return fake_run(kFakeHex, n); };
  std::vector<Vendor> out;
  for (const char* prefix : {"ghp_", "gho_", "ghu_", "ghs_", "ghr_"}) {
    out.push_back({prefix, alnum(36)});
  }
  out.push_back({"github_pat_", alnum(22) + "_" + alnum(59)});
  out.push_back({"glpat-", alnum(20)});
  out.push_back({"sk-ant-", "api03-" + alnum(93) + "AA"});
  out.push_back({"sk-proj-", alnum(60)});
  out.push_back({"sk-", alnum(20) + "T3Blbk" + "FJ" + alnum(20)});
  for (const char* prefix : {"AKIA", "ASIA", "ABIA", "ACCA"}) {
    out.push_back({prefix, fake_run(kFakeUpper, 16)});
  }
  out.push_back(
      {"xoxb-", fake_run(kFakeDigits, 12) + "-" + fake_run(kFakeDigits, 12) + "-" + alnum(24)});
  out.push_back(
      {"xoxp-", fake_run(kFakeDigits, 12) + "-" + fake_run(kFakeDigits, 12) + "-" + alnum(32)});
  out.push_back({"hooks.slack.com/services/", "T" + alnum(8) + "/B" + alnum(8) + "/" + alnum(24)});
  out.push_back({"AIza", alnum(35)});
  out.push_back({"sk_live_", alnum(24)});
  out.push_back({"rk_test_", alnum(24)});
  out.push_back({"npm_", alnum(36)});
  out.push_back({"pypi-", std::string("AgEIcHlwaS5v") + "cmc" + alnum(80)});
  out.push_back({"hf_", alnum(34)});
  out.push_back({"dop_v1_", hex(64)});
  out.push_back({"dapi", hex(32)});
  out.push_back({"SG.", alnum(22) + "." + alnum(43)});
  out.push_back({"hvs.", alnum(95)});
  out.push_back({"ops_",
                 "ey"
                 "J" +
                     alnum(90)});
  out.push_back({"AGE-SECRET-KEY-1", fake_run(kFakeUpper, 58)});
  return out;
}

TEST(RedactorTest, KeepsTheVendorsPrefixAndNothingElse) {
  for (const Vendor& vendor : vendors()) {
    const std::string wanted = vendor.prefix + "[redacted]";
    EXPECT_EQ(redacted(vendor.prefix + vendor.rest), wanted);
    EXPECT_EQ(redacted("use " + vendor.prefix + vendor.rest + ", please"),
              "use " + wanted + ", please");
    EXPECT_EQ(redacted("x=\"" + vendor.prefix + vendor.rest + "\""), "x=\"" + wanted + "\"");
  }
}

TEST(RedactorTest, TagsAreKeyedAndEqualForEqualSecrets) {
  const std::string one = fake_github_token(1);
  const std::string two = fake_github_token(2);
  const std::string text = redactor().text(one);
  EXPECT_THAT(text, testing::MatchesRegex("ghp_\\[redacted [0-9a-f][0-9a-f][0-9a-f][0-9a-f]\\]"));
  EXPECT_EQ(redactor().text(one), text);
  EXPECT_NE(redactor().text(two), text);
  EXPECT_NE(Redactor(std::string(32, 'z')).text(one), text);
}

TEST(RedactorTest, OtherKindsOfText) {
  const std::string pass =
      "hun"
      "ter2!x";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"https://me:" + pass + "@example.org/x", "https://me:[redacted]@example.org/x"},
      {"postgres://u:" + pass + "@db:5432/app", "postgres://u:[redacted]@db:5432/app"},
      {"https://" + fake_run(kFakeHex, 40) + "@example.org/x", "https://[redacted]@example.org/x"},
      {"GITHUB_TOKEN=abc make", "GITHUB_TOKEN=[redacted] make"},
      {"export MY_KEY='a b c'; ls", "export MY_KEY='[redacted]'; ls"},
      {"PGPASSWORD=" + pass + " psql", "PGPASSWORD=[redacted] psql"},
      {"user=me&password=" + pass + "&x=1", "user=me&password=[redacted]&x=1"},
      {R"({"password": ")" + pass + R"(", "a": 1})", R"({"password": "[redacted]", "a": 1})"},
      {R"({\"api_key\":\"a1b2c3d4e5f6\"})", R"({\"api_key\":\"[redacted]\"})"},
      {"db_password: " + pass, "db_password: [redacted]"},
      {"Authorization: Bearer abcdef123456", "Authorization: Bearer [redacted]"},
      {"Authorization: Basic dXNlcjpwYXNz", "Authorization: Basic [redacted]"},
      {"authorization: abcdef more", "authorization: [redacted]"},
      {"Cookie: a=b; session=c", "Cookie: [redacted]"},
      {"X-Api-Key: 12345", "X-Api-Key: [redacted]"},
      {"say \"Private-Token: a b\" loudly", "say \"Private-Token: [redacted]\" loudly"},
      {"sent Bearer abcdefgh12345678 to it", "sent Bearer [redacted] to it"},
      {fake_jwt(), "ey[redacted]"},
      {"//registry.example/:_authToken=a1b2c3d4e5", "//registry.example/:_authToken=[redacted]"},
      {"aws_secret_access_key = " + fake_run(kFakeAlnum, 40), "aws_secret_access_key = [redacted]"},
      {"the aws one is " + fake_run(kFakeAlnum, 40) + ".", "the aws one is [redacted]."},
      {fake_run(kFakeLower, 14) + ".atlasv1." + fake_run(kFakeAlnum, 64), "[redacted]"},
  };
  for (const auto& [text, wanted] : cases) EXPECT_EQ(redacted(text), wanted) << text;
}

TEST(RedactorTest, PrivateKeyBlocksGoToTheirEnd) {
  const std::string key = fake_private_key(true);
  const std::string begin = key.substr(0, key.find('\n'));
  EXPECT_EQ(redacted("a\n" + key + "\nb"), "a\n" + begin + "[redacted]\nb");
  EXPECT_EQ(redacted("a\n" + fake_private_key(false)), "a\n" + begin + "[redacted]");
}

TEST(RedactorTest, ArgumentsBehindFlags) {
  using Words = std::vector<std::string>;
  const std::string r = "[redacted]";
  const std::vector<std::pair<Words, Words>> cases = {
      {{"curl", "-u", "me:pw", "https://x"}, {"curl", "-u", "me:" + r, "https://x"}},
      {{"curl", "-sSume:pw"}, {"curl", "-sSume:" + r}},
      {{"curl", "-ume:pw"}, {"curl", "-ume:" + r}},
      {{"curl", "-sSu", "me:pw"}, {"curl", "-sSu", "me:" + r}},
      {{"curl", "--user=me:pw"}, {"curl", "--user=me:" + r}},
      {{"curl", "-H", "Authorization: Bearer a b"}, {"curl", "-H", "Authorization: Bearer " + r}},
      {{"curl", "-b", "sid=1"}, {"curl", "-b", r}},
      {{"curl", "-b", "jar.txt"}, {"curl", "-b", "jar.txt"}},
      {{"curl", "--data", "token=a1b2c3d4e5&x=1"}, {"curl", "--data", "token=" + r + "&x=1"}},
      {{"/usr/bin/mysql", "-ps3cret", "db"}, {"/usr/bin/mysql", "-p" + r, "db"}},
      {{"mysql", "-p", "db"}, {"mysql", "-p", "db"}},
      {{"mysql", "--password=x"}, {"mysql", "--password=" + r}},
      {{"tool", "--password", "x y"}, {"tool", "--password", r}},
      {{"tool", "--client-secret", "abc"}, {"tool", "--client-secret", r}},
      {{"tool", "--api-key=abc"}, {"tool", "--api-key=" + r}},
      {{"tool", "--token", "--verbose"}, {"tool", "--token", "--verbose"}},
      {{"sshpass", "-p", "x", "ssh", "h"}, {"sshpass", "-p", r, "ssh", "h"}},
      {{"docker", "login", "-u", "me", "-p", "x"}, {"docker", "login", "-u", "me", "-p", r}},
      {{"docker", "run", "-p", "80:80", "-u", "1000:1000"},
       {"docker", "run", "-p", "80:80", "-u", "1000:1000"}},
      {{"docker", "run", "-e", "A_TOKEN=x;y z", "img"},
       {"docker", "run", "-e", "A_TOKEN=" + r, "img"}},
      {{"env", "FOO_SECRET=a b", "make"}, {"env", "FOO_SECRET=" + r, "make"}},
      {{"openssl", "rsa", "-passin", "pass:x"}, {"openssl", "rsa", "-passin", "pass:" + r}},
      {{"openssl", "rsa", "-passin", "env:X"}, {"openssl", "rsa", "-passin", "env:X"}},
      {{"aws", "configure", "set", "aws_secret_access_key", "x"},
       {"aws", "configure", "set", "aws_secret_access_key", r}},
      {{"npm", "config", "set", "//r.example/:_authToken", "x"},
       {"npm", "config", "set", "//r.example/:_authToken", r}},
      {{"sudo", "curl", "-u", "me:pw"}, {"sudo", "curl", "-u", "me:" + r}},
      {{"git", "clone", "https://me:pw@example.org/r"},
       {"git", "clone", "https://me:" + r + "@example.org/r"}},
  };
  for (const auto& [argv, wanted] : cases) EXPECT_EQ(redacted(argv), wanted) << argv[0];
}

TEST(RedactorTest, LooksIntoShellText) {
  using Words = std::vector<std::string>;
  EXPECT_EQ(redacted(Words{"bash", "-c", "cd /x && curl -u me:pw https://h | jq ."}),
            (Words{"bash", "-c", "cd /x && curl -u me:[redacted] https://h | jq ."}));
  EXPECT_EQ(redacted(Words{"bash", "-c", "mysql -p'a b' db; A_TOKEN=$(cat f) x"}),
            (Words{"bash", "-c", "mysql -p'[redacted]' db; A_TOKEN=$(cat f) x"}));
  EXPECT_EQ(redacted(Words{"bash", "-lc", "ssh h \"tool --password 'x y' z\""}),
            (Words{"bash", "-lc", "ssh h \"tool --password '[redacted]' z\""}));
  EXPECT_EQ(redacted(Words{"sh", "-c", "curl -H 'Authorization: token a b' x"}),
            (Words{"sh", "-c", "curl -H 'Authorization: token [redacted]' x"}));
}

TEST(RedactorTest, LookAlikesStay) {
  const std::string sha1 = fake_run(kFakeHex, 40);
  const std::string sha256 = fake_run(kFakeHex, 64);
  const std::string uuid = "9f0c3f2e-6a43-4f57-9d0a-5d9a1f3c2b11";
  const std::vector<std::string> texts = {
      sha1,
      "git show " + sha1,
      "sha256:" + sha256,
      "token: " + sha1,
      "secret=" + uuid,
      uuid,
      "GITHUB_TOKEN=$TOKEN make",
      "GITHUB_TOKEN=${TOKEN} make",
      "GITHUB_TOKEN=\"$TOKEN\"",
      "tool --token=\"$1\" --password=$@",
      "token=${{ secrets.X }}",
      "password={{ vault_password }}",
      "password=<password>",
      "password=********",
      "Authorization: Bearer $TOKEN",
      "https://user:$PASS@example.org",
      "https://git@example.org/x:y",
      "ssh://git@example.org:22/x",
      "http://[::1]:8080/a@b",
      "PWD=/home/me/project",
      "cat /home/me/.ssh/config /etc/ssl/private/x.pem",
      "secret_file=/run/secrets/db",
      "rm -rf ./tmp_token_cache/ ./secrets",
      "git commit -m 'fix token: handle the expiry of sessions'",
      "the password is asked for; see docs/passwords.md",
      "MAX_TOKENS=4096",
      "tokenizer=bpe --max-tokens 100",
      "npm_config_registry=https://registry.example",
      "task-ant-farm sk-small",
      "key=value",
      "-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----",
      "/nix/store/" + fake_run(kFakeLower, 32) + "-bash-5.2/bin/bash",
      "eyebrow.eyelid.eyes",
      "pass=10 fail=0",
      "AKIA is a prefix, so is ghp_",
  };
  for (const std::string& text : texts) EXPECT_EQ(redactor().text(text), text);
}

TEST(RedactorTest, RedactingTwiceChangesNothingMore) {
  std::string all;
  for (const Vendor& vendor : vendors()) all += vendor.prefix + vendor.rest + " ";
  const std::vector<std::string> texts = {
      all,
      "A_TOKEN=" + fake_github_token() + " x",
      "Authorization: Bearer " + fake_jwt(),
      "https://me:" + fake_github_token() + "@example.org",
      "a " + fake_private_key(true) + " b",
      "curl -u me:secret1 --password 'x y' https://h",
  };
  for (const std::string& text : texts) {
    const std::string once = redactor().text(text);
    EXPECT_NE(once, text);
    EXPECT_EQ(redactor().text(once), once);
  }
}

TEST(RedactorTest, TheNumberAndOrderOfArgumentsStay) {
  const std::vector<std::string> argv = {"", "a", "--password", "", "-", "--", "x", "--token"};
  EXPECT_EQ(redactor().argv(argv), argv);
  EXPECT_TRUE(redactor().argv({}).empty());
  EXPECT_EQ(redactor().text(""), "");
}

// Each would take hours if the scanner walked back or looked twice.
TEST(RedactorTest, NearMissesInLongTextsCostNoMoreThanOtherText) {
  constexpr std::size_t kMegabyte = 1U << 20U;
  for (const std::string piece : {"sk-",         "ey-",
                                  "eyAAAAAAAA.", "password=",
                                  "token=/",     "token:",
                                  "://",         "a:b@",
                                  "-----BEGIN ", "-----BEGIN PRIVATE KEY",
                                  "\"",          "'",
                                  "\\",          "\"token\":",
                                  "Bearer ",     "cookie:",
                                  "ghp_",        "AKIA",
                                  "a",           "=",
                                  "secret",      "aws/",
                                  ".atlasv1.",   "-p",
                                  "curl -u ",    "\"curl '",
                                  "token \\\"",  "xoxb-",
                                  "a:1b2c3d",    "token%3D/",
                                  "%3Ftoken",    "<password>",
                                  "<pin a=\"",   "auth=('",
                                  "auth=a(",     "'a' ",
                                  "\\\n",        "a\\\n ",
                                  "[redacted",   "<a ",
                                  "htpasswd ",   "openssl passwd ",
                                  "$'",          "$IFS",
                                  "${IFS",       "|",
                                  "echo a|",     "<<<",
                                  "sudo -S ",    "echo a | sudo -S ",
                                  "<<<a sudo ",  "-password "}) {
    std::string text;
    while (text.size() < kMegabyte) text += piece;
    EXPECT_FALSE(redactor().text(text).empty());
  }
}

TEST(RedactorTest, BytesThatAreNoTextAreLeftAlone) {
  std::string bytes;
  for (int i = 0; i < 256; ++i) bytes += static_cast<char>(i);
  EXPECT_EQ(redactor().text(bytes), bytes);
}

TEST(RedactorTest, ArgumentsHashIsKeyedAndKnowsTheWords) {
  const std::string hash = redactor().args_hash({"a", "b"});
  EXPECT_EQ(hash.size(), 64U);
  EXPECT_NE(hash, redactor().args_hash({"ab"}));
  EXPECT_NE(hash, redactor().args_hash({"a", "b", ""}));
  EXPECT_NE(hash, Redactor("other").args_hash({"a", "b"}));
}

}  // namespace
}  // namespace guard::supervisor
