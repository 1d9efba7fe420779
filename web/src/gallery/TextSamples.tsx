import { zipProblem } from '@careloop/contracts/fields/address';
import type { Problem } from '@careloop/contracts/fields/checked';
import { directEmailProblem, emailProblem, usernameProblem } from '@careloop/contracts/fields/contact';
import { jsonProblem, urlProblem } from '@careloop/contracts/fields/formats';
import {
  deaProblem,
  degreeProblem,
  licenseProblem,
  npiProblem,
  ssnProblem,
} from '@careloop/contracts/fields/identifiers';
import { faxProblem, mobileProblem, phoneProblem } from '@careloop/contracts/fields/phone';
import { PasswordInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { MultiLineListInput } from '../ui/MultiLineListInput.tsx';
import { FaxInput, MobileInput, PhoneInput } from '../ui/PhoneInput.tsx';
import {
  DeaInput,
  DegreeInput,
  EmailInput,
  JsonInput,
  LicenseInput,
  NpiInput,
  SsnInput,
  UrlInput,
  UsernameInput,
  ZipInput,
} from '../ui/ruleInputs.tsx';
import { TrimmedTextarea } from '../ui/TrimmedTextarea.tsx';
import { TrimmedTextInput } from '../ui/TrimmedTextInput.tsx';
import { Live, State, Widget } from './Sample.tsx';

interface InputProps {
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  error?: ReactNode;
  disabled?: boolean;
  readOnly?: boolean;
}

const longText =
  'A text that is a good deal longer than what there is room for in the field, so that its end is out of sight';

/** An input that shows its error on blur. */
function Ruled(props: InputProps & { Input: (props: InputProps) => ReactNode; problem: Problem; isLeft: boolean }) {
  const { Input, problem, isLeft: wasLeft, ...rest } = props;
  const [isLeft, setLeft] = useState(wasLeft);
  const error = isLeft && rest.value.trim() !== '' ? problem(rest.value.trim()) : null;
  return <Input {...rest} onBlur={() => setLeft(true)} error={error} />;
}

interface RuledWidgetProps {
  name: string;
  Input: (props: InputProps) => ReactNode;
  problem: Problem;
  right: string;
  wrong: string;
  long?: string;
}

function RuledWidget({ name, Input, problem, right, wrong, long = longText }: RuledWidgetProps): ReactNode {
  const states = [
    { state: 'Empty', initial: '' },
    { state: 'Filled', initial: right },
    { state: 'Error', initial: wrong, isLeft: true },
    { state: 'Disabled', initial: right, disabled: true },
    { state: 'Read-only', initial: right, readOnly: true },
    { state: 'Long text', initial: long },
  ];
  return (
    <Widget name={name}>
      {states.map(({ state, initial, isLeft = false, ...flags }) => (
        <Live key={state} name={state} initial={initial}>
          {(value, onChange) => (
            <Ruled Input={Input} problem={problem} isLeft={isLeft} value={value} onChange={onChange} {...flags} />
          )}
        </Live>
      ))}
    </Widget>
  );
}

const ruled: readonly RuledWidgetProps[] = [
  {
    name: 'TrimmedTextInput',
    Input: (props) => <TrimmedTextInput label="Caregiver name" max={50} {...props} />,
    problem: (value) => (value.length > 50 ? 'Caregiver name cannot exceed 50 characters' : null),
    right: 'Marguerite Okafor',
    wrong: longText,
  },
  {
    name: 'TrimmedTextarea',
    Input: (props) => <TrimmedTextarea label="Additional info" max={60} {...props} />,
    problem: (value) => (value.length > 60 ? 'Additional Info must be 60 characters or less' : null),
    right: 'Prefers mornings.',
    wrong: longText,
    long: `${longText}.\n${longText}.`,
  },
  {
    name: 'PhoneInput',
    Input: (props) => <PhoneInput label="Office phone" {...props} />,
    problem: phoneProblem,
    right: '(617) 555-0123 x12',
    wrong: '555-0123',
  },
  {
    name: 'MobileInput',
    Input: (props) => <MobileInput label="Cell phone" {...props} />,
    problem: mobileProblem,
    right: '(617) 555-0123',
    wrong: '617-555-0123 x12',
  },
  {
    name: 'FaxInput',
    Input: (props) => <FaxInput label="Fax number" {...props} />,
    problem: faxProblem,
    right: '(617) 555-0123',
    wrong: '617',
  },
  { name: 'ZipInput', Input: ZipInput, problem: zipProblem, right: '02139-4307', wrong: '021394' },
  { name: 'NpiInput', Input: NpiInput, problem: npiProblem, right: '1234567893', wrong: '1234567890' },
  { name: 'DeaInput', Input: DeaInput, problem: deaProblem, right: 'AB1234563', wrong: 'AB12345', long: 'AB1234560' },
  { name: 'LicenseInput', Input: LicenseInput, problem: licenseProblem, right: 'MA-204418', wrong: longText },
  { name: 'DegreeInput', Input: DegreeInput, problem: degreeProblem, right: 'MD, PhD', wrong: longText },
  { name: 'SsnInput', Input: SsnInput, problem: ssnProblem, right: '123-45-6789', wrong: '123' },
  { name: 'UrlInput', Input: UrlInput, problem: urlProblem, right: 'https://clinic.example.org', wrong: 'clinic' },
  { name: 'JsonInput', Input: JsonInput, problem: jsonProblem, right: '{\n  "pages": 2\n}', wrong: '{pages: 2}' },
  { name: 'UsernameInput', Input: UsernameInput, problem: usernameProblem, right: 'dr.patel', wrong: 'dr patel' },
  {
    name: 'EmailInput',
    Input: EmailInput,
    problem: emailProblem,
    right: 'a.patel@clinic.example.org',
    wrong: 'a.patel',
  },
  {
    name: 'EmailInput of the Direct network',
    Input: (props) => <EmailInput {...props} label="Direct email" />,
    problem: directEmailProblem,
    right: 'a.patel@direct.example.org',
    wrong: 'a.patel@',
  },
];

/** Text inputs with a rule. */
export function TextSamples(): ReactNode {
  return (
    <>
      {ruled.map((widget) => (
        <RuledWidget key={widget.name} {...widget} />
      ))}
      <Widget name="MultiLineListInput">
        <Live name="Empty" initial={[] as string[]}>
          {(value, onChange) => <MultiLineListInput label="Languages" value={value} onChange={onChange} />}
        </Live>
        <Live name="Filled" initial={['English', 'Español', 'Tiếng Việt']}>
          {(value, onChange) => <MultiLineListInput label="Languages" value={value} onChange={onChange} />}
        </Live>
        <Live name="Error" initial={['English']}>
          {(value, onChange) => (
            <MultiLineListInput label="Languages" value={value} onChange={onChange} error="Two languages at least" />
          )}
        </Live>
        <State name="Disabled">
          <MultiLineListInput label="Languages" value={['English']} onChange={() => undefined} disabled />
        </State>
      </Widget>
      <Widget name="PasswordInput">
        <Live name="Empty" initial="">
          {(value, onChange) => (
            <PasswordInput
              label="Password"
              value={value}
              onChange={(event) => onChange(event.currentTarget.value)}
              visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
            />
          )}
        </Live>
        <Live name="Error" initial="short">
          {(value, onChange) => (
            <PasswordInput
              label="Password"
              value={value}
              onChange={(event) => onChange(event.currentTarget.value)}
              error="Password must be at least 12 characters"
              visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
            />
          )}
        </Live>
      </Widget>
    </>
  );
}
