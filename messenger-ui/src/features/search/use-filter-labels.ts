import { useCallback } from 'react';
import { formatDay, useTranslation } from 'ui-kit';
import type { FilterKind, HasValue, SearchFilter } from '../../model/search';
import type { VisibleVocabulary } from './use-search-vocabulary';

interface FilterLabels {
  /** The value alone: "Tom Rivera". */
  valueLabel: (filter: SearchFilter) => string;
  /** Kind and value: "From: Tom Rivera". */
  filterLabel: (filter: SearchFilter) => string;
}

export function useFilterLabels({ people, channels, isComplete }: VisibleVocabulary): FilterLabels {
  const { t, i18n } = useTranslation('messenger');
  const { language } = i18n;
  const valueLabel = useCallback(
    ({ kind, value }: SearchFilter): string => {
      const has: Record<HasValue, string> = {
        file: t('search.has.file'),
        image: t('search.has.image'),
        link: t('search.has.link'),
      };
      const unknown = (key: 'search.unknownPerson' | 'search.unknownChannel') => (isComplete ? t(key) : '…');
      switch (kind) {
        case 'from':
          return people.find((person) => person.value === value)?.name ?? unknown('search.unknownPerson');
        case 'in':
          return (
            channels.find((channel) => channel.value === value)?.name ?? unknown('search.unknownChannel')
          );
        case 'has':
          return has[value as HasValue];
        default:
          // Noon is the same day in every zone of the device.
          return formatDay(`${value}T12:00:00`, language);
      }
    },
    [people, channels, isComplete, t, language],
  );
  const filterLabel = useCallback(
    (filter: SearchFilter): string => {
      const value = valueLabel(filter);
      const labels: Record<FilterKind, string> = {
        from: t('search.filters.from', { value }),
        in: t('search.filters.in', { value }),
        has: t('search.filters.has', { value }),
        before: t('search.filters.before', { value }),
        after: t('search.filters.after', { value }),
      };
      return labels[filter.kind];
    },
    [valueLabel, t],
  );
  return { valueLabel, filterLabel };
}
