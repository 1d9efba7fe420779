import { z } from 'zod';
import { documentType } from '../charts/upload.ts';
import { get, nothing, post } from '../endpoint.ts';
import { id, queryId, requiredTitle, timestamp, version } from '../fields.ts';
import { getReferralProtocol, protocolContent, protocolLimits, protocolTexts } from '../referrals/protocols.ts';
import { clientLookupTexts } from './clientLookups.ts';
import {
  archivingEntry,
  lookupFilter,
  lookupPageOf,
  managedLookupTexts,
  managing,
  savedEntry,
  savingEntry,
} from './lookups.ts';

// Managing what a client asks for in referrals, one protocol a specialty (docs/domain/administration.md#lookups).

export const managedProtocolTexts = {
  specialtyRequired: 'Specialty is required',
  specialtyTaken: 'This specialty has a protocol already. It may be archived.',
  specialtyUnknown: 'This specialty is not offered to the client.',
  unknownTypes: 'A document type is no longer known. Choose the types again.',
} as const;

export const managedProtocol = z.object({
  id,
  clientId: id,
  name: z.string(),
  healthcareProviderSpecialtyId: id,
  specialtyName: z.string(),
  content: protocolContent,
  isArchived: z.boolean(),
  version,
});
export type ManagedProtocol = z.infer<typeof managedProtocol>;

export const protocolForm = z.object({
  name: requiredTitle(protocolLimits.name, managedLookupTexts.nameRequired, clientLookupTexts.nameTooLong),
  healthcareProviderSpecialtyId: z.number(managedProtocolTexts.specialtyRequired).int().positive(),
  content: protocolContent.refine(
    ({ text, questions, documents, needsAuthorizationCode, urgencyDays }) =>
      text !== '' || questions.length > 0 || documents.length > 0 || needsAuthorizationCode || urgencyDays !== null,
    { path: ['text'], message: protocolTexts.empty },
  ),
});

export const listManagedProtocols = get('/referral-protocols/list', {
  summary: "Lists the referral protocols of one of the administrator's clients by name.",
  access: managing,
  audit: 'none',
  input: lookupFilter.extend({ clientId: queryId }),
  output: lookupPageOf(managedProtocol),
});

export const getManagedProtocol = get('/referral-protocols/get', {
  summary: 'Returns a referral protocol.',
  access: managing,
  audit: 'none',
  input: z.object({ id: queryId }),
  output: managedProtocol,
});

/** Versions that the history shows, latest first. */
export const protocolVersionsShown = 50;

export const protocolVersion = z.object({
  version,
  name: z.string(),
  specialtyName: z.string(),
  content: protocolContent,
  isArchived: z.boolean(),
  savedByName: z.string().nullable(),
  savedAt: timestamp,
});
export type ProtocolVersion = z.infer<typeof protocolVersion>;

export const listProtocolVersions = get('/referral-protocols/versions', {
  summary: 'Lists the versions of a referral protocol, latest first.',
  access: managing,
  audit: 'none',
  input: z.object({ id: queryId }),
  output: z.object({ items: z.array(protocolVersion) }),
});

export const listDocumentTypes = get('/referral-protocols/document-types', {
  summary: 'Lists all document types, also those that only imports use, by name; those of uploads first.',
  access: managing,
  audit: 'none',
  input: nothing,
  output: z.object({ documentTypes: z.array(documentType) }),
});

/** Reads that show protocols. */
const protocolReads = [listManagedProtocols, getManagedProtocol, listProtocolVersions, getReferralProtocol];

export const saveProtocol = post('/referral-protocols/save', {
  summary: 'Adds a referral protocol, or a version of one. Sent referrals keep what they answered.',
  ...savingEntry,
  makesStale: protocolReads,
  input: protocolForm.extend({ ...savedEntry, clientId: id }),
});

export const archiveProtocol = post('/referral-protocols/archive', {
  summary: 'Archives or restores a referral protocol. Sent referrals are not affected.',
  ...archivingEntry,
  makesStale: protocolReads,
});
