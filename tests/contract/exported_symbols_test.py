"""The shared library offers names of graze and nothing of the libraries it is made of."""

import subprocess
import sys

OWN = ("graze::", "vtable for graze::", "typeinfo for graze::", "typeinfo name for graze::")


def main():
    library = sys.argv[1]
    names = subprocess.run(
        ["nm", "--dynamic", "--defined-only", "--demangle", "--format=just-symbols", library], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    foreign = [name for name in names if not name.startswith(OWN)]
    if not any(name.startswith("graze::name_of(") for name in names):
        foreign.append("(the public function graze::name_of is missing)")
    print("\n".join(foreign) or f"{len(names)} symbols, all of graze")
    return 1 if foreign else 0


if __name__ == "__main__":
    sys.exit(main())
