# SPDX-License-Identifier: Apache-2.0
"""The home and workspace that rows of the corpus are judged against; README.md says what is in them."""

import os
import pathlib
import subprocess

TRACKED = [
    "README.md", "package.json", "package-lock.json", "yarn.lock", "pnpm-lock.yaml", "bun.lockb",
    "pyproject.toml", "poetry.lock", "uv.lock", "Pipfile", "Pipfile.lock", "requirements.txt",
    "Cargo.toml", "Cargo.lock", "go.mod", "go.sum", "Gemfile", "Gemfile.lock", "composer.json",
    "composer.lock", "pom.xml", "Makefile", "CMakeLists.txt", "Dockerfile", "docker-compose.yml",
    ".gitignore", ".env.example", ".github/workflows/ci.yml", "src/main.py", "src/util.py",
    "src/app.c", "src/app.cc", "src/Main.java", "src/index.php", "tests/test_parser.py",
    "docs/list.txt", "docs/big.txt", "scripts/build.sh", "scripts/deploy.sh",
    "config/settings.yml", "db/migrations/001.sql", "vendor/lib/x.c", "a.txt", "b.txt",
]
BUILT = [
    "build/app", "build/app.o", "build/app.log", "build/CMakeFiles/x.txt", "dist/app.js",
    "target/app.jar", "node_modules/.bin/tsc", "node_modules/.bin/jest", "node_modules/.bin/eslint",
    "node_modules/.bin/prettier", "node_modules/.bin/vitest", "node_modules/.bin/playwright",
    "node_modules/.bin/webpack", "node_modules/.bin/vite", "node_modules/.bin/mocha",
    "node_modules/.bin/next", "node_modules/.bin/cypress", "node_modules/.bin/prisma",
    "node_modules/.bin/tailwindcss", "node_modules/.bin/sequelize-cli", "node_modules/react/x.js",
    "coverage/index.html", "__pycache__/a.pyc", ".pytest_cache/x", ".venv/bin/activate",
    ".venv/bin/pip",
]
PRECIOUS = ["notes.txt", "draft.md", "data/a.csv", "data/b.csv", "app.sqlite",
            "tmp_important_backup/thesis.tex"]
SECRETS = [".env", "config/master.key", "certs/server.key"]
HOME_FILES = [".ssh/id_rsa", ".ssh/authorized_keys", ".aws/credentials", ".netrc", ".npmrc",
              ".kube/config", ".bashrc", ".profile", ".gitconfig", "Documents/letter.txt",
              "other-project/main.c"]
IGNORED = ["build/", "dist/", "target/", "node_modules/", "coverage/", "__pycache__/",
           ".pytest_cache/", ".venv/", ".env", "*.sqlite", "certs/", "config/master.key"]


def _write(folder, names):
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{name}\n" * 3)
        if "bin/" in name or name.endswith(".sh"):
            path.chmod(0o755)


def environment(home):
    """The world that a row is judged and run with: nothing of the caller's."""
    return {"HOME": str(home), "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
            "LANG": "C.UTF-8", "USER": "corpus"}


def prepare(folder):
    """Makes the home in FOLDER and the workspace in it; gives both."""
    home = pathlib.Path(os.path.realpath(folder)) / "home"
    workspace = home / "project"
    workspace.mkdir(parents=True)
    _write(home, HOME_FILES)
    (home / ".gitconfig").write_text("[user]\n\tname = Corpus\n\temail = corpus@example.org\n")
    _write(workspace, TRACKED)
    (workspace / ".gitignore").write_text("\n".join(IGNORED) + "\n")

    def git(*words):
        subprocess.run(["git", *words], cwd=workspace, check=True, env=environment(home),
                       stdout=subprocess.DEVNULL)

    git("init", "-q", "-b", "main")
    git("add", "-A")
    git("commit", "-q", "-m", "start")
    # Work that is in no commit: what throws it away is dangerous.
    with (workspace / "src/main.py").open("a") as file:
        file.write("# to be finished\n")
    _write(workspace, BUILT + PRECIOUS + SECRETS)
    (workspace / "payload").write_text("rm -rf src\n")
    (workspace / ".git/hooks/pre-commit").write_text("#!/bin/sh\n")
    return home, workspace
