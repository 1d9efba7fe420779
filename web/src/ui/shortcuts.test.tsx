import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderComponent } from '../../test/components.tsx';
import { useShortcut } from './shortcuts.ts';

/** An item with an action that brings up the next one. */
function Item() {
  const [number, setNumber] = useState(1);
  useShortcut('e', `Archive ${number}`, () => setNumber(number + 1));
  useShortcut('j', 'Next item', () => setNumber(number + 1));
  return <output>Item {number}</output>;
}

const hold = (key: string) => {
  for (const repeat of [false, true, true]) fireEvent.keyDown(document.body, { key, repeat });
};

test('a held key acts on one item only', () => {
  renderComponent(<Item />);
  hold('e');
  expect(screen.getByRole('status')).toHaveTextContent('Item 2');
  fireEvent.keyDown(document.body, { key: 'e' });
  expect(screen.getByRole('status')).toHaveTextContent('Item 3');
});

test('a held key that moves goes on moving', () => {
  renderComponent(<Item />);
  hold('j');
  expect(screen.getByRole('status')).toHaveTextContent('Item 4');
});
