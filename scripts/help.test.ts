import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

import { readRepository } from './repositoryFiles.ts';
import { helpPages } from '../web/src/features/help/helpPages.ts';

const root = path.join(import.meta.dirname, '..');
const folder = path.join(root, 'docs/help');
const read = (page: string) => readFileSync(path.join(folder, `${page}.md`), 'utf8');

/** What the portal shows, as far as it is written in the code. */
const shown = readRepository()
  .filter(({ name }) => /^(?:web|contracts)\/src\/(?!features\/help\/)(?!.*\.test\.).*\.tsx?$/.test(name))
  .map(({ text }) => text)
  .join('\n');

describe('the help pages', () => {
  test('are the files of docs/help, under their own titles', () => {
    expect(helpPages.map(({ page }) => `${page}.md`).toSorted()).toEqual(readdirSync(folder).toSorted());
    for (const { page, title } of helpPages) expect(read(page).split('\n', 1)[0]).toBe(`# ${title}`);
  });

  test('name buttons, screens and fields as the portal does', () => {
    const named = helpPages.flatMap(({ page }) =>
      [...read(page).matchAll(/\*\*([^*]+)\*\*/g)].map(([, label = '']) => ({ page, label })),
    );
    // As a whole text: between quotes, tags, or alone on its line.
    const isShown = (label: string) =>
      new RegExp(`(?:['"\`>]|^\\s*)${label.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?=['"\`<{]|\\s*$)`, 'm').test(
        shown,
      );
    expect(named.length).toBeGreaterThan(60);
    expect(named.filter(({ label }) => !isShown(label))).toEqual([]);
  });

  test('link to pages that exist', () => {
    for (const { page } of helpPages) {
      for (const [, linked = ''] of read(page).matchAll(/\]\(([^)]+)\)/g)) {
        expect(helpPages.map((one) => `${one.page}.md`)).toContain(linked);
      }
    }
  });

  test('explain screens that exist', () => {
    for (const screen of helpPages.flatMap(({ screens }): readonly string[] => screens)) {
      expect(shown).toContain(`path: '${screen.replace(':id', '$patientId')}`);
    }
  });
});
