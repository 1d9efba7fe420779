import { consultationTexts } from '@careloop/contracts/consultations';
import type { ProviderSearchItem } from '@careloop/contracts/directory';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { patient, provider, renderSignedIn } from '../../../../test/signedIn.tsx';
import { latestUnsaved } from '../../../ui/unsaved.ts';
import { ConsultationSteps } from './ConsultationSteps.tsx';

const open = (found?: ProviderSearchItem) => {
  const onClose = vi.fn<() => void>();
  const steps = { patient, users: [], members: [], onClose, onSent: () => undefined };
  const { user } = renderSignedIn(<ConsultationSteps {...steps} {...(found && { provider: found })} />);
  return { onClose, user };
};

test('leaving a request to a provider selected in the search asks before anything is entered', async () => {
  const { onClose, user } = open(provider);
  expect(latestUnsaved()?.title, 'a link and a reload ask, too').toBe(consultationTexts.exitTitle);
  await user.click(screen.getByText('Exit / Cancel'));
  expect(await screen.findByRole('dialog', { name: consultationTexts.exitTitle })).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: consultationTexts.exitYes }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

test('leaving an empty request does not ask', async () => {
  const { onClose, user } = open();
  expect(latestUnsaved()).toBeUndefined();
  await user.click(screen.getByText('Exit / Cancel'));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});
