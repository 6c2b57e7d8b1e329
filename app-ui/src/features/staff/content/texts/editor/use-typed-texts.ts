import { useSessionStorage } from '@mantine/hooks';
import type { Definition, Place } from '../texts';
import { hasChanges, nothingTyped, type Typed, withText } from './draft';

/** What was typed into the texts of a definition: this tab keeps it until it is saved, also over a reload. */
export function useTypedTexts(definition: Definition) {
  const [typed, setTyped] = useSessionStorage<Typed | null>({
    key: `mentor-hub.texts.${definition.kind}.${definition.key}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  const current = hasChanges(definition, typed) ? typed : null;
  return {
    typed: current,
    setTyped,
    change: (place: Place, language: string, text: string) =>
      setTyped((before) =>
        withText(
          hasChanges(definition, before) && before !== null ? before : nothingTyped(definition),
          place,
          language,
          text,
        ),
      ),
    setEntries: (entries: readonly string[]) =>
      setTyped((before) => ({
        ...(hasChanges(definition, before) && before !== null ? before : nothingTyped(definition)),
        entries,
      })),
  };
}
