import { Button } from '@mantine/core';
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import { type Profile, useTranslation } from 'ui-kit';
import type { Mentorship } from '../../../shared/mentorships/mentorship';
import { useNextStep } from '../../../shared/next-step/use-next-step';
import styles from './resume-card.module.css';

interface ResumeCardProps {
  last: NonNullable<Mentorship['lastSession']>;
  profile: Profile;
}

/** Where the person stopped, and the way back there. Nothing if that is the next step, which heads the page. */
export function ResumeCard({ last, profile }: ResumeCardProps) {
  const { t } = useTranslation('app');
  const to = `/mentorship/${last.sessionId}/step/${last.stepId}`;
  const next = useNextStep(profile);
  if (next === undefined || next?.to === to) return null;
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
        to={to}
        rightSection={<ArrowRight aria-hidden className={styles.flip} size={18} />}
      >
        {t('mentorship.resume.action')}
      </Button>
    </section>
  );
}
