import { siteDocumentType, siteDocumentTypeLabels, siteDocumentTypes } from '@careloop/contracts/codes';
import { getSiteDocument, listSiteDocuments, saveSiteDocument, siteDocumentForm } from '@careloop/contracts/site-info';
import { Select, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Controller } from 'react-hook-form';
import { queryOf, useCall } from '../../api/query.ts';
import { useSharedEdit } from '../../components/useSharedEdit.tsx';
import { refreshSession } from '../../session/actions.ts';
import { toast } from '../../ui/toasts.tsx';
import { DateInput } from '../../ui/DateInput.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { inputProps, useSchemaForm } from '../../ui/forms.ts';
import type { ReadDocument } from './documentRoutes.ts';
import { SiteDocumentTextField } from './SiteDocumentTextField.tsx';
import classes from './SitePage.module.css';

interface SiteDocumentDialogProps {
  /** The document with its Markdown; undefined for a new one. */
  document?: ReadDocument;
  onClose: () => void;
  onSaved: (siteDocumentId: number) => void;
}

const types = siteDocumentTypes.map((type) => ({
  value: String(siteDocumentType.codeOf(type)),
  label: siteDocumentTypeLabels[type],
}));

const sharedOf = (document: ReadDocument | undefined) => ({
  values: {
    documentType: document?.documentType ?? siteDocumentType.table.release_note,
    version: document?.version ?? '',
    releaseDate: document?.releaseDate ?? '',
    documentText: document?.documentText ?? '',
  },
  version: document?.rowVersion,
});

const labels: Record<string, string> = {
  documentType: 'Type',
  version: 'Version',
  releaseDate: 'Release date',
  documentText: 'Text',
};

/** Adds or edits a document. */
export function SiteDocumentDialog({ document, onClose, onSaved }: SiteDocumentDialogProps): ReactNode {
  const client = useQueryClient();
  const opened = sharedOf(document);
  const form = useSchemaForm(siteDocumentForm, opened.values);
  const read = async () => {
    if (document === undefined) return opened;
    const { siteDocumentId } = document;
    // A document is read by its type, which may have been changed, too.
    const { items } = await client.fetchQuery({ ...queryOf(listSiteDocuments, {}), staleTime: 0 });
    const { documentType } = items.find((one) => one.siteDocumentId === siteDocumentId) ?? document;
    const query = queryOf(getSiteDocument, { siteDocumentId, documentType });
    return sharedOf(await client.fetchQuery({ ...query, staleTime: 0 }));
  };
  const {
    version: rowVersion,
    handleError,
    notice,
  } = useSharedEdit(form, opened, read, (field) => labels[field] ?? field);
  const save = useCall(saveSiteDocument, {
    onError: 'form',
    onSuccess: ({ siteDocumentId }) => {
      // The footer links the newest document of each type.
      void refreshSession();
      toast.success('Document saved');
      onSaved(siteDocumentId);
    },
  });
  return (
    <FormDialog
      opened
      title={document === undefined ? 'New Document' : 'Edit Document'}
      size={860}
      form={form}
      onClose={onClose}
      onSubmit={(values) =>
        save.mutateAsync({ ...values, siteDocumentId: document?.siteDocumentId, rowVersion }).catch(handleError)
      }
    >
      {notice}
      <div className={classes['row']}>
        <Controller
          control={form.control}
          name="documentType"
          render={({ field, fieldState }) => (
            <Select
              label="Type"
              withAsterisk
              allowDeselect={false}
              data={types}
              ref={field.ref}
              value={String(field.value)}
              onChange={(value) => field.onChange(Number(value))}
              onBlur={field.onBlur}
              error={fieldState.error?.message}
            />
          )}
        />
        <TextInput label="Version" withAsterisk autoComplete="off" {...inputProps(form, 'version')} />
        <Controller
          control={form.control}
          name="releaseDate"
          render={({ field, fieldState }) => (
            <DateInput
              label="Release date"
              withAsterisk
              ref={field.ref}
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              error={fieldState.error?.message}
            />
          )}
        />
      </div>
      <SiteDocumentTextField form={form} />
    </FormDialog>
  );
}
