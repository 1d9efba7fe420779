import '../zodConfig.ts';
import '../styles.css';
import '@mantine/core/styles.layer.css';
import {
  localStorageColorSchemeManager,
  MantineProvider,
  SegmentedControl,
  useMantineColorScheme,
  type MantineColorScheme,
} from '@mantine/core';
import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { cssVariables, theme } from '../theme.ts';
import { ConfirmHost } from '../ui/confirm.tsx';
import { AsyncSamples } from './AsyncSamples.tsx';
import { ChoiceSamples } from './ChoiceSamples.tsx';
import { DateSamples } from './DateSamples.tsx';
import { DialogSamples } from './DialogSamples.tsx';
import { FormSamples } from './FormSamples.tsx';
import classes from './Gallery.module.css';
import { MessageSamples } from './MessageSamples.tsx';
import { PanelSamples } from './PanelSamples.tsx';
import { TextSamples } from './TextSamples.tsx';

const parts: readonly { id: string; title: string; Samples: () => ReactNode }[] = [
  { id: 'texts', title: 'Texts', Samples: TextSamples },
  { id: 'dates', title: 'Dates', Samples: DateSamples },
  { id: 'choices', title: 'Choices', Samples: ChoiceSamples },
  { id: 'searches', title: 'Searches', Samples: AsyncSamples },
  { id: 'panels', title: 'Lists and panels', Samples: PanelSamples },
  { id: 'messages', title: 'Messages', Samples: MessageSamples },
  { id: 'forms', title: 'Forms', Samples: FormSamples },
  { id: 'dialogs', title: 'Dialogs', Samples: DialogSamples },
];

const schemes: readonly { value: MantineColorScheme; label: string }[] = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

function SchemeSwitch(): ReactNode {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      aria-label="Colors"
      data={[...schemes]}
      value={colorScheme}
      onChange={(value) => setColorScheme(schemes.find((scheme) => scheme.value === value)?.value ?? 'auto')}
    />
  );
}

/** Every widget of the product in every state. */
function Gallery(): ReactNode {
  return (
    <>
      <header className={classes['header']}>
        <h1 className={classes['title']}>Gallery</h1>
        <nav aria-label="Parts" className={classes['parts']}>
          {parts.map(({ id, title }) => (
            <a key={id} href={`#${id}`}>
              {title}
            </a>
          ))}
        </nav>
        <SchemeSwitch />
      </header>
      <main className={classes['main']} tabIndex={-1}>
        {parts.map(({ id, title, Samples }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`} className={classes['part']}>
            <h2 id={`${id}-title`}>{title}</h2>
            <Samples />
          </section>
        ))}
      </main>
    </>
  );
}

// A development page with every widget in every state. Not part of the product build.

const colorSchemeManager = localStorageColorSchemeManager({ key: 'careloop-color-scheme' });

const container = document.getElementById('root');
if (container === null) throw new Error('gallery.html has no #root');
createRoot(container).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
    >
      <Gallery />
      <ConfirmHost />
    </MantineProvider>
  </StrictMode>,
);
