import { listMedications, type Medication } from '@careloop/contracts/clinical-record';
import { medicationForm, saveMedication } from '@careloop/contracts/clinical-record/editing';
import { medicationKindLabels, medicationStatusLabels } from '@careloop/contracts/codes/clinicalRecord';
import { getPatientInfo } from '@careloop/contracts/patients';
import { Select } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { queryOf, useCall } from '../../../api/query.ts';
import { useSharedEdit } from '../../../components/useSharedEdit.tsx';
import { Field } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { toast } from '../../../ui/toasts.tsx';
import { TrimmedTextarea } from '../../../ui/TrimmedTextarea.tsx';
import { TrimmedTextInput } from '../../../ui/TrimmedTextInput.tsx';
import { PatientLine } from '../../patients/shared/PatientBanner.tsx';
import { CodeSelect } from './CodeSelect.tsx';
import { editLabels } from './editLabels.ts';
import { FieldGrid } from './FieldGrid.tsx';
import { PartialDayInput } from './PartialDayInput.tsx';
import { useChosenCode } from './useChosenCode.ts';
import { optionsOf, typedPartialDay } from './words.ts';

function sharedOf(medication: Medication | undefined) {
  const text = (value: string | null | undefined) => value ?? '';
  const values = {
    description: text(medication?.description),
    code: text(medication?.code),
    codeSystem: text(medication?.codeSystem),
    status: medication?.status ?? ('active' as const),
    kind: medication?.kind ?? ('statement' as const),
    dosage: text(medication?.dosage),
    route: text(medication?.route),
    quantity: text(medication?.quantity),
    reason: text(medication?.reason),
    statusReason: text(medication?.statusReason),
    note: text(medication?.note),
    startDate: typedPartialDay(medication?.startDate),
    endDate: typedPartialDay(medication?.endDate),
  };
  return { values, version: medication?.version };
}

interface MedicationDialogProps {
  patientId: number;
  /** Undefined to add one. */
  medication?: Medication | undefined;
  onClose: () => void;
}

/** Adds or edits a medication. */
export function MedicationDialog({ patientId, medication, onClose }: MedicationDialogProps): ReactNode {
  const client = useQueryClient();
  const { data: patient } = useQuery(queryOf(getPatientInfo, { patientId }));
  const opened = sharedOf(medication);
  const [schema] = useState(() => medicationForm(opened.values));
  const form = useSchemaForm(schema, opened.values);
  const patientMedicationId = medication?.patientMedicationId;
  const read = async () => {
    const now = await client.fetchQuery({ ...queryOf(listMedications, { patientId }), staleTime: 0 });
    return sharedOf(now.items.find((one) => one.patientMedicationId === patientMedicationId));
  };
  const { version, onStale, notice } = useSharedEdit(form, opened, read, editLabels);
  const { chosen, choose, codeOf } = useChosenCode(medication?.description, (description) =>
    form.setValue('description', description, { shouldDirty: true, shouldValidate: true }),
  );
  const save = useCall(saveMedication, {
    form,
    onStale,
    onSuccess: () => {
      toast.success(medication === undefined ? 'Medication added' : 'Medication saved');
      onClose();
    },
  });
  return (
    <FormDialog
      opened
      title={medication === undefined ? 'Add medication' : 'Edit medication'}
      size={640}
      form={form}
      header={patient && <PatientLine patient={patient} />}
      onClose={onClose}
      isAcceptEnabled
      onSubmit={(values) =>
        save.submit({
          ...values,
          ...codeOf(values),
          patientId,
          patientMedicationId,
          version,
        })
      }
    >
      {notice}
      <CodeSelect label="Find a medication" subject="medication" value={chosen} onChange={choose} />
      <Field
        form={form}
        name="description"
        label="Medication"
        required
        description="Name, strength and form, such as Metformin 500 mg tablet"
        input={TrimmedTextInput}
      />
      <Field form={form} name="dosage" label={editLabels.dosage}>
        {(field) => <TrimmedTextarea {...field} minRows={2} maxRows={5} />}
      </Field>
      <FieldGrid>
        <Field form={form} name="status" label={editLabels.status}>
          {({ onChange, ...field }) => (
            <Select
              {...field}
              allowDeselect={false}
              data={optionsOf(medicationStatusLabels)}
              onChange={(value) => value !== null && onChange(value as typeof field.value)}
            />
          )}
        </Field>
        <Field form={form} name="kind" label={editLabels.kind}>
          {({ onChange, ...field }) => (
            <Select
              {...field}
              allowDeselect={false}
              data={optionsOf(medicationKindLabels)}
              onChange={(value) => value !== null && onChange(value as typeof field.value)}
            />
          )}
        </Field>
        <Field
          form={form}
          name="startDate"
          comparedIn={['endDate']}
          label={editLabels.startDate}
          input={PartialDayInput}
        />
        <Field form={form} name="endDate" label={editLabels.endDate} input={PartialDayInput} />
        <Field form={form} name="reason" label={editLabels.reason} input={TrimmedTextInput} />
        <Field form={form} name="route" label={editLabels.route} input={TrimmedTextInput} />
      </FieldGrid>
      <Field form={form} name="note" label={editLabels.note}>
        {(field) => <TrimmedTextarea {...field} minRows={2} maxRows={6} />}
      </Field>
    </FormDialog>
  );
}
