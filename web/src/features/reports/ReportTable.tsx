import type { Report, ReportRow } from '@careloop/contracts/reports';
import { Box, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { numberInWords, type ReportNumber } from './reportWords.ts';
import classes from './ReportsPage.module.css';

interface ReportTableProps {
  label: string;
  /** Heading of the first column. */
  row: string;
  numbers: readonly ReportNumber[];
  report: Report;
}

/** The numbers of a report; each opens the rows it counts or measures. */
export function ReportTable({ label, row, numbers, report }: ReportTableProps): ReactNode {
  return (
    <Box className={classes.scroller} tabIndex={0} role="region" aria-label={label}>
      <Table horizontalSpacing="sm" className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{row}</Table.Th>
            {numbers.map((number) => (
              <Table.Th key={number.name} ta="right">
                {number.label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {report.rows.map((one) => (
            <Row key={one.key ?? 'none'} row={one} numbers={numbers} />
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Row row={{ key: undefined, label: 'Total', values: report.total }} numbers={numbers} />
        </Table.Tfoot>
      </Table>
    </Box>
  );
}

interface RowProps {
  /** An undefined key means all rows. */
  row: Omit<ReportRow, 'key'> & { key: string | null | undefined };
  numbers: readonly ReportNumber[];
}

function Row({ row, numbers }: RowProps): ReactNode {
  return (
    <Table.Tr>
      <Table.Th scope="row">{row.label}</Table.Th>
      {numbers.map((number) => {
        const value = row.values[number.name];
        const words = numberInWords(value, number);
        return (
          <Table.Td key={number.name} ta="right">
            {value === null || value === undefined || (value === 0 && !number.isHours) ? (
              words
            ) : (
              <Link
                from="/Reports"
                search={(old) => ({
                  ...old,
                  measure: number.name,
                  key: row.key === null ? 'none' : row.key,
                  page: undefined,
                })}
                aria-label={`${words} ${number.label.toLowerCase()}, ${row.label}: show rows`}
              >
                {words}
              </Link>
            )}
          </Table.Td>
        );
      })}
    </Table.Tr>
  );
}
