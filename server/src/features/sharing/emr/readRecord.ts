import { emrTexts } from '@careloop/contracts/sharing/emr';

import { EhrRefused } from '../../../core/integrations/ehr/port.ts';
import type { Ehr, FhirResource } from '../../../core/integrations/ehr/port.ts';
import { UndeliverableError } from '../../../core/integrations/sender.ts';
import { isOwnExport } from './ownExports.ts';

/** Types that are requested; an import ignores all others (docs/domain/import.md). */
const recordTypes = [
  'Encounter',
  'Condition',
  'Coverage',
  'Appointment',
  'CareTeam',
  'DocumentReference',
  'DiagnosticReport',
] as const;

const mostResources = 20_000;
/** Maximum number of providers, organizations and places that are loaded because the record refers to them. */
const mostReferred = 500;
/** Maximum base64 characters of documents in separate Binary resources. */
const mostFileCharacters = 90_000_000;
/** Concurrent requests. */
const parallel = 6;

export interface EmrRecord {
  resources: FhirResource[];
  /** Types the EMR does not offer to this product. */
  notOffered: string[];
}

/**
 * Reads everything about one patient that the EMR offers, except what this portal exported to it.
 * @param onRead called with the number of records read so far
 */
export async function readRecord(
  { ehr, portalUrl }: { ehr: Ehr; portalUrl: string },
  patient: FhirResource & { id: string },
  onRead: (howMany: number) => Promise<void>,
): Promise<EmrRecord> {
  const isWanted = (one: FhirResource) => isOnlyAbout(one, patient.id) && !isOwnExport(one, portalUrl);
  const resources: FhirResource[] = [patient];
  const notOffered: string[] = [];
  for (const type of recordTypes) {
    try {
      for await (const page of ehr.search(type, { patient: patient.id })) {
        resources.push(...page.filter((one) => one.resourceType === type && isWanted(one)));
        if (resources.length > mostResources) throw new UndeliverableError(emrTexts.tooLarge);
        await onRead(resources.length);
      }
    } catch (error) {
      if (!(error instanceof EhrRefused)) throw error;
      notOffered.push(type);
    }
  }
  await addReferred(ehr, resources);
  await onRead(resources.length);
  await addFiles(ehr, resources);
  return { resources, notOffered };
}

/** All references in a resource, at any depth. */
function referencesIn(resource: FhirResource): string[] {
  const found: string[] = [];
  JSON.stringify(resource, (part, value: unknown) => {
    if (part === 'reference' && typeof value === 'string') found.push(value);
    return part === 'contained' ? undefined : value;
  });
  return found;
}

/** Whether a resource is about this patient only; anything an EMR returns about another patient by mistake is dropped. */
function isOnlyAbout(resource: FhirResource, patientId: string): boolean {
  const people = referencesIn(resource).flatMap((one) => /(?:^|\/)Patient\/([^/?#]+)/.exec(one)?.[1] ?? []);
  return people.length > 0 && people.every((id) => id === patientId);
}

/** Adds the resources the records refer to, transitively. */
async function addReferred(ehr: Ehr, resources: FhirResource[]): Promise<void> {
  const known = new Set(resources.map(({ resourceType, id }) => `${resourceType}/${id}`));
  let added: readonly FhirResource[] = resources;
  let left = mostReferred;
  while (added.length > 0 && left > 0) {
    const names = new Set(added.flatMap(referencesIn).flatMap((one) => referredName(ehr, one) ?? []));
    const wanted = [...names].filter((name) => !known.has(name)).slice(0, left);
    left -= wanted.length;
    for (const name of wanted) known.add(name);
    added = await readAll(ehr, wanted);
    resources.push(...added);
  }
}

function referredName({ baseUrl }: Ehr, reference: string): string | null {
  const own = reference.startsWith(`${baseUrl}/`) ? reference.slice(baseUrl.length + 1) : reference;
  return /^(?:Practitioner|PractitionerRole|Organization|Location)\/[\w.-]{1,64}$/.exec(own)?.[0] ?? null;
}

async function readAll(ehr: Ehr, names: readonly string[]): Promise<FhirResource[]> {
  const read: FhirResource[] = [];
  for (let start = 0; start < names.length; start += parallel) {
    const some = await Promise.all(
      names.slice(start, start + parallel).map(async (name) => {
        const [type = '', id = ''] = name.split('/');
        const resource = await ehr.read(type, id);
        return resource?.resourceType === type && resource.id === id ? [resource] : [];
      }),
    );
    read.push(...some.flat());
  }
  return read;
}

/** Adds the files of documents that are in Binary resources. The import reports those that are missing. */
async function addFiles(ehr: Ehr, resources: FhirResource[]): Promise<void> {
  const urls = resources.flatMap((resource) => attachmentUrls(resource));
  const names = new Set(
    urls.flatMap((url) => {
      const own = url.startsWith(`${ehr.baseUrl}/`) ? url.slice(ehr.baseUrl.length + 1) : url;
      return /^Binary\/[\w.-]{1,64}$/.exec(own)?.[0] ?? [];
    }),
  );
  let left = mostFileCharacters;
  for (const name of names) {
    if (left <= 0) return;
    const [file] = await readAll(ehr, [name]);
    if (file === undefined) continue;
    left -= typeof file.data === 'string' ? file.data.length : 0;
    resources.push(file);
  }
}

function attachmentUrls(resource: FhirResource): string[] {
  if (resource.resourceType !== 'DocumentReference' && resource.resourceType !== 'DiagnosticReport') return [];
  const found: string[] = [];
  JSON.stringify([resource.content, resource.presentedForm], (part, value: unknown) => {
    if (part === 'url' && typeof value === 'string') found.push(value);
    return part === 'data' ? undefined : value;
  });
  return found;
}
