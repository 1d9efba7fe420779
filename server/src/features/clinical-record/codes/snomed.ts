import { readdir } from 'node:fs/promises';
import path from 'node:path';

import type { CodeSubject } from '@careloop/contracts/clinical-record/codes';

import { readLines } from '../../../platform/files/lines.ts';
import type { CodeAdapter } from './code.ts';

const fullySpecifiedName = '900000000000003001';

/** By the semantic tag at the end of a fully specified name. */
const subjectsOf: Readonly<Record<string, CodeSubject>> = {
  disorder: 'problem',
  finding: 'problem',
  situation: 'problem',
  substance: 'allergy',
  product: 'medication',
  'medicinal product': 'medication',
  'clinical drug': 'medication',
};

/** SNOMED CT, from the snapshots of descriptions and of concepts of one RF2 release, which stand in one folder. */
export const snomed: CodeAdapter = {
  codeSystem: 'snomed',
  fileName: /^x?sct2_(Description|Concept)_Snapshot.*\.txt(\.gz)?$/i,
  async *read(file) {
    const active = new Set<string>();
    for await (const row of rowsOf(await findBeside(file, 'Concept'), ['id', 'active']))
      if (row.active === '1') active.add(row.id);
    const names = rowsOf(await findBeside(file, 'Description'), ['active', 'conceptId', 'typeId', 'term']);
    for await (const { active: isActive, conceptId, typeId, term } of names) {
      if (isActive !== '1' || typeId !== fullySpecifiedName || !active.has(conceptId)) continue;
      const { name, tag } = /^(?<name>.+) \((?<tag>[^()]+)\)$/.exec(term)?.groups ?? {};
      const subject = subjectsOf[tag ?? ''];
      if (name !== undefined && subject !== undefined)
        yield { code: conceptId, description: name, subjects: [subject] };
    }
  },
};

/** The file of this kind in the same folder. A release has one of each, in several languages of descriptions. */
async function findBeside(file: string, kind: 'Concept' | 'Description'): Promise<string> {
  const pattern = new RegExp(`^x?sct2_${kind}_Snapshot`, 'i');
  const folder = path.dirname(file);
  if (pattern.test(path.basename(file))) return file;
  const [found, other] = (await readdir(folder)).filter((name) => pattern.test(name)).toSorted();
  if (found === undefined) throw new Error(`There is no sct2_${kind}_Snapshot file beside it`);
  if (other !== undefined) throw new Error(`There are several sct2_${kind}_Snapshot files beside it`);
  return path.join(folder, found);
}

/** Rows of a tab-separated file with a header, by the names of its columns. */
async function* rowsOf<Name extends string>(
  file: string,
  names: readonly Name[],
): AsyncGenerator<Record<Name, string>> {
  let positions: number[] | undefined;
  for await (const { text, number, isCut } of readLines(file)) {
    if (isCut) throw new Error(`${path.basename(file)} ends in the middle of line ${number}`);
    const cells = text.split('\t');
    if (positions === undefined) {
      positions = names.map((name) => cells.indexOf(name));
      const missing = names.filter((_, index) => positions?.[index] === -1);
      if (missing.length > 0) throw new Error(`${path.basename(file)} has no column ${missing.join(', ')}`);
      continue;
    }
    const at = positions.map((position) => cells[position] ?? '');
    yield Object.fromEntries(names.map((name, index) => [name, at[index] ?? ''])) as Record<Name, string>;
  }
}
