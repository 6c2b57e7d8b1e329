import { Button } from '@mantine/core';
import { PartyPopper } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from 'ui-kit';
import styles from './thanks-card.module.css';

/** After the last session: thanks, and the certificate. */
export function ThanksCard({ mentorship }: { mentorship: string }) {
  const { t } = useTranslation('app');
  return (
    <section className={styles.card} aria-labelledby="mentorship-thanks">
      <PartyPopper aria-hidden className={styles.icon} size={40} />
      <div className={styles.words}>
        <h2 className={styles.title} id="mentorship-thanks">
          {t('mentorship.thanks.title')}
        </h2>
        <p>{t('mentorship.thanks.text')}</p>
      </div>
      <Button component={Link} size="md" to={`/mentorship/${mentorship}/certificate`}>
        {t('mentorship.thanks.action')}
      </Button>
    </section>
  );
}
