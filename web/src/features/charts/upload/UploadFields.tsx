import { dayLimits } from '@careloop/contracts/fields/dates';
import { listPrimaryDocumentTypes, otherDocumentType, type chartUploadForm } from '@careloop/contracts/charts/upload';
import { listEncounters, type Encounter } from '@careloop/contracts/patients';
import { shortAdmitReason } from '@careloop/contracts/patients/encounters';
import { encounterTypeLabels } from '@careloop/contracts/codes';
import { Button, Select } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import type { z } from 'zod';
import { call } from '../../../api/call.ts';
import { queryOf } from '../../../api/query.ts';
import { AsyncSelect } from '../../../ui/AsyncSelect.tsx';
import { Callout } from '../../../ui/Callout.tsx';
import { CheckboxInput } from '../../../ui/CheckboxInput.tsx';
import { DateInput } from '../../../ui/DateInput.tsx';
import { formatDateIn } from '../../../ui/dates.ts';
import { Field } from '../../../ui/Field.tsx';
import { TrimmedTextInput } from '../../../ui/TrimmedTextInput.tsx';

type UploadValues = z.input<typeof chartUploadForm>;

const authorization =
  'I confirm that the patient has given the authorization that the HIPAA Privacy Rule requires, and that it is on file.';

/** The fields of the upload dialog (docs/domain/charts.md). */
export function UploadFields({ patientId, isLocked }: { patientId: number; isLocked: boolean }): ReactNode {
  const form = useFormContext<UploadValues>();
  return (
    <>
      <TypeFields isLocked={isLocked} />
      <Field form={form} name="dateProvided" label="Date" required>
        {(field) => <DateInput {...field} {...dayLimits.begun()} disabled={isLocked} />}
      </Field>
      <EncounterField patientId={patientId} isLocked={isLocked} />
      <Field form={form} name="hipaaAgreementAccepted" label="HIPAA Release on File" description={authorization}>
        {(field) => <CheckboxInput {...field} disabled={isLocked} />}
      </Field>
    </>
  );
}

function TypeFields({ isLocked }: { isLocked: boolean }): ReactNode {
  const form = useFormContext<UploadValues>();
  const query = useQuery(queryOf(listPrimaryDocumentTypes, {}));
  const types = query.data?.documentTypes ?? [];
  const documentType = form.watch('documentType');
  const chosen = types.find(({ documentTypeId }) => String(documentTypeId) === documentType);
  return (
    <>
      {query.isLoadingError && query.error.status !== 401 && (
        <Callout
          tone="danger"
          action={
            <Button variant="default" size="compact-sm" onClick={() => void query.refetch()}>
              Retry
            </Button>
          }
        >
          The types could not be loaded.
        </Callout>
      )}
      <Field form={form} name="documentType" label="Type" required>
        {(field) => (
          <Select
            {...field}
            // It is focused when the dialog opens, and its list would cover the fields below.
            openOnFocus={false}
            searchable
            placeholder={query.isPending ? 'Loading...' : 'Choose a type'}
            nothingFoundMessage="No options found"
            data={orderedOptions(types)}
            disabled={isLocked}
            value={field.value === '' ? null : field.value}
            onChange={(value) => {
              field.onChange(value ?? '');
              // The field of "Other" is then hidden, and an error in it would prevent uploading without a message.
              form.setValue('customDocumentType', '', { shouldValidate: true });
            }}
          />
        )}
      </Field>
      {chosen?.documentName === otherDocumentType && (
        <Field form={form} name="customDocumentType" label="Other">
          {(field) => <TrimmedTextInput {...field} disabled={isLocked} />}
        </Field>
      )}
    </>
  );
}

/** "Other" comes last. */
function orderedOptions(types: readonly { documentTypeId: number; documentName: string }[]) {
  const isOther = ({ documentName }: { documentName: string }) => documentName === otherDocumentType;
  const ordered = [...types.filter((type) => !isOther(type)), ...types.filter(isOther)];
  return ordered.map(({ documentTypeId, documentName }) => ({ value: String(documentTypeId), label: documentName }));
}

function encounterLabel({ encounterDate, timeZone, encounterType, facilityName, admitReason }: Encounter): string {
  return [formatDateIn(encounterDate, timeZone), encounterTypeLabels[encounterType], facilityName, admitReason]
    .filter(Boolean)
    .join(' · ');
}

const shortEncounterLabel = (encounter: Encounter) =>
  encounterLabel({ ...encounter, admitReason: shortAdmitReason(encounter.admitReason) });

/** Maximum number of options; beyond it, the user types more. */
const maxOptions = 50;

function EncounterField({ patientId, isLocked }: { patientId: number; isLocked: boolean }): ReactNode {
  const form = useFormContext<UploadValues>();
  const client = useQueryClient();
  const search = async (term: string, isOver: AbortSignal) => {
    const words = term.toLowerCase().split(/\s+/).filter(Boolean);
    const isFound = (one: Encounter) => words.every((word) => encounterLabel(one).toLowerCase().includes(word));
    const found: Encounter[] = [];
    let cursor: string | undefined;
    do {
      const input = { patientId, cursor };
      const page = await client.fetchQuery({
        // A separate key from the paged list of encounters.
        queryKey: [listEncounters.path, input, 'choices'],
        queryFn: ({ signal }) => call(listEncounters, input, { signal }),
      });
      found.push(...page.items.filter(isFound));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined && found.length < maxOptions && !isOver.aborted);
    return found;
  };
  return (
    <Field form={form} name="encounter" label="Encounter">
      {(field) => (
        <AsyncSelect<Encounter>
          {...field}
          minimum={0}
          placeholder="None"
          disabled={isLocked}
          search={search}
          itemKey={({ patientEncounterId }) => patientEncounterId}
          itemLabel={shortEncounterLabel}
          // The selected value is always one of the search results.
          value={field.value as Encounter | null}
        />
      )}
    </Field>
  );
}
