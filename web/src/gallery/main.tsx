import '../zodConfig.ts';
import '../styles.css';
import '@mantine/core/styles.layer.css';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { cssVariables, theme } from '../theme.ts';
import { ConfirmHost } from '../ui/confirm.tsx';
import { Gallery } from './Gallery.tsx';

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
