#!/bin/sh
# Installs what `cargo xtask image` built: install.sh PREFIX, with DESTDIR for a package's root.
set -eu
prefix=${1:?"usage: install.sh PREFIX, such as /usr or \$HOME/.local"}
top=$(cd "$(dirname "$0")/.." && pwd)
root=${DESTDIR:-}$prefix
jupan=$top/target/release/jupan

[ -x "$jupan" ] && [ -f "$top/target/image/python/image.json" ] || {
    echo "install.sh: nothing was built yet; run cargo xtask image" >&2
    exit 1
}
install -D -m 0755 "$jupan" "$root/bin/jupan"
for image in "$top"/target/image/*/image.json; do
    name=$(basename "$(dirname "$image")")
    for file in image.json image.cwasm; do
        install -D -m 0644 "$top/target/image/$name/$file" "$root/share/jupan/image/$name/$file"
    done
done
mkdir -p "$root/share/man/man1" "$root/share/bash-completion/completions" \
    "$root/share/zsh/site-functions" "$root/share/fish/vendor_completions.d"
"$jupan" man "$root/share/man/man1"
"$jupan" completions bash >"$root/share/bash-completion/completions/jupan"
"$jupan" completions zsh >"$root/share/zsh/site-functions/_jupan"
"$jupan" completions fish >"$root/share/fish/vendor_completions.d/jupan.fish"
