import { Box, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

export interface SectionProps {
  title: string;
  /** Number of rows in the section. */
  count?: number;
  /** Use `h2` when the section is directly below the page's own heading; defaults to `h3`. */
  heading?: 'h2' | 'h3';
  /** Right of the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** A titled section of a detail. */
export function Section({ title, count, heading = 'h3', action, children }: SectionProps): ReactNode {
  return (
    <Box component="section" py="sm">
      <Group justify="space-between" mb={6} mih={28} style={{ breakAfter: 'avoid' }}>
        <Text component={heading} fw={600} fz="sm">
          {title}
          {count !== undefined && (
            <Text span inherit c="dimmed" fw={400}>
              {' '}
              {count}
            </Text>
          )}
        </Text>
        {action}
      </Group>
      {children}
    </Box>
  );
}
