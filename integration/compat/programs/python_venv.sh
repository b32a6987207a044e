# SPDX-License-Identifier: Apache-2.0
# A venv, a program in it, pip without an index.
# packages: python3 python3-venv
# needs: /usr/bin/python3
# leave-out: __pycache__
# timeout: 120
usable() { /usr/bin/python3 -c 'import venv, ensurepip' 2>/dev/null || { echo "python has no venv"; return 1; }; }
work() {
  /usr/bin/python3 -m venv env
  env/bin/python -c 'import sys; print(sys.prefix != sys.base_prefix)'
  env/bin/pip --version | cut -d' ' -f1,2
  env/bin/pip list --disable-pip-version-check --format freeze
}
