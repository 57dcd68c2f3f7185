import {
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';

/** The accent's shades: the seventh is the token in light, the fourth in dark. */
const accent: MantineColorsTuple = [
  '#eef2ff',
  '#e0e7ff',
  '#c0caff',
  '#a5b4fc',
  '#818cf8',
  '#6366f1',
  '#4f46e5',
  '#4338ca',
  '#372ead',
  '#312e81',
];

/** White text would be too pale on the dark scheme's accent. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  return input.variant === 'filled' ? { ...colors, color: 'var(--on-solid)' } : colors;
};

/** Mantine's grounds and lines in dark, from text to background. */
const dark: MantineColorsTuple = [
  '#e7e9ee',
  '#c3c8d2',
  '#9aa2b1',
  '#9aa2b1',
  '#3a404c',
  '#272b34',
  '#15181e',
  '#0e1014',
  '#0e1014',
  '#0a0b0e',
];

/** What explains a field stands below it, so that fields side by side are level. */
const inputWrapperOrder: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
];
const overlayProps = { backgroundOpacity: 0.35 };
const closeButtonProps = { 'aria-label': 'Close' };

/** Mantine set to the console's type scale and grid; colours come from the tokens. */
export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 3 },
  colors: { accent, dark },
  variantColorResolver,
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: 'var(--mono)',
  fontSizes: { xs: '12px', sm: '13px', md: '13px', lg: '15px', xl: '18px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '24px', xl: '28px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '2px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
  defaultRadius: 'sm',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Button: { defaultProps: { size: 'xs' } },
    TextInput: { defaultProps: { size: 'xs', inputWrapperOrder } },
    Textarea: { defaultProps: { size: 'xs', inputWrapperOrder } },
    PasswordInput: { defaultProps: { size: 'sm' } },
    NativeSelect: { defaultProps: { size: 'xs', inputWrapperOrder } },
    Checkbox: { defaultProps: { size: 'xs' } },
    Modal: {
      defaultProps: { centered: true, overlayProps, closeButtonProps, transitionProps: { duration: 100 } },
    },
    Drawer: { defaultProps: { overlayProps, closeButtonProps, transitionProps: { duration: 100 } } },
    Tooltip: { defaultProps: { openDelay: 200, multiline: true, maw: 320 } },
  },
});

/** Points Mantine's own variables at the tokens, which change with the colour scheme by themselves. */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const tokens = {
    '--mantine-color-body': 'var(--background)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-bright': 'var(--text)',
    '--mantine-color-dimmed': 'var(--dimmed)',
    '--mantine-color-placeholder': 'var(--dimmed)',
    '--mantine-color-anchor': 'var(--accent)',
    '--mantine-color-error': 'var(--state-dead)',
    '--mantine-color-default': 'var(--background)',
    '--mantine-color-default-hover': 'var(--surface)',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-default-border': 'var(--hairline)',
    '--mantine-color-disabled': 'var(--surface)',
    '--mantine-color-disabled-color': 'var(--dimmed)',
    '--mantine-color-disabled-border': 'var(--hairline)',
    '--mantine-color-accent-filled': 'var(--accent)',
    '--mantine-color-accent-filled-hover': 'var(--accent-hover)',
    '--mantine-color-accent-light': 'var(--surface)',
    '--mantine-color-accent-light-hover': 'var(--surface)',
    '--mantine-color-accent-light-color': 'var(--accent)',
    '--mantine-color-accent-contrast': 'var(--on-solid)',
    '--mantine-primary-color-contrast': 'var(--on-solid)',
    '--mantine-color-white': '#ffffff',
  };
  return { variables: {}, light: tokens, dark: tokens };
};
