// SPDX-License-Identifier: Apache-2.0
// Programs with other rights than their caller's, of root and of an ordinary user.
#include "policy/assess/raised_programs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "base/limits.h"
#include "tests/policy/assessor_fixture.h"

namespace guard::policy {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class RaisedProgramsTest : public AssessorTest {};

TEST_F(RaisedProgramsTest, ApprovedSudoIsRaisedByItsFileAlone) {
  facts_.set_raising(Raising::kOutside);
  Action sudo = exec_of("sudo apt-get update");
  sudo.exe = "/usr/bin/sudo";
  sudo.image_setuid = true;
  EXPECT_TRUE(assess(sudo).raised);
  EXPECT_FALSE(assess(sudo).cannot_be_had);
  EXPECT_EQ(assess(sudo).tier, 2);
  EXPECT_THAT(assess(sudo).reason, HasSubstr("outside of guard"));
  sudo.image_setuid = false;
  EXPECT_FALSE(assess(sudo).raised);
  EXPECT_TRUE(assess(sudo).cannot_be_had);
  Action other = exec_of("sudo apt-get update");  // by a name of the caller's choice
  other.exe = "/usr/bin/passwd";
  other.image_setuid = true;
  EXPECT_TRUE(assess(other).cannot_be_had);
}

TEST_F(RaisedProgramsTest, WhatSudoRunsAndThisUserCanChangeIsTierThree) {
  facts_.set_raising(Raising::kOutside);
  for (const char* line :
       {"sudo sh -c ls", "sudo -u other bash", "sudo python3 x.py", "sudo ./build.sh",
        "sudo LD_PRELOAD=./x.so ls", "sudo a-b=c ls", "sudo ./x=1 ls", "sudo env A=1 sh x",
        "sudo find . -exec ./x {} +", "sudo find . -name x -execdir sh {} +"}) {
    Action sudo = exec_of(line);
    sudo.exe = "/usr/bin/sudo";
    sudo.image_setuid = true;
    EXPECT_EQ(assess(sudo).tier, 3) << line;
    EXPECT_EQ(assess(sudo).rule, "sudo.unbound") << line;
    EXPECT_TRUE(assess(sudo).raised) << line;
  }
}

TEST_F(RaisedProgramsTest, CodeFromHereBehindSudoIsTierThree) {
  facts_.set_raising(Raising::kOutside);
  facts_.add("package/setup.py");
  const auto of = [this](const char* line) {
    Action sudo = exec_of(line);
    sudo.exe = "/usr/bin/sudo";
    sudo.image_setuid = true;
    return assess(sudo);
  };
  for (const char* line :
       {"sudo make install", "sudo -n make -C /usr/src/linux", "sudo npm ci",
        "sudo pip install ./package", "sudo vim /etc/hosts", "sudo less /x", "sudo env A=1 make"}) {
    EXPECT_EQ(of(line).tier, 3) << line;
    EXPECT_EQ(of(line).rule, "sudo.unbound") << line;
    EXPECT_THAT(of(line).reason, HasSubstr("code that this user can change")) << line;
  }
  for (const char* line : {"sudo apt-get install jq", "sudo pip install flask", "sudo cat /x",
                           "sudo find /x -exec chmod 600 {} +"})
    EXPECT_EQ(of(line).tier, 2) << line;
  facts_.set_raising(Raising::kInTree);
  EXPECT_LT(of("sudo make install").tier, 3);
}

// Behind sudo, where x, conf, d and evil.deb are this user's.
constexpr auto kRunsWhatIsNamed =
    std::to_array<const char*>({"sudo apt-get install ./evil.deb",
                                "sudo apt-get install /home/user/evil.deb",
                                "sudo apt-get install ./not-yet.deb",
                                "sudo apt-get install /home/user/not-yet.deb",
                                "sudo dpkg -i evil.deb",
                                "sudo apt-get install -oDpkg::Pre-Invoke::=./x",
                                "sudo apt-get -cconf update",
                                "sudo apt-get install -c conf jq",
                                "sudo awk -f conf",
                                "sudo tar -I./x -cf /dev/null v1.2",
                                "sudo tar cfI /dev/null ./x v1.2",
                                "sudo tar --checkpoint-action=exec=id -cf /x /y",
                                "sudo tar --use-compress-prog=./x -xf a",
                                "sudo sed -n -f conf /etc/passwd",
                                "sudo sed -n '1e./x' /etc/passwd",
                                "sudo sed 's/a/id/e' /etc/passwd",
                                "sudo run-parts /home/user/project/d",
                                "sudo prlimit ./x",
                                "sudo prlimit -- sh -c id",
                                "sudo prlimit make install",
                                "sudo numactl -N0 python3 -c 1",
                                "sudo git -C d status",
                                "sudo git -c core.pager=x log",
                                "sudo rsync -e ./x a b:",
                                "sudo scp -S ./x a b:",
                                "sudo wget --use-askpass=./x u:v",
                                "sudo start-stop-daemon -S --exec /home/user/project/x",
                                "sudo java -jar x",
                                "sudo gcc -B. y.c",
                                "sudo socat - EXEC:x",
                                "sudo nmap --script=./x h",
                                "sudo split --filter=./x /etc/passwd",
                                "sudo sort --compress-program ./x /etc/passwd",
                                "sudo tcpdump -z ./x",
                                "sudo iptables --modprobe=./x -L",
                                "sudo logrotate conf",
                                "sudo nginx -c /home/user/project/conf",
                                "sudo psql -f conf",
                                "sudo sqlite3 -init conf",
                                "sudo systemctl link x",
                                "sudo systemctl enable ./x",
                                "sudo systemctl edit ssh",
                                "sudo screen",
                                "sudo certbot renew --pre-hook 'id; x'",
                                "sudo find /etc -exec make +",
                                "sudo find /etc -exec dpkg -i {} +",
                                "sudo xargs dpkg -i",
                                "sudo env PATH=d ls",
                                "sudo env -C d dpkg -i y",
                                "sudo env -C / own home/user/evil.deb",
                                "sudo own -",
                                "sudo own a:/home/user/project/x:b",
                                "sudo own --a=b,c=x",
                                "sudo own -vx",
                                "sudo tcsh -c id",
                                "sudo -D /x ls",
                                "sudo docker run -v /home/user/project:/w a",
                                "sudo docker compose up",
                                "sudo dnf install file:///home/user/evil.deb",
                                "sudo tar -I 'env sh x' -cf /b /a",
                                "sudo tar -I 'sed -f conf' -cf /b /a",
                                "sudo rsync --rsh 'nice sh x' /a h:",
                                "sudo sort --compress-program 'timeout 9 x' /a",
                                "sudo install -s --strip-program=./x /a /b",
                                "sudo sdiff --diff-prog ./x /a /b",
                                "sudo diff3 --diff-program=./x /a /b /c",
                                "sudo getent -s passwd:/../x passwd",
                                "sudo ip -b conf",
                                "sudo ip -force -batch later",
                                "sudo ip net e n sh",
                                "sudo ip vrf ex n id",
                                "sudo apt-mark -c conf hold jq",
                                "sudo apt-cache -o A=/b search jq",
                                "sudo apt-get install --with-source later jq",
                                "sudo apt-get changelog jq",
                                "sudo ifup -i conf lo",
                                "sudo fail2ban-client -c d status",
                                "sudo docker --config d ps",
                                "sudo podman --hooks-dir d run a",
                                "sudo kubectl edit svc/a",
                                "sudo dmesg -H",
                                "sudo find /etc -exec sed -f conf {} +",
                                "sudo find /etc -exec install -s --strip-program=./x {} /b ';'",
                                "sudo dpkg -i later.deb",
                                "sudo nginx -c later.conf",
                                "sudo psql -f later.sql",
                                "sudo service ../../home/user/project/x start",
                                "sudo psql",
                                "sudo mysql",
                                "sudo nsenter -t 1 -a",
                                "sudo ncdu /var"});

constexpr auto kTakesData =
    std::to_array<const char*>({"sudo apt-get install jq",
                                "sudo apt-get -y install jq=1.6 python3 make",
                                "sudo own y",
                                "sudo apt-get -t stable install foo/stable",
                                "sudo systemctl restart x",
                                "sudo cp x /srv/x",
                                "sudo tee /srv/x",
                                "sudo chown root x",
                                "sudo install -m 644 x /srv/x",
                                "sudo tar -C d -xf x",
                                "sudo tar -I zstd -cf /b/a d",
                                "sudo tar -I 'zstd -19' -cf /b/a d",
                                "sudo cat x",
                                "sudo sed -i s/e/b/ /srv/x",
                                "sudo grep -r a d",
                                "sudo dnf install python3",
                                "sudo rsync -a d /srv",
                                "sudo rsync -e ssh d h:",
                                "sudo awk 'BEGIN{system()}'",
                                "sudo -u postgres psql -c 'select 1'",
                                "sudo nginx -c /etc/nginx.conf",
                                "sudo env DEBIAN_FRONTEND=noninteractive apt-get install jq",
                                "sudo journalctl -u x",
                                "sudo timeout 5 apt-get install jq",
                                "sudo own https://h/home/user/evil.deb",
                                "sudo find /etc -exec grep a {} +",
                                "sudo docker pull a/b",
                                "sudo kubectl get pod/x",
                                "sudo tar -I 'pigz -9 -b' -cf /b/a d",
                                "sudo ip -br addr",
                                "sudo ip neigh show",
                                "sudo psql -l",
                                "sudo mysql -e 'select 1'",
                                "sudo nsenter -t 1 -m uptime",
                                "sudo own example.com",
                                "sudo dnf install python3.11",
                                "sudo podman run --runtime crun a",
                                "sudo dmesg -T"});

TEST_F(RaisedProgramsTest, WhatAWordNamesIsCodeUnlessItsProgramTakesData) {
  facts_.set_raising(Raising::kOutside);
  for (const char* file : {"x", "conf", "d/f", "evil.deb", "/home/user/evil.deb", "jq"})
    facts_.add(file);
  const auto of = [this](const std::string& line) {
    Action sudo = exec_of(line);
    sudo.exe = "/usr/bin/sudo";
    sudo.image_setuid = true;
    return assess(sudo);
  };
  for (const char* line : kRunsWhatIsNamed) {
    EXPECT_EQ(of(line).tier, 3) << line;
    EXPECT_EQ(of(line).rule, "sudo.unbound") << line << ": " << of(line).reason;
  }
  for (const char* line : kTakesData)
    EXPECT_EQ(of(line).tier, 2) << line << ": " << of(line).reason;
}

TEST_F(RaisedProgramsTest, AWordThatMayNameAFileOfThisUserIsRebindable) {
  facts_.set_raising(Raising::kOutside);
  facts_.add("notes");
  const auto of = [this](const std::string& line) {
    Action sudo = exec_of(line);
    sudo.exe = "/usr/bin/sudo";
    sudo.image_setuid = true;
    return assess(sudo);
  };
  for (const char* line : {"sudo cat notes", "sudo tee not-yet", "sudo dd if=/dev/zero of=notes",
                           "sudo tar -cfnew /x", "sudo cp /x /home/user/y", "sudo own later",
                           "sudo env A=1 cat notes", "sudo chown u new"}) {
    EXPECT_TRUE(of(line).rebindable) << line;
    EXPECT_FALSE(of(line).unbound) << line;
    EXPECT_EQ(of(line).tier, 2) << line;
  }
  for (const char* line : {"sudo cat /x", "sudo head -n 1 /x", "sudo apt-get install -y jq",
                           "sudo systemctl restart web", "sudo journalctl -u web", "sudo id -u",
                           "sudo -u postgres psql -l", "sudo own /x", "sudo own --all -l"})
    EXPECT_FALSE(of(line).rebindable) << line;
  facts_.set_raising(Raising::kSupervised);  // each use of data is judged when it comes
  EXPECT_FALSE(of("sudo cat notes").rebindable);
  EXPECT_TRUE(of("sudo own later").rebindable);
}

TEST_F(RaisedProgramsTest, ARelativeNameBehindPkexecIsOfAnotherFolder) {
  facts_.set_raising(Raising::kOutside);
  const auto of = [this](const std::string& line) {
    Action action = exec_of(line);
    action.exe = "/usr/bin/" + action.argv.front();
    action.image_setuid = true;
    return assess(action);
  };
  for (const char* line : {"pkexec rm -rf old", "pkexec cat notes", "run0 -u games cat notes"}) {
    EXPECT_EQ(of(line).tier, 3) << line;
    EXPECT_THAT(of(line).reason, HasSubstr("other files there")) << line;
  }
  for (const char* line : {"pkexec rm -rf /x/old", "pkexec --keep-cwd rm -rf old", "pkexec id",
                           "pkexec systemctl restart web", "run0 cat notes", "doas cat notes"})
    EXPECT_EQ(of(line).tier, 2) << line;
}

TEST_F(RaisedProgramsTest, MoreWordsThanAreLookedAtAreTierThree) {
  facts_.set_raising(Raising::kOutside);
  const auto tier_of = [this](std::size_t words) {
    Action sudo = exec_of("sudo own");
    for (std::size_t i = 0; i < words; ++i) sudo.argv.emplace_back("y");
    sudo.exe = "/usr/bin/sudo";
    sudo.image_setuid = true;
    return assess(sudo).tier;
  };
  EXPECT_EQ(tier_of(size_limit("sudo.names") - 1), 2);
  EXPECT_EQ(tier_of(size_limit("sudo.names")), 2);
  EXPECT_EQ(tier_of(size_limit("sudo.names") + 1), 3);
}

TEST_F(RaisedProgramsTest, UnderAGuardOfRootsOnlySudoRuns) {
  facts_.set_raising(Raising::kSupervised);
  const auto of = [this](const char* line) {
    Action action = exec_of(line);
    action.exe = "/usr/bin/" + action.argv.front();
    action.image_setuid = true;
    return assess(action);
  };
  EXPECT_TRUE(of("sudo make install").raised);
  EXPECT_EQ(of("sudo make install").tier, 2);
  EXPECT_TRUE(of("sudo make install").unbound);
  EXPECT_FALSE(of("sudo apt-get install jq").unbound);
  EXPECT_THAT(of("sudo id").reason, HasSubstr("guard of root's own"));
  for (const char* line : {"su -c id", "doas id", "pkexec id", "run0 id", "sudoedit /x"}) {
    EXPECT_FALSE(of(line).raised) << line;
    EXPECT_TRUE(of(line).cannot_be_had) << line;
  }
  EXPECT_TRUE(of("newuidmap 1 0 1000 1").raised);
}

TEST_F(RaisedProgramsTest, AShellWithOtherRightsIsTierThreeOutside) {
  const auto tier_of = [this](const char* line) {
    Action action = exec_of(line);
    action.exe = "/usr/bin/" + action.argv.front();
    action.image_setuid = true;
    return assess(action).tier;
  };
  facts_.set_raising(Raising::kOutside);
  for (const char* line :
       {"sudo -s", "sudo -i", "sudo -E make", "sudo -e /etc/hosts", "su", "su -",
        "sudoedit /etc/hosts", "doas -s", "pkexec", "run0", "su -c id", "su other -c 'rm x'"})
    EXPECT_EQ(tier_of(line), 3) << line;
  for (const char* line : {"sudo id", "sudo -l", "doas id", "pkexec id"})
    EXPECT_EQ(tier_of(line), 2) << line;
  facts_.set_raising(Raising::kInTree);
  for (const char* line : {"sudo -s", "su", "doas -s"}) EXPECT_EQ(tier_of(line), 2) << line;
}

TEST_F(RaisedProgramsTest, ASetUserIdProgramIsAskedAboutOrRefusedAsItsSpecSays) {
  const auto assess_of = [this](const char* line, bool set_user_id = true) {
    Action action = exec_of(line);
    action.exe = "/usr/bin/" + action.argv.front();
    action.image_setuid = set_user_id;
    return assess(action);
  };
  facts_.set_raising(Raising::kOutside);
  EXPECT_TRUE(assess_of("mount /mnt").raised);
  EXPECT_TRUE(assess_of("newuidmap 1 0 1000 1").raised);
  EXPECT_TRUE(assess_of("sudo --version").raised);
  EXPECT_EQ(assess_of("sudo --version").tier, 0);
  EXPECT_EQ(assess_of("mount").tier, 0);
  EXPECT_FALSE(assess_of("mount /mnt", false).raised);
  for (const char* line : {"passwd", "chsh -s /bin/sh", "newgrp docker"})
    EXPECT_TRUE(assess_of(line).cannot_be_had) << line;
  facts_.set_raising(Raising::kNever);
  EXPECT_FALSE(assess_of("mount /mnt").cannot_be_had);
  EXPECT_TRUE(assess_of("passwd").cannot_be_had);
  facts_.set_raising(Raising::kInTree);
  EXPECT_FALSE(assess_of("passwd").cannot_be_had);
  EXPECT_FALSE(assess_of("mount /mnt").raised);
}

TEST_F(RaisedProgramsTest, SudoIsWhatItsFileIsWhateverItIsCalled) {
  for (const Raising raising : {Raising::kOutside, Raising::kSupervised}) {
    facts_.set_raising(raising);
    const auto of = [this](const char* line, const char* exe) {
      Action action = exec_of(line);
      action.exe = exe;
      action.image_setuid = true;
      return assess(action);
    };
    const auto edits = of("xedit /etc/x", "/usr/bin/sudo");
    EXPECT_EQ(edits.cannot_be_had, raising == Raising::kSupervised);
    EXPECT_EQ(edits.tier, raising == Raising::kOutside ? 3 : 2);
    EXPECT_TRUE(of("edit id", "/usr/bin/sudo").raised) << "sudo wants more than the ending";
    EXPECT_TRUE(of("ls id", "/usr/bin/sudo").raised);
    const auto other = of("sudo id", "/opt/bin/sudo.ws");
    EXPECT_TRUE(other.cannot_be_had);
    EXPECT_THAT(other.reason, HasSubstr("sudo is /opt/bin/sudo.ws here"));
  }
}

TEST_F(RaisedProgramsTest, FusermountUnmountsOnly) {
  facts_.set_raising(Raising::kOutside);
  const auto of = [this](const char* line) {
    Action action = exec_of(line);
    action.exe = "/usr/bin/fusermount3";
    action.image_setuid = true;
    return assess(action);
  };
  EXPECT_TRUE(of("fusermount3 -o rw -- m").cannot_be_had);
  EXPECT_THAT(of("fusermount3 -ou m").reason, HasSubstr("_FUSE_COMMFD"));
  EXPECT_TRUE(of("fusermount3 -uz m").raised);
  EXPECT_FALSE(of("fusermount3 -u m").cannot_be_had);
  facts_.set_raising(Raising::kInTree);
  EXPECT_FALSE(of("fusermount3 -o rw -- m").cannot_be_had);
}

TEST_F(RaisedProgramsTest, SudoIsNotToBeHadByAUser) {
  const auto user = exec("sudo ls");
  EXPECT_EQ(user.tier, 2);
  EXPECT_TRUE(user.cannot_be_had);
  EXPECT_THAT(user.reason, HasSubstr("run it outside"));
  facts_.set_raising(Raising::kInTree);
  EXPECT_FALSE(exec("sudo ls").cannot_be_had);
}

TEST_F(RaisedProgramsTest, SudoCountsAsMuchAsWhatItRuns) {
  facts_.set_raising(Raising::kInTree);
  facts_.add("src/a.c");
  const auto assessment = exec("sudo -u root rm -rf src");
  EXPECT_EQ(assessment.tier, 3);
  EXPECT_THAT(assessment.categories, ElementsAre(Category::kSudo, Category::kFsDeleteOverwrite));
}

}  // namespace
}  // namespace guard::policy
