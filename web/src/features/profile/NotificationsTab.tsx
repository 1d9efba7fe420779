import { saveUserProfile } from '@careloop/contracts/profile/saving';
import {
  notificationTexts,
  urgencyFilterDays,
  urgencyFilterLabels,
  type NotificationSetting,
  type NotificationsData,
  type SavedNotification,
} from '@careloop/contracts/profile/notifications';
import { profileTexts } from '@careloop/contracts/profile/texts';
import { Button, Checkbox, Table, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import { z } from 'zod';
import { useCall } from '../../api/query.ts';
import { Field } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../ui/forms.ts';
import { QueryState } from '../../ui/QueryState.tsx';
import { toast } from '../../ui/toasts.tsx';
import { Toggle, type ToggleProps } from '../../ui/Toggle.tsx';
import { ProfileSection } from './ProfileSection.tsx';
import { useProfile } from './useProfile.ts';
import classes from './Profile.module.css';

/** Resolves to whether it was saved; a failure is shown as a toast. */
type Save = (setting: SavedNotification) => Promise<boolean>;

/** What the user is notified of outside the portal, and by which channels. Each change is saved at once. */
export function NotificationsTab(): ReactNode {
  const profile = useProfile(['Notifications']);
  const save = useCall(saveUserProfile, {
    onError: 'toast',
    onSuccess: () => toast.success(profileTexts.saved),
  });
  if (profile.data === undefined) return <QueryState query={profile} />;
  const { commonData, notificationsData } = profile.data;
  if (notificationsData === null) return null;
  const { userId, version } = commonData;
  const saveOne: Save = (setting) =>
    save.mutateAsync({ userId, version, notificationsData: { settings: [setting] } }).then(
      () => true,
      () => false,
    );
  return (
    <>
      <DailySummary data={notificationsData} onSave={saveOne} />
      <ProfileSection
        title="Notifications"
        text="Messages outside the portal never contain patient information: they only say that something is waiting, with a link to the portal."
      >
        <NotificationTable data={notificationsData} onSave={saveOne} />
      </ProfileSection>
    </>
  );
}

interface PartProps {
  data: NotificationsData;
  onSave: Save;
}

function DailySummary({ data, onSave }: PartProps): ReactNode {
  const { dailySummary, hasEmail } = data;
  const id = useId();
  return (
    <ProfileSection title="Daily summary" text="At 7:00 AM in your time zone, if something is waiting for you.">
      <SavedToggle
        label="Daily Summary Email"
        value={dailySummary.notifyByEmail}
        disabled={!hasEmail}
        aria-describedby={hasEmail ? undefined : id}
        onSave={(notifyByEmail) => onSave({ eventTypeId: dailySummary.eventTypeId, notifyByEmail })}
      />
      {!hasEmail && (
        <p id={id} className={classes['remark']}>
          {notificationTexts.dailySummary}
        </p>
      )}
    </ProfileSection>
  );
}

interface SavedToggleProps extends Omit<ToggleProps, 'onChange'> {
  onSave: (value: boolean) => Promise<boolean>;
}

/** A switch that already shows the new value while it is saved. */
function SavedToggle({ value, onSave, ...rest }: SavedToggleProps): ReactNode {
  const [wanted, setWanted] = useState<boolean>();
  const change = async (next: boolean) => {
    setWanted(next);
    await onSave(next);
    setWanted(undefined);
  };
  return <Toggle {...rest} value={wanted ?? value} onChange={(next) => void change(next)} />;
}

const channels = [
  { key: 'notifyByDirectMessage', label: 'Direct', has: 'hasDirectEmail', reason: notificationTexts.direct },
  { key: 'notifyBySMS', label: 'SMS', has: 'hasMobileNumber', reason: notificationTexts.sms },
  { key: 'notifyByEmail', label: 'Email', has: 'hasEmail', reason: notificationTexts.email },
] as const;

function NotificationTable({ data, onSave }: PartProps): ReactNode {
  const [filtered, setFiltered] = useState<NotificationSetting>();
  return (
    <div className={classes['scrolls']}>
      <Table aria-label="Notifications">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Notification</Table.Th>
            {channels.map(({ key, label }) => (
              <Table.Th key={key}>{label}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.settings.map((setting) => (
            <Table.Tr key={setting.eventTypeId}>
              <Table.Th scope="row" fw={500}>
                {setting.eventTypeName}
                {setting.filters !== null && <Filters setting={setting} onOpen={() => setFiltered(setting)} />}
              </Table.Th>
              {channels.map(({ key, label, has, reason }) => (
                <Table.Td key={key}>
                  {data[has] ? (
                    <SavedToggle
                      aria-label={`${setting.eventTypeName}: ${label}`}
                      value={setting[key]}
                      onSave={(isOn) => onSave({ eventTypeId: setting.eventTypeId, [key]: isOn })}
                    />
                  ) : (
                    <NotAvailable reason={reason} />
                  )}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {filtered !== undefined && (
        <FiltersDialog
          setting={filtered}
          onClose={() => setFiltered(undefined)}
          onSave={async (urgencyDays) => {
            const isSaved = await onSave({ eventTypeId: filtered.eventTypeId, filters: { urgencyDays } });
            if (isSaved) setFiltered(undefined);
          }}
        />
      )}
    </div>
  );
}

/** An unavailable channel, with the reason, also for keyboard users. */
function NotAvailable({ reason }: { reason: string }): ReactNode {
  return (
    <Tooltip label={reason} multiline maw={280} events={{ hover: true, focus: true, touch: true }}>
      <button type="button" className={classes['notAvailable']} aria-disabled>
        NA<VisuallyHidden>: {reason}</VisuallyHidden>
      </button>
    </Tooltip>
  );
}

function Filters({ setting, onOpen }: { setting: NotificationSetting; onOpen: () => void }): ReactNode {
  const chosen = urgencyFilterDays.filter((days) => setting.filters?.urgencyDays.some((one) => Number(one) === days));
  return (
    <div className={classes['filters']}>
      <span>{chosen.length === 0 ? 'Every urgency' : chosen.map((days) => urgencyFilterLabels[days]).join(', ')}</span>
      <Button
        size="compact-xs"
        variant="subtle"
        leftSection={<IconFilter size={14} aria-hidden />}
        aria-label={`Add/Edit Filters of ${setting.eventTypeName}`}
        onClick={onOpen}
      >
        Add/Edit Filters
      </Button>
    </div>
  );
}

type Days = ('60' | '30' | '7' | '1')[];
const filtersForm = z.object({ urgencyDays: z.array(z.enum(['60', '30', '7', '1'])) });

interface FiltersDialogProps {
  setting: NotificationSetting;
  onClose: () => void;
  /** Receives the selected days, as texts. */
  onSave: (days: Days) => Promise<void>;
}

function FiltersDialog({ setting, onClose, onSave }: FiltersDialogProps): ReactNode {
  const form = useSchemaForm(filtersForm, { urgencyDays: setting.filters?.urgencyDays ?? [] });
  return (
    <FormDialog
      opened
      title="Add/Edit Filters"
      size="sm"
      form={form}
      onClose={onClose}
      onSubmit={({ urgencyDays }) => onSave(urgencyDays)}
    >
      <Field form={form} name="urgencyDays" label="Urgency" description="Choose none to be notified of every urgency.">
        {(field) => (
          <Checkbox.Group {...field}>
            {urgencyFilterDays.map((days) => (
              <Checkbox key={days} mt="xs" value={String(days)} label={urgencyFilterLabels[days]} />
            ))}
          </Checkbox.Group>
        )}
      </Field>
    </FormDialog>
  );
}
