import type { SentChart } from '@careloop/contracts/charts/sent';
import { Text, UnstyledButton } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { DateText } from '../../../ui/DateText.tsx';
import { sentChartDetail } from './documentWords.ts';
import classes from './SentChartList.module.css';

export interface SentChartListProps {
  charts: readonly SentChart[];
  shownId: number | null;
  onShow: (sentChartId: number) => void;
  label: string;
}

/** Sent charts by name, type and date; a click shows one. */
export function SentChartList({ charts, shownId, onShow, label }: SentChartListProps): ReactNode {
  return (
    <ul aria-label={label} className={classes.list}>
      {charts.map((chart) => (
        <li key={chart.sentChartId}>
          <UnstyledButton
            className={classes.row}
            aria-current={chart.sentChartId === shownId || undefined}
            onClick={() => onShow(chart.sentChartId)}
          >
            <IconFileText size={16} aria-hidden className={classes.icon} />
            <span className={classes.name}>
              <Text span display="block" fz="sm" fw={500}>
                {chart.chartName}
              </Text>
              <Text span display="block" fz="xs" c="dimmed">
                {sentChartDetail(chart)}
              </Text>
            </span>
            <Text span fz="xs" c="dimmed" className={classes.date}>
              <DateText at={chart.chartDate ?? chart.dateSent} />
            </Text>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
