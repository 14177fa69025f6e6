"""Fine-tuning of the bundled embedding model for abstracts; see README.md here.

python -m benchmarks.training train --paperlists DIR --evaluation DIR --start model.safetensors --out DIR
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path


def main(argv: Sequence[str] | None = None) -> int:
    """Run a subcommand.

    Returns:
        0.
    """
    args = _parser().parse_args(argv)
    args.run(args)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="benchmarks.training", description=__doc__)
    commands = parser.add_subparsers(required=True)
    train = commands.add_parser("train", help="train, leaving checkpoints")
    train.add_argument("--paperlists", type=Path, required=True, help="the folder of paperlists")
    train.add_argument("--evaluation", type=Path, required=True, help="whose papers are left out")
    train.add_argument("--start", type=Path, required=True, help="all-MiniLM-L6-v2 as safetensors")
    train.add_argument("--out", type=Path, required=True, help="folder of the checkpoints")
    train.add_argument("--minutes", type=float, default=60)
    train.set_defaults(run=_train)
    return parser


def _train(args: argparse.Namespace) -> None:
    from benchmarks.training.model import MiniLM
    from benchmarks.training.papers import training_papers
    from benchmarks.training.train import Recipe, train
    from rag.minilm import bundled_tokenizer

    args.out.mkdir(parents=True, exist_ok=True)
    papers = training_papers(args.paperlists, args.evaluation)
    print(f"{len(papers)} papers", flush=True)
    recipe = Recipe(minutes=args.minutes)
    for line in train(MiniLM.load(args.start), bundled_tokenizer(), papers, args.out, recipe):
        print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main())
