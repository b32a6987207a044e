// SPDX-License-Identifier: Apache-2.0
// Secrets that a first look misses: behind other names, in quotes and escapes, at a place, in code.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/supervisor/audit/fake_secrets.h"
#include "tests/supervisor/audit/redacted_text.h"

namespace guard::supervisor {
namespace {

using Words = std::vector<std::string>;
using ::testing::HasSubstr;
using ::testing::Not;

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

// A person is asked about what the text goes on to do.
TEST(HiddenSecretsTest, OfATextThatBeginsWithAnAssignmentOnlyTheValueIsHidden) {
  expect_hidden_words({{"bash", "-c", "TOKEN=SECRET curl -s http://127.0.0.1:9/x | sh"},
                       {"sh", "-ec", "PGPASSWORD=SECRET psql -c 'drop table t'"},
                       {"bash", "-c", "API_KEY=SECRET; rm -rf build"},
                       {"bash", "-c", "sh -c \"TOKEN=SECRET rm x\" && rm y"},
                       {"env", "TOKEN=SECRET", "rm", "x"}});
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
               "tool --password \\\n  --verbose", "it's 'that' \"\"",
               "{ \"secrets\":0,\"complete\":true}, \"secrets\":0,\"a\":\"b\"", "a 2>&1 >b | c"});
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

TEST(HiddenSecretsTest, PercentEncodedText) {
  expect_hidden({
      "https://example.org/a?to=https%3A%2F%2Fx%2F%3Ftoken%3DSECRET",
      "https://example.org/a?q=password%3dSECRET%26x%3D1",
      "data=%7B%22token%22%3A%22SECRET%22%2C%22a%22%3A1%7D",
      "q=%7B%27password%27%3A%20%27SECRET",
  });
  const std::string id = fake_run(kFakeUpper, 16);
  EXPECT_EQ(redacted("q%3DAKIA" + id), "q%3DAKIA[redacted]");
  expect_open({"a%20b%3Dc", "100%token", "%", "%3", "%3D", "token%3D", "token%3D%24x",
               "printf %dtoken%s", "key%3D1&token%3Dabc"});
}

TEST(HiddenSecretsTest, AssignmentsInCode) {
  expect_hidden({
      "import os; os.environ['API_KEY']='SECRET'",
      "os.environ[\"API_KEY\"] = \"SECRET\"; run()",
      "ENV['DB_PASSWORD'] ||= 1; ENV['API_KEY'] = 'SECRET'",
      "$ENV{API_KEY}='SECRET';",
      "arr[password]=SECRET; ls",
      "requests.get(url, auth=('u','SECRET'))",
      "requests.get(url, auth = (\"u\", \"SECRET\"), timeout=5)",
      "requests.get(url, auth=HTTPBasicAuth('u', b'SECRET'))",
      "x(auth=[\\\"u\\\",\\\"SECRET\\\"])",
      "fetch(auth=Token('SECRET'))",
      "python3 -c \"get(u, auth=(\\\"u\\\",\\\"SECRET\\\"))\"",
      "{'password' => 'SECRET', 'a' => 1}",
      "password := \"SECRET\"",
  });
  const std::string s = secret();
  EXPECT_EQ(redacted(Words{"python3", "-c", "os.environ['API_KEY']='" + s + "'"})[2],
            "os.environ['API_KEY']='[redacted]'");
  EXPECT_EQ(redacted("get(auth=('u','hunter'))"), "get(auth=('u','[redacted]'))");
  expect_open({"os.environ['API_KEY']", "if os.environ['API_KEY'] == x: pass",
               "os.environ['HOME']='/root'", "get(auth=HTTPBasicAuth(user, password))",
               "get(auth=None)", "auth=('u', os.environ)", "auth=('u', '$P')",
               "auth=getattr(x, 'y')", "[token]: https://example.org/a1b2c3",
               "token=read_the_token_2(file)", "x[password]", "${A_TOKEN}:latest2024", "auth=(",
               "auth=('", "auth=('a',"});
}

TEST(HiddenSecretsTest, ElementsAndColumns) {
  expect_hidden({
      "<password>SECRET</password>",
      "<a><password type=\"x\">SECRET</password><b>c</b></a>",
      "<password>SECRET<",
      "<apiKey>SECRET</apiKey>",
      "<entry key=\"password\">SECRET</entry>",
      "PASSWORD\tSECRET",
      "user\tana\npassword\t\tSECRET\nhost\tx",
      "API_KEY\tSECRET\tx",
  });
  expect_open({"tool <user> <password> <file>", "login <password> to <host>",
               "https://user:<password>@host:<port>/x", "<password></password>",
               "<password>${P}</password>", "<password/><a>", "<password", "<password>",
               "USER\tPASSWORD\tHOST", "password\tdescription", "MAX_TOKENS\t4096",
               "tokens\t1234567", "the token\tis here", "secrets\t2026-01-11"});
}

TEST(HiddenSecretsTest, UserinfoWithoutAScheme) {
  expect_hidden({
      "/etc/user:SECRET@host",
      "https://example.org/p/user:SECRET@host/x",
      "scp user:SECRET@example.org:x .",
      "curl -x ana:SECRET@192.0.2.7:3128 x",
  });
  EXPECT_EQ(redacted("/etc/user:hunter2@host"), "/etc/user:[redacted]@host");
  expect_open({"registry.example.org:5000/team/image:1.4a@sha256:" + fake_run(kFakeHex, 64),
               "mailto:Ana1985x@example.org", "npm:loDash4x@4.17.21", "git@example.org:team/repo",
               "chown user:group1@corp x", "eth0@if5", "/srv/x/host:8080@a", "user@1000.service",
               "at 09:05:07@home", "a@b:c@d", "@", ":@", "a:@b", "/etc/user:$PASS@host",
               "fe80::1%eth0@if5", "/pkg/foo:bar@x"});
}

TEST(HiddenSecretsTest, WhatIsHandedToStandardInput) {
  expect_hidden({
      "echo SECRET | sudo -S make install",
      "echo 'SECRET'|sudo -S -p '' make install",
      "echo -n SECRET | sudo -kS ls",
      "cd /x && echo \"SECRET\" | sudo --stdin ls; ls a1b2c3",
      "printf '%s\\n' SECRET | sudo -S ls",
      "printf SECRET | /usr/bin/sudo -S ls",
      "(echo SECRET) | sudo -u ana -S ls",
      "echo SECRET |\n  sudo -S ls",
      "echo SECRET |& sudo -S ls",
      "sudo -S ls <<<SECRET",
      "sudo -S ls /srv <<< 'SECRET' >log",
      "<<<SECRET sudo -S ls",
      "ssh h 'echo SECRET | sudo -S ls'",
      "echo SECRET | docker login -u me --password-stdin registry.example",
      "echo SECRET | gh auth login --with-token",
      "echo SECRET | gpg --batch --passphrase-fd 0 -d x",
      "echo ana:SECRET | sudo chpasswd",
      "echo SECRET | passwd --stdin ana",
  });
  expect_hidden_words({{"bash", "-c", "echo SECRET | sudo -S true"}});
  EXPECT_EQ(redacted("echo a | tee b | sudo -S x"), "echo a | tee b | sudo -S x");
  expect_open({"echo hello1234 | sudo tee /etc/motd", "echo hello1234 || sudo -S ls",
               "echo hello1234; sudo -S ls", "echo hello1234 && sudo -S ls",
               "echo \"$PW\" | sudo -S ls", "cat pw.txt | sudo -S ls", "sudo -S ls <pw.txt",
               "echo hello1234 | grep -S sudo", "echo hello1234 | sudo ls -S", "sudo -S ls",
               "echo a1b2c3 | xargs sudo ls -lS", "grep x <<<hello1234", "a | b | c",
               "echo ana | chsh", "yes hello1234 | apt install sudo -S5x"});
}

TEST(HiddenSecretsTest, TokensInPlaceOfUsers) {
  for (const std::string token : {"k3v9Qx81mT", "a1b2c3d4", "abcdefghijk12345", "x9Y8z7W6v5U4"}) {
    EXPECT_EQ(redacted("git clone https://" + token + "@example.org/r.git"),
              "git clone https://[redacted]@example.org/r.git");
    EXPECT_EQ(redacted("http://" + token + ":@example.org/"), "http://[redacted]:@example.org/");
    EXPECT_EQ(redacted("https://" + token + ":x-oauth-basic@example.org/"),
              "https://[redacted]:x-oauth-basic@example.org/");
  }
  expect_open({"https://git@example.org/team/r", "https://ana@example.org/",
               "https://ana1985@example.org/r", "https://deploy-bot-2@example.org/r",
               "https://jenkins-ci-2024@example.org/r", "https://ana.smith@example.org/",
               "https://ec2-user@example.org", "https://oauth2:$TOKEN@example.org/r",
               "https://$TOKEN@example.org/r", "https://${TOKEN}:x-oauth-basic@example.org/r",
               "ssh://b1c2d3e4@example.org/x", "https://example.org/@scope/p1a2c3k4",
               "https://example.org/a?m=x1y2z3w4@b", "https://svc_build@example.org/r",
               "https://a:@example.org/"});
}

TEST(HiddenSecretsTest, BlanksThatAShellMakes) {
  expect_hidden({
      "tool --password${IFS}SECRET${IFS}x",
      "tool${IFS}--password${IFS}SECRET",
      "tool$IFS--password$IFS'SECRET'",
      "tool --password$IFS$9SECRET x",
      "tool --password${IFS%??}SECRET x",
      "mysql${IFS}-pSECRET${IFS}db",
      "echo${IFS}SECRET|sudo${IFS}-S${IFS}ls",
  });
  expect_hidden_words({{"sh", "-c", "curl${IFS}-u${IFS}me:SECRET"}});
  expect_open({"IFS=, read -r a b", "echo \"${IFS}\"", "rm${IFS}-rf${IFS}x1y2z3", "echo $IFSX",
               "echo ${IFS", "$IFS", "printf %q \"$IFS\""});
}

TEST(HiddenSecretsTest, LongOptionsWithOneDash) {
  for (const std::string flag :
       {"-password", "-passwd", "-storepass", "-keypass", "-keyStorePassword",
        "-trustStorePassword", "-passphrase", "-token", "-pass"}) {
    expect_hidden_words({{"tool", flag, "SECRET", "x"}, {"tool", flag + "=SECRET"}});
    expect_hidden({"cd x && tool " + flag + " SECRET x"});
  }
  for (const std::string flag : {"-passin", "-passout", "-pass", "-password"}) {
    expect_hidden_words({{"tool", flag, "pass:SECRET"}, {"$OPENSSL", "rsa", flag, "pass:SECRET"}});
    for (const char* source : {"env:DB_PASS1", "file:pw1.txt", "fd:3", "stdin"})
      EXPECT_EQ(redactor().argv({"tool", flag, source}), (Words{"tool", flag, source}));
  }
  expect_hidden_words({{"keytool", "-list", "-storepass", "SECRET"},
                       {"java", "-Djavax.net.ssl.keyStorePassword=SECRET", "-jar", "x.jar"}});
  for (const Words& argv : std::vector<Words>{{"ffmpeg", "-i", "a.mp4", "-pass", "1", "b.mp4"},
                                              {"ffmpeg", "-passlogfile", "log1234"},
                                              {"tool", "-password", "-next"},
                                              {"tool", "-password-file", "pw1234.txt"},
                                              {"tool", "-passwordless", "abc12345"},
                                              {"find", ".", "-path", "abc12345"},
                                              {"tool", "-tokens", "abc12345"},
                                              {"tool", "-token", "/run/token1"},
                                              {"tool", "-pass", "none"},
                                              {"tool", "-password"},
                                              {"apksigner", "--ks-pass", "env:KS_PASS1"},
                                              {"tool", "-p", "abc12345"}}) {
    EXPECT_EQ(redactor().argv(argv), argv);
  }
}

TEST(HiddenSecretsTest, WhatAStoreIsGiven) {
  expect_hidden({"agentctl vault set db/main SECRET", "doppler secrets set KEY SECRET",
                 "fly secrets set FOO=SECRET", "wrangler secret put K --value SECRET",
                 "az keyvault secret set --name k --value=SECRET",
                 "aws ssm put-parameter --name /db --value SECRET --type SecureString",
                 "aws secretsmanager create-secret --name x --secret-string SECRET",
                 "vault kv put secret/app foo=SECRET", "netlify env:set API_TOKEN SECRET",
                 "rabbitmqctl change_password me SECRET", "rabbitmqctl add_user me SECRET",
                 "poetry config pypi-token.pypi SECRET", "composer config http-basic.h me SECRET",
                 "mc alias set m https://h key SECRET", "redis-cli CONFIG SET requirepass SECRET",
                 "security add-generic-password -a me -w SECRET", "echo SECRET | gh secret set X",
                 "echo SECRET | wrangler secret put X", "printf SECRET | vault kv put a/b -"});
  expect_open({"vault kv get secret/app", "vault kv list secret", "rabbitmqctl list_users",
               "kubectl create secret generic x --from-file=a1b2c3.txt", "fly secrets list",
               "composer config repositories.foo vcs https://github.com/x1/y2z3",
               "gh variable set NAME --body-file f1g2h3", "docker secret ls", "mc alias list"});
}

TEST(HiddenSecretsTest, FlagsWithoutADash) {
  expect_hidden({"nmcli dev wifi connect net password SECRET",
                 "nmcli con modify x wifi-sec.psk SECRET", "iwconfig wlan0 key SECRET",
                 "wpa_passphrase net SECRET", "psql -c \"alter user x with password 'SECRET'\"",
                 "mysql -e \"create user x identified by 'SECRET'\""});
  expect_open({"nmcli connection show net", "iw dev wlan0 scan",
               "psql -c 'create table user_password (a1b2c3 int)'",
               "git commit -m 'the machine password policy1 changed'"});
}

TEST(HiddenSecretsTest, EntriesOfNetrc) {
  expect_hidden({"machine h login me password SECRET",
                 "echo 'machine h login me password SECRET' >n.txt",
                 "printf 'machine h\\nlogin me\\npassword SECRET\\n' >n.txt",
                 "machine h\n  login me\n  password SECRET\n",
                 "echo \"default login me password SECRET\" >>n.txt"});
}

TEST(HiddenSecretsTest, CommandsThatTellASecret) {
  expect_hidden_words({{"restic", "--password-command", "echo SECRET", "backup"},
                       {"env", "BORG_PASSCOMMAND=printf SECRET", "borg", "list"}});
  expect_hidden({"restic --password-command 'echo SECRET' backup ."});
  expect_open({"restic --password-command 'pass show a1b2c3' backup .",
               "BORG_PASSCOMMAND='cat /run/k1e2y3' borg list"});
}

}  // namespace
}  // namespace guard::supervisor
