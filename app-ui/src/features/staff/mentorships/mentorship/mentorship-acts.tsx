import { Button } from '@mantine/core';
import { formatDateTime, useTranslation } from 'ui-kit';
import { type EndReason, useEndReasons } from '../../components/end-reasons';
import { type Measure, useMeasureDialog } from '../../components/measure';
import { Section } from '../../components/section';
import { endMentorship, type MentorshipRecord, takeEndBack } from './mentorship-record';
import { useExitSurvey } from './use-exit-survey';

/** What staff can do about a mentorship, with its consequences before it happens. */
export function MentorshipActs({ mentorship }: { mentorship: MentorshipRecord }) {
  const { t, i18n } = useTranslation('staff');
  const { open, dialog, titleRef } = useMeasureDialog();
  const { id, programme, members, endedAt, undoUntil } = mentorship;
  const mentor = members.find(({ role }) => role === 'mentor')?.name ?? '';
  const endReasons = useEndReasons();
  const exitSurvey = useExitSurvey(programme.id);
  const end: Measure = {
    label: t('mentorship.end'),
    text: `${t('mentorship.endText')} ${exitSurvey}`.trim(),
    done: t('safeguarding.measures.ended'),
    choice: {
      legend: t('mentorship.afterwards'),
      options: [
        { id: 'wait', name: t('mentorship.wait') },
        { id: 'stay', name: t('mentorship.stayOut') },
      ],
    },
    ...endReasons,
    also: { label: t('mentorship.mentorStops', { name: mentor }), hint: t('mentorship.mentorStopsHint') },
    act: ({ selected, reason, choice, isAlso }) =>
      endMentorship(id, selected as EndReason, reason, {
        doMenteesWait: choice === 'wait',
        doesMentorStop: isAlso,
      }),
  };
  const undo: Measure = {
    label: t('mentorship.undo'),
    text: t('mentorship.undoText', {
      time: undoUntil === null ? '' : formatDateTime(undoUntil, i18n.language),
    }),
    done: t('mentorship.undone'),
    act: () => takeEndBack(id),
  };
  const measures = endedAt === null ? [end] : undoUntil === null ? [] : [undo];
  if (measures.length === 0) return null;
  return (
    <Section title={t('safeguarding.measures.title')} titleRef={titleRef}>
      {measures.map((measure) => (
        <Button key={measure.label} variant="default" onClick={() => open(measure)}>
          {measure.label}
        </Button>
      ))}
      {dialog}
    </Section>
  );
}
