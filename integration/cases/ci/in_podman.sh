# SPDX-License-Identifier: Apache-2.0
# In real containers, as podman starts them: guard holds, whatever the user and the capabilities.
. "$LIB/case.sh"
. "$LIB/podman.sh"
nothing=(--cap-drop=all --security-opt no-new-privileges)
holds mediated
holds mediated "${nothing[@]}"
holds "$for_a_user" --user 1000:1000
holds "$for_a_user" --user 1000:1000 "${nothing[@]}"

# A user without a home of his own is told what to say.
in_podman --user 1000:1000 -e HOME=/ -- guard run --ci -- true
assert_status 125
assert_says "$ERR" "--state-dir or GUARD_STATE_DIR names another folder"
