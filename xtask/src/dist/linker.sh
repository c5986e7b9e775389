#!/bin/sh
# Calls the linker that SHIKATSU_LINKER names so that it sees no folder of this machine.
#
# Linkers for Windows, mingw's and Rust's, sort what is imported by the paths of the libraries it comes from. Some of these lie in the target
# folder, some in cargo's, and mingw's own in /usr. So a clone before /usr in the alphabet gave another order than one behind it.
#
# Here each file and each folder of libraries becomes a link in an empty folder, named by its place on the command line, and the linker
# runs in there. So what the compiler gives is sorted in the order it is given in, behind everything whose path begins with a slash.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
place=1000
before=

# Makes the next link, to this file or folder.
link() {
    case $1 in
        /*) ln -s "$1" "$folder/$place" ;;
        *) ln -s "$PWD/$1" "$folder/$place" ;;
    esac
}

for argument; do
    shift
    place=$((place + 1))
    new=$argument
    case $before in
        -o) case $argument in /*) ;; *) new=$PWD/$argument ;; esac ;;
        -L) if [ -d "$argument" ]; then link "$argument"; new=$place; fi ;;
        *) case $argument in
            -L?*) if [ -d "${argument#-L}" ]; then link "${argument#-L}"; new=-L$place; fi ;;
            -*) ;;
            *) if [ -f "$argument" ]; then link "$argument"; new=$place; fi ;;
        esac ;;
    esac
    before=$argument
    set -- "$@" "$new"
done

cd "$folder"
"$SHIKATSU_LINKER" "$@"
