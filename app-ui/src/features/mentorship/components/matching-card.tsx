import { Button } from '@mantine/core';
import { Sparkles } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from 'ui-kit';
import card from './card.module.css';
import styles from './matching-card.module.css';

/** The way to the matching of people who already have a mentorship, mostly mentors with free places. */
export function MatchingCard() {
  const { t } = useTranslation('app');
  return (
    <section className={card.card} aria-labelledby="mentorship-matching">
      <h2 className={card.title} id="mentorship-matching">
        {t('mentorship.matching.title')}
      </h2>
      <p className={styles.text}>{t('mentorship.matching.text')}</p>
      <Button
        component={Link}
        to="/mentorship/matching"
        variant="light"
        leftSection={<Sparkles aria-hidden size={18} />}
      >
        {t('mentorship.toMatching')}
      </Button>
    </section>
  );
}
