import { MultiSelect } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';

interface TagsSelectProps extends Omit<ComponentProps<typeof MultiSelect<number>>, 'value' | 'data'> {
  value: number[] | undefined;
  tags: readonly { value: number; label: string }[];
}

/** The input of a form for the tags of a record, by id. */
export function TagsSelect({ value = [], tags, ...props }: TagsSelectProps): ReactNode {
  return (
    <MultiSelect
      {...props}
      value={value}
      data={tags}
      searchable
      hidePickedOptions
      nothingFoundMessage="No options found"
      placeholder={value.length > 0 ? undefined : 'No tags'}
    />
  );
}
