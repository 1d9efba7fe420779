import {
  clientLogoTexts as texts,
  listClientLogos,
  saveClientLogo,
} from '@careloop/contracts/administration/clientLogo';
import type { ManagedClient } from '@careloop/contracts/administration/clients';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderDialog } from '../../../../test/page.tsx';
import { answer, inputsOf, refusal, serve } from '../../../../test/server.ts';
import { signIn } from '../../../../test/signedIn.tsx';
import { LogoDialog } from './LogoDialog.tsx';

const client: ManagedClient = {
  clientId: 1,
  displayName: 'North Clinic',
  clientOrganizationId: 8,
  organizationName: 'Bay Colony',
  settings: {},
  features: [],
  configuration: { 44: false, 50: null, 60: null, 289: false },
  hiddenEncounterFields: [],
  version: 1,
};

beforeEach(() => {
  signIn({ permissions: ['ManageSite'] });
  URL.createObjectURL = () => 'blob:logo';
  URL.revokeObjectURL = () => {};
});

function open(version: number | null, save: Parameters<typeof answer<typeof saveClientLogo>>[1] = { version: 3 }) {
  const onClose = vi.fn<() => void>();
  const calls = serve(
    answer(listClientLogos, { items: [{ clientId: 1, displayName: 'North Clinic', isSet: false, version }] }),
    answer(saveClientLogo, save),
  );
  return { calls, onClose, ...renderDialog(<LogoDialog client={client} onClose={onClose} />) };
}

async function findDialog() {
  const element = await screen.findByRole('dialog', { name: 'Logo of North Clinic' });
  const choose = (file: File) =>
    fireEvent.change(element.querySelector('input[type=file]') as HTMLInputElement, { target: { files: [file] } });
  return { dialog: within(element), choose };
}

test('a chosen picture is sent as it is, with the version of the logo that it replaces', async () => {
  const { calls, user, onClose } = open(2);
  const { dialog, choose } = await findDialog();
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(texts.required)).toBeVisible();
  expect(inputsOf(calls, saveClientLogo)).toEqual([]);
  choose(new File(['a picture'], 'logo.png', { type: 'image/png' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(inputsOf(calls, saveClientLogo)).toEqual([{ clientId: 1, picture: btoa('a picture'), version: 2 }]);
});

test('a file that the portal or the server refuses is named at the field, and the dialog stays open', async () => {
  const { calls, user, onClose } = open(null, () =>
    refusal('invalid_input', { validationErrors: { picture: texts.unreadable } }),
  );
  const { dialog, choose } = await findDialog();
  choose(new File([new Uint8Array(750_001)], 'big.png', { type: 'image/png' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent(`big.png: ${texts.tooLarge}`);
  choose(new File(['only text'], 'logo.png', { type: 'image/png' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(texts.unreadable)).toBeVisible();
  expect(inputsOf(calls, saveClientLogo)).toHaveLength(1);
  expect(onClose).not.toHaveBeenCalled();
});
