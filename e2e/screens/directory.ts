import { inTurn, press, type Screen } from './screen.ts';

const roles = ['coordinator'] as const;
const fill =
  (label: string, text: string): NonNullable<Screen['open']> =>
  async (page) =>
    await page.getByRole('dialog').last().getByLabel(label).fill(text);
/** Clicks a button in the dialog opened last. */
const pressInDialog =
  (name: string): NonNullable<Screen['open']> =>
  async (page) =>
    await page.getByRole('dialog').last().getByRole('button', { name, exact: true }).click();
/** Dialogs whose code is loaded when they open. */
const dialog: NonNullable<Screen['open']> = async (page) =>
  await page.getByRole('dialog').last().getByRole('button').last().waitFor();
const results: NonNullable<Screen['open']> = async (page) =>
  await page.getByRole('dialog').getByRole('row').nth(1).waitFor();
/** In the banner, or in its menu where not all actions fit. */
const findProvider: NonNullable<Screen['open']> = async (page) => {
  const button = page.getByRole('button', { name: 'Find a provider' });
  const menu = page.getByRole('button', { name: 'More actions' });
  await button.or(menu).first().waitFor();
  if (await menu.isVisible()) await inTurn(press('button', 'More actions'), press('menuitem', 'Find a provider'))(page);
  else await button.click();
};
const openSearch = inTurn(findProvider, dialog);
const search = inTurn(openSearch, pressInDialog('Search'), results);
const addProvider = inTurn(
  search,
  press('button', 'Add/Find Provider'),
  async (page) => await page.getByRole('dialog', { name: 'Add/Find Provider' }).waitFor(),
);

const openEditor = inTurn(
  addProvider,
  fill('First name', 'Anjali'),
  fill('Last name', 'Patel'),
  pressInDialog('Search'),
  press('button', /Patel, Anjali.*Edit Provider Info/),
  async (page) => await page.getByRole('dialog', { name: 'Edit Info' }).getByLabel('First name').waitFor(),
);
const openNetwork = inTurn(
  openEditor,
  press('button', 'Edit network'),
  async (page) => await page.getByRole('dialog', { name: /^Network of/ }).waitFor(),
);

export const directoryScreens: readonly Screen[] = [
  { name: 'directory', path: '/Directory', roles: ['coordinator', 'admin'] },
  { name: 'providers', path: '/Providers', roles: ['coordinator', 'admin'] },
  { name: 'provider-search', path: '/Patient/15', roles, open: openSearch },
  { name: 'provider-search-found', path: '/Patient/15', roles, open: search },
  { name: 'provider-add', path: '/Patient/15', roles, open: addProvider },
  { name: 'provider-print', path: '/Coordinator/PrintProvider/1?shouldShowNotes=1', roles },
  {
    name: 'provider-editor',
    path: '/Patient/15',
    roles,
    open: openEditor,
  },
  { name: 'provider-network', path: '/Patient/15', roles, open: openNetwork },
  {
    name: 'provider-on-call',
    path: '/Patient/15',
    roles,
    open: inTurn(openNetwork, pressInDialog('Add period')),
  },
  { name: 'organizations', path: '/Organizations', roles },
  { name: 'organization', path: '/Organizations/1', roles: ['coordinator', 'drnguyen'] },
  { name: 'organization-edit', path: '/Organizations/1', roles, open: press('button', 'Edit organization') },
  { name: 'organization-addresses', path: '/Organizations/1', roles, open: press('button', /^Addresses of/) },
  {
    name: 'address-add',
    path: '/Organizations/1',
    roles,
    open: inTurn(press('button', /^Addresses of/), pressInDialog('Add Address')),
  },
  { name: 'organization-new', path: '/Organizations/0?name=Elm%20Street%20Cardiology', roles },
];
