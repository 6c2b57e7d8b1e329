import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core';

const pine: MantineColorsTuple = [
  '#eef6f2',
  '#dfede5',
  '#b7d8ca',
  '#82cbb1',
  '#5aa78d',
  '#3b8a70',
  '#2b735c',
  '#1f5d4a',
  '#174a3a',
  '#0f342a',
];

/*
 * The neutrals of the component library, which uses `gray` in the light scheme and `dark` in the dark one, both from
 * light to dark: without them its own cold greys appear in skeletons, sliders and borders.
 */
const gray: MantineColorsTuple = [
  'var(--mh-canvas)',
  'var(--mh-surface-sunken)',
  'var(--mh-surface-sunken)',
  'var(--mh-border)',
  'var(--mh-border)',
  'var(--mh-border-strong)',
  'var(--mh-text-faint)',
  'var(--mh-text-soft)',
  'var(--mh-text-soft)',
  'var(--mh-text)',
];
const dark: MantineColorsTuple = [
  'var(--mh-text)',
  'var(--mh-text-soft)',
  'var(--mh-text-faint)',
  'var(--mh-border-strong)',
  'var(--mh-border)',
  'var(--mh-surface-raised)',
  'var(--mh-surface-raised)',
  'var(--mh-surface)',
  'var(--mh-canvas)',
  'var(--mh-surface-sunken)',
];

export const theme = createTheme({
  colors: { pine, gray, dark },
  primaryColor: 'pine',
  primaryShade: { light: 7, dark: 3 },
  // The accent is dark in one scheme and light in the other, so its text colour is a token.
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input);
    const isAccent = input.color === undefined || input.color === 'pine';
    return input.variant === 'filled' && isAccent ? { ...colors, color: 'var(--mh-on-accent)' } : colors;
  },
  fontFamily: 'var(--mh-font)',
  fontFamilyMonospace: 'var(--mh-font-mono)',
  headings: { fontFamily: 'var(--mh-font)', fontWeight: '600' },
  defaultRadius: 'md',
  radius: { sm: '6px', md: '10px', lg: '16px', xl: '24px' },
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.3125rem' },
  focusRing: 'auto',
  cursorType: 'pointer',
  respectReducedMotion: true,
});

/** Maps the variables of the component library to our tokens: both schemes are defined in tokens.css only. */
export const cssVariables: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--mh-canvas)',
    '--mantine-color-text': 'var(--mh-text)',
    '--mantine-color-dimmed': 'var(--mh-text-soft)',
    '--mantine-color-placeholder': 'var(--mh-text-faint)',
    '--mantine-color-anchor': 'var(--mh-link)',
    '--mantine-color-error': 'var(--mh-danger)',
    '--mantine-color-default': 'var(--mh-surface-raised)',
    '--mantine-color-default-hover': 'var(--mh-surface-sunken)',
    '--mantine-color-default-color': 'var(--mh-text)',
    '--mantine-color-default-border': 'var(--mh-border)',
    '--mantine-color-disabled': 'var(--mh-disabled)',
    '--mantine-color-disabled-color': 'var(--mh-on-disabled)',
    '--mantine-color-disabled-border': 'var(--mh-border)',
    '--mantine-color-gray-text': 'var(--mh-text-soft)',
    '--mantine-color-gray-light': 'var(--mh-surface-sunken)',
    '--mantine-color-gray-light-hover': 'var(--mh-hover)',
    '--mantine-color-gray-light-color': 'var(--mh-text)',
    '--mantine-color-gray-outline': 'var(--mh-text-soft)',
    '--mantine-color-gray-outline-hover': 'var(--mh-hover)',
    '--mantine-color-pine-filled': 'var(--mh-accent)',
    '--mantine-color-pine-filled-hover': 'var(--mh-accent-hover)',
    '--mantine-color-pine-light': 'var(--mh-accent-soft)',
    '--mantine-color-pine-light-color': 'var(--mh-on-accent-soft)',
    '--mantine-primary-color-contrast': 'var(--mh-on-accent)',
  };
  return { variables: shared, light: shared, dark: shared };
};
