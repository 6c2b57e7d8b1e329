import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'ui-kit';
import type { Filter } from '../../../shared/lists/filter';
import { staffAccessQuery } from '../api/staff';

/** Whether lists name the programme of a row, and their filter by programme: with one programme there is neither. */
export function useProgrammes(): { hasSeveral: boolean; filters: readonly Filter[] } {
  const { t } = useTranslation('staff');
  const { data } = useQuery(staffAccessQuery);
  return useMemo(() => {
    const programmes = data?.programmes ?? [];
    const options = programmes.map(({ id, title }) => ({ value: id, label: title }));
    const filter: Filter = { kind: 'options', name: 'programme', label: t('people.programme'), options };
    return { hasSeveral: programmes.length !== 1, filters: programmes.length > 1 ? [filter] : [] };
  }, [data, t]);
}
