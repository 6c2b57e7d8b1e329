# Sourced by the other scripts: strict mode, root folder, cache folders, output functions.
set -euo pipefail

ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
cd "$ROOT"

CACHE="${XDG_CACHE_HOME:-$HOME/.cache}/mentorhub"
TOOLS="$CACHE/tools"
STAMPS="$ROOT/node_modules/.stamps"
# A build machine discards its clone after each run; the compiled dependencies should persist.
if [ "${CI:-}" = true ]; then
  export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-$CACHE/target}"
fi
TARGET="${CARGO_TARGET_DIR:-$ROOT/target}"

# With the time: shows what of a long run takes long.
say() { printf '\033[1m» %(%H:%M:%S)T %s\033[0m\n' -1 "$*" >&2; }
die() { printf '%s\n' "$*" >&2; exit 1; }

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
