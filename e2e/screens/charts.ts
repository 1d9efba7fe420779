import { inTurn, press, type Screen } from './screen.ts';

const reader = ['drpatel'] as const;
/** Of the care team of the patient whose records another practice sent, a document of each format. */
const team = ['coordinator'] as const;
const room = '/Patient/29/charts';

/** Opens a document of the reading room from its tree. */
function read(name: string): NonNullable<Screen['open']> {
  return async (page) => {
    await page.getByText('Date', { exact: true }).click();
    await page.getByRole('button', { name: 'Expand all' }).click();
    await page.getByRole('treeitem', { name }).click();
    await page.getByRole('article', { name }).or(page.getByRole('region', { name })).first().waitFor();
  };
}

const find: NonNullable<Screen['open']> = async (page) => {
  await page.getByRole('button', { name: /^Find/ }).click();
  await page.getByRole('textbox', { name: 'Find in document' }).fill('MRN');
  await page.getByRole('search').getByText(/^1 of/).waitFor();
};

const sections: NonNullable<Screen['open']> = async (page) =>
  await page.getByRole('combobox', { name: 'Go to section' }).click();

export const chartScreens: readonly Screen[] = [
  { name: 'reading-room', path: room, roles: team },
  {
    name: 'reading-room-find',
    path: room,
    roles: team,
    open: inTurn(read('Records of Seaport Internal Medicine'), find),
  },
  {
    name: 'reading-room-sections',
    path: room,
    roles: team,
    open: inTurn(read('Continuity of care document'), sections),
  },
  { name: 'reading-room-fax', path: room, roles: team, open: read('Faxed release of records') },
  { name: 'reading-room-image', path: room, roles: team, open: read('ECG strip, lead II') },
  { name: 'reading-room-message', path: room, roles: team, open: read('Laboratory message, metabolic panel') },
  { name: 'reading-room-demographics', path: room, roles: team, open: read('Demographics') },
  {
    name: 'upload',
    path: '/Patient/15?section=documents',
    roles: reader,
    open: inTurn(press('button', /upload/i)),
  },
];
