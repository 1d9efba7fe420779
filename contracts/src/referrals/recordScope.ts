import { z } from 'zod';
import { signedIn } from '../access.ts';
import { get } from '../endpoint.ts';
import { queryId } from '../fields.ts';

// What accepting a referral opens, and for whom (docs/domain/referrals.md).

/** The whole record: the receiver joins the care team. Attached: only what was sent with the referral. */
export const recordScopes = ['whole', 'attached'] as const;
export const recordScope = z.enum(recordScopes);
export type RecordScope = z.infer<typeof recordScope>;

export const recordScopeLabels: Record<RecordScope, string> = {
  whole: 'The whole record',
  attached: 'Only what is attached',
};

export const scopeTexts = {
  outside: (client: string) => `Outside ${client}`,
  /** @param who the receiver, with their organization */
  opens: {
    whole: (who: string) => `When it is accepted, ${who} joins the care team and can open the whole record.`,
    attached: (who: string) => `${who} can open this referral and the records attached to it, nothing else.`,
  } satisfies Record<RecordScope, (who: string) => string>,
} as const;

export const getRecordScope = get('/provider/referrals/record-scope', {
  summary: 'Returns to whom a referral to a provider would open the record, and what is usual.',
  access: signedIn,
  audit: 'none',
  input: z.object({ patientId: queryId, healthcareProviderId: queryId }),
  output: z.object({
    /** The patient's client. */
    clientName: z.string(),
    /** Whether the provider has a user who can sign in; otherwise nothing opens. */
    hasUser: z.boolean(),
    /** Whether that user belongs to another client only. */
    isOutside: z.boolean(),
    /** The provider's organization, else the client of their user. */
    organizationName: z.string().nullable(),
    usualScope: recordScope,
  }),
});
export type ReceiverScope = z.infer<typeof getRecordScope.output>;
