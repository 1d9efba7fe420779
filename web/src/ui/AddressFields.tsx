import { usStates } from '@careloop/contracts/fields/address';
import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import classes from './AddressFields.module.css';
import { Field, type InputOfField } from './Field.tsx';
import { FaxInput, PhoneInput } from './PhoneInput.tsx';
import { ZipInput } from './ruleInputs.tsx';
import { TrimmedTextInput } from './TrimmedTextInput.tsx';

export interface AddressFieldsProps {
  /** Also shows the label, phone, fax and location code of an office. */
  withOffice?: boolean;
  /** Field names for label and ZIP in forms that name them differently. */
  names?: { addressLabel?: string; zipcode?: string };
  disabled?: boolean;
}

type Values = Record<string, string | null>;
type AddressInputProps = InputOfField<string, string | null> & { disabled: boolean };

const stateNames: Readonly<Record<string, string>> = usStates;
const stateChoices = Object.keys(usStates);
/** The closed select only has room for the abbreviation; the options show the name too. */
const nameOf = (state: string) => [state, stateNames[state]].filter(Boolean).join(' ');
const matches = (state: string, typed: string) =>
  [state, stateNames[state]].some((one) => one?.toLowerCase().startsWith(typed));

/** The states, plus the current value if it is not one of them, such as a territory. */
function StateSelect({ value, ...field }: AddressInputProps): ReactNode {
  const chosen = value === '' ? null : value;
  const isOther = chosen !== null && !(chosen in usStates);
  return (
    <Select
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
export function AddressFields({ withOffice = false, names = {}, disabled = false }: AddressFieldsProps): ReactNode {
  const form = useFormContext<Values>();
  const field = (name: string, label: string, Input: (props: AddressInputProps) => ReactNode = TrimmedTextInput) => (
    <Field form={form} name={name} label={label}>
      {(given) => <Input {...given} disabled={disabled} />}
    </Field>
  );
  return (
    <div className={classes['fields']}>
      {withOffice && <div className={classes['wide']}>{field(names.addressLabel ?? 'addressLabel', 'Label')}</div>}
      <div className={classes['wide']}>{field('address1', 'Address')}</div>
      <div className={classes['wide']}>{field('address2', 'Address 2')}</div>
      <div className={classes['half']}>{field('city', 'City')}</div>
      {field('state', 'State', StateSelect)}
      {field(names.zipcode ?? 'zipcode', 'Zip', ZipInput)}
      {withOffice && (
        <>
          <div className={classes['half']}>{field('officePhone', 'Office phone', PhoneInput)}</div>
          <div className={classes['half']}>{field('faxNumber', 'Fax number', FaxInput)}</div>
          <div className={classes['half']}>{field('locationCode', 'Clinic code')}</div>
        </>
      )}
    </div>
  );
}
