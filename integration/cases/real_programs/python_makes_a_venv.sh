# SPDX-License-Identifier: Apache-2.0
# python3 -m venv, and a program in it: no question, the same files as bare.
# timeout: 240
. "$LIB/case.sh"
/usr/bin/python3 -c 'import venv, ensurepip' 2>/dev/null || skip "no venv module here"
# Byte code holds times.
leave_out=(__pycache__)
same_as_bare '' bash -ec '/usr/bin/python3 -m venv env && env/bin/python -c "import sys; print(sys.prefix != sys.base_prefix)" && env/bin/pip --version'
[[ $(<"$CASE_ROOM/bare/status") == 0 ]] || skip "not even bare: $(tail -1 "$CASE_ROOM/bare/stderr")"
assert_nothing_asked
