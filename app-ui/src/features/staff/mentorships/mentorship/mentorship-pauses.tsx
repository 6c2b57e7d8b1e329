import { Button } from '@mantine/core';
import { CirclePause } from 'lucide-react';
import { useId, useState } from 'react';
import { formatDate, useTranslation } from 'ui-kit';
import { LinkButton } from '../../../../shared/forms/link-button';
import { Notice } from '../../components/cells';
import { type Measure, useMeasureDialog } from '../../components/measure';
import { Section } from '../../components/section';
import styles from './mentorship-pauses.module.css';
import { type MentorshipRecord, type Pause, takePauseBack } from './mentorship-record';
import { splitPauses } from './pause';
import { PauseDialog } from './pause-dialog';

/** The times without mentoring, which staff enter and take back. */
export function MentorshipPauses({ mentorship }: { mentorship: MentorshipRecord }) {
  const { t } = useTranslation('staff');
  const { open, dialog, titleRef } = useMeasureDialog();
  const [isPausing, setIsPausing] = useState(false);
  const { id, endedAt, lastDay, mayChange } = mentorship;
  const mayPause = mayChange && endedAt === null;
  const { current, earlier } = splitPauses(mentorship);
  if (mentorship.pauses.length === 0 && !mayPause) return null;
  const takeBack = (pause: string): Measure => ({
    label: t('pauses.takeBackTitle'),
    text: t('pauses.takeBackText'),
    done: t('pauses.takenBack'),
    act: () => takePauseBack(id, pause),
  });
  const rows = (pauses: readonly Pause[]) => (
    <ul className={styles.list}>
      {pauses.map((pause) => (
        <PauseRow
          key={pause.id}
          pause={pause}
          today={lastDay}
          isNow={current.includes(pause) && pause.startsOn <= lastDay}
          onTakeBack={mayChange && pause.mayTakeBack ? () => open(takeBack(pause.id)) : undefined}
        />
      ))}
    </ul>
  );
  return (
    <Section title={t('pauses.title')} titleRef={titleRef}>
      <div className={styles.parts}>
        {current.length > 0 && rows(current)}
        {mayChange && current.length > 1 && <p className={styles.hint}>{t('pauses.lastOnly')}</p>}
        {earlier.length > 0 && (
          <details className={styles.earlier}>
            <summary>{t('pauses.earlier', { count: earlier.length })}</summary>
            {rows(earlier)}
          </details>
        )}
        {mayPause && (
          <Button className={styles.open} variant="default" onClick={() => setIsPausing(true)}>
            {t('pauses.open')}
          </Button>
        )}
      </div>
      {dialog}
      {isPausing && <PauseDialog mentorship={mentorship} onClose={() => setIsPausing(false)} />}
    </Section>
  );
}

interface PauseRowProps {
  pause: Pause;
  today: string;
  isNow: boolean;
  onTakeBack: (() => void) | undefined;
}

function PauseRow({ pause: { startsOn, endsOn }, today, isNow, onTakeBack }: PauseRowProps) {
  const { t, i18n } = useTranslation('staff');
  const id = useId();
  // The year only where it is another one.
  const isThisYear = [startsOn, endsOn].every((day) => day.slice(0, 4) === today.slice(0, 4));
  const show = (day: string) => formatDate(day, i18n.language, isThisYear ? 'short' : 'list');
  return (
    <li className={styles.pause}>
      <span id={id}>{t('pauses.dates', { from: show(startsOn), until: show(endsOn) })}</span>
      {isNow && <Notice icon={CirclePause}>{t('pauses.now')}</Notice>}
      {onTakeBack && (
        <LinkButton aria-describedby={id} onClick={onTakeBack}>
          {t('pauses.takeBack')}
        </LinkButton>
      )}
    </li>
  );
}
