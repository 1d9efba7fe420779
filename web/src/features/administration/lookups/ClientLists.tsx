import {
  affiliationForm,
  archiveAffiliation,
  archiveProviderTag,
  archiveTaskTag,
  clientLookupLimits,
  getManagedAffiliation,
  getManagedProviderTag,
  getManagedTaskTag,
  listManagedAffiliations,
  listManagedProviderTags,
  listManagedTaskTags,
  providerTagForm,
  saveAffiliation,
  saveProviderTag,
  saveTaskTag,
  taskTagForm,
  clientLookupTexts as texts,
  type AffiliationEntry,
  type ProviderTagEntry,
  type TaskTagEntry,
} from '@careloop/contracts/administration/clientLookups';
import { Select } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import type { z } from 'zod';
import { call } from '../../../api/call.ts';
import { useSession } from '../../../session/useSession.ts';
import { CheckboxInput } from '../../../ui/CheckboxInput.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Field } from '../../../ui/Field.tsx';
import { TrimmedTextarea } from '../../../ui/TrimmedTextarea.tsx';
import { WholeNumberInput } from '../../../ui/WholeNumberInput.tsx';
import { NameField, NameOnly } from './LookupFields.tsx';
import type { LookupKind } from './lookupKinds.tsx';
import { LookupList } from './LookupList.tsx';
import { protocolKind } from './protocols/protocolKind.tsx';
import { referralReasonKind } from './referralReasonKind.tsx';
import { taskTemplateKind } from './taskTemplateKind.tsx';
import classes from './Lookups.module.css';
import { formatNumber } from '../../../ui/numbers.ts';

const page = getRouteApi('/Lookups');

type ClientTab =
  | 'providerTags'
  | 'taskTags'
  | 'taskTemplates'
  | 'affiliations'
  | 'referralReasons'
  | 'referralProtocols';

/** A list of one of the administrator's clients. */
export function ClientLists({ tab }: { tab: ClientTab }): ReactNode {
  const { clients } = useSession().user;
  const { clientId } = page.useSearch();
  const chosen = clients.find((one) => one.clientId === clientId) ?? clients[0];
  if (chosen === undefined)
    return <EmptyState icon={<IconListDetails size={24} />} title="You do not belong to a client" />;
  const select = clients.length > 1 && <ClientSelect clientId={chosen.clientId} />;
  if (tab === 'providerTags')
    return (
      <LookupList key={chosen.clientId} kind={providerTagKind(chosen.clientId)}>
        {select}
      </LookupList>
    );
  if (tab === 'taskTemplates')
    return (
      <LookupList key={chosen.clientId} kind={taskTemplateKind(chosen.clientId)}>
        {select}
      </LookupList>
    );
  if (tab === 'referralReasons')
    return (
      <LookupList key={chosen.clientId} kind={referralReasonKind(chosen.clientId)}>
        {select}
      </LookupList>
    );
  if (tab === 'referralProtocols')
    return (
      <LookupList key={chosen.clientId} kind={protocolKind(chosen.clientId)}>
        {select}
      </LookupList>
    );
  return tab === 'taskTags' ? (
    <LookupList key={chosen.clientId} kind={taskTagKind(chosen.clientId)}>
      {select}
    </LookupList>
  ) : (
    <LookupList key={chosen.clientId} kind={affiliationKind(chosen.clientId)}>
      {select}
    </LookupList>
  );
}

function ClientSelect({ clientId }: { clientId: number }): ReactNode {
  const { clients } = useSession().user;
  const navigate = page.useNavigate();
  return (
    <Select
      aria-label="Client"
      size="xs"
      w="14rem"
      allowDeselect={false}
      searchable={clients.length > 8}
      data={clients.map((one) => ({ value: String(one.clientId), label: one.displayName }))}
      value={String(clientId)}
      onChange={(value) =>
        void navigate({
          search: (search) => ({ ...search, clientId: Number(value), entryId: undefined }),
          replace: true,
        })
      }
    />
  );
}

type TagForm = z.input<typeof providerTagForm>;

/** The provider tags of a client. */
const providerTagKind = (clientId: number): LookupKind<ProviderTagEntry, TagForm, TagForm> => ({
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

type TaskTagForm = z.input<typeof taskTagForm>;

/** The task tags of a client. */
const taskTagKind = (clientId: number): LookupKind<TaskTagEntry, TaskTagForm, TaskTagForm> => ({
  one: 'task tag',
  many: 'task tags',
  placeholder: 'Name',
  scope: { clientId },
  list: listManagedTaskTags,
  find: (input, signal) => call(listManagedTaskTags, { clientId, ...input }, { signal }),
  get: getManagedTaskTag,
  read: (id, signal) => call(getManagedTaskTag, { id }, { signal }),
  save: saveTaskTag,
  archive: archiveTaskTag,
  columns: [],
  form: taskTagForm,
  valuesOf: (entry) => ({ name: entry?.name ?? '' }),
  labels: { name: 'Name' },
  fields: <NameOnly />,
});

type AffiliationKind = LookupKind<AffiliationEntry, z.input<typeof affiliationForm>, z.output<typeof affiliationForm>>;

/** The affiliations of a client. */
const affiliationKind = (clientId: number): AffiliationKind => ({
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
  return formatNumber(providerCount);
}

type Values = z.input<typeof affiliationForm>;

const affiliationLabels = {
  name: 'Name',
  isPreferred: 'Preferred',
  enforcePreferred: 'Ask for a reason',
  warningMessage: 'Warning message',
  position: 'Order',
} as const;

function Flag({ name, description }: { name: 'isPreferred' | 'enforcePreferred'; description: string }): ReactNode {
  const form = useFormContext<Values>();
  return (
    <Field form={form} name={name} label={affiliationLabels[name]} description={description} input={CheckboxInput} />
  );
}

function AffiliationFields(): ReactNode {
  const form = useFormContext<Values>();
  const isPreferred = form.watch('isPreferred');
  return (
    <div className={classes['fields']}>
      <NameField />
      <Flag name="isPreferred" description={texts.preferredHint} />
      {/* No effect on a preferred affiliation. The value is kept, in case the affiliation stops being preferred. */}
      {isPreferred !== true && <Flag name="enforcePreferred" description={texts.reasonHint} />}
      <Field form={form} name="warningMessage" label={affiliationLabels.warningMessage} description={texts.warningHint}>
        {(field) => <TrimmedTextarea {...field} max={clientLookupLimits.warningMessage} />}
      </Field>
      <Field form={form} name="position" label={affiliationLabels.position} description={texts.positionHint}>
        {(field) => (
          <WholeNumberInput {...field} placeholder={texts.positionEmpty} allowNegative={false} hideControls />
        )}
      </Field>
    </div>
  );
}
