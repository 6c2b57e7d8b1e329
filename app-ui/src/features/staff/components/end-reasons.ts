import { useMemo } from 'react';
import { type Schemas, useTranslation } from 'ui-kit';
import type { Measure } from './measure';

export type EndReason = Schemas['MentorshipEndReason'];

/** Why a mentorship ends, in the order of lists. */
export const END_REASONS = [
  'completed',
  'moved_away',
  'no_time',
  'did_not_fit',
  'lost_contact',
  'left_programme',
  'conduct',
  'other',
] as const satisfies readonly EndReason[];

/** What the end of a mentorship asks for: a reason of the list, and a note if staff wish. */
export function useEndReasons(): Pick<Measure, 'select' | 'needsReason' | 'reasonTexts'> {
  const { t } = useTranslation('staff');
  return useMemo(
    () => ({
      select: {
        label: t('endReasons.label'),
        hint: t('endReasons.hint'),
        placeholder: t('endReasons.choose'),
        options: END_REASONS.map((id) => ({ id, name: t(`endReasons.names.${id}`) })),
      },
      needsReason: 'optional',
      reasonTexts: { label: t('endReasons.note'), hint: t('endReasons.noteHint') },
    }),
    [t],
  );
}
