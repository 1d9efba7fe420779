import type { NamedPatient } from '@careloop/contracts/result';
import { SaxesParser } from 'saxes';

import { fieldOf, readMessages } from '../../platform/rendering/hl7/message.ts';
import type { Segment } from '../../platform/rendering/hl7/message.ts';
import { unescaped } from '../../platform/rendering/hl7/unescape.ts';
import { isClinicalDocument } from '../../platform/rendering/clinical/clinicalDocument.ts';
import { decodeText } from '../../platform/rendering/decodeText.ts';
import { hl7Day } from '../../platform/rendering/hl7Time.ts';
import { isSameName } from '../../core/person-matching/samePerson.ts';
import type { Person } from '../../core/person-matching/samePerson.ts';
import { formatOf } from './documentFormats.ts';

/**
 * The people a clinical document or HL7 v2 message says it is about, once for each of their names.
 * @param head the beginning of the file, which holds the patient
 */
export function namedPeople(contentType: string, head: Uint8Array): Person[] {
  const format = formatOf(contentType, head);
  if (format !== 'hl7' && format !== 'xml') return [];
  const text = decodeText(contentType, head);
  const people = format === 'hl7' ? peopleOfMessages(text) : peopleOfDocument(text);
  return people.filter(({ firstName, lastName }) => firstName !== '' || lastName !== '');
}

/** The first person of a file, if none of them is the patient. */
export function otherPatient(people: readonly Person[], patient: Person): NamedPatient | null {
  const [first] = people;
  if (first === undefined || people.some((person) => isSamePatient(person, patient))) return null;
  const { firstName, lastName, birthDate } = first;
  return { name: [lastName, firstName].filter(Boolean).join(', '), dateOfBirth: birthDate };
}

/** Stricter than an import, which also knows the number of the record: a father and son may share their name. */
function isSamePatient(one: Person, other: Person): boolean {
  const isBornOtherwise = one.birthDate !== null && other.birthDate !== null && one.birthDate !== other.birthDate;
  return isSameName(one, other) && !isBornOtherwise;
}

const dayOf = (time = '') => hl7Day(time.trim().slice(0, 8));

function peopleOfMessages(text: string): Person[] {
  const { messages } = readMessages(text);
  return messages
    .flat()
    .filter(({ code }) => code === 'PID')
    .flatMap(peopleOfPid);
}

function peopleOfPid(pid: Segment): Person[] {
  const { component, repetition, subcomponent } = pid.delimiters;
  return fieldOf(pid, 5)
    .split(repetition)
    .map((name) => {
      const [lastName = '', firstName = '', , suffix = ''] = name
        .split(component)
        .map((part) => unescaped(part.split(subcomponent)[0] ?? '', pid.delimiters).trim());
      return { lastName, firstName, suffix, birthDate: dayOf(fieldOf(pid, 7)), sex: 'unknown' };
    });
}

const patientPath = 'ClinicalDocument/recordTarget/patientRole/patient/';
const nameParts = { given: 'firstName', family: 'lastName', suffix: 'suffix' } as const;

/** Reads as far as the beginning of the document goes. */
function peopleOfDocument(xml: string): Person[] {
  if (!isClinicalDocument(xml)) return [];
  /** One for each `recordTarget`, such as a mother and her newborn. */
  const people: { names: Pick<Person, 'firstName' | 'lastName' | 'suffix'>[]; birthDate: string | null }[] = [];
  const path: string[] = [];
  let words = '';
  /** The current element within the patient: "name/given". */
  const place = () => {
    const full = path.join('/');
    return full.startsWith(patientPath) ? full.slice(patientPath.length) : '';
  };
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    path.push(name.slice(name.indexOf(':') + 1));
    words = '';
    if (`${path.join('/')}/` === patientPath) people.push({ names: [], birthDate: null });
    const person = people.at(-1);
    if (person === undefined) return;
    if (place() === 'name') person.names.push({ firstName: '', lastName: '', suffix: '' });
    if (place() === 'birthTime') person.birthDate ??= dayOf(attributes['value']);
  });
  parser.on('text', (text) => (words += text));
  parser.on('closetag', () => {
    const part = nameParts[place().replace(/^name\//, '') as keyof typeof nameParts];
    const last = people.at(-1)?.names.at(-1);
    // The first given name is the first name, the others are middle names.
    if (part !== undefined && last !== undefined) last[part] ||= words.replace(/\s+/g, ' ').trim();
    path.pop();
  });
  // The beginning of a longer document ends anywhere.
  parser.on('error', () => undefined);
  parser.write(xml);
  return people.flatMap(({ names, birthDate }) => names.map((name) => ({ ...name, birthDate, sex: 'unknown' })));
}
