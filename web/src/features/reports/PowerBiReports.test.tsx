import type { Permission } from '@careloop/contracts/access';
import {
  getPowerBiReport,
  listPowerBiReports,
  powerBiTexts,
  type PowerBiReport,
} from '@careloop/contracts/reports/powerBi';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '../../../test/page.tsx';
import { answer, refusal, serve } from '../../../test/server.ts';
import { signIn } from '../../../test/signedIn.tsx';
import { ReportsPage } from './ReportsPage.tsx';
import { reportsSearch } from './search.ts';

const ids = ['a', 'b', 'c'].map((letter) => `${letter.repeat(8)}-0000-4000-8000-000000000000`);
const [census, staffing, gone] = ids as [string, string, string];
const reports: PowerBiReport[] = [
  { reportId: census, kind: 'general', name: 'Census' },
  { reportId: staffing, kind: 'internal', name: 'Staffing' },
];

/** Opens the reports of a user who may see Power BI only. */
function open(search: string, listed: PowerBiReport[], permissions: Permission[] = ['ReportsPowerBIGeneral']) {
  signIn({ permissions });
  serve(
    answer(listPowerBiReports, { isConfigured: true, reports: listed }),
    answer(getPowerBiReport, ({ reportId }) => {
      const found = listed.find((one) => one.reportId === reportId);
      if (found === undefined) return refusal('not_found', { errorMessage: powerBiTexts.gone });
      const embedding = {
        embedUrl: `https://app.powerbi.com/reportEmbed?reportId=${found.reportId}`,
        expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
      };
      return { ...found, ...embedding, accessToken: `the token of ${found.name}` };
    }),
  );
  return renderScreen({ path: '/Reports', validateSearch: reportsSearch, component: ReportsPage }, `/Reports${search}`);
}

/** The library of Power BI keeps what it embeds at the frame's parent; jsdom loads no frames. */
async function expectEmbedded(name: string, reportId: string): Promise<void> {
  const frame = await screen.findByTitle(name);
  expect(frame).toHaveAttribute('src', expect.stringContaining(reportId));
  expect(frame.parentElement).toMatchObject({ powerBiEmbed: { config: { accessToken: `the token of ${name}` } } });
}

test('the first report is shown with its token, and another one is selected', async () => {
  const { user, history } = open('', reports);
  await expectEmbedded('Census', census);
  expect(screen.getAllByRole('tab')).toHaveLength(1);
  await user.click(screen.getByRole('combobox', { name: 'Report' }));
  await user.click(await screen.findByRole('option', { name: 'Staffing' }));
  await expectEmbedded('Staffing', staffing);
  expect(history.location.search).toBe(`?powerBiKind=internal&powerBiReport=${staffing}`);
});

test('a report that is no longer there says so, and another one can be chosen', async () => {
  const { user } = open(`?powerBiKind=general&powerBiReport=${gone}`, reports);
  expect(await screen.findByText(powerBiTexts.gone)).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Report' })).toHaveValue('');
  await user.click(screen.getByRole('combobox', { name: 'Report' }));
  await user.click(await screen.findByRole('option', { name: 'Census' }));
  await waitFor(() => expect(screen.queryByText(powerBiTexts.gone)).toBeNull());
});

test('a workspace without reports says what is missing', async () => {
  open('', []);
  expect(await screen.findByText('There are no Power BI reports yet')).toBeVisible();
});

test('Power BI that cannot be reached says so and can be retried', async () => {
  signIn({ permissions: ['ReportsPowerBIGeneral'] });
  let isDown = true;
  serve(
    answer(listPowerBiReports, () =>
      isDown ? refusal('refused', { errorMessage: powerBiTexts.unreachable }) : { isConfigured: true, reports: [] },
    ),
  );
  const { user } = renderScreen(
    { path: '/Reports', validateSearch: reportsSearch, component: ReportsPage },
    '/Reports',
  );
  expect(await screen.findByText(powerBiTexts.unreachable)).toBeVisible();
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('There are no Power BI reports yet')).toBeVisible();
});
