import { useEffect, useRef, useState } from 'react';

type Key = string | number;

/**
 * Delay in milliseconds before the selection follows the cursor. Passing over items must not open them: each view is a call
 * and is audited.
 */
const settleTime = 160;

/**
 * The row `step` rows after `key`, clamped to the list.
 * @param lastIndex where `key` was before it left the list; the row now there is the first one after it
 */
export function rowAfter(
  keys: readonly Key[],
  key: Key | undefined,
  step: number,
  lastIndex?: number,
): Key | undefined {
  const index = key === undefined ? -1 : keys.indexOf(key);
  const clamped = (target: number) => keys[Math.min(Math.max(target, 0), keys.length - 1)];
  if (index !== -1) return clamped(index + step);
  if (key !== undefined && lastIndex !== undefined) return clamped(step > 0 ? lastIndex + step - 1 : lastIndex + step);
  return step > 0 ? keys[0] : keys.at(-1);
}

interface Cursor {
  key: Key | undefined;
  /** Where `key` is, or was before it left the list; undefined if it was never in it. */
  index?: number | undefined;
  selectedKey: Key | undefined;
  /** Rows the keyboard rested on whose selection has not arrived yet, oldest first. */
  steps: readonly Key[];
}

/** The cursor after another row was selected. A step that arrives late leaves it where the keyboard has gone since. */
function afterSelection({ key, index, steps }: Cursor, selectedKey: Key | undefined): Cursor {
  const arrived = selectedKey === undefined ? -1 : steps.indexOf(selectedKey);
  if (arrived === -1) return { key: selectedKey, selectedKey, steps: [] };
  return { key, index, selectedKey, steps: steps.slice(arrived + 1) };
}

interface RowCursorOptions {
  /** Whether the selection follows the cursor; otherwise a row is selected on `commit` only. */
  selectionFollows?: boolean;
  /** The row to start from if none is selected. */
  startKey?: Key | undefined;
}

/**
 * Keyboard cursor of a list. It moves at once; the selection follows when it rests, or on `commit`. A selection made
 * elsewhere moves the cursor too.
 * @param onSelect receives whether the row is only a step of the keyboard, or was chosen
 */
export function useRowCursor(
  keys: readonly Key[],
  selectedKey: Key | undefined,
  onSelect: (key: Key, isStep: boolean) => void,
  { selectionFollows = true, startKey }: RowCursorOptions = {},
) {
  const [state, setState] = useState<Cursor>({ key: selectedKey ?? startKey, selectedKey, steps: [] });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const index = state.key === undefined ? -1 : keys.indexOf(state.key);
  if (state.selectedKey !== selectedKey) setState(afterSelection(state, selectedKey));
  else if (index !== -1 && index !== state.index) setState({ ...state, index });

  const latest = useRef(onSelect);
  useEffect(() => {
    latest.current = onSelect;
  });
  const selectLater = (key: Key) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setState((old) => ({ ...old, steps: [...old.steps, key] }));
      latest.current(key, true);
    }, settleTime);
  };
  const move = (step: number) => {
    const key = rowAfter(keys, state.key, step, state.index);
    if (key === undefined || key === state.key) return;
    setState({ ...state, key, index: keys.indexOf(key) });
    if (selectionFollows) selectLater(key);
  };
  const choose = (key: Key) => {
    clearTimeout(timer.current);
    setState({ ...state, key, index: undefined, steps: [] });
    onSelect(key, false);
  };
  const commit = () => {
    if (state.key !== undefined && state.key !== selectedKey) choose(state.key);
  };
  return { key: state.key, move, choose, commit };
}
