import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';

export type ColorScheme = MantineColorScheme;

/** `auto` follows the system; the choice is remembered on this device. */
export function useColorScheme(): [ColorScheme, (scheme: ColorScheme) => void] {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return [colorScheme, setColorScheme];
}
