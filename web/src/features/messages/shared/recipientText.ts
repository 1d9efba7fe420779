import { userTypeLabels } from '@careloop/contracts/codes';
import type { MessageRecipient } from '@careloop/contracts/messages/sending';

/** What tells people of one name apart: "Provider · Cardiology · Lakeside Clinic". */
export function recipientDetail({ userType, specialty, organizationName }: MessageRecipient): string {
  return [userTypeLabels[userType], specialty, organizationName].filter(Boolean).join(' · ');
}
