"""What the scripts `kafka` and `jdbc` share: a server in a process of its own, and measured runs of Tidemark."""
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
TICKS = os.sysconf("SC_CLK_TCK")


def command():
    """The words that run Tidemark; the launcher builds first what is out of date."""
    words = shlex.split(os.environ.get("TIDEMARK", str(HERE.parent / "bin" / "tidemark")))
    subprocess.run([*words, "--version"], check=True, stdout=subprocess.DEVNULL)
    return words


def classes():
    """The class path of the benchmarks' programs, built first unless CLASSES says it."""
    if "CLASSES" not in os.environ:
        root = HERE.parent.parent
        subprocess.run(["mvn", "-B", "-q", "-DskipTests", "-Dspotless.check.skip=true", "-Dtidemark.zip.skip=true", "-pl",
                        "runner/benchmarks", "-am", "package", "dependency:build-classpath",
                        "-Dmdep.outputFile=target/classpath"], cwd=root, check=True, stdout=subprocess.DEVNULL)
        return f"{HERE}/target/test-classes:{(HERE / 'target' / 'classpath').read_text().strip()}"
    return os.environ["CLASSES"]


def input_folder(rows, kind="site10m"):
    """The peers' records, made if they are missing."""
    folder = pathlib.Path(os.environ.get("DATA") or sys.exit("DATA=DIR, the folder of the inputs")).resolve() / kind
    if not folder.exists():
        peers = os.environ.get("PEERS") or sys.exit(f"there is no {folder}: PEERS=DIR, the folder of the peers, to make it")
        part = folder.with_name(kind + ".part")
        shutil.rmtree(part, ignore_errors=True)
        subprocess.run(["java", "-cp", f"{peers}/gen/classes", "Gen", "site", str(rows), str(part)], check=True,
                       stdout=subprocess.DEVNULL)
        part.rename(folder)
    return folder


class Server:
    """A program of the benchmarks that answers lines with lines, with whatever it starts."""

    def __init__(self, program):
        self.process = subprocess.Popen(["java", "-Xmx512m", "-cp", classes(), f"tidemark.benchmarks.{program}"],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.address = self.line()
        self.roots = {self.process.pid}

    def line(self):
        return self.process.stdout.readline().strip() or sys.exit("the server has ended")

    def ask(self, text):
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()
        return self.line()

    def processor_seconds(self):
        """Of the roots and all that they started and that still runs, with what of theirs has ended."""
        parents, used = {}, {}
        for each in pathlib.Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = each.read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            number = int(each.parent.name)
            parents[number] = int(fields[1])
            used[number] = sum(map(int, fields[11:15])) / TICKS
        ours = set(self.roots)
        for number in sorted(parents):
            if parents[number] in ours:
                ours.add(number)
        return sum(used[number] for number in ours if number in used)

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Work:
    """A folder for checkpoints and logs."""

    def __init__(self):
        self.folder = pathlib.Path(os.environ.get("WORK") or tempfile.mkdtemp()).resolve()
        self.folder.mkdir(parents=True, exist_ok=True)

    def batches(self, workload):
        """How many micro-batches the last run committed, and milliseconds from one commit to the next."""
        commits = sorted((self.folder / f"{workload}.checkpoint" / "commits").iterdir())
        times = [commit.stat().st_mtime_ns / 1e6 for commit in commits]
        return len(commits), (times[-1] - times[0]) / max(1, len(commits) - 1)

    def run(self, tidemark, server, workload, **variables):
        """Runs a pipeline on a fresh checkpoint; wall seconds, and the processor's of Tidemark and of the server."""
        checkpoint = self.folder / f"{workload}.checkpoint"
        shutil.rmtree(checkpoint, ignore_errors=True)
        env = dict(os.environ, BENCH_CHECKPOINT=str(checkpoint), **variables)
        log = self.folder / f"{workload}.log"
        before = server.processor_seconds()
        began = time.monotonic()
        with open(log, "wb") as out:
            process = subprocess.Popen([*tidemark, "run", "--progress", "none", str(HERE / "workloads" / f"{workload}.yaml")],
                                       env=env, stdout=out, stderr=out, stdin=subprocess.DEVNULL)
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        wall = time.monotonic() - began
        if process.returncode:
            sys.exit(f"{workload} ended with {process.returncode}:\n{log.read_text()[-4000:]}")
        return wall, used.ru_utime + used.ru_stime, server.processor_seconds() - before, used.ru_maxrss / 1024
