import { getContext, signIn } from '@careloop/contracts/session';
import { finishSingleSignOn } from '@careloop/contracts/session/singleSignOn';
import { startIdentityProvider } from '@careloop/server/test/identityProvider';
import type { IdentityProvider } from '@careloop/server/test/identityProvider';
import type { Browser, Page } from '@playwright/test';

import { findFreePort } from '../support/product.ts';
import type { Product } from '../support/product.ts';
import { startProductOnCopy } from '../support/template.ts';
import { expect, password, test } from '../support/test.ts';

const label = 'Sign in with Contoso';
const deepLink = '/provider/Referrals?status=declined';
/** Dr. Patel's subject at the identity provider; the product finds her by email address. */
const login = 'anjali.patel';

test.setTimeout(180_000);

test('a provider signs in with their account at the identity provider', async ({ browser }) => {
  await withSignOn({ OIDC_LABEL: label }, async (product, provider) => {
    const page = await openPage(browser, product);

    await test.step('from a link, returning to its target', async () => {
      await page.goto(deepLink);
      await page.getByRole('link', { name: label }).click();
      await expect(page).toHaveURL((url) => url.origin === provider.issuer);
      await signInThere(page, login);
      await expect(page).toHaveURL(deepLink);
      await expect(page.getByRole('heading', { name: 'Referrals', level: 1 })).toBeVisible();
      await expect(page.getByRole('button', { name: /Patel: account and settings$/ })).toBeVisible();
    });

    await test.step('signing out ends the session here, and only here', async () => {
      await signOut(page);
      await page.goto(deepLink);
      await page.getByRole('link', { name: label }).click();
      await expect(page).toHaveURL(deepLink);
      await signOut(page);
    });

    await test.step('a callback that no sign-on started is refused with a message', async () => {
      await page.goto(`/api${finishSingleSignOn.path}?state=wrong&code=stolen`);
      await expect(page.getByText('Sign-in took too long or was started in another window.')).toBeVisible();
      await expect(page).toHaveURL(/\/provider\/?$/);
      await page.getByRole('textbox', { name: 'Username' }).fill('drpatel');
      await page.getByRole('textbox', { name: 'Password' }).fill(password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(page.getByRole('button', { name: /Patel: account and settings$/ })).toBeVisible();
    });

    await test.step('an unknown user is told so', async () => {
      const stranger = await openPage(browser, product);
      await stranger.goto('/provider');
      await stranger.getByRole('link', { name: label }).click();
      await signInThere(stranger, 'nobody.of.ours');
      await expect(stranger.getByText('No Careloop account belongs to this sign-in.')).toBeVisible();
      await stranger.context().close();
    });
    await page.context().close();
  });
});

test('with single sign-on nobody is asked for a password', async ({ browser }) => {
  await withSignOn({ OIDC_LABEL: label, PORTAL_TYPE: 'sso' }, async (product, provider) => {
    const page = await openPage(browser, product);
    await page.goto(deepLink);
    await expect(page).toHaveURL((url) => url.origin === provider.issuer);
    await signInThere(page, login);
    await expect(page).toHaveURL(deepLink);
    await expect(page.getByRole('heading', { name: 'Referrals', level: 1 })).toBeVisible();

    // A user who signed out stays signed out until they sign in again.
    await signOut(page);
    await page.getByRole('link', { name: 'Log in' }).click();
    await expect(page.getByRole('button', { name: /Patel: account and settings$/ })).toBeVisible();
    await page.context().close();
  });
});

/** A product with single sign-on, and its identity provider. */
async function withSignOn(
  env: Record<string, string>,
  work: (product: Product, provider: IdentityProvider) => Promise<void>,
): Promise<void> {
  const port = await findFreePort();
  const redirectUris = [`http://127.0.0.1:${port}/api${finishSingleSignOn.path}`];
  const provider = await startIdentityProvider({ redirectUris });
  try {
    const product = await startProductOnCopy({ port, env: { ...provider.env, ...env } });
    let log: string[] = [];
    try {
      provider.accounts.set(login, { email: await emailOf(product, 'drpatel') });
      await work(product, provider);
    } finally {
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

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Patel: account and settings$/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByText('You have signed out.')).toBeVisible();
}

async function emailOf(product: Product, username: string): Promise<string> {
  const started = await fetch(`${product.address}/api${signIn.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  const { token } = (await started.json()) as { token: string };
  const context = await fetch(`${product.address}/api${getContext.path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return ((await context.json()) as { user: { email: string } }).user.email;
}
