// Other formats are imported as FHIR resources, so that the rules of the import exist once.

import { NPI_SYSTEM } from '../shared/references.ts';

export type Json = Record<string, unknown>;

export interface Entry {
  fullUrl: string;
  request?: Json;
  resource: Json & { resourceType: string };
}

/**
 * The records of one message or document, as an import reads a file with a bundle. A record that is stated twice, such as a
 * provider with several roles, is taken once.
 */
export function collectionOf(entries: readonly Entry[]): Json {
  const distinct = new Map(entries.map((entry) => [nameOf(entry), entry]));
  return { resourceType: 'Bundle', type: 'collection', entry: [...distinct.values()] };
}

function nameOf({ fullUrl, resource }: Entry): string {
  const [identifier] = (resource['identifier'] ?? []) as unknown[];
  const isOfPatient = resource.resourceType === 'Condition' || resource.resourceType === 'Coverage';
  return isOfPatient && identifier !== undefined ? JSON.stringify([resource.resourceType, identifier]) : fullUrl;
}

/**
 * A resource of one message or document, under a name that its other resources use.
 * @param source what it was read from, which keeps its names apart from those of other files
 */
export function entryOf({ digest }: { digest: string }, name: string, resourceType: string, values: Json): Entry {
  return { fullUrl: `urn:careloop:${digest}:${name}`, resource: { resourceType, ...values } };
}

/** A provider who is added only if the directory has none with the NPI: a message knows less than the registry. */
export const knownBy = (provider: Entry, npi: string): Entry => ({
  ...provider,
  request: { method: 'POST', url: 'Practitioner', ifNoneExist: `identifier=${NPI_SYSTEM}|${npi}` },
});

export const referenceTo = ({ fullUrl }: Entry): Json => ({ reference: fullUrl });

/** A coded value; undefined if it has neither a code nor a text. */
export function concept(
  text: string,
  coding: { system?: string; code?: string; display?: string } = {},
): Json | undefined {
  const { system, code, display } = coding;
  if (text === '' && !code) return undefined;
  return { text: text || undefined, coding: code ? [{ system, code, display: display || undefined }] : [] };
}

const languages = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/** The English name of a language by its code, such as en-US; other text is returned unchanged. */
export function languageName(code: string): string {
  const [, language] = /^([a-z]{2,3})(?:-[\w-]+)?$/i.exec(code) ?? [];
  return language === undefined ? code : (languages.of(language) ?? code);
}
