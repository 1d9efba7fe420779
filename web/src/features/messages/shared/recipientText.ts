import { userTypeLabels } from '@careloop/contracts/codes';
import type { FoundUser } from '@careloop/contracts/directory/users';

/** Details that distinguish people of the same name: "Provider · Cardiology · Lakeside Clinic". */
export function recipientDetail({ userType, specialtyName, organizationName }: FoundUser): string {
  return [userTypeLabels[userType], specialtyName, organizationName].filter(Boolean).join(' · ');
}
