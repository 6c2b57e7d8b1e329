import { Button } from '@mantine/core';
import { useId } from 'react';
import { toast, useTranslation } from 'ui-kit';
import { addDays } from '../../components/days';
import { Line, type Measure, useMeasureDialog } from '../../components/measure';
import { Section } from '../../components/section';
import { MAX_DAYS } from '../new/draft';
import { changeLastDay, remind, type SurveyWindowRecord, stop } from '../survey-window';
import { useStillOpen } from './use-still-open';
import styles from './window-page.module.css';

/** What staff can do about a window that is not over, with its consequences before it happens. */
export function WindowActs({ window }: { window: SurveyWindowRecord }) {
  const { t } = useTranslation('staff');
  const noteId = useId();
  const stillOpen = useStillOpen(window);
  const { open, dialog, titleRef } = useMeasureDialog();
  const { state, kind, today, opensOn, closesOn, begun, reachable, remindedOn } = window;
  if (state !== 'open' && state !== 'planned') return null;
  const reminder: Measure = {
    label: t('surveys.remindNow'),
    text: `${t('surveys.remindText', { count: reachable })} ${t('surveys.daytime')}`,
    // The number that was reached is the server's.
    done: '',
    act: async () => void toast(t('surveys.reminded', { count: await remind(window) })),
  };
  const first = opensOn ?? today;
  const max = addDays(first, MAX_DAYS);
  const lastDay: Measure = {
    label: t('surveys.changeLastDay'),
    text: t('surveys.changeLastDayText'),
    done: t('surveys.lastDayChanged'),
    field: {
      type: 'date',
      label: t('surveys.closesOn'),
      min: opensOn !== null && opensOn > today ? opensOn : today,
      max,
      initial: closesOn ?? '',
      isRequired: true,
      problemOf: (day) => {
        if (day === '') return t('surveys.problems.day');
        if (day < first) return t('surveys.problems.order');
        if (day < today) return t('surveys.problems.past');
        return day > max ? t('surveys.problems.long') : null;
      },
      refused: t('surveys.problems.refused'),
    },
    act: ({ value }) => changeLastDay(window, value),
  };
  const end: Measure = {
    label: t('surveys.stop'),
    text: [
      ...(state === 'planned'
        ? [t('surveys.stopPlannedText')]
        : [stillOpen === '' ? t('surveys.stopText') : stillOpen, t('surveys.askAgain')]),
      ...(begun > 0 ? [t('surveys.stopBegun', { count: begun })] : []),
    ].join(' '),
    done: t('surveys.stopped'),
    act: () => stop(window),
  };
  const canRemind = state === 'open' && reachable > 0;
  const isRemindedToday = remindedOn === today;
  return (
    <Section title={t('surveys.acts')} titleRef={titleRef}>
      <Line text="">
        {canRemind && (
          <Button
            // The focus and the other buttons keep their place.
            aria-disabled={isRemindedToday || undefined}
            data-disabled={isRemindedToday}
            aria-describedby={isRemindedToday ? noteId : undefined}
            onClick={() => !isRemindedToday && open(reminder)}
          >
            {reminder.label}
          </Button>
        )}
        {kind === 'dates' && (
          <Button variant="default" onClick={() => open(lastDay)}>
            {lastDay.label}
          </Button>
        )}
        <Button variant="default" onClick={() => open(end)}>
          {end.label}
        </Button>
      </Line>
      {canRemind && isRemindedToday && (
        <p className={styles.note} id={noteId}>
          {t('surveys.remindedToday')}
        </p>
      )}
      {dialog}
    </Section>
  );
}
