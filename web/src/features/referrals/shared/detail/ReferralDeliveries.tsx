import type { ReferralDelivery } from '@careloop/contracts/referrals';
import { Button, Collapse, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronRight, IconInbox, IconMailCheck, IconMailExclamation, IconSend } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import { DateTimeText } from '../../../../ui/DateText.tsx';
import { StatusBadge } from '../../../../ui/StatusBadge.tsx';
import { Section } from '../../../../components/Section.tsx';
import own from './ReferralDetail.module.css';
import classes from '../../../../components/RequestDetail.module.css';

const channels: Record<ReferralDelivery['channel'], string> = {
  email: 'Email',
  sms: 'Text message',
  fax: 'Fax',
  direct: 'Direct message',
  emr: 'Export',
};

/** The outbox keeps messages for which no vendor is set up: nothing was sent, and the status must not suggest it was. */
const isKept = (delivery: ReferralDelivery) => delivery.status === 'delivered' && delivery.vendor === 'outbox';

/** Mail servers report that they accepted a message, not that it arrived. */
const isMail = ({ channel }: ReferralDelivery) => channel === 'email' || channel === 'direct';

function DeliveryBadge({ delivery }: { delivery: ReferralDelivery }): ReactNode {
  if (isKept(delivery)) return <StatusBadge tone="neutral" label="Not sent" icon={<IconInbox size={14} />} />;
  if (delivery.status === 'delivered') {
    const label = isMail(delivery) ? 'Sent' : 'Delivered';
    return <StatusBadge tone="success" label={label} icon={<IconMailCheck size={14} />} />;
  }
  if (delivery.status === 'failed') {
    return <StatusBadge tone="danger" label="Failed" icon={<IconMailExclamation size={14} />} />;
  }
  if (delivery.status === 'unknown') {
    return <StatusBadge tone="warning" label="Not confirmed" icon={<IconMailExclamation size={14} />} />;
  }
  const waiting = delivery.attempts.length > 0 ? 'Trying again' : 'Queued';
  const label = delivery.status === 'sending' ? 'Sending' : waiting;
  return <StatusBadge tone="neutral" label={label} icon={<IconSend size={14} />} />;
}

function attemptText(
  delivery: ReferralDelivery,
  { outcome, vendor, error }: ReferralDelivery['attempts'][number],
): string {
  const kept = vendor === 'outbox' && outcome === 'delivered';
  if (outcome === 'asked') return `sent to ${vendor}, no answer yet`;
  if (outcome === 'unknown') return `no answer from ${vendor}: it may have been sent`;
  const done = outcome === 'delivered' && isMail(delivery) ? 'accepted' : outcome;
  const said = kept ? 'not sent: no mail server is configured' : `${done} by ${vendor}`;
  return error === null ? said : `${said}: ${error}`;
}

function Delivery({ delivery }: { delivery: ReferralDelivery }): ReactNode {
  const [opened, { toggle }] = useDisclosure(false);
  const contentId = useId();
  const recipient = [delivery.recipientName, delivery.recipientAddress].filter(Boolean).join(', ');
  return (
    <div>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
        <div>
          <Text fz="sm" fw={500}>
            {channels[delivery.channel]} to {recipient}
          </Text>
          <Text fz="xs" c="dimmed">
            <DateTimeText at={delivery.createdAt} />
          </Text>
        </div>
        <DeliveryBadge delivery={delivery} />
      </Group>
      {delivery.attempts.length > 0 && (
        <Stack component="ol" gap={2} m={0} p={0} fz="xs" c="dimmed" className={own.attempts} aria-label="Attempts">
          {delivery.attempts.map((attempt) => (
            <li key={attempt.attemptedAt}>
              <DateTimeText at={attempt.attemptedAt} /> {attemptText(delivery, attempt)}
            </li>
          ))}
        </Stack>
      )}
      <Button
        variant="subtle"
        size="compact-xs"
        className={classes.onScreen}
        onClick={toggle}
        aria-expanded={opened}
        aria-controls={contentId}
        leftSection={<IconChevronRight size={14} style={{ rotate: opened ? '90deg' : undefined }} />}
      >
        {opened ? 'Hide content' : 'Show content'}
      </Button>
      <Collapse expanded={opened} id={contentId}>
        <Text fz="sm" fw={600} mt="xs">
          {delivery.subject ?? 'No subject'}
        </Text>
        <Text fz="sm" className={classes.text}>
          {delivery.body}
        </Text>
      </Collapse>
    </div>
  );
}

interface SendingDetailsProps {
  deliveries: readonly ReferralDelivery[];
  /** Further proof of sending. */
  children?: ReactNode;
}

/** Messages sent because of a request, with every attempt, folded away below its history. Never printed. */
export function SendingDetails({ deliveries, children }: SendingDetailsProps): ReactNode {
  const [isOpen, { toggle }] = useDisclosure(false);
  const contentId = useId();
  if (deliveries.length === 0 && children === undefined) return null;
  const failed = deliveries.filter(({ status }) => status === 'failed').length;
  return (
    <div className={classes.onScreen}>
      <Button
        variant="subtle"
        size="compact-sm"
        ml={-8}
        mt="xs"
        onClick={toggle}
        aria-expanded={isOpen}
        aria-controls={contentId}
        leftSection={<IconChevronRight size={14} aria-hidden style={{ rotate: isOpen ? '90deg' : undefined }} />}
      >
        How it was sent{failed > 0 && `, ${failed} failed`}
      </Button>
      <Collapse expanded={isOpen} id={contentId}>
        {isOpen && (
          <>
            {deliveries.length > 0 && (
              <Section title="Notifications" count={deliveries.length}>
                <Stack gap="md">
                  {deliveries.map((delivery) => (
                    <Delivery key={delivery.deliveryId} delivery={delivery} />
                  ))}
                </Stack>
              </Section>
            )}
            {children}
          </>
        )}
      </Collapse>
    </div>
  );
}
