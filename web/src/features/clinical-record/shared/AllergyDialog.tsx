import { listAllergies, type Allergy } from '@careloop/contracts/clinical-record';
import { allergyForm, saveAllergy } from '@careloop/contracts/clinical-record/editing';
import {
  allergyCategoryLabels,
  allergyKindLabels,
  allergyStatusLabels,
  criticalityLabels,
  severityLabels,
} from '@careloop/contracts/codes/clinicalRecord';
import { getPatientInfo } from '@careloop/contracts/patients';
import { Select } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { queryOf, useCall } from '../../../api/query.ts';
import { useSharedEdit } from '../../../components/useSharedEdit.tsx';
import { Field } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { MultiLineListInput } from '../../../ui/MultiLineListInput.tsx';
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

function sharedOf(allergy: Allergy | undefined) {
  const text = (value: string | null | undefined) => value ?? '';
  const values = {
    description: text(allergy?.description),
    code: text(allergy?.code),
    codeSystem: text(allergy?.codeSystem),
    kind: allergy?.kind ?? null,
    category: allergy?.category ?? null,
    status: allergy?.status ?? ('active' as const),
    criticality: allergy?.criticality ?? null,
    severity: allergy?.severity ?? null,
    reactions: allergy?.reactions.flatMap(({ manifestation }) => manifestation ?? []) ?? [],
    note: text(allergy?.note),
    onsetDate: typedPartialDay(allergy?.onsetDate),
  };
  return { values, version: allergy?.version };
}

interface AllergyDialogProps {
  patientId: number;
  /** Undefined to add one. */
  allergy?: Allergy | undefined;
  onClose: () => void;
}

/** Adds or edits an allergy. */
export function AllergyDialog({ patientId, allergy, onClose }: AllergyDialogProps): ReactNode {
  const client = useQueryClient();
  const { data: patient } = useQuery(queryOf(getPatientInfo, { patientId }));
  const opened = sharedOf(allergy);
  const [schema] = useState(() => allergyForm(opened.values));
  const form = useSchemaForm(schema, opened.values);
  const patientAllergyId = allergy?.patientAllergyId;
  const read = async () => {
    const now = await client.fetchQuery({ ...queryOf(listAllergies, { patientId }), staleTime: 0 });
    return sharedOf(now.items.find((one) => one.patientAllergyId === patientAllergyId));
  };
  const { version, onStale, notice } = useSharedEdit(form, opened, read, editLabels);
  const { chosen, choose, codeOf } = useChosenCode(allergy?.description, (description) =>
    form.setValue('description', description, { shouldDirty: true, shouldValidate: true }),
  );
  const save = useCall(saveAllergy, {
    form,
    onStale,
    onSuccess: () => {
      toast.success(allergy === undefined ? 'Allergy added' : 'Allergy saved');
      onClose();
    },
  });
  return (
    <FormDialog
      opened
      title={allergy === undefined ? 'Add allergy' : 'Edit allergy'}
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
          patientAllergyId,
          version,
        })
      }
    >
      {notice}
      <CodeSelect label="Find a substance" subject="allergy" value={chosen} onChange={choose} />
      <Field form={form} name="description" label="Substance" required input={TrimmedTextInput} />
      <Field form={form} name="reactions" label={editLabels.reactions} description="One per line">
        {(field) => <MultiLineListInput {...field} rows={3} />}
      </Field>
      <FieldGrid>
        <Field form={form} name="severity" label={editLabels.severity}>
          {(field) => (
            <Select
              {...field}
              clearable
              placeholder="Not stated"
              data={optionsOf(severityLabels)}
              onChange={(value) => field.onChange(value as typeof field.value)}
            />
          )}
        </Field>
        <Field form={form} name="criticality" label={editLabels.criticality}>
          {(field) => (
            <Select
              {...field}
              clearable
              placeholder="Not stated"
              data={optionsOf(criticalityLabels)}
              onChange={(value) => field.onChange(value as typeof field.value)}
            />
          )}
        </Field>
        <Field form={form} name="kind" label={editLabels.kind}>
          {(field) => (
            <Select
              {...field}
              clearable
              placeholder="Not stated"
              data={optionsOf(allergyKindLabels)}
              onChange={(value) => field.onChange(value as typeof field.value)}
            />
          )}
        </Field>
        <Field form={form} name="category" label={editLabels.category}>
          {(field) => (
            <Select
              {...field}
              clearable
              placeholder="Not stated"
              data={optionsOf(allergyCategoryLabels)}
              onChange={(value) => field.onChange(value as typeof field.value)}
            />
          )}
        </Field>
        <Field form={form} name="status" label={editLabels.status}>
          {({ onChange, ...field }) => (
            <Select
              {...field}
              allowDeselect={false}
              data={optionsOf(allergyStatusLabels)}
              onChange={(value) => value !== null && onChange(value as typeof field.value)}
            />
          )}
        </Field>
        <Field form={form} name="onsetDate" label={editLabels.onsetDate} input={PartialDayInput} />
      </FieldGrid>
      <Field form={form} name="note" label={editLabels.note}>
        {(field) => <TrimmedTextarea {...field} minRows={2} maxRows={6} />}
      </Field>
    </FormDialog>
  );
}
