import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

// What a browser has and jsdom does not: nothing here is laid out, so nothing is measured or scrolled.

class NothingObserved {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

Object.assign(window, {
  ResizeObserver: NothingObserved,
  IntersectionObserver: NothingObserved,
  matchMedia: (media: string) =>
    Object.assign(new EventTarget(), { media, matches: false, onchange: null, addListener() {}, removeListener() {} }),
});
Object.assign(document, { fonts: new EventTarget() });
Object.assign(Element.prototype, { scrollIntoView() {} });
Object.assign(URL, { createObjectURL: (file: File) => `blob:${file.name}`, revokeObjectURL() {} });

// Long waits for busy machines. Errors leave out the whole DOM.
configure({ asyncUtilTimeout: 10_000, getElementError: (message) => new Error(message ?? 'No such element') });

beforeEach(() => {
  vi.spyOn(console, 'error');
});

afterEach(() => {
  cleanup();
  const errors = [...vi.mocked(console.error).mock.calls];
  vi.restoreAllMocks();
  if (errors.length > 0) throw new Error(`The component wrote an error: ${errors.flat().map(String).join(' ')}`);
});
