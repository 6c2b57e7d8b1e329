import { Skeleton } from '@mantine/core';
import { Timer } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useLocation } from 'react-router';
import { formatDate, type Profile, useNow, useTranslation, VisuallyHidden } from 'ui-kit';
import { ChatLink } from '../chat-link/chat-link';
import { useUntilText } from '../matches/use-until-text';
import { shortDay } from '../mentorships/deadline';
import { TeamLink } from '../team/team-link';
import type { NextStep } from './next-step';
import styles from './next-step-panel.module.css';
import { useNextStep } from './use-next-step';
import { useSentence } from './use-sentence';

const MINUTE_MS = 60_000;

/** The steps in which people wait for the programme team, and may want to ask when. */
const WAITS = new Set(['review', 'paused', 'waiting', 'stopped']);

interface NextStepPanelProps {
  profile: Profile;
  hasTeamLink: boolean;
}

/** The one thing that a person does next: the same on every page. */
export default function NextStepPanel({ profile, hasTeamLink }: NextStepPanelProps) {
  const { t } = useTranslation('app');
  const step = useNextStep(profile);
  const id = useId();
  if (step === null) return null;
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <h2 className={styles.label} id={id}>
        {t('next.title')}
      </h2>
      {step === undefined ? (
        <div role="status">
          <VisuallyHidden>{t('states.loading')}</VisuallyHidden>
          <Skeleton aria-hidden height={26} width="min(26rem, 100%)" radius="sm" />
          <Skeleton aria-hidden className={styles.skeleton ?? ''} height={44} width={160} radius="md" />
        </div>
      ) : (
        <Step step={step}>{hasTeamLink && WAITS.has(step.kind) && <TeamLink role={profile.role} />}</Step>
      )}
    </section>
  );
}

function Step({ step, children }: { step: NextStep; children: ReactNode }) {
  const { t } = useTranslation('app');
  const { pathname } = useLocation();
  const sentence = useSentence()(step);
  const { kind, to, isChat = false, picture } = step;
  // What is on this page needs no way to it.
  const isHere = to === pathname;
  return (
    <>
      <div className={styles.what}>
        {picture !== undefined && (
          <img className={styles.picture} src={picture} alt="" width={112} height={72} />
        )}
        <div>
          <p className={styles.text} dir="auto">
            {sentence}
          </p>
          <Clock step={step} />
        </div>
      </div>
      <div className={styles.ways}>
        {!isHere && (
          <ChatLink className={styles.link} to={to} isChat={isChat}>
            {t(`next.action.${kind}`, { ...step })}
          </ChatLink>
        )}
        {children}
      </div>
    </>
  );
}

/** When the time ends, or a day. */
function Clock({ step: { until, day, roundOn } }: { step: NextStep }) {
  const { t, i18n } = useTranslation('app');
  const now = useNow(MINUTE_MS);
  const untilText = useUntilText();
  const text = () => {
    if (until !== undefined) return t('next.until', { until: untilText(until, now) });
    if (day !== undefined) return t('mentorship.labels.completeBy', { date: shortDay(day, i18n.language) });
    if (roundOn === undefined) return null;
    return t('next.round', { date: formatDate(roundOn, i18n.language, 'weekday') });
  };
  const shown = text();
  return (
    shown !== null && (
      <p className={styles.clock}>
        <Timer aria-hidden size={17} />
        {shown}
      </p>
    )
  );
}
