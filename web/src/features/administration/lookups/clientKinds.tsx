import {
  affiliationForm,
  archiveAffiliation,
  archiveProviderTag,
  getManagedAffiliation,
  getManagedProviderTag,
  listManagedAffiliations,
  listManagedProviderTags,
  providerTagForm,
  saveAffiliation,
  saveProviderTag,
  type AffiliationEntry,
  type ProviderTagEntry,
} from '@careloop/contracts/administration/clientLookups';
import type { z } from 'zod';
import { call } from '../../../api/call.ts';
import { AffiliationFields, affiliationLabels } from './AffiliationFields.tsx';
import { NameOnly } from './LookupFields.tsx';
import type { LookupKind } from './lookupKinds.tsx';

type TagForm = z.input<typeof providerTagForm>;

/** The provider tags of a client. */
export const providerTagKind = (clientId: number): LookupKind<ProviderTagEntry, TagForm, TagForm> => ({
  one: 'provider tag',
  many: 'provider tags',
  placeholder: 'Name',
  scope: { clientId },
  list: listManagedProviderTags,
  find: (input, signal) => call(listManagedProviderTags, { clientId, ...input }, { signal }),
  get: getManagedProviderTag,
  read: (id, signal) => call(getManagedProviderTag, { id }, { signal }),
  save: saveProviderTag,
  archive: archiveProviderTag,
  columns: [{ title: 'Providers', isNumeric: true, render: countOf }],
  form: providerTagForm,
  valuesOf: (entry) => ({ name: entry?.name ?? '' }),
  labels: { name: 'Name' },
  fields: <NameOnly />,
});

type AffiliationKind = LookupKind<AffiliationEntry, z.input<typeof affiliationForm>, z.output<typeof affiliationForm>>;

/** The affiliations of a client. */
export const affiliationKind = (clientId: number): AffiliationKind => ({
  one: 'affiliation',
  many: 'affiliations',
  placeholder: 'Name',
  scope: { clientId },
  list: listManagedAffiliations,
  find: (input, signal) => call(listManagedAffiliations, { clientId, ...input }, { signal }),
  get: getManagedAffiliation,
  read: (id, signal) => call(getManagedAffiliation, { id }, { signal }),
  save: saveAffiliation,
  archive: archiveAffiliation,
  columns: [
    { title: 'Order', isNumeric: true, render: ({ position }) => position },
    { title: 'Preferred', isShort: true, render: ({ isPreferred }) => (isPreferred ? 'Yes' : '') },
    {
      title: 'Asks for a reason',
      isShort: true,
      render: ({ isPreferred, enforcePreferred }) => (enforcePreferred && !isPreferred ? 'Yes' : ''),
    },
    { title: 'Warning message', isSecondary: true, render: ({ warningMessage }) => warningMessage },
    { title: 'Providers', isNumeric: true, render: countOf },
  ],
  form: affiliationForm,
  valuesOf: (entry) => ({
    name: entry?.name ?? '',
    isPreferred: entry?.isPreferred ?? false,
    enforcePreferred: entry?.enforcePreferred ?? false,
    warningMessage: entry?.warningMessage ?? '',
    position: entry?.position ?? null,
  }),
  labels: affiliationLabels,
  fields: <AffiliationFields />,
});

function countOf({ providerCount }: { providerCount: number }): string {
  return providerCount.toLocaleString('en-US');
}
