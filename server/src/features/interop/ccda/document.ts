import { digestOf } from '../shared/references.ts';
import { instantOf } from '../fhir/times.ts';
import type { Limits } from '../../../platform/files/limits.ts';
import { UnreadableFile } from '../../../platform/files/unreadable.ts';
import { parseXml } from './element.ts';
import type { Element } from './element.ts';

/** A clinical document, with what all its records need. */
export interface ClinicalDocument {
  root: Element;
  /** Of its text; names its records. */
  digest: string;
  /** When it was written. */
  writtenAt: string | undefined;
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
  const writtenAt = instantOf(root.value('effectiveTime'), timeZone);
  return { root, digest: digestOf(xml), writtenAt, patientRole, timeZone, notKept: [] };
}

/** The sections with a LOINC code, wherever they are nested. */
export function sectionsOf({ root }: ClinicalDocument, code: string): Element[] {
  return [...root.below()].filter((element) => element.name === 'section' && element.value('code', 'code') === code);
}
