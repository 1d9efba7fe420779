import { userTypeLabels } from '@careloop/contracts/codes';
import type { FoundUser } from '@careloop/contracts/directory/users';
import type { Message, MessageUser } from '@careloop/contracts/messages';

type Person = Pick<MessageUser, 'firstName' | 'lastName'>;

/** "Anjali Patel" */
export function personName({ firstName, lastName }: Person): string {
  return `${firstName} ${lastName}`;
}

/** "AP" */
export function initialsOf({ firstName, lastName }: Person): string {
  return `${firstName.charAt(0)}${lastName.charAt(0)}`.toLocaleUpperCase('en-US');
}

/** The author, or both people if one wrote for the other: "Carla Medeiros for Anjali Patel". */
export function authorOf({ fromUser, fromIdentityUser }: Pick<Message, 'fromUser' | 'fromIdentityUser'>): string {
  if (fromUser.userId === fromIdentityUser.userId) return personName(fromUser);
  return `${personName(fromIdentityUser)} for ${personName(fromUser)}`;
}

/** The other members of the conversation, or the user if there are none. */
export function othersOf<Member extends MessageUser>(members: readonly Member[], userId: number): readonly Member[] {
  const others = members.filter((member) => member.userId !== userId);
  return others.length > 0 ? others : members;
}

/** "Anjali Patel", "Anjali Patel and Linh Nguyen", "Anjali Patel, Linh Nguyen and 3 more". */
export function membersLabel(members: readonly Person[], shown = 2): string {
  const names = members.map(personName);
  if (names.length > shown + 1) return `${names.slice(0, shown).join(', ')} and ${names.length - shown} more`;
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}

/** Details that distinguish people of the same name: "Provider · Cardiology · Lakeside Clinic". */
export function recipientDetail({ userType, specialtyName, organizationName }: FoundUser): string {
  return [userTypeLabels[userType], specialtyName, organizationName].filter(Boolean).join(' · ');
}
