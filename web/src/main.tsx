import './zodConfig.ts';
import './styles.css';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App, preloadPortal } from './portal.ts';
import { mayHaveSession } from './session/actions.ts';
import { Entrance } from './session/Entrance.tsx';
import { ErrorBoundary } from './session/ErrorBoundary.tsx';
import { watchErrors } from './shell/watchErrors.ts';
import { cssVariables, theme } from './theme.ts';
import { printInLightColors } from './ui/printScheme.ts';

// The key is also read by public/color-scheme.js, before the first paint.
const colorSchemeManager = localStorageColorSchemeManager({ key: 'careloop-color-scheme' });

watchErrors();
printInLightColors();
// Usually there is a session: load the portal while the server is asked about it.
if (mayHaveSession()) void preloadPortal();

const container = document.getElementById('root');
if (container === null) throw new Error('index.html has no #root');
createRoot(container).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
    >
      <ErrorBoundary>
        <Entrance App={App} preload={preloadPortal} />
      </ErrorBoundary>
    </MantineProvider>
  </StrictMode>,
);
