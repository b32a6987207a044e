#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Secrets that are nobody's, and what only looks like one: put together here, in no file to trip over.

  redaction.py make ROOM            writes ROOM/corpus.json
  redaction.py act ROOM             runs all of it as commands, and works on files with such names
  redaction.py leaks ROOM FILE...   says which secrets, or 12 characters of one, are in a file
  redaction.py readable ROOM        reads an export (JSON lines): how many look-alikes stayed as they were
"""
import base64
import hashlib
import json
import os
import random
import subprocess
import sys
import uuid

DIGITS = "0123456789"
HEX = "0123456789abcdef"
UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
ALNUM = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
WINDOW = 12


def vendor_tokens(run):
    """(prefix that may stay, what must not)"""
    for prefix in ("ghp_", "gho_", "ghu_", "ghs_", "ghr_"):
        yield prefix, run(ALNUM, 36)
    yield "github" + "_pat_", run(ALNUM, 22) + "_" + run(ALNUM, 59)
    yield "glpat-", run(ALNUM, 20)
    yield "sk-" + "ant-", "api03-" + run(ALNUM, 93) + "AA"
    yield "sk-" + "proj-", run(ALNUM, 60)
    for prefix in ("AKIA", "ASIA", "ABIA", "ACCA"):
        yield prefix, run(UPPER, 16)
    yield "xoxb-", "-".join((run(DIGITS, 12), run(DIGITS, 12), run(ALNUM, 24)))
    yield "xoxp-", "-".join((run(DIGITS, 12), run(DIGITS, 12), run(ALNUM, 32)))
    yield "AIza", run(ALNUM, 35)
    yield "sk_" + "live_", run(ALNUM, 24)
    yield "rk_" + "test_", run(ALNUM, 24)
    yield "npm_", run(ALNUM, 36)
    yield "pypi-", "AgEIcHlwaS5v" + "cmc" + run(ALNUM, 80)
    yield "hf_", run(ALNUM, 34)
    yield "dop_v1_", run(HEX, 64)
    yield "dapi", run(HEX, 32)
    yield "SG.", run(ALNUM, 22) + "." + run(ALNUM, 43)
    yield "hvs.", run(ALNUM, 95)
    yield "AGE-SECRET-KEY-1", run(UPPER, 58)


def secrets(run):
    """(argv, what must not be found)"""
    echo = "/bin/echo"
    for prefix, rest in vendor_tokens(run):
        yield [echo, prefix + rest], rest
    for prefix, rest in vendor_tokens(run):
        yield ["bash", "-c", f"/bin/echo 'it is {prefix}{rest}' # again"], rest
    for name in ("GITHUB_TOKEN", "MY_API_KEY", "DB_PASSWORD", "APP_SECRET", "AWS_CREDENTIALS", "PGPASSWORD"):
        value = run(ALNUM, 20)
        yield ["env", f"{name}={value}", echo, "x"], value
        value = run(ALNUM, 20)
        yield ["bash", "-c", f"{name}={value} /bin/true; /bin/echo y"], value
    for scheme in ("https", "http", "postgres", "mysql", "redis", "amqp", "mongodb", "ftp", "ssh"):
        value = run(ALNUM, 18)
        yield [echo, f"{scheme}://ana:{value}@example.org:1234/path?x=1"], value
    for field in ("token", "access_token", "api_key", "password", "client_secret"):
        value = run(ALNUM, 22)
        yield [echo, f"https://example.org/a?x=1&{field}={value}&y=2"], value
        value = run(ALNUM, 22)
        yield [echo, json.dumps({"user": "ana", field: value})], value
    for head in ("Authorization: Bearer ", "Authorization: Basic ", "Authorization: token ", "X-Api-Key: ",
                 "Cookie: session=", "Private-Token: ", "Proxy-Authorization: Basic "):
        value = run(ALNUM, 28)
        yield ["curl", "-H", head + value, "https://192.0.2.7/"], value
    for words in (["curl", "-u", "ana:{}"], ["mysql", "-p{}"], ["sshpass", "-p", "{}"],
                  ["docker", "login", "-u", "ana", "-p", "{}"], ["mysql", "--password={}"],
                  [echo, "--password", "{}"], [echo, "--token={}"], [echo, "--client-secret", "{}"],
                  [echo, "--api-key", "{}"], ["openssl", "rsa", "-passin", "pass:{}"]):
        value = run(ALNUM, 16)
        yield [word.replace("{}", value) for word in words], value
    for _ in range(3):
        body, signature = run(ALNUM, 60), run(ALNUM, 43)
        yield [echo, f"ey{run(ALNUM, 30)}.ey{body}.{signature}"], body
    key = "\n".join(run(ALNUM, 64) for _ in range(4))
    yield [echo, f"-----BEGIN RSA PRIVATE" + f" KEY-----\n{key}\n-----END RSA PRIVATE" + " KEY-----"], key.split("\n")[1]
    value = run(ALNUM, 40)
    yield [echo, "aws_secret_access_key = " + value], value
    value = run(ALNUM, 64)
    yield [echo, run(HEX, 14) + ".atlasv1." + value], value


def look_alikes(run, seed):
    for turn in range(12):
        text = f"{seed} {turn}".encode()
        for algorithm in ("md5", "sha1", "sha256", "sha512"):
            yield hashlib.new(algorithm, text).hexdigest()
        yield "sha256:" + hashlib.sha256(text).hexdigest()
        yield hashlib.sha1(text).hexdigest()[:7]
        yield str(uuid.uuid5(uuid.NAMESPACE_URL, str(turn)))
        yield f"v{turn}.{turn * 7 % 13}.{turn * 3}-rc.{turn}+build.{run(HEX, 7)}"
        yield f"/home/ana/project/src/module_{turn}/very_long_file_name_of_a_test_{run(DIGITS, 8)}.cc"
        yield f"/usr/lib/x86_64-linux-gnu/libstdc++.so.6.0.{turn}"
        yield f"/nix/store/{run('abcdfghijklmnpqrsvwxyz0123456789', 32)}-bash-5.2/bin/bash"
        yield f"https://example.org/api/v{turn}/items/{uuid.uuid5(uuid.NAMESPACE_DNS, str(turn))}?page=2"
        yield f"git@example.org:team/repo-{turn}.git"
        yield f"refs/heads/feature/{run('abcdefghij', 10)}-{turn}"
        yield f"2026-0{turn % 9 + 1}-11T09:05:{turn:02}.000250Z"
        yield f"registry.example.org:5000/team/image:{turn}.4@sha256:" + hashlib.sha256(text).hexdigest()
        yield f"--max-tokens={1000 + turn}"
    yield from ("--tokenizer=bpe", "MAX_TOKENS=4096", "--passes=3", "passed=10", "key=value", "--key-file=/etc/k.pem",
                "secret_file=/run/secrets/db", "GITHUB_TOKEN=$TOKEN", "--password-file=/run/pw", "keyboard=us",
                "tokens.json", "id_ed25519.pub", "monkey-patch", "--sort-key=name", "author=ana", "10.0.0.0/8",
                "2001:db8::1", "0x7ffd1234abcd", "#a1b2c3", "user@example.org", "1.2.3.4:8080", "a=b&c=d")


def make(room):
    rng = random.Random(4)

    def run(alphabet, length):
        return "".join(rng.choice(alphabet) for _ in range(length))

    hidden = [{"argv": argv, "secret": secret} for argv, secret in secrets(run)]
    names = [{"name": prefix + rest, "secret": rest} for prefix, rest in vendor_tokens(run)]
    open_ = list(dict.fromkeys(look_alikes(run, 4)))
    assert len(hidden) + len(names) >= 60 and len(open_) >= 200, (len(hidden), len(open_))
    with open(os.path.join(room, "corpus.json"), "w", encoding="ascii") as out:
        json.dump({"hidden": hidden, "names": names, "open": open_}, out)


def run_quietly(argv):
    try:
        subprocess.run(argv, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except OSError:
        pass  # refused: that is on record too


def act(corpus):
    for item in corpus["hidden"]:
        run_quietly(item["argv"])
    for item in corpus["names"]:
        path = os.path.join("names", item["name"])
        for deed in (lambda: os.unlink(path), lambda: os.rename(path, path + ".moved"), lambda: os.chmod(path, 0o777)):
            try:
                deed()
            except OSError:
                pass
        run_quietly(["/bin/ls", path])
    for text in corpus["open"]:
        run_quietly(["/bin/echo", "look", text])


def encodings(secret):
    """As it is, and as a file of SQLite or JSON may have it."""
    yield secret.encode()
    yield base64.b64encode(secret.encode())[4:-4]


def leaks(corpus, files):
    found = 0
    for name in files:
        with open(name, "rb") as file:
            data = file.read()
        windows = {data[i:i + WINDOW] for i in range(len(data) - WINDOW + 1)}
        for item in corpus["hidden"] + corpus["names"]:
            for secret in encodings(item["secret"]):
                if any(secret[i:i + WINDOW] in windows for i in range(len(secret) - WINDOW + 1)):
                    print(f"{name}: {item.get('argv') or item['name']}")
                    found += 1
    return 1 if found else 0


def readable(corpus):
    seen = set()
    for line in sys.stdin:
        argv = json.loads(line)["argv"]
        if argv[:2] == ["/bin/echo", "look"]:
            seen.update(argv[2:])
    lost = [text for text in corpus["open"] if text not in seen]
    for text in lost:
        print("not readable:", text)
    return 0 if len(lost) * 100 <= len(corpus["open"]) else 1


def main():
    deed, room = sys.argv[1], sys.argv[2]
    if deed == "make":
        return make(room)
    with open(os.path.join(room, "corpus.json"), encoding="ascii") as file:
        corpus = json.load(file)
    if deed == "names":
        return print("\n".join(item["name"] for item in corpus["names"]))
    return {"act": lambda: act(corpus), "leaks": lambda: leaks(corpus, sys.argv[3:]),
            "readable": lambda: readable(corpus)}[deed]()


sys.exit(main())
