import { createTheme } from '@mantine/core';

export const theme = createTheme({
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  primaryColor: 'teal',
});
