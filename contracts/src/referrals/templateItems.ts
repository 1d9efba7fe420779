import { z } from 'zod';
import { signedIn } from '../access.ts';
import { get } from '../endpoint.ts';
import { id, queryId } from '../fields.ts';

// Texts that forms offer to insert (docs/domain/referrals.md#request-wizard).

export const templateItemKinds = ['cannedReply', 'referralReason'] as const;

export const templateItem = z.object({
  /** `cannedReply`: the user's own, for messages. `referralReason`: a client's, for the reason of a referral. */
  kind: z.enum(templateItemKinds),
  /** Unique within its kind. */
  id,
  title: z.string(),
  text: z.string(),
});
export type TemplateItem = z.infer<typeof templateItem>;

export const listTemplateItems = get('/users/template-items', {
  summary: "Lists the user's canned replies, and the templates of referral reasons of a patient's client.",
  access: signedIn,
  audit: 'none',
  /** Without a patient, the templates are those of the user's clients. */
  input: z.object({ patientId: queryId.optional(), kind: z.enum(templateItemKinds).optional() }),
  output: z.object({ items: z.array(templateItem) }),
});
