import { chartKeyOf, type ChartSelection } from '@careloop/contracts/charts/selection';
import { Pill } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { chartItemsOf } from '../../charts/shared/chartItems.ts';
import { chartsOf } from '../../charts/shared/chartQueries.ts';
import classes from './QuickReply.module.css';

interface ChosenDocumentsProps {
  patientId: number;
  charts: readonly ChartSelection[];
  onChange: (charts: ChartSelection[]) => void;
}

/** The attached charts, each with a button to remove it. */
export function ChosenDocuments({ patientId, charts, onChange }: ChosenDocumentsProps): ReactNode {
  const { data } = useQuery({ ...chartsOf(patientId), enabled: charts.length > 0 });
  if (charts.length === 0) return null;
  const items = data === undefined ? undefined : chartItemsOf(patientId, data);
  return (
    <ul className={classes['documents']} aria-label="Documents to send">
      {charts.map((chart) => {
        const key = chartKeyOf(chart);
        const name = items?.get(key)?.name ?? 'Document';
        return (
          <li key={key}>
            <Pill
              withRemoveButton
              removeButtonProps={{ 'aria-label': `Remove ${name}`, 'aria-hidden': false, tabIndex: 0 }}
              onRemove={() => onChange(charts.filter((one) => one !== chart))}
            >
              {name}
            </Pill>
          </li>
        );
      })}
    </ul>
  );
}
