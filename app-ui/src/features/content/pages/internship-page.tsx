import { useQuery } from '@tanstack/react-query';
import { Briefcase } from 'lucide-react';
import { EmptyState, useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { useCurrentUser } from '../../../shared/account/use-current-user';
import { cardsQuery } from '../../../shared/cards/cards';
import { Carousel } from '../../../shared/cards/carousel';
import { HorizonPanel } from '../../../shared/illustrations/horizon-panel';
import { TeamLink } from '../../../shared/team/team-link';
import styles from './internship-page.module.css';

/** Introduction to internships and their cards. */
export function Component() {
  const { t, i18n } = useTranslation('app');
  const { role, status } = useCurrentUser();
  const isClosed = status.experiences.internship !== 'use';
  const cards = useQuery({
    ...cardsQuery('Internship', i18n.language),
    enabled: !isClosed,
  });
  if (isClosed) {
    return (
      <div className={styles.page}>
        <h1 className={styles.title}>{t('titles.internship')}</h1>
        <EmptyState icon={Briefcase} title={t('internship.noAccess')} action={<TeamLink role={role} />}>
          {t('internship.noAccessText')}
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
      <QueryState
        query={cards}
        empty={
          <EmptyState icon={Briefcase} title={t('internship.none')}>
            {t('internship.noneText')}
          </EmptyState>
        }
      >
        {(all) => <Carousel title={t('internship.cards')} cards={all} />}
      </QueryState>
    </div>
  );
}
