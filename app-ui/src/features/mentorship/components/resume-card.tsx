import { Button } from '@mantine/core';
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from 'ui-kit';
import type { Mentorship } from '../../../shared/mentorships/mentorship';
import styles from './resume-card.module.css';

/** Where the person stopped, and the way back there. */
export function ResumeCard({ last }: { last: NonNullable<Mentorship['lastSession']> }) {
  const { t } = useTranslation('app');
  return (
    <section className={styles.card} aria-labelledby="mentorship-resume">
      <img className={styles.banner} src={last.banner} alt="" width={160} height={100} />
      <div className={styles.words}>
        <h2 className={styles.heading} id="mentorship-resume">
          {t('mentorship.resume.title')}
        </h2>
        <p className={styles.session}>
          <bdi>{last.localeSessionTitle}</bdi>
        </p>
      </div>
      <Button
        component={Link}
        size="md"
        to={`/mentorship/${last.sessionId}/step/${last.stepId}`}
        rightSection={<ArrowRight aria-hidden className={styles.flip} size={18} />}
      >
        {t('mentorship.resume.action')}
      </Button>
    </section>
  );
}
