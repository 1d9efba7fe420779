import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export type Resource = Record<string, unknown> & { resourceType: string };

/** A temporary folder for one test file. */
export class FileFolder {
  readonly path: string;
  #count = 0;

  private constructor(folder: string) {
    this.path = folder;
  }

  static async create(): Promise<FileFolder> {
    return new FileFolder(await mkdtemp(path.join(tmpdir(), 'careloop-files-')));
  }

  /** @returns the path; text content is written unchanged, other content as JSON */
  async write(content: unknown, name?: string): Promise<string> {
    this.#count += 1;
    const file = path.join(this.path, name ?? `${this.#count}.json`);
    const isRaw = typeof content === 'string' || Buffer.isBuffer(content);
    await writeFile(file, isRaw ? content : JSON.stringify(content));
    return file;
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
  }
}

/** A transaction bundle as written by Synthea, with urn:uuid references. */
export function transaction(...resources: Resource[]) {
  return bundle(
    'transaction',
    resources.map((resource) => ({
      ...(typeof resource.id === 'string' ? { fullUrl: `urn:uuid:${resource.id}` } : {}),
      resource,
      request: { method: 'POST', url: resource.resourceType },
    })),
  );
}

export function bundle(type: string, entry: unknown[]) {
  return { resourceType: 'Bundle', type, entry };
}

export function ndjson(...resources: unknown[]): string {
  return resources.map((resource) => `${JSON.stringify(resource)}\n`).join('');
}

export const systems = {
  mrn: 'http://hospital.example/mrn',
  ssn: 'http://hl7.org/fhir/sid/us-ssn',
  npi: 'http://hl7.org/fhir/sid/us-npi',
  place: 'http://hospital.example/place',
};

/** A fictional patient, with an MRN derived from the id. */
export function patient(id: string, changes: Record<string, unknown> = {}): Resource {
  return {
    resourceType: 'Patient',
    id,
    identifier: [mrn(`MRN-${id}`)],
    name: [{ family: `Family-${id}`, given: ['Given', 'Middle'] }],
    gender: 'female',
    birthDate: '1980-05-17',
    ...changes,
  };
}

export function mrn(value: string, system = systems.mrn) {
  return { type: { coding: [{ code: 'MR' }] }, system, value };
}

export function ssn(value: string) {
  return { type: { coding: [{ code: 'SS' }] }, system: systems.ssn, value };
}

export function reference(target: string) {
  return { reference: target };
}

export function encounter(id: string, subject: string, changes: Record<string, unknown> = {}): Resource {
  return {
    resourceType: 'Encounter',
    id,
    status: 'finished',
    class: { code: 'AMB' },
    type: [{ text: 'Follow-up' }],
    subject: reference(subject),
    period: { start: '2024-03-01T09:30:00-05:00', end: '2024-03-01T10:00:00-05:00' },
    ...changes,
  };
}

export function condition(id: string, subject: string, changes: Record<string, unknown> = {}): Resource {
  return {
    resourceType: 'Condition',
    id,
    clinicalStatus: { coding: [{ code: 'active' }] },
    code: { coding: [{ system: 'http://snomed.info/sct', code: '38341003', display: 'Hypertension' }] },
    subject: reference(subject),
    onsetDateTime: '2020-01-31T23:30:00-05:00',
    ...changes,
  };
}

export function practitioner(id: string, npi: string, changes: Record<string, unknown> = {}): Resource {
  return {
    resourceType: 'Practitioner',
    id,
    identifier: [{ system: systems.npi, value: npi }],
    name: [{ family: `Doctor-${id}`, given: ['Dana'], suffix: ['MD'] }],
    gender: 'female',
    ...changes,
  };
}

export function location(id: string, changes: Record<string, unknown> = {}): Resource {
  return {
    resourceType: 'Location',
    id,
    identifier: [{ system: systems.place, value: id }],
    name: `Clinic ${id}`,
    telecom: [{ system: 'phone', value: '(617) 555-0199' }],
    address: { line: ['12 Main St'], city: 'Boston', state: 'MA', postalCode: '02114' },
    ...changes,
  };
}

export function organization(id: string, changes: Record<string, unknown> = {}): Resource {
  return {
    resourceType: 'Organization',
    id,
    identifier: [{ system: systems.place, value: id }],
    name: `Practice ${id}`,
    ...changes,
  };
}

export function note(id: string, subject: string, body: string, changes: Record<string, unknown> = {}): Resource {
  return {
    resourceType: 'DocumentReference',
    id,
    status: 'current',
    type: { text: 'Progress note' },
    subject: reference(subject),
    date: '2024-03-01T10:00:00-05:00',
    author: [{ display: 'Dr. Dana Doctor' }],
    content: [attachmentOf(body)],
    ...changes,
  };
}

export function attachmentOf(body: string) {
  return { attachment: { contentType: 'text/plain; charset=utf-8', data: Buffer.from(body).toString('base64') } };
}
