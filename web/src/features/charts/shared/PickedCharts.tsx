import type { ChartSelection } from '@careloop/contracts/charts/selection';
import type { SentChart } from '@careloop/contracts/charts/sent';
import { List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { chartItemsOf, pickedItems, selectionCounter } from './chartItems.ts';
import { chartsOf } from './chartQueries.ts';

interface PickedChartsProps {
  patientId: number;
  selected: readonly ChartSelection[];
  /** Charts already sent with the request that is edited. */
  sent?: readonly SentChart[] | undefined;
}

/** The selected charts with their number of pages, for the summary of a request. */
export function PickedCharts({ patientId, selected, sent }: PickedChartsProps): ReactNode {
  const charts = useQuery(chartsOf(patientId));
  if (selected.length === 0) return <Text c="dimmed">No documents attached.</Text>;
  const picked = charts.data === undefined ? [] : pickedItems(chartItemsOf(patientId, charts.data), selected, sent);
  return (
    <>
      <Text fz="sm" c="dimmed" mb={4}>
        {selectionCounter(picked)}
      </Text>
      <List spacing={2} fz="sm">
        {picked.map(({ key, name, detail, date }) => (
          <List.Item key={key}>{[name, detail, date].filter(Boolean).join(' · ')}</List.Item>
        ))}
      </List>
    </>
  );
}
