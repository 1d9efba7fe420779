import type { ProviderFormValues } from '@careloop/contracts/directory/providers';
import { providerForm } from '@careloop/contracts/directory/providers';
import { providerTexts } from '@careloop/contracts/directory/providerTexts';
import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { expect, test } from 'vitest';
import { fill, leave } from '../../../../test/components.tsx';
import { renderSignedIn } from '../../../../test/signedIn.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { PractitionerColumn } from './EditorColumns.tsx';

function Editor(): ReactNode {
  const initial = {
    languageCodes: [44],
    populations: ['Children'],
    acceptsNewPatients: null,
  } as Partial<ProviderFormValues>;
  const form = useSchemaForm(providerForm(), initial as ProviderFormValues);
  return (
    <FormProvider {...form}>
      <PractitionerColumn tags={[]} />
      <output>{JSON.stringify(form.watch(['languageCodes', 'populations']))}</output>
    </FormProvider>
  );
}

test('languages and populations are lists with one entry per line', async () => {
  renderSignedIn(<Editor />);
  const languages = screen.getByRole('textbox', { name: 'Languages' });
  expect(languages).toHaveValue('Spanish');
  fill(languages, 'spanish\n\nEnglish');
  fill(screen.getByRole('textbox', { name: 'Populations' }), 'Children\n \nVeterans');
  expect(screen.getByRole('status')).toHaveTextContent('[[44,13],["Children","Veterans"]]');
});

test('a text that is no language is refused, and stays to be corrected', async () => {
  renderSignedIn(<Editor />);
  const languages = screen.getByRole('textbox', { name: 'Languages' });
  fill(languages, 'Spanish\nKlingonese');
  leave(languages);
  expect(await screen.findByText(providerTexts.unknownLanguage)).toBeVisible();
  expect(languages).toHaveValue('Spanish\nKlingonese');
});
