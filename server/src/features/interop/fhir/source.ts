// FHIR resources as read from a file, before they are validated or mapped, with their ids.

import { isAhead } from './dates.ts';

/** Types of the clinical record besides Condition and DiagnosticReport. */
const ofClinicalRecord = [
  'MedicationRequest',
  'MedicationStatement',
  'AllergyIntolerance',
  'Observation',
  'Immunization',
  'Procedure',
  'CarePlan',
  'Goal',
  'FamilyMemberHistory',
  'Device',
] as const;
export const clinicalTypes: ReadonlySet<string> = new Set(ofClinicalRecord);

/** Types that are stored as rows, or from which rows are derived. */
const keptTypes = [
  'Organization',
  'Location',
  'Practitioner',
  'PractitionerRole',
  'Patient',
  'Encounter',
  'Condition',
  'Coverage',
  'CareTeam',
  'Appointment',
  'DocumentReference',
  'DiagnosticReport',
  'ExplanationOfBenefit',
  'Claim',
  ...ofClinicalRecord,
] as const;
export type KeptType = (typeof keptTypes)[number];

/** Types without rows of their own, whose content other records take over. */
const takenOver: ReadonlySet<string> = new Set(['Binary', 'Medication']);
export const isTakenOver = (type: string): boolean => takenOver.has(type);

export function isKeptType(type: string): type is KeptType {
  return (keptTypes as readonly string[]).includes(type);
}

/** The Binary resources that a document's attachments refer to, as `Binary/id`. */
export function binariesNamedIn({ type, json }: SourceResource): string[] {
  if (type !== 'DocumentReference' && type !== 'DiagnosticReport') return [];
  const named = JSON.stringify([json.content, json.presentedForm], (part, value: unknown) =>
    part === 'data' ? null : value,
  );
  return [...named.matchAll(/Binary\/[\w.-]{1,128}/g)].map(([name]) => name);
}

export interface ReadersNotes {
  /** What is doubtful. */
  doubts: readonly string[];
  /** Numbers of parts that are not kept, by name. */
  unused: ReadonlyMap<string, number>;
  /** Of a document that has versions: the name that they share, and which one it is. */
  version?: { set: string; number: number } | undefined;
}

/** A resource as found in a file, not yet validated. */
export interface SourceResource {
  type: string;
  /** Its own id, or else the one in its fullUrl. */
  id: string | null;
  fullUrl: string | null;
  /** `request.ifNoneExist`: the sender wants the resource created only if this search finds none. */
  ifNoneExist: string | null;
  json: Record<string, unknown>;
  /** Line number in an NDJSON file. */
  line: number | null;
  /** A newer copy is among the files, so this one is used only if there is no row yet. */
  isOutdated?: boolean;
  /** The format leaves parts of the record out, so a complete copy of the same date is preferred. */
  isPartial?: boolean;
  /** Parts that were left out because they cannot be read, each with the reason; set when the resource is read. */
  unread?: string[];
  /** Numbers of parts that are not kept, by name; set when the resource is read. */
  unused?: ReadonlyMap<string, number>;
  /** The record is understood but gets no row, for the reason that this name states; set when the resource is read. */
  notKeptAs?: string;
  /** What the reader of another format says about its message or document. */
  notes?: ReadersNotes;
}

/** The parts of a resource that are not kept, each kind with its number. */
export function partsNotKeptOf({ type, unused = new Map(), notes }: SourceResource): [kind: string, howMany: number][] {
  const ofType = Array.from(unused, ([part, howMany]): [string, number] => [`${type}.${part}`, howMany]);
  return [...ofType, ...(notes?.unused ?? [])];
}

/** When the sender last changed the record, in milliseconds since 1970; null if not given, or by a clock that is wrong. */
export function lastUpdatedOf(source: SourceResource): number | null {
  const time = statedUpdateOf(source);
  return Number.isNaN(time) || isAhead(time) ? null : time;
}

/** By a clock that is wrong: every later copy would be older. */
export const isChangedInFuture = (source: SourceResource): boolean => isAhead(statedUpdateOf(source));

function statedUpdateOf({ json: { meta } }: SourceResource): number {
  if (typeof meta !== 'object' || meta === null || !('lastUpdated' in meta)) return Number.NaN;
  return typeof meta.lastUpdated === 'string' ? Date.parse(meta.lastUpdated) : Number.NaN;
}

/** The same as an ISO timestamp. */
export function updatedAtOf(source: SourceResource): string | null {
  const time = lastUpdatedOf(source);
  return time === null ? null : new Date(time).toISOString();
}

/**
 * Whether a record is an older copy than the one imported before, or a partial one of the same date. If either has no date,
 * the later import wins.
 */
export function isOlder(source: SourceResource, importedAt: Date | null): boolean {
  const time = lastUpdatedOf(source);
  if (time === null || importedAt === null || isAhead(importedAt.getTime())) return false;
  return time < importedAt.getTime() || (source.isPartial === true && time === importedAt.getTime());
}

/** A resource that was not imported, with the reason. */
export interface Problem {
  type: string | null;
  id: string | null;
  line: number | null;
  reason: string;
}

export function problemOf(source: SourceResource, reason: string): Problem {
  return { type: source.type, id: source.id, line: source.line, reason };
}
