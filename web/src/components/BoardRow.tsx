import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { DateText } from '../ui/DateText.tsx';

interface BoardRowProps {
  title: string;
  /** Right of the title. */
  mark?: ReactNode;
  about: ReactNode;
  at: string;
}

/** A row of a board in two lines: what it is and a mark, whom it concerns and when. */
export function BoardRow({ title, mark, about, at }: BoardRowProps): ReactNode {
  return (
    <>
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Text span fw={600}>
          {title}
        </Text>
        {mark}
      </Group>
      <Group justify="space-between" gap="sm" wrap="nowrap" fz="xs" c="dimmed">
        <Text span inherit>
          {about}
        </Text>
        <Text span inherit flex="none">
          <DateText at={at} />
        </Text>
      </Group>
    </>
  );
}
