import { Button } from '@mantine/core';
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from 'ui-kit';
import type { Mentorship } from '../../../shared/mentorships/mentorship';
import type { NextStep } from '../../../shared/next-step/next-step';
import styles from './resume-card.module.css';

interface ResumeCardProps {
  last: NonNullable<Mentorship['lastSession']>;
  /** What heads the page; null if it is not known. */
  next: NextStep | null;
}

/** Where the person stopped, and the way back there. Nothing if the next step leads to the same session. */
export function ResumeCard({ last, next }: ResumeCardProps) {
  const { t } = useTranslation('app');
  const session = `/mentorship/${last.sessionId}/`;
  if (next?.to.startsWith(session)) return null;
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
        to={`${session}step/${last.stepId}`}
        rightSection={<ArrowRight aria-hidden className={styles.flip} size={18} />}
      >
        {t('mentorship.resume.action')}
      </Button>
    </section>
  );
}
