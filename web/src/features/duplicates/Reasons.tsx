import { leastDuplicateWeight, type DuplicateDetail } from '@careloop/contracts/duplicates';
import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import classes from './Duplicates.module.css';
import { agreementWords, factLabels, signed } from './duplicateWords.ts';

/** Which facts of the two records agree, and the points of each. */
export function Reasons({ pair: { facts, weight } }: { pair: Pick<DuplicateDetail, 'facts' | 'weight'> }): ReactNode {
  return (
    <Table className={classes['reasons']} aria-label="How the two records compare">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Detail</Table.Th>
          <Table.Th scope="col">How the two records compare</Table.Th>
          <Table.Th scope="col" className={classes['points']}>
            Points
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {facts.map(({ fact, agreement, weight: points }) => (
          <Table.Tr key={fact}>
            <Table.Th scope="row" className={classes['label']}>
              {factLabels[fact]}
            </Table.Th>
            <Table.Td>
              <StatusBadge {...agreementWords[agreement]} />
            </Table.Td>
            <Table.Td className={classes['points']}>{signed(points)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
      <Table.Tfoot>
        <Table.Tr>
          <Table.Th scope="row">Total</Table.Th>
          <Table.Td>
            Records without a common number are reviewed if they have at least {leastDuplicateWeight} points.
          </Table.Td>
          <Table.Td className={classes['points']}>{signed(weight)}</Table.Td>
        </Table.Tr>
      </Table.Tfoot>
    </Table>
  );
}
