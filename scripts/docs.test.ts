import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { Access } from '@careloop/contracts/access';
import { realtimeEvents } from '@careloop/contracts/realtime';
import { describe, expect, test } from 'vitest';

import { readRepository } from './repositoryFiles.ts';

const root = path.join(import.meta.dirname, '..');
const docs = readRepository().filter(({ name }) => name.endsWith('.md'));
const read = (name: string) => readFileSync(path.join(root, name), 'utf8');

describe('the docs', () => {
  test('link only to existing files', () => {
    const links = docs.flatMap(({ name, text }) =>
      [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link = '']) => ({ name, link })),
    );
    expect(links.filter(({ name, link }) => !existsSync(path.join(root, path.dirname(name), link)))).toEqual([]);
    expect(links.length).toBeGreaterThan(50);
  });

  test('cited in code exist', () => {
    const cites = readRepository().flatMap(({ name, text }) =>
      [...text.matchAll(/\bdocs\/(?:domain|decisions)\/[\w-]+\.md/g)].map(([page]) => ({ name, page })),
    );
    expect(cites.filter(({ page }) => !existsSync(path.join(root, page)))).toEqual([]);
    expect(cites.length).toBeGreaterThan(50);
  });

  test('of the domains name only existing files, and every feature', () => {
    const pages = docs.filter(({ name }) => name.startsWith('docs/domain/'));
    const files = pages.flatMap(({ name, text }) =>
      [...text.matchAll(/`((?:contracts|server|web)\/[\w./-]+)`/g)].map(([, file = '']) => ({ name, file })),
    );
    expect(files.filter(({ file }) => !existsSync(path.join(root, file)))).toEqual([]);
    const features = readdirSync(path.join(root, 'server/src/features'), { withFileTypes: true });
    const named = new Set(files.map(({ file }) => file));
    const missing = features.filter((entry) => entry.isDirectory() && !named.has(`server/src/features/${entry.name}`));
    expect(missing.map(({ name }) => name)).toEqual([]);
  });

  test('name every realtime event with the permissions it requires', () => {
    const rows = [...read('docs/domain/realtime.md').matchAll(/^\| `(\w+Event)`\s+\|[^|]+\| ([^|]+?)\s+\|$/gm)];
    const stated = Object.fromEntries(rows.map(([, event = '', requires]) => [event, requires]));
    const required = Object.entries(realtimeEvents).map(([event, { access }]) => [event, requirementOf(access)]);
    expect(stated).toEqual(Object.fromEntries(required));
  });

  test('name every environment variable in configuration.md', () => {
    const sources = ['config.ts', 'sendingConfig.ts', 'ehrConfig.ts'].map((name) => read(`server/src/config/${name}`));
    const variables = [...sources.join('\n').matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name = '']) => name);
    const page = read('docs/configuration.md');
    expect(variables.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
    expect(variables.length).toBeGreaterThan(50);
  });

  test('cite docs/domain, not a specification outside the repository', () => {
    const files = readRepository().filter(({ name }) => name !== 'scripts/docs.test.ts');
    const cites = files.flatMap(({ name, text }) =>
      text
        .split('\n')
        .filter((line) => /\b(?:the specification\b|specification \d)/i.test(line))
        .map((line) => `${name}: ${line.trim()}`),
    );
    expect(cites).toEqual([]);
  });

  test('number each decision uniquely, in file name and heading', () => {
    const names = readdirSync(path.join(root, 'docs/decisions')).toSorted();
    expect(names.map((name) => name.slice(0, 3))).toEqual(upTo(names.length).map((at) => String(at).padStart(3, '0')));
    const misnamed = names.filter((name) => !read(`docs/decisions/${name}`).startsWith(`# ${name.slice(0, 3)} `));
    expect(misnamed).toEqual([]);
  });

  test('security.md names only existing files', () => {
    const text = read('docs/security.md');
    const files = [...text.matchAll(/`([\w-]+(?:\/[\w.-]+)*(?:\.\w+)?)`/g)].map((match) => match[1] ?? '');
    const paths = files.filter((file) => file.includes('/') || /\.(?:test\.)?tsx?$/.test(file));
    const missing = paths.filter(
      (file) =>
        !existsSync(path.join(root, file)) &&
        !existsSync(path.join(root, 'server/src', file)) &&
        !existsSync(path.join(root, 'server/src/features/session', file)),
    );
    expect(missing).toEqual([]);
    expect(paths.length).toBeGreaterThan(100);
  });

  /** Numbers of the level 1 and 2 requirements in each section of ASVS 5.0.0. */
  const sections: Record<string, number[]> = {
    '1.1': upTo(2),
    '1.2': upTo(9),
    '1.3': upTo(11),
    '1.4': upTo(3),
    '1.5': upTo(2),
    '2.1': upTo(3),
    '2.2': upTo(3),
    '2.3': upTo(4),
    '2.4': upTo(1),
    '3.2': upTo(2),
    '3.3': upTo(4),
    '3.4': upTo(6),
    '3.5': upTo(5),
    '3.7': upTo(2),
    '4.1': upTo(3),
    '4.2': upTo(1),
    '4.3': upTo(2),
    '4.4': upTo(4),
    '5.1': upTo(1),
    '5.2': upTo(3),
    '5.3': upTo(2),
    '5.4': upTo(3),
    '6.1': upTo(3),
    '6.2': upTo(12),
    '6.3': upTo(4),
    '6.4': upTo(4),
    '6.5': upTo(5),
    '6.6': upTo(3),
    '6.8': upTo(4),
    '7.1': upTo(3),
    '7.2': upTo(4),
    '7.3': upTo(2),
    '7.4': upTo(5),
    '7.5': upTo(2),
    '7.6': upTo(2),
    '8.1': upTo(2),
    '8.2': upTo(3),
    '8.3': upTo(1),
    '8.4': upTo(1),
    '9.1': upTo(3),
    '9.2': upTo(4),
    '10.1': upTo(2),
    '10.2': upTo(2),
    '10.3': upTo(4),
    '10.4': upTo(11),
    '10.5': upTo(5),
    '10.6': upTo(2),
    '10.7': upTo(3),
    '11.1': upTo(2),
    '11.2': upTo(3),
    '11.3': upTo(3),
    '11.4': upTo(4),
    '11.5': upTo(1),
    '11.6': upTo(1),
    '12.1': upTo(3),
    '12.2': upTo(2),
    '12.3': upTo(4),
    '13.1': upTo(1),
    '13.2': upTo(5),
    '13.3': upTo(2),
    '13.4': upTo(5),
    '14.1': upTo(2),
    '14.2': upTo(4),
    '14.3': upTo(3),
    '15.1': upTo(3),
    '15.2': upTo(3),
    '15.3': upTo(7),
    '16.1': upTo(1),
    '16.2': upTo(5),
    '16.3': upTo(4),
    '16.4': upTo(3),
    '16.5': upTo(3),
    '17.1': upTo(1),
    '17.2': upTo(4),
    '17.3': upTo(2),
  };

  test('security.md covers every requirement of ASVS 5.0.0, levels 1 and 2', () => {
    const list = read('docs/security.md').split('## OWASP ASVS')[1]?.split('## 45 CFR')[0] ?? '';
    const said = new Set<string>();
    for (const [, section = '', first = '', last] of list.matchAll(/\b(\d{1,2}\.\d)\.(\d{1,2})(?:–(\d{1,2}))?/g)) {
      for (let number = Number(first); number <= Number(last ?? first); number += 1) said.add(`${section}.${number}`);
    }
    const asked = Object.entries(sections).flatMap(([section, numbers]) =>
      numbers.map((number) => `${section}.${number}`),
    );
    expect(asked.filter((requirement) => !said.has(requirement))).toEqual([]);
  });
});

/** How the page of the events states an access. */
function requirementOf(access: Access): string {
  if (access.kind !== 'permissions') return 'a session';
  return access.permissions.map((permission) => `\`${permission}\``).join(' and ');
}

function upTo(last: number): number[] {
  return Array.from({ length: last }, (_empty, index) => index + 1);
}
