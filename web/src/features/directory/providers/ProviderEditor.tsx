import {
  getProvider,
  getProviderTags,
  providerForm,
  type HealthcareProvider,
  type ProviderFormValues,
  type ProviderTag,
} from '@careloop/contracts/directory/providers';
import { saveProvider } from '@careloop/contracts/directory/changes';
import { providerTexts } from '@careloop/contracts/directory/providerTexts';
import type { Specialty } from '@careloop/contracts/directory';
import { formatPhone } from '@careloop/contracts/fields';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { queryOf, useCall } from '../../../api/query.ts';
import { useSharedEdit } from '../../../components/useSharedEdit.tsx';
import { useSession } from '../../../session/useSession.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { toast } from '../../../ui/toasts.tsx';
import type { ProviderSearch } from './FindProvider.tsx';
import { GeneralColumn, NotesColumn, PractitionerColumn } from './EditorColumns.tsx';
import { EditorFooter } from './EditorFooter.tsx';
import { EditorAddresses, type NewAddress } from './EditorAddresses.tsx';
import { NetworkSummary } from '../network/NetworkSummary.tsx';
import { providerLabels } from './providerLabels.ts';
import classes from './Providers.module.css';
import { openProviderEditor } from '../shared/providerDialogs.ts';
import { ProviderAddresses } from '../shared/addresses/ProviderAddresses.tsx';
import { Deactivated } from './ProviderView.tsx';

interface ProviderEditorProps {
  /** Undefined for a new one. */
  provider?: HealthcareProvider;
  /** The search values, for a new one. */
  typed?: ProviderSearch;
  onClose: () => void;
  onSaved: (healthcareProviderId: number) => void;
}

const leaveWords = { title: providerTexts.unsaved, tone: 'danger' } as const;

/** The tags that are offered, and those the provider has although they are archived. */
function tagChoices(offered: readonly ProviderTag[], kept: readonly ProviderTag[]): ProviderTag[] {
  const ids = new Set(offered.map((tag) => tag.healthcareProviderTagId));
  return [...offered, ...kept.filter((tag) => !ids.has(tag.healthcareProviderTagId))];
}

function specialtyOf(provider: HealthcareProvider | undefined): Specialty | null {
  const { healthcareProviderSpecialtyId = null, specialty = null } = provider ?? {};
  return healthcareProviderSpecialtyId === null ? null : { healthcareProviderSpecialtyId, name: specialty ?? '' };
}

function valuesOf(provider: HealthcareProvider | undefined, typed: ProviderSearch | undefined): ProviderFormValues {
  const text = (value: string | null | undefined) => value ?? '';
  return {
    firstName: provider?.firstName ?? text(typed?.firstName),
    middleName: text(provider?.middleName),
    lastName: provider?.lastName ?? text(typed?.lastName),
    npiNumber: provider?.npiNumber ?? text(typed?.npiNumber),
    // The form starts without a specialty, and shows the error on submit.
    healthcareProviderSpecialtyId: specialtyOf(provider) as Specialty,
    degree: text(provider?.degree),
    gender: provider?.gender ?? null,
    deaNumber: text(provider?.deaNumber),
    licenseNumber: text(provider?.licenseNumber),
    physicianCode: text(provider?.physicianCode),
    email: text(provider?.email),
    directEmail: text(provider?.directEmail),
    website: text(provider?.website),
    homePhone: formatPhone(provider?.homePhone),
    mobilePhone: formatPhone(provider?.mobilePhone),
    officePhone: formatPhone(provider?.officePhone),
    fax: formatPhone(provider?.fax),
    acceptsNewPatients: provider?.acceptsNewPatients ?? null,
    languageCodes: provider?.languages.map(({ code }) => code) ?? [],
    populations: provider?.populations ?? [],
    healthcareProviderTagIds: provider?.tags.map(({ healthcareProviderTagId }) => healthcareProviderTagId) ?? [],
    publicNotes: text(provider?.publicNotes),
    privateNotes: text(provider?.privateNotes),
    originClientId: null,
  };
}

/** Adds or edits a provider, in three columns. */
export function ProviderEditor({ provider, typed, onClose, onSaved }: ProviderEditorProps): ReactNode {
  const client = useQueryClient();
  const { user } = useSession();
  const isNew = provider === undefined;
  const [createStubUser, setStubUser] = useState(false);
  // A user belongs to a client, even one for a provider who belongs to none.
  const isOwned = isNew || provider.originClientId !== null || provider.userId !== null;
  const usesOrigin = (isNew || (createStubUser && !isOwned)) && user.clients.length > 1;
  const form = useSchemaForm(providerForm({ kept: provider, usesOrigin }), valuesOf(provider, typed));
  const read = async () => {
    if (provider === undefined) throw new Error('A new provider cannot have a conflict');
    const input = { healthcareProviderId: provider.healthcareProviderId };
    const now = await client.fetchQuery({ ...queryOf(getProvider, input), staleTime: 0 });
    return { values: valuesOf(now, undefined), version: now.version };
  };
  const opened = { values: valuesOf(provider, typed), version: provider?.version };
  const { version, onStale, notice } = useSharedEdit(form, opened, read, providerLabels);
  const [addresses, setAddresses] = useState<readonly NewAddress[]>([]);
  const tags = useQuery(queryOf(getProviderTags, {}));
  const save = useCall(saveProvider, {
    form,
    onStale,
    onSuccess: ({ healthcareProviderId }) => {
      if (isNew) toast.withAction(providerTexts.saved, 'Show', () => openProviderEditor(healthcareProviderId));
      else toast.success(providerTexts.saved);
      onSaved(healthcareProviderId);
    },
  });
  const isDirty = form.formState.isDirty || addresses.length > 0 || createStubUser;
  const maySeePrivateNotes = isNew || provider.can.seePrivateNotes === true;
  return (
    <FormProvider {...form}>
      <FormDialog
        opened
        title={isNew ? 'Create New Provider' : 'Edit Info'}
        size={1240}
        form={form}
        onClose={onClose}
        isAcceptEnabled
        isDirty={isDirty}
        leaveWords={leaveWords}
        footerLeft={
          <EditorFooter
            provider={provider && { ...provider, version: version ?? provider.version }}
            isDirty={isDirty}
            isStub={createStubUser}
            onStub={setStubUser}
            onClose={onClose}
          />
        }
        onSubmit={({ privateNotes, ...values }) =>
          save.submit({
            ...values,
            ...(maySeePrivateNotes && { privateNotes: privateNotes ?? null }),
            healthcareProviderId: provider?.healthcareProviderId ?? null,
            version,
            createStubUser,
            addresses: [...addresses],
          })
        }
      >
        {notice}
        {provider !== undefined && <Deactivated provider={provider} />}
        {!isNew && provider.can.changeKnown !== true && <Callout tone="info">{providerTexts.shared}</Callout>}
        <div className={classes['columns']}>
          <GeneralColumn provider={provider} usesOrigin={usesOrigin} clients={user.clients}>
            {isNew ? (
              <EditorAddresses added={addresses} onChange={setAddresses} />
            ) : (
              <SavedAddresses provider={provider} />
            )}
          </GeneralColumn>
          <PractitionerColumn tags={tagChoices(tags.data?.tags ?? [], provider?.tags ?? [])} />
          <NotesColumn privateNotes={maySeePrivateNotes ? true : provider.can.seePrivateNotes}>
            {!isNew && <NetworkSummary provider={provider} />}
          </NotesColumn>
        </div>
      </FormDialog>
    </FormProvider>
  );
}

/** Each address is saved on its own, in its dialog. */
function SavedAddresses({ provider }: { provider: HealthcareProvider }): ReactNode {
  const { healthcareProviderId, lastName, firstName } = provider;
  return (
    <>
      <h3>Addresses</h3>
      <ProviderAddresses provider={{ healthcareProviderId, fullName: `${lastName}, ${firstName}` }} />
    </>
  );
}
