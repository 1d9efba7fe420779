import type { Report } from '@careloop/contracts/reports';
import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatDay } from '../../ui/dates.ts';
import { numberInWords, type ReportNumber } from './reportWords.ts';
import classes from './ReportsPage.module.css';

interface SeriesTableProps {
  series: Report['series'];
  numbers: readonly ReportNumber[];
}

/** The chart's data, as text. */
export function SeriesTable({ series, numbers }: SeriesTableProps): ReactNode {
  return (
    <details className={classes.series}>
      <summary>Chart as a table</summary>
      <Table aria-label="Chart as a table" className={classes.seriesTable}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>From</Table.Th>
            {numbers.map(({ name, label }) => (
              <Table.Th key={name} ta="right">
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {series.map(({ from, values }) => (
            <Table.Tr key={from}>
              <Table.Th scope="row">{formatDay(from)}</Table.Th>
              {numbers.map((number) => (
                <Table.Td key={number.name} ta="right">
                  {numberInWords(values[number.name] ?? 0, number)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </details>
  );
}
