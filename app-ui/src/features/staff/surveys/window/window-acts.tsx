import { Button } from '@mantine/core';
import { toast, useTranslation } from 'ui-kit';
import { addDays } from '../../components/days';
import { Line, type Measure, useMeasureDialog } from '../../components/measure';
import { Section } from '../../components/section';
import { MAX_DAYS } from '../new/draft';
import { changeLastDay, remind, type SurveyWindowRecord, stop } from '../survey-window';

/** What staff can do about a window that is not over, with its consequences before it happens. */
export function WindowActs({ window }: { window: SurveyWindowRecord }) {
  const { t } = useTranslation('staff');
  const { open, dialog, titleRef } = useMeasureDialog();
  const { state, kind, today, opensOn, closesOn, begun, reachable, remindedOn } = window;
  if (state !== 'open' && state !== 'planned') return null;
  const reminder: Measure = {
    label: t('surveys.remindNow'),
    text: t('surveys.remindText', { count: reachable }),
    // The number that was reached is the server's.
    done: '',
    act: async () => void toast(t('surveys.reminded', { count: await remind(window) })),
  };
  const lastDay: Measure = {
    label: t('surveys.changeLastDay'),
    text: t('surveys.changeLastDayText'),
    done: t('surveys.lastDayChanged'),
    field: {
      type: 'date',
      label: t('surveys.closesOn'),
      min: opensOn !== null && opensOn > today ? opensOn : today,
      max: addDays(opensOn ?? today, MAX_DAYS),
      initial: closesOn ?? '',
      isRequired: true,
    },
    act: ({ value }) => changeLastDay(window, value),
  };
  const end: Measure = {
    label: t('surveys.stop'),
    text: [
      t(state === 'planned' ? 'surveys.stopPlannedText' : 'surveys.stopText'),
      ...(begun > 0 ? [t('surveys.stopBegun', { count: begun })] : []),
    ].join(' '),
    done: t('surveys.stopped'),
    act: () => stop(window),
  };
  const canRemind = state === 'open' && reachable > 0;
  const isRemindedToday = remindedOn === today;
  return (
    <Section title={t('surveys.acts')} titleRef={titleRef}>
      <Line text={canRemind && isRemindedToday ? t('surveys.remindedToday') : ''}>
        {canRemind && !isRemindedToday && <Button onClick={() => open(reminder)}>{reminder.label}</Button>}
        {kind === 'dates' && (
          <Button variant="default" onClick={() => open(lastDay)}>
            {lastDay.label}
          </Button>
        )}
        <Button variant="default" onClick={() => open(end)}>
          {end.label}
        </Button>
      </Line>
      {dialog}
    </Section>
  );
}
