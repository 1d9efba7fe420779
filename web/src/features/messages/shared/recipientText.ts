import { userTypeLabels } from '@careloop/contracts/codes';
import type { MessageRecipient } from '@careloop/contracts/messages/sending';

/** Details that distinguish people of the same name: "Provider · Cardiology · Lakeside Clinic". */
export function recipientDetail({ userType, specialty, organizationName }: MessageRecipient): string {
  return [userTypeLabels[userType], specialty, organizationName].filter(Boolean).join(' · ');
}
