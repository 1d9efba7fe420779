import { expect, test } from 'vitest';
import { addUnsaved, hasUnsavedChanges, latestUnsaved, releaseSaved, unsavedChanges } from './unsaved.ts';

test('a saved form is released at once, and no other one', () => {
  const [form, other] = [{}, {}];
  const end = addUnsaved(unsavedChanges, form);
  const endOther = addUnsaved({ title: 'The other one' }, other);
  releaseSaved(form);
  expect(latestUnsaved()?.title).toBe('The other one');
  endOther();
  end();
  expect(hasUnsavedChanges()).toBe(false);
});
