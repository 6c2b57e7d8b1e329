import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';

export type ColorScheme = MantineColorScheme;

/** Returns and sets the colour scheme of this device; `auto` follows the system. */
export function useColorScheme(): [ColorScheme, (scheme: ColorScheme) => void] {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return [colorScheme, setColorScheme];
}
