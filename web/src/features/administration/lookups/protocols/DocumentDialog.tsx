import { listDocumentTypes } from '@careloop/contracts/administration/referralProtocols';
import { protocolLimits, requestedDocument, type RequestedDocument } from '@careloop/contracts/referrals/protocols';
import { fieldNameOf } from '@careloop/contracts/tasks/templates';
import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { queryOf } from '../../../../api/query.ts';
import { CheckboxInput } from '../../../../ui/CheckboxInput.tsx';
import { Field } from '../../../../ui/Field.tsx';
import { FormDialog } from '../../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../../ui/forms.ts';
import { TrimmedTextInput } from '../../../../ui/TrimmedTextInput.tsx';
import { WholeNumberInput } from '../../../../ui/WholeNumberInput.tsx';
import classes from '../Lookups.module.css';

const { label, documentTypeIds, withinMonths, isRequired } = requestedDocument.shape;
const documentForm = z.object({
  label,
  documentTypeIds,
  withinMonths,
  isRequired,
  nameContains: z
    .string()
    .trim()
    .max(protocolLimits.words)
    .transform((text) => text || null),
});

interface DocumentDialogProps {
  /** Null to add one. */
  document: RequestedDocument | null;
  /** Names of the protocol's documents. */
  taken: ReadonlySet<string>;
  onClose: () => void;
  onDone: (document: RequestedDocument) => void;
}

/** Adds or changes a document that a protocol asks for. It is saved with the protocol. */
export function DocumentDialog({ document, taken, onClose, onDone }: DocumentDialogProps): ReactNode {
  const { data } = useQuery(queryOf(listDocumentTypes, {}));
  const types = (data?.documentTypes ?? []).map(({ documentTypeId, documentName }) => ({
    value: String(documentTypeId),
    label: documentName,
  }));
  const form = useSchemaForm(documentForm, {
    label: document?.label ?? '',
    documentTypeIds: document?.documentTypeIds ?? [],
    withinMonths: document?.withinMonths ?? null,
    isRequired: document?.isRequired ?? true,
    nameContains: document?.nameContains ?? '',
  });
  return (
    <FormDialog
      opened
      title={document === null ? 'Add document' : 'Edit document'}
      size="sm"
      form={form}
      onClose={onClose}
      acceptLabel={document === null ? 'Add' : 'Apply'}
      isAcceptEnabled
      onSubmit={(values) => onDone({ ...values, name: document?.name ?? fieldNameOf(values.label, taken) })}
    >
      <div className={classes['fields']}>
        <Field
          form={form}
          name="label"
          label="Document"
          required
          description="As the sender reads it: HbA1c, echocardiogram."
          input={TrimmedTextInput}
        />
        <Field form={form} name="documentTypeIds" label="Types" required>
          {({ value, onChange, ...field }) => (
            <MultiSelect
              {...field}
              data={types}
              searchable
              limit={50}
              value={value.map(String)}
              onChange={(chosen) => onChange(chosen.map(Number))}
            />
          )}
        </Field>
        <Field
          form={form}
          name="nameContains"
          label="Its name contains"
          description="Leave it empty if any document of these types will do."
          input={TrimmedTextInput}
        />
        <Field form={form} name="withinMonths" label="At most this many months old">
          {(field) => <WholeNumberInput {...field} placeholder="Any age" allowNegative={false} hideControls />}
        </Field>
        <Field
          form={form}
          name="isRequired"
          label="Required"
          description="Without it, the sender must say why it is missing."
          input={CheckboxInput}
        />
      </div>
    </FormDialog>
  );
}
