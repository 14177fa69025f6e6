"""Fine-tuning of the bundled embedding model for abstracts; see README.md here.

python -m benchmarks.training train --paperlists DIR --evaluation DIR --start model.safetensors --out DIR
python -m benchmarks.training export --start model.safetensors --end DIR/step-N.safetensors --share 0.6 --out FILE
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
    export = commands.add_parser("export", help="write the patch that makes the bundled model the trained one")
    export.add_argument("--start", type=Path, required=True, help="as given to train")
    export.add_argument("--end", type=Path, required=True, help="a checkpoint")
    export.add_argument("--share", type=float, default=0.6, help="of the way from the start to the checkpoint")
    export.add_argument("--out", type=Path, required=True, help="the file to write")
    export.set_defaults(run=_export)
    return parser


def _train(args: argparse.Namespace) -> None:
    from benchmarks.training.model import MiniLM
    from benchmarks.training.papers import training_papers
    from benchmarks.training.train import Recipe, train
    from rag.encoding.minilm import bundled_tokenizer

    args.out.mkdir(parents=True, exist_ok=True)
    papers = training_papers(args.paperlists, args.evaluation)
    print(f"{len(papers)} papers", flush=True)
    recipe = Recipe(minutes=args.minutes)
    for line in train(MiniLM.load(args.start), bundled_tokenizer(), papers, args.out, recipe):
        print(line, flush=True)


def _export(args: argparse.Namespace) -> None:
    from benchmarks.training.export import patch
    from benchmarks.training.model import MiniLM, between
    from rag.encoding.minilm_files import original_file

    start, end = (MiniLM.load(file).weights() for file in (args.start, args.end))
    weights = {name: weight.numpy() for name, weight in between(start, end, args.share).items()}
    args.out.write_bytes(patch(original_file(), weights))


if __name__ == "__main__":
    sys.exit(main())
