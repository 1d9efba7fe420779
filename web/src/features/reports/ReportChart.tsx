import '@mantine/charts/styles.layer.css';
import type { Report } from '@careloop/contracts/reports';
import { BarChart } from '@mantine/charts';
import type { ReactNode } from 'react';
import { formatDay } from '../../ui/dates.ts';
import type { ReportNumber } from './reportWords.ts';

const colors = ['teal.7', 'orange.6', 'blue.6', 'grape.6'];

interface ReportChartProps {
  series: Report['series'];
  numbers: readonly ReportNumber[];
}

/** The numbers over the period. The table beside it has the same in text. */
export function ReportChart({ series, numbers }: ReportChartProps): ReactNode {
  return (
    <BarChart
      h={240}
      aria-hidden
      data={series.map(({ from, values }) => ({ from: formatDay(from), ...values }))}
      dataKey="from"
      series={numbers.map(({ name, label }, index) => ({ name, label, color: colors[index] ?? 'gray.6' }))}
      withLegend
      barChartProps={{ accessibilityLayer: false }}
      barProps={{ isAnimationActive: false }}
    />
  );
}
