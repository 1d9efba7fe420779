import { workQueueTexts } from '@careloop/contracts/work-queues/items';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderComponent } from '../../../test/components.tsx';
import { queueItem } from '../../../test/queueItems.ts';
import { ItemResults } from './ItemResults.tsx';

test('an item that could not be completed comes first, with its patient and the reason', () => {
  const other = { ...queueItem.patient, firstName: 'Ada', mrn: '1002' };
  renderComponent(
    <ItemResults
      items={[queueItem, { ...queueItem, workQueueEncounterId: 2, patient: other }]}
      results={[
        { workQueueEncounterId: 1, isDone: true, message: null },
        { workQueueEncounterId: 2, isDone: false, message: workQueueTexts.completedBy('Eve Ott') },
      ]}
      doneLabel="Completed"
    />,
  );
  const [failed, done] = screen.getAllByRole('listitem');
  expect(screen.getByText('Completed: 1 of 2')).toBeVisible();
  expect(failed).toHaveTextContent(/OKAFOR, Ada · Born 14-Jul-1945 .* MRN 1002/);
  expect(failed).toHaveTextContent('Eve Ott completed this item in the meantime.Not changed');
  expect(done).toHaveTextContent(/OKAFOR, Grace .* MRN 1001.*Completed$/);
});
