#!/bin/sh
# Adds Slipstream, where it lies now, to the menu of this user and to what opens .gguf and .slipstream files;
# `add-to-menu.sh --remove` takes it out again. Nothing else of the system is touched.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
share=${XDG_DATA_HOME:-"$HOME/.local/share"}

icons() { (cd "$here/share" && find icons -type f); }

if [ "${1:-}" = "--remove" ]; then
    rm -f "$share/applications/slipstream.desktop" "$share/mime/packages/slipstream.xml"
    icons | while read -r file; do rm -f "$share/$file"; done
else
    icons | while read -r file; do
        mkdir -p "$share/$(dirname "$file")"
        cp "$here/share/$file" "$share/$file"
    done
    mkdir -p "$share/applications" "$share/mime/packages"
    cp "$here/share/mime/packages/slipstream.xml" "$share/mime/packages/"
    # In a desktop entry, these four have a meaning inside quotes.
    program=$(printf '%s' "$here/slipstream" | sed 's/[\\"`$]/\\&/g; s/\\/\\\\/g; s/%/%%/g')
    while read -r line; do
        case $line in
            Exec=*) printf 'Exec="%s" %%F\n' "$program" ;;
            *) printf '%s\n' "$line" ;;
        esac
    done < "$here/share/applications/slipstream.desktop" > "$share/applications/slipstream.desktop"
fi
for command in "update-desktop-database $share/applications" "update-mime-database $share/mime"; do
    if command -v "${command%% *}" > /dev/null; then
        "${command%% *}" "${command#* }" || true
    fi
done
