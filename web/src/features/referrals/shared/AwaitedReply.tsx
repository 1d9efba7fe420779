import type { Referral } from '@careloop/contracts/referrals';
import type { ReferralSide } from '@careloop/contracts/referrals/states';
import { IconMessageQuestion } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';

const awaited: Record<ReferralSide, string> = {
  referring: 'Referring side owes a reply',
  receiving: 'Receiver owes a reply',
};

export interface AwaitedReplyProps {
  awaitReplyFrom: Referral['awaitReplyFrom'];
  /** The user's side, if known. */
  side?: Referral['side'];
}

/** The side that has to reply to a question. */
export function AwaitedReply({ awaitReplyFrom, side = null }: AwaitedReplyProps): ReactNode {
  if (awaitReplyFrom === null) return null;
  const isMine = side === awaitReplyFrom;
  const label = isMine ? 'Your reply is awaited' : awaited[awaitReplyFrom];
  return (
    <StatusBadge
      tone={isMine ? 'warning' : 'neutral'}
      label={label}
      icon={<IconMessageQuestion size={14} aria-hidden />}
    />
  );
}
