import { managedLookupTexts as texts } from '@careloop/contracts/administration/lookups';
import { userTypeTexts } from '@careloop/contracts/administration/userTypes';
import { Button, Group, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { FormProvider, type DefaultValues, type FieldValues } from 'react-hook-form';
import { useCall, type RefusalOptions } from '../../../api/query.ts';
import { useSharedEdit } from '../../../components/useSharedEdit.tsx';
import { Callout } from '../../../ui/Callout.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { LockedFields } from '../../../ui/LockedFields.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { toast } from '../../../ui/toasts.tsx';
import type { ListedEntry, LookupKind } from './lookupKinds.tsx';
import { OwnerSelect, useOwners } from './OwnerSelect.tsx';

interface KindProps<Entry extends ListedEntry, Values extends FieldValues, Parsed extends FieldValues> {
  kind: LookupKind<Entry, Values, Parsed>;
  onClose: () => void;
}

function useSave({ save }: Pick<LookupKind<never, never, never>, 'save'>, refusal: RefusalOptions) {
  return useCall(save, { ...refusal, onSuccess: () => toast.success(texts.saved) });
}

const fieldsOf = ({ fieldOf }: { fieldOf?: (name: string) => string }) => fieldOf && { fieldOf };

interface NewLookupDialogProps<
  Entry extends ListedEntry,
  Values extends FieldValues,
  Parsed extends FieldValues,
> extends KindProps<Entry, Values, Parsed> {
  /** Called with the id of the new entry. */
  onAdded: (id: number) => void;
}

/** Adds an entry to a list. */
export function NewLookupDialog<Entry extends ListedEntry, Values extends FieldValues, Parsed extends FieldValues>({
  kind,
  onAdded,
  onClose,
}: NewLookupDialogProps<Entry, Values, Parsed>): ReactNode {
  const form = useSchemaForm(kind.form, kind.valuesOf() as DefaultValues<Values>);
  const save = useSave(kind, { form, ...fieldsOf(kind) });
  const isOwn = kind.isShared === 'own';
  const [first] = useOwners(isOwn);
  const [clientId, setClientId] = useState(first?.clientId ?? null);
  const title = `Add ${kind.one}`;
  return (
    <FormProvider {...form}>
      <FormDialog
        opened
        title={title}
        size={kind.size ?? 'sm'}
        form={form}
        onClose={onClose}
        acceptLabel={title}
        isAcceptEnabled
        onSubmit={async (values) => {
          const saved = await save.submit({ ...values, ...kind.scope, ...(kind.isShared && { clientId }) });
          if (saved) onAdded(saved['id'] as number);
        }}
      >
        {kind.fields}
        {kind.isShared && <OwnerSelect isOwn={isOwn} value={clientId} onChange={setClientId} />}
      </FormDialog>
    </FormProvider>
  );
}

interface LookupDialogProps<
  Entry extends ListedEntry,
  Values extends FieldValues,
  Parsed extends FieldValues,
> extends KindProps<Entry, Values, Parsed> {
  id: number;
}

/** Edits one entry of a list. */
export function LookupDialog<Entry extends ListedEntry, Values extends FieldValues, Parsed extends FieldValues>({
  kind,
  id,
  onClose,
}: LookupDialogProps<Entry, Values, Parsed>): ReactNode {
  const query = useQuery({
    queryKey: [kind.get.path, { id }],
    queryFn: ({ signal }) => kind.read(id, signal),
  });
  if (query.data !== undefined) return <EditLookup kind={kind} entry={query.data} onClose={onClose} />;
  return (
    <Dialog opened title="Entry" onClose={onClose}>
      <QueryState query={query} />
    </Dialog>
  );
}

interface EditLookupProps<
  Entry extends ListedEntry,
  Values extends FieldValues,
  Parsed extends FieldValues,
> extends KindProps<Entry, Values, Parsed> {
  entry: Entry;
}

function EditLookup<Entry extends ListedEntry, Values extends FieldValues, Parsed extends FieldValues>({
  kind,
  entry,
  onClose,
}: EditLookupProps<Entry, Values, Parsed>): ReactNode {
  const { get, archive, labels, valuesOf, scope } = kind;
  const { id, isArchived } = entry;
  const canSave = entry.can?.save ?? true;
  const client = useQueryClient();
  const form = useSchemaForm(kind.form, valuesOf(entry) as DefaultValues<Values>);
  const read = async () => {
    const now = await client.fetchQuery({
      queryKey: [get.path, { id }],
      queryFn: ({ signal }) => kind.read(id, signal),
      staleTime: 0,
    });
    return { values: valuesOf(now), version: now.version };
  };
  const opened = { values: valuesOf(entry), version: entry.version };
  const { version, onStale, notice } = useSharedEdit(form, opened, read, labels);
  const save = useSave(kind, { form, onStale, ...fieldsOf(kind) });
  const setArchived = useCall(archive, {
    form,
    onStale,
    onSuccess: () => toast.success(isArchived ? texts.restored : texts.archived),
  });
  const remove = useCall(kind.remove ?? archive, {
    form,
    onStale,
    onSuccess: () => toast.success(userTypeTexts.deleted),
  });
  const canRemove = kind.remove === undefined ? undefined : entry.can?.remove;
  const change = async () => {
    if (await setArchived.submit({ id, isArchived: !isArchived, version })) onClose();
  };
  const removeEntry = async () => {
    if (await remove.submit({ id, version })) onClose();
  };
  return (
    <FormProvider {...form}>
      <FormDialog
        opened
        title={entry.name}
        size={kind.size ?? 'sm'}
        form={form}
        onClose={onClose}
        isAcceptEnabled
        isAcceptDisabled={canSave !== true}
        onSubmit={async (values) => {
          if (await save.submit({ ...values, ...scope, id, version })) onClose();
        }}
      >
        {notice}
        {canSave !== true && <Callout tone="neutral">{canSave}</Callout>}
        <LockedFields isLocked={canSave !== true}>{kind.fields}</LockedFields>
        <Group mt="md" gap="sm">
          <Button
            variant="default"
            loading={setArchived.isPending}
            disabled={form.formState.isDirty || canSave !== true}
            onClick={() => void change()}
          >
            {isArchived ? 'Restore' : 'Archive'}
          </Button>
          {canRemove !== undefined && (
            <Button
              variant="default"
              loading={remove.isPending}
              disabled={form.formState.isDirty || canRemove !== true}
              onClick={() => void removeEntry()}
            >
              Delete
            </Button>
          )}
        </Group>
        {canSave === true && typeof canRemove === 'string' && (
          <Text fz="sm" c="dimmed" mt="xs">
            {canRemove}
          </Text>
        )}
      </FormDialog>
    </FormProvider>
  );
}
