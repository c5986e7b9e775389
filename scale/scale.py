#!/usr/bin/env python3
"""Runs a job of shikatsu in many parts, on the cores of this computer or on a cluster of HyperQueue. docs/scale.md tells more.

    scale.py FOLDER --parts 64 --merge 'shikatsu merge -o answers.jsonl {parts}' -- \
        shikatsu solve --json --threads 1 --shard {shard} --output {part} problems packs

A part that is whole is never done again, and what is not whole is never taken for it: the same command goes on with a job
that was stopped in whatever way.
"""

import argparse
import fcntl
import json
import shlex
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

from hyperqueue import Client, Job, LocalCluster
from hyperqueue.cluster import WorkerConfig


def is_whole(part):
    """Whether a file ends with the line that every part ends with."""
    try:
        with part.open("rb") as file:
            file.seek(max(0, part.stat().st_size - 4096))
            lines = file.read().split(b"\n")
    except FileNotFoundError:
        return False
    return len(lines) > 1 and lines[-1] == b"" and lines[-2].startswith(b'{"whole":')


def filled_in(words, **blanks):
    """The words of a command with its blanks filled in; {parts} becomes several words."""
    for word in words:
        if word == "{parts}":
            yield from blanks.get("parts", [word])
        else:
            yield word.replace("{shard}", blanks.get("shard", "")).replace("{part}", blanks.get("part", ""))


@contextmanager
def held(folder, job):
    """Makes the folder of a job. Nobody else works on it meanwhile, and it is never the folder of another job."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "job.json").open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            sys.exit(f"{folder}: somebody is at work on this job")
        file.seek(0)
        there, text = file.read(), json.dumps(job, indent=1)
        if not there:
            file.write(text)
            file.flush()
        elif there != text:
            sys.exit(f"{folder}: it belongs to another job or to another version; take another folder")
        yield


@contextmanager
def connected(options):
    """A server of HyperQueue: one that runs already, or one in this process with a worker for each core that is lent."""
    if options.server:
        yield Client(options.server)
        return
    with LocalCluster() as cluster:
        for _ in range(options.workers):
            cluster.start_worker(WorkerConfig(cores=1))
        yield cluster.client()


def run_parts(client, options, missing, part_of):
    """Gives the missing parts to the workers and waits for all of them. One that fails stops no other."""
    job = Job(max_fails=None, default_workdir=Path.cwd(), name=options.folder.name)
    for index in missing:
        part = part_of(index)
        words = list(filled_in(options.command, shard=f"{index}/{options.parts}", part=str(part)))
        if options.memory:
            # A part that wants more than its share fails alone, and not the computer with all others.
            words = ["sh", "-c", f'ulimit -v {options.memory * 1024}; exec "$@"', "sh", *words]
        job.program(words, name=str(index), stdout=f"{part}.out", stderr=f"{part}.err")
    client.wait_for_jobs([client.submit(job)], raise_on_error=False)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where the parts go")
    parser.add_argument("command", nargs="+", help="what makes a part, with {shard} and {part} in it")
    parser.add_argument("--parts", type=int, required=True, help="how many there are; several for each worker")
    parser.add_argument("--merge", required=True, help="what puts them together, with {parts} in it")
    parser.add_argument("--workers", type=int, default=1, help="how many parts are done at once, here")
    parser.add_argument("--server", type=Path, help="the folder of a server of HyperQueue that runs already")
    parser.add_argument("--memory", type=int, help="the most MiB that a part may take")
    parser.add_argument("--tries", type=int, default=2, help="how often a part is tried that is not whole")
    options = parser.parse_args()
    options.folder = options.folder.resolve()

    version = subprocess.run([options.command[0], "--version"], capture_output=True, text=True, check=True).stdout
    job = {"version": version.strip(), "parts": options.parts, "command": options.command}
    with held(options.folder, job):
        parts = [options.folder / f"{index}.part" for index in range(options.parts)]
        missing = [index for index, part in enumerate(parts) if not is_whole(part)]
        print(f"{options.parts} parts, {options.parts - len(missing)} are there already", file=sys.stderr)
        if missing:
            with connected(options) as client:
                for _ in range(options.tries):
                    run_parts(client, options, missing, parts.__getitem__)
                    missing = [index for index in missing if not is_whole(parts[index])]
                    if not missing:
                        break
        for index in missing:
            error = Path(f"{parts[index]}.err")
            said = error.read_text(errors="replace").strip().splitlines() if error.exists() else []
            print(f"part {index}/{options.parts} is not whole: {said[-1] if said else 'it was killed'}", file=sys.stderr)
        if missing:
            sys.exit("the same command goes on with these parts, and keeps the others")
        merge = filled_in(shlex.split(options.merge), parts=map(str, parts))
        sys.exit(subprocess.run(list(merge), check=False).returncode)


if __name__ == "__main__":
    main()
