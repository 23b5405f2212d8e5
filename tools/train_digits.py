"""Train the digit and id readers on rendered print in many fonts and write data/vision/*.onnx.

Needs torch, onnx and installed fonts (fontconfig's `fc-list`); nothing of this is needed to run the companion.

    python tools/train_digits.py [--minutes 18] [--only digits|ids] [--further]

`--further` goes on from the weights that are there instead of from nothing. The digit network in data/vision was
trained on plain print alone, before `display_digits` were part of the press.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import onnx
import torch
from fonts import HELD_OUT, installed_fonts, is_kept_out
from onnx import numpy_helper
from print_shop import Press
from torch import nn

from companion.vision.digits import DIGIT_SIZE, ID_COLUMNS, ID_SIZE, IDS, SIGNS, digit_scores, id_scores, normalise

PASSES = 3  # over every round's print: making it costs about as much as one pass
DATA = Path(__file__).resolve().parent.parent / "data" / "vision"


def block(inside: int, outside: int, size: int = 3, step: int = 1) -> list[nn.Module]:
    return [nn.Conv2d(inside, outside, size, step, size // 2, bias=False), nn.BatchNorm2d(outside), nn.ReLU()]


def digit_network() -> nn.Sequential:
    return nn.Sequential(
        *block(3, 20),
        nn.MaxPool2d(2),
        *block(20, 40),
        *block(40, 48),
        nn.MaxPool2d(2),
        *block(48, 72),
        nn.MaxPool2d(2),
        nn.Flatten(),
        nn.Dropout(0.2),
        nn.Linear(72 * 16, 96),
        nn.ReLU(),
        nn.Linear(96, 6),
    )


def id_network() -> nn.Sequential:
    """Height shrinks to nothing, 48 columns remain: each says which sign it shows."""
    return nn.Sequential(
        *block(3, 24, 5, 2),
        *block(24, 32),
        nn.MaxPool2d((2, 1)),
        *block(32, 64),
        nn.MaxPool2d((2, 1)),
        *block(64, 64),
        nn.Conv2d(64, 96, (4, 3), padding=(0, 1), bias=False),
        nn.BatchNorm2d(96),
        nn.ReLU(),
        nn.Dropout(0.1),
        nn.Conv2d(96, 96, (1, 3), padding=(0, 1), bias=False),
        nn.BatchNorm2d(96),
        nn.ReLU(),
        nn.Conv2d(96, len(SIGNS) + 1, 1),
    )


def begin_with(network: nn.Sequential, file: Path, inputs: torch.Tensor) -> None:
    """Give a network the weights of a file; what normalises its layers is set so that it says what the file's does."""
    graph = onnx.load(str(file)).graph
    named = {one.name: torch.tensor(numpy_helper.to_array(one)) for one in graph.initializer}
    learned = iter([named[name] for node in graph.node for name in node.input if name in named])  # kernel, bias, ...
    network.eval()
    with torch.no_grad():
        for layer in network:
            if isinstance(layer, nn.Conv2d | nn.Linear):
                layer.weight.copy_(next(learned))
                if layer.bias is not None:
                    layer.bias.copy_(next(learned))
            elif isinstance(layer, nn.BatchNorm2d):
                mean, spread = inputs.mean(dim=(0, 2, 3)), inputs.var(dim=(0, 2, 3))
                layer.running_mean.copy_(mean)
                layer.running_var.copy_(spread)
                layer.weight.copy_((spread + layer.eps).sqrt())
                layer.bias.copy_(next(learned) + mean)
            inputs = layer(inputs)


def digit_loss(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    return nn.functional.cross_entropy(logits, labels[:, 0], label_smoothing=0.01)


def id_loss(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """What the columns show, which is learned fast, and what the strip says as a whole, which is what counts."""
    signs, shown = labels[:, :5], labels[:, 5:]
    columns = logits[:, :, 0].log_softmax(dim=1)
    lengths = torch.full((len(labels),), ID_COLUMNS)
    whole = nn.functional.ctc_loss(columns.permute(2, 0, 1), signs, lengths, (signs > 0).sum(dim=1), reduction="none")
    return nn.functional.nll_loss(columns, shown) + 0.02 * whole.mean()


def train(network: nn.Sequential, loss_of, make, minutes: float, kept: Path, best: float) -> None:
    """Train on print that is fresh in every round, until its minutes of one core are over; `best` is the largest step.

    What is learned is kept after every round, so that a training that was stopped goes on where it was.
    """
    start = time.process_time()
    network.to(memory_format=torch.channels_last)
    optimizer = torch.optim.AdamW(network.parameters(), lr=best, weight_decay=1e-3)
    done = 0.0
    if kept.exists():
        learned, steps, done = torch.load(kept, weights_only=False)
        network.load_state_dict(learned)
        optimizer.load_state_dict(steps)
        start -= done * minutes * 60
    while done < 1:
        crops, labels = make()
        inputs = torch.from_numpy(normalise(crops)).to(memory_format=torch.channels_last)
        answers = torch.from_numpy(labels)
        network.train()
        for _ in range(PASSES):
            total, order = 0.0, torch.randperm(len(inputs))
            for at in order.split(128):
                done = min((time.process_time() - start) / 60 / minutes, 1.0)
                for group in optimizer.param_groups:
                    group["lr"] = best * min(1.0, done * 30 + 0.1) * (0.5 + 0.5 * np.cos(np.pi * done)) + 1e-6
                optimizer.zero_grad()
                loss = loss_of(network(inputs[at]), answers[at])
                loss.backward()
                nn.utils.clip_grad_norm_(network.parameters(), 5.0)
                optimizer.step()
                total += loss.item() * len(at)
        print(f"  {done:4.0%}  loss {total / len(inputs):.4f}", flush=True)
        torch.save((network.state_dict(), optimizer.state_dict(), done), kept)
    kept.unlink()


def answers_of(network: nn.Sequential, crops: np.ndarray) -> torch.Tensor:
    network.eval()
    with torch.no_grad():
        return torch.cat([network(torch.from_numpy(normalise(part))) for part in np.array_split(crops, 40)])


def calibrate(network: nn.Sequential, scores_of, crops: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    """Divide the answers by the temperature that fits held-out fonts best; return who is right then."""
    logits, half, rows = answers_of(network, crops).numpy(), len(crops) // 2, np.arange(len(crops) // 2)
    heats = np.geomspace(0.5, 4, 30)
    losses = [-scores_of(logits[:half] / heat)[rows, wanted[:half]].mean() for heat in heats]
    heat = float(heats[int(np.argmin(losses))])
    print(f"  temperature {heat:.2f}, log loss {min(losses):.4f}")
    with torch.no_grad():
        network[-1].weight /= heat
        network[-1].bias /= heat
    scores = scores_of(logits[half:] / heat)
    sure = scores.max(axis=1) > np.log(0.999)
    right = scores.argmax(axis=1) == wanted[half:]
    print(f"  above 0.999: {sure.mean():.1%}, of these wrong: {(sure & ~right).sum()}")
    return right


def wanted_digits(labels: np.ndarray) -> np.ndarray:
    return labels[:, 0]


def wanted_ids(labels: np.ndarray) -> np.ndarray:
    texts = ["".join(SIGNS[sign - 1] for sign in row if sign) for row in labels[:, :5]]
    return np.array([IDS.index(f"AI-{text[2:].strip('-')}" if "A" in text else text) for text in texts])


def export(network: nn.Sequential, name: str, size: tuple[int, int]) -> None:
    DATA.mkdir(parents=True, exist_ok=True)
    file = DATA / f"{name}.onnx"
    network.eval()
    torch.onnx.export(
        network,
        (torch.zeros(1, 3, size[1], size[0]),),
        str(file),
        input_names=["crops"],
        output_names=["logits"],
        dynamic_axes={"crops": {0: "n"}, "logits": {0: "n"}},
        opset_version=13,
        dynamo=False,
    )
    check = np.random.default_rng(1).standard_normal((5, 3, size[1], size[0])).astype(np.float32)
    reader = cv2.dnn.readNetFromONNX(str(file))
    reader.setInput(check)
    with torch.no_grad():
        difference = np.abs(reader.forward() - network(torch.from_numpy(check)).numpy()).max()
    print(f"  {file.name}: {file.stat().st_size / 1e6:.2f} MB, differs from torch by {difference:.1e}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--only", choices=("digits", "ids"))
    parser.add_argument("--keep", type=Path, default=Path(tempfile.gettempdir()), help="folder of unfinished trainings")
    parser.add_argument("--further", action="store_true", help="begin with the weights that are there")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(asked.seed)
    families = installed_fonts()
    press = Press({name: files for name, files in families.items() if not is_kept_out(name)}, asked.seed)
    proof = Press({name: files for name, files in families.items() if name in HELD_OUT}, asked.seed + 1000)
    print(f"{len(press.fonts)} fonts to train on, {len(proof.fonts)} held out")
    jobs = {
        "digits": (digit_network(), digit_loss, digit_scores, wanted_digits, 15_000, DIGIT_SIZE, 0.35),
        "ids": (id_network(), id_loss, id_scores, wanted_ids, 10_000, ID_SIZE, 0.65),
    }
    for name, (network, loss_of, scores_of, wanted_of, count, size, share) in jobs.items():
        if asked.only not in (None, name):
            continue
        print(f"{name}: {sum(p.numel() for p in network.parameters())} weights")
        crops, labels = getattr(proof, name)(6_000)
        minutes = asked.minutes * (1 if asked.only else share)
        if asked.further:
            some = torch.from_numpy(normalise(getattr(press, name)(1_000)[0]))
            begin_with(network, DATA / f"{name}.onnx", some)
        best = 1e-3 if asked.further else 2.5e-3
        train(network, loss_of, partial(getattr(press, name), count), minutes, asked.keep / f"{name}.pt", best)
        right = calibrate(network, scores_of, crops, wanted_of(labels))
        print(f"  held-out fonts: {right.mean():.2%} of {len(right)}")
        export(network, name, size)


if __name__ == "__main__":
    main()
