import { previewSiteDocument, type siteDocumentForm } from '@careloop/contracts/site-info';
import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { queryOf } from '../../api/query.ts';
import { Field } from '../../ui/Field.tsx';
import { QueryState } from '../../ui/QueryState.tsx';
import { SiteDocumentText } from '../../ui/SiteDocumentText.tsx';
import { TrimmedTextarea } from '../../ui/TrimmedTextarea.tsx';
import classes from './SitePage.module.css';

export interface SiteDocumentTextFieldProps {
  form: UseFormReturn<z.input<typeof siteDocumentForm>, unknown, z.output<typeof siteDocumentForm>>;
}

const views = [
  { value: 'write', label: 'Write' },
  { value: 'preview', label: 'Preview' },
];

/** The text of a document, to write or to preview. */
export function SiteDocumentTextField({ form }: SiteDocumentTextFieldProps): ReactNode {
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
