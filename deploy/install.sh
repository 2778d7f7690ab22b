#!/bin/sh
# Installs Cardstock from an archive, without root, and takes it away again. Data is never touched.
#
#   sh install.sh cardstock-1.0.0-linux-x64.tar.gz [--prefix ~/.local]    checks it against its .sha256, unpacks it, links it
#   sh install.sh --remove [--prefix ~/.local]                            removes every release that was installed so
#
# An older release's archive, installed again, is the way back; see docs/upgrading.md for what its store needs.
set -eu

say() { printf 'install: %s\n' "$1" >&2; }
fail() {
  say "$1"
  exit "${2:-1}"
}
usage() { fail 'usage: sh install.sh ARCHIVE.tar.gz [--prefix DIR] | --remove [--prefix DIR]' 2; }

prefix=${HOME:+$HOME/.local}
archive=
remove=
while [ $# -gt 0 ]; do
  case $1 in
    --prefix)
      [ $# -ge 2 ] || usage
      prefix=$2
      shift
      ;;
    --remove) remove=yes ;;
    -*) usage ;;
    *)
      [ -z "$archive" ] || usage
      archive=$1
      ;;
  esac
  shift
done
[ -n "$prefix" ] || fail 'there is no HOME: name a place with --prefix' 2
releases=$prefix/lib/cardstock
link=$prefix/bin/cardstock

# What another program put there is not ours to replace.
if [ -e "$link" ] || [ -L "$link" ]; then
  case $(readlink "$link" || true) in
    ../lib/cardstock/*) ;;
    *) fail "$link is not of this script: move it away first" ;;
  esac
fi

if [ -n "$remove" ]; then
  [ -z "$archive" ] || usage
  rm -f "$link"
  rm -rf "$releases"
  say "removed from $prefix; data folders are where they were"
  exit 0
fi

[ -n "$archive" ] || usage
[ -f "$archive" ] || fail "there is no $archive"
[ -f "$archive.sha256" ] || fail "there is no $archive.sha256 to check it against"
said=$(cut -d ' ' -f 1 <"$archive.sha256")
if command -v sha256sum >/dev/null; then is=$(sha256sum <"$archive"); else is=$(shasum -a 256 <"$archive"); fi
[ "$said" = "${is%% *}" ] || fail "$archive is not what $archive.sha256 says: fetch both again"

name=$(basename "$archive" .tar.gz)
mkdir -p "$releases" "$prefix/bin"
# Unpacked beside its place and moved there whole: an install that is cut off leaves no half release to run.
fresh=$(mktemp -d "$releases/.unpacking.XXXXXX")
trap 'rm -rf "$fresh"' EXIT
trap 'exit 130' INT TERM
tar -xzf "$archive" -C "$fresh"
[ -x "$fresh/$name/bin/cardstock" ] || fail "$archive holds no $name/bin/cardstock"
"$fresh/$name/bin/cardstock" --version >/dev/null || fail "$name does not run on this machine"
rm -rf "${releases:?}/$name"
mv "$fresh/$name" "$releases/$name"
ln -s "../lib/cardstock/$name/bin/cardstock" "$fresh/link"
mv -f "$fresh/link" "$link"
say "$name is at $link"
case ":${PATH:-}:" in
  *":$prefix/bin:"*) ;;
  *) say "$prefix/bin is not on PATH: call it by that name, or add it" ;;
esac
