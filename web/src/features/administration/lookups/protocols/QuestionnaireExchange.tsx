import { listDocumentTypes, protocolForm } from '@careloop/contracts/administration/referralProtocols';
import { questionnaireOf } from '@careloop/contracts/referrals/questionnaire';
import {
  questionnaireLimits,
  questionnaireTexts,
  readQuestionnaire,
  type ReadProtocol,
} from '@careloop/contracts/referrals/readQuestionnaire';
import { Button, FileButton, Group, Stack } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { queryOf } from '../../../../api/query.ts';
import { saveBlob } from '../../../../lib/saveBlob.ts';
import { Callout } from '../../../../ui/Callout.tsx';
import { FormError } from '../../../../ui/FormError.tsx';
import { searchSpecialties } from '../../../directory/shared/providerQueries.ts';
import classes from '../Lookups.module.css';
import type { ProtocolFormValues } from './protocolForm.ts';

/** What an import said: an error, or what it left out. */
type Outcome = { error: string } | { name: string; notes: readonly string[]; before: ProtocolFormValues };

/** The specialty of this name, if there is one here. */
async function specialtyNamed(name: string) {
  const found = await searchSpecialties(name.slice(0, 100), AbortSignal.timeout(10_000));
  return found.find((one) => one.name.toLowerCase() === name.toLowerCase()) ?? null;
}

/** Fills the form from a FHIR Questionnaire, and saves the form as one. */
export function QuestionnaireExchange(): ReactNode {
  const form = useFormContext<ProtocolFormValues>();
  const { data } = useQuery(queryOf(listDocumentTypes, {}));
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const types = data?.documentTypes ?? [];
  const set = (values: Partial<ProtocolFormValues>) => {
    for (const [field, value] of Object.entries(values))
      form.setValue(field as keyof ProtocolFormValues, value, { shouldDirty: true });
  };
  const fill = ({ name, content }: ReadProtocol, specialty: ProtocolFormValues['specialty']) => {
    set({ ...content, ...(name !== '' && { name }), ...(specialty !== null && { specialty }) });
    // What was wrong may be right now. What is still missing is said when the form is saved.
    const fields = Object.keys(form.getValues()) as (keyof ProtocolFormValues)[];
    void form.trigger(fields.filter((field) => form.getFieldState(field).invalid));
  };
  /** Puts back what the form said before the import. */
  const undo = (before: ProtocolFormValues) => {
    set(before);
    form.clearErrors();
    setOutcome(null);
  };
  const read = async (file: File) => {
    if (file.size > questionnaireLimits.characters) return setOutcome({ error: questionnaireTexts.tooLarge });
    const found = readQuestionnaire(
      await file.text(),
      (name) => types.find((one) => one.documentName === name)?.documentTypeId,
    );
    if ('error' in found) return setOutcome(found);
    const { specialtyName, notes } = found.read;
    const specialty = specialtyName === null ? null : await specialtyNamed(specialtyName).catch(() => null);
    const before = form.getValues();
    fill(found.read, specialty);
    const isUnknown = specialtyName !== null && specialty === null;
    const unknown = isUnknown ? [`There is no specialty “${specialtyName}” here. Choose one.`] : [];
    setOutcome({ name: file.name, notes: [...unknown, ...notes], before });
  };
  const save = () => {
    const { name, specialty, ...content } = form.getValues();
    const parsed = protocolForm.safeParse({
      name,
      content,
      healthcareProviderSpecialtyId: specialty?.healthcareProviderSpecialtyId,
    });
    if (!parsed.success) return void form.trigger();
    const typeName = (id: number) => types.find((one) => one.documentTypeId === id)?.documentName ?? '';
    const named = { name: parsed.data.name, specialtyName: specialty?.name ?? '', content: parsed.data.content };
    const text = JSON.stringify(questionnaireOf(named, typeName), null, 2);
    saveBlob(new Blob([text], { type: 'application/fhir+json' }), `${parsed.data.name}.questionnaire.json`);
  };
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <FileButton onChange={(file) => file !== null && void read(file)} accept="application/json,.json">
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="compact-sm"
              loading={data === undefined}
              leftSection={<IconUpload size={14} aria-hidden />}
            >
              Import a FHIR Questionnaire
            </Button>
          )}
        </FileButton>
        <Button
          variant="default"
          size="compact-sm"
          disabled={data === undefined}
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={save}
        >
          Export
        </Button>
      </Group>
      {outcome !== null && <Said outcome={outcome} onUndo={undo} />}
    </Stack>
  );
}

interface SaidProps {
  outcome: Outcome;
  onUndo: (before: ProtocolFormValues) => void;
}

function Said({ outcome, onUndo }: SaidProps): ReactNode {
  if ('error' in outcome) return <FormError>{outcome.error}</FormError>;
  const { name, notes, before } = outcome;
  const undo = (
    <Button variant="default" size="compact-sm" onClick={() => onUndo(before)}>
      Undo import
    </Button>
  );
  if (notes.length === 0)
    return (
      <Callout tone="success" action={undo}>
        {`${name} fills the form below. Nothing was left out. Save to keep it.`}
      </Callout>
    );
  return (
    <Callout tone="warning" action={undo} title={`${name} fills the form below. Check before you save:`}>
      <ul className={classes['left']} aria-label="What changed in the import">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </Callout>
  );
}
