import { useQuery } from '@tanstack/react-query';
import { ClipboardList } from 'lucide-react';
import { EmptyState, useTranslation } from 'ui-kit';
import styles from '../../components/form-page.module.css';
import { RecordPage } from '../../components/record-page';
import { RecordTitle } from '../../components/record-title';
import { surveysQuery } from '../survey-window';
import { WindowForm } from './window-form';

/** Asks people to take a survey. */
export function Component() {
  const { t } = useTranslation('staff');
  return (
    <RecordPage query={useQuery(surveysQuery)} list="/staff/surveys" back={t('surveys.back')}>
      {({ programmes }) => {
        const asking = programmes.filter(({ surveys }) => surveys.length > 0);
        return (
          <div className={styles.parts}>
            <header>
              <RecordTitle>{t('surveys.ask')}</RecordTitle>
              <p className={styles.lead}>{t('surveys.askLead')}</p>
            </header>
            {asking.length === 0 ? (
              <EmptyState icon={ClipboardList} title={t('surveys.noSurveys')}>
                {t('surveys.noSurveysText')}
              </EmptyState>
            ) : (
              <WindowForm programmes={asking} />
            )}
          </div>
        );
      }}
    </RecordPage>
  );
}
