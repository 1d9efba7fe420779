import { logout } from '@careloop/contracts/session';
import { request, type Page } from '@playwright/test';

import { address } from './address.ts';
import { call } from './api.ts';
import { expect } from './test.ts';

/** Ends the session on the server only: the browser keeps its cookie and is not notified. */
export async function endSession(page: Page): Promise<void> {
  const cookies = await page.context().cookies();
  const token = cookies.find(({ httpOnly }) => httpOnly)?.value ?? '';
  const elsewhere = await request.newContext({ extraHTTPHeaders: { authorization: `Bearer ${token}` } });
  await call(elsewhere, logout, {});
  await elsewhere.dispose();
  expect((await page.request.get(`${address()}/api/get-context`)).status()).toBe(401);
}
