import { z } from 'zod';
import { get, post } from '../endpoint.ts';
import { id, queryId, requiredTitle, version } from '../fields.ts';
import { referralReasonFields } from '../referrals.ts';
import { listTemplateItems } from '../referrals/templateItems.ts';
import { clientLookupLimits, clientLookupTexts } from './clientLookups.ts';
import {
  archivingEntry,
  lookupFilter,
  lookupPageOf,
  managedLookupTexts,
  managing,
  savedEntry,
  savingEntry,
} from './lookups.ts';

// Texts that a client offers for the reason of a referral (docs/domain/administration.md#lookups).

export const referralReasonTemplate = z.object({
  id,
  clientId: id,
  name: z.string(),
  reason: z.string(),
  isArchived: z.boolean(),
  version,
});
export type ReferralReasonTemplate = z.infer<typeof referralReasonTemplate>;

export const referralReasonTemplateForm = z.object({
  name: requiredTitle(clientLookupLimits.name, managedLookupTexts.nameRequired, clientLookupTexts.nameTooLong),
  /** With the rules of a referral's reason, so that every template can be sent. */
  reason: referralReasonFields.shape.referralReason,
});

export const listReferralReasonTemplates = get('/referral-reason-templates/list', {
  summary: "Lists the templates of referral reasons of one of the administrator's clients by name.",
  access: managing,
  audit: 'none',
  input: lookupFilter.extend({ clientId: queryId }),
  output: lookupPageOf(referralReasonTemplate),
});

export const getReferralReasonTemplate = get('/referral-reason-templates/get', {
  summary: 'Returns a template of a referral reason.',
  access: managing,
  audit: 'none',
  input: z.object({ id: queryId }),
  output: referralReasonTemplate,
});

/** Reads that show templates. */
const templateReads = [listReferralReasonTemplates, getReferralReasonTemplate, listTemplateItems];

export const saveReferralReasonTemplate = post('/referral-reason-templates/save', {
  summary: 'Adds or changes a template of a referral reason.',
  ...savingEntry,
  makesStale: templateReads,
  input: referralReasonTemplateForm.extend({ ...savedEntry, clientId: id }),
});

export const archiveReferralReasonTemplate = post('/referral-reason-templates/archive', {
  summary: 'Archives or restores a template of a referral reason. Referrals keep their text.',
  ...archivingEntry,
  makesStale: templateReads,
});
