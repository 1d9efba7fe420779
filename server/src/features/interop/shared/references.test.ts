import { describe, expect, test } from 'vitest';

import { NPI_SYSTEM, Naming, SSN_SYSTEM, identifierKey, isLasting, partsOf, primaryKey } from './references.ts';

import type { Reference } from '../fhir/datatypes.ts';
import type { SourceResource } from '../fhir/source.ts';

const naming = new Naming('fhir');

function refOf(reference: string): string[] | undefined {
  const given: Reference = { reference, type: null, display: null };
  return naming.refOf(given, 'Patient', 'Location')?.candidates.filter(isLasting);
}

function source(changes: Partial<SourceResource>): SourceResource {
  return { type: 'Location', id: null, fullUrl: null, ifNoneExist: null, json: {}, line: null, ...changes };
}

const key = (type: string, system: string, value: string) => `${type}\t${system}\t${value}`;

describe('a reference', () => {
  test.each([
    ['Patient/17', [key('Patient', 'fhir', '17')]],
    ['Patient/17/_history/3', [key('Patient', 'fhir', '17')]],
    ['https://server.example/fhir/Patient/17', [key('Patient', 'fhir', '17')]],
    ['urn:uuid:0f3a', [key('Patient', 'fhir', '0f3a'), key('Location', 'fhir', '0f3a')]],
    ['Location?identifier=http://a.example|x', [key('Location', 'http://a.example', 'x')]],
    ['Location?identifier=http%3A%2F%2Fa.example%7Cx%2B1+2', [key('Location', 'http://a.example', 'x+1+2')]],
    ['Patient?_id=17', [key('Patient', 'fhir', '17')]],
    // Searches that may find several records, other types, and contained resources have no candidates.
    ['Patient?name=Ada', []],
    ['Patient?identifier=x', []],
    ['Patient?identifier=a|b&active=true', []],
    ['Practitioner/17', []],
    ['Practitioner?identifier=a|b', []],
    ['#contained', []],
    ['%', []],
  ])('%s', (reference, candidates) => expect(refOf(reference)).toEqual(candidates));

  test('may have an identifier or only a display', () => {
    const identifier = { use: null, system: 'http://a.example', value: 'x' };
    const logical = naming.refOf({ reference: null, type: null, display: 'There', identifier }, 'Location');
    expect(logical?.candidates).toEqual([key('Location', 'http://a.example', 'x')]);
    expect(naming.refOf({ reference: null, type: null, display: 'There' }, 'Location')).toBeNull();
    expect(naming.refOf(undefined, 'Location')).toBeNull();
  });

  test('has the same key as its target, within its file and across files', () => {
    const full = source({ id: '7', fullUrl: 'urn:uuid:7' });
    const own = naming.keysOf(full);
    const ref = naming.refOf({ reference: 'urn:uuid:7', type: null, display: null }, 'Location');
    expect(ref?.candidates.every((candidate) => own.includes(candidate))).toBe(true);
  });
});

describe('the keys of a record', () => {
  test('start with its id, followed by its identifiers and the ifNoneExist search', () => {
    const identifiers = [
      { use: null, system: 'http://a.example', value: 'x' },
      { use: null, system: null, value: 'no system' },
    ];
    const keys = naming.keysOf(source({ id: '7', ifNoneExist: 'identifier=http://a.example|y' }), identifiers);
    expect(keys).toEqual([
      key('Location', 'fhir', '7'),
      key('Location', 'http://a.example', 'x'),
      key('Location', 'http://a.example', 'y'),
    ]);
    expect(primaryKey(keys)).toBe(keys[0]);
  });

  test('are a digest of its content if it has no id, so that equal content is one record', () => {
    const [one] = naming.keysOf(source({ json: { name: 'A' } }));
    const [same] = naming.keysOf(source({ json: { name: 'A' }, line: 4 }));
    const [other] = naming.keysOf(source({ json: { name: 'B' } }));
    expect(one).toBe(same);
    expect(one).not.toBe(other);
  });

  test('are the same for every alias of a well-known system', () => {
    expect(partsOf(identifierKey('Patient', 'urn:oid:2.16.840.1.113883.4.1', '412-55-0199'))).toEqual({
      type: 'Patient',
      system: SSN_SYSTEM,
      value: '412550199',
    });
    expect(partsOf(identifierKey('Practitioner', 'urn:oid:2.16.840.1.113883.4.6', '1234567893')).system).toBe(
      NPI_SYSTEM,
    );
    // Other texts are not stripped to digits, so that "N/A" and "none" stay different.
    expect(partsOf(identifierKey('Practitioner', NPI_SYSTEM, 'N/A')).value).toBe('N/A');
  });
});
