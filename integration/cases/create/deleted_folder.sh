# SPDX-License-Identifier: Apache-2.0
# Acts in a working folder that was deleted fail as bare.
. "$LIB/case.sh"
same_as_bare 'mkdir gone; cd gone; rmdir ../gone' bash -c 'touch x; mkdir y; : >z; echo "status $?"'
