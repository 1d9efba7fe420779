// What is read from a file before anybody knows what it means: FHIR resources with the names they go by.

/** Types that are kept as rows, or that rows are made from. */
export const keptTypes = [
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
] as const;
export type KeptType = (typeof keptTypes)[number];

export function isKeptType(type: string): type is KeptType {
  return (keptTypes as readonly string[]).includes(type);
}

/** The Binary resources that a document's content is said to stand in, as `Binary/id`. */
export function binariesNamedIn({ type, json }: SourceResource): string[] {
  if (type !== 'DocumentReference' && type !== 'DiagnosticReport') return [];
  const named = JSON.stringify([json.content, json.presentedForm], (part, value: unknown) =>
    part === 'data' ? null : value,
  );
  return [...named.matchAll(/Binary\/[\w.-]{1,128}/g)].map(([name]) => name);
}

/** A resource as it stands in a file, not yet validated. */
export interface SourceResource {
  type: string;
  /** Its own id, or the one in its fullUrl. */
  id: string | null;
  fullUrl: string | null;
  /** `request.ifNoneExist`: the sender wants it created only when a search finds none. */
  ifNoneExist: string | null;
  json: Record<string, unknown>;
  /** Line of an NDJSON file. */
  line: number | null;
  /** A newer copy of it is in the files: this one only counts where there is none yet. */
  isOutdated?: boolean;
}

/** When the sender last changed the record, in milliseconds since 1970; null where it does not say. */
export function lastUpdatedOf({ json }: SourceResource): number | null {
  const { meta } = json;
  if (typeof meta !== 'object' || meta === null || !('lastUpdated' in meta)) return null;
  const time = typeof meta.lastUpdated === 'string' ? Date.parse(meta.lastUpdated) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

/** As a column holds it. */
export function updatedAtOf(source: SourceResource): string | null {
  const time = lastUpdatedOf(source);
  return time === null ? null : new Date(time).toISOString();
}

/** Whether a record is an older copy than what was imported before. Where either has no date, the later import counts. */
export function isOlder(source: SourceResource, importedAt: Date | null): boolean {
  const time = lastUpdatedOf(source);
  return time !== null && importedAt !== null && time < importedAt.getTime();
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
