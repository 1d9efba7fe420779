import '@mantine/charts/styles.layer.css';
import type { Report } from '@careloop/contracts/reports';
import { BarChart } from '@mantine/charts';
import type { ReactNode } from 'react';
import { formatDay } from '../../ui/dates.ts';
import type { ReportNumber } from './reportWords.ts';

/** Distinct from the background in both color schemes. */
const colors = (['teal', 'orange', 'blue', 'grape'] as const).map(
  (name) => `light-dark(var(--mantine-color-${name}-7), var(--mantine-color-${name}-4))`,
);

interface ReportChartProps {
  series: Report['series'];
  numbers: readonly ReportNumber[];
  isStacked: boolean;
}

/** The numbers over time. `SeriesTable` shows the same as text. */
export function ReportChart({ series, numbers, isStacked }: ReportChartProps): ReactNode {
  return (
    <BarChart
      h={240}
      type={isStacked ? 'stacked' : 'default'}
      aria-hidden
      data={series.map(({ from, values }) => ({ from: formatDay(from), ...values }))}
      dataKey="from"
      series={numbers.map(({ name, label }, index) => ({ name, label, color: colors[index] ?? 'gray.6' }))}
      withLegend
      // In the order of the bars.
      legendProps={{ itemSorter: null }}
      yAxisProps={{ allowDecimals: false }}
      // The bars of a step have no gaps: with gaps they would be thin lines on a phone.
      barChartProps={{ accessibilityLayer: false, barGap: 0 }}
      barProps={{ isAnimationActive: false }}
    />
  );
}
