# Sourced by the other scripts: strict mode, root folder, cache folders, output functions.
set -euo pipefail

ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
cd "$ROOT"

CACHE="${XDG_CACHE_HOME:-$HOME/.cache}/mentorhub"
TOOLS="$CACHE/tools"
SCHEMATHESIS=4.32.5
STAMPS="$ROOT/node_modules/.stamps"
# A build machine discards its clone after each run; the compiled dependencies should persist.
if [ "${CI:-}" = true ]; then
  export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-$CACHE/target}"
fi
TARGET="${CARGO_TARGET_DIR:-$ROOT/target}"

# With the time: shows what of a long run takes long.
say() { printf '\033[1m» %(%H:%M:%S)T %s\033[0m\n' -1 "$*" >&2; }
die() { printf '%s\n' "$*" >&2; exit 1; }

# phase NAME: shows the name and begins to measure. `phases` ends the last one and prints the table: how long each took, and
# which part of the processors' time was unused.
PHASES=""
phase() {
  local cpu='/^cpu /{ for (i = 2; i <= 9; i++) all += $i; print $5 + $6, all; exit }'
  PHASES+="$SECONDS $(awk "$cpu" /proc/stat 2>/dev/null || echo 0 0) $1"$'\n'
  [ -z "$1" ] || say "$1"
}
phases() {
  phase ""
  printf '%s' "$PHASES" | awk '
    NR > 1 {
      seconds = $1 - start
      idle = $3 > all ? sprintf("%3d %% idle", 100 * ($2 - unused) / ($3 - all)) : ""
      printf "  %-28s %3d min %02d s  %s\n", name, seconds / 60, seconds % 60, idle
    }
    { start = $1; unused = $2; all = $3; name = $4; for (i = 5; i <= NF; i++) name = name " " $i }'
}

# content_hash PATH…: one hash over the names and contents of all files that can change a build.
content_hash() {
  find "$@" \( -name node_modules -o -name dist -o -name coverage \) -prune -o -type f -print0 |
    LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -d' ' -f1
}

# fresh NAME HASH: whether NAME was completed for this content. `done_for NAME HASH` records it.
fresh() { [ "$(cat "$STAMPS/$1" 2>/dev/null)" = "$2" ]; }
done_for() { mkdir -p "$STAMPS"; printf '%s\n' "$2" >"$STAMPS/$1"; }

# Prints a free port. Another process may take it before it is used; callers retry.
free_port() {
  node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })'
}
