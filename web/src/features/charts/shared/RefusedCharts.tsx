import type { ChartSelection } from '@careloop/contracts/charts/selection';
import type { SentChart } from '@careloop/contracts/charts/sent';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Callout } from '../../../ui/Callout.tsx';
import { chartItemsOf, pickedItems } from './chartItems.ts';
import { chartsOf } from './chartQueries.ts';

interface RefusedChartsProps {
  patientId: number;
  message: string;
  selected: readonly ChartSelection[];
  /** Charts already sent with the request that is edited: they are never refused. */
  sent: readonly SentChart[] | undefined;
  onChange: (selected: ChartSelection[]) => void;
}

/** Why the records were not sent. Those no longer in the tree can only be removed here. */
export function RefusedCharts({ patientId, message, selected, sent, onChange }: RefusedChartsProps): ReactNode {
  const { data } = useQuery(chartsOf(patientId));
  const items = data === undefined ? undefined : chartItemsOf(patientId, data);
  const there = selected.filter((one) => items === undefined || pickedItems(items, [one], sent).length > 0);
  const gone = selected.length - there.length;
  return (
    <Callout
      tone="danger"
      role="alert"
      title={message}
      action={
        gone > 0 && (
          <Button size="compact-sm" variant="default" mt="xs" onClick={() => onChange(there)}>
            {gone === 1 ? 'Remove the missing record' : `Remove ${gone} missing records`}
          </Button>
        )
      }
    />
  );
}
