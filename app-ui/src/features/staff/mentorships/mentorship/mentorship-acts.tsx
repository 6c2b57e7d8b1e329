import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { formatDateTime, useTranslation } from 'ui-kit';
import { type Measure, MeasureDialog } from '../../components/measure';
import { useFocusAfter } from '../../components/use-focus-after';
import styles from './mentorship-acts.module.css';
import { endMentorship, type MentorshipRecord, takeEndBack } from './mentorship-record';

/** What staff can do about a mentorship, with its consequences before it happens. */
export function MentorshipActs({ mentorship }: { mentorship: MentorshipRecord }) {
  const { t, i18n } = useTranslation('staff');
  const titleId = useId();
  const [open, setOpen] = useState<Measure | null>(null);
  const title = useFocusAfter();
  const { id, endedAt, undoUntil } = mentorship;
  const end: Measure = {
    label: t('mentorship.end'),
    text: t('mentorship.endText'),
    done: t('safeguarding.measures.ended'),
    choice: {
      legend: t('mentorship.afterwards'),
      options: [
        { id: 'wait', name: t('mentorship.wait') },
        { id: 'stay', name: t('mentorship.stayOut') },
      ],
    },
    needsReason: true,
    act: ({ reason, choice }) => endMentorship(id, reason, choice === 'wait'),
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
    <section aria-labelledby={titleId}>
      <h2 ref={title.ref} tabIndex={-1} className={styles.title} id={titleId}>
        {t('safeguarding.measures.title')}
      </h2>
      {measures.map((measure) => (
        <Button key={measure.label} variant="default" onClick={() => setOpen(measure)}>
          {measure.label}
        </Button>
      ))}
      {open && <MeasureDialog measure={open} onClose={() => setOpen(null)} onRefreshed={title.focus} />}
    </section>
  );
}
