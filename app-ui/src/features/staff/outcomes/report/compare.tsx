import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { formatDateTime, useTranslation } from 'ui-kit';
import { type OutcomeReport, sameYearsQuery } from '../outcome-report';
import styles from './report-page.module.css';

/** The parameter of the address that names the other report. */
export const OTHER = 'with';

/** Chooses another report about the same school years, whose numbers stand beside. */
export function Compare({ report }: { report: OutcomeReport }) {
  const { t, i18n } = useTranslation('staff');
  const [address, setAddress] = useSearchParams();
  const { data } = useQuery(sameYearsQuery(report));
  const others = (data?.results ?? []).filter(
    ({ id, computedAt }) => id !== report.id && computedAt !== null,
  );
  const chosen = address.get(OTHER) ?? '';
  if (others.length === 0 && chosen === '') return null;
  const options = others.map(({ id, programme, computedAt }) => ({
    value: id,
    label: `${programme.title}, ${formatDateTime(computedAt ?? '', i18n.language)}`,
  }));
  return (
    <div className={styles.compare} data-screen-only>
      <NativeSelect
        label={t('outcomes.compare')}
        value={chosen}
        data={[{ value: '', label: t('outcomes.compareNone') }, ...options]}
        onChange={({ currentTarget: { value } }) =>
          setAddress(value === '' ? {} : { [OTHER]: value }, { replace: true, preventScrollReset: true })
        }
      />
    </div>
  );
}
