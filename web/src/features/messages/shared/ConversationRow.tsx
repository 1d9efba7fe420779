import { patientName } from '@careloop/contracts/patients/identity';
import { messagePriority } from '@careloop/contracts/codes';
import { messagePreview } from '@careloop/contracts/messages';
import type { ConversationListItem } from '@careloop/contracts/messages/conversations';
import { IconMailFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatDateTime, formatStamp } from '../../../ui/dates.ts';
import { PatientMarks } from '../../patients/shared/PatientMarks.tsx';
import classes from './ConversationRow.module.css';
import { ArchivedBadge, DraftBadge, UrgentBadge } from './MessageBadges.tsx';
import { authorOf, membersLabel, othersOf } from './people.ts';

export interface ConversationRowProps {
  item: ConversationListItem;
  /** User whose list this is. */
  userId: number;
  /** Set where the page already shows the patient. */
  hidesPatient?: boolean;
}

/** A conversation in three lines: people and time, patient, last message. */
export function ConversationRow({ item, userId, hidesPatient = false }: ConversationRowProps): ReactNode {
  const { lastMessage, unreadMessageCount, patient } = item;
  const isUnread = unreadMessageCount > 0;
  const isUrgent = item.hasUrgentUnread || lastMessage.priority === messagePriority.table.urgent;
  const people = membersLabel(othersOf(item.members, userId));
  const author = lastMessage.fromUser.userId === userId ? 'You' : lastMessage.fromUser.firstName;
  return (
    <div className={classes['row']} data-unread={isUnread || undefined}>
      <span className={classes['line']}>
        <span className={classes['people']} title={people}>
          {people}
        </span>
        {isUnread && (
          <span className={classes['unread']}>
            <IconMailFilled size={12} aria-hidden />
            {unreadMessageCount}
            <span className="visually-hidden"> unread</span>
          </span>
        )}
        <span className={classes['stamp']}>
          <StampText at={item.lastMessageAt} />
        </span>
      </span>
      {!hidesPatient && (
        <span className={classes['line']}>
          <span className={classes['patient']}>
            {patient === null ? 'No patient' : `Re: ${patientName(patient)}`}
            {patient !== null && <PatientMarks patient={patient} />}
          </span>
          <Marks item={item} isUrgent={isUrgent} />
        </span>
      )}
      <span className={classes['line']}>
        <span className={classes['preview']} title={authorOf(lastMessage)}>
          <span>{author}:</span>
          {/* The text has its own box, so that right-to-left text is cut off at its end and not at its beginning. */}
          <bdi>{messagePreview(lastMessage.message)}</bdi>
        </span>
        {hidesPatient && <Marks item={item} isUrgent={isUrgent} />}
      </span>
    </div>
  );
}

function Marks({ item, isUrgent }: { item: ConversationListItem; isUrgent: boolean }): ReactNode {
  return (
    <span className={classes['marks']}>
      {item.hasDraft && <DraftBadge />}
      {item.isArchived && <ArchivedBadge />}
      {isUrgent && <UrgentBadge />}
    </span>
  );
}

/** 3:05PM, 7/4 or 7/4/25, with the full moment on hover. */
function StampText({ at }: { at: string }): ReactNode {
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {formatStamp(at)}
    </time>
  );
}
