import type { Referral } from '@careloop/contracts/referrals';

type Canceled = Pick<Referral, 'referredToName' | 'status' | 'isAnsweredByCoordinators' | 'isUserCoordinator'>;

/** What canceling leads to: who is notified or will find it, and whom only a call can reach. */
export function cancelConsequence(referral: Canceled): string {
  return [...effects(referral), 'You can refer again afterwards.'].join(' ');
}

function effects({ referredToName, status, isAnsweredByCoordinators, isUserCoordinator }: Canceled): string[] {
  if (referredToName === null) return ['No provider will be selected for it.'];
  const isPending = status === 'pending';
  const visit = status === 'scheduled' ? ['The appointment is canceled, too.'] : [];
  if (isAnsweredByCoordinators) {
    const call = `${referredToName} cannot see this in the portal: call the office.`;
    if (isPending) return [call];
    const exception = isUserCoordinator
      ? 'You find it among your Referral exceptions.'
      : 'The care coordinators find it among their Referral exceptions.';
    return [call, exception, ...visit];
  }
  const queue = isPending
    ? 'It leaves the work queue of the receiver, who gets no message.'
    : 'The receiver is notified, and finds it as canceled among their referrals.';
  return [queue, `${referredToName} keeps what was sent and sees nothing added later.`, ...visit];
}
