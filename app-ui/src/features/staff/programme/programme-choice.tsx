import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { staffAccessQuery } from '../api/staff';
import { AreaTabs } from '../components/area-tabs';
import styles from './programme.module.css';

interface ProgrammeChoiceProps {
  shown: 'rules' | 'year';
  children: (programme: string) => ReactNode;
}

/** The pages of a programme, and the programme that they show: the address names it. */
export function ProgrammeChoice({ shown, children }: ProgrammeChoiceProps) {
  const { t } = useTranslation('staff');
  const access = useQuery(staffAccessQuery);
  const [parameters, setParameters] = useSearchParams();
  const named = parameters.get('programme');
  const search = named === null ? '' : `?programme=${named}`;
  const tabs = [
    { to: { pathname: '/staff/programme', search }, label: t('year.rules'), isCurrent: shown === 'rules' },
    {
      to: { pathname: '/staff/programme/year', search },
      label: t('year.title'),
      isCurrent: shown === 'year',
    },
  ];
  return (
    <>
      <AreaTabs label={t('year.tabs')} tabs={tabs} />
      <QueryState query={access}>
        {({ ruledProgrammes }) => {
          const chosen = ruledProgrammes.find(({ id }) => id === named) ?? ruledProgrammes[0];
          if (chosen === undefined) return null;
          return (
            <>
              {ruledProgrammes.length > 1 && (
                <NativeSelect
                  className={styles.chooser}
                  label={t('people.programme')}
                  value={chosen.id}
                  onChange={({ currentTarget }) =>
                    setParameters({ programme: currentTarget.value }, { replace: true })
                  }
                  data={ruledProgrammes.map(({ id, title }) => ({ value: id, label: title }))}
                />
              )}
              {children(chosen.id)}
            </>
          );
        }}
      </QueryState>
    </>
  );
}
