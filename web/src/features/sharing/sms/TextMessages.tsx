import type { Allowance } from '@careloop/contracts/can';
import type { OutputOf } from '@careloop/contracts/endpoint';
import { formatPhone } from '@careloop/contracts/fields';
import { getPatientInfo, type PatientInfo } from '@careloop/contracts/patients';
import { markDeliverySeen } from '@careloop/contracts/sharing/documentExport';
import { listTextMessages, type TextMessage } from '@careloop/contracts/sharing/sms';
import { Button, Text } from '@mantine/core';
import { IconArrowBackUp, IconDeviceMobileMessage } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { pagedItems } from '../../../api/pages.ts';
import { pagesOf, queryOf, useCall } from '../../../api/query.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { DateTimeText } from '../../../ui/DateText.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { ListSkeleton } from '../../../ui/Skeletons.tsx';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import type { Tone } from '../../../ui/tones.ts';
import { SendTextDialog, type TextToRepeat } from './SendTextDialog.tsx';
import classes from './Texts.module.css';

const states: Record<NonNullable<TextMessage['status']>, { label: string; tone: Tone }> = {
  queued: { label: 'Waiting to be sent', tone: 'neutral' },
  sending: { label: 'On its way', tone: 'info' },
  delivered: { label: 'Delivered', tone: 'success' },
  kept: { label: 'Not sent', tone: 'neutral' },
  failed: { label: 'Not delivered', tone: 'danger' },
  unknown: { label: 'Delivery not known', tone: 'warning' },
};

/** Text messages to a patient and the replies, newest first. */
export function TextMessages({ patientId }: { patientId: number }): ReactNode {
  const query = useInfiniteQuery(pagesOf(listTextMessages, { patientId }));
  const { data: patient } = useQuery(queryOf(getPatientInfo, { patientId }));
  const [repeated, setRepeated] = useState<TextToRepeat | null>(null);
  if (query.data === undefined) return <QueryState query={query} loading={<ListSkeleton />} />;
  const items = pagedItems(query.data);
  const can = query.data.pages[0]?.can;
  if (items.length === 0) {
    return <EmptyState icon={<IconDeviceMobileMessage size={24} />} title="No text messages with this patient yet" />;
  }
  return (
    <>
      <ul className={classes['list']} aria-label="Text messages">
        {items.map((text) => (
          <TextRow
            key={text.deliveryId === null ? `reply ${text.smsReplyId}` : `sent ${text.deliveryId}`}
            text={text}
            can={can}
            onRepeat={setRepeated}
          />
        ))}
        {query.hasNextPage && (
          <li>
            <Button variant="subtle" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              Show earlier text messages
            </Button>
          </li>
        )}
      </ul>
      {repeated !== null && patient !== undefined && (
        <Repeat patient={patient} repeated={repeated} onClose={() => setRepeated(null)} />
      )}
    </>
  );
}

function Repeat(props: { patient: PatientInfo; repeated: TextToRepeat; onClose: () => void }): ReactNode {
  return <SendTextDialog {...props} />;
}

interface TextRowProps {
  text: TextMessage;
  can: OutputOf<typeof listTextMessages>['can'] | undefined;
  onRepeat: (text: TextToRepeat) => void;
}

function TextRow({ text, can, onRepeat }: TextRowProps): ReactNode {
  const { status, messageText, error, recipientName, phoneNumber } = text;
  const hasFailed = status === 'failed' || status === 'unknown';
  return (
    <li className={classes['text']} data-reply={status === null || undefined}>
      <div className={classes['head']}>
        <Text span size="sm" c="dimmed">
          {whoOf(text)} · <DateTimeText at={text.at} />
        </Text>
        {status === null ? (
          <StatusBadge tone="info" label="Reply" icon={<IconArrowBackUp size={14} aria-hidden />} />
        ) : (
          <StatusBadge {...states[status]} />
        )}
      </div>
      <p className={classes['words']}>{messageText === '' ? 'A message without text' : messageText}</p>
      {status === 'kept' && (
        <Text span size="sm">
          It did not leave the portal: no text message service is set up.
        </Text>
      )}
      {hasFailed && (
        <div className={classes['head']}>
          <Text span size="sm">
            {error ?? 'The service gave no reason.'}
          </Text>
          <ActionButton
            variant="default"
            size="compact-sm"
            allowance={can?.send}
            onClick={() => onRepeat({ recipientName: recipientName ?? '', phoneNumber, messageText })}
          >
            Send again
          </ActionButton>
          {text.deliveryId !== null && (
            <FailureSeen deliveryId={text.deliveryId} isSeen={text.isFailureSeen} allowance={can?.markSeen} />
          )}
        </div>
      )}
    </li>
  );
}

interface FailureSeenProps {
  deliveryId: number;
  isSeen: boolean;
  allowance: Allowance | undefined;
}

/** Removes a failed message from Home. */
function FailureSeen({ deliveryId, isSeen, allowance }: FailureSeenProps): ReactNode {
  const mark = useCall(markDeliverySeen);
  if (isSeen) {
    return (
      <Text span size="sm" c="dimmed">
        Seen
      </Text>
    );
  }
  return (
    <ActionButton
      variant="subtle"
      size="compact-sm"
      allowance={allowance}
      loading={mark.isPending}
      onClick={() => mark.mutate({ deliveryId })}
    >
      Mark as seen
    </ActionButton>
  );
}

function whoOf({ status, sentBy, onBehalfOf, recipientName, phoneNumber }: TextMessage): string {
  const number = formatPhone(phoneNumber);
  if (status === null) return `From ${number}`;
  const sender = onBehalfOf === null ? sentBy : `${sentBy ?? ''} for ${onBehalfOf}`;
  return `${sender ?? ''} to ${recipientName ?? ''}, ${number}`;
}
