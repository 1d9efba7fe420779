import { existsSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, test } from 'vitest';

import { dueReferralStatuses, openReferralStatuses, voidReferralStatuses } from '../contracts/src/codes.ts';
import { openConsultationStatuses } from '../contracts/src/codes/consultations.ts';
import { findCircles, importsOf, readRepository } from './repositoryFiles.ts';

import type { Import, RepositoryFile } from './repositoryFiles.ts';

const files = readRepository();
const code = files.filter(({ name }) => /\.[cm]?[jt]sx?$/.test(name));
const imports = code.flatMap(importsOf);

/** Places that match a forbidden pattern, as file name and line. */
function findText(pattern: RegExp, among: RepositoryFile[] = files): string[] {
  return among.flatMap(({ name, text }) =>
    text.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${name}:${index + 1}: ${line.trim()}`] : [])),
  );
}

function describeImports(broken: Import[]): string[] {
  return broken.map(({ from, to }) => `${from} imports ${to}`);
}

/** The `<feature>` in `<root>/<feature>/file`. */
function featureOf(name: string, root: string): string | undefined {
  if (!name.startsWith(`${root}/`)) return undefined;
  const [feature, ...rest] = name.slice(root.length + 1).split('/');
  return rest.length > 0 ? feature : undefined;
}

/** Imports between features that do not lead to the other one's `shared/`. */
function importsOfOtherFeatures(root: string): Import[] {
  return imports.filter(({ from, to }) => {
    const [mine, theirs] = [featureOf(from, root), featureOf(to, root)];
    if (mine === undefined || theirs === undefined || mine === theirs) return false;
    return !to.startsWith(`${root}/${theirs}/shared/`);
  });
}

/**
 * Imports from a layer of `<workspace>/src` to one above it. Files outside all layers, such as the web routes, combine
 * them and are above all of them. Tests may start the whole product.
 */
function upwardImports(workspace: string, layersFromBelow: readonly string[]): Import[] {
  const layerOf = (name: string) =>
    layersFromBelow.indexOf(new RegExp(`^${workspace}/src/([\\w-]+)/`).exec(name)?.[1] ?? '');
  return imports.filter(({ from, to }) => {
    const [mine, theirs] = [layerOf(from), layerOf(to)];
    if (mine === -1 || !to.startsWith(`${workspace}/src/`) || from.includes('.test.')) return false;
    return theirs === -1 || theirs > mine;
  });
}

/** The calls of a function in a file, with their arguments. */
function callsOf(name: string, text: string): string[] {
  return [...text.matchAll(new RegExp(`\\b${name}\\(`, 'g'))].map(({ index }) => {
    let depth = 0;
    let end = index;
    do {
      end += 1;
      if (text[end] === '(') depth += 1;
      if (text[end] === ')') depth -= 1;
    } while (end < text.length && (depth > 0 || text[end] !== ')'));
    return text.slice(index, end + 1);
  });
}

describe('files', () => {
  /** All files except the rules themselves and files npm generates. */
  const written = files.filter(({ name }) => name !== 'scripts/repository.test.ts' && name !== 'package-lock.json');

  test('contain no TODO or FIXME', () => {
    expect(findText(/\b(?:TODO|FIXME|XXX)\b/, written)).toEqual([]);
  });

  test('contain no absolute paths of a developer machine', () => {
    expect(findText(/(?:^|[\s"'`(=:])\/(?:work|root|home\/\w+)\//, written)).toEqual([]);
  });

  test('suppress a rule only with a reason', () => {
    const suppressions = findText(/(?:oxlint|eslint)-disable|@ts-(?:expect-error|ignore|nocheck)/, written);
    expect(suppressions.filter((line) => !/ -- \S|@ts-expect-error \S/.test(line))).toEqual([]);
  });

  test('do not re-export from other modules', () => {
    expect(findText(/^export \* from/, code)).toEqual([]);
  });

  test('use named exports, except where a tool requires a default', () => {
    const wanted = /\.config\.[jt]s:|\/globalSetup\.ts:/;
    expect(findText(/^export default/, code).filter((line) => !wanted.test(line))).toEqual([]);
  });
});

describe('texts on the screen', () => {
  test('say that something goes on with three dots, as in "Saving..."', () => {
    const shown = code.filter(({ name }) => /^(?:web|contracts)\/src\//.test(name));
    expect(findText(/[A-Za-z]…/, shown)).toEqual([]);
  });
});

describe('server features', () => {
  const names = files.map(({ name }) => name).filter((name) => name.startsWith('server/src/'));

  test('select in queries.ts or, where there are several files, in queries/', () => {
    const otherNames = names.filter((name) => /\/\w+Quer(?:y|ies)\.ts$/.test(name));
    const folders = Map.groupBy(
      names.filter((name) => /\/queries\/\w+\.ts$/.test(name)),
      (name) => path.posix.dirname(name),
    );
    const inBothPlaces = [...folders.keys()].filter((folder) => names.includes(`${folder}.ts`));
    const needless = [...folders].filter(([, inside]) => inside.length === 1).map(([folder]) => folder);
    expect([...otherNames, ...inBothPlaces, ...needless]).toEqual([]);
    expect(folders.size).toBeGreaterThan(5);
  });

  test('keep the texts of emails in texts.ts', () => {
    const others = code.filter(({ name }) => name.startsWith('server/src/features/') && !name.endsWith('/texts.ts'));
    expect(findText(/\bDear \$|(?:noticeText|accountBody)\(/, others)).toEqual([]);
  });

  test('name a file that writes by what it does', () => {
    const root = 'server/src/features/';
    const features = code.filter(({ name }) => name.startsWith(root) && !/\.(?:test|probes)\.ts$/.test(name));
    const functions = features.flatMap(({ text }) => [...text.matchAll(/^(?:export )?(?:async )?function ([a-z]+)/gm)]);
    const verbs = new Set([...functions.map(([, verb]) => verb), 'enroll', 'rent', 'store', 'upload']);
    // Imports are divided by the kind of record they write.
    const writing = features.filter(
      ({ name, text }) =>
        !name.startsWith(`${root}interop/`) &&
        /\.(?:insertInto|updateTable|deleteFrom)\(|\binsert into |\bdelete from /.test(text),
    );
    const named = writing.map(({ name }) => ({ name, verb: /([a-z]+)\w*\.ts$/.exec(name)?.[1] ?? '' }));
    expect(named.filter(({ verb }) => !verbs.has(verb))).toEqual([]);
    expect(named.length).toBeGreaterThan(50);
  });
});

describe('screens', () => {
  // The two WCAG rules for which axe would have to read style sheets and media at each check.
  test('do not depend on the orientation, and play nothing', () => {
    const web = files.filter(({ name }) => name.startsWith('web/'));
    expect(findText(/\borientation\s*:\s*(?:portrait|landscape)|<(?:audio|video)\b|\bautoPlay\b/, web)).toEqual([]);
  });
});

describe('forms that ask before changes are lost', () => {
  const guards = /<FormDialog|\buseDirtyGuard\(|\buseDirtyDialog\(/;
  const guarded = code.filter(
    ({ name, text }) => name.startsWith('web/src/features/') && !name.includes('.test.') && guards.test(text),
  );

  test('go to another page by a call of the router, because Navigate leaves before the guard is released', () => {
    expect(guarded.length).toBeGreaterThan(50);
    expect(findText(/<Navigate\b(?!.* to="\.")/, guarded)).toEqual([]);
  });

  test('are released by each save that leaves the page: by `useCall` with the form, or by `releaseSaved`', () => {
    const saves = guarded.flatMap(({ name, text }) => callsOf('useCall', text).map((save) => ({ name, save })));
    expect(saves.length).toBeGreaterThan(50);
    const leaving = saves.filter(({ save }) => /\bnavigate\(|\bon(?:Sent|Added|Created)\b/.test(save));
    expect(leaving.filter(({ save }) => !/\bform\b/.test(save)).map(({ name }) => name)).toEqual([]);
    const sending = code.filter(
      ({ name, text }) =>
        name.startsWith('web/src/features/') && /\buseMutation\b/.test(text) && /UseFormReturn/.test(text),
    );
    expect(sending.filter(({ text }) => !text.includes('releaseSaved(')).map(({ name }) => name)).toEqual([]);
  });
});

describe('tests', () => {
  // Files share a worker: a mock would stay in every module that was loaded with it.
  test('mock no modules', () => {
    expect(findText(/\bvi\.(?:mock|doMock)\(/, code)).toEqual([]);
  });
});

describe('journeys', () => {
  // The lint rule covers Vitest tests only.
  test('have an expectation in every test', () => {
    const journeys = files.filter(({ name }) => name.startsWith('e2e/journeys/'));
    const tests = journeys.flatMap(({ name, text }) =>
      text.split(/^\s*test\(/m).flatMap((body, index) => (index === 0 ? [] : [{ name, body: body.split('\n});')[0] }])),
    );
    expect(tests.length).toBeGreaterThan(journeys.length);
    const empty = tests.filter(({ body }) => !/\bexpect\w*[(.]/.test(body ?? ''));
    expect(empty.map(({ name, body }) => `${name}: ${body?.split('\n')[0]}`)).toEqual([]);
  });
});

describe('migrations', () => {
  test('are named by timestamp', () => {
    const names = files.filter(({ name }) => name.startsWith('server/migrations/')).map(({ name }) => name);
    expect(names.filter((name) => !/\/\d{12}_[a-z0-9_]+\.sql$/.test(name))).toEqual([]);
  });
});

describe('imports', () => {
  test('of style sheets and other files the type check skips exist', () => {
    const root = path.join(import.meta.dirname, '..');
    const files = imports.filter(({ to }) => /\/[^/]+\.(?:css|svg|png|json)$/.test(to) && /^[a-z0-9]+\/src\//.test(to));
    expect(describeImports(files.filter(({ to }) => !existsSync(path.join(root, to))))).toEqual([]);
    expect(files.length).toBeGreaterThan(20);
  });

  test('contracts import only zod and each other', () => {
    const allowed = /^(?:contracts\/src\/|zod$|vitest$|node:)/;
    const broken = imports.filter(({ from, to }) => from.startsWith('contracts/src/') && !allowed.test(to));
    expect(describeImports(broken)).toEqual([]);
  });

  test('the bench imports nothing of the server', () => {
    const ofServer = /^(?:@careloop\/server|server)\//;
    const broken = imports.filter(({ from, to }) => from.startsWith('bench/') && ofServer.test(to));
    expect(describeImports(broken)).toEqual([]);
  });

  test('only server/src/platform/db and the bench baseline use the database driver', () => {
    const valueImport = /^import (?!type\b)[^;]*? from '(?:pg|pg-copy-streams)';/m;
    const users = code.filter(({ text }) => valueImport.test(text)).map(({ name }) => name);
    expect(users.filter((name) => !/^(?:server\/src\/platform\/db|bench)\//.test(name))).toEqual([]);
  });

  test('select lists are declared by a shape or Kysely, never as unchecked aliases', () => {
    const server = code.filter(({ name }) => name.startsWith('server/src/') && !name.endsWith('.test.ts'));
    const unchecked = findText(/ as "\w|json_build_object\(/, server).filter(
      (line) => !line.startsWith('server/src/platform/db/shape.ts:'),
    );
    expect(unchecked).toEqual([]);
  });

  test('SQL takes lists of statuses from the contracts', () => {
    const lists = [openReferralStatuses, dueReferralStatuses, voidReferralStatuses, openConsultationStatuses];
    const texts = lists.map((list) => `in (${list.map((status) => `'${status}'`).join(', ')})`);
    const server = code.filter(({ name }) => name.startsWith('server/src/') && !name.endsWith('.test.ts'));
    const repeated = server.filter(({ text }) => texts.some((list) => text.includes(list)));
    expect(repeated.map(({ name }) => name)).toEqual([]);
  });

  test('a server feature imports only the shared/ folder of another feature', () => {
    expect(describeImports(importsOfOtherFeatures('server/src/features'))).toEqual([]);
  });

  test('form no cycle, including type imports and import()', () => {
    const edges = imports.map(({ from, to }) => ({
      from,
      to: to.replace(/^@careloop\/(contracts|demo)\/(.+)$/, '$1/src/$2.ts').replace(/^@careloop\/(.+)$/, '$1.ts'),
    }));
    expect(findCircles(edges)).toEqual([]);
  });

  test('form no cycle between server features', () => {
    const root = 'server/src/features';
    const edges = imports.flatMap(({ from, to }) => {
      const [mine, theirs] = [featureOf(from, root), featureOf(to, root)];
      const isOwn = mine === undefined || theirs === undefined || mine === theirs || from.includes('.test.');
      return isOwn ? [] : [{ from: mine, to: theirs }];
    });
    expect(findCircles(edges)).toEqual([]);
  });

  test('a server layer imports only itself and lower layers', () => {
    expect(describeImports(upwardImports('server', ['config', 'platform', 'core', 'features', 'commands']))).toEqual(
      [],
    );
  });

  test('every contract with endpoints is listed by its feature', () => {
    const declares = /^export const \w+ = (?:get|post|redirect|upload|download)\(/m;
    const declared = files
      .filter(({ name }) => /^server\/src\/features\/[\w-]+\/feature\.ts$/.test(name))
      .map(({ text }) => text)
      .join('\n');
    const contracts = files.filter(({ name, text }) => name.startsWith('contracts/src/') && declares.test(text));
    const moduleOf = (name: string) => name.replace('contracts/src/', '@careloop/contracts/').replace('.ts', '');
    expect(contracts.map(({ name }) => moduleOf(name)).filter((module) => !declared.includes(`'${module}'`))).toEqual(
      [],
    );
  });

  test('a web feature imports only the shared/ folder of another feature', () => {
    expect(describeImports(importsOfOtherFeatures('web/src/features'))).toEqual([]);
  });

  test('every web feature declares itself in a feature.tsx that features/index.ts lists', () => {
    const root = 'web/src/features';
    const names = files.map(({ name }) => name).filter((name) => name.startsWith(`${root}/`));
    const listed = new Set(imports.filter(({ from }) => from === `${root}/index.ts`).map(({ to }) => to));
    // A folder that has nothing but shared/ only offers parts to other features.
    const folders = new Set(
      names.filter((name) => !name.includes('/shared/')).flatMap((name) => featureOf(name, root) ?? []),
    );
    const expected = [...folders].map((folder) => `${root}/${folder}/feature.tsx`);
    const declared = names.filter((name) => name.endsWith('/feature.tsx'));
    expect([...expected, ...declared].filter((name) => !listed.has(name))).toEqual([]);
    expect(folders.size).toBeGreaterThan(15);
  });

  test('a web layer imports only itself and lower layers', () => {
    const layers = ['lib', 'ui', 'api', 'session', 'components', 'shell', 'features'];
    expect(describeImports(upwardImports('web', layers))).toEqual([]);
  });

  test('the UI primitives import no router, no server code and no domain', () => {
    const foreign = /^(?:@tanstack\/|@careloop\/(?!contracts\/(?:fields(?:\/\w+)?|phone)$)|@microsoft\/signalr)/;
    const broken = imports.filter(({ from, to }) => from.startsWith('web/src/ui/') && foreign.test(to));
    expect(describeImports(broken)).toEqual([]);
  });

  test('browser code imports nothing from the server', () => {
    const broken = imports.filter(
      ({ from, to }) => from.startsWith('web/') && /^(?:server\/|@careloop\/(?!contracts\/)|node:)/.test(to),
    );
    expect(
      describeImports(broken).filter((line) => !/^web\/(?:vite\.(?:config|chunks)|postcss\.config)/.test(line)),
    ).toEqual([]);
  });
});

describe('package.json', () => {
  test('pins the version of every dependency', () => {
    const packages = files.filter(({ name }) => /(?:^|\/)package\.json$/.test(name));
    expect(findText(/": "\*"/, packages)).toEqual([]);
  });
});

describe('package-lock.json', () => {
  interface Locked {
    resolved?: string;
    optionalDependencies?: Record<string, string>;
  }
  const lock = files.find(({ name }) => name === 'package-lock.json');
  const { packages } = JSON.parse(lock?.text ?? '{}') as { packages: Record<string, Locked> };

  test('contains no registry URL', () => {
    const remote = Object.entries(packages).filter(([, { resolved }]) => resolved?.includes('://') === true);
    expect(remote.map(([place]) => place)).toEqual([]);
  });

  test('contains the optional packages of every platform, which `npm ci` requires', () => {
    const missing = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !placesOf(place, name).some((candidate) => candidate in packages))
        .map((name) => `${name} of ${place}`),
    );
    expect(missing).toEqual([]);
  });

  /** Paths where npm may have installed a dependency of the package at this path. */
  function placesOf(place: string, name: string): string[] {
    const nested = place
      .split('/node_modules/')
      .map((_, index, parts) => parts.slice(0, index + 1).join('/node_modules/'));
    return [...nested.map((parent) => `${parent}/node_modules/${name}`), `node_modules/${name}`];
  }
});
