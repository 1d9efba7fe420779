import { screen } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import { renderComponent } from '../../test/components.tsx';
import { AsyncMultiSelect } from './AsyncMultiSelect.tsx';

const patel = 'Patel, Anjali';

function People({ reportsRepeats }: { reportsRepeats: boolean }): ReactNode {
  const [people, setPeople] = useState<readonly string[]>([patel]);
  const [repeats, setRepeats] = useState(0);
  return (
    <>
      <AsyncMultiSelect
        label="People"
        value={people}
        onChange={setPeople}
        {...(reportsRepeats && { onRepeat: () => setRepeats((count) => count + 1) })}
        search={() => Promise.resolve([patel])}
        itemKey={(name) => name}
        itemLabel={(name) => name}
      />
      <output aria-label="Repeats">{repeats}</output>
    </>
  );
}

test('reports a person who is selected again, and adds them once', async () => {
  const user = renderComponent(<People reportsRepeats />);
  await user.type(screen.getByRole('combobox'), 'pat');
  await user.click(await screen.findByRole('option', { name: patel }));
  expect(screen.getByLabelText('Repeats')).toHaveTextContent('1');
  expect(screen.getAllByRole('button', { name: `Remove ${patel}` })).toHaveLength(1);
});

test('does not offer a selected person if repeats are not reported', async () => {
  const user = renderComponent(<People reportsRepeats={false} />);
  await user.type(screen.getByRole('combobox'), 'pat');
  expect(await screen.findByText('No options found')).toBeVisible();
});
