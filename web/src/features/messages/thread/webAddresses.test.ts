import { describe, expect, test } from 'vitest';
import { findWebAddresses } from './webAddresses.ts';

const written = (text: string) => findWebAddresses(text).map(({ start, end }) => text.slice(start, end));
const hrefs = (text: string) => findWebAddresses(text).map(({ href }) => href);

describe('addresses in a message', () => {
  test('end where the address does', () => {
    expect(written('See https://example.org/a?b=c#d, and http://example.org.')).toEqual([
      'https://example.org/a?b=c#d',
      'http://example.org',
    ]);
    expect(written('(see https://example.org/Knee_(joint)) or [https://example.org/x].')).toEqual([
      'https://example.org/Knee_(joint)',
      'https://example.org/x',
    ]);
    expect(written('“https://example.org/a”…\nHTTPS://Example.org:8443/B!?')).toEqual([
      'https://example.org/a',
      'HTTPS://Example.org:8443/B',
    ]);
    expect(written('https://example.org/пациент/東京。次')).toEqual(['https://example.org/пациент/東京。次']);
    expect(hrefs('https://Example.org/a b')).toEqual(['https://example.org/a']);
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'ftp://example.org',
    'file:///etc/passwd',
    '//example.org',
    'www.example.org',
    'xhttps://example.org',
    'https://',
    'https://)',
    'https:///example.org',
    'http:example.org',
  ])('%s is none', (text) => {
    expect(findWebAddresses(text)).toEqual([]);
  });

  test.each([
    ['a user name before the host', 'https://example.org@evil.example/'],
    ['a user name and a password', 'https://example.org:443@evil.example/'],
    ['an empty user name', 'https://@evil.example/'],
    ['letters of another alphabet', 'https://аpple.example/'],
    ['wide letters', 'https://ｅxample.org/'],
    ['an encoded place', 'https://ex%61mple.org/'],
    ['a number that is a place', 'http://2130706433/'],
    ['a number in base sixteen', 'http://0x7f.1/'],
    ['a dot of another alphabet', 'https://example。org/'],
  ])('%s makes it none', (_, text) => {
    expect(findWebAddresses(text)).toEqual([]);
  });

  test('contain no invisible characters and no backslash', () => {
    const invisible = [
      '\u202e',
      '\u2066',
      '\u200b',
      '\u200d',
      '\u00ad',
      '\u2060',
      '\ufeff',
      '\u034f',
      '\u3164',
      '\u0000',
    ];
    for (const character of [...invisible, '\\', '\u00a0', '"', '<']) {
      expect(written(`https://example.org/a${character}b.evil.example`)).toEqual(['https://example.org/a']);
      expect(written(`https://example${character}.org/`)).toEqual(['https://example']);
    }
  });

  test('are found quickly in a message full of them or of near misses', () => {
    expect(findWebAddresses('https://'.repeat(1250))).toHaveLength(0);
    expect(findWebAddresses(`https://example.org/${'('.repeat(4900)}${')'.repeat(4900)}`)).toHaveLength(1);
    for (const character of ['.', ')']) {
      expect(findWebAddresses(`https://example.org/${character.repeat(9900)}`)).toEqual([
        { start: 0, end: 20, href: 'https://example.org/' },
      ]);
    }
  });
});
