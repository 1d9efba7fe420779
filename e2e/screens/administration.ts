import { inTurn, press, type Screen } from './screen.ts';

const roles = ['admin'] as const;
const firstRow: NonNullable<Screen['open']> = async (page) =>
  await page.getByRole('table').getByRole('link').first().click();
const facility = press('button', 'Marlborough Health Center');

export const administrationScreens: readonly Screen[] = [
  { name: 'users', path: '/Users', roles },
  { name: 'user-add', path: '/Users', roles, open: press('button', 'Add user') },
  { name: 'user-edit', path: '/Users', roles, open: firstRow },
  {
    name: 'user-permissions',
    path: '/Users',
    roles,
    open: inTurn(firstRow, press('button', 'Permissions')),
  },
  {
    name: 'user-link-record',
    path: '/Users?searchTerm=renee',
    roles,
    open: inTurn(firstRow, press('button', 'Link directory record'), async (page) => {
      await page.getByRole('combobox', { name: 'Provider' }).fill('gallagher');
      await page.getByRole('option', { name: /^Gallagher/ }).click();
    }),
  },
  { name: 'clients', path: '/Clients', roles },
  { name: 'client-add', path: '/Clients', roles, open: press('button', /^Add client$/) },
  { name: 'client-edit', path: '/Clients', roles, open: press('button', 'Edit client') },
  { name: 'client-logo', path: '/Clients', roles, open: press('button', /logo$/i) },
  { name: 'client-organization-add', path: '/Clients', roles, open: press('button', 'Add client organization') },
  { name: 'client-organization-rename', path: '/Clients', roles, open: press('button', /^Rename/) },
  { name: 'client-market-add', path: '/Clients', roles, open: press('button', 'Add market') },
  { name: 'client-facility-add', path: '/Clients', roles, open: press('button', 'Add facility') },
  { name: 'client-facility-edit', path: '/Clients', roles, open: facility },
  { name: 'lookups', path: '/Lookups', roles },
  { name: 'lookups-conditions', path: '/Lookups?tab=conditions', roles },
  { name: 'lookups-types', path: '/Lookups?tab=userTypes', roles },
  { name: 'lookup-add', path: '/Lookups', roles, open: press('button', 'Add specialty') },
  { name: 'lookup-edit', path: '/Lookups', roles, open: firstRow },
  { name: 'lookup-condition-add', path: '/Lookups?tab=conditions', roles, open: press('button', 'Add condition') },
  { name: 'lookups-tags', path: '/Lookups?tab=providerTags', roles },
  { name: 'lookups-task-tags', path: '/Lookups?tab=taskTags', roles },
  { name: 'lookup-tag-add', path: '/Lookups?tab=providerTags', roles, open: press('button', 'Add provider tag') },
  { name: 'lookups-referral-reasons', path: '/Lookups?tab=referralReasons', roles },
  { name: 'lookup-referral-reason-edit', path: '/Lookups?tab=referralReasons', roles, open: firstRow },
  { name: 'lookups-protocols', path: '/Lookups?tab=referralProtocols', roles },
  {
    name: 'lookup-protocol-edit',
    path: '/Lookups?tab=referralProtocols',
    roles,
    open: inTurn(firstRow, press('button', 'History')),
  },
  {
    name: 'lookup-protocol-document',
    path: '/Lookups?tab=referralProtocols',
    roles,
    open: inTurn(firstRow, press('button', 'Edit HbA1c of the last 6 months')),
  },
  { name: 'lookups-task-templates', path: '/Lookups?tab=taskTemplates', roles },
  { name: 'lookup-task-template-edit', path: '/Lookups?tab=taskTemplates', roles, open: firstRow },
  { name: 'lookups-affiliations', path: '/Lookups?tab=affiliations', roles },
  {
    name: 'lookup-affiliation-add',
    path: '/Lookups?tab=affiliations',
    roles,
    open: press('button', 'Add affiliation'),
  },
  { name: 'lookup-affiliation-edit', path: '/Lookups?tab=affiliations', roles, open: firstRow },
  { name: 'lookups-carriers', path: '/Lookups?tab=insurance', roles },
  { name: 'lookup-carrier-add', path: '/Lookups?tab=insurance', roles, open: press('button', 'Add carrier') },
  { name: 'lookups-plans', path: '/Lookups?tab=insurance', roles, open: firstRow },
  {
    name: 'lookup-carrier-edit',
    path: '/Lookups?tab=insurance',
    roles,
    open: inTurn(firstRow, press('button', 'Edit carrier')),
  },
  {
    name: 'lookup-plan-add',
    path: '/Lookups?tab=insurance',
    roles,
    open: inTurn(firstRow, press('button', 'Add plan')),
  },
  { name: 'audit', path: '/Audit', roles },
  {
    name: 'audit-patient',
    path: '/Audit',
    roles,
    open: async (page) => await page.getByLabel('Patient', { exact: true }).fill('gre'),
  },
];
