import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useEffect, useState, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import { focus, renderComponent } from '../../test/components.tsx';
import { Callout } from './Callout.tsx';
import { keepFocus } from './keptFocus.ts';

function Kept({ children }: { children: ReactNode }): ReactNode {
  useEffect(keepFocus, []);
  return children;
}

/** A referral that is accepted in place, in a region with a heading, and a toast beside the page. */
function Screen(): ReactNode {
  const [step, setStep] = useState<'open' | 'saving' | 'accepted' | 'next' | 'nextLoaded'>('open');
  const [hasToast, setToast] = useState(true);
  const isOpen = step === 'open' || step === 'saving';
  return (
    <Kept>
      <main>
        <h1>Queue</h1>
        <button>Other</button>
        <section aria-label="Selected item">
          {isOpen && (
            <article>
              <h2>Chen, Grace</h2>
              <form>
                <button type="button" disabled={step === 'saving'} onClick={() => setStep('saving')}>
                  Accept
                </button>
              </form>
            </article>
          )}
          {step === 'accepted' && (
            <Callout
              isOutcome
              title="Referral accepted"
              action={<button onClick={() => setStep('next')}>Next item</button>}
            />
          )}
          {step === 'nextLoaded' && <h2>Moore, Ada</h2>}
        </section>
      </main>
      {hasToast && <button onClick={() => setToast(false)}>Undo</button>}
      {(['open', 'accepted', 'nextLoaded'] as const).map((to) => (
        <button key={to} tabIndex={-1} onClick={() => setStep(to)}>
          {to}
        </button>
      ))}
    </Kept>
  );
}

const button = (name: string) => screen.getByRole('button', { name });
const press = (name: string) => fireEvent.click(button(name));
/** As if the server had answered. */
const arrive = (name: string) => press(name);

test('after an action in place the focus is on what it did, and then on the next item once that is loaded', async () => {
  renderComponent(<Screen />);
  focus(button('Accept'));
  press('Accept');
  arrive('accepted');
  const outcome = screen.getByText('Referral accepted');
  await waitFor(() => expect(outcome).toHaveFocus());

  focus(button('Next item'));
  press('Next item');
  await waitFor(() => expect(screen.getByRole('region', { name: 'Selected item' })).toHaveFocus());
  arrive('nextLoaded');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Moore, Ada' })).toHaveFocus());
});

test('a button that was switched off for its call has the focus again if the call was refused', async () => {
  renderComponent(<Screen />);
  focus(button('Accept'));
  press('Accept');
  // jsdom leaves the focus on a disabled button, a browser does not.
  act(() => (document.activeElement as HTMLElement).blur());
  arrive('open');
  await waitFor(() => expect(button('Accept')).toHaveFocus());
});

test('after a toast the focus is where it was before', async () => {
  renderComponent(<Screen />);
  focus(button('Other'));
  focus(button('Undo'));
  press('Undo');
  await waitFor(() => expect(button('Other')).toHaveFocus());
});

test('a focus that the user has given up is not taken', async () => {
  renderComponent(<Screen />);
  focus(button('Accept'));
  await act(async () => (document.activeElement as HTMLElement).blur());
  arrive('accepted');
  await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(document.body).toHaveFocus();
});
