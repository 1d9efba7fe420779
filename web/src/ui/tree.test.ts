import { describe, expect, it } from 'vitest';
import {
  checkStateOf,
  filterTree,
  leavesOf,
  neighborsOf,
  parentsOf,
  rowsOf,
  toggleLeaves,
  type TreeNode,
} from './tree.ts';
import { moveOf } from './treeKeys.ts';

const north = {
  key: 'north',
  label: 'North',
  children: [
    { key: 'a', label: 'Ash Clinic' },
    { key: 'b', label: 'Birch Clinic' },
    { key: 'hills', label: 'Hills', children: [{ key: 'c', label: 'Cedar Clinic' }] },
  ],
};
const south = { key: 'south', label: 'South', children: [{ key: 'd', label: 'Dogwood Clinic' }] };
const lone = { key: 'e', label: 'Elm Clinic' };
const empty = { key: 'f', label: 'Fields', children: [] };
const nodes: readonly TreeNode[] = [north, south, lone, empty];
const keysOf = (some: readonly { node: TreeNode }[]) => some.map(({ node }) => node.key);

describe('neighbors of a leaf', () => {
  it('are found across parents', () => {
    const leaves = leavesOf(nodes);
    expect(neighborsOf(leaves, 'c')).toEqual({ previous: 'b', next: 'd' });
    expect(neighborsOf(leaves, 'a')).toEqual({ previous: undefined, next: 'b' });
    expect(neighborsOf(leaves, 'e')).toEqual({ previous: 'd', next: undefined });
    expect(neighborsOf(leaves, 'gone')).toEqual({ previous: undefined, next: 'a' });
  });
});

describe('tree rows', () => {
  it('leave out children of closed parents and know their level and position', () => {
    const rows = rowsOf(nodes, (key) => key === 'north' || key === 'c');
    expect(keysOf(rows)).toEqual(['north', 'a', 'b', 'hills', 'south', 'e', 'f']);
    expect(rows[3]).toMatchObject({
      level: 2,
      position: 3,
      size: 3,
      parentKey: 'north',
      isParent: true,
      isOpen: false,
    });
    expect(rows[5]).toMatchObject({ level: 1, position: 3, size: 4, parentKey: null, isParent: false });
  });

  it('match a leaf with its parents, and a parent with everything below it', () => {
    expect(leavesOf(filterTree(nodes, ' ceDAR '))).toEqual(['c']);
    expect(parentsOf(filterTree(nodes, 'cedar'))).toEqual(['north', 'hills']);
    expect(leavesOf(filterTree(nodes, 'north'))).toEqual(['a', 'b', 'c']);
    expect(filterTree(nodes, 'nowhere')).toEqual([]);
    expect(filterTree(nodes, ' ')).toEqual(nodes);
  });
});

describe('the selection', () => {
  it('checks a parent fully, partly or not at all', () => {
    expect(checkStateOf(north, new Set(['a', 'b', 'c']))).toBe('checked');
    expect(checkStateOf(north, new Set(['c', 'd']))).toBe('mixed');
    expect(checkStateOf(north, new Set(['d']))).toBe('unchecked');
    expect(checkStateOf(lone, new Set(['e']))).toBe('checked');
    expect(checkStateOf(empty, new Set(['e']))).toBe('unchecked');
  });

  it('toggles several leaves together and keeps the others', () => {
    expect(toggleLeaves(['a', 'b'], new Set(['b', 'd']))).toEqual(['d', 'a', 'b']);
    expect(toggleLeaves(['a', 'b'], new Set(['a', 'b', 'd']))).toEqual(['d']);
  });
});

describe('tree keys', () => {
  const rows = rowsOf(nodes, (key) => key === 'north');

  it.each([
    ['ArrowDown', 'north', { focus: 'a' }],
    ['ArrowDown', 'f', { focus: 'f' }],
    ['ArrowUp', 'a', { focus: 'north' }],
    ['ArrowUp', 'north', { focus: 'north' }],
    ['Home', 'e', { focus: 'north' }],
    ['End', 'a', { focus: 'f' }],
    ['ArrowRight', 'north', { focus: 'a' }],
    ['ArrowRight', 'south', { open: ['south'] }],
    ['ArrowRight', 'a', undefined],
    ['ArrowRight', 'hills', { open: ['hills'] }],
    ['ArrowLeft', 'north', { close: 'north' }],
    ['ArrowLeft', 'hills', { focus: 'north' }],
    ['ArrowLeft', 'e', undefined],
    ['*', 'north', { open: ['north', 'south', 'f'] }],
    ['b', 'north', { focus: 'b' }],
    ['N', 'b', { focus: 'north' }],
    ['z', 'b', undefined],
    ['Tab', 'b', undefined],
    ['ArrowDown', 'gone', undefined],
  ])('%s from %s', (pressed, from, move) => expect(moveOf(pressed, from, rows)).toEqual(move));

  it('do not move into an open parent without children', () => {
    expect(
      moveOf(
        'ArrowRight',
        'f',
        rowsOf(nodes, () => true),
      ),
    ).toBeUndefined();
  });
});
