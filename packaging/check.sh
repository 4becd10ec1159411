#!/bin/sh
# Lets other programs judge the files here, as far as they are installed: check.sh [JUPAN]. What is
# missing is named; what is there must be content.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
jupan=${1:-$here/../target/release/jupan}
scratch=$(mktemp -d)
children=
end() {
    for child in $children; do kill "$child" 2>/dev/null || true; done
    wait
    rm -rf "$scratch"
}
trap end EXIT
has() {
    command -v "$1" >/dev/null || { echo "check: $1 is not installed, and is left out"; return 1; }
}

for script in "$here"/*.sh "$here"/../examples/batch/*.sh; do sh -n "$script"; done
if has hadolint; then hadolint "$here/Dockerfile"; fi

if has systemd-analyze; then
    # The program is looked for where the unit says; here it is where it was built.
    sed "s|/usr/bin/jupan|$jupan|" "$here/systemd/jupan.service" >"$scratch/jupan.service"
    systemd-analyze verify --man=no "$scratch/jupan.service"
    systemd-analyze security --offline=yes --threshold=20 "$scratch/jupan.service" | tail -1
fi

# A free port: the kernel gives it to the server, which says which it is.
token=correct-horse-battery
mkfifo "$scratch/ready"
JUPAN_BEARER_TOKEN=$token JUPAN_ALLOWED_HOSTS=jupan.example.org \
    "$jupan" serve --listen 127.0.0.1:0 --workers 1 >"$scratch/ready" &
children=$!
read -r line <"$scratch/ready"
address=$(expr "$line" : '.*http://\([0-9.:]*\)')

if has nginx && has openssl && has curl; then
    openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=jupan.example.org \
        -addext subjectAltName=DNS:jupan.example.org \
        -keyout "$scratch/privkey.pem" -out "$scratch/fullchain.pem" 2>/dev/null
    port=${CHECK_PORT:-18443}
    {
        echo "daemon off; pid $scratch/nginx.pid; error_log stderr warn;"
        echo "events {} http { access_log off;"
        for kind in client_body proxy fastcgi uwsgi scgi; do
            echo "${kind}_temp_path $scratch/$kind;"
        done
        sed -e "s|127.0.0.1:8787|$address|; s|/etc/ssl/jupan|$scratch|" \
            -e "s|listen 443|listen 127.0.0.1:$port|" "$here/proxy/nginx.conf"
        echo "}"
    } >"$scratch/nginx.conf"
    nginx -t -q -c "$scratch/nginx.conf"
    nginx -c "$scratch/nginx.conf" &
    children="$children $!"
    ask() {
        curl -sS --retry 20 --retry-connrefused --retry-delay 1 --cacert "$scratch/fullchain.pem" \
            --resolve "jupan.example.org:$port:127.0.0.1" "$@"
    }
    url=https://jupan.example.org:$port
    answer=$(ask "$url/v1/execute" -H "authorization: Bearer $token" \
        -H 'content-type: application/json' -d '{"code": "6 * 7"}')
    case $answer in *'"result":"42"'*) ;; *) echo "check: through nginx came $answer" >&2; exit 1 ;; esac
    status=$(ask -o "$scratch/page" -w '%{http_code}' "$url/")
    [ "$status" = 200 ] && grep -q '<title>Jupan</title>' "$scratch/page"
    [ "$(ask -o "$scratch/none" -w '%{http_code}' "$url/metrics")" = 403 ]
    [ "$(ask -o "$scratch/none" -w '%{http_code}' "$url/v1/info")" = 401 ]
    echo "check: nginx serves as a proxy"
fi
echo "check: all that could be checked is content"
