import { addPatient, addPatientTexts, findCandidates, type PatientCandidate } from '@careloop/contracts/patients/add';
import { Button, Group, Text } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { useCall } from '../../../api/query.ts';
import { useSession } from '../../../session/useSession.ts';
import { useDirtyGuard } from '../../../ui/dirtyGuard.ts';
import { FormError } from '../../../ui/FormError.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { Page } from '../../../ui/Page.tsx';
import { toast } from '../../../ui/toasts.tsx';
import classes from './AddPatient.module.css';
import { CandidatesDialog } from './CandidatesDialog.tsx';
import { newPatientForm, type NewPatient } from './newPatient.ts';
import { ContactFields, PersonFields } from './PatientFields.tsx';

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

/** State of the form, its calls, and the added patient to go to. */
function useAddPatient() {
  const { user } = useSession();
  const [only, another] = user.clients;
  const form = useSchemaForm(newPatientForm, {
    ...empty,
    ...(only !== undefined && another === undefined && { clientId: only.clientId }),
  });
  const [review, setReview] = useState<Review>();
  const [patientId, setPatientId] = useState<number>();
  const look = useCall(findCandidates, { form });
  const onAdded = (output: { patientId: number }) => {
    toast.success(addPatientTexts.added);
    setPatientId(output.patientId);
  };
  const add = useCall(addPatient, { form, onSuccess: onAdded });
  /** Adds the patient, or shows patients who may be the same person. */
  const submit = async (wanted: NewPatient) => {
    const found = await look.submit(wanted);
    if (found === undefined) return;
    if (found.candidates.length > 0) setReview({ wanted, candidates: found.candidates });
    else await add.submit(wanted);
  };
  return { form, review, setReview, patientId, setPatientId, onAdded, submit };
}

/** Adds a patient by hand, after searching for the same person on file. */
export function AddPatientPage(): ReactNode {
  const { form, review, setReview, patientId, setPatientId, onAdded, submit } = useAddPatient();
  const { isDirty, isSubmitting, errors } = form.formState;
  useDirtyGuard(isDirty && patientId === undefined);
  const navigate = useNavigate();
  useEffect(() => {
    // Not by `Navigate`, which leaves before the guard of unsaved changes is released.
    if (patientId === undefined) return;
    void navigate({ to: '/Patient/$patientId', params: { patientId: String(patientId) }, replace: true });
  }, [patientId, navigate]);
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
  if (patientId !== undefined) return null;
  const general = errors.root?.['server']?.message;
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
          {general !== undefined && <FormError>{general}</FormError>}
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
        <CandidatesDialog {...review} onClose={() => setReview(undefined)} onOpen={setPatientId} onAdded={onAdded} />
      )}
    </Page>
  );
}
