import { chartKeyOf, type ChartSelection } from '@careloop/contracts/charts/selection';
import type { SentChart } from '@careloop/contracts/charts/sent';
import { Button, Group, List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatDate } from '../../../ui/dates.ts';
import { chartItemsOf, pickedItems } from './chartItems.ts';
import { chartsOf } from './chartQueries.ts';

interface UnlistedChartsProps {
  patientId: number;
  selected: readonly ChartSelection[];
  sent: readonly SentChart[];
  onChange: (selected: ChartSelection[]) => void;
}

const title = 'Already sent, no longer in the list below';

/** Sent charts that the tree cannot uncheck, because they were archived or are no longer there. */
export function UnlistedCharts({ patientId, selected, sent, onChange }: UnlistedChartsProps): ReactNode {
  const { data } = useQuery(chartsOf(patientId));
  if (data === undefined) return null;
  const items = chartItemsOf(patientId, data);
  const unlisted = pickedItems(
    items,
    selected.filter((one) => !items.has(chartKeyOf(one))),
    sent,
  );
  if (unlisted.length === 0) return null;
  return (
    <>
      <Text fz="sm" fw={600}>
        {title}
      </Text>
      <List listStyleType="none" mb="xs" aria-label={title}>
        {unlisted.map(({ key, name, detail, date }) => (
          <List.Item key={key}>
            <Group gap="xs" fz="sm">
              {[name, detail, date && formatDate(date)].filter(Boolean).join(' · ')}
              <Button
                variant="subtle"
                color="red"
                size="compact-sm"
                aria-label={`Remove ${name}`}
                onClick={() => onChange(selected.filter((one) => chartKeyOf(one) !== key))}
              >
                Remove
              </Button>
            </Group>
          </List.Item>
        ))}
      </List>
    </>
  );
}
