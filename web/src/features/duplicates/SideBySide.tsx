import { Table, Text } from '@mantine/core';
import { IconArrowsDiff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ComparedRow } from './comparison.ts';
import classes from './Duplicates.module.css';

interface SideBySideProps {
  label: string;
  /** One for each column. */
  heads: readonly ReactNode[];
  rows: readonly ComparedRow[];
  /** Further table bodies. */
  children?: ReactNode;
}

/** Two columns of values, with differences marked. */
export function SideBySide({ label, heads, rows, children }: SideBySideProps): ReactNode {
  return (
    <Table className={classes['comparison']} layout="fixed" aria-label={label}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th className={classes['label']}>
            <span className="visually-hidden">What is compared</span>
          </Table.Th>
          <Table.Th scope="col">{heads[0]}</Table.Th>
          <Table.Th scope="col">{heads[1]}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <ComparedRows rows={rows} />
      {children}
    </Table>
  );
}

/** The body of a comparison. */
export function ComparedRows({ rows }: { rows: readonly ComparedRow[] }): ReactNode {
  return (
    <Table.Tbody>
      {rows.map(({ label, values, isDifferent }) => (
        <Table.Tr key={label} data-different={isDifferent || undefined}>
          <Table.Th scope="row" className={classes['label']}>
            {label}
            {isDifferent && (
              <>
                <IconArrowsDiff size={14} className={classes['mark']} aria-hidden />
                <span className="visually-hidden"> (different)</span>
              </>
            )}
          </Table.Th>
          <Table.Td>{shown(values[0])}</Table.Td>
          <Table.Td>{shown(values[1])}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  );
}

function shown(value: string | undefined): ReactNode {
  if (value !== undefined && value !== '') return value;
  return (
    <Text span inherit c="dimmed">
      Not stated
    </Text>
  );
}
