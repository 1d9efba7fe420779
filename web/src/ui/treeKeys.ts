import type { TreeRow } from './tree.ts';

/** Effect of a key in a tree (WAI-ARIA tree view): focus a row, open parents, or close one. */
export type TreeMove = { focus: string } | { open: readonly string[] } | { close: string };

/** The part of a row that key handling needs. */
export interface KeyRow extends Pick<TreeRow, 'parentKey' | 'isParent' | 'isOpen'> {
  node: { key: string; label: string };
}

function moveRight(row: KeyRow, next: KeyRow | undefined): TreeMove | undefined {
  if (!row.isParent) return undefined;
  if (!row.isOpen) return { open: [row.node.key] };
  return next?.parentKey === row.node.key ? { focus: next.node.key } : undefined;
}

function moveLeft(row: KeyRow): TreeMove | undefined {
  if (row.isParent && row.isOpen) return { close: row.node.key };
  return row.parentKey === null ? undefined : { focus: row.parentKey };
}

/** The next row whose label starts with the typed letter, wrapping around. */
function findByLetter(letter: string, index: number, rows: readonly KeyRow[]): TreeMove | undefined {
  const round = [...rows.slice(index + 1), ...rows.slice(0, index + 1)];
  const found = round.find(({ node }) => node.label.toLowerCase().startsWith(letter.toLowerCase()));
  return found === undefined ? undefined : { focus: found.node.key };
}

/** Effect of a key pressed on a row; undefined for keys the tree does not handle. */
export function moveOf(pressed: string, from: string, rows: readonly KeyRow[]): TreeMove | undefined {
  const index = rows.findIndex(({ node }) => node.key === from);
  const row = rows[index];
  if (row === undefined) return undefined;
  const focusAt = (target: number): TreeMove => ({
    focus: (rows[Math.min(Math.max(target, 0), rows.length - 1)] ?? row).node.key,
  });
  if (pressed === 'ArrowDown') return focusAt(index + 1);
  if (pressed === 'ArrowUp') return focusAt(index - 1);
  if (pressed === 'Home') return focusAt(0);
  if (pressed === 'End') return focusAt(rows.length - 1);
  if (pressed === 'ArrowRight') return moveRight(row, rows[index + 1]);
  if (pressed === 'ArrowLeft') return moveLeft(row);
  if (pressed === '*') {
    const siblings = rows.filter((one) => one.parentKey === row.parentKey && one.isParent);
    return { open: siblings.map(({ node }) => node.key) };
  }
  return /^[\p{L}\p{N}]$/u.test(pressed) ? findByLetter(pressed, index, rows) : undefined;
}
