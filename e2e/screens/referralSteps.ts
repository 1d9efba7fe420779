import type { Locator, Page } from '@playwright/test';

import { chooseProvider, goToStep } from '../support/wizard.ts';
import type { Screen } from './screen.ts';

const roles = ['drpatel'] as const;

/** Every step of the three referral and consultation dialogs, with their validation messages and confirmations. */
export const referralStepScreens: readonly Screen[] = [
  ...[
    { name: 'referral-step-1-messages', open: atReferral(1, pressNext) },
    { name: 'referral-step-1-chosen', open: atReferral(1, (wizard) => chooseProvider(wizard, 'Nguyen, Linh')) },
    { name: 'referral-step-1-specialty', open: atReferral(1, pressTab('Specialty')) },
    { name: 'referral-step-1-not-preferred', open: atReferral(1, chooseNotPreferred) },
    { name: 'referral-step-2', open: atReferral(2) },
    { name: 'referral-step-2-messages', open: atReferral(2, pressNext) },
    { name: 'referral-step-2-urgency', open: atReferral(2, pressRadio(/^STAT/)) },
    { name: 'referral-step-3-messages', open: atReferral(3, consentWithoutPhone) },
    { name: 'referral-step-4', open: atReferral(4, pressButton('Expand all')) },
    { name: 'referral-step-5', open: atReferral(5) },
    { name: 'referral-protocol-1', open: atReferral(1, chooseAsking) },
    { name: 'referral-protocol-2', open: atReferral(1, chooseAsking, pressNext, pressNext) },
    { name: 'referral-protocol-4', open: atReferral(1, chooseAsking, answerAsked, pressNext) },
    { name: 'referral-exit', open: atReferral(2, pressButton('Exit / Cancel')) },
    { name: 'consultation-step-1-messages', open: atConsultation(1, pressConsultationNext) },
    { name: 'consultation-step-2', open: atConsultation(2) },
    { name: 'consultation-step-3', open: atConsultation(3) },
    { name: 'consultation-step-4', open: atConsultation(4) },
    { name: 'consultation-exit', open: atConsultation(3, pressButton('Exit / Cancel')) },
  ].map((screen): Screen => ({ ...screen, path: '/Patient/15', roles })),
  {
    name: 'referral-step-1-providers',
    path: '/Patient/15',
    roles: ['coordinator'],
    open: atReferral(1, chooseSpecialty('Cardiovascular Disease')),
  },
  {
    name: 'referral-step-1-long-name',
    path: '/Patient/15',
    roles: ['coordinator'],
    open: atReferral(1, async (wizard) => {
      await wizard.getByRole('searchbox', { name: 'Provider name' }).fill('Featherstone');
      await wizard.getByRole('option').first().scrollIntoViewIfNeeded();
    }),
  },
  {
    name: 'process-select-provider',
    path: '/WorkQueues?workQueueId=20',
    roles: ['coordinator'],
    open: async (page) => {
      // To a specialty with a preferred provider.
      await page.getByRole('option', { name: /Mohamed/i }).click();
      await page.getByRole('button', { name: 'Choose provider' }).click();
      const dialog = page.getByRole('dialog', { name: 'Choose a Provider' });
      await dialog.getByRole('option').first().click();
      await dialog.getByRole('button', { name: 'Change provider' }).waitFor();
    },
  },
  ...[
    { name: 'process-open', open: atProcess() },
    { name: 'process-documents', open: atProcess(pressTab(/^Documents/)) },
    { name: 'process-accept', open: atProcess(pressRadio('Accept'), pressRadio('Yes')) },
    {
      name: 'process-accept-messages',
      open: atProcess(pressRadio('Accept'), pressRadio('Yes'), pressButton('Accept referral')),
    },
    { name: 'process-decline-messages', open: atProcess(pressRadio('Decline'), pressButton('Decline referral')) },
  ].map((screen): Screen => ({ ...screen, path: '/WorkQueues', roles })),
  ...[
    { name: 'consultation-answer-messages', open: atAnswer(pressRadio('Accept with Changes'), pressButton('Submit')) },
    { name: 'consultation-answer-decline', open: atAnswer(pressRadio('Decline')) },
  ].map((screen): Screen => ({ ...screen, path: '/Consultations?direction=1', roles: ['drnguyen'] })),
];

type Act = (dialog: Locator) => Promise<void>;

function pressButton(name: string): Act {
  return async (dialog) => await dialog.getByRole('button', { name }).click();
}

function pressRadio(name: string | RegExp): Act {
  return async (dialog) =>
    await dialog.getByRole('radio', typeof name === 'string' ? { name, exact: true } : { name }).click();
}

function pressTab(name: string | RegExp): Act {
  return async (dialog) => await dialog.getByRole('tab', { name }).click();
}

async function pressNext(wizard: Locator): Promise<void> {
  await wizard.getByRole('button', { name: 'Next' }).click();
}

async function pressConsultationNext(wizard: Locator): Promise<void> {
  await wizard.getByRole('button', { name: 'Next Step →' }).click();
}

/** Narrows the search to a specialty, so that providers are compared. */
function chooseSpecialty(name: string): Act {
  return async (wizard) => {
    const panel = wizard.getByRole('tabpanel', { name: 'Provider' });
    await panel.getByLabel('Specialty').fill(name);
    await wizard.page().getByRole('option', { name, exact: true }).click();
    await panel.getByRole('option').nth(1).scrollIntoViewIfNeeded();
  };
}

async function chooseNotPreferred(wizard: Locator): Promise<void> {
  await wizard.getByRole('searchbox', { name: 'Provider name' }).fill('Gallagher');
  await wizard.getByRole('option', { name: 'Gallagher' }).first().click();
  const question = wizard.page().getByRole('dialog', { name: 'Provider is not preferred' });
  await question.getByRole('button', { name: 'Continue' }).click();
  await pressNext(wizard);
}

/** A provider whose specialty has a protocol. */
async function chooseAsking(wizard: Locator): Promise<void> {
  await chooseProvider(wizard, 'Rosenberg-Katz, Daniel');
}

/** Answers what the protocol requires, up to the records. */
async function answerAsked(wizard: Locator): Promise<void> {
  await goToStep(wizard, 2);
  await wizard.getByLabel('Referral reason').fill('A1c 9.4% on metformin and glipizide.');
  await wizard.getByRole('combobox', { name: 'What is it about?' }).click();
  await wizard.page().getByRole('option', { name: 'Type 2 diabetes' }).click();
  await goToStep(wizard, 3);
  await goToStep(wizard, 4);
}

async function consentWithoutPhone(wizard: Locator): Promise<void> {
  await wizard.getByLabel('Patient/caregiver cell phone').fill('');
  await wizard.getByRole('checkbox', { name: /agrees to receive SMS/ }).check();
  await pressNext(wizard);
}

/** The referral wizard at a step, with the actions taken there. */
function atReferral(step: 1 | 2 | 3 | 4 | 5, ...acts: Act[]): NonNullable<Screen['open']> {
  return async (page) => {
    const wizard = await openDialog(page, 'New referral');
    if (step >= 2) {
      await chooseProvider(wizard, 'Nguyen, Linh');
      await goToStep(wizard, 2);
    }
    if (step >= 3) {
      await wizard.getByLabel('Referral reason').fill('New exertional chest pressure with ST changes on the ECG.');
      await wizard.getByRole('radio', { name: 'Routine, 30 days' }).click();
    }
    for (const next of [3, 4, 5] as const) if (step >= next) await goToStep(wizard, next);
    for (const act of acts) await act(wizard);
  };
}

/** The consultation wizard at a step, with the actions taken there. */
export function atConsultation(step: 1 | 2 | 3 | 4, ...acts: Act[]): NonNullable<Screen['open']> {
  return async (page) => {
    const wizard = await openDialog(page, 'New consultation');
    if (step >= 2) await wizard.getByRole('radio', { name: /Nguyen, Linh/ }).click();
    for (let next = 2; next <= step; next += 1) {
      await pressConsultationNext(wizard);
      await wizard.getByRole('heading', { name: `Step ${next} of 4` }).waitFor();
      if (next === 2) await wizard.getByRole('textbox').fill('May he take both tablets in the evening?');
    }
    for (const act of acts) await act(wizard);
  };
}

function atProcess(...acts: Act[]): NonNullable<Screen['open']> {
  return async (page) => {
    await chooseFirst(page);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Accept or decline with all fields' }).click();
    const dialog = page.getByRole('dialog');
    for (const act of acts) await act(dialog);
  };
}

function atAnswer(...acts: Act[]): NonNullable<Screen['open']> {
  return async (page) => {
    await chooseFirst(page);
    await page.getByRole('button', { name: 'Answer', exact: true }).click();
    const dialog = await openDialog(page, /^Answer beside the (?:documents|request)$/);
    for (const act of acts) await act(dialog);
  };
}

/** On a phone, selecting an entry replaces the list. */
async function chooseFirst(page: Page): Promise<void> {
  await page.getByRole('option').first().click();
}

async function openDialog(page: Page, button: string | RegExp): Promise<Locator> {
  await page.getByRole('button', { name: button }).first().click();
  const dialog = page.getByRole('dialog').first();
  await dialog.waitFor();
  // The input of the previous screen is offered as a draft.
  const draft = page.getByRole('dialog', { name: 'Continue your draft?' });
  const first = page.getByRole('heading', { name: /^Step 1|^Accept or Decline|^Continue your draft/ }).first();
  await first.waitFor();
  if (!(await draft.isVisible())) return dialog;
  await draft.getByRole('button', { name: 'Discard and start over' }).click();
  await draft.waitFor({ state: 'hidden' });
  return dialog;
}
