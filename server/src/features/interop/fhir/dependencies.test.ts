import { describe, expect, test } from 'vitest';

import { dependenciesOf, inOrderOfNeed } from './dependencies.ts';

const item = (name: string, needs: string[] = []) => ({ name, provides: new Set([name]), needs: new Set(needs) });
const order = (...items: ReturnType<typeof item>[]) => inOrderOfNeed(items).map(({ name }) => name);

describe('inOrderOfNeed', () => {
  test('keeps the order without dependencies, and puts providers first', () => {
    expect(order(item('a'), item('b'), item('c'))).toEqual(['a', 'b', 'c']);
    expect(order(item('a', ['c']), item('b'), item('c', ['d']), item('d'))).toEqual(['d', 'c', 'a', 'b']);
    expect(order(item('a', ['elsewhere']))).toEqual(['a']);
  });

  test('handles a cycle', () => {
    expect(order(item('a', ['b']), item('b', ['c']), item('c', ['a']))).toEqual(['c', 'b', 'a']);
    expect(order(item('a', ['a']))).toEqual(['a']);
  });

  test('handles a chain of any length', () => {
    const chain = Array.from({ length: 20_000 }, (_, index) => item(`${index}`, [`${index + 1}`]));
    expect(inOrderOfNeed(chain)[0]?.name).toBe('19999');
  });
});

test('dependenciesOf finds references at any depth, and leaves out targets inside the bundle', () => {
  const source = { fullUrl: null, ifNoneExist: null, line: null };
  const resources = [
    {
      ...source,
      type: 'Encounter',
      id: 'e',
      json: {
        subject: { reference: 'Patient/p' },
        participant: [{ individual: { identifier: { system: 's', value: 'v' } } }],
        location: [{ location: { reference: 'Location?identifier=s|l' } }],
      },
    },
    { ...source, type: 'Patient', id: 'p', json: {} },
    { ...source, type: 'ServiceRequest', id: 'o', json: { subject: { reference: 'Patient/not-kept' } } },
    { ...source, type: 'Location', id: 'l', json: { identifier: [{ system: 's', value: 'own' }, null, 'x'] } },
  ];
  const { provides, needs } = dependenciesOf(resources);
  expect([...needs].toSorted()).toEqual(['Location?identifier=s|l', 's|v']);
  expect([...provides].toSorted()).toEqual([
    'Encounter/e',
    'Location/l',
    'Location?identifier=s|own',
    'Patient/p',
    's|own',
  ]);
});
