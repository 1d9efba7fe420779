import { Button, Input, Skeleton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useMemo, useState, type ReactNode, type Ref } from 'react';
import { useGroupFocus, type Focusable } from './focus.ts';
import { areAllChosen, filterTree, leavesOf, parentsOf, toggleLeaves, type TreeNode } from './tree.ts';
import { TreeList } from './TreeList.tsx';
import classes from './TreeSelect.module.css';

export interface TreeSelectProps {
  /** What the tree holds: "Clients". */
  label: string;
  nodes: readonly TreeNode[];
  /** Keys of the chosen leaves. */
  value: readonly string[];
  onChange: (keys: string[]) => void;
  /** Whether the label is visible; set it where no title says the same. */
  isLabelShown?: boolean;
  /** Defaults to "Search". */
  searchLabel?: string;
  /** Whether all parents start expanded, for a small tree. */
  isOpenAtFirst?: boolean;
  isLoading?: boolean;
  disabled?: boolean;
  error?: ReactNode;
  ref?: Ref<Focusable>;
}

/**
 * Selects leaves of a tree, with search, select all and counts. Checking a parent checks all leaves below it. Leaves hidden
 * by a search stay selected.
 */
export function TreeSelect({ ref, ...props }: TreeSelectProps): ReactNode {
  const { label, nodes, value, onChange, searchLabel = 'Search', disabled = false, error } = props;
  const { isLoading = false, isLabelShown = false, isOpenAtFirst = false } = props;
  const [term, setTerm] = useState('');
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set(isOpenAtFirst ? parentsOf(nodes) : []));
  const group = useGroupFocus(ref);
  const chosen = useMemo(() => new Set(value), [value]);
  const shown = useMemo(() => filterTree(nodes, term), [nodes, term]);
  const isSearching = term.trim() !== '';
  const leaves = leavesOf(shown);
  const open = (keys: readonly string[], isOpen: boolean) => {
    const next = new Set(opened);
    for (const key of keys) {
      if (isOpen) next.add(key);
      else next.delete(key);
    }
    setOpened(next);
  };

  return (
    <div ref={group} role="group" aria-label={label} className={classes['frame']}>
      {isLabelShown && <Input.Label labelElement="div">{label}</Input.Label>}
      <TextInput
        aria-label={searchLabel}
        placeholder={searchLabel}
        autoComplete="off"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={term}
        onChange={(event) => setTerm(event.currentTarget.value)}
        onKeyDown={(event) => {
          const [only] = leaves;
          if (event.key !== 'Enter' || !isSearching || only === undefined || leaves.length > 1 || chosen.has(only))
            return;
          event.preventDefault();
          onChange(toggleLeaves(leaves, chosen));
        }}
      />
      <div className={classes['bar']}>
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={disabled || leaves.length === 0}
          onClick={() => onChange(toggleLeaves(leaves, chosen))}
        >
          {areAllChosen(leaves, leavesOf(nodes), chosen) ? 'Unselect all' : 'Select all'}
        </Button>
        <Button variant="subtle" size="compact-sm" onClick={() => open(parentsOf(shown), true)}>
          Expand all
        </Button>
        <Button variant="subtle" size="compact-sm" disabled={isSearching} onClick={() => setOpened(new Set())}>
          Collapse all
        </Button>
        <span className={classes['count']} role="status">
          {value.length} of {leavesOf(nodes).length} selected
        </span>
      </div>
      <div className={classes['lines']} data-error={Boolean(error) || undefined}>
        {isLoading && <LoadingLines />}
        {!isLoading && shown.length === 0 && (
          <p className={classes['empty']} role="status">
            {isSearching ? 'No results found' : 'No items found'}
          </p>
        )}
        {!isLoading && shown.length > 0 && (
          <TreeList
            label={label}
            nodes={shown}
            isOpen={(key) => isSearching || opened.has(key)}
            onOpenChange={open}
            chosen={chosen}
            onToggle={(some) => onChange(toggleLeaves(some, chosen))}
            isDisabled={disabled}
          />
        )}
      </div>
      {Boolean(error) && <Input.Error role="alert">{error}</Input.Error>}
    </div>
  );
}

function LoadingLines(): ReactNode {
  return (
    <div role="status" aria-busy="true" aria-label="Loading" className={classes['loading']}>
      {['52%', '38%', '61%', '45%', '57%'].map((width) => (
        <Skeleton key={width} height={12} width={width} />
      ))}
    </div>
  );
}
