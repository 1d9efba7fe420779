import { formatZip } from '@careloop/contracts/fields/address';
import { contactLimits } from '@careloop/contracts/fields/contact';
import { formatJson } from '@careloop/contracts/fields/formats';
import {
  deaProblem,
  formatSsn,
  identifierLimits,
  identifierTexts,
  isDeaLike,
  maskSsn,
} from '@careloop/contracts/fields/identifiers';
import type { ReactNode } from 'react';
import classes from './ruleInputs.module.css';
import { TrimmedTextarea, type TrimmedTextareaProps } from './TrimmedTextarea.tsx';
import { TrimmedTextInput, type TrimmedTextInputProps } from './TrimmedTextInput.tsx';

// One input for each rule of contracts/fields, with its keyboard and formatting. The rule decides validity and error text;
// the form shows it.

export type RuleInputProps = Omit<TrimmedTextInputProps, 'tidy' | 'resting'>;

const upperCase = (text: string) => text.toUpperCase();
const asTyped = { spellCheck: false, autoCapitalize: 'off' };

/** Its rule is `zipProblem`. */
export function ZipInput(props: RuleInputProps): ReactNode {
  return <TrimmedTextInput label="Zip" inputMode="numeric" {...props} tidy={formatZip} />;
}

/** Its rule is `npiProblem`. */
export function NpiInput(props: RuleInputProps): ReactNode {
  return <TrimmedTextInput label="NPI number" inputMode="numeric" {...props} />;
}

/** Its rule is `deaProblem`. A number with a wrong check digit is pointed out but accepted. */
export function DeaInput(props: RuleInputProps): ReactNode {
  const text = props.value?.trim() ?? '';
  const isUnusual = text !== '' && deaProblem(text) === null && !isDeaLike(text);
  const description = isUnusual ? (
    <span className={classes['mark']}>{identifierTexts.deaUnusual}</span>
  ) : (
    props.description
  );
  return <TrimmedTextInput label="DEA number" {...asTyped} {...props} description={description} tidy={upperCase} />;
}

/** Its rule is `licenseProblem`. */
export function LicenseInput(props: RuleInputProps): ReactNode {
  return <TrimmedTextInput label="License number" max={identifierLimits.license} {...asTyped} {...props} />;
}

/** Its rule is `degreeProblem`. */
export function DegreeInput(props: RuleInputProps): ReactNode {
  return <TrimmedTextInput label="Degree" max={identifierLimits.degree} {...asTyped} {...props} />;
}

/** Its rule is `ssnProblem`. The number is masked unless the field is being edited. */
export function SsnInput(props: RuleInputProps): ReactNode {
  return <TrimmedTextInput label="Social Security number" {...asTyped} {...props} tidy={formatSsn} resting={maskSsn} />;
}

/** Its rule is `urlProblem`. */
export function UrlInput(props: RuleInputProps): ReactNode {
  return <TrimmedTextInput label="URL" type="url" inputMode="url" {...asTyped} {...props} />;
}

/** Its rule is `usernameProblem`. */
export function UsernameInput(props: RuleInputProps): ReactNode {
  return <TrimmedTextInput label="Username" max={contactLimits.username} {...asTyped} {...props} />;
}

/** Its rule is `emailProblem`; for an address of the Direct network it is `directEmailProblem`. */
export function EmailInput(props: RuleInputProps): ReactNode {
  return <TrimmedTextInput label="Email" type="email" inputMode="email" {...asTyped} {...props} />;
}

/** Its rule is `jsonProblem`. Formatted when the field loses focus. */
export function JsonInput(props: Omit<TrimmedTextareaProps, 'tidy'>): ReactNode {
  return (
    <TrimmedTextarea
      label="JSON"
      minRows={4}
      {...asTyped}
      {...props}
      styles={{ input: { fontFamily: 'ui-monospace, monospace', fontSize: '0.8125rem' } }}
      tidy={formatJson}
    />
  );
}
