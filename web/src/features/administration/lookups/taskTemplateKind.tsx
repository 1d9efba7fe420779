import {
  archiveTaskTemplate,
  getManagedTaskTemplate,
  listManagedTaskTemplates,
  saveTaskTemplate,
  taskTemplateForm,
  type ManagedTaskTemplate,
} from '@careloop/contracts/administration/taskTemplates';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import type { z } from 'zod';
import { call } from '../../../api/call.ts';
import { Field } from '../../../ui/Field.tsx';
import { JsonInput } from '../../../ui/ruleInputs.tsx';
import type { LookupKind } from './lookupKinds.tsx';
import classes from './Lookups.module.css';

type Values = z.input<typeof taskTemplateForm>;

const labels = { json: 'Template' } as const;

/** What a new template starts from: one field of each shape, to be replaced. */
const example = {
  name: '',
  description: '',
  dueInDays: 2,
  fields: [
    { name: 'company', label: 'Company', type: 'dropdown', isRequired: true, options: ['Van', 'Taxi'] },
    { name: 'pickup', label: 'Pickup day', type: 'date' },
  ],
};

const formatted = (value: object) => JSON.stringify(value, null, 2);

function jsonOf({ name, description, dueInDays, fields, isArchived }: ManagedTaskTemplate): string {
  return formatted({ name, description, dueInDays, fields, isActive: !isArchived });
}

/** The task templates of a client, imported as JSON. */
export const taskTemplateKind = (
  clientId: number,
): LookupKind<ManagedTaskTemplate, Values, z.output<typeof taskTemplateForm>> => ({
  one: 'task template',
  many: 'task templates',
  placeholder: 'Name',
  scope: { clientId },
  list: listManagedTaskTemplates,
  find: (input, signal) => call(listManagedTaskTemplates, { clientId, ...input }, { signal }),
  get: getManagedTaskTemplate,
  read: (id, signal) => call(getManagedTaskTemplate, { id }, { signal }),
  save: saveTaskTemplate,
  archive: archiveTaskTemplate,
  columns: [
    { title: 'Description', isSecondary: true, render: ({ description }) => description },
    { title: 'Due in days', isNumeric: true, render: ({ dueInDays }) => dueInDays },
    { title: 'Fields', isNumeric: true, render: ({ fields }) => fields.length },
  ],
  form: taskTemplateForm,
  fieldOf: () => 'json',
  valuesOf: (entry) => ({ json: entry === undefined ? formatted(example) : jsonOf(entry) }),
  labels,
  fields: <TemplateField />,
  size: 'lg',
});

function TemplateField(): ReactNode {
  const form = useFormContext<Values>();
  return (
    <div className={classes['fields']}>
      <Text fz="sm" c="dimmed">
        Paste a template. Types of fields are text, text_area, dropdown, radio, checkbox, phone, email, date and
        provider_selector; a dropdown and radio buttons have options.
      </Text>
      <Field form={form} name="json" label={labels.json} required>
        {({ error, ...field }) => (
          <JsonInput
            {...field}
            error={error === undefined ? undefined : <span className={classes['problems']}>{error}</span>}
            minRows={12}
            maxRows={24}
          />
        )}
      </Field>
    </div>
  );
}
