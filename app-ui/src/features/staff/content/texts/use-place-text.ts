import { useCallback } from 'react';
import { useTranslation } from 'ui-kit';
import type { Place } from './texts';

/** Returns what names places: where they stand, such as "Step 2 · Part 1", and which field it is. */
export function usePlaceText() {
  const { t, i18n } = useTranslation('staff');
  const partsText = useCallback(
    ({ parts }: Pick<Place, 'parts'>) =>
      parts
        .map(({ list, number }) => {
          const key = `texts.parts.${list}`;
          return i18n.exists(key, { ns: 'staff' }) ? t(key, { number }) : `${number}`;
        })
        .join(' · '),
    [t, i18n],
  );
  const fieldText = useCallback(
    (field: string) => {
      const key = `texts.fields.${field}`;
      return i18n.exists(key, { ns: 'staff' }) ? t(key) : field;
    },
    [t, i18n],
  );
  return {
    partsText,
    fieldText,
    placeText: (place: Pick<Place, 'parts' | 'field'>) =>
      [partsText(place), fieldText(place.field)].filter(Boolean).join(' · '),
  };
}
