import { patientFilters } from '@careloop/contracts/patients/filters';
import {
  deletePatientView,
  getPatientListOptions,
  longestViewName,
  savePatientView,
  viewForm,
  viewTexts,
  type SavedView,
} from '@careloop/contracts/patients/lists';
import { ActionIcon, Button, Group, Menu, TextInput } from '@mantine/core';
import { IconBookmark, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { applyServerErrors } from '../../../api/formErrors.ts';
import { useCall } from '../../../api/query.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { inputProps, useSchemaForm } from '../../../ui/forms.ts';
import { toast } from '../../../ui/toasts.tsx';
import { useListFilters } from './useListFilters.ts';

/** Filters and order under a name: to come back to, to keep, to delete. */
export function SavedViews({ views }: { views: readonly SavedView[] }): ReactNode {
  const [isSaving, setSaving] = useState(false);
  const { apply } = useListFilters();
  const remove = useCall(deletePatientView, {
    invalidates: [getPatientListOptions],
    onError: 'toast',
    onSuccess: () => toast.success(viewTexts.deleted),
  });
  return (
    <>
      <Menu position="bottom-end" width={280}>
        <Menu.Target>
          <Button variant="default" size="compact-sm" leftSection={<IconBookmark size={14} aria-hidden />}>
            Views
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.length === 0 && <Menu.Label>No saved views yet</Menu.Label>}
          {views.map((view) => (
            <Group key={view.patientViewId} gap={0} wrap="nowrap">
              <Menu.Item flex={1} onClick={() => apply(view.filters)}>
                {view.name}
              </Menu.Item>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Delete view ${view.name}`}
                onClick={() => remove.mutate({ patientViewId: view.patientViewId })}
              >
                <IconTrash size={14} aria-hidden />
              </ActionIcon>
            </Group>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setSaving(true)}>
            Save this view
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isSaving && <SaveViewDialog onClose={() => setSaving(false)} />}
    </>
  );
}

function SaveViewDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { asked } = useListFilters();
  const form = useSchemaForm(viewForm, { name: '' });
  const save = useCall(savePatientView, {
    invalidates: [getPatientListOptions],
    onError: (error) => applyServerErrors(form, error),
    onSuccess: () => {
      toast.success(viewTexts.saved);
      onClose();
    },
  });
  return (
    <FormDialog
      opened
      title="Save this view"
      size="sm"
      form={form}
      onClose={onClose}
      onSubmit={({ name }) => save.mutateAsync({ name, filters: patientFilters.parse(asked) }).catch(() => undefined)}
    >
      <TextInput
        label="Name"
        description="The filters, the search and the order are kept. A view of the same name is replaced."
        maxLength={longestViewName}
        autoComplete="off"
        {...inputProps(form, 'name')}
      />
    </FormDialog>
  );
}
