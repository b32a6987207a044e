# SPDX-License-Identifier: Apache-2.0
# From a repository, with or without a work tree, the commit of a branch is read: never a work tree that is half written.
. "$LIB/case.sh"
. "$LIB/policy_source.sh"
repository=$PLACE/repository
PUBLISHED=$repository/guard/policy.yaml
git init -q -b main "$repository"
mkdir "$repository/guard"
commit() { git -C "$repository" add . && git -C "$repository" -c user.name=a -c user.email=a@b commit -qm "$1"; }
source_of "git: $repository" "branch: main" "path: guard/policy.yaml"
refuses "has no commit on main"
publish 'mode: paranoid'
echo x >"$repository/x"
git -C "$repository" add x && git -C "$repository" -c user.name=a -c user.email=a@b commit -qm x
refuses "guard/policy.yaml: is not committed"
commit one
fetch
holds 1
publish 'mode: trusting'
fetch
holds 1
commit two
fetch
holds 2
# Packed, and bare.
git clone -q --bare "$repository" "$PLACE/bare.git"
git -C "$PLACE/bare.git" gc -q
rm -rf "$GUARD_SOURCE/held"
source_of "git: $PLACE/bare.git" "path: guard/policy.yaml"
fetch
holds 2
source_of "git: $PLACE/bare.git" "branch: other" "path: guard/policy.yaml"
refuses "has no commit on other"
source_of "git: $PLACE/nothing"
refuses "cannot be read as a repository"
holds 2
