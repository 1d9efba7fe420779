import { impactLevel, impactLevelLabels, type ImpactLevel } from '@careloop/contracts/codes';
import { getSupportRequest, type SupportRequest } from '@careloop/contracts/support';
import { Button, Group } from '@mantine/core';
import { IconCircleCheck, IconInbox } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { queryOf } from '../../api/query.ts';
import { Section } from '../../components/Section.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { DateTimeText } from '../../ui/DateText.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { QueryState } from '../../ui/QueryState.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import type { Tone } from '../../ui/tones.ts';
import { ResolveDialog } from './ResolveDialog.tsx';
import classes from './Support.module.css';

/** Tone of each impact level. */
export const impactTones: Record<ImpactLevel, Tone> = { low: 'neutral', medium: 'warning', high: 'danger' };

/** A support request: subject, requester, and sent messages. */
export function SupportRequestDetail({ supportRequestId }: { supportRequestId: number }): ReactNode {
  const query = useQuery(queryOf(getSupportRequest, { supportRequestId }));
  if (query.data === undefined) return <QueryState query={query} />;
  return <Request request={query.data} />;
}

function Request({ request }: { request: SupportRequest }): ReactNode {
  const [isResolving, setResolving] = useState(false);
  const level = impactLevel.nameOf(request.impact) as ImpactLevel;
  return (
    <article className={classes['detail']}>
      <header className={classes['head']}>
        <div>
          <h3 className={classes['title']}>{request.summary}</h3>
          <Group gap="xs" mt={4}>
            <StatusBadge tone={impactTones[level]} label={`${impactLevelLabels[level]} impact`} />
            <span className={classes['meta']}>
              Request {request.supportRequestId} · <DateTimeText at={request.createdAt} />
            </span>
          </Group>
        </div>
        {request.status === 'open' && <Button onClick={() => setResolving(true)}>Resolve</Button>}
      </header>
      {request.resolvedAt !== null && (
        <Callout
          tone="success"
          icon={<IconCircleCheck size={18} aria-hidden />}
          title={`Resolved by ${request.resolvedByFullName ?? 'somebody'}`}
        >
          <p className={classes['text']}>{request.resolution ?? 'Without a comment.'}</p>
          <span className={classes['meta']}>
            <DateTimeText at={request.resolvedAt} />
          </span>
        </Callout>
      )}
      <Section title="Description" heading="h3">
        <p className={classes['text']}>{request.description ?? 'None given.'}</p>
      </Section>
      <Section title="Requester" heading="h3">
        <Facts facts={factsOf(request)} />
      </Section>
      <Section title="Email" heading="h3">
        <Deliveries deliveries={request.deliveries} />
      </Section>
      {isResolving && <ResolveDialog request={request} onClose={() => setResolving(false)} />}
    </article>
  );
}

function factsOf(request: SupportRequest) {
  return [
    { label: 'Name', value: request.name },
    { label: 'Email', value: <a href={`mailto:${request.email}`}>{request.email}</a> },
    { label: 'Signed in as', value: request.createdByFullName },
    { label: 'Associated client', value: request.clientName },
    { label: 'Error code(s)', value: request.errorCodes },
  ];
}

const deliveryLooks: Record<SupportRequest['deliveries'][number]['status'], { tone: Tone; label: string }> = {
  // An attempt failed; its job runs again.
  queued: { tone: 'neutral', label: 'Trying again' },
  sending: { tone: 'info', label: 'Sending' },
  // The mail server accepted it; whether it arrived is not known.
  delivered: { tone: 'success', label: 'Sent' },
  failed: { tone: 'danger', label: 'Failed' },
  unknown: { tone: 'warning', label: 'Not confirmed' },
};

/** Not sent, because no mail server is configured. */
const keptInOutbox = {
  tone: 'neutral',
  label: 'Not sent: no mail server is configured',
  icon: <IconInbox size={14} aria-hidden />,
} as const;

function Deliveries({ deliveries }: Pick<SupportRequest, 'deliveries'>): ReactNode {
  if (deliveries.length === 0) return <p className={classes['meta']}>On its way.</p>;
  return (
    <ul className={classes['deliveries']}>
      {deliveries.map(({ deliveryId, recipientAddress, status, vendor }) => (
        <li key={deliveryId}>
          <StatusBadge {...(vendor === 'outbox' ? keptInOutbox : deliveryLooks[status])} />{' '}
          <span>{recipientAddress}</span>
        </li>
      ))}
    </ul>
  );
}
