import { Button } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { QueryState, type ShownQuery } from '../ui/QueryState.tsx';
import classes from './MoreFilters.module.css';

interface MoreFiltersProps {
  /** Whether any of them is set; they are then shown at first. */
  isNarrowed: boolean;
  /** Number of those set, in the button's label. */
  count?: number;
  /** A `FilterGroup`, which loads its values when it is opened. */
  children: ReactNode;
}

/** Further filters of a list, behind a button. */
export function MoreFilters({ isNarrowed, count = 0, children }: MoreFiltersProps): ReactNode {
  const [isOpen, setOpen] = useState(isNarrowed);
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-expanded={isOpen}
        leftSection={<IconFilter size={14} aria-hidden />}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Fewer filters' : count === 0 ? 'More filters' : `More filters (${count})`}
      </Button>
      {isOpen && children}
    </>
  );
}

/** Filters side by side, with the error of the query that lists their values. */
export function FilterGroup({ query, children }: { query: ShownQuery<unknown>; children: ReactNode }): ReactNode {
  return (
    <div role="group" aria-label="Filters" className={classes['group']}>
      {query.error !== null && (
        <div className={classes['failed']}>
          <QueryState query={query} size="small" failure="The filters could not be loaded" showsRefetchError />
        </div>
      )}
      {children}
    </div>
  );
}

/** A value of a filter, with the number of items it leaves if that is known. */
export function countedChoice(value: number | string, label: string, count: number | null) {
  return { value: String(value), label: count === null ? label : `${label} (${count})` };
}
