import { usStates } from '@careloop/contracts/fields/address';
import { Select } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import { Controller, useFormContext, type ControllerRenderProps, type FieldValues } from 'react-hook-form';
import classes from './AddressFields.module.css';
import { FaxInput, PhoneInput } from './PhoneInput.tsx';
import { ZipInput } from './ruleInputs.tsx';
import { TrimmedTextInput } from './TrimmedTextInput.tsx';

export interface AddressFieldsProps {
  /** Path of the address within the form, such as "address."; empty when its fields are at the top level. */
  prefix?: string;
  /** Also shows the label, phone, fax and location code of an office. */
  withOffice?: boolean;
  /** Field names for label and ZIP in forms that name them differently. */
  names?: { addressLabel?: string; zipcode?: string };
  disabled?: boolean;
}

type Field = ControllerRenderProps<FieldValues, string> & { error: string | undefined; disabled: boolean };

const stateNames: Readonly<Record<string, string>> = usStates;
const stateChoices = Object.keys(usStates);
/** The closed select only has room for the abbreviation; the options show the name too. */
const nameOf = (state: string) => [state, stateNames[state]].filter(Boolean).join(' ');
const matches = (state: string, typed: string) =>
  [state, stateNames[state]].some((one) => one?.toLowerCase().startsWith(typed));

/** The states, plus the current value if it is not one of them, such as a territory. */
function StateSelect({ value, ...field }: Field): ReactNode {
  const chosen = typeof value === 'string' && value !== '' ? value : null;
  const isOther = chosen !== null && !(chosen in usStates);
  return (
    <Select
      label="State"
      placeholder="State"
      searchable
      clearable
      nothingFoundMessage="No options found"
      data={isOther ? [chosen, ...stateChoices] : stateChoices}
      renderOption={({ option }) => nameOf(option.value)}
      filter={({ options, search }) =>
        options.filter((one) => 'value' in one && matches(one.value, search.trim().toLowerCase()))
      }
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      {...field}
      value={chosen}
    />
  );
}

/** Address fields of the surrounding form; their rule is `addressForm`. */
export function AddressFields({
  prefix = '',
  withOffice = false,
  names = {},
  disabled = false,
}: AddressFieldsProps): ReactNode {
  const { control } = useFormContext();
  const field = (name: string, render: (field: Field) => ReactElement) => (
    <Controller
      control={control}
      name={`${prefix}${name}`}
      render={({ field: given, fieldState }) => render({ ...given, disabled, error: fieldState.error?.message })}
    />
  );
  const text = (name: string, label: string) => field(name, (given) => <TrimmedTextInput label={label} {...given} />);
  return (
    <div className={classes['fields']}>
      {withOffice && <div className={classes['wide']}>{text(names.addressLabel ?? 'addressLabel', 'Label')}</div>}
      <div className={classes['wide']}>{text('address1', 'Address')}</div>
      <div className={classes['wide']}>{text('address2', 'Address 2')}</div>
      <div className={classes['half']}>{text('city', 'City')}</div>
      {field('state', (given) => (
        <StateSelect {...given} />
      ))}
      {field(names.zipcode ?? 'zipcode', (given) => (
        <ZipInput {...given} />
      ))}
      {withOffice && (
        <>
          <div className={classes['half']}>
            {field('officePhone', (given) => (
              <PhoneInput label="Office phone" {...given} />
            ))}
          </div>
          <div className={classes['half']}>
            {field('faxNumber', (given) => (
              <FaxInput label="Fax number" {...given} />
            ))}
          </div>
          <div className={classes['half']}>{text('locationCode', 'Clinic code')}</div>
        </>
      )}
    </div>
  );
}
