import { existsSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, test } from 'vitest';

import { findCircles, importsOf, readRepository } from './repositoryFiles.ts';

import type { Import, RepositoryFile } from './repositoryFiles.ts';

const files = readRepository();
const code = files.filter(({ name }) => /\.[cm]?[jt]sx?$/.test(name));
const imports = code.flatMap(importsOf);

/** The files whose text breaks a rule, named with the line. */
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

describe('files', () => {
  /** All but the rules themselves and what npm writes. */
  const written = files.filter(({ name }) => name !== 'scripts/repository.test.ts' && name !== 'package-lock.json');

  test('leave nothing to be done later', () => {
    expect(findText(/\b(?:TODO|FIXME|XXX)\b/, written)).toEqual([]);
  });

  test('name no folder of the machine they were written on', () => {
    expect(findText(/(?:^|[\s"'`(=:])\/(?:work|root|home\/\w+)\//, written)).toEqual([]);
  });

  test('suppress a rule only with a reason', () => {
    const suppressions = findText(/(?:oxlint|eslint)-disable|@ts-(?:expect-error|ignore|nocheck)/, written);
    expect(suppressions.filter((line) => !/ -- \S|@ts-expect-error \S/.test(line))).toEqual([]);
  });

  test('say what they export where it is, instead of passing on what others do', () => {
    expect(findText(/^export \* from/, code)).toEqual([]);
  });

  test('export by name, but where a tool wants a default', () => {
    const wanted = /\.config\.[jt]s:|\/globalSetup\.ts:/;
    expect(findText(/^export default/, code).filter((line) => !wanted.test(line))).toEqual([]);
  });
});

describe('journeys', () => {
  // The rule of the linter knows the tests of Vitest alone.
  test('expect something in each of their tests', () => {
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
  test('are named by their time', () => {
    const names = files.filter(({ name }) => name.startsWith('server/migrations/')).map(({ name }) => name);
    expect(names.filter((name) => !/\/\d{12}_[a-z0-9_]+\.sql$/.test(name))).toEqual([]);
  });
});

describe('imports', () => {
  test('of style sheets and other files exist, which the type check does not look at', () => {
    const root = path.join(import.meta.dirname, '..');
    const files = imports.filter(({ to }) => /\/[^/]+\.(?:css|svg|png|json)$/.test(to) && /^[a-z0-9]+\/src\//.test(to));
    expect(describeImports(files.filter(({ to }) => !existsSync(path.join(root, to))))).toEqual([]);
    expect(files.length).toBeGreaterThan(20);
  });

  test('contracts import nothing of ours and no library but the one they are written in', () => {
    const allowed = /^(?:contracts\/src\/|zod$|vitest$|node:)/;
    const broken = imports.filter(({ from, to }) => from.startsWith('contracts/src/') && !allowed.test(to));
    expect(describeImports(broken)).toEqual([]);
  });

  test('the database driver is used in server/src/db alone, and by the bench as its floor', () => {
    const valueImport = /^import (?!type\b)[^;]*? from '(?:pg|pg-copy-streams)';/m;
    const users = code.filter(({ text }) => valueImport.test(text)).map(({ name }) => name);
    expect(users.filter((name) => !/^(?:server\/src\/db|bench)\//.test(name))).toEqual([]);
  });

  test('a selection names its columns by a shape or by Kysely, never by names that nothing checks', () => {
    const server = code.filter(({ name }) => name.startsWith('server/src/') && !name.endsWith('.test.ts'));
    const unchecked = findText(/ as "\w|json_build_object\(/, server).filter(
      (line) => !line.startsWith('server/src/db/shape.ts:'),
    );
    expect(unchecked).toEqual([]);
  });

  test('a server feature uses nothing of another one but its queries and its policy', () => {
    const root = 'server/src/features';
    const offered = /\/(?:queries|policy|visibility|\w+Quer(?:y|ies)|\w+Policy)\.ts$/;
    /**
     * A count that several look into, what changes of care teams and merged patients mean for conversations, the rules of who
     * is the same person, how a search term is read, what is done to accounts by those who manage users, what a removal means for an enrollment, how the own password is asked for again, the import of one record, how a site document is shown, and how a consultation becomes a referral.
     */
    const alsoOffered = new Set([
      `${root}/consultations/followed.ts`,
      `${root}/interop/fhir/references.ts`,
      `${root}/interop/importRecord.ts`,
      `${root}/interop/write/samePerson.ts`,
      `${root}/messages/careTeamEvents.ts`,
      `${root}/messages/renumbered.ts`,
      `${root}/messages/unread.ts`,
      `${root}/patients/searchTerm.ts`,
      `${root}/profile/endEnrollment.ts`,
      `${root}/profile/recordProxyChange.ts`,
      `${root}/session/administeredAccounts.ts`,
      `${root}/session/ownPassword.ts`,
      `${root}/site-info/markdown.ts`,
    ]);
    const broken = imports.filter(({ from, to }) => {
      const [mine, theirs] = [featureOf(from, root), featureOf(to, root)];
      if (mine === undefined || theirs === undefined || mine === theirs) return false;
      return !offered.test(to) && !alsoOffered.has(to);
    });
    expect(describeImports(broken)).toEqual([]);
  });

  test('form no circle, types included', () => {
    const edges = imports
      .filter(({ isLazy }) => !isLazy)
      .map(({ from, to }) => ({
        from,
        to: to.replace(/^@careloop\/(contracts|demo)\/(.+)$/, '$1/src/$2.ts').replace(/^@careloop\/(.+)$/, '$1.ts'),
      }));
    expect(findCircles(edges)).toEqual([]);
  });

  test('form no circle of server features', () => {
    const root = 'server/src/features';
    const edges = imports.flatMap(({ from, to }) => {
      const [mine, theirs] = [featureOf(from, root), featureOf(to, root)];
      const isOwn = mine === undefined || theirs === undefined || mine === theirs || from.includes('.test.');
      return isOwn ? [] : [{ from: mine, to: theirs }];
    });
    expect(findCircles(edges)).toEqual([]);
  });

  test('what lies below the features knows none of them', () => {
    const below =
      /^server\/src\/(?:access|audit|backup|charts|db|geography|http|integrations|jobs|realtime|storage|tasks|work-queues)\/(?!.*\.test\.)/;
    const broken = imports.filter(({ from, to }) => below.test(from) && to.startsWith('server/src/features/'));
    expect(describeImports(broken)).toEqual([]);
  });

  test('every contract that declares endpoints is listed with its feature', () => {
    const declares = /^export const \w+ = (?:get|post|redirect|upload|download)\(/m;
    const index = files.find(({ name }) => name === 'server/src/features/index.ts')?.text ?? '';
    const contracts = files.filter(({ name, text }) => name.startsWith('contracts/src/') && declares.test(text));
    const moduleOf = (name: string) => name.replace('contracts/src/', '@careloop/contracts/').replace('.ts', '');
    expect(contracts.map(({ name }) => moduleOf(name)).filter((module) => !index.includes(`'${module}'`))).toEqual([]);
  });

  test('a web feature uses nothing of another one but what stands in its shared/', () => {
    const root = 'web/src/features';
    const broken = imports.filter(({ from, to }) => {
      const [mine, theirs] = [featureOf(from, root), featureOf(to, root)];
      if (mine === undefined || theirs === undefined || mine === theirs) return false;
      return !to.startsWith(`${root}/${theirs}/shared/`);
    });
    expect(describeImports(broken)).toEqual([]);
  });

  test('a layer of the web uses only itself and those below it', () => {
    const layers = ['lib', 'ui', 'api', 'session', 'components', 'shell', 'features'];
    const layerOf = (name: string) => layers.indexOf(/^web\/src\/([\w-]+)\//.exec(name)?.[1] ?? '');
    const broken = imports.filter(({ from, to }) => {
      const [mine, theirs] = [layerOf(from), layerOf(to)];
      // What belongs to no layer, such as the routes, puts them together and lies above them all.
      return mine !== -1 && to.startsWith('web/src/') && (theirs === -1 || theirs > mine);
    });
    expect(describeImports(broken)).toEqual([]);
  });

  test('the primitives know no router, no server and no domain', () => {
    const foreign = /^(?:@tanstack\/|@careloop\/(?!contracts\/(?:fields(?:\/\w+)?|phone)$)|@microsoft\/signalr)/;
    const broken = imports.filter(({ from, to }) => from.startsWith('web/src/ui/') && foreign.test(to));
    expect(describeImports(broken)).toEqual([]);
  });

  test('the browser takes nothing from the server', () => {
    const broken = imports.filter(
      ({ from, to }) => from.startsWith('web/') && /^(?:server\/|@careloop\/(?!contracts\/)|node:)/.test(to),
    );
    expect(
      describeImports(broken).filter((line) => !/^web\/(?:vite\.(?:config|chunks)|postcss\.config)/.test(line)),
    ).toEqual([]);
  });
});

describe('package.json', () => {
  test('names the version of every dependency', () => {
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

  test('names no registry', () => {
    const remote = Object.entries(packages).filter(([, { resolved }]) => resolved?.includes('://') === true);
    expect(remote.map(([place]) => place)).toEqual([]);
  });

  test('names every optional package of every platform, without which `npm ci` refuses it', () => {
    const missing = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !placesOf(place, name).some((candidate) => candidate in packages))
        .map((name) => `${name} of ${place}`),
    );
    expect(missing).toEqual([]);
  });

  /** Where npm may have put a dependency of the package in that place. */
  function placesOf(place: string, name: string): string[] {
    const nested = place
      .split('/node_modules/')
      .map((_, index, parts) => parts.slice(0, index + 1).join('/node_modules/'));
    return [...nested.map((parent) => `${parent}/node_modules/${name}`), `node_modules/${name}`];
  }
});
