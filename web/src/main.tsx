import './zodConfig.ts';
import { MantineProvider } from '@mantine/core';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { SignInGate } from './session/SignInGate.tsx';
import { theme } from './theme.ts';

const container = document.getElementById('root');
if (container === null) throw new Error('index.html has no #root');
createRoot(container).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <SignInGate />
    </MantineProvider>
  </StrictMode>,
);
