import { referredTo } from '@careloop/contracts/referrals/answerWords';
import { patientName } from '@careloop/contracts/patients/identity';
import type { ReferralListItem } from '@careloop/contracts/referrals';
import type { ReactNode } from 'react';
import { patientMarks } from '../../patients/shared/patientFacts.ts';
import { answerLine } from './answerWords.ts';
import { AwaitedReply } from './AwaitedReply.tsx';
import { ReferralStatusBadge, UrgencyBadge } from './ReferralBadges.tsx';
import classes from './ReferralListRow.module.css';
import { ReferralNextFact } from './ReferralNextFact.tsx';

/** Fields of a referral shown in every list. */
type ReferralRow = Pick<
  ReferralListItem,
  | 'patient'
  | 'status'
  | 'urgencyDays'
  | 'dueAt'
  | 'referredToName'
  | 'specialtyName'
  | 'referredByName'
  | 'declineReason'
  | 'latestAppointment'
> &
  Partial<Pick<ReferralListItem, 'isUnread' | 'awaitReplyFrom' | 'side' | 'answer'>>;

export interface ReferralListRowProps {
  item: ReferralRow;
  /** Set on a page about one patient. */
  hidesPatient?: boolean;
  /** Replaces the referral's own status: accepted without an appointment is pending work in a queue. */
  shownStatus?: ReferralRow['status'];
  /** Mutes the time left, where the user has nothing left to do. */
  isDone?: boolean;
  /** A third line. */
  more?: ReactNode;
}

/**
 * A referral in two lines: patient, urgency and status; then sender, recipient and what is next. Further ones show the answer,
 * and that the user's reply is awaited.
 */
export function ReferralListRow({
  item,
  hidesPatient = false,
  shownStatus,
  isDone,
  more,
}: ReferralListRowProps): ReactNode {
  const title = hidesPatient ? referredTo(item) : patientName(item.patient);
  const specialty = item.referredToName === null ? null : item.specialtyName;
  const detail = hidesPatient
    ? [specialty, `From ${item.referredByName}`].filter(Boolean).join(' · ')
    : `${item.referredByName} → ${referredTo(item)}`;
  const answer = item.answer == null ? null : answerLine({ ...item, answer: item.answer });
  const isReasonSaid = item.status === 'declined' && answer !== null;
  const marks = hidesPatient ? [] : patientMarks(item.patient);
  return (
    <>
      <div className={classes.line}>
        <span className={`${classes.name} ${classes.title}`}>
          {item.isUnread === true && (
            <span className={classes.unread} title="New answer">
              <span className="visually-hidden">New answer, </span>
            </span>
          )}
          {title}
          {marks.length > 0 && <span className={classes.marks}> {marks.join(' · ')}</span>}
        </span>
        <span className={classes.badges}>
          <UrgencyBadge urgencyDays={item.urgencyDays} />
          <ReferralStatusBadge status={shownStatus ?? item.status} />
        </span>
      </div>
      <div className={classes.line} data-small>
        <span className={`${classes.name} ${classes.detail}`}>{detail}</span>
        {!isReasonSaid && <ReferralNextFact referral={item} isMuted={isDone} />}
      </div>
      {answer !== null && (
        <p className={classes.answer} title={answer}>
          {answer}
        </p>
      )}
      {item.side != null && item.side === item.awaitReplyFrom && (
        <div className={classes.line}>
          <AwaitedReply awaitReplyFrom={item.awaitReplyFrom} side={item.side} />
        </div>
      )}
      {more !== undefined && (
        <div className={classes.line} data-small>
          {more}
        </div>
      )}
    </>
  );
}
