import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderComponent } from '../../test/components.tsx';
import { WideTable } from './WideTable.tsx';

afterEach(() => vi.unstubAllGlobals());

test('a table wider than its place shows at which edge there is more', () => {
  let resize = (): void => undefined;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        resize = callback;
      }
      observe() {}
      disconnect() {}
    },
  );
  renderComponent(
    <WideTable label="Referrals">
      <table />
    </WideTable>,
  );
  const region = screen.getByRole('region', { name: 'Referrals' });
  const sized = (clientWidth: number, scrollWidth: number) => {
    Object.defineProperties(region, {
      clientWidth: { value: clientWidth, configurable: true },
      scrollWidth: { value: scrollWidth, configurable: true },
    });
    act(resize);
  };
  const edges = () => [region.hasAttribute('data-before'), region.hasAttribute('data-after')];
  sized(400, 400);
  expect(edges()).toEqual([false, false]);
  sized(390, 700);
  expect(edges()).toEqual([false, true]);
  fireEvent.scroll(region, { target: { scrollLeft: 100 } });
  expect(edges()).toEqual([true, true]);
  fireEvent.scroll(region, { target: { scrollLeft: 310 } });
  expect(edges()).toEqual([true, false]);
});
