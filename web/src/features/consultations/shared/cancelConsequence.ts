import type { Consultation } from '@careloop/contracts/consultations';

/** What canceling leads to. No message is sent, so it says whom only a call can reach. */
export function cancelConsequence({
  requestedToName,
  isReceiverUser,
}: Pick<Consultation, 'requestedToName' | 'isReceiverUser'>): string {
  if (!isReceiverUser) return `${requestedToName} cannot see this in the portal: call the office if it was asked.`;
  return `It leaves the work queue of the receiver, who gets no message. ${requestedToName} keeps what was sent and sees nothing added later.`;
}
