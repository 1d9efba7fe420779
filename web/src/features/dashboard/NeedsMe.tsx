import { patientName } from '@careloop/contracts/patients/identity';
import type { Dashboard, FailedDelivery, UrgentItem } from '@careloop/contracts/dashboard';
import { Group, Text } from '@mantine/core';
import {
  IconArrowsLeftRight,
  IconMail,
  IconMoodSmile,
  IconPill,
  IconSendOff,
  IconUserCheck,
  IconUserPlus,
  IconUserQuestion,
} from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { PatientMarks } from '../patients/shared/PatientMarks.tsx';
import { DueClock, UrgencyBadge } from '../referrals/shared/ReferralBadges.tsx';
import { TaskBadge } from '../tasks/shared/TaskBadge.tsx';
import { formatDay } from '../../ui/dates.ts';
import { RelativeTime } from '../../ui/DateText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Card } from './Card.tsx';
import classes from './HomePage.module.css';

/** Number of things other people wait for: the user's own, and those the user can answer for others. */
function waitingCount(dashboard: Dashboard): number {
  const { urgentConversations, invitationCount, accessRequestCount, pendingEnrollmentCount } = dashboard;
  const answers = dashboard.unreadReferralCount + dashboard.unreadConsultationCount;
  return (urgentConversations?.count ?? 0) + invitationCount + accessRequestCount + pendingEnrollmentCount + answers;
}

/**
 * What needs the user now: STAT and overdue first, then what other people wait for, then tasks. Says that nothing does only
 * if nothing waits for the people they act for either.
 */
export function NeedsMe({ dashboard, forOthers }: { dashboard: Dashboard; forOthers: ReactNode }): ReactNode {
  const { urgentItems, tasks, others, othersWaitingCount } = dashboard;
  const isUrgentForOther = others.some(({ urgentItemCount }) => urgentItemCount > 0);
  const waiting = waitingCount(dashboard);
  const { failedDeliveries } = dashboard;
  const hasNone = (urgentItems?.count ?? 0) + failedDeliveries.count + waiting + tasks.openCount === 0;
  if (hasNone && othersWaitingCount === 0) {
    return (
      <>
        <Card title="Needs you now">
          <EmptyState icon={<IconMoodSmile size={24} />} title="Nothing needs you right now" />
        </Card>
        {forOthers}
      </>
    );
  }
  return (
    <>
      {urgentItems !== null && urgentItems.count > 0 && (
        <Card title={`STAT and overdue (${urgentItems.count})`}>
          <UrgentList {...urgentItems} className={classes.rows} />
        </Card>
      )}
      {isUrgentForOther && forOthers}
      {failedDeliveries.count > 0 && <Failed {...failedDeliveries} />}
      {waiting > 0 && <Waiting dashboard={dashboard} />}
      {tasks.openCount > 0 && <Tasks {...tasks} />}
      {!isUrgentForOther && forOthers}
    </>
  );
}

function UrgentLink({ item }: { item: UrgentItem }): ReactNode {
  const { workQueueId, workQueueEncounterId, patient, urgencyDays, dueAt } = item;
  return (
    <Link to="/WorkQueues" search={{ workQueueId, workQueueEncounterId }} className={classes.row}>
      <Group justify="space-between" gap="0 var(--mantine-spacing-sm)">
        <Text span fw={600}>
          {patientName(patient)} <PatientMarks patient={patient} />
        </Text>
        {urgencyDays !== null && <UrgencyBadge urgencyDays={urgencyDays} />}
      </Group>
      <Group justify="space-between" gap="0 var(--mantine-spacing-sm)" fz="xs">
        <Text span inherit c="dimmed">
          {item.queueName}
        </Text>
        {dueAt !== null && <DueClock status="pending" dueAt={dueAt} />}
      </Group>
    </Link>
  );
}

interface UrgentListProps extends Pick<ComponentProps<'ul'>, 'className' | 'aria-label'> {
  items: readonly UrgentItem[];
  /** Number of all of them, of which `items` are the first. */
  count: number;
}

/** STAT and overdue items, of the user or of a person they may act for: both are in the user's queues. */
export function UrgentList({ items, count, ...list }: UrgentListProps): ReactNode {
  return (
    <ul {...list}>
      {items.map((item) => (
        <li key={item.workQueueEncounterId}>
          <UrgentLink item={item} />
        </li>
      ))}
      {count > items.length && (
        <li>
          <Link to="/WorkQueues" className={classes.row}>
            Show all in the work queues
          </Link>
        </li>
      )}
    </ul>
  );
}

const sentBy = { fax: 'Fax', direct: 'Direct message', emr: 'Export', sms: 'Text message' } as const;

/** Messages that may not have arrived: the patient's list says why and can resend them. */
function Failed({ items, count }: { items: readonly FailedDelivery[]; count: number }): ReactNode {
  return (
    <Card title={`Not delivered (${count})`}>
      <ul className={classes.rows}>
        {items.map(({ deliveryId, channel, status, recipientName, patient }) => (
          <Line
            key={deliveryId}
            icon={<IconSendOff size={16} aria-hidden />}
            link={{
              to: '/Patient/$patientId',
              params: { patientId: String(patient.patientId) },
              search: { section: channel === 'sms' ? 'textMessages' : 'sent' },
            }}
          >
            {sentBy[channel]} to {recipientName} about {patientName(patient)}
            {status === 'failed' ? ' failed' : ' may not have arrived'}
          </Line>
        ))}
        {count > items.length && (
          <li className={classes.row}>and {count - items.length} more, shown once you mark these as seen</li>
        )}
      </ul>
    </Card>
  );
}

function Waiting({ dashboard }: { dashboard: Dashboard }): ReactNode {
  const { urgentConversations, invitationCount, accessRequestCount, pendingEnrollmentCount } = dashboard;
  const { unreadReferralCount, unreadConsultationCount } = dashboard;
  const moreUrgent = (urgentConversations?.count ?? 0) - (urgentConversations?.items.length ?? 0);
  return (
    <Card title="People waiting for you">
      <ul className={classes.rows}>
        {urgentConversations?.items.map(({ conversationKey, userMessageId, fromName, sentAt, patient }) => (
          <Line
            key={conversationKey}
            icon={<IconMail size={16} aria-hidden />}
            link={{ to: '/Messages', search: { conversationKey, userMessageId } }}
          >
            Urgent message from {fromName}
            {patient !== null && ` about ${patientName(patient)}`} · <RelativeTime at={sentAt} />
          </Line>
        ))}
        {moreUrgent > 0 && (
          <Line
            icon={<IconMail size={16} aria-hidden />}
            link={{ to: '/Messages', search: { urgentOnly: true, unreadOnly: true } }}
          >
            and {moreUrgent} more urgent {moreUrgent === 1 ? 'conversation' : 'conversations'}
          </Line>
        )}
        {invitationCount > 0 && (
          <Line icon={<IconUserPlus size={16} aria-hidden />} link={{ to: '/Patients/Invites' }}>
            {invitationCount === 1 ? '1 care team invitation' : `${invitationCount} care team invitations`}
          </Line>
        )}
        {accessRequestCount > 0 && (
          <Line icon={<IconUserQuestion size={16} aria-hidden />} link={{ to: '/AccessRequests' }}>
            {accessRequestCount === 1 ? '1 request for access' : `${accessRequestCount} requests for access`}
          </Line>
        )}
        {pendingEnrollmentCount > 0 && (
          <Line icon={<IconUserCheck size={16} aria-hidden />} link={{ to: '/Profile', search: { tab: 1 } }}>
            {pendingEnrollmentCount === 1
              ? '1 account waiting for your approval'
              : `${pendingEnrollmentCount} accounts waiting for your approval`}
          </Line>
        )}
        {unreadReferralCount > 0 && (
          <Line
            icon={<IconArrowsLeftRight size={16} aria-hidden />}
            link={{ to: '/Referrals', search: { unread: true } }}
          >
            {unreadReferralCount === 1
              ? '1 referral with a new answer'
              : `${unreadReferralCount} referrals with new answers`}
          </Line>
        )}
        {unreadConsultationCount > 0 && (
          <Line icon={<IconPill size={16} aria-hidden />} link={{ to: '/Consultations', search: { unread: true } }}>
            {unreadConsultationCount === 1
              ? '1 consultation with a new answer'
              : `${unreadConsultationCount} consultations with new answers`}
          </Line>
        )}
      </ul>
    </Card>
  );
}

function Line({ icon, link, children }: { icon: ReactNode; link: LinkProps; children: ReactNode }): ReactNode {
  return (
    <li>
      <Link {...link} className={classes.row}>
        <span className={classes.line}>
          {icon}
          <span>{children}</span>
        </span>
      </Link>
    </li>
  );
}

function Tasks({ items, dueCount, openCount }: Dashboard['tasks']): ReactNode {
  return (
    <Card
      title={dueCount > 0 ? `My tasks (${dueCount} due)` : 'My tasks'}
      link={<Link to="/Tasks">All tasks ({openCount})</Link>}
    >
      <ul className={classes.rows}>
        {items.map((task) => (
          <li key={task.taskId}>
            <Link to="/Tasks" search={{ taskId: task.taskId }} className={classes.row}>
              <Group justify="space-between" gap="0 var(--mantine-spacing-sm)" wrap="nowrap">
                <Text span fw={600}>
                  {task.description}
                </Text>
                <TaskBadge status={task.status} />
              </Group>
              <Group justify="space-between" gap="0 var(--mantine-spacing-sm)" fz="xs" c="dimmed">
                <span>
                  {patientName(task.patient)} <PatientMarks patient={task.patient} />
                </span>
                {task.dateDue !== null && <span>Due {formatDay(task.dateDue)}</span>}
              </Group>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
