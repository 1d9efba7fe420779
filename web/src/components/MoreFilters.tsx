import { Button } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { FilterSelect } from '../ui/FilterSelect.tsx';
import { QueryState, type ShownQuery } from '../ui/QueryState.tsx';
import classes from './MoreFilters.module.css';
import { formatNumber } from '../ui/numbers.ts';

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
      {query.data === undefined && query.error !== null && (
        <div className={classes['failed']}>
          <QueryState query={query} size="small" failure="The filters could not be loaded" />
        </div>
      )}
      {children}
    </div>
  );
}

interface CountedFilterProps<Search, Name extends keyof Search, One> {
  /** The filters in the address. */
  search: Search;
  onChange: (filter: Partial<Search>) => void;
  /** The filter's name in the address, which is that of its values, too. */
  name: Name;
  label: string;
  /** Undefined while not loaded. */
  values: readonly One[] | undefined;
  textOf: (one: One) => string;
}

/** One of the filters of a group, each value with the number of items it leaves. */
export function CountedFilter<
  Search extends object,
  Name extends keyof Search & string,
  One extends { count: number | null } & { [Key in Name]: NonNullable<Search[Key]> & (string | number) },
>({ search, onChange, name, label, values, textOf }: CountedFilterProps<Search, Name, One>): ReactNode {
  const chosen = search[name];
  return (
    <FilterSelect
      width="100%"
      label={label}
      data={values?.map((one) => countedChoice(String(one[name]), textOf(one), one.count))}
      value={chosen === undefined ? undefined : String(chosen)}
      onChange={(next) => {
        const value = values?.find((one) => String(one[name]) === next)?.[name];
        onChange({ [name]: value } as Partial<Search>);
      }}
    />
  );
}

/** A value of a filter, with the number of items it leaves if that is known. */
export function countedChoice(value: string, label: string, count: number | null) {
  return { value, label: count === null ? label : `${label} (${formatNumber(count)})` };
}

/** Text of a value that has a name. */
export const nameOf = ({ name }: { name: string }): string => name;
