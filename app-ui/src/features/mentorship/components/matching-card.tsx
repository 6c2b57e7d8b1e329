import { Button } from '@mantine/core';
import { Sparkles } from 'lucide-react';
import { Link } from 'react-router';
import { type Profile, useTranslation } from 'ui-kit';
import { useMatchingStep } from '../../../shared/next-step/use-next-step';
import { useSentence } from '../../../shared/next-step/use-sentence';
import card from './card.module.css';
import styles from './matching-card.module.css';

/** The way to the matching of people who already have a mentorship, mostly mentors with free places. */
export function MatchingCard({ profile }: { profile: Profile }) {
  const { t } = useTranslation('app');
  const sentence = useSentence();
  const step = useMatchingStep(profile);
  return (
    <section className={card.card} aria-labelledby="mentorship-matching">
      <h2 className={card.title} id="mentorship-matching">
        {t('mentorship.matching.title')}
      </h2>
      <p className={styles.text}>
        {step === undefined ? ' ' : step ? sentence(step) : t('mentorship.matching.text')}
      </p>
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
