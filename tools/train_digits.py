"""Train the digit and id readers on rendered print in many fonts and write data/vision/*.onnx.

Needs torch, onnx and installed fonts (fontconfig's `fc-list`); nothing of this is needed to run the companion.

    python tools/train_digits.py [--minutes 18] [--only digits|ids]
"""

from __future__ import annotations

import argparse
import subprocess
import time
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import torch
from print_shop import HELD_OUT, Press
from torch import nn

from companion.vision.digits import HEADS, id_scores, normalise

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
    return nn.Sequential(
        *block(3, 24, 5, 2),
        *block(24, 40),
        nn.MaxPool2d(2),
        *block(40, 64),
        *block(64, 64),
        nn.MaxPool2d(2),
        *block(64, 96),
        nn.Flatten(),
        nn.Dropout(0.2),
        nn.Linear(96 * 48, 128),
        nn.ReLU(),
        nn.Linear(128, sum(HEADS)),
    )


def digit_loss(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    return nn.functional.cross_entropy(logits, labels[:, 0], label_smoothing=0.01)


def id_loss(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """Every head is asked only about what its kind of id has: -1 means nothing to say."""
    parts = torch.split(logits, HEADS, dim=1)
    return sum(
        nn.functional.cross_entropy(part, labels[:, at], ignore_index=-1, label_smoothing=0.005)
        for at, part in enumerate(parts)
        if (labels[:, at] >= 0).any()
    )


def train(network: nn.Sequential, loss_of, make, minutes: float) -> None:
    """Train on print that is fresh in every round, until its minutes of one core are over."""
    start, best = time.process_time(), 2.5e-3
    network.to(memory_format=torch.channels_last)
    optimizer = torch.optim.AdamW(network.parameters(), lr=best, weight_decay=1e-3)
    done = 0.0
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
                optimizer.step()
                total += loss.item() * len(at)
        print(f"  {done:4.0%}  loss {total / len(inputs):.4f}", flush=True)


def answers_of(network: nn.Sequential, crops: np.ndarray) -> torch.Tensor:
    network.eval()
    with torch.no_grad():
        return torch.cat([network(torch.from_numpy(normalise(part))) for part in np.array_split(crops, 40)])


def calibrate(network: nn.Sequential, loss_of, crops: np.ndarray, labels: np.ndarray, heads: tuple[int, ...]) -> None:
    """Divide the answers of each head by the temperature that fits held-out fonts best."""
    logits, known = answers_of(network, crops), torch.from_numpy(labels)
    last, at = network[-1], 0
    for head, size in enumerate(heads):
        rows, part = known[:, head] >= 0, logits[:, at : at + size]
        losses = {
            heat: float(nn.functional.cross_entropy(part[rows] / heat, known[rows, head]))
            for heat in np.geomspace(0.3, 4, 60)
        }
        heat = min(losses, key=losses.__getitem__)
        print(f"  head {head}: temperature {heat:.2f}")
        with torch.no_grad():
            last.weight[at : at + size] /= heat
            last.bias[at : at + size] /= heat
        at += size


def right_digits(logits: np.ndarray, labels: np.ndarray) -> np.ndarray:
    return logits.argmax(axis=1) == labels[:, 0]


def right_ids(logits: np.ndarray, labels: np.ndarray) -> np.ndarray:
    numbers = labels[:, 1] * 100 + labels[:, 2] * 10 + labels[:, 3] - 1
    wanted = np.choose(labels[:, 0], [numbers, 120 + labels[:, 4], np.full(len(labels), 132)])
    return id_scores(logits).argmax(axis=1) == wanted


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


def installed_fonts() -> dict[str, list[str]]:
    """The files of installed fonts by family, as fontconfig knows them."""
    listed = subprocess.run(
        ["fc-list", "--format", "%{family[0]}|%{file}\n"], capture_output=True, text=True, check=True
    )
    families: dict[str, list[str]] = {}
    for line in sorted(set(listed.stdout.splitlines())):
        family, file = line.split("|")
        families.setdefault(family, []).append(file)
    return families


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--only", choices=("digits", "ids"))
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(asked.seed)
    families = installed_fonts()
    press = Press({name: files for name, files in families.items() if name not in HELD_OUT}, asked.seed)
    proof = Press({name: files for name, files in families.items() if name in HELD_OUT}, asked.seed + 1000)
    print(f"{len(press.fonts)} fonts to train on, {len(proof.fonts)} held out")
    jobs = {
        "digits": (digit_network(), digit_loss, "digits", 15_000, (6,), right_digits, (32, 32), 0.35),
        "ids": (id_network(), id_loss, "ids", 10_000, HEADS, right_ids, (96, 32), 0.65),
    }
    for name, (network, loss_of, kind, count, heads, right, size, share) in jobs.items():
        if asked.only not in (None, name):
            continue
        print(f"{name}: {sum(p.numel() for p in network.parameters())} weights")
        crops, labels = getattr(proof, kind)(8_000)
        train(network, loss_of, partial(getattr(press, kind), count), asked.minutes * (1 if asked.only else share))
        half = len(crops) // 2
        calibrate(network, loss_of, crops[:half], labels[:half], heads)
        correct = right(answers_of(network, crops[half:]).numpy(), labels[half:])
        print(f"  held-out fonts: {correct.mean():.2%} of {len(correct)}")
        export(network, name, size)


if __name__ == "__main__":
    main()
