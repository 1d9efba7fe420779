import {
  listPopulations,
  populationForm,
  populationLimits,
  populationTexts,
  savePopulation,
  type Population,
} from '@careloop/contracts/patients/populations';
import { Group, NumberInput, Radio, Select, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { queryOf, useCall } from '../../../api/query.ts';
import { useSession } from '../../../session/useSession.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { inputProps, useSchemaForm } from '../../../ui/forms.ts';
import { RadioGroup } from '../../../ui/RadioGroup.tsx';
import { toast } from '../../../ui/toasts.tsx';
import { useFacilityList } from '../../directory/shared/facilities.ts';
import { useSharedEdit } from '../../../components/useSharedEdit.tsx';
import { recordLabel } from '../record/recordLabels.ts';
import type { PopulationsDialogProps } from './populationDialogs.ts';

type Values = z.input<typeof populationForm>;
type Form = UseFormReturn<Values, unknown, z.output<typeof populationForm>>;

interface PopulationFormProps extends PopulationsDialogProps {
  /** Undefined for a new one. */
  population: Population | undefined;
}

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
  const { version, handleError, notice } = useSharedEdit(form, opened, read, recordLabel);
  const save = useCall(savePopulation, {
    onError: 'form',
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
      onSubmit={(values) => save.mutateAsync({ ...values, populationId, version }).catch(handleError)}
    >
      {notice}
      <TextInput label="Name" withAsterisk maxLength={populationLimits.name} {...inputProps(form, 'name')} />
      <TextInput label="Description" maxLength={populationLimits.description} {...inputProps(form, 'description')} />
      {user.clients.length > 1 && (
        <NumberSelect
          form={form}
          name="clientId"
          label="Client"
          isFixed={population !== undefined}
          choices={user.clients.map(({ clientId, displayName }) => ({ id: clientId, name: displayName }))}
        />
      )}
      <Controller
        control={form.control}
        name="kind"
        render={({ field }) => (
          <RadioGroup label="Patients are" ref={field.ref} value={field.value} onChange={field.onChange}>
            <Group mt={4}>
              <Radio value="rule" label="Found by rules" disabled={population !== undefined} />
              <Radio value="list" label="Picked by hand" disabled={population !== undefined} />
            </Group>
          </RadioGroup>
        )}
      />
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
      <TextInput
        label="Condition"
        description="An ICD-10 code or the start of one: E11 finds all type 2 diabetes."
        maxLength={populationLimits.code}
        {...inputProps(form, 'conditionCode')}
      />
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
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <NumberInput
          label={label}
          min={0}
          max={populationLimits.age}
          allowDecimal={false}
          {...field}
          value={field.value ?? ''}
          onChange={(value) => field.onChange(value === '' ? null : Number(value))}
          error={fieldState.error?.message}
        />
      )}
    />
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
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <Select
          label={label}
          disabled={isFixed}
          clearable={name === 'facilityId'}
          searchable={choices.length > 8}
          data={choices.map((choice) => ({ value: String(choice.id), label: choice.name }))}
          ref={field.ref}
          onBlur={field.onBlur}
          value={field.value ? String(field.value) : null}
          onChange={(value) => field.onChange(value === null ? null : Number(value))}
          error={fieldState.error?.message}
        />
      )}
    />
  );
}
