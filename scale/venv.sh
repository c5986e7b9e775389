#!/bin/sh
# Makes the Python that scale.py needs, in target/scale, once.
set -eu
cd "$(dirname "$0")/.."
if ! cmp -s scale/requirements.txt target/scale/requirements.txt; then
    "${PYTHON:-python3}" -m venv --clear target/scale
    target/scale/bin/pip install --quiet --disable-pip-version-check -r scale/requirements.txt
    cp scale/requirements.txt target/scale/
fi
echo target/scale/bin/python
