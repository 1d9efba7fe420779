import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Letter } from './Letter.tsx';

const letter = {
  subject: 'OKAFOR, Grace',
  letterhead: ['Lakeside Cardiology', 'Phone (508) 555-0120'],
  title: 'Referral',
  meta: 'Routine',
  blocks: [],
  sections: [],
};

test.each([
  ['Lakeside Health', ['Lakeside Health', 'Lakeside Cardiology', 'Phone (508) 555-0120']],
  ['Lakeside Cardiology', ['Lakeside Cardiology', 'Phone (508) 555-0120']],
])('without a logo the name %s stands once in its place, and no picture', (clientName, lines) => {
  const onReady = vi.fn<() => void>();
  const { container } = render(<Letter letter={letter} brand={{ clientName, logo: null }} onReady={onReady} />);
  const head = container.querySelector('header > div');
  expect(Array.from(head?.querySelectorAll('div') ?? [], (one) => one.textContent).filter(Boolean)).toEqual(lines);
  expect(screen.queryByRole('img')).toBeNull();
  expect(onReady).toHaveBeenCalledOnce();
});

test('it is ready once its logo is shown', () => {
  const onReady = vi.fn<() => void>();
  render(<Letter letter={letter} brand={{ clientName: 'Lakeside Health', logo: 'AAAA' }} onReady={onReady} />);
  const logo = screen.getByRole('img', { name: 'Lakeside Health', hidden: true });
  expect(onReady).not.toHaveBeenCalled();
  logo.dispatchEvent(new Event('load'));
  expect(onReady).toHaveBeenCalledOnce();
});
