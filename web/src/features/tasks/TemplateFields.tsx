import { searchProviders } from '@careloop/contracts/directory';
import { contactLimits } from '@careloop/contracts/fields/contact';
import type { TaskTemplateField } from '@careloop/contracts/tasks/templates';
import { Checkbox, Group, Radio, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { Controller, useFormContext, type ControllerRenderProps } from 'react-hook-form';
import { call } from '../../api/call.ts';
import { AsyncSelect } from '../../ui/AsyncSelect.tsx';
import { DateInput } from '../../ui/DateInput.tsx';
import { PhoneInput } from '../../ui/PhoneInput.tsx';
import { RadioGroup } from '../../ui/RadioGroup.tsx';
import { TrimmedTextarea } from '../../ui/TrimmedTextarea.tsx';
import { TrimmedTextInput } from '../../ui/TrimmedTextInput.tsx';
import type { ProviderChoice } from './taskFormValues.ts';

type Given = Omit<ControllerRenderProps, 'value'> & {
  value: unknown;
  label: string;
  error: string | undefined;
  withAsterisk: boolean;
};

/** The fields of a task template. */
export function TemplateFields({
  fields,
  patientId,
}: {
  fields: readonly TaskTemplateField[];
  patientId: number;
}): ReactNode {
  const { control } = useFormContext();
  return fields.map((field) => (
    <Controller
      key={field.name}
      control={control}
      name={`answers.${field.name}`}
      defaultValue={null}
      render={({ field: given, fieldState }) => (
        <TemplateField
          field={field}
          patientId={patientId}
          given={{
            ...given,
            value: given.value as unknown,
            label: field.label,
            error: fieldState.error?.message,
            withAsterisk: field.isRequired,
          }}
        />
      )}
    />
  ));
}

interface TemplateFieldProps {
  field: TaskTemplateField;
  patientId: number;
  given: Given;
}

function TemplateField({ field, patientId, given }: TemplateFieldProps): ReactNode {
  const { value, onChange, withAsterisk, ...rest } = given;
  const text = typeof value === 'string' ? value : '';
  switch (field.type) {
    case 'text':
      return (
        <TrimmedTextInput {...rest} withAsterisk={withAsterisk} maxLength={500} value={text} onChange={onChange} />
      );
    case 'text_area':
      return <TrimmedTextarea {...rest} withAsterisk={withAsterisk} maxLength={500} value={text} onChange={onChange} />;
    case 'phone':
      return <PhoneInput {...rest} withAsterisk={withAsterisk} value={text} onChange={onChange} />;
    case 'email':
      return (
        <TrimmedTextInput
          {...rest}
          type="email"
          withAsterisk={withAsterisk}
          maxLength={contactLimits.email}
          value={text}
          onChange={onChange}
        />
      );
    case 'radio':
      return (
        <RadioGroup {...rest} withAsterisk={withAsterisk} value={text} onChange={onChange}>
          <Group mt={4}>
            {field.options.map((option) => (
              <Radio key={option} value={option} label={option} />
            ))}
          </Group>
        </RadioGroup>
      );
    case 'dropdown':
      return (
        <Select
          {...rest}
          withAsterisk={withAsterisk}
          data={field.options}
          value={text === '' ? null : text}
          onChange={onChange}
          clearable
        />
      );
    case 'checkbox':
      return (
        <Checkbox
          {...rest}
          checked={value === true || value === 'Yes'}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'date':
      return <DateInput {...rest} withAsterisk={withAsterisk} value={text} onChange={onChange} />;
    case 'provider_selector':
      return (
        <AsyncSelect<ProviderChoice>
          {...rest}
          required={withAsterisk}
          value={typeof value === 'object' ? (value as ProviderChoice | null) : null}
          onChange={onChange}
          search={async (searchTerm, signal) => {
            const { items } = await call(searchProviders, { searchTerm, patientId, page: 1 }, { signal });
            const names = items.map(({ healthcareProviderId, fullName: name }) => ({ healthcareProviderId, name }));
            return [...new Map(names.map((one) => [one.healthcareProviderId, one])).values()];
          }}
          itemKey={({ healthcareProviderId }) => healthcareProviderId}
          itemLabel={({ name }) => name}
          placeholder="Type a name"
        />
      );
  }
}
