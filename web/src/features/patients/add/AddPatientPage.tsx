import { genderLabels } from '@careloop/contracts/codes';
import { languages } from '@careloop/contracts/codes/languages';
import { dayLimits } from '@careloop/contracts/fields/dates';
import { addPatient, addPatientTexts, findCandidates, type PatientCandidate } from '@careloop/contracts/patients/add';
import { Button, Group, Select, Text } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { FormProvider, useFormContext } from 'react-hook-form';
import { useCall } from '../../../api/query.ts';
import { useSession } from '../../../session/useSession.ts';
import { AddressFields } from '../../../ui/AddressFields.tsx';
import { DateInput } from '../../../ui/DateInput.tsx';
import { useDirtyGuard } from '../../../ui/dirtyGuard.ts';
import { Field } from '../../../ui/Field.tsx';
import { ServerError } from '../../../ui/FormError.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { Page } from '../../../ui/Page.tsx';
import { MobileInput, PhoneInput } from '../../../ui/PhoneInput.tsx';
import { EmailInput, SsnInput } from '../../../ui/ruleInputs.tsx';
import { toast } from '../../../ui/toasts.tsx';
import { TrimmedTextInput } from '../../../ui/TrimmedTextInput.tsx';
import { releaseSaved } from '../../../ui/unsaved.ts';
import classes from './AddPatient.module.css';
import { CandidatesDialog } from './CandidatesDialog.tsx';
import { newPatientForm, type NewPatient, type NewPatientValues } from './newPatient.ts';

const empty = {
  firstName: '',
  middleName: '',
  lastName: '',
  nameSuffix: '',
  dateOfBirth: '',
  mrn: '',
  ssn: '',
  cellPhone: '',
  homePhone: '',
  email: '',
  languageCode: null,
  address1: '',
  address2: '',
  city: '',
  state: '',
  zipcode: '',
};

interface Review {
  wanted: NewPatient;
  candidates: readonly PatientCandidate[];
}

/** State of the form and its calls, and `open`, which goes to a patient's page. */
function useAddPatient() {
  const { user } = useSession();
  const [only, another] = user.clients;
  const form = useSchemaForm(newPatientForm, {
    ...empty,
    ...(only !== undefined && another === undefined && { clientId: only.clientId }),
  });
  const [review, setReview] = useState<Review>();
  const look = useCall(findCandidates, { form });
  const navigate = useNavigate();
  const open = (patientId: number) => {
    // The dialog with similar patients saves by a form of its own, or finds that the patient is on file.
    releaseSaved(form);
    setReview(undefined);
    void navigate({ to: '/Patient/$patientId', params: { patientId: String(patientId) }, replace: true });
  };
  const onAdded = ({ patientId }: { patientId: number }) => {
    toast.success(addPatientTexts.added);
    open(patientId);
  };
  const add = useCall(addPatient, { form, onSuccess: onAdded });
  /** Adds the patient, or shows patients who may be the same person. */
  const submit = async (wanted: NewPatient) => {
    const found = await look.submit(wanted);
    if (found === undefined) return;
    if (found.candidates.length > 0) setReview({ wanted, candidates: found.candidates });
    else await add.submit(wanted);
  };
  return { form, review, setReview, open, onAdded, submit };
}

/** Adds a patient by hand, after searching for the same person on file. */
export function AddPatientPage(): ReactNode {
  const { form, review, setReview, open, onAdded, submit } = useAddPatient();
  const { isDirty, isSubmitting, errors } = form.formState;
  useDirtyGuard(isDirty, form);
  const isBusy = useRef(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    // Blocks a second submit before the button renders as disabled.
    if (isBusy.current) return;
    isBusy.current = true;
    await form
      .handleSubmit(submit)(event)
      .finally(() => (isBusy.current = false));
  };
  return (
    <Page
      title="Add patient"
      maxWidth="56rem"
      filters={
        <Text c="dimmed" fz="sm">
          You join the care team of the patient you add. Patients who may be the same person are shown before anything
          is saved.
        </Text>
      }
    >
      <FormProvider {...form}>
        <form noValidate onSubmit={(event) => void send(event)} aria-label="Add patient" aria-busy={isSubmitting}>
          <ServerError errors={errors} />
          <PersonFields />
          <ContactFields />
          <Group justify="flex-end" className={classes.buttons}>
            <Button variant="default" renderRoot={(props) => <Link to="/Patients" {...props} />}>
              Cancel
            </Button>
            <Button type="submit" loading={isSubmitting}>
              Add patient
            </Button>
          </Group>
        </form>
      </FormProvider>
      {review !== undefined && (
        <CandidatesDialog {...review} onClose={() => setReview(undefined)} onOpen={open} onAdded={onAdded} />
      )}
    </Page>
  );
}

const genders = (Object.keys(genderLabels) as (keyof typeof genderLabels)[]).map((value) => ({
  value,
  label: genderLabels[value],
}));
const languageChoices = languages.map(({ code, name }) => ({ value: code, label: name }));

/** Identity of the patient. */
function PersonFields(): ReactNode {
  const form = useFormContext<NewPatientValues>();
  const { user } = useSession();
  const clients = user.clients.map(({ clientId, displayName }) => ({ value: clientId, label: displayName }));
  return (
    <fieldset className={classes['part']}>
      <legend>Person</legend>
      <Field form={form} name="firstName" label="First name" required input={TrimmedTextInput} />
      <Field form={form} name="middleName" label="Middle name" input={TrimmedTextInput} />
      <Field form={form} name="lastName" label="Last name" required input={TrimmedTextInput} />
      <Field form={form} name="nameSuffix" label="Suffix">
        {(field) => <TrimmedTextInput {...field} placeholder="Jr., III" />}
      </Field>
      <Field form={form} name="dateOfBirth" label="Date of birth" required>
        {(field) => <DateInput {...field} {...dayLimits.birth()} />}
      </Field>
      <Field form={form} name="gender" label="Gender" required>
        {(field) => (
          <Select
            {...field}
            value={field.value ?? null}
            allowDeselect={false}
            data={genders}
            onChange={(value) => value !== null && field.onChange(value)}
          />
        )}
      </Field>
      <div className={classes['half']}>
        <Field form={form} name="clientId" label="Client" required>
          {(field) => (
            <Select
              {...field}
              value={field.value ?? null}
              allowDeselect={false}
              data={clients}
              onChange={(value) => value !== null && field.onChange(value)}
            />
          )}
        </Field>
      </div>
      <Field form={form} name="mrn" label="MRN" required input={TrimmedTextInput} />
      <Field form={form} name="ssn" label="Social Security number" input={SsnInput} />
      <Field form={form} name="languageCode" label="Language">
        {(field) => (
          <Select {...field} searchable clearable nothingFoundMessage="No options found" data={languageChoices} />
        )}
      </Field>
    </fieldset>
  );
}

/** Contact details of the patient. */
function ContactFields(): ReactNode {
  const form = useFormContext<NewPatientValues>();
  return (
    <fieldset className={classes['part']}>
      <legend>Contact</legend>
      <Field form={form} name="cellPhone" label="Cell phone" input={MobileInput} />
      <Field form={form} name="homePhone" label="Home phone" input={PhoneInput} />
      <Field form={form} name="email" label="Email" input={EmailInput} />
      <div className={classes['wide']}>
        <AddressFields />
      </div>
    </fieldset>
  );
}
