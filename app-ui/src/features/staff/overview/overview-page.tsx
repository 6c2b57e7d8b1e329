import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { Navigate } from 'react-router';
import { EmptyState, useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { onlyReports, staffAccessQuery } from '../api/staff';
import { AreaPage } from '../components/area-page';
import { Section } from '../components/section';
import { Figures } from './figures';
import { KINDS, overviewQuery, type Work } from './overview';
import styles from './overview-page.module.css';
import { WorkEntry } from './work-entry';

/** What waits for the member of staff, most pressing first, and how their programmes are doing. */
export function Component() {
  const { data: access } = useQuery(staffAccessQuery);
  return access !== undefined && onlyReports(access) ? (
    <Navigate to="/staff/outcomes" replace />
  ) : (
    <Overview />
  );
}

function Overview() {
  const { t } = useTranslation('staff');
  return (
    <AreaPage title={t('overview.title')} lead={t('overview.lead')}>
      <QueryState query={useQuery(overviewQuery)}>
        {({ work, figures }) => (
          <div className={styles.columns}>
            <div className={styles.work}>
              {work.length === 0 ? (
                <EmptyState icon={CircleCheck} title={t('overview.nothing')}>
                  {t('overview.nothingText')}
                </EmptyState>
              ) : (
                <>
                  <WorkSection title={t('overview.today')} work={work.filter(isPressing)} />
                  <WorkSection title={t('overview.thisWeek')} work={work.filter((one) => !isPressing(one))} />
                </>
              )}
            </div>
            {figures.length > 0 && <Figures figures={figures} />}
          </div>
        )}
      </QueryState>
    </AreaPage>
  );
}

const isPressing = ({ kind }: Work): boolean => KINDS[kind].isPressing ?? false;

function WorkSection({ title, work }: { title: string; work: readonly Work[] }) {
  if (work.length === 0) return null;
  return (
    <Section title={title}>
      <ul className={styles.entries}>
        {work.map((one) => (
          <WorkEntry key={one.kind} work={one} />
        ))}
      </ul>
    </Section>
  );
}
