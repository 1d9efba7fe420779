import { describe, expect, it } from 'vitest';
import { formatJson, formatTexts as texts, imageProblem, jsonProblem, linesOf, urlProblem } from './formats.ts';

describe('a URL', () => {
  it.each(['https://example.org', 'http://localhost:3000/a?b=c#d', 'HTTPS://clinic.example.org/map'])(
    'may be %s',
    (value) => expect(urlProblem(value)).toBeNull(),
  );
  it.each(['example.org', 'https://', 'https:///path', 'ftp://example.org', 'javascript:alert(1)', 'https://a b.org'])(
    'is not %s',
    (value) => expect(urlProblem(value)).toBe(texts.url),
  );
  it('has at most 300 characters', () => {
    const ofLength = (length: number) => 'https://example.org/'.padEnd(length, 'a');
    expect([urlProblem(ofLength(300)), urlProblem(ofLength(301))]).toEqual([null, 'URL cannot exceed 300 characters']);
  });
});

describe('JSON', () => {
  it.each(['{"a":[1,null]}', '"text"', '0', 'null'])('may be %s', (value) => expect(jsonProblem(value)).toBeNull());
  it.each(['{a:1}', '', '[1,]', 'undefined'])('is not %j', (value) => expect(jsonProblem(value)).toBe(texts.json));
  it('is formatted only if it is valid', () => {
    expect(formatJson('{"a":1}')).toBe('{\n  "a": 1\n}');
    expect(formatJson('{a')).toBe('{a');
    expect(formatJson(' ')).toBe(' ');
  });
});

it('drops blank lines of a list', () => {
  expect(linesOf(' one \n\n  \r\ntwo\n')).toEqual(['one', 'two']);
  expect(linesOf('')).toEqual([]);
});

describe('a picture', () => {
  it.each(['a.jpg', 'a.JPEG', 'a.b.png', 'a.webp'])('may be %s', (name) =>
    expect(imageProblem({ name, size: 2_000_000 }, 2_000_000)).toBeNull(),
  );
  it.each([
    ['a.gif', 1, texts.imageType],
    ['png', 1, texts.imageType],
    ['a.svg', 1, texts.imageType],
    ['a.png', 2_000_001, 'The picture must not be larger than 2 MB'],
  ])('is not %s of %d bytes', (name, size, message) => expect(imageProblem({ name, size }, 2_000_000)).toBe(message));
});
