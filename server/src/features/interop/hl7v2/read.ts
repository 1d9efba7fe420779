import { collectionOf, readersNotes } from '../fhir/build.ts';
import type { Json } from '../fhir/build.ts';
import { appointmentEntries } from './appointment.ts';
import { allergyEntries, immunizationEntries, medicationEntries, procedureEntries } from './clinical.ts';
import { documentEntries } from './document.ts';
import { encounterEntries } from './encounter.ts';
import { decodeMessage } from './characterSets.ts';
import { unusedFields } from './unusedFields.ts';
import { readMessage, splitMessages } from './message.ts';
import type { Message } from './message.ts';
import { conditionEntries, coverageEntries } from './ofPatient.ts';
import { patientOf } from './patient.ts';
import { resultEntries } from './results.ts';

/** Messages that delete a patient, which only a user can do. */
const deletions = new Set(['A29']);

/** Messages that move accounts or visits to another number. */
const moves = new Set(['A42', 'A43', 'A44', 'A45', 'A50', 'A51']);

/** A message as a FHIR bundle, or the reason it cannot be imported. */
export type ReadMessage = { line: number; raw: Buffer } & (
  | { json: Json; digest: string; bytes: number }
  | { problem: string }
);

/** Reads the messages of an HL7 version 2 file as FHIR, by HL7's v2-to-FHIR mapping as far as the product stores the data. */
export function* readHl7File(bytes: Buffer, { timeZone }: { timeZone: string }): Generator<ReadMessage> {
  for (const { raw, line } of splitMessages(bytes)) {
    const { text, doubt } = decodeMessage(raw);
    const message = readMessage(text, timeZone);
    if (doubt !== undefined) message.notes.add(doubt);
    const problem = problemOf(message);
    yield problem === null
      ? { line, bytes: Buffer.byteLength(text), json: bundleOf(message), digest: message.digest, raw }
      : { line, problem, raw };
  }
}

function problemOf({ type, event, segment, all }: Message): string | null {
  const name = [type, event].filter(Boolean).join(' ') || 'a message without a type';
  if (segment('PID') === undefined) return `${name}: has no patient (PID)`;
  if (all('PID').length > 1) return `${name}: is about several patients`;
  if (type === 'ADT' && moves.has(event)) return `${name}: moves records between numbers, which an import does not do`;
  return type === 'ADT' && deletions.has(event)
    ? `${name}: asks to delete a patient, which an import does not do`
    : null;
}

function bundleOf(message: Message): Json {
  const { patient, providers } = patientOf(message);
  const entries = [
    ...encounterEntries(message, patient),
    ...conditionEntries(message, patient),
    ...coverageEntries(message, patient),
    ...appointmentEntries(message, patient),
    ...allergyEntries(message, patient),
    ...medicationEntries(message, patient),
    ...immunizationEntries(message, patient),
    ...procedureEntries(message, patient),
    ...resultEntries(message, patient),
    ...documentEntries(message, patient),
  ];
  // Complete only after all parts of the message were read.
  return collectionOf([
    ...providers,
    { ...patient, [readersNotes]: { doubts: [...message.notes], unused: unusedFields(message) } },
    ...entries,
  ]);
}
