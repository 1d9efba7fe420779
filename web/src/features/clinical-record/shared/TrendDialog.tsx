import '@mantine/charts/styles.layer.css';
import {
  getResultTrend,
  rangeInWords,
  valueInWords,
  type MeasuredResult,
  type TrendPoint,
} from '@careloop/contracts/clinical-record/results';
import { LineChart } from '@mantine/charts';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { Section } from '../../../components/Section.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { formatDateIn, formatTimeIn } from '../../../ui/dates.ts';
import { QueryState } from '../../../ui/QueryState.tsx';
import classes from './ClinicalRecord.module.css';
import { effectiveDay, EffectiveTime, effectiveWords } from './EffectiveTime.tsx';
import { FlagBadge } from './FlagBadge.tsx';

interface TrendDialogProps {
  patientId: number;
  result: MeasuredResult;
  onClose: () => void;
}

/** The values of one measure over time: a picture of each unit, and the table beside it. */
export function TrendDialog({ patientId, result, onClose }: TrendDialogProps): ReactNode {
  const { patientResultId, description } = result;
  const query = useQuery(queryOf(getResultTrend, { patientId, patientResultId }));
  return (
    <Dialog opened title={`${description} over time`} size={960} onClose={onClose}>
      <QueryState query={query}>
        {({ items, isCut }) => (
          <>
            {byUnit(items).map(([unit, points]) => (
              <UnitTrend key={unit} unit={unit} points={points} />
            ))}
            {isCut && (
              <Text c="dimmed" fz="sm">
                Only the last 200 values are listed.
              </Text>
            )}
          </>
        )}
      </QueryState>
    </Dialog>
  );
}

/** Values in different units are never drawn on one axis. */
export function byUnit(items: readonly TrendPoint[]): [string, TrendPoint[]][] {
  const units = new Map<string, TrendPoint[]>();
  for (const point of items) {
    const unit = point.unit ?? '';
    units.set(unit, [...(units.get(unit) ?? []), point]);
  }
  return [...units];
}

/** Numbers without a comparator that have a time: `<5` is no point on an axis. */
const isDrawn = ({ valueNumber, valueComparator, effectiveAt }: TrendPoint) =>
  valueNumber !== null && valueComparator === null && effectiveAt !== null;

interface Drawn {
  /** Milliseconds since 1970. */
  at: number;
  when: string | null;
  value: number;
}

const toDrawn = (point: TrendPoint): Drawn => ({
  at: Date.parse(point.effectiveAt ?? ''),
  when: effectiveWords(point),
  value: Number(point.valueNumber),
});

/** A day; a time of day where all points are of one day. */
function tickOf(at: number, points: readonly TrendPoint[]): string {
  const timeZone = points[0]?.timeZone ?? null;
  const isOneDay = new Set(points.map(effectiveDay)).size === 1;
  return isOneDay ? formatTimeIn(at, timeZone) : formatDateIn(at, timeZone);
}

function UnitTrend({ unit, points }: { unit: string; points: TrendPoint[] }): ReactNode {
  const drawn = points.filter(isDrawn).toReversed().map(toDrawn);
  const hasPicture = drawn.length > 1;
  return (
    <Section title={unit === '' ? 'Without a unit' : unit} count={points.length}>
      <div className={classes['trend']} data-drawn={hasPicture || undefined}>
        {hasPicture && (
          <LineChart
            h={220}
            aria-hidden
            data={drawn}
            dataKey="at"
            series={[
              {
                name: 'value',
                label: unit,
                color: 'light-dark(var(--mantine-color-teal-7), var(--mantine-color-teal-4))',
              },
            ]}
            curveType="linear"
            // In proportion to time: values of a week stand close together beside those of other years.
            xAxisProps={{
              type: 'number',
              scale: 'time',
              domain: ['dataMin', 'dataMax'],
              tickFormatter: (at: number) => tickOf(at, points),
            }}
            yAxisProps={{ domain: ['auto', 'auto'] }}
            tooltipProps={{ labelFormatter: (_, [shown]) => (shown?.payload as Drawn | undefined)?.when }}
            lineChartProps={{ accessibilityLayer: false }}
            lineProps={{ isAnimationActive: false }}
          />
        )}
        <table className={classes['values']}>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">Value</th>
              <th scope="col">Flag</th>
              <th scope="col">Range</th>
            </tr>
          </thead>
          <tbody>
            {points.map((point) => (
              <tr key={point.patientResultId} title={point.statedBy ?? undefined}>
                <td>
                  <EffectiveTime of={point} />
                </td>
                <td className={classes['value']}>{valueInWords({ ...point, unit: null })}</td>
                <td>
                  <FlagBadge flag={point.flag} />
                </td>
                <td>{rangeInWords(point)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
