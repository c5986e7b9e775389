"""Kills and starves jobs in parts: nothing is lost, and nothing is done twice. SHIKATSU names the program."""

import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SHIKATSU = os.environ.get("SHIKATSU", str(ROOT / "target/debug/shikatsu"))
SOLVE = [SHIKATSU, *"solve --json --threads 1 --nodes 300000 --shard {shard} --output {part} problems/ko problems/seki".split()]


class JobsInParts(unittest.TestCase):
    def setUp(self):
        home = tempfile.TemporaryDirectory()
        self.addCleanup(home.cleanup)
        self.home = Path(home.name)

    def start(self, name, parts, *options, command=SOLVE, merge="merge -o {out} {parts}"):
        merge = f"{SHIKATSU} {merge}".replace("{out}", str(self.home / f"{name}.out"))
        words = [sys.executable, ROOT / "scale/scale.py", self.home / name, "--parts", str(parts), "--merge", merge]
        return subprocess.Popen([*words, *options, "--", *command], cwd=ROOT, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL,
                                text=True, start_new_session=True)

    def run_job(self, *arguments, **more):
        job = self.start(*arguments, **more)
        said = job.communicate()[1]
        return job.returncode, said

    def result(self, name):
        return (self.home / f"{name}.out").read_bytes()

    def wholes(self, name):
        """The parts that are there, with what changes if one is written again."""
        return {part: part.stat().st_mtime_ns for part in (self.home / name).glob("*.part")}

    def kill_workers(self, name):
        """Kills those who write a part of this job."""
        for process in Path("/proc").glob("[0-9]*"):
            try:
                words = (process / "cmdline").read_bytes().split(b"\0")
                if words[0] == SHIKATSU.encode() and any(str(self.home / name).encode() in word for word in words):
                    os.kill(int(process.name), signal.SIGKILL)
            except OSError:
                pass  # It has ended by itself.

    def test_any_number_of_parts_and_workers_makes_the_same_bytes(self):
        self.assertEqual(self.run_job("one", 1)[0], 0)
        self.assertEqual(self.run_job("many", 7, "--workers", "2")[0], 0)
        self.assertEqual(self.result("one"), self.result("many"))

    @unittest.skipUnless(sys.platform == "linux", "whom to kill is looked up in /proc")
    def test_killed_work_is_made_up_for_and_finished_work_is_kept(self):
        self.assertEqual(self.run_job("one", 1)[0], 0)
        job = self.start("torn", 9)
        while not self.wholes("torn"):
            time.sleep(0.01)
        # The one who is at work dies first, then everybody, as when a node loses its power.
        self.kill_workers("torn")
        os.killpg(job.pid, signal.SIGKILL)
        job.communicate()
        self.kill_workers("torn")
        kept = self.wholes("torn")
        self.assertLess(len(kept), 9, "it was over before it could be killed")
        self.assertEqual(self.run_job("torn", 9)[0], 0)
        self.assertEqual(self.result("torn"), self.result("one"))
        self.assertEqual({part: written for part, written in self.wholes("torn").items() if part in kept}, kept)

    def test_a_part_without_memory_is_named_and_done_when_there_is_some(self):
        self.assertEqual(self.run_job("one", 1)[0], 0)
        status, said = self.run_job("poor", 2, "--memory", "40")
        self.assertTrue(status != 0 and "part 0/2 is not whole" in said and "part 1/2" in said, said)
        self.assertFalse((self.home / "poor.out").exists())
        self.assertEqual(self.run_job("poor", 2)[0], 0)
        self.assertEqual(self.result("poor"), self.result("one"))

    def test_a_folder_belongs_to_one_job_and_one_run(self):
        job = self.start("busy", 3)
        while not self.wholes("busy"):
            time.sleep(0.01)
        status, said = self.run_job("busy", 3)
        self.assertTrue(job.poll() is not None or (status != 0 and "somebody is at work" in said), said)
        job.communicate()
        status, said = self.run_job("busy", 4)
        self.assertTrue(status != 0 and "another job" in said, said)

    def test_packs_and_pools_too(self):
        build = "pack build --name Ko --nodes 20000 --jobs 1 problems/ko -o"
        draw = "compose draw --seed 5 --tries 200 --threads 1"
        # Some problems are too much for so few positions, and are left out: it says so in its status.
        statuses = [
            subprocess.run([SHIKATSU, *words.split()], cwd=ROOT, capture_output=True, check=False).returncode
            for words in (f"{build} {self.home}/ko.pack", f"{draw} {self.home}/pool")
        ]
        self.assertEqual(statuses, [1, 0])
        part = [SHIKATSU, *f"{build} {{part}} --shard {{shard}}".split()]
        self.assertEqual(self.run_job("packed", 3, command=part, merge=f"{build} {{out}} --journal {{parts}}")[0], 1)
        self.assertEqual(self.result("packed"), (self.home / "ko.pack").read_bytes())
        part = [SHIKATSU, *f"{draw} --shard {{shard}} {{part}}".split()]
        self.assertEqual(self.run_job("drawn", 3, command=part)[0], 0)
        self.assertEqual(self.result("drawn"), (self.home / "pool").read_bytes())


if __name__ == "__main__":
    unittest.main()
