"""Runs the tests that need a GPU, with the Python it finds; installs nothing, and names what is missing.

    make gpu
    python3 scripts/gpu.py --keep     and leaves the output in benchmarks/results, with date and versions

Nothing but Python's own library is needed to say what is missing.
"""

import argparse
import json
import os
import subprocess
import sys
from datetime import date
from pathlib import Path

ROOT = Path(__file__).parent.parent
NEEDED = ("pytest", "numpy", "numba", "numba-cuda", "cupy")
HELPFUL = {
    "torch": "tests of learning, and PyTorch holding our memory", "jax": "JAX holding our memory",
    "gymnasium": "vectors of games", "xdist": "tests side by side",
}  # fmt: skip
TESTS = ("tests/gpu", "tests/solve/test_learning.py")
MODULES = {"numba-cuda": "numba_cuda"}
ASK = """
import json, sys
from importlib import metadata, util
found = {}
for name, module in json.loads(sys.argv[1]).items():
    if util.find_spec(module):
        dists = metadata.packages_distributions().get(module, [module])
        found[name] = metadata.version(dists[0])
print(json.dumps([sys.executable, sys.version.split()[0], found]))
"""
DEVICE = """
import sys, warnings
warnings.simplefilter("ignore")
from ludotheque.engine.device import cuda_device
cuda = cuda_device()
name = cuda.get_current_device().name
print(name.decode() if isinstance(name, bytes) else name, "CUDA", ".".join(map(str, cuda.runtime.get_version())))
"""


def asked(python: str) -> tuple[str, str, dict[str, str]] | None:
    """Its path, its version, and which of the packages it has."""
    modules = {name: MODULES.get(name, name) for name in (*NEEDED, *HELPFUL)}
    try:
        said = subprocess.run([python, "-c", ASK, json.dumps(modules)], capture_output=True, text=True, check=True)  # noqa: S603  # a Python
    except (OSError, subprocess.CalledProcessError):
        return None
    path, version, found = json.loads(said.stdout)
    return path, version, found


def chosen() -> tuple[str, str, dict[str, str]]:
    """Of the project's own environment and the Pythons on the path, the one that has most of what is needed."""
    candidates = [str(ROOT / ".venv/bin/python"), "python3", "python", sys.executable]
    answers = [answer for answer in map(asked, candidates) if answer]
    return max(answers, key=lambda answer: sum(name in answer[2] for name in NEEDED))


def main() -> int:
    parser = argparse.ArgumentParser(description="Runs the tests that need a GPU.")
    parser.add_argument("--keep", action="store_true", help="leave the output in benchmarks/results")
    parser.add_argument("tests", nargs="*", default=TESTS, help="other tests than those that need a GPU")
    wish = parser.parse_args()
    python, version, found = chosen()
    about = [f"{name} {found[name]}" for name in found]
    print(f"Python {version} at {python} with {', '.join(about) or 'nothing that is needed'}")
    if missing := [name for name in NEEDED if name not in found]:
        print(f"Missing: {', '.join(missing)}. No test was run. To have them: {python} -m pip install -e '.[cuda]' pytest")
        return 1
    for name, use in HELPFUL.items():
        if name not in found:
            print(f"Without {name}: {use} will be left out.")
    environment = os.environ | {
        "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}",
        "OMP_NUM_THREADS": "2",
    }  # PyTorch's, beside others
    environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # whatever else is installed there is not ours to judge
    device = subprocess.run([python, "-c", DEVICE], env=environment, capture_output=True, text=True, check=False)  # noqa: S603
    if device.returncode:
        print(f"{device.stderr.strip().splitlines()[-1]}\nNo test was run, and none counts as passed.")
        return 1
    print(f"On {device.stdout.strip()}")
    command = [python, "-m", "pytest", "-rs", "--durations=12", "-p", "no:cacheprovider", *wish.tests]
    if "xdist" in found:
        command += ["-p", "xdist", "-n", str(min(8, os.cpu_count() or 1))]
    said = []
    together = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    with subprocess.Popen(command, cwd=ROOT, env=environment, **together) as tests:  # type: ignore[call-overload]  # noqa: S603
        for line in tests.stdout or ():
            print(line, end="", flush=True)
            said.append(line.rstrip())
    if tests.returncode == 0 and not any(" passed" in line for line in said):
        print("No test passed, so this run shows nothing.")
        return 1
    if wish.keep:
        kept = {
            "date": str(date.today()), "device": device.stdout.strip(), "python": version, "versions": found,
            "command": "make gpu", "status": tests.returncode, "said": said,
        }  # fmt: skip
        file = ROOT / "benchmarks" / "results" / f"tests-on-gpu-{date.today()}.json"
        file.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
        print(f"Kept in {file.relative_to(ROOT)}")
    return tests.returncode


if __name__ == "__main__":
    sys.exit(main())
