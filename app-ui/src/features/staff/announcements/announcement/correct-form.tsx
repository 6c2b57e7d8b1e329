import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Banner, useErrorText, useTranslation } from 'ui-kit';
import { Section } from '../../components/section';
import { useAct } from '../../components/use-act';
import { type Announcement, correctAnnouncement } from '../announcement';
import { languagesWith, problemOf, type Texts, textsOf } from '../draft';
import { isOvertaken } from '../use-kept-draft';
import styles from './announcement-editor.module.css';
import { Conflict } from './conflict';
import { TextFields } from './text-fields';

interface CorrectFormProps {
  announcement: Announcement;
  onClose: () => void;
}

/** Other texts for one that was sent. What is typed stays if a colleague was faster. */
export function CorrectForm({ announcement, onClose }: CorrectFormProps) {
  const { t } = useTranslation('staff');
  const errorText = useErrorText();
  const { id, languages, roles } = announcement;
  // The one that the texts were typed on.
  const [base, setBase] = useState(announcement.revision);
  const [texts, setTexts] = useState<Texts>(() => textsOf(announcement));
  const [isChecked, setIsChecked] = useState(false);
  const problem = problemOf({ texts, roles }, languages);
  const act = useAct(
    (revision: number) => {
      const written = languagesWith('done', texts, languages).map(({ code }) => [code, texts[code]] as const);
      return correctAnnouncement(id, { revision, texts: Object.fromEntries(written) as Texts });
    },
    t('announcements.corrected'),
    onClose,
  );
  const isConflict = announcement.state === 'sent' && isOvertaken(act.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (problem === null && !act.isPending) act.mutate(base);
  };
  return (
    <Section title={t('announcements.correct')}>
      <form className={styles.fields} noValidate aria-label={t('announcements.correct')} onSubmit={submit}>
        <p className={styles.hint}>{t('announcements.correctText')}</p>
        <TextFields texts={texts} languages={languages} isChecked={isChecked} onChange={setTexts} />
        {isChecked && problem === 'noText' && (
          <p className={styles.problem} role="alert">
            {t('announcements.problems.noText')}
          </p>
        )}
        {announcement.state !== 'sent' && (
          <Banner tone="warning" role="alert">
            {t('announcements.notSent')}
          </Banner>
        )}
        {isConflict && (
          <Conflict
            id={id}
            keepOwn={({ revision }) => {
              setBase(revision);
              if (problem === null) act.mutate(revision);
              else act.reset();
            }}
            takeStored={(stored) => {
              setBase(stored.revision);
              setTexts(textsOf(stored));
              act.reset();
            }}
          />
        )}
        {act.error !== null && !isOvertaken(act.error) && (
          <Banner tone="danger" role="alert">
            {errorText(act.error)}
          </Banner>
        )}
        <div className={styles.buttons}>
          <Button type="submit" loading={act.isPending} disabled={announcement.state !== 'sent'}>
            {t('announcements.saveCorrection')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('safeguarding.cancel')}
          </Button>
        </div>
      </form>
    </Section>
  );
}
