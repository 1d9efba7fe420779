import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

export interface EmptyStateProps {
  /** A Tabler icon, 32 px. */
  icon?: ReactNode;
  title: string;
  text?: ReactNode;
  /** A button or link that names the next step. */
  action?: ReactNode;
}

/** Nothing to show: a picture, a sentence and the next step. */
export function EmptyState({ icon, title, text, action }: EmptyStateProps): ReactNode {
  return (
    <Stack align="center" p="xl" gap="xs">
      {icon}
      <Title order={3}>{title}</Title>
      {text !== undefined && <Text c="dimmed">{text}</Text>}
      {action}
    </Stack>
  );
}
