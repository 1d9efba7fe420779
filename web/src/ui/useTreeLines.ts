import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { moveOf, type KeyRow } from './treeKeys.ts';

/** Actions on a row. */
export interface TreeActions {
  onOpenChange: (keys: readonly string[], isOpen: boolean) => void;
  /** Space, or a click on the checkbox. */
  onCheck: (key: string) => void;
  /** Enter or a click on a row without children. */
  onLeaf: (key: string) => void;
}

/** Props of a row's element. */
export interface TreeLineProps {
  isTabStop: boolean;
  onCheck: () => void;
  onActivate: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onFocus: () => void;
}

/**
 * Keyboard navigation of a tree view. One row is the tab stop; arrows, Home, End, `*` and letters move the focus, Space
 * checks and Enter opens. A row's element carries its key as `data-tree-key`.
 */
export function useTreeLines(rows: readonly KeyRow[], { onOpenChange, onCheck, onLeaf }: TreeActions) {
  const list: RefObject<HTMLUListElement | null> = useRef(null);
  const [focusKey, setFocusKey] = useState<string | null>(null);
  const tabStop = rows.some(({ node }) => node.key === focusKey) ? focusKey : rows[0]?.node.key;

  /** Row to focus once it is rendered: a long tree renders only the rows near the view and the tab stop. */
  const awaited = useRef<string | null>(null);
  const find = (key: string) => list.current?.querySelector<HTMLElement>(`[data-tree-key="${CSS.escape(key)}"]`);
  const focusOn = (key: string) => {
    const line = find(key);
    line?.focus();
    if (line != null) return;
    awaited.current = key;
    setFocusKey(key);
  };
  useEffect(() => {
    if (awaited.current === null) return;
    find(awaited.current)?.focus();
    awaited.current = null;
  });

  const activate = ({ node, isParent, isOpen }: KeyRow) => {
    if (isParent) onOpenChange([node.key], !isOpen);
    else onLeaf(node.key);
  };
  const handleKey = (event: KeyboardEvent, row: KeyRow) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = moveOf(event.key, row.node.key, rows);
    if (event.key === ' ') onCheck(row.node.key);
    else if (event.key === 'Enter') activate(row);
    else if (move === undefined) return;
    else if ('focus' in move) focusOn(move.focus);
    else if ('open' in move) onOpenChange(move.open, true);
    else onOpenChange([move.close], false);
    event.preventDefault();
    // Keeps letters, Enter and arrows from the surrounding dialog or page.
    event.stopPropagation();
  };
  const lineProps = (row: KeyRow): TreeLineProps => ({
    isTabStop: row.node.key === tabStop,
    onCheck: () => onCheck(row.node.key),
    onActivate: () => activate(row),
    onKeyDown: (event) => handleKey(event, row),
    onFocus: () => setFocusKey(row.node.key),
  });
  return { list, lineProps, tabStop };
}
