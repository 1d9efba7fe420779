import { getContext, signIn } from '@careloop/contracts/session';
import { endOtherSessions } from '@careloop/contracts/session/credentials';
import { finishSingleSignOn } from '@careloop/contracts/session/singleSignOn';
import { startIdentityProvider } from '@careloop/server/test/identityProvider';
import type { IdentityProvider } from '@careloop/server/test/identityProvider';
import { request } from '@playwright/test';
import type { APIRequestContext, Browser, Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import type { FileProduct } from '../support/fileProduct.ts';
import { findFreePort } from '../support/product.ts';
import type { Product } from '../support/product.ts';
import { untilConnected } from '../support/realtime.ts';
import { portal, signInAgain } from '../support/sessionDialogs.ts';
import { expect, password, test } from '../support/test.ts';

const deepLink = '/provider/Referrals?status=declined';
/** Dr. Patel's subject at the identity provider; the product finds her by email address. */
const login = 'anjali.patel';

test.setTimeout(180_000);

test('with single sign-on a provider signs in with their account at the identity provider', async ({
  browser,
  fileProduct,
}) => {
  await withSignOn(fileProduct, async ({ product, provider, elsewhere }) => {
    const page = await openPage(browser, product);

    await test.step('from a link, returning to its target', async () => {
      await page.goto(deepLink);
      await expect(page).toHaveURL((url) => url.origin === provider.issuer);
      await signInThere(page, login);
      await expect(page).toHaveURL(deepLink);
      await expect(page.getByRole('heading', { name: 'Referrals', level: 1 })).toBeVisible();
    });

    await test.step('a user who signed out stays signed out until they log in', async () => {
      await page.getByRole('button', { name: /Patel: account and settings$/ }).click();
      await page.getByRole('menuitem', { name: 'Logout' }).click();
      await expect(page.getByRole('heading', { name: 'You have signed out.' })).toBeVisible();
      await expectAccessible(page, 'signed out, with single sign-on');
      const isConnected = untilConnected(page);
      await page.getByRole('link', { name: 'Log in' }).click();
      await expect(page.getByRole('button', { name: /Patel: account and settings$/ })).toBeVisible();
      await isConnected;
    });

    await test.step('a session that ended during work continues after logging in in another tab', async () => {
      await page.getByRole('searchbox', { name: 'Find a patient' }).fill('Krish');
      await call(elsewhere, endOtherSessions, {});
      await expectAccessible(page, 'logging in again, with single sign-on');
      const opened = page.waitForEvent('popup');
      await signInAgain(page).getByRole('link', { name: 'Log in' }).click();
      await expect(portal(await opened)).toBeVisible();
      await expect(signInAgain(page)).toHaveCount(0);
      await expect(page.getByRole('searchbox', { name: 'Find a patient' })).toHaveValue('Krish');
    });
    await page.context().close();

    await test.step('an unknown user is told so, and the requested page is kept', async () => {
      const stranger = await openPage(browser, product);
      await stranger.goto(deepLink);
      await signInThere(stranger, 'nobody.of.ours');
      await expect(stranger.getByRole('heading', { name: 'No account belongs to this sign-in.' })).toBeVisible();
      const start = `/api/single-sign-on/start?${new URLSearchParams({ returnTo: deepLink }).toString()}`;
      await expect(stranger.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', start);
      await stranger.context().close();
    });
  });
});

interface Started {
  product: Product;
  provider: IdentityProvider;
  /** Another session of Dr. Patel. */
  elsewhere: APIRequestContext;
}

/** Starts a product with single sign-on, and its identity provider. */
async function withSignOn(fileProduct: FileProduct, work: (started: Started) => Promise<void>): Promise<void> {
  const port = await findFreePort();
  const redirectUris = [`http://127.0.0.1:${port}/api${finishSingleSignOn.path}`];
  const provider = await startIdentityProvider({ redirectUris });
  try {
    const product = await fileProduct.startOwn({ port, env: { ...provider.env, PORTAL_TYPE: 'sso' } });
    let log: string[] = [];
    const elsewhere = await request.newContext();
    try {
      await call(elsewhere, signIn, { username: 'drpatel', password });
      const { user } = await call(elsewhere, getContext, {});
      provider.accounts.set(login, { email: user.email ?? '' });
      await work({ product, provider, elsewhere });
    } finally {
      await elsewhere.dispose();
      log = await product.stop();
    }
    expect(log).toEqual([]);
  } finally {
    await provider.stop();
  }
}

/**
 * A new browser context at the product. The identity provider's page requests a font from another host, which is
 * blocked.
 */
async function openPage(browser: Browser, product: Product): Promise<Page> {
  const context = await browser.newContext({ baseURL: product.address });
  await context.route(
    ({ hostname }) => hostname !== '127.0.0.1',
    (route) => route.abort(),
  );
  return await context.newPage();
}

async function signInThere(page: Page, who: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(who);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}
