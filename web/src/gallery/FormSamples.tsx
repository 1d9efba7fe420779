import { addressForm } from '@careloop/contracts/fields/address';
import { atMost, required } from '@careloop/contracts/fields/checked';
import { dateAndTime, requiredDay } from '@careloop/contracts/fields/dates';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { z } from 'zod';
import { AddressFields } from '../ui/AddressFields.tsx';
import { AsyncSelect } from '../ui/AsyncSelect.tsx';
import { CollectionEditor } from '../ui/CollectionEditor.tsx';
import { DateInput } from '../ui/DateInput.tsx';
import { DateTimeInput } from '../ui/DateTimeInput.tsx';
import { Field } from '../ui/Field.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { useSchemaForm } from '../ui/forms.ts';
import { TreeSelect } from '../ui/TreeSelect.tsx';
import { TrimmedTextInput } from '../ui/TrimmedTextInput.tsx';
import { YesNo } from '../ui/YesNo.tsx';
import { clinicKey, clinicLabel, clinicTree, searchClinics } from './clinics.ts';
import { State, Widget } from './Sample.tsx';

const emptyAddress = {
  addressLabel: '',
  address1: '',
  address2: '',
  city: '',
  state: null,
  zipcode: '',
  officePhone: '',
  faxNumber: '',
  locationCode: '',
};

function AddressSample({ isDisabled = false }: { isDisabled?: boolean }): ReactNode {
  const form = useSchemaForm(addressForm({ isRequired: true }), emptyAddress);
  const [isSaved, setSaved] = useState(false);
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void form.handleSubmit(() => setSaved(true))(event)}>
        <AddressFields withOffice={!isDisabled} disabled={isDisabled} />
        <Group mt="sm">
          <Button type="submit" disabled={isDisabled}>
            Save address
          </Button>
          {isSaved && <Text role="status">Address added successfully.</Text>}
        </Group>
      </form>
    </FormProvider>
  );
}

const everyKind = z.object({
  answer: z
    .boolean()
    .nullable()
    .refine((value) => value !== null, 'Answer is required'),
  clinic: z
    .object({ clinicId: z.number(), name: z.string() })
    .nullable()
    .refine((value) => value !== null, 'Clinic is required'),
  day: requiredDay(),
  appointment: dateAndTime({ isRequired: true }),
  clinics: z.array(z.string()).min(1, 'Select at least one clinic'),
});

/** Fields of every kind of value. The first error is focused, whatever kind of field it is. */
function FocusSample(): ReactNode {
  const form = useSchemaForm(everyKind, {
    answer: null,
    clinic: null,
    day: '',
    appointment: { date: '', time: '' },
    clinics: [],
  });
  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit(() => undefined)(event)}>
      <Stack gap="sm">
        <Field form={form} name="answer" label="Answer" required input={YesNo} />
        <Field form={form} name="clinic" label="Clinic" required>
          {(field) => <AsyncSelect {...field} itemKey={clinicKey} itemLabel={clinicLabel} search={searchClinics} />}
        </Field>
        <Field form={form} name="day" label="Day" required description="A day of this year." input={DateInput} />
        <Field form={form} name="appointment" label="Appointment" required input={DateTimeInput} />
        <Field form={form} name="clinics" label="Clinics">
          {(field) => <TreeSelect {...field} isLabelShown nodes={clinicTree} />}
        </Field>
        <Group>
          <Button type="submit">Check</Button>
        </Group>
      </Stack>
    </form>
  );
}

interface Tag {
  tagId: number;
  name: string;
}

const tagForm = z.object({ name: required(atMost(25, 'Name cannot exceed 25 characters'), 'Name is required') });

function TagForm(props: { tag: Tag | null; onSave: (name: string) => void; onClose: () => void }): ReactNode {
  const { tag, onSave, onClose } = props;
  const form = useSchemaForm(tagForm, { name: tag?.name ?? '' });
  return (
    <FormDialog
      opened
      title={tag === null ? 'Add Tag' : 'Edit Tag'}
      size="sm"
      form={form}
      onClose={onClose}
      onSubmit={({ name }) => {
        onSave(name);
        onClose();
      }}
    >
      <Field form={form} name="name" label="Name" required>
        {(field) => <TrimmedTextInput {...field} max={25} />}
      </Field>
    </FormDialog>
  );
}

function Tags({ initial, disabled = false }: { initial: readonly Tag[]; disabled?: boolean }): ReactNode {
  const [tags, setTags] = useState(initial);
  const save = (tag: Tag | null, name: string) => {
    if (tag === null) setTags([...tags, { tagId: Math.max(0, ...tags.map(({ tagId }) => tagId)) + 1, name }]);
    else setTags(tags.map((one) => (one.tagId === tag.tagId ? { ...one, name } : one)));
  };
  return (
    <CollectionEditor
      label="Tags"
      items={tags}
      itemKey={({ tagId }) => tagId}
      itemLabel={({ name }) => name}
      renderForm={(tag, close) => <TagForm tag={tag} onSave={(name) => save(tag, name)} onClose={close} />}
      onDelete={(tag) => setTags(tags.filter((one) => one !== tag))}
      disabled={disabled}
    />
  );
}

/** Combined fields. */
export function FormSamples(): ReactNode {
  return (
    <>
      <Widget name="AddressFields" isWide>
        <State name="Empty">
          <AddressSample />
        </State>
        <State name="Disabled">
          <AddressSample isDisabled />
        </State>
      </Widget>
      <Widget name="Field" isWide>
        <State name="Empty">
          <FocusSample />
        </State>
      </Widget>
      <Widget name="CollectionEditor" isWide>
        <State name="Filled">
          <Tags
            initial={[
              { tagId: 1, name: 'Telehealth' },
              { tagId: 2, name: 'Speaks Portuguese' },
            ]}
          />
        </State>
        <State name="Empty">
          <Tags initial={[]} />
        </State>
        <State name="Disabled">
          <Tags initial={[{ tagId: 1, name: 'Telehealth' }]} disabled />
        </State>
      </Widget>
    </>
  );
}
