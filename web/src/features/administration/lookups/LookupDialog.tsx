import { lookupForm, managedLookupTexts as texts, type LookupEntry } from '@careloop/contracts/administration/lookups';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Controller, FormProvider, useFormContext } from 'react-hook-form';
import type { z } from 'zod';
import { applyServerErrors } from '../../../api/formErrors.ts';
import { queryOf, useCall } from '../../../api/query.ts';
import { useSharedEdit } from '../../../components/useSharedEdit.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { DetailSkeleton } from '../../../ui/Skeletons.tsx';
import { toast } from '../../../ui/toasts.tsx';
import { TrimmedTextInput } from '../../../ui/TrimmedTextInput.tsx';
import { lookupKinds, type LookupKind } from './lookupKinds.ts';
import classes from './Lookups.module.css';

type Values = z.input<typeof lookupForm>;

function valuesOf(entry?: LookupEntry): Values {
  return { name: entry?.name ?? '', code: entry?.code ?? '' };
}

function useSave(kind: LookupKind) {
  const { save, reads } = lookupKinds[kind];
  return useCall(save, { invalidates: [...reads], onError: 'form', onSuccess: () => toast.success(texts.saved) });
}

function Fields({ kind }: { kind: LookupKind }): ReactNode {
  const { codeLabel } = lookupKinds[kind];
  const { control } = useFormContext<Values>();
  return (
    <div className={classes['fields']}>
      <Controller
        control={control}
        name="name"
        render={({ field, fieldState }) => (
          <TrimmedTextInput {...field} label="Name" withAsterisk error={fieldState.error?.message} />
        )}
      />
      <Controller
        control={control}
        name="code"
        render={({ field, fieldState }) => (
          <TrimmedTextInput {...field} label={codeLabel} error={fieldState.error?.message} />
        )}
      />
    </div>
  );
}

interface NewLookupDialogProps {
  kind: LookupKind;
  onClose: () => void;
}

export function NewLookupDialog({ kind, onClose }: NewLookupDialogProps): ReactNode {
  const form = useSchemaForm(lookupForm, valuesOf());
  const save = useSave(kind);
  const title = `Add ${lookupKinds[kind].one}`;
  return (
    <FormProvider {...form}>
      <FormDialog
        opened
        title={title}
        size="sm"
        form={form}
        onClose={onClose}
        acceptLabel={title}
        isAcceptEnabled
        onSubmit={(values) =>
          save.mutateAsync(values).then(onClose, (error: unknown) => applyServerErrors(form, error))
        }
      >
        <Fields kind={kind} />
      </FormDialog>
    </FormProvider>
  );
}

interface LookupDialogProps extends NewLookupDialogProps {
  id: number;
}

/** Edits one entry of a list. */
export function LookupDialog({ kind, id, onClose }: LookupDialogProps): ReactNode {
  const query = useQuery(queryOf(lookupKinds[kind].get, { id }));
  if (query.data !== undefined) return <EditLookup kind={kind} entry={query.data} onClose={onClose} />;
  return (
    <Dialog opened title="Entry" onClose={onClose}>
      {query.error === null ? (
        <DetailSkeleton />
      ) : (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      )}
    </Dialog>
  );
}

interface EditLookupProps extends NewLookupDialogProps {
  entry: LookupEntry;
}

function EditLookup({ kind, entry, onClose }: EditLookupProps): ReactNode {
  const { get, archive, reads, codeLabel } = lookupKinds[kind];
  const { id, isArchived } = entry;
  const client = useQueryClient();
  const form = useSchemaForm(lookupForm, valuesOf(entry));
  const labels: Readonly<Record<string, string>> = { name: 'Name', code: codeLabel };
  const read = async () => {
    const now = await client.fetchQuery({ ...queryOf(get, { id }), staleTime: 0 });
    return { values: valuesOf(now), version: now.version };
  };
  const opened = { values: valuesOf(entry), version: entry.version };
  const { version, handleError, notice } = useSharedEdit(form, opened, read, (field) => labels[field] ?? field);
  const save = useSave(kind);
  const setArchived = useCall(archive, {
    invalidates: [...reads],
    onSuccess: () => toast.success(isArchived ? texts.restored : texts.archived),
  });
  const change = () => setArchived.mutateAsync({ id, isArchived: !isArchived, version }).then(onClose, () => {});
  return (
    <FormProvider {...form}>
      <FormDialog
        opened
        title={entry.name}
        size="sm"
        form={form}
        onClose={onClose}
        isAcceptEnabled
        onSubmit={(values) => save.mutateAsync({ ...values, id, version }).then(onClose, handleError)}
      >
        {notice}
        <Fields kind={kind} />
        <Button
          mt="md"
          variant="default"
          loading={setArchived.isPending}
          disabled={form.formState.isDirty}
          onClick={() => void change()}
        >
          {isArchived ? 'Restore' : 'Archive'}
        </Button>
      </FormDialog>
    </FormProvider>
  );
}
