import { listConsultations, type Consultation, type ConsultationListItem } from '@careloop/contracts/consultations';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '../../../../../test/page.tsx';
import { answer, inputsOf, serve } from '../../../../../test/server.ts';
import { AlsoOpenConsultations } from './AlsoOpenConsultations.tsx';

const item = (careCoordinatorRequestId: number, asked: Partial<ConsultationListItem>) =>
  ({
    careCoordinatorRequestId,
    requestedToUserId: null,
    healthcareProviderId: null,
    requestedByName: 'Nguyen, Linh',
    dateCreated: '2026-11-12T12:00:00.000Z',
    ...asked,
  }) as ConsultationListItem;

const items = [
  item(1, { requestedToUserId: 4 }),
  item(2, { requestedToUserId: 4 }),
  item(3, { requestedToUserId: 9 }),
  item(4, { healthcareProviderId: 6 }),
];

function show(can: Consultation['can']) {
  const calls = serve(answer(listConsultations, { items, nextCursor: null } as never));
  const asked = {
    careCoordinatorRequestId: 1,
    patient: { patientId: 5 },
    requestedToUserId: 4,
    healthcareProviderId: 6,
  };
  const component = () => (
    <main>
      <AlsoOpenConsultations consultation={{ ...asked, can } as unknown as Consultation} />
    </main>
  );
  renderScreen({ path: '/', validateSearch: () => ({}), component }, '/');
  return calls;
}

test('who answers a consultation sees the others about the patient that wait for them', async () => {
  const calls = show({ accept: true } as Consultation['can']);
  const links = await screen.findAllByRole('link', { name: 'Consultation, sent 11/12/26 by Nguyen, Linh' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    expect.stringMatching(/\/Consultations\?careCoordinatorRequestId=2$/),
    expect.stringMatching(/\/Consultations\?careCoordinatorRequestId=4$/),
  ]);
  expect(inputsOf(calls, listConsultations)[0]).toEqual({ patientId: '5', status: 'open' });
});

test('nothing is asked for those who cannot answer it', async () => {
  const calls = show({} as Consultation['can']);
  expect(await screen.findByRole('main')).toBeEmptyDOMElement();
  expect(calls).toEqual([]);
});
