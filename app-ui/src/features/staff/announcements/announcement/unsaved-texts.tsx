import { Button } from '@mantine/core';
import { Banner, useTranslation } from 'ui-kit';
import type { Announcement } from '../announcement';
import { NO_TEXT, stateOf } from '../draft';
import { useTyped } from '../use-kept-draft';
import styles from './announcement-view.module.css';

/** What was typed into a draft and not saved before a colleague sent it: to read and to copy. */
export function UnsavedTexts({ announcement: { id, state, texts } }: { announcement: Announcement }) {
  const { t } = useTranslation('staff');
  const [typed, setTyped] = useTyped(id);
  if (typed === null || state === 'draft') return null;
  const unsaved = Object.entries(typed.draft.texts).filter(([code, text]) => {
    const { title, body } = texts[code] ?? NO_TEXT;
    return stateOf(text) !== 'empty' && (text.title !== title || text.body !== body);
  });
  if (unsaved.length === 0) return null;
  return (
    <Banner tone="warning" role="alert">
      <p>{t('announcements.noDraft')}</p>
      {unsaved.map(([code, { title, body }]) => (
        <div key={code} lang={code} className={styles.unsaved}>
          <strong dir="auto">{title}</strong>
          <p dir="auto">{body}</p>
        </div>
      ))}
      <Button variant="default" size="xs" onClick={() => setTyped(null)}>
        {t('announcements.forget')}
      </Button>
    </Banner>
  );
}
