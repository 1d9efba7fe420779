import { formatPhone } from '@careloop/contracts/fields';
import {
  exportTexts,
  listSentDeliveries,
  markDeliverySeen,
  openSentPacket,
  sendAgain,
  type SentDelivery,
} from '@careloop/contracts/sharing/documentExport';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { checkFile } from '../../../api/download.ts';
import { pagedItems } from '../../../api/pages.ts';
import { presentError } from '../../../api/presentError.ts';
import { pagesOf, useCall } from '../../../api/query.ts';
import { requestOf } from '../../../api/request.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { confirm } from '../../../ui/confirm.tsx';
import { DateTimeText } from '../../../ui/DateText.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { ListSkeleton } from '../../../ui/Skeletons.tsx';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { toast } from '../../../ui/toasts.tsx';
import type { Tone } from '../../../ui/tones.ts';
import classes from './SentDeliveries.module.css';

const states: Record<SentDelivery['status'], { tone: Tone; label: string }> = {
  queued: { tone: 'info', label: 'Waiting to be sent' },
  sending: { tone: 'info', label: 'On its way' },
  delivered: { tone: 'success', label: 'Delivered' },
  kept: { tone: 'neutral', label: 'Not sent' },
  failed: { tone: 'danger', label: 'Failed' },
  unknown: { tone: 'warning', label: 'Outcome not known' },
};
/** The mail server accepted it; whether it arrived is not known. */
const accepted = { tone: 'success', label: 'Sent' } as const;
const channels = { fax: 'Fax', direct: 'Direct message', emr: 'Export' } as const;
const services = { fax: 'faxes', direct: 'Direct messages', emr: 'exports to an EMR' } as const;

/** An export is not among them: the EMR recognizes documents it has. */
const repeatedTwice: Record<string, string> = { fax: 'fax', direct: 'Direct message' };

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

/** Charts of a patient sent by fax or Direct message, with their status. */
export function SentDeliveries({ patientId }: { patientId: number }): ReactNode {
  const query = useInfiniteQuery(pagesOf(listSentDeliveries, { patientId }));
  if (query.data === undefined) return <QueryState query={query} loading={<ListSkeleton />} />;
  const items = pagedItems(query.data);
  if (items.length === 0) {
    return (
      <EmptyState
        icon={<IconSend size={24} />}
        title="Nothing has been sent yet"
        text="Use Fax Charts or Direct Email Charts beside the documents."
      />
    );
  }
  return (
    <div className={classes.list}>
      <ul aria-label="Sent charts" className={classes.rows}>
        {items.map((item) => (
          <SentRow key={item.deliveryId} item={item} />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button variant="subtle" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show more
        </Button>
      )}
    </div>
  );
}

/** "2 documents, at least 3 pages" until the PDF is composed, if it has charts whose length only that tells. */
function lengthOf({ channel, chartCount, chartPageCount, areChartPagesCounted, pageCount }: SentDelivery): string {
  const documents = counted(chartCount, 'document');
  const pages = (count: number, areCounted = true) => exportTexts.pages(count, areCounted).toLowerCase();
  // An export to an EMR has no cover.
  if (channel === 'emr')
    return `${documents}, ${pages(pageCount ?? chartPageCount, pageCount !== null || areChartPagesCounted)}`;
  const pdf = pageCount === null || pageCount === chartPageCount ? null : `PDF of ${pages(pageCount)} with cover`;
  if (pdf === null) return `${documents}, ${pages(chartPageCount, areChartPagesCounted)}`;
  return areChartPagesCounted ? `${documents}, ${pages(chartPageCount)} · ${pdf}` : `${documents} · ${pdf}`;
}

function SentRow({ item }: { item: SentDelivery }): ReactNode {
  const { channel, recipientName, recipientAddress, subject, status, sentByName, sentForName } = item;
  const address = channel === 'fax' ? formatPhone(recipientAddress.replace(/^\+1/, '')) : recipientAddress;
  const isOpen = status === 'failed' || status === 'unknown';
  // Without a service, the row says so instead.
  const canSendNow = status === 'kept' && item.can.sendAgain === true;
  return (
    <li className={classes.row}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={2} miw={0}>
          <Text fw={600}>
            {channels[channel]} to {recipientName}
            {channel !== 'emr' && ` · ${address}`}
          </Text>
          {subject !== null && <Text size="sm">{subject}</Text>}
          <Text size="sm" c="dimmed">
            <DateTimeText at={item.sentAt} /> by {sentByName}
            {sentForName !== null && ` for ${sentForName}`} · {lengthOf(item)}
            {item.attemptCount > 1 && ` · ${counted(item.attemptCount, 'attempt')}`}
          </Text>
          {item.error !== null && status !== 'delivered' && <Text size="sm">{item.error}</Text>}
          {status === 'kept' && (
            <Text size="sm">
              It did not leave the portal: no service for {services[channel]} {canSendNow ? 'was' : 'is'} set up.
            </Text>
          )}
          {status === 'unknown' && (
            <Text size="sm">
              The service does not know whether it arrived. Ask the recipient before you send it again.
            </Text>
          )}
        </Stack>
        <StatusBadge {...(channel === 'direct' && status === 'delivered' ? accepted : states[status])} />
      </Group>
      <Group gap="md" mt={6}>
        {item.pageCount !== null && channel !== 'emr' && <OpenPacketButton deliveryId={item.deliveryId} />}
        {(isOpen || canSendNow) && <SendAgainButton item={item} />}
        {isOpen && <SeenButton item={item} />}
      </Group>
    </li>
  );
}

/** Opens the PDF in a new tab. */
function OpenPacketButton({ deliveryId }: { deliveryId: number }): ReactNode {
  const open = useMutation({
    mutationFn: async () => {
      // Before anything is awaited; later the browser would block it.
      const tab = window.open('', '_blank');
      try {
        if (tab === null) toast.warning('The browser blocked the new tab. Allow pop-ups for this site and try again.');
        await checkFile(openSentPacket, { deliveryId });
        tab?.location.replace(requestOf(openSentPacket, { deliveryId }).url);
      } catch (error) {
        tab?.close();
        throw error;
      }
    },
    onError: (error) => presentError(error, { prefix: 'What was sent was not opened.', retry: () => open.mutate() }),
  });
  return (
    <Anchor component="button" type="button" size="sm" disabled={open.isPending} onClick={() => open.mutate()}>
      Open what was sent
    </Anchor>
  );
}

function SendAgainButton({ item }: { item: SentDelivery }): ReactNode {
  const { deliveryId, channel, status, attemptCount, can } = item;
  const again = useCall(sendAgain);

  async function send(): Promise<void> {
    const what = repeatedTwice[channel];
    if (status === 'unknown' && what !== undefined) {
      const isSure = await confirm({
        title: `Send this ${what} again?`,
        message: 'It may already have arrived, so the recipient may get it twice.',
        yes: 'Send again',
        no: 'Cancel',
      });
      if (!isSure) return;
    }
    again.mutate({ deliveryId, attemptCount });
  }

  return (
    <ActionButton
      size="compact-sm"
      variant="default"
      allowance={can.sendAgain}
      loading={again.isPending}
      onClick={() => void send()}
    >
      {status === 'kept' ? 'Send now' : 'Send again'}
    </ActionButton>
  );
}

function SeenButton({ item: { deliveryId, status, isFailureSeen, can } }: { item: SentDelivery }): ReactNode {
  const seen = useCall(markDeliverySeen);
  if (isFailureSeen) {
    return (
      <Text size="sm" c="dimmed">
        {status === 'unknown' ? 'Settled' : 'Seen'}
      </Text>
    );
  }
  return (
    <ActionButton
      size="compact-sm"
      variant="subtle"
      allowance={can.markSeen}
      loading={seen.isPending}
      onClick={() => seen.mutate({ deliveryId })}
    >
      {status === 'unknown' ? 'Mark as settled' : 'Mark as seen'}
    </ActionButton>
  );
}
