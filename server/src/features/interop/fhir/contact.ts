import { foreignPhoneOf, formatPhone, phoneDigits as storedPhone } from '@careloop/contracts/fields';
import { formatZip } from '@careloop/contracts/fields/address';

import { restoreZip, stateCodeOf } from '../../../core/geography/usAddress.ts';
import { coordinatesOfZip } from '../../../core/geography/zipCoordinates.ts';
import { millisecondsOf } from './dates.ts';

import type { Coordinates } from '../../../core/geography/zipCoordinates.ts';
import type { Address, ContactPoint, HumanName } from './datatypes.ts';

export interface PersonName {
  first_name: string;
  middle_name: string | null;
  last_name: string;
}

const nameUses = ['official', 'usual', null, 'nickname', 'temp', 'anonymous', 'maiden', 'old'];

/** The name in use now, exactly as written; null if there is none. */
export function currentName(names: readonly HumanName[]): HumanName | null {
  const written = names.filter((name) => name.family !== null || name.text !== null || name.given.some(Boolean));
  const rank = (name: HumanName) => nameUses.indexOf(name.use) + (isOver(name.period) ? nameUses.length : 0);
  return written.toSorted((one, other) => rank(one) - rank(other))[0] ?? null;
}

/** Whether a given name is not a program's placeholder for an empty value. Only lower case `null` is one as a first name. */
const isName = (given: string, index: number): boolean =>
  index === 0 ? given !== 'null' : !/^(?:null|undefined|none|n\/a|nmn|nmi)$/i.test(given);

/** Empty columns if the record has no name. */
export function personName(name: HumanName | null): PersonName {
  if (name === null) return { first_name: '', middle_name: null, last_name: '' };
  const [first, ...others] = name.given.filter((given) => given !== null).filter(isName);
  const isTextAlone = name.family === null && first === undefined;
  return {
    first_name: first ?? '',
    middle_name: others.join(' ') || null,
    last_name: name.family ?? (isTextAlone ? (name.text ?? '') : ''),
  };
}

function isOver(period: { end: string | null } | null | undefined): boolean {
  return period?.end ? millisecondsOf(period.end) < Date.now() : false;
}

/** Phone numbers or addresses of one system that are still in use, preferred ones first. */
export function contactsOf(telecom: readonly ContactPoint[], system: string): ContactPoint[] {
  return telecom
    .filter((contact) => contact.system === system && contact.value !== null)
    .filter((contact) => contact.use !== 'old' && !isOver(contact.period))
    .toSorted((one, other) => (one.rank ?? Infinity) - (other.rank ?? Infinity) || 0);
}

/** The number for the given use, or else any; digits, with `x` before an extension. */
export function phoneOf(telecom: readonly ContactPoint[], system: 'phone' | 'fax', use?: string): string | null {
  const contacts = contactsOf(telecom, system);
  const contact = contacts.find((item) => item.use === use) ?? contacts[0];
  return contact === undefined ? null : phoneDigits(contact.value);
}

const usNumber = /(?<![\d.-])(?:\+?1[\s.-]*)?\(?\d{3}\)?[\s.-]*\d{3}[\s.-]*\d{4}(?!\d)/;
const usDigits = (text: string) => text.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
/** Fewer digits are one number, perhaps with an extension. */
const twoNumbers = 17;

/**
 * Digits of a US number without its country code, with `x` before an extension; a foreign number keeps + and its country code.
 * Of two numbers, the first is returned.
 */
export function phoneDigits(value: string | null): string | null {
  const foreign = foreignPhoneOf(value ?? '');
  if (foreign !== null) return foreign;
  const [, main = '', extension] = /^(.*?)(?:\s*(?:ext\.?|x|#)\s*(\d{1,8}))?$/i.exec(value ?? '') ?? [];
  const digits = usDigits(main);
  if (digits === '') return null;
  const first = digits.length < twoNumbers ? undefined : usNumber.exec(main)?.[0];
  if (first !== undefined) return usDigits(first);
  // Marks an extension as the screens show it.
  return extension === undefined ? storedPhone(formatPhone(digits)) : `${digits}x${extension}`;
}

const DIRECT = 'http://hl7.org/fhir/us/core/StructureDefinition/us-core-direct';

/** The email address and the address for Direct secure messaging, which has the same syntax and is marked by an extension. */
export function emailsOf(telecom: readonly ContactPoint[]): { email: string | null; direct_email: string | null } {
  const contacts = contactsOf(telecom, 'email');
  const isDirect = (contact: ContactPoint) =>
    contact.extension.some((item) => item.url === DIRECT && item.valueBoolean === true);
  return {
    email: contacts.find((contact) => !isDirect(contact))?.value ?? null,
    direct_email: contacts.find(isDirect)?.value ?? null,
  };
}

export interface PostalAddress {
  address1: string | null;
  address2: string | null;
  city: string | null;
  state: string | null;
  zipcode: string | null;
}

const addressUses = ['home', 'work', null, 'billing', 'temp', 'old'];

/** The address in use now. */
export function currentAddress(addresses: readonly Address[]): Address | null {
  const rank = (item: Address) => addressUses.indexOf(item.use) + (isOver(item.period) ? addressUses.length : 0);
  return addresses.toSorted((one, other) => rank(one) - rank(other))[0] ?? null;
}

export function postalAddress(address: Address | null): PostalAddress {
  const [first, ...others] = address?.line.filter((line) => line !== null) ?? [];
  return {
    address1: first ?? (address?.city === null ? address.text : null),
    address2: others.join(', ') || null,
    city: address?.city ?? null,
    ...regionOf(address),
  };
}

const unitedStates = /^(?:us|usa|united states(?: of america)?)$/i;

/** Whether an address states a country other than the United States. */
export const isAbroad = (address: Address | null): boolean => {
  const country = address?.country?.trim() ?? '';
  return country !== '' && !unitedStates.test(country);
};

/** State and ZIP code. US ones are normalized, because forms and searches accept only codes and complete ZIP codes. */
function regionOf(address: Address | null): Pick<PostalAddress, 'state' | 'zipcode'> {
  const { state = null, postalCode = null, country = null } = address ?? {};
  const code = stateCodeOf(state);
  const isInUs = country === null ? code !== null : unitedStates.test(country.trim());
  if (!isInUs) return { state, zipcode: postalCode === null ? null : formatZip(postalCode) };
  const zipcode = postalCode === null || /^0+$/.test(postalCode) ? null : restoreZip(postalCode.trim());
  return { state: code ?? state, zipcode };
}

const GEOLOCATION = 'http://hl7.org/fhir/StructureDefinition/geolocation';

/** The coordinates of an address: its exact position if given, or else the center of its ZIP code. */
export function positionOf(address: Address | null): Partial<Coordinates> {
  const parts = address?.extension.find((item) => item.url === GEOLOCATION)?.extension ?? [];
  const part = (url: string) => parts.find((item) => item.url === url)?.valueDecimal;
  return exactly(part('latitude'), part('longitude')) ?? coordinatesOfZip(regionOf(address).zipcode) ?? {};
}

/** The position if both numbers are present and within range. */
export function exactly(latitude: number | null | undefined, longitude: number | null | undefined): Coordinates | null {
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return null;
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null;
  return { latitude, longitude };
}
