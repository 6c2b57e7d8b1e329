import { ClipboardList } from 'lucide-react';
import { EmptyState, useTranslation } from 'ui-kit';
import { pendingSurveys } from '../../../shared/account/pending-surveys';
import { useCurrentUser } from '../../../shared/account/use-current-user';
import { PanelPage } from '../../../shared/page/panel-page';
import styles from './surveys.module.css';

/** Pending surveys of the person. */
export function Component() {
  const { t } = useTranslation('app');
  const surveys = pendingSurveys(useCurrentUser().status);
  return (
    <PanelPage title={t('titles.surveys')} lead={t('surveys.lead')}>
      {surveys.length === 0 ? (
        <EmptyState icon={ClipboardList} title={t('surveys.none')}>
          {t('surveys.noneText')}
        </EmptyState>
      ) : (
        <>
          <ul className={styles.list}>
            {surveys.map(({ surveyId, surveyStatus }, index) => (
              <li key={surveyId} className={styles.survey}>
                <ClipboardList aria-hidden size={20} />
                <span className={styles.name}>{t('surveys.name', { number: index + 1 })}</span>
                <span className={styles.status}>{t(`surveys.status.${statusOf(surveyStatus)}`)}</span>
              </li>
            ))}
          </ul>
          <p className={styles.note}>{t('surveys.notYet')}</p>
        </>
      )}
    </PanelPage>
  );
}

const statusOf = (status: string) => (status.startsWith('ONGOING') ? 'ongoing' : 'notStarted');
