import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { sample } from '../../../test/samples.ts';
import { coordinatesOfZip, milesBetween } from './zipCoordinates.ts';

const boston = { latitude: 42.363651, longitude: -71.066888 };

describe('coordinatesOfZip', () => {
  it('accepts five or nine digits, with or without a dash', () => {
    expect(coordinatesOfZip('02114')).toEqual(boston);
    expect(coordinatesOfZip('02114-1234')).toEqual(boston);
    expect(coordinatesOfZip(' 021141234 ')).toEqual(boston);
  });

  it('knows ZIP codes of post-office boxes, which have no area', () => {
    expect(milesBetween(coordinatesOfZip('02205') ?? fail('02205'), boston)).toBeLessThan(5);
  });

  it.each(['', '2114', 'M5V 2T6', 'abcde', '00000', '021140', null, undefined, '__proto__'])('knows no %s', (zip) => {
    expect(coordinatesOfZip(zip)).toBeNull();
  });
});

describe('milesBetween', () => {
  it('is 0 for the same place, and at most half the circumference', () => {
    expect(milesBetween(boston, boston)).toBe(0);
    const antipode = { latitude: -boston.latitude, longitude: boston.longitude + 180 };
    expect(milesBetween(boston, antipode)).toBeCloseTo(Math.PI * 3958.7613, 3);
  });

  it('crosses the date line the short way', () => {
    const west = { latitude: 0, longitude: 179.5 };
    expect(milesBetween(west, { latitude: 0, longitude: -179.5 })).toBeCloseTo(69.09, 1);
  });
});

const referenceFile = sample('reference', 'zip_distance_reference.csv');
const publishedFile = sample('reference', 'zip_published_checks.json');

describe.skipIf(referenceFile === undefined)('reference distances', () => {
  const rows = readFileSync(referenceFile ?? '/dev/null', 'utf8')
    .trim()
    .split('\n')
    .slice(1);

  it.each(rows.map((row) => row.split(',')))('%s (%s, %s) to %s', (...columns) => {
    const [zipA = '', latitudeA, longitudeA, zipB = '', latitudeB, longitudeB, geodesic, haversine] = columns;
    const from = coordinatesOfZip(zipA);
    const to = coordinatesOfZip(zipB);
    expect(from).toEqual({ latitude: Number(latitudeA), longitude: Number(longitudeA) });
    expect(to).toEqual({ latitude: Number(latitudeB), longitude: Number(longitudeB) });
    const miles = milesBetween(from ?? fail(zipA), to ?? fail(zipB));
    expect(miles).toBeCloseTo(Number(haversine), 2);
    expect(Math.abs(miles / Number(geodesic) - 1)).toBeLessThan(0.006);
  });
});

interface PublishedCheck {
  zip?: string;
  lat?: number;
  lon?: number;
  a?: string;
  b?: string;
  miles_published?: number;
}

describe.skipIf(publishedFile === undefined)('published values', () => {
  const checks = JSON.parse(readFileSync(publishedFile ?? '/dev/null', 'utf8') || '[]') as PublishedCheck[];

  it.each(checks.filter((check) => check.zip !== undefined))(
    '$zip has the published coordinates',
    ({ zip, lat, lon }) => {
      const place = { latitude: lat ?? Number.NaN, longitude: lon ?? Number.NaN };
      expect(milesBetween(coordinatesOfZip(zip) ?? fail(zip), place)).toBeLessThan(2);
    },
  );

  it.each(checks.filter((check) => check.zip === undefined))('$a and $b have the published distance', (check) => {
    const { a, b, miles_published: published = 0 } = check;
    const miles = milesBetween(coordinatesOfZip(a) ?? fail(a), coordinatesOfZip(b) ?? fail(b));
    expect(Math.abs(miles / published - 1)).toBeLessThan(0.006);
  });
});

function fail(what: string | undefined): never {
  throw new Error(`${what} has no coordinates`);
}
