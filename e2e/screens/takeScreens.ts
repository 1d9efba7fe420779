import { mkdir } from 'node:fs/promises';
import path from 'node:path';

import { signIn } from '@careloop/contracts/session';
import type { Browser } from '@playwright/test';

import { address } from '../support/address.ts';
import { call } from '../support/api.ts';
import { password, type Username } from '../support/users.ts';
import { visit } from './visit.ts';

import type { Row } from './report.ts';
import type { Screen } from './screen.ts';

export interface Choice {
  screens: readonly Screen[];
  roles: readonly Username[];
  widths: readonly number[];
  schemes: readonly ('light' | 'dark')[];
  /** Whether to also visit screens while every call fails. */
  shouldFail: boolean;
  shouldCheckAxe: boolean;
  folder: string;
}

/**
 * Visits every selected screen in each role and width, with data and with failing calls, and writes the screenshots.
 */
export async function* takeScreens(browser: Browser, choice: Choice): AsyncGenerator<Row> {
  await mkdir(choice.folder, { recursive: true });
  for (const role of choice.roles) {
    const context = await browser.newContext({ baseURL: address(), locale: 'en-US', timezoneId: 'America/New_York' });
    await call(context.request, signIn, { username: role, password });
    const seen = choice.screens.filter(({ roles }) => roles === undefined || roles.includes(role));
    for (const screen of seen) {
      for (const width of choice.widths) {
        for (const isFailing of choice.shouldFail ? statesOf(screen) : [false]) {
          const state = isFailing ? 'error' : role === 'outsider' ? 'empty' : 'full';
          const fileOf = (scheme: string) => `${screen.name}-${role}-${width}-${state}-${scheme}.png`;
          const pictureFile = (scheme: string) => path.join(choice.folder, fileOf(scheme));
          const { schemes, shouldCheckAxe } = choice;
          const found = await visit(context, { screen, isFailing, width, schemes, pictureFile, shouldCheckAxe });
          yield { name: screen.name, role, width, state, pictures: schemes.map(fileOf), found };
        }
      }
    }
    await context.close();
  }
}

function statesOf({ open, hasError = open === undefined }: Screen): boolean[] {
  return hasError ? [false, true] : [false];
}
