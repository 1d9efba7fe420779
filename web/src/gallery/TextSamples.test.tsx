import { beforeEach, describe, expect, test } from 'vitest';
import { fill, focus, inSample, leave, renderComponent } from '../../test/components.tsx';
import { TextSamples } from './TextSamples.tsx';

let user: ReturnType<typeof renderComponent>;

beforeEach(() => {
  user = renderComponent(<TextSamples />);
});

const field = (name: string, state = 'Empty') => inSample(name, state).getByRole<HTMLInputElement>('textbox');

describe('texts', () => {
  test('are trimmed on blur, and counted', () => {
    const cell = inSample('TrimmedTextInput', 'Empty');
    const input = cell.getByLabelText('Caregiver name');
    fill(input, '  Ada Byron ');
    expect(cell.getByText('12 / 50 characters')).toBeVisible();
    leave(input);
    expect(input).toHaveValue('Ada Byron');
    expect(cell.getByText('9 / 50 characters')).not.toHaveAttribute('data-over');
    expect(cell.queryByLabelText('Too long')).toBeNull();

    fill(input, 'x'.repeat(51));
    expect(cell.getByText('51 / 50 characters')).toHaveAttribute('data-over');
    expect(cell.getByLabelText('Too long')).toBeVisible();
  });

  test('of several lines are trimmed on blur', () => {
    const area = inSample('TrimmedTextarea', 'Empty').getByLabelText('Additional info');
    fill(area, '\n one\ntwo \n');
    leave(area);
    expect(area).toHaveValue('one\ntwo');
  });

  const inOrder = [
    ['PhoneInput', '617.555.0123 ext 12', '(617) 555-0123 x12'],
    ['MobileInput', '6175550123', '(617) 555-0123'],
    ['FaxInput', '1-617-555-0123', '(617) 555-0123'],
    ['ZipInput', '021394307', '02139-4307'],
    ['DeaInput', 'ab1234563', 'AB1234563'],
    ['JsonInput', '{"a":[1]}', '{\n  "a": [\n    1\n  ]\n}'],
    ['SsnInput', '123456789', '***-**-6789'],
  ] as const;
  test('are formatted on blur', () => {
    for (const [name, typed, shown] of inOrder) {
      const input = field(name);
      fill(input, typed);
      expect(input, `${name} of ${typed}`).toHaveValue(typed);
      leave(input);
      expect(input, `${name} of ${typed}`).toHaveValue(shown);
    }
  });

  const wrong = [
    ['PhoneInput', '555-0123', 'Must be a valid phone number'],
    ['PhoneInput', '617-555-0123 x123456', 'Extensions must be less than 6 digits'],
    ['MobileInput', '617-555-0123 x1', 'Mobile numbers do not support an extension'],
    ['ZipInput', '2139', 'Must be 5 or 9 digits (XXXXX or XXXXX-XXXX)'],
    ['NpiInput', '12345', 'NPI number must be at least 10 digits'],
    ['NpiInput', '12345a', 'NPI number must contain only digits'],
    ['DeaInput', 'AB1', 'DEA Number must be 9 characters'],
    ['UrlInput', 'clinic', 'Must be a valid URL'],
    ['UsernameInput', 'a b', 'Username can only contain letters, digits and . - _ @'],
    ['EmailInput', 'a@b', 'Invalid email address'],
  ] as const;
  test('show their error, also to screen readers', () => {
    for (const [name, typed, message] of wrong) {
      const input = field(name);
      fill(input, typed);
      leave(input);
      expect(inSample(name, 'Empty').getByText(message)).toBeVisible();
      expect(input).toHaveAttribute('aria-invalid', 'true');
      expect(input, `${name} of ${typed}`).toHaveAccessibleDescription(expect.stringContaining(message));
    }
  });

  test('a DEA number with a wrong check digit is pointed out but accepted', () => {
    const input = field('DeaInput');
    fill(input, 'AB1234560');
    leave(input);
    expect(inSample('DeaInput', 'Empty').getByText(/This does not look like a DEA number\./)).toBeVisible();
    expect(input).not.toHaveAttribute('aria-invalid', 'true');
  });

  test('a Social Security number is masked unless it is being edited', () => {
    const input = field('SsnInput', 'Filled');
    expect(input).toHaveValue('***-**-6789');
    focus(input);
    expect(input).toHaveValue('123-45-6789');
    leave(input);
    expect(input).toHaveValue('***-**-6789');
  });

  test('a list drops its blank lines on blur', async () => {
    const input = field('MultiLineListInput');
    expect(input).toHaveAttribute('rows', '10');
    focus(input);
    await user.keyboard('English\n\n Español \n');
    expect(input).toHaveValue('English\n\n Español \n');
    leave(input);
    expect(input).toHaveValue('English\nEspañol');
  });
});
