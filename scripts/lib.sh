# Sourced by the other scripts: strictness, the root of the tree, where caches live, and how to say something.
set -euo pipefail

ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
cd "$ROOT"

CACHE="${XDG_CACHE_HOME:-$HOME/.cache}/mentorhub"
TOOLS="$CACHE/tools"
STAMPS="$ROOT/node_modules/.stamps"
# A build machine throws its clone away after each run; what was compiled should outlive it.
if [ "${CI:-}" = true ]; then
  export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-$CACHE/target}"
fi
TARGET="${CARGO_TARGET_DIR:-$ROOT/target}"

say() { printf '\033[1m» %s\033[0m\n' "$*" >&2; }
die() { printf '%s\n' "$*" >&2; exit 1; }

# One hash over the names and contents of everything under the given paths that could change a build.
content_hash() {
  find "$@" \( -name node_modules -o -name dist -o -name coverage \) -prune -o -type f -print0 |
    LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -d' ' -f1
}

# fresh NAME HASH: is the work called NAME done for this content? `done_for NAME HASH` remembers it.
fresh() { [ "$(cat "$STAMPS/$1" 2>/dev/null)" = "$2" ]; }
done_for() { mkdir -p "$STAMPS"; printf '%s\n' "$2" >"$STAMPS/$1"; }

# A port that is free now. Whoever binds it a moment later may still lose it, and then asks again.
free_port() {
  node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })'
}
