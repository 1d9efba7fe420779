import { siteDocumentType, siteDocumentTypeLabels, siteDocumentTypes } from '@careloop/contracts/codes';
import {
  getSiteDocument,
  listSiteDocuments,
  previewSiteDocument,
  saveSiteDocument,
  siteDocumentForm,
} from '@careloop/contracts/site-info';
import { SegmentedControl, Select } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { queryOf, useCall } from '../../api/query.ts';
import { useSharedEdit } from '../../components/useSharedEdit.tsx';
import { refreshSession } from '../../session/actions.ts';
import { QueryState } from '../../ui/QueryState.tsx';
import { SiteDocumentText } from '../../ui/SiteDocumentText.tsx';
import { toast } from '../../ui/toasts.tsx';
import { DateInput } from '../../ui/DateInput.tsx';
import { Field } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../ui/forms.ts';
import { TrimmedTextarea } from '../../ui/TrimmedTextarea.tsx';
import { TrimmedTextInput } from '../../ui/TrimmedTextInput.tsx';
import type { ReadDocument } from './documentRoutes.ts';
import classes from './SitePage.module.css';

interface SiteDocumentDialogProps {
  /** The document with its Markdown; undefined for a new one. */
  document?: ReadDocument;
  onClose: () => void;
  onSaved: (siteDocumentId: number) => void;
}

const types = siteDocumentTypes.map((type) => ({
  value: siteDocumentType.codeOf(type),
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

const labels = {
  documentType: 'Type',
  version: 'Version',
  releaseDate: 'Release date',
  documentText: 'Text',
} satisfies Record<keyof z.input<typeof siteDocumentForm>, string>;

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
  const { version: rowVersion, onStale, notice } = useSharedEdit(form, opened, read, labels);
  const save = useCall(saveSiteDocument, {
    form,
    onStale,
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
      onSubmit={(values) => save.submit({ ...values, siteDocumentId: document?.siteDocumentId, rowVersion })}
    >
      {notice}
      <div className={classes['row']}>
        <Field form={form} name="documentType" label="Type" required>
          {(field) => (
            <Select
              {...field}
              allowDeselect={false}
              data={types}
              onChange={(value) => value !== null && field.onChange(value)}
            />
          )}
        </Field>
        <Field form={form} name="version" label="Version" required input={TrimmedTextInput} />
        <Field form={form} name="releaseDate" label="Release date" required input={DateInput} />
      </div>
      <SiteDocumentTextField form={form} />
    </FormDialog>
  );
}

interface SiteDocumentTextFieldProps {
  form: UseFormReturn<z.input<typeof siteDocumentForm>, unknown, z.output<typeof siteDocumentForm>>;
}

const views = [
  { value: 'write', label: 'Write' },
  { value: 'preview', label: 'Preview' },
];

/** The text of a document, to write or to preview. */
function SiteDocumentTextField({ form }: SiteDocumentTextFieldProps): ReactNode {
  const [view, setView] = useState('write');
  const id = useId();
  const isEmpty = form.watch('documentText').trim() === '';
  return (
    <div>
      <div className={classes['textHead']}>
        <label htmlFor={id} className={classes['textLabel']}>
          Text <span aria-hidden>*</span>
        </label>
        <SegmentedControl
          size="xs"
          aria-label="Show the text as"
          data={views}
          value={view}
          onChange={setView}
          disabled={isEmpty}
        />
      </div>
      {view === 'write' || isEmpty ? (
        <Field
          form={form}
          name="documentText"
          description="Markdown: # heading, **bold**, *slanted*, - list, [link](https://...). HTML is shown as text."
        >
          {(field) => (
            <TrimmedTextarea {...field} id={id} required minRows={14} maxRows={22} className={classes['textarea']} />
          )}
        </Field>
      ) : (
        <Preview documentText={form.getValues('documentText')} />
      )}
    </div>
  );
}

/** Rendered by the server as for readers, so that it cannot look different later. */
function Preview({ documentText }: { documentText: string }): ReactNode {
  const preview = useQuery({ ...queryOf(previewSiteDocument, { documentText }), gcTime: 0 });
  if (preview.data === undefined) return <QueryState query={preview} size="small" />;
  return (
    // Focusable, so that the keyboard can scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by itself
    <section aria-label="Preview" tabIndex={0} className={classes['documentPreview']}>
      <SiteDocumentText html={preview.data.documentText} />
    </section>
  );
}
