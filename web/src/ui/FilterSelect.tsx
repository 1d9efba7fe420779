import type { ComboboxItem, ComboboxItemGroup } from '@mantine/core';
import type { ReactNode } from 'react';
import { BarSelect } from './BarSelect.tsx';

export interface FilterSelectProps {
  label: string;
  /** Undefined while not loaded. */
  data: readonly (ComboboxItem | ComboboxItemGroup<ComboboxItem>)[] | undefined;
  /** Shown when there are no options. */
  nothingFound?: string | undefined;
  value: string | number | undefined;
  onChange: (value: string | undefined) => void;
  /** A CSS width; by default the field grows with its choice. */
  width?: string;
}

/** One filter of a list. Shows its name while nothing is selected. */
export function FilterSelect(props: FilterSelectProps): ReactNode {
  const { label, data = [], nothingFound = 'No options found', value, onChange, width } = props;
  const chosen = value === undefined ? null : String(value);
  // A value from the URL that is no longer offered still filters the list, so it is shown.
  const options = data.flatMap((one) => ('group' in one ? one.items : [one]));
  const isKnown = chosen === null || options.some((one) => one.value === chosen);
  return (
    <BarSelect
      aria-label={label}
      placeholder={label}
      size="xs"
      w={width ?? (chosen === null ? '8.5rem' : '12rem')}
      clearable
      searchable={options.length > 8}
      nothingFoundMessage={props.data === undefined ? 'Not loaded yet' : nothingFound}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}` }}
      data={isKnown ? [...data] : [...data, { value: chosen, label: `${label} ${chosen}` }]}
      value={chosen}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}
