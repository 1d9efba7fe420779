import { formatPhone } from '@careloop/contracts/fields';
import { formatZip } from '@careloop/contracts/fields/address';
import { formatSsn } from '@careloop/contracts/fields/identifiers';

import { escapeHtml } from '../escapeHtml.ts';
import { hl7Time } from '../hl7Time.ts';
import { addressLine } from '../documentText.ts';
import { addressKinds, codeTables, codingSystems, idKinds, nameKinds, phoneKinds } from './codes.ts';
import type { CodeTable } from './codes.ts';
import { Components, joined, shown } from './components.ts';
import type { Shown } from './components.ts';
import type { FieldType } from './fieldTypes.ts';
import { lookup } from './lookup.ts';
import type { Delimiters } from './message.ts';
import { unescaped } from './unescape.ts';

/** A value of a field whose repetitions have been separated. */
export function shownValue(value: string, type: FieldType, delimiters: Delimiters): Shown {
  // Two quotation marks delete the receiver's value.
  if (value === '""') return { text: '', more: ['deleted'] };
  if (type === 'text') return { text: unescaped(value, delimiters), more: [] };
  const parts = Components.of(value, delimiters);
  if (type in codeTables) return codeShown(parts, codeTables[type as CodeTable]);
  return formats[type as keyof typeof formats](parts);
}

/** All repetitions of a field as HTML, one per line. */
export function valueHtml(field: string, type: FieldType, delimiters: Delimiters): string {
  return field
    .split(delimiters.repetition)
    .filter(Boolean)
    .map((value) => shownHtml(shownValue(value, type, delimiters)))
    .filter(Boolean)
    .join('<br>');
}

export function shownHtml({ text, more }: Shown): string {
  const small = more.length === 0 ? '' : `<small>${lineHtml(more.join(' · '))}</small>`;
  return joined([lineHtml(text), small], ' ');
}

/** Text as HTML, with its line breaks. */
export const lineHtml = (text: string): string => escapeHtml(text).replace(/\r\n|\r|\n/g, '<br>');

/** CWE: the original text, the text or the code. */
function codeShown(parts: Components, words: Record<string, string> = {}): Shown {
  const [code, text, system] = [parts.take(1), parts.take(2), systemName(parts.take(3))];
  const [otherCode, otherText, otherSystem] = [parts.take(4), parts.take(5), systemName(parts.take(6))];
  const word = lookup(words, code) ?? '';
  const texts = [parts.take(9), text === code && word !== '' ? '' : text, word, otherText].filter(Boolean);
  // A code that has become a word says no more.
  const own = word === '' ? joined([code, system], ' ') : system;
  return shown('', [...texts, own, joined([otherCode, otherSystem], ' '), ...parts.rest()]);
}

const systemName = (code: string) => lookup(codingSystems, code) ?? code;

/** A unit by its code, which is shorter than its text. */
function unitShown(parts: Components): Shown {
  const code = parts.take(1);
  return shown(code, [parts.take(2), systemName(parts.take(3)), ...parts.rest()]);
}

/** XPN: last name first. */
function nameShown(parts: Components): Shown {
  const text = nameText(parts, 1);
  const [prefix, kind] = [parts.take(5), parts.take(7)];
  return shown(text, [prefix, lookup(nameKinds, kind) ?? kind, ...parts.takeTimes(10, 12, 13), ...parts.rest()]);
}

/** "DOE, JANE M Jr, MD" from the components that begin with the family name. */
function nameText(parts: Components, first: number): string {
  const family = parts.takeFirst(first);
  const given = joined(
    [1, 2, 3].map((offset) => parts.take(first + offset)),
    ' ',
  );
  return joined([family, given, parts.take(first + 5)], ', ');
}

/** XCN: a name with an id, whose authority and type follow the name. */
function personShown(parts: Components): Shown {
  const text = nameText(parts, 2);
  const [prefix, kind] = [parts.take(6), parts.take(10)];
  const idKind = parts.take(13);
  const id = joined([lookup(idKinds, idKind) ?? idKind, parts.take(1)], ' ');
  return shown(text, [
    id,
    prefix,
    lookup(nameKinds, kind) ?? kind,
    ...parts.takeTimes(15, 17, 19, 20),
    ...parts.rest(),
  ]);
}

/** NDL: a person as subcomponents, from when to when, and where. */
function performerShown(parts: Components): Shown {
  const person = personShown(parts.inner(1));
  return shown(person.text, [...person.more, ...parts.takeTimes(2, 3), ...parts.rest()]);
}

const onlyPhone = /^[\d\s().+/-]*(?:(?:ext?\.?|x)\s*\d{1,5})?$/i;

/** A number in US format; one with words in it as sent. */
const phoneText = (text: string) => (onlyPhone.test(text) ? formatPhone(text) || text : text);

/** XTN: an email address or number, with its use. */
function phoneShown(parts: Components): Shown {
  const [number, use, equipment, email] = [parts.take(1), parts.take(2), parts.take(3), parts.take(4)];
  const [country, areaAndLocal, extension] = [parts.take(5), parts.take(6) + parts.take(7), parts.take(8)];
  const numbers = [
    phoneText(number),
    phoneText(joined([areaAndLocal, extension && `x${extension}`], ' ')),
    phoneText(parts.take(12)),
  ].filter(Boolean);
  const kinds = [equipment, use].filter(Boolean).map((code) => lookup(phoneKinds, code) ?? code);
  const more = [
    country === '1' ? '' : country && `country ${country}`,
    ...kinds.filter((kind) => kind !== 'phone'),
    ...parts.takeTimes(13, 14),
    ...parts.rest(),
  ];
  return shown('', email.includes('@') ? [email, ...numbers, ...more] : [...numbers, email, ...more]);
}

/** XAD: street, place, country; its use. */
function addressShown(parts: Components): Shown {
  const [address1, address2, city, state] = [1, 2, 3, 4].map((at) => parts.take(at)) as [
    string,
    string,
    string,
    string,
  ];
  const zipcode = formatZip(parts.take(5));
  const text = joined([addressLine({ address1, address2, city, state, zipcode }) ?? '', parts.take(6)], ', ');
  const kind = parts.take(7);
  return shown(text, [lookup(addressKinds, kind) ?? kind, ...parts.takeTimes(12, 13, 14), ...parts.rest()]);
}

/** CX: the id with its kind. */
function idShown(parts: Components): Shown {
  const [id, kind] = [parts.take(1), parts.take(5)];
  return shown(kind === 'SS' ? formatSsn(id) : id, [
    lookup(idKinds, kind) ?? kind,
    ...parts.takeTimes(7, 8),
    ...parts.rest(),
  ]);
}

/** TQ: quantity, interval, duration, start, end and priority. */
function timingShown(parts: Components): Shown {
  const [often, times] = [[1, 2, 3].map((number) => parts.take(number)), parts.takeTimes(4, 5)];
  return shown(joined([...often, joined(times, ' – '), ...parts.rest()], ' · '), []);
}

/** PL: from the ward to the building. */
function placeShown(parts: Components): Shown {
  const named = (number: number, word: string) => {
    const text = parts.takeFirst(number);
    return text === '' || text.toLowerCase().includes(word) ? text : `${word} ${text}`;
  };
  const ward = parts.takeFirst(1);
  const inside = [named(2, 'room'), named(3, 'bed'), named(8, 'floor'), parts.takeFirst(7), parts.takeFirst(4)];
  return shown(joined([ward, ...inside], ', '), parts.rest());
}

/** CQ, SN and MO: an amount with its unit, a comparison or a ratio. */
function quantityShown(parts: Components): Shown {
  const [amount, unit] = [parts.take(1), parts.takeFirst(2) || parts.take(2)];
  return shown(joined([amount, unit, parts.take(3), parts.take(4)], ' '), parts.rest());
}

const formats = {
  address: addressShown,
  code: codeShown,
  entity: (parts: Components) => shown(parts.take(1), parts.rest()),
  id: idShown,
  list: (parts: Components) => shown(parts.rest().join(' · '), []),
  name: nameShown,
  organization: (parts: Components) => shown(parts.take(1), parts.rest()),
  performer: performerShown,
  person: personShown,
  phone: phoneShown,
  place: placeShown,
  quantity: quantityShown,
  ssn: (parts: Components) => shown(formatSsn(parts.take(1)), parts.rest()),
  time: (parts: Components) => shown(joined(parts.takeTimes(1), ' '), parts.rest()),
  timeRange: (parts: Components) =>
    shown(
      joined(
        [parts.take(1), parts.take(2)].map((value) => hl7Time(value)),
        ' – ',
      ),
      parts.rest(),
    ),
  timing: timingShown,
  unit: unitShown,
};
