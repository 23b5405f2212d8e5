"""What the other cards of a box say about a field: groups that look alike, and what looks like none of them."""

import numpy as np

from companion.games.ai100.reader.teaching.pooled import told_by_others


def test_each_photo_is_judged_by_what_the_others_show():
    """Values look alike in all photos; one look is like none of them, and one was read as another value."""
    chance = np.random.default_rng(3)
    value = np.tile(np.arange(3), 20)
    looks = np.eye(3)[value] @ chance.normal(0, 4, (3, 30)) + chance.normal(0, 1, (60, 30))
    looks[7] = chance.normal(0, 12, 30)
    read = np.where(np.eye(3)[value] > 0, 0.98, 0.01)
    read[9] = (0.3, 0.5, 0.2)
    one = np.zeros(60, np.intp)
    told = told_by_others(looks, read, np.repeat(np.arange(4), 15), one, one)
    assert told.far[7] > 4 > np.delete(told.far, 7).max()
    assert told.says(read)[np.delete(np.arange(60), (7, 9))].all()
    assert value[9] == 0
    assert told.with_read(read)[9, 0] > 0.9
    assert told.with_read(read)[7].max() < 0.95 < told.with_read(read)[8].max()


def test_a_rare_value_that_looks_otherwise_than_all_others_is_no_stranger():
    """Five of 45 cards show a 1, on each of three photos some, and differ in what the other values never differ in."""
    chance = np.random.default_rng(1)
    value = np.repeat(np.arange(5), (5, 10, 10, 10, 10))
    looks = np.zeros((45, 32))
    looks[:, :12] = np.eye(5)[value] @ chance.normal(0, 3, (5, 12)) + chance.normal(0, 0.5, (45, 12))
    looks[:5, 12:] = chance.normal(0, 6, (5, 20))
    read = np.where(np.eye(5)[value] > 0, 0.99, 0.0025)
    one = np.zeros(45, np.intp)
    told = told_by_others(looks, read, np.arange(45) % 3, one, one)
    assert told.with_read(read).max(axis=1).min() > 0.9
    alone = told_by_others(looks, read, np.where(value == 0, 3, np.arange(45) % 3), one, one)
    assert np.median(alone.with_read(read).max(axis=1)[:5]) < 0.5


def drawn_alike(chance, value, read):
    """Looks of 60 cards of four photos, those with one value alike, and what others tell about them."""
    looks = np.eye(3)[value] @ chance.normal(0, 4, (3, 30)) + chance.normal(0, 1, (60, 30))
    one = np.zeros(60, np.intp)
    return told_by_others(looks, read, np.repeat(np.arange(4), 15), one, one)


def test_cards_that_look_alike_are_named_together():
    """Two of five cards with a 2 are read as a 3, and the threes hardly at all: the groups are told all the same."""
    value = np.tile(np.arange(3), 20)
    read = np.where(np.eye(3)[value] > 0, 0.96, 0.02)
    read[1::15], read[4::15] = (0.02, 0.08, 0.9), (0.02, 0.08, 0.9)
    read[2::3] = (0.25, 0.3, 0.45)
    chances = drawn_alike(np.random.default_rng(4), value, read).with_read(read)
    assert (chances.argmax(axis=1) == value).all()
    assert chances.max(axis=1).min() > 0.9


def test_two_groups_that_are_read_alike_have_no_certain_name():
    value = np.tile(np.arange(3), 20)
    read = np.where(np.eye(3)[value] > 0, 0.96, 0.02)
    read[value > 0] = (0.02, 0.49, 0.49)
    chances = drawn_alike(np.random.default_rng(4), value, read).with_read(read)
    assert chances[value > 0].max() < 0.9 < chances[value == 0].max(axis=1).min()
