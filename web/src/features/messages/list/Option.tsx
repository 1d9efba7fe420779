import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** An option in two lines: a name, and details that distinguish people of the same name. */
export function Option({ name, detail, mark }: { name: string; detail: string; mark?: ReactNode }): ReactNode {
  return (
    <span style={{ display: 'flex', alignItems: 'center', gap: '0.5rem' }}>
      <span style={{ minWidth: 0, flex: '1 1 auto' }}>
        <Text span display="block" fz="sm" fw={500}>
          {name}
        </Text>
        <Text span display="block" fz="xs" c="dimmed">
          {detail}
        </Text>
      </span>
      {mark}
    </span>
  );
}
