import { Button, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CalendarX2 } from 'lucide-react';
import { useState } from 'react';
import { formatDate, useErrorText, useTranslation } from 'ui-kit';
import { FormDialog } from 'ui-kit/form-dialog';
import { QueryState } from 'ui-kit/query-state';
import { Section } from '../../components/section';
import { useAct } from '../../components/use-act';
import { type Closing, closeYear, closingQuery } from './year';
import styles from './year.module.css';

/** What closing the year would do, and the act. */
export function CloseSection({ programme }: { programme: string }) {
  const { t } = useTranslation('staff');
  const query = useQuery(closingQuery(programme));
  return (
    <Section title={t('year.close.title')}>
      <QueryState query={query}>
        {(closing) => <CloseForm programme={programme} closing={closing} />}
      </QueryState>
    </Section>
  );
}

function CloseForm({ programme, closing }: { programme: string; closing: Closing }) {
  const { t } = useTranslation('staff');
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const [isAsking, setIsAsking] = useState(false);
  // One may have ended since it was chosen.
  const keep = closing.running.filter(({ id }) => kept.has(id)).map(({ id }) => id);
  const ending = closing.mentorships - keep.length;
  const toggle = (id: string, isKept: boolean) =>
    setKept((before) => {
      const after = new Set(before);
      if (isKept) after.add(id);
      else after.delete(id);
      return after;
    });
  return (
    <>
      <Effects closing={closing} ending={ending} kept={keep.length} />
      {closing.running.length > 0 && <Keep closing={closing} kept={kept} onToggle={toggle} />}
      <Button leftSection={<CalendarX2 aria-hidden size={17} />} onClick={() => setIsAsking(true)}>
        {t('year.close.open')}
      </Button>
      {isAsking && (
        <CloseDialog programme={programme} keep={keep} ending={ending} onClose={() => setIsAsking(false)} />
      )}
    </>
  );
}

function Effects({ closing, ending, kept }: { closing: Closing; ending: number; kept: number }) {
  const { t } = useTranslation('staff');
  const { surveys, applications, invitations, matches } = closing;
  return (
    <ul className={styles.effects}>
      {ending > 0 && <li>{t('year.close.ending', { count: ending })}</li>}
      {kept > 0 && <li>{t('year.close.keeping', { count: kept })}</li>}
      {surveys.map(({ survey, mentors, mentees }) => (
        <li key={survey}>{t('year.close.survey', { survey, mentors, mentees })}</li>
      ))}
      {surveys.length === 0 && ending > 0 && <li>{t('year.close.noSurvey')}</li>}
      {matches > 0 && <li>{t('year.close.matches', { count: matches })}</li>}
      {applications > 0 && <li>{t('year.close.applications', { count: applications })}</li>}
      {invitations > 0 && <li>{t('year.close.invitations', { count: invitations })}</li>}
      <li>{t('year.close.meanwhile')}</li>
    </ul>
  );
}

interface KeepProps {
  closing: Closing;
  kept: ReadonlySet<string>;
  onToggle: (id: string, isKept: boolean) => void;
}

/** The mentorships that may go on over the summer. */
function Keep({ closing, kept, onToggle }: KeepProps) {
  const { t, i18n } = useTranslation('staff');
  return (
    <fieldset className={styles.keep}>
      <legend>{t('year.close.keep')}</legend>
      <ul>
        {closing.running.map(({ id, name, startedAt }) => (
          <li key={id}>
            <Checkbox
              label={<bdi>{name}</bdi>}
              description={t('year.close.since', { day: formatDate(startedAt, i18n.language, 'list') })}
              checked={kept.has(id)}
              onChange={({ currentTarget }) => onToggle(id, currentTarget.checked)}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

interface CloseDialogProps {
  programme: string;
  keep: string[];
  ending: number;
  onClose: () => void;
}

function CloseDialog({ programme, keep, ending, onClose }: CloseDialogProps) {
  const { t } = useTranslation('staff');
  const errorText = useErrorText();
  const act = useAct(() => closeYear(programme, keep), t('year.close.done'), onClose);
  return (
    <FormDialog
      title={t('year.close.title')}
      text={`${t('year.close.ending', { count: ending })} ${t('year.close.noUndo')}`}
      cancel={t('safeguarding.cancel')}
      submit={t('year.close.submit')}
      isPending={act.isPending}
      error={act.error && errorText(act.error)}
      onSubmit={() => act.mutate(undefined)}
      onClose={onClose}
    />
  );
}
