import { deleteView, listSavedViews, viewTexts, type ViewFilters } from '@careloop/contracts/saved-views';
import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { IconBookmark, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { queryOf, useCall } from '../../../api/query.ts';
import { lazyPart } from '../../../lib/lazyPart.tsx';
import { confirm } from '../../../ui/confirm.tsx';
import { LoadingMenuItem } from '../../../ui/LoadingMenuItem.tsx';
import { toast } from '../../../ui/toasts.tsx';
import type { SaveViewDialogProps } from './SaveViewDialog.tsx';

const SaveViewDialog = lazyPart<SaveViewDialogProps>(async () => (await import('./SaveViewDialog.tsx')).SaveViewDialog);

export interface SavedViewsProps extends Pick<SaveViewDialogProps, 'screen' | 'current'> {
  onApply: (filters: ViewFilters) => void;
  /** Shows only an icon, where space is limited. */
  isCompact?: boolean;
}

/** Saves filters and order under a name, to apply or delete later. */
export function SavedViews({ screen, current, onApply, isCompact = false }: SavedViewsProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const query = useQuery({ ...queryOf(listSavedViews, { screen }), enabled: isOpen });
  const { data } = query;
  const remove = useCall(deleteView, {
    onError: 'toast',
    onSuccess: () => toast.success(viewTexts.deleted),
  });
  const askToDelete = async (savedViewId: number, name: string) => {
    setOpen(false);
    const question = { title: `Delete view "${name}"?`, message: 'Are you sure you want to delete this item?' };
    if (await confirm({ ...question, tone: 'danger' })) remove.mutate({ savedViewId });
    // The pressed button has disappeared with the menu.
    button.current?.focus();
  };
  return (
    <>
      <Menu position="bottom-end" width={280} opened={isOpen} onChange={setOpen}>
        <Menu.Target>
          {isCompact ? (
            <ActionIcon ref={button} variant="subtle" color="gray" aria-label="Views" title="Views">
              <IconBookmark size={16} aria-hidden />
            </ActionIcon>
          ) : (
            <Button
              ref={button}
              variant="default"
              size="compact-sm"
              leftSection={<IconBookmark size={14} aria-hidden />}
            >
              Views
            </Button>
          )}
        </Menu.Target>
        <Menu.Dropdown>
          {/* Above the views, which arrive later: nothing moves while it is pressed. */}
          <Menu.Item leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setSaving(true)}>
            Save this view
          </Menu.Item>
          <Menu.Divider />
          {data === undefined && <LoadingMenuItem query={query} />}
          {data?.views.length === 0 && <Menu.Label>No saved views yet</Menu.Label>}
          {data?.views.map((view) => (
            <Group key={view.savedViewId} gap={0} wrap="nowrap">
              <Menu.Item flex={1} style={{ overflowWrap: 'anywhere' }} onClick={() => onApply(view.filters)}>
                {view.name}
              </Menu.Item>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Delete view ${view.name}`}
                onClick={() => void askToDelete(view.savedViewId, view.name)}
              >
                <IconTrash size={14} aria-hidden />
              </ActionIcon>
            </Group>
          ))}
        </Menu.Dropdown>
      </Menu>
      {isSaving && <SaveViewDialog screen={screen} current={current} onClose={() => setSaving(false)} />}
    </>
  );
}
