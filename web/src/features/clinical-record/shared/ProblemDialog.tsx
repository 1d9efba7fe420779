import type { ClinicalCode } from '@careloop/contracts/clinical-record/codes';
import { problemForm, saveProblem } from '@careloop/contracts/clinical-record/editing';
import { conditionStatuses } from '@careloop/contracts/codes';
import type { Diagnosis } from '@careloop/contracts/directory';
import { getPatientInfo, listConditions, type StatedCondition } from '@careloop/contracts/patients';
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
import { DiagnosisSelect } from '../../directory/shared/DiagnosisSelect.tsx';
import { PatientLine } from '../../patients/shared/PatientBanner.tsx';
import { CodeSelect } from './CodeSelect.tsx';
import { editLabels } from './editLabels.ts';
import { FieldGrid } from './FieldGrid.tsx';
import { PartialDayInput } from './PartialDayInput.tsx';
import { codeInWords, typedPartialDay } from './words.ts';

const icd10 = 'http://hl7.org/fhir/sid/icd-10-cm';

type Status = (typeof conditionStatuses)[number] | 'unknown';
const statuses = [...conditionStatuses, 'unknown'].map((value) => ({
  value,
  label: value === 'unknown' ? 'Not stated' : `${value.charAt(0).toUpperCase()}${value.slice(1)}`,
}));

function sharedOf(problem: StatedCondition | undefined) {
  const text = (value: string | null | undefined) => value ?? '';
  const values = {
    description: text(problem?.description),
    code: text(problem?.code),
    codeSystem: text(problem?.codeSystem),
    status: (problem?.clinicalStatus ?? 'active') as Status,
    note: text(problem?.note),
    startDate: typedPartialDay(problem?.onsetDate),
    endDate: typedPartialDay(problem?.abatementDate),
  };
  return { values, version: problem?.version };
}

interface ProblemDialogProps {
  patientId: number;
  /** Undefined to add one. */
  problem?: StatedCondition | undefined;
  onClose: () => void;
}

/** Adds or edits a problem: a diagnosis of the list, or a text. */
export function ProblemDialog({ patientId, problem, onClose }: ProblemDialogProps): ReactNode {
  const client = useQueryClient();
  const { data: patient } = useQuery(queryOf(getPatientInfo, { patientId }));
  const [diagnosis, setDiagnosis] = useState<Diagnosis | null>(null);
  const [problemCode, setProblemCode] = useState<ClinicalCode | null>(null);
  const opened = sharedOf(problem);
  const [schema] = useState(() => problemForm(opened.values));
  const form = useSchemaForm(schema, opened.values);
  const patientConditionId = problem?.patientConditionId;
  const read = async () => {
    const now = await client.fetchQuery({ ...queryOf(listConditions, { patientId }), staleTime: 0 });
    return sharedOf(now.items.find((one) => one.patientConditionId === patientConditionId));
  };
  const { version, onStale, notice } = useSharedEdit(form, opened, read, editLabels);
  const save = useCall(saveProblem, {
    form,
    onStale,
    onSuccess: () => {
      toast.success(problem === undefined ? 'Problem added' : 'Problem saved');
      onClose();
    },
  });
  const take = (chosen: ClinicalCode | null) => {
    const change = { shouldDirty: true, shouldValidate: true };
    form.setValue('code', chosen?.code ?? '', change);
    form.setValue('codeSystem', chosen?.codeSystem ?? '', change);
    if (chosen !== null) form.setValue('description', chosen.description, change);
  };
  const chooseDiagnosis = (chosen: Diagnosis | null) => {
    setDiagnosis(chosen);
    setProblemCode(null);
    take(chosen && { ...chosen, codeSystem: icd10 });
  };
  const chooseCode = (chosen: ClinicalCode | null) => {
    setProblemCode(chosen);
    setDiagnosis(null);
    take(chosen);
  };
  const [code, codeSystem] = form.watch(['code', 'codeSystem']);
  return (
    <FormDialog
      opened
      title={problem === undefined ? 'Add problem' : 'Edit problem'}
      size={640}
      form={form}
      header={patient && <PatientLine patient={patient} />}
      onClose={onClose}
      isAcceptEnabled
      onSubmit={(values) => save.submit({ ...values, patientId, patientConditionId, version })}
    >
      {notice}
      <DiagnosisSelect label="Find a diagnosis" patientId={patientId} value={diagnosis} onChange={chooseDiagnosis} />
      <CodeSelect label="Find in SNOMED CT" subject="problem" value={problemCode} onChange={chooseCode} />
      <Field
        form={form}
        name="description"
        label="Problem"
        required
        description={codeInWords({ code: code || null, codeSystem: codeSystem ?? null }) ?? 'Without a code'}
        input={TrimmedTextInput}
      />
      <FieldGrid>
        <Field form={form} name="status" label={editLabels.status}>
          {({ onChange, ...field }) => (
            <Select
              {...field}
              allowDeselect={false}
              data={statuses}
              onChange={(value) => value !== null && onChange(value as Status)}
            />
          )}
        </Field>
        <span />
        <Field form={form} name="startDate" comparedIn={['endDate']} label="Onset" input={PartialDayInput} />
        <Field form={form} name="endDate" label="Resolved" input={PartialDayInput} />
      </FieldGrid>
      <Field form={form} name="note" label={editLabels.note}>
        {(field) => <TrimmedTextarea {...field} minRows={2} maxRows={6} />}
      </Field>
    </FormDialog>
  );
}
