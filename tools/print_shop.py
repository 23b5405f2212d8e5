"""Printed digits and ids as a phone sees them: what `train_digits.py` learns from and is held out from.

Some crops are glyphs on painted grounds, plain or as display digits (`display_digits`), some come from cards drawn in
random styles; all are misplaced, turned, shaded, blurred, made small and compressed.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from display_digits import DisplayDigits
from fonts import TALL, Ink, loaded, painted
from PIL import ImageFont

from companion.games.ai100.cards import AI_IDS, COLOURS, CORNERS, EVOLUTION_IDS, Connector, Face
from companion.games.ai100.draw import DEMO, HEIGHT, WIDTH, Spot, Style
from companion.games.ai100.glyphs import CAP
from companion.samples.prints import card_image
from companion.vision.digits import DIGIT_SIZE, DIGIT_VIEW, ID_COLUMNS, ID_SIZE, ID_VIEW, NONE, SIGNS, fit
from tests.vision.styles import pillow_font

_CARDS, _PLAIN = 0.3, 0.25  # shares of crops of digits that come from cards and from plain print; the rest is display
_FINE = 40  # pixels of a digit's height before the photo is taken


class Press:
    """A print shop with its fonts, cards and chances."""

    def __init__(self, families: dict[str, list[str]], seed: int) -> None:
        self.chance = np.random.default_rng(seed)
        self.fonts = loaded(families, seed)
        self.cards: list[tuple[str, Face, Style, np.ndarray]] = []
        self.display = DisplayDigits(self.chance, self._display_ink)

    def digits(self, count: int) -> tuple[np.ndarray, np.ndarray]:
        """Return crops and labels 0 to 5: the digits 1 to 5, then none."""
        self._print_cards(40)
        crops, labels = [], []
        made: list[tuple[np.ndarray, int]] = []
        while len(crops) < count:
            kind = self.chance.random()
            if kind < _CARDS:
                made = made or self._card_digits()
                crop, label = made.pop()
            else:
                crop, label = self._painted_digit() if kind < _CARDS + _PLAIN else self.display.crop()
            crops.append(fit(self._photographed(crop, (16, 72)), DIGIT_SIZE))
            labels.append([label])
        return np.stack(crops), np.array(labels, np.int64)

    def ids(self, count: int) -> tuple[np.ndarray, np.ndarray]:
        """Return strips and their labels, as `id_label` makes them."""
        self._print_cards(40)
        crops, labels = [], []
        while len(crops) < count:
            crop, text, spans = self._card_id() if len(crops) % 2 else self._painted_id()
            crops.append(fit(self._photographed(crop, (18, 64)), ID_SIZE))
            labels.append(id_label(text, spans / crop.shape[1]))
        return np.stack(crops), np.array(labels, np.int64)

    # Glyphs on painted grounds

    def _font(self) -> ImageFont.FreeTypeFont:
        family = self.fonts[str(self.chance.choice(list(self.fonts)))]
        return family[self.chance.integers(len(family))]

    def _ink(self, text: str) -> Ink:
        """The text in some font, fatter or thinner than it was designed, and spaced."""
        bold = int(self.chance.integers(1, 8 if len(text) == 1 else 5)) if self.chance.random() < 0.35 else 0
        ink = painted(self._font(), text, bold, float(self.chance.uniform(-0.02, 0.14)) * TALL)
        if ink.mask.size and not bold and self.chance.random() < 0.15:
            thin = cv2.erode(ink.mask, np.ones((2, 2), np.uint8))
            return ink._replace(mask=thin) if thin.sum() > 0.5 * ink.mask.sum() else ink
        return ink

    def _display_ink(self, text: str) -> np.ndarray:
        """The text in some font, at most a little fatter: what is done to display digits needs their shape."""
        bold = int(self.chance.integers(1, 4)) if self.chance.random() < 0.25 else 0
        return painted(self._font(), text, bold).mask

    def _painted_digit(self) -> tuple[np.ndarray, int]:
        side = round(_FINE * DIGIT_VIEW)
        label = int(self.chance.integers(5)) if self.chance.random() < 0.82 else NONE
        ground, ink = self._ground(side, side)
        if label < NONE:
            self._set(ground, self._ink(str(label + 1)), ink, self.chance.normal(0, 0.12, 2).clip(-0.33, 0.33))
            if self.chance.random() < 0.08:
                self._cover(ground, 0.3)
            return ground, label
        kind = self.chance.random()
        if kind < 0.3:
            angle = self.chance.uniform(0, 2 * np.pi)
            away = np.array([np.cos(angle), np.sin(angle)]) * self.chance.uniform(0.8, 1.2)
            self._set(ground, self._ink(str(self.chance.integers(1, 6))), ink, away)
        elif kind < 0.6:
            self._set(ground, self._ink(str(self.chance.choice(list("089RBYKGVAS#")))), ink, np.zeros(2))
        elif kind < 0.75:
            self._set(ground, self._ink(str(self.chance.integers(1, 6))), ink, np.zeros(2))
            self._cover(ground, 1.0)
        return ground, NONE

    def _painted_id(self) -> tuple[np.ndarray, str, np.ndarray]:
        ground, ink = self._ground(round(_FINE * 0.8 * ID_VIEW[0]), round(_FINE * 0.8 * ID_VIEW[1]))
        if self.chance.random() < 0.1:
            if self.chance.random() < 0.5:
                away = np.array(
                    [self.chance.uniform(-2, 2), self.chance.choice([-1, 1]) * self.chance.uniform(1.0, 1.4)]
                )
                self._set(ground, self._ink(str(self.chance.choice(EVOLUTION_IDS))), ink, away, 0.8)
            return ground, "", np.empty((0, 2))
        card = str(self.chance.choice(AI_IDS if self.chance.random() < 0.2 else EVOLUTION_IDS))
        away = np.array([self.chance.normal(0, 0.35), self.chance.normal(0, 0.14)]).clip((-0.9, -0.4), (0.9, 0.4))
        text = self._spelt(card)
        return ground, text, self._set(ground, self._ink(text), ink, away, 0.8)

    def _spelt(self, card: str) -> str:
        if card.startswith("AI-"):
            return str(self.chance.choice(["AI-", "AI-", "AI-", "IA-", "AI ", "AI", "IA"])) + card[3:]
        return (
            str(self.chance.choice(["", "", "", "", "", "", "N°", "#"])) + card if self.chance.random() < 0.3 else card
        )

    def _ground(self, wide: int, tall: int) -> tuple[np.ndarray, np.ndarray]:
        """What lies under a glyph, and an ink that is seen on it."""
        chance = self.chance
        base = self._colour()
        ground = np.full((tall, wide, 3), base, np.float32)
        if chance.random() < 0.6:
            angle, reach = chance.uniform(0, 2 * np.pi), chance.uniform(0.55, 1.0) * min(wide, tall) / 2
            y, x = np.mgrid[:tall, :wide]
            far = (x - wide / 2) * np.cos(angle) + (y - tall / 2) * np.sin(angle) - reach
            ground[far > 0] = self._colour()
            if chance.random() < 0.6:
                ground[np.abs(far) < chance.uniform(1, 4)] = chance.choice([15, 250])
        if chance.random() < 0.4:
            edge, paper = (
                int(chance.uniform(0, 0.16) * tall),
                self._colour() if chance.random() < 0.4 else chance.uniform(200, 255),
            )
            rows = slice(0, edge) if chance.random() < 0.5 else slice(tall - edge, tall)
            ground[rows] = paper
            if wide < 2 * tall:
                columns = slice(0, edge) if chance.random() < 0.5 else slice(wide - edge, wide)
                ground[:, columns] = paper
        if chance.random() < 0.2:
            ground[:: int(chance.integers(4, 12))] += chance.uniform(-40, 40)
        ink = np.full(3, chance.uniform(225, 255)) if chance.random() < 0.6 else np.full(3, chance.uniform(5, 50))
        if chance.random() < 0.12:
            ink = self._colour()
        while np.abs(ink - base).max() < 70:
            ink = self._colour() if chance.random() < 0.3 else np.full(3, chance.choice([10.0, 250.0]))
        if chance.random() < 0.35:
            self._set(
                ground,
                self._ink(str(chance.choice(list("RBYKGV#%&")))),
                ink,
                self._aside(wide, tall),
                0.35,
            )
        return ground, ink

    def _aside(self, wide: int, tall: int) -> np.ndarray:
        angle = self.chance.uniform(0, 2 * np.pi)
        return np.array([np.cos(angle) * wide / 2, np.sin(angle) * tall / 2]) / _FINE * self.chance.uniform(0.8, 1.1)

    def _colour(self) -> np.ndarray:
        hue = np.uint8([[[self.chance.integers(180), self.chance.integers(60, 256), self.chance.integers(40, 256)]]])
        if self.chance.random() < 0.25:
            hue[0, 0, 1] = self.chance.integers(0, 40)
        return cv2.cvtColor(hue, cv2.COLOR_HSV2BGR)[0, 0].astype(np.float32)

    def _set(self, ground: np.ndarray, ink: Ink, colour: np.ndarray, away: np.ndarray, size: float = 1.0) -> np.ndarray:
        """Print a text near the middle, `away` from it in shares of its height; return the spans of its signs there."""
        mask = ink.mask
        if not mask.size:  # a font without this sign
            return ink.spans
        chance = self.chance
        tall = _FINE * size * float(np.exp(chance.normal(0, 0.1)))
        scale = tall / mask.shape[0]
        stretch = min(float(np.exp(chance.normal(0, 0.14))), ground.shape[1] * 0.93 / (mask.shape[1] * scale))
        angle, lean = np.radians(chance.normal(0, 3.5)), chance.normal(0, 0.06)
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        matrix = turn @ np.array([[1, lean], [0, 1]]) @ np.diag([scale * stretch, scale])
        middle = np.array([ground.shape[1], ground.shape[0]]) / 2 + away * tall
        matrix = np.column_stack([matrix, middle - matrix @ (np.array([mask.shape[1], mask.shape[0]]) / 2)])
        if chance.random() < 0.08:
            rim = cv2.dilate(np.pad(mask, 4), np.ones((5, 5), np.uint8))
            outline = cv2.warpAffine(rim[4:-4, 4:-4], matrix, ground.shape[1::-1])[..., None]
            ground[:] = ground * (1 - outline) + (255 - colour) * outline
        printed = cv2.warpAffine(mask, matrix, ground.shape[1::-1], flags=cv2.INTER_LINEAR)[..., None]
        ground[:] = ground * (1 - printed) + colour * printed
        return _moved(ink.spans, mask.shape[0] / 2, matrix)

    def _cover(self, ground: np.ndarray, share: float) -> None:
        """Something lies in the way."""
        tall, wide = ground.shape[:2]
        middle = self.chance.uniform(0.4, 0.6, 2) if share == 1 else self.chance.choice([-0.1, 1.1], 2)
        reach = tall * (0.55 if share == 1 else 0.5)
        centre = (int(middle[0] * wide), int(middle[1] * tall))
        cv2.circle(ground, centre, int(reach), [float(v) for v in self._colour()], -1, cv2.LINE_AA)

    # Cards in random styles

    def _print_cards(self, count: int) -> None:
        """Add fresh cards to those in stock; the oldest go."""
        chance = self.chance
        while count > 0:
            style = self._style()
            for _ in range(5):
                card = str(chance.choice(AI_IDS if chance.random() < 0.2 else EVOLUTION_IDS))
                corners = tuple(Connector(str(chance.choice(COLOURS)), int(chance.integers(1, 6))) for _ in CORNERS)
                face = Face(str(chance.choice(COLOURS)), int(chance.integers(1, 6)), corners)
                image = card_image(card, face, style, 504).astype(np.float32)
                alpha = image[..., 3:] / 255
                self.cards.append((card, face, style, image[..., :3] * alpha + self._colour() * (1 - alpha)))
                count -= 1
        self.cards = self.cards[-400:]

    def _style(self) -> Style:
        chance = self.chance
        if chance.random() < 0.2:
            return DEMO
        shades = {
            colour: _hex(np.clip(_bgr(shade) * chance.uniform(0.75, 1.25, 3) + chance.uniform(-15, 45), 0, 255))
            for colour, shade in DEMO.shades.items()
        }
        digit = float(chance.uniform(5, 8))
        font, bold = self._font(), int(chance.integers(5, 44)) if chance.random() < 0.35 else 0
        return replace(
            DEMO,
            name="random",
            font=replace(
                pillow_font("random", font.font_variant(size=320), bold), tracking=float(chance.uniform(0.2, 1.6))
            ),
            shades=shades,
            paper=str(chance.choice(["#faf7f0", "#ffffff", "#111111", "#d8cdb4"])),
            border=float(chance.choice([0, 1.2, 2, 3])),
            radius=float(chance.uniform(1, 5)),
            number=Spot(31.5, float(chance.uniform(30, 45)), float(chance.uniform(16, 36))),
            id=Spot(
                float(chance.uniform(27, 36)), float(chance.choice([7, 66, 78, 80])), float(chance.uniform(3.4, 5.4))
            ),
            symbol=Spot(31.5, 57, 10),
            letter=None,
            triangle=digit * 2.6,
            digit=Spot(digit * 0.85, digit * 0.88, digit),
            mark=Spot(digit * 1.75, digit * 0.45, digit * 0.45) if chance.random() < 0.4 else None,
            texture=str(chance.choice(["", "", "rings", "stripes", "dots", "traces"])),
            plate=bool(chance.random() < 0.15),
        )

    def _stock(self) -> tuple[str, Face, Style, np.ndarray]:
        return self.cards[self.chance.integers(len(self.cards))]

    def _card_digits(self) -> list[tuple[np.ndarray, int]]:
        _, face, style, image = self._stock()
        side = round(_FINE * DIGIT_VIEW)
        inset, made = style.border, []
        for corner, connector in zip(CORNERS, face.connectors, strict=True):
            x, y = inset + style.digit.x, inset + style.digit.y
            spot = Spot(WIDTH - x if "r" in corner else x, HEIGHT - y if "b" in corner else y, style.digit.height)
            made.append((self._cut(image, spot, (side, side), DIGIT_VIEW, 0.12)[0], connector.number - 1))
        made.append((self._cut(image, style.number, (side, side), DIGIT_VIEW, 0.1)[0], face.number - 1))
        spots = [style.symbol, style.id, Spot(31.5, 20, 7), Spot(8, 44, 7), Spot(31.5, 70, 9)]
        empty = spots[self.chance.integers(len(spots))]
        gap = abs(empty.y - style.number.y) > (empty.height + style.number.height) / 2
        if gap and not style.plate:
            made.append((self._cut(image, empty, (side, side), DIGIT_VIEW, 0.2)[0], NONE))
        return made

    def _card_id(self) -> tuple[np.ndarray, str, np.ndarray]:
        card, _, style, image = self._stock()
        size = (round(_FINE * 0.8 * ID_VIEW[0]), round(_FINE * 0.8 * ID_VIEW[1]))
        if self.chance.random() < 0.1:
            spot = Spot(31.5, float(self.chance.choice([style.number.y, 20, 52])), style.id.height)
            return self._cut(image, spot, size, ID_VIEW[1], 0.3)[0], "", np.empty((0, 2))
        strip, matrix = self._cut(image, style.id, size, ID_VIEW[1], 0.16)
        font, pixels = style.font, image.shape[1] / WIDTH
        starts = np.cumsum([0.0, *(font.glyphs[sign].advance + font.tracking for sign in card)]) - font.width(card) / 2
        spans = np.column_stack([starts[:-1], starts[1:]]) * style.id.height / (CAP + font.pen) + style.id.x
        return strip, card, _moved(spans * pixels, style.id.y * pixels, matrix)

    def _cut(
        self, image: np.ndarray, spot: Spot, size: tuple[int, int], view: float, miss: float
    ) -> tuple[np.ndarray, np.ndarray]:
        """A crop around a spot of a card, missed by a share of its height, and how the card was moved for it."""
        chance, pixels = self.chance, image.shape[1] / WIDTH
        scale = size[1] / (spot.height * view * pixels * float(np.exp(chance.normal(0, 0.08))))
        angle = np.radians(chance.normal(0, 2.0))
        matrix = scale * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        away = chance.normal(0, miss, 2).clip(-0.36, 0.36) * (2.0 if size[0] > size[1] else 1.0, 1.0)
        middle = (np.array([spot.x, spot.y]) + away * spot.height) * pixels
        matrix = np.column_stack([matrix, np.array(size) / 2 - matrix @ middle])
        border = cv2.BORDER_CONSTANT if chance.random() < 0.6 else cv2.BORDER_REFLECT
        beyond = [float(v) for v in self._colour()]
        return cv2.warpAffine(image, matrix, size, borderMode=border, borderValue=beyond), matrix

    # What light, lens, sensor and compression do

    def _photographed(self, crop: np.ndarray, heights: tuple[int, int]) -> np.ndarray:
        chance = self.chance
        tall, wide = crop.shape[:2]
        small = float(np.exp(chance.uniform(*np.log(heights)))) / tall
        crop = self._lit(crop)
        if small < 1:
            crop = cv2.GaussianBlur(crop, (0, 0), 0.35 / small)
        if chance.random() < 0.7:
            crop = cv2.GaussianBlur(crop, (0, 0), float(chance.uniform(0.2, 1.5) ** 1.3) / min(small, 1) + 0.01)
        if chance.random() < 0.25:
            length = max(int(chance.uniform(1, 3.2) / min(small, 1)), 2)
            kernel = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
            aim = length / 2 * np.array([np.cos(angle := chance.uniform(0, np.pi)), np.sin(angle)])
            ends = [[int(v) for v in np.round(length + sign * aim)] for sign in (-1, 1)]
            cv2.line(kernel, ends[0], ends[1], 1.0, 1)
            crop = cv2.filter2D(crop, -1, kernel / kernel.sum())
        size = (max(round(wide * small), 8), max(round(tall * small), 8))
        crop = cv2.resize(crop, size, interpolation=cv2.INTER_AREA if small < 1 else cv2.INTER_LINEAR)
        crop += chance.normal(0, chance.uniform(0.5, 12), crop.shape)
        seen = np.clip(crop, 0, 255).astype(np.uint8)
        if chance.random() < 0.6:
            _, jpeg = cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, int(chance.integers(45, 96))])
            seen = cv2.imdecode(jpeg, cv2.IMREAD_COLOR)
        # The card is warped to a fixed size before it is cropped: one more interpolation.
        again = float(chance.uniform(0.7, 1.6))
        return cv2.resize(seen, None, fx=again, fy=again, interpolation=cv2.INTER_LINEAR)

    def _lit(self, crop: np.ndarray) -> np.ndarray:
        chance = self.chance
        tall, wide = crop.shape[:2]
        crop = crop * (chance.uniform(0.35, 1.15) * (1 + chance.normal(0, 0.1, 3)).clip(0.7, 1.3)).astype(np.float32)
        y, x = np.mgrid[-1 : 1 : tall * 1j, -1 : 1 : wide * 1j].astype(np.float32)
        if chance.random() < 0.3:
            angle = chance.uniform(0, 2 * np.pi)
            far = x * np.cos(angle) + y * np.sin(angle) - chance.uniform(-0.8, 0.8)
            crop *= (1 - chance.uniform(0.1, 0.55) / (1 + np.exp(-far * chance.uniform(2, 30))))[..., None]
        if chance.random() < 0.25:
            spot = np.exp(
                -(
                    ((x - chance.uniform(-1.3, 1.3)) ** 2 + (y - chance.uniform(-1.3, 1.3)) ** 2)
                    / chance.uniform(0.05, 1.5)
                )
            )
            crop = crop + (spot * chance.uniform(30, 190))[..., None]
        return np.clip(crop + chance.uniform(0, 22), 0, 255).astype(np.float32)


def id_label(text: str, spans: np.ndarray) -> list[int]:
    """Return the printed signs in five places, 0 for nothing, then what each of the network's columns shows."""
    signs, columns = [], [0] * ID_COLUMNS
    for sign, (left, right) in zip(text, spans * ID_COLUMNS, strict=True):
        if sign in SIGNS:
            signs.append(SIGNS.index(sign) + 1)
            for at in range(ID_COLUMNS):
                if abs(at + 0.5 - (left + right) / 2) < max(0.3 * (right - left), 0.5):
                    columns[at] = signs[-1]
    return signs + [0] * (5 - len(signs)) + columns


def _moved(spans: np.ndarray, y: float, matrix: np.ndarray) -> np.ndarray:
    """Spans at height `y` after an affine map."""
    return spans * matrix[0, 0] + y * matrix[0, 1] + matrix[0, 2]


def _bgr(shade: str) -> np.ndarray:
    return np.array([int(shade[at : at + 2], 16) for at in (5, 3, 1)], np.float64)


def _hex(bgr: np.ndarray) -> str:
    blue, green, red = (int(value) for value in bgr)
    return f"#{red:02x}{green:02x}{blue:02x}"
