import { z } from 'zod';
import { allOf } from '../access.ts';
import { get, nothing, post } from '../endpoint.ts';
import { id, queryId, timestamp } from '../fields.ts';

// Managing fax numbers of facilities (docs/domain/administration.md).

export const mostFaxNumbers = 10;

export const faxNumberTexts = {
  areaCode: 'Choose an area code',
  noService: 'Fax numbers can be rented once a fax service is set up.',
  tooMany: `A facility can have ${mostFaxNumbers} fax numbers.`,
  requested: 'The fax number was requested',
  unknown:
    'The fax service did not answer, so the number may have been rented. Check with the service before you try again.',
} as const;

const managing = allOf('ManageSite');

/** `requested`: waiting for the fax service. */
export const faxNumberStatuses = ['requested', 'active', 'failed'] as const;

export const facilityFaxNumber = z.object({
  facilityFaxNumberId: id,
  facilityId: id,
  areaCode: z.string(),
  /** Digits only; null until it is rented. */
  faxNumber: z.string().nullable(),
  status: z.enum(faxNumberStatuses),
  /** Why renting failed. */
  error: z.string().nullable(),
  requestedAt: timestamp,
  requestedByName: z.string(),
});
export type FacilityFaxNumber = z.infer<typeof facilityFaxNumber>;

export const listFaxNumbers = get('/facilities/fax-numbers', {
  summary: "Lists fax numbers of a facility of the administrator's clients, latest first.",
  access: managing,
  isOwn: true,
  audit: 'none',
  input: z.object({ facilityId: queryId }),
  output: z.object({ items: z.array(facilityFaxNumber) }),
});

export const listAreaCodes = get('/facilities/get-area-codes', {
  summary: 'Lists area codes in which the fax service has numbers; empty without a fax service.',
  access: managing,
  isOwn: true,
  audit: 'none',
  input: nothing,
  output: z.object({ isConnected: z.boolean(), areaCodes: z.array(z.string()) }),
});

export const provisionFaxNumber = post('/facilities/provision-new-fax-number', {
  summary: 'Rents a new fax number for a facility, in the background.',
  access: managing,
  authorization: 'policy',
  makesStale: [listFaxNumbers],
  input: z.object({
    facilityId: id,
    areaCode: z.string(faxNumberTexts.areaCode).regex(/^[2-9]\d{2}$/, faxNumberTexts.areaCode),
  }),
  output: z.object({ facilityFaxNumberId: id }),
});
