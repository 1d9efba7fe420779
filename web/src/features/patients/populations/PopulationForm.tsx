import {
  listPopulations,
  populationForm,
  populationLimits,
  populationTexts,
  savePopulation,
  type Population,
} from '@careloop/contracts/patients/populations';
import { Group, Radio, Select } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { queryOf, useCall } from '../../../api/query.ts';
import { useSession } from '../../../session/useSession.ts';
import { Field } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { RadioGroup } from '../../../ui/RadioGroup.tsx';
import { toast } from '../../../ui/toasts.tsx';
import { TrimmedTextInput } from '../../../ui/TrimmedTextInput.tsx';
import { WholeNumberInput } from '../../../ui/WholeNumberInput.tsx';
import { useFacilityList } from '../../directory/shared/facilities.ts';
import { useSharedEdit } from '../../../components/useSharedEdit.tsx';
import { recordLabels } from '../record/recordLabels.ts';
import type { PopulationsDialogProps } from './populationDialogs.ts';

type Values = z.input<typeof populationForm>;
type Form = UseFormReturn<Values, unknown, z.output<typeof populationForm>>;

interface PopulationFormProps extends PopulationsDialogProps {
  /** Undefined for a new one. */
  population: Population | undefined;
}

const populationLabels = { ...recordLabels, clientId: 'Client', kind: 'Patients are' };

/** Adds or edits a population; whether it is a list cannot change. */
export function PopulationForm({ population, onClose }: PopulationFormProps): ReactNode {
  const { user } = useSession();
  const client = useQueryClient();
  const sharedOf = (one: Population | undefined) => ({
    values: valuesOf(one, user.clients[0]?.clientId ?? 0),
    version: one?.version,
  });
  const opened = sharedOf(population);
  const form = useSchemaForm(populationForm, opened.values);
  const populationId = population?.populationId ?? null;
  const read = async () => {
    const { items } = await client.fetchQuery({ ...queryOf(listPopulations, {}), staleTime: 0 });
    return sharedOf(items.find((one) => one.populationId === populationId) ?? population);
  };
  const { version, onStale, notice } = useSharedEdit(form, opened, read, populationLabels);
  const save = useCall(savePopulation, {
    form,
    onStale,
    onSuccess: () => {
      toast.success(populationTexts.saved);
      onClose();
    },
  });
  return (
    <FormDialog
      opened
      title={population === undefined ? 'New population' : `Change ${population.name}`}
      size="sm"
      form={form}
      onClose={onClose}
      isAcceptEnabled
      onSubmit={(values) => save.submit({ ...values, populationId, version })}
    >
      {notice}
      <Field form={form} name="name" label="Name" required>
        {(field) => <TrimmedTextInput {...field} maxLength={populationLimits.name} />}
      </Field>
      <Field form={form} name="description" label="Description">
        {(field) => <TrimmedTextInput {...field} maxLength={populationLimits.description} />}
      </Field>
      {user.clients.length > 1 && (
        <NumberSelect
          form={form}
          name="clientId"
          label="Client"
          isFixed={population !== undefined}
          choices={user.clients.map(({ clientId, displayName }) => ({ id: clientId, name: displayName }))}
        />
      )}
      <Field form={form} name="kind" label="Patients are">
        {(field) => (
          <RadioGroup {...field} onChange={(value) => field.onChange(value === 'rule' ? 'rule' : 'list')}>
            <Group mt={4}>
              <Radio value="rule" label="Found by rules" disabled={population !== undefined} />
              <Radio value="list" label="Picked by hand" disabled={population !== undefined} />
            </Group>
          </RadioGroup>
        )}
      </Field>
      {form.watch('kind') === 'rule' && <Rules form={form} />}
    </FormDialog>
  );
}

const valuesOf = (population: Population | undefined, ownClientId: number): Values => ({
  clientId: population?.clientId ?? ownClientId,
  name: population?.name ?? '',
  description: population?.description ?? '',
  kind: population?.kind ?? 'rule',
  conditionCode: population?.conditionCode ?? '',
  minAge: population?.minAge ?? null,
  maxAge: population?.maxAge ?? null,
  facilityId: population?.facilityId ?? null,
});

function Rules({ form }: { form: Form }): ReactNode {
  const facilities = useFacilityList();
  return (
    <>
      <Field
        form={form}
        name="conditionCode"
        label="Condition"
        description="An ICD-10 code or the start of one: E11 finds all type 2 diabetes."
      >
        {(field) => <TrimmedTextInput {...field} maxLength={populationLimits.code} />}
      </Field>
      <Group grow align="flex-start">
        <AgeInput form={form} name="minAge" label="Age from" />
        <AgeInput form={form} name="maxAge" label="Age to" />
      </Group>
      <NumberSelect
        form={form}
        name="facilityId"
        label="Seen at facility"
        isFixed={false}
        choices={facilities.map(({ key, label }) => ({ id: key, name: label }))}
      />
    </>
  );
}

function AgeInput({ form, name, label }: { form: Form; name: 'minAge' | 'maxAge'; label: string }): ReactNode {
  return (
    <Field form={form} name={name} label={label} comparedIn={name === 'minAge' ? ['maxAge'] : []}>
      {(field) => <WholeNumberInput {...field} min={0} max={populationLimits.age} />}
    </Field>
  );
}

interface NumberSelectProps {
  form: Form;
  name: 'clientId' | 'facilityId';
  label: string;
  isFixed: boolean;
  choices: readonly { id: number; name: string }[];
}

function NumberSelect({ form, name, label, isFixed, choices }: NumberSelectProps): ReactNode {
  return (
    <Field form={form} name={name} label={label}>
      {(field) => (
        <Select
          {...field}
          value={field.value || null}
          disabled={isFixed}
          clearable={name === 'facilityId'}
          searchable={choices.length > 8}
          data={choices.map((choice) => ({ value: choice.id, label: choice.name }))}
        />
      )}
    </Field>
  );
}
