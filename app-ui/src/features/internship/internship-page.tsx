import { useQuery } from '@tanstack/react-query';
import { Briefcase } from 'lucide-react';
import { EmptyState, ErrorState, LoadingState, useTranslation } from 'ui-kit';
import { HorizonPanel } from '../scenery/horizon-panel';
import { useMe } from '../shell/app-layout';
import { cardsQuery } from './cards';
import { Carousel } from './carousel';
import styles from './internship-page.module.css';

/** What an internship is good for, and cards on the way to one. */
export function Component() {
  const { t, i18n } = useTranslation('app');
  const isClosed = useMe().status.experiences.internship === 'hide';
  const {
    data: cards,
    error,
    refetch,
  } = useQuery({
    ...cardsQuery('Internship', i18n.language),
    enabled: !isClosed,
  });
  if (isClosed) {
    return (
      <div className={styles.page}>
        <h1 className={styles.title}>{t('titles.internship')}</h1>
        <EmptyState icon={Briefcase} title={t('internship.closed')}>
          {t('internship.closedText')}
        </EmptyState>
      </div>
    );
  }
  return (
    <div className={styles.page}>
      <HorizonPanel>
        <div className={styles.info}>
          <h1 className={styles.title}>{t('titles.internship')}</h1>
          <p className={styles.lead}>{t('internship.lead')}</p>
        </div>
      </HorizonPanel>
      {cards !== undefined && cards.length > 0 && <Carousel cards={cards} />}
      {cards?.length === 0 && (
        <EmptyState icon={Briefcase} title={t('internship.none')}>
          {t('internship.noneText')}
        </EmptyState>
      )}
      {cards === undefined && error === null && <LoadingState />}
      {cards === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
    </div>
  );
}
