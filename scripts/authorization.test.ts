import { describe, expect, test } from 'vitest';

import { signedIn } from '../contracts/src/access.ts';
import { nothing, post } from '../contracts/src/endpoint.ts';
import { findEndpoints } from './endpoints.ts';
import { readRepository } from './repositoryFiles.ts';

const files = readRepository();

/** Every POST endpoint. */
const changes = (await findEndpoints(files)).filter(({ method }) => method === 'POST');
type Change = (typeof changes)[number];

const namesOf = (wanted: (change: Change) => boolean) =>
  changes
    .filter(wanted)
    .map(({ name }) => name)
    .toSorted();

describe('a POST endpoint', () => {
  // oxlint-disable-next-line vitest/expect-expect -- the type check fails if an expected error is missing
  test('cannot be declared without an authorization', () => {
    // @ts-expect-error without `authorization`
    post('/nowhere', { summary: 'Changes.', access: signedIn, makesStale: [], input: nothing, output: nothing });
  });

  test('is `public` exactly if it needs no session', () => {
    expect(namesOf(({ authorization }) => authorization === 'public')).toEqual(
      namesOf(({ access }) => access.kind === 'public'),
    );
  });

  test('is `admin` only if it requires a permission', () => {
    const isOpen = ({ authorization, access }: Change) => authorization === 'admin' && access.kind !== 'permissions';
    expect(namesOf(isOpen)).toEqual([]);
  });

  test('is `own` if it can never be called on behalf of another user', () => {
    expect(namesOf(({ authorization, isOwn }) => isOwn && authorization !== 'own')).toEqual([]);
  });

  test('is `policy` only if its domain has a policy', () => {
    const names = new Set(files.map(({ name }) => name));
    const hasNone = ({ domain }: Change) =>
      !names.has(`server/src/features/${domain}/policy.ts`) &&
      !names.has(`server/src/features/${domain}/shared/policy.ts`);
    expect(namesOf((change) => change.authorization === 'policy' && hasNone(change))).toEqual([]);
  });

  test('is `policy` exactly if its route uses one', () => {
    const routeFiles = files.filter(({ name }) => /^server\/src\/features\/.*routes\.ts$/i.test(name));
    const routes = routeFiles.flatMap(({ text }) => [
      ...text.matchAll(/^ +(?!referralRoute\()\w*route\(\s*app,\s*(\w+),[^]*?(?=\n\n|\n\})/gim),
    ]);
    // `referralRoute()` authorizes the action it is given.
    const shared = routeFiles.flatMap(({ text }) => [...text.matchAll(/^ +referralRoute\(\s*app,\s*(\w+),/gm)]);
    const asking = [...routes.filter(([text]) => /\bauthorize\(/.test(text)), ...shared].map(([, name]) => name ?? '');
    expect(asking.toSorted()).toEqual(namesOf(({ authorization }) => authorization === 'policy'));
  });
});
