import { getUserConversationMessages } from '@careloop/contracts/messages';
import { Button, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { formatDateTime } from '../../../ui/dates.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { maxPrinted, partsOf, rangeLabel, type PrintRange } from './printParts.ts';
import { formatNumber } from '../../../ui/numbers.ts';

export interface PrintDialogProps {
  conversationKey: string;
  /** Number of messages. */
  count: number;
  isPreparing: boolean;
  onPrint: (range: PrintRange) => void;
  onClose: () => void;
}

/** Asks which part of a long conversation to print. */
export function PrintDialog({ conversationKey, count, isPreparing, onPrint, onClose }: PrintDialogProps): ReactNode {
  // New messages must not change the parts while the user chooses.
  const [parts] = useState(() => partsOf(count));
  const [from, setFrom] = useState(parts[0]?.from ?? 1);
  const range = parts.find((part) => part.from === from);
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Print conversation"
      size={480}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={isPreparing} disabled={range === undefined} onClick={() => range && onPrint(range)}>
            Print
          </Button>
        </>
      }
    >
      <Text mb="sm">
        This conversation has {formatNumber(count)} messages. They are printed in parts of up to{' '}
        {formatNumber(maxPrinted)}; each part says on paper which messages it holds.
      </Text>
      <Select
        label="Part"
        allowDeselect={false}
        data-autofocus
        data={parts.map((part, index) => ({
          value: String(part.from),
          label: `${rangeLabel(part)}${partMark(index, parts.length)}`,
        }))}
        value={String(from)}
        onChange={(value) => setFrom(Number(value))}
      />
      {range !== undefined && <Dates conversationKey={conversationKey} range={range} />}
    </Dialog>
  );
}

function partMark(index: number, count: number): string {
  if (index === 0) return ' (newest)';
  return index === count - 1 ? ' (oldest)' : '';
}

/** First and last date of the part. */
function Dates({ conversationKey, range }: { conversationKey: string; range: PrintRange }): ReactNode {
  const first = useMoment(conversationKey, range.from);
  const last = useMoment(conversationKey, range.through);
  return (
    <Text size="sm" c="dimmed" mt={4} mih={20} role="status">
      {first !== undefined && last !== undefined && `${formatDateTime(first)} to ${formatDateTime(last)}`}
    </Text>
  );
}

function useMoment(conversationKey: string, sequence: number): string | undefined {
  const input = { conversationKey, after: sequence - 1, pageSize: 1 };
  const { data } = useQuery({ ...queryOf(getUserConversationMessages, input), staleTime: Number.POSITIVE_INFINITY });
  return data?.items[0]?.dateSent;
}
