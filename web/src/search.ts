import { z } from 'zod';
import { referralStatuses } from '@careloop/contracts/codes';

// What stands in the address of each screen. Everything may be left out, and what is no good counts as left out.

const integer = (min: number, max = Number.MAX_SAFE_INTEGER) =>
  z.coerce.number().int().min(min).max(max).optional().catch(undefined);
const text = z.string().max(100).optional().catch(undefined);
const flag = z.union([z.boolean(), z.stringbool()]).optional().catch(undefined);

/** On every screen: in whose name it is looked at and worked on. */
export const everySearch = z.object({ onBehalfOfUserId: integer(1) });

export const patientsSearch = z.object({ searchTerm: text });

/** The parts of a patient's page. */
export const patientSections = [
  'overview',
  'encounters',
  'conditions',
  'appointments',
  'careTeam',
  'documents',
  'referrals',
] as const;

export const patientSearch = z.object({
  section: z.enum(patientSections).optional().catch(undefined),
  patientDocumentId: integer(1),
  referralId: integer(1),
});

export const referralsSearch = z.object({
  /** Incoming 1, Outgoing 2, All 3. */
  direction: integer(1, 3),
  status: z
    .enum([...referralStatuses, 'overdue'])
    .optional()
    .catch(undefined),
  searchTerm: text,
  referralId: integer(1),
});

export const workQueuesSearch = z.object({
  workQueueId: integer(1),
  /** Open 1, Completed 2, All 3. */
  status: integer(1, 3),
  page: integer(1, 100_000),
  sortBy: z.enum(['encounterDate', 'createdAt', 'dueAt', 'patientName']).optional().catch(undefined),
  sortDirection: z.enum(['ASC', 'DESC']).optional().catch(undefined),
  workQueueEncounterId: integer(1),
});

export const messagesSearch = z.object({
  conversationKey: text,
  /** The message to show in it, by the reader's own number of it. */
  userMessageId: integer(1),
  patientId: integer(1),
  includeArchived: flag,
  unreadOnly: flag,
  urgentOnly: flag,
  memberUserId: integer(1),
});

export const profileSearch = z.object({
  /** Provider 0, Account 1, Notifications 2. */
  tab: integer(0, 2),
});

export const siteDocumentsSearch = z.object({
  /** Release note 1, privacy policy 2, terms of use 3. */
  documentType: integer(1, 3),
  siteDocumentId: integer(1),
});

export const supportRequestsSearch = z.object({
  /** Open when left out. */
  status: z.enum(['open', 'resolved', 'all']).optional().catch(undefined),
  page: integer(1, 100_000),
  supportRequestId: integer(1),
});

/** The query string as plain texts: a search for "123" stays a text, and the address stays readable. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') {
      query.append(name, typeof value === 'string' ? value : JSON.stringify(value));
    }
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
