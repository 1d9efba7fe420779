import { severities, severity, severityLabels } from '@careloop/contracts/codes';
import type { OutputOf } from '@careloop/contracts/endpoint';
import { saveSiteAlert, siteAlertForm, siteLimits, type getSiteAlertSettings } from '@careloop/contracts/site-info';
import { Button, Group, Radio, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { FormProvider, useFormContext } from 'react-hook-form';
import type { z } from 'zod';
import { useCall } from '../../api/query.ts';
import { toast } from '../../ui/toasts.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { DateTimeText } from '../../ui/DateText.tsx';
import { useDirtyGuard } from '../../ui/dirtyGuard.ts';
import { Field } from '../../ui/Field.tsx';
import { ServerError } from '../../ui/FormError.tsx';
import { useSchemaForm } from '../../ui/forms.ts';
import { CodeRadioGroup, RadioGroup } from '../../ui/RadioGroup.tsx';
import { Toggle } from '../../ui/Toggle.tsx';
import { TreeSelect } from '../../ui/TreeSelect.tsx';
import { TrimmedTextarea } from '../../ui/TrimmedTextarea.tsx';
import { TrimmedTextInput } from '../../ui/TrimmedTextInput.tsx';
import { SiteAlertLine } from './SiteAlertLine.tsx';
import { clientTree } from '../administration/shared/clientTree.ts';
import classes from './SitePage.module.css';

type Settings = OutputOf<typeof getSiteAlertSettings>;

interface SiteAlertFormProps {
  settings: Settings;
  /** Refetches the alert and restarts the form with it. */
  onRestart: () => Promise<void>;
}

/** Without the permission to show it to all, a new alert is for chosen clients. */
function startOf({ alert, can }: Settings): Settings['alert'] {
  return can.save === true && can.showToAll !== true ? { ...alert, isForAllClients: false } : alert;
}

/** Edits the alert, with a preview below. */
export function SiteAlertForm({ settings, onRestart }: SiteAlertFormProps): ReactNode {
  // The version the user started from, which the change is based on.
  const [{ alert, rowVersion, clients, can }] = useState(settings);
  const form = useSchemaForm(siteAlertForm, startOf(settings));
  const { isDirty, isSubmitting, errors } = form.formState;
  useDirtyGuard(isDirty && !isSubmitting, form);
  const save = useCall(saveSiteAlert, {
    // `onRestart` does it, and restarts the form only with the refetched alert.
    invalidates: false,
    form,
    onSuccess: async (_, { enabled }) => {
      toast.success(enabled ? 'Site alert saved. It is on.' : 'Site alert saved. It is off.');
      await onRestart();
    },
  });
  return (
    <FormProvider {...form}>
      <form
        noValidate
        className={classes['alert']}
        onSubmit={(event) =>
          void form.handleSubmit(async (values) => {
            await save.submit({ ...values, rowVersion });
          })(event)
        }
      >
        {can.save !== true && <Callout tone="neutral">{can.save}</Callout>}
        <ServerError
          errors={errors}
          action={
            errors.root?.['server']?.type === 'stale_version' && (
              <Button size="compact-sm" variant="default" onClick={() => void onRestart()}>
                Show the current alert
              </Button>
            )
          }
        />
        <Field form={form} name="enabled" label="Show this alert above every screen" input={Toggle} />
        <SeverityField />
        <Field form={form} name="header" label="Header" required input={TrimmedTextInput} />
        <Field form={form} name="message" label="Message" required>
          {(field) => <TrimmedTextarea {...field} max={siteLimits.alertMessage} />}
        </Field>
        <SiteAlertAudience clients={clients} mayShowToAll={can.showToAll === true} />
        <SiteAlertPreview />
        <div className={classes['buttons']}>
          <Button type="submit" loading={isSubmitting} disabled={can.save !== true}>
            Save
          </Button>
          {alert.changedAt !== null && (
            <p className={classes['changed']}>
              Last changed by {alert.changedByFullName ?? 'somebody'}, <DateTimeText at={alert.changedAt} />
            </p>
          )}
        </div>
      </form>
    </FormProvider>
  );
}

function SeverityField(): ReactNode {
  const form = useFormContext<z.input<typeof siteAlertForm>>();
  return (
    <Field form={form} name="severity" label="Severity" required>
      {(field) => (
        <CodeRadioGroup {...field}>
          <Group gap="lg" mt={4}>
            {severities.map((name) => (
              <Radio key={name} value={String(severity.codeOf(name))} label={severityLabels[name]} />
            ))}
          </Group>
        </CodeRadioGroup>
      )}
    </Field>
  );
}

type Values = z.input<typeof siteAlertForm>;

interface AudienceProps {
  clients: Settings['clients'];
  mayShowToAll: boolean;
}

/** All clients, or some of them, by organization. */
function SiteAlertAudience({ clients, mayShowToAll }: AudienceProps): ReactNode {
  const form = useFormContext<Values>();
  const nodes = clientTree(clients);
  return (
    <Stack gap="xs">
      <Field form={form} name="isForAllClients" label="Shown to">
        {(field) => (
          <RadioGroup
            {...field}
            value={field.value ? 'all' : 'some'}
            onChange={(value) => field.onChange(value === 'all')}
          >
            <Group gap="lg" mt={4}>
              <Radio value="all" label="All clients" disabled={!mayShowToAll} />
              <Radio value="some" label="Chosen clients" />
            </Group>
          </RadioGroup>
        )}
      </Field>
      {!form.watch('isForAllClients') && (
        <Field form={form} name="clientIds" label="Clients">
          {(field) => (
            <TreeSelect
              {...field}
              searchLabel="Search clients"
              isOpenAtFirst={clients.length <= 20}
              nodes={nodes}
              value={field.value.map(String)}
              onChange={(keys) => field.onChange(keys.map(Number))}
            />
          )}
        </Field>
      )}
    </Stack>
  );
}

/** Preview of the alert being written. */
function SiteAlertPreview(): ReactNode {
  const { watch } = useFormContext<z.input<typeof siteAlertForm>>();
  const [severity, header, message] = watch(['severity', 'header', 'message']);
  return (
    <div>
      <p className={classes['label']}>Preview</p>
      <div className={classes['preview']}>
        <SiteAlertLine alert={{ severity, header: header.trim() || 'Header', message: message.trim() || 'Message' }} />
      </div>
    </div>
  );
}
