import { digestOf } from '../shared/references.ts';
import { instantOf } from '../fhir/times.ts';
import type { Limits } from '../../../platform/files/limits.ts';
import { UnreadableFile } from '../../../platform/files/unreadable.ts';
import type { ReadersNotes } from '../fhir/source.ts';
import { parseXml } from './element.ts';
import type { Element } from './element.ts';

/** A clinical document, with what all its records need. */
export interface ClinicalDocument {
  root: Element;
  /** Of its text; names its records. */
  digest: string;
  /** When it was written. Of versions written in one second, or on one day, the higher one is later. */
  writtenAt: string | undefined;
  /** The name that all its versions share, and the number of this one. */
  version: ReadersNotes['version'];
  patientRole: Element;
  /** IANA name of the time zone of times without an offset. */
  timeZone: string;
  /** Kinds of data that the readers asked for but cannot keep, one entry for each occurrence. */
  notKept: string[];
}

/** @throws UnreadableFile */
export function readDocument(xml: string, limits: Limits, timeZone: string): ClinicalDocument {
  const root = parseXml(xml, limits);
  if (root.name !== 'ClinicalDocument') throw new UnreadableFile('is XML, but not a clinical document');
  const roles = root.all('recordTarget/patientRole');
  const [patientRole] = roles;
  if (patientRole === undefined) throw new UnreadableFile('names no patient');
  if (roles.length > 1) throw new UnreadableFile('is about several patients');
  const version = versionOf(root);
  const writtenAt = inOrder(instantOf(root.value('effectiveTime'), timeZone), version);
  return { root, digest: digestOf(xml), writtenAt, version, patientRole, timeZone, notKept: [] };
}

/** Some senders use one set for documents of several types, whose versions are not those of one document. */
function versionOf(root: Element): ReadersNotes['version'] {
  const number = /^\d{1,9}$/.exec(root.value('versionNumber'))?.[0];
  const parts = [root.value('setId', 'root'), root.value('setId', 'extension')];
  if (number === undefined || parts.join('') === '') return undefined;
  return { set: [...parts, root.value('code', 'code')].join('|').slice(0, 500), number: Number(number) };
}

function inOrder(time: string | undefined, version: ReadersNotes['version']): string | undefined {
  if (time === undefined || version === undefined) return time;
  return new Date(Date.parse(time) + Math.min(version.number, 999)).toISOString();
}

/** The sections with a LOINC code, wherever they are nested. */
export function sectionsOf({ root }: ClinicalDocument, code: string): Element[] {
  return [...root.below()].filter((element) => element.name === 'section' && element.value('code', 'code') === code);
}
