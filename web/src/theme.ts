import {
  createTheme,
  defaultVariantColorsResolver,
  type ActionIconProps,
  type AnchorProps,
  type BadgeProps,
  type ButtonProps,
  type CSSVariablesResolver,
  type InputProps,
  type LoaderProps,
  type MenuProps,
  type MantineColorsTuple,
  type ModalRootProps,
  type MultiSelectProps,
  type PopoverProps,
  type SelectProps,
  type TextInputProps,
  type TooltipProps,
} from '@mantine/core';
import { listWithRoom, sideWithRoom } from './ui/dropdownRoom.ts';
import { takeOnlyOption } from './ui/takeOnlyOption.ts';
import { withWholeValue } from './ui/wholeValue.tsx';

// The product's look: colors, sizes, and compact component defaults, so that screens need no styles of their own. 14 px
// base, 4 px grid, WCAG 2.2 AA contrast in both schemes.

/** Accent color, a deep teal. Shade 7 carries white text on light (6.7:1), shade 3 is text on dark (8.6:1). */
const teal: MantineColorsTuple = [
  '#eef7f6',
  '#d9edeb',
  '#b3dbd8',
  '#7fc4bf',
  '#4aa8a2',
  '#1f8b85',
  '#11736e',
  '#0b615d',
  '#094f4c',
  '#073c3a',
];

/** Neutral gray with a slight tint of the accent. */
const gray: MantineColorsTuple = [
  '#f7f9f9',
  '#f0f3f3',
  '#e5eaea',
  '#d6dddd',
  '#bfc9c9',
  '#95a3a3',
  '#687777',
  '#4c5a5a',
  '#344040',
  '#1e2828',
];

const dark: MantineColorsTuple = [
  '#dde5e5',
  '#b9c5c5',
  '#95a4a4',
  '#748484',
  '#3e4a4b',
  '#313c3d',
  '#263031',
  '#1a2223',
  '#141b1c',
  '#0e1314',
];

const red: MantineColorsTuple = [
  '#fdf1f0',
  '#fadedb',
  '#f4bab5',
  '#ec8f88',
  '#e36a62',
  '#d3453c',
  '#bd2f27',
  '#a3241d',
  '#871c16',
  '#651410',
];

const green: MantineColorsTuple = [
  '#eef8f0',
  '#d8efdd',
  '#b0dfba',
  '#7fc98f',
  '#50b066',
  '#2f9448',
  '#207a37',
  '#18662c',
  '#125323',
  '#0c3e19',
];

const yellow: MantineColorsTuple = [
  '#fdf6e6',
  '#faeac4',
  '#f4d58b',
  '#ecbb4f',
  '#dda022',
  '#b98111',
  '#96670a',
  '#7b5407',
  '#634305',
  '#4a3203',
];

const size = (pixels: number) => `${pixels / 16}rem`;

const buttonSize = { '--button-height': size(32), '--button-padding-x': size(14) };
const inputSize = { '--input-height': size(32), '--input-fz': size(14), '--input-padding-y': size(6) };
const compactField = { defaultProps: { size: 'sm' } satisfies TextInputProps };

export const theme = createTheme({
  colors: { teal, gray, dark, red, green, yellow },
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 6 },
  black: '#18211f',
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
  headings: {
    fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
    fontWeight: '600',
    sizes: {
      h1: { fontSize: size(20), lineHeight: '1.4' },
      h2: { fontSize: size(16), lineHeight: '1.5' },
      h3: { fontSize: size(14), lineHeight: '1.45' },
      h4: { fontSize: size(13), lineHeight: '1.5' },
      h5: { fontSize: size(12), lineHeight: '1.5' },
      h6: { fontSize: size(12), lineHeight: '1.5' },
    },
  },
  fontSizes: { xs: size(12), sm: size(13), md: size(14), lg: size(16), xl: size(20) },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.45', lg: '1.5', xl: '1.5' },
  spacing: { xs: size(4), sm: size(8), md: size(12), lg: size(16), xl: size(24) },
  radius: { xs: size(2), sm: size(4), md: size(6), lg: size(10), xl: size(16) },
  defaultRadius: 'md',
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  variantColorResolver: (input) => {
    const resolved = defaultVariantColorsResolver(input);
    // Text distinguished only by color must be readable on the page and under the pointer, in both schemes.
    const color = input.color ?? 'teal';
    const text = `var(--mantine-color-${color}-text)`;
    if (input.variant === 'subtle') return { ...resolved, color: text, hover: `var(--mantine-color-${color}-light)` };
    if (input.variant === 'transparent') return { ...resolved, color: text };
    return resolved;
  },
  // Plain objects rather than `Component.extend()`: importing a component here would load it with the sign-in screen.
  components: {
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 28 } satisfies ActionIconProps },
    Anchor: { defaultProps: { underline: 'hover' } satisfies AnchorProps },
    Badge: { defaultProps: { radius: 'sm', variant: 'light' } satisfies BadgeProps },
    Combobox: { defaultProps: { middlewares: listWithRoom } satisfies PopoverProps },
    Button: {
      defaultProps: { size: 'sm' } satisfies ButtonProps,
      vars: (_: unknown, props: ButtonProps) => (props.size === 'sm' ? { root: buttonSize } : {}),
    },
    Input: {
      defaultProps: { size: 'sm' } satisfies InputProps,
      vars: (_: unknown, props: InputProps) => (props.size === 'sm' ? { wrapper: inputSize } : {}),
    },
    InputWrapper: { styles: { label: { marginBottom: size(4) } } },
    Kbd: { styles: { root: { fontFamily: 'inherit', fontWeight: 500 } } },
    Loader: { defaultProps: { size: 'sm' } satisfies LoaderProps },
    // The placeholder is an element that ARIA does not allow among the items of a menu.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } satisfies MenuProps },
    ModalRoot: {
      defaultProps: {
        yOffset: '8vh',
        transitionProps: { duration: 120, transition: 'fade' },
      } satisfies Partial<ModalRootProps>,
    },
    MultiSelect: { defaultProps: { onKeyDown: takeOnlyOption } satisfies MultiSelectProps },
    PasswordInput: compactField,
    Popover: {
      defaultProps: {
        shadow: 'md',
        transitionProps: { duration: 100 },
        middlewares: sideWithRoom,
      } satisfies PopoverProps,
    },
    Select: {
      defaultProps: {
        size: 'sm',
        onKeyDown: takeOnlyOption,
        inputContainer: withWholeValue,
      } satisfies Partial<SelectProps>,
    },
    Tabs: { styles: { tab: { padding: `${size(9)} ${size(12)}` } } },
    Textarea: compactField,
    TextInput: compactField,
    Tooltip: {
      defaultProps: { offset: 5, openDelay: 300, transitionProps: { duration: 100 } } satisfies Partial<TooltipProps>,
    },
    // An absolute one would lengthen the page around a column that scrolls.
    VisuallyHidden: { styles: { root: { position: 'fixed' } } },
  },
});

const tones = ['teal', 'red', 'green', 'yellow', 'gray'] as const;

function textOfTones(shade: (color: string) => number): Record<string, string> {
  return Object.fromEntries(
    tones.map((color) => [`--mantine-color-${color}-text`, `var(--mantine-color-${color}-${shade(color)})`]),
  );
}

/** Our own variables for elements on every screen: surfaces, lines, the selected row. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--row-height': size(36),
    '--list-width': size(360),
    '--rail-width': size(88),
    // Of the navigation at the bottom of a phone.
    '--bar-height': `calc(${size(56)} + env(safe-area-inset-bottom))`,
  },
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-dimmed': '#566464',
    '--mantine-color-placeholder': '#667575',
    '--mantine-color-error': 'var(--mantine-color-red-6)',
    '--mantine-color-anchor': 'var(--mantine-color-teal-7)',
    // 3:1 on card and page: the border marks the field (WCAG 1.4.11).
    '--mantine-color-default-border': '#849292',
    '--mantine-color-disabled-color': '#6c7a7a',
    ...textOfTones((color) => (color === 'yellow' || color === 'gray' ? 7 : 6)),
    '--surface-page': 'var(--mantine-color-gray-0)',
    '--surface-card': '#ffffff',
    '--surface-hover': 'var(--mantine-color-gray-1)',
    '--surface-chosen': 'var(--mantine-color-teal-0)',
    '--line': 'var(--mantine-color-gray-2)',
    '--line-strong': 'var(--mantine-color-gray-3)',
    '--rail': '#0a3f3d',
    '--rail-hover': '#10524f',
    '--rail-chosen': '#166561',
    '--rail-text': '#d3e8e6',
  },
  dark: {
    '--mantine-color-body': 'var(--mantine-color-dark-7)',
    '--mantine-color-dimmed': '#a0afaf',
    '--mantine-color-placeholder': '#8b9a9a',
    '--mantine-color-error': 'var(--mantine-color-red-3)',
    '--mantine-color-anchor': 'var(--mantine-color-teal-3)',
    '--mantine-color-default-border': '#6f8084',
    '--mantine-color-disabled-color': '#8b9a9a',
    ...textOfTones(() => 3),
    '--mantine-color-teal-light': '#16302f',
    '--mantine-color-teal-light-hover': '#1d403e',
    '--mantine-color-red-light': '#391a18',
    '--mantine-color-red-light-hover': '#4a221f',
    '--mantine-color-green-light': '#14301c',
    '--mantine-color-green-light-hover': '#1b4026',
    '--mantine-color-yellow-light': '#332810',
    '--mantine-color-yellow-light-hover': '#443616',
    '--mantine-color-gray-light': 'var(--mantine-color-dark-6)',
    '--mantine-color-gray-light-hover': 'var(--mantine-color-dark-5)',
    '--surface-page': 'var(--mantine-color-dark-8)',
    '--surface-card': 'var(--mantine-color-dark-7)',
    '--surface-hover': 'var(--mantine-color-dark-6)',
    '--surface-chosen': '#17302f',
    '--line': '#283233',
    '--line-strong': 'var(--mantine-color-dark-4)',
    '--rail': '#0b1f1f',
    '--rail-hover': '#133130',
    '--rail-chosen': '#1a4341',
    '--rail-text': '#bcd3d1',
  },
});
