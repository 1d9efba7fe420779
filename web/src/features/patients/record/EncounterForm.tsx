import { encounterType, encounterTypeLabels, type EncounterType } from '@careloop/contracts/codes';
import { dateAndTime, dayLimits, notBefore } from '@careloop/contracts/fields/dates';
import { checkChanged } from '@careloop/contracts/fields/onFile';
import { getPatientInfo } from '@careloop/contracts/patients';
import {
  encounterDateProblems,
  encounterDays,
  encounterFields,
  encounterRules,
  getEncounter,
  getEncounterConfiguration,
  saveEncounter,
  type EncounterDetail,
} from '@careloop/contracts/patients/encounters';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import type { z } from 'zod';
import { queryOf, useCall } from '../../../api/query.ts';
import { useSharedEdit } from '../../../components/useSharedEdit.tsx';
import { DateTimeInput } from '../../../ui/DateTimeInput.tsx';
import { Field } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { ownTimeZone } from '../../../ui/dates.ts';
import { momentTyped, typedMoment } from '../../../ui/typedMoment.ts';
import { toast } from '../../../ui/toasts.tsx';
import { TrimmedTextarea } from '../../../ui/TrimmedTextarea.tsx';
import { TrimmedTextInput } from '../../../ui/TrimmedTextInput.tsx';
import { PatientLine } from '../shared/PatientBanner.tsx';
import { choicesOf, CodeSelect } from './CodeSelect.tsx';
import classes from './Record.module.css';
import { recordLabels } from './recordLabels.ts';

/** The fields as typed: a timestamp is a date and a time. */
const typedFields = encounterFields.extend({
  encounterDate: dateAndTime({ isRequired: true }),
  dischargeDate: dateAndTime({ isRequired: false }),
});
type TypedDates = Pick<z.output<typeof typedFields>, 'encounterDate' | 'dischargeDate'>;

/** The dates as typed; empty for an encounter date that is invalid. */
const datesOf = ({ encounterDate, dischargeDate }: TypedDates, encounter: EncounterDetail | undefined) => ({
  encounterDate: momentTyped(encounterDate, encounter?.encounterDate ?? null) ?? '',
  dischargeDate: momentTyped(dischargeDate, encounter?.dischargeDate ?? null),
});

/** The form of an encounter; undefined for a new one. */
const formOf = (encounter: EncounterDetail | undefined) =>
  typedFields.superRefine(...checkChanged(encounterRules, encounter)).superRefine(
    (typed, context) => {
      const problems = encounterDateProblems(datesOf(typed, encounter), encounter);
      for (const [field, message] of Object.entries(problems))
        context.addIssue({ code: 'custom', path: [field], message });
    },
    // Also while another field, such as the type, is still missing.
    { when: () => true },
  );
const types = choicesOf(encounterType, encounterTypeLabels, ['none']);
const levels = [1, 2, 3, 4, 5].map((code) => ({ code, label: String(code) }));

type TypeCode = 1;
const codeOf = (type: EncounterType | null | undefined) =>
  type == null ? null : (encounterType.codeOf(type) as TypeCode);

function sharedOf(encounter: EncounterDetail | undefined) {
  const text = (value: string | null | undefined) => value ?? '';
  const values = {
    encounterTypeCode: (encounter?.encounterTypeCode ?? encounterType.table.none) as TypeCode,
    encounterDate: typedMoment(encounter?.encounterDate ?? null),
    dischargeDate: typedMoment(encounter?.dischargeDate ?? null),
    admitReason: text(encounter?.admitReason),
    encounterDetail: text(encounter?.encounterDetail),
    facilityName: text(encounter?.facilityName),
    accountNumber: text(encounter?.accountNumber),
    mrn: text(encounter?.mrn),
    roomNumber: text(encounter?.roomNumber),
    esiLevel: encounter?.esiLevel ?? null,
    dischargeDisposition: text(encounter?.dischargeDisposition),
    transferredFromTypeCode: codeOf(encounter?.transferredFrom?.encounterType),
    transferredFromFacilityName: text(encounter?.transferredFrom?.facilityName),
    transferredToTypeCode: codeOf(encounter?.transferredTo?.encounterType),
    transferredToFacilityName: text(encounter?.transferredTo?.facilityName),
  };
  return { values, version: encounter?.version };
}

interface EncounterFormProps {
  patientId: number;
  /** Undefined to add one. */
  encounter?: EncounterDetail;
  onClose: () => void;
}

/** Edits or adds an encounter, without the fields that the patient's client hides. */
export function EncounterForm({ patientId, encounter, onClose }: EncounterFormProps): ReactNode {
  const client = useQueryClient();
  const { data: patient } = useQuery(queryOf(getPatientInfo, { patientId }));
  const { data: shows } = useQuery(queryOf(getEncounterConfiguration, { patientId }));
  const patientEncounterId = encounter?.patientEncounterId;
  const opened = sharedOf(encounter);
  const [schema] = useState(() => formOf(encounter));
  const state = useSchemaForm(schema, opened.values);
  const read = async () =>
    patientEncounterId === undefined
      ? opened
      : sharedOf(
          await client.fetchQuery({ ...queryOf(getEncounter, { patientId, patientEncounterId }), staleTime: 0 }),
        );
  const { version, onStale, notice } = useSharedEdit(state, opened, read, recordLabels);
  const save = useCall(saveEncounter, {
    form: state,
    onStale,
    onSuccess: () => {
      toast.success(encounter === undefined ? 'Encounter added' : 'Encounter saved');
      onClose();
    },
  });
  return (
    <FormProvider {...state}>
      <FormDialog
        opened
        title={encounter === undefined ? 'Add encounter' : 'Edit encounter'}
        size={720}
        form={state}
        header={patient && <PatientLine patient={patient} />}
        onClose={onClose}
        isAcceptEnabled
        onSubmit={(values) =>
          save.submit({
            ...values,
            ...datesOf(values, encounter),
            patientId,
            patientEncounterId,
            version,
            ...(encounter === undefined && { timeZone: ownTimeZone }),
          })
        }
      >
        {notice}
        <Field form={state} name="encounterTypeCode" label={recordLabels.encounterTypeCode} required>
          {(field) => <CodeSelect {...field} choices={types} clearable={false} />}
        </Field>
        <div className={classes['grid']}>
          <Field
            form={state}
            name="encounterDate"
            label={recordLabels.encounterDate}
            required
            comparedIn={['dischargeDate']}
          >
            {(field) => <DateTimeInput {...field} days={encounterDays()} />}
          </Field>
          <Field form={state} name="dischargeDate" label={recordLabels.dischargeDate}>
            {(field) => (
              <DateTimeInput {...field} days={notBefore(state.watch('encounterDate').date, dayLimits.begun())} />
            )}
          </Field>
        </div>
        <Field form={state} name="admitReason" label={recordLabels.admitReason} input={TrimmedTextInput} />
        <Field form={state} name="encounterDetail" label={recordLabels.encounterDetail}>
          {(field) => <TrimmedTextarea {...field} minRows={2} maxRows={6} />}
        </Field>
        <div className={classes['grid']}>
          <Field form={state} name="facilityName" label={recordLabels.facilityName} input={TrimmedTextInput} />
          <Field form={state} name="accountNumber" label={recordLabels.accountNumber} input={TrimmedTextInput} />
          {shows?.showsMrn === true && <Field form={state} name="mrn" label="MRN" input={TrimmedTextInput} />}
          {shows?.showsRoomNumber === true && (
            <Field form={state} name="roomNumber" label={recordLabels.roomNumber} input={TrimmedTextInput} />
          )}
          {shows?.showsEsiLevel === true && (
            <Field form={state} name="esiLevel" label={recordLabels.esiLevel}>
              {(field) => <CodeSelect {...field} choices={levels} placeholder="Not stated" />}
            </Field>
          )}
          <Field
            form={state}
            name="dischargeDisposition"
            label={recordLabels.dischargeDisposition}
            input={TrimmedTextInput}
          />
        </div>
        {shows?.showsTransfers === true && (
          <div className={classes['pairs']}>
            <Field form={state} name="transferredFromTypeCode" label={recordLabels.transferredFromTypeCode}>
              {(field) => <CodeSelect {...field} choices={types} />}
            </Field>
            <Field
              form={state}
              name="transferredFromFacilityName"
              label={recordLabels.transferredFromFacilityName}
              input={TrimmedTextInput}
            />
            <Field form={state} name="transferredToTypeCode" label={recordLabels.transferredToTypeCode}>
              {(field) => <CodeSelect {...field} choices={types} />}
            </Field>
            <Field
              form={state}
              name="transferredToFacilityName"
              label={recordLabels.transferredToFacilityName}
              input={TrimmedTextInput}
            />
          </div>
        )}
      </FormDialog>
    </FormProvider>
  );
}
