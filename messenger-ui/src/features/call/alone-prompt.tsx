import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { announce, useTranslation } from 'ui-kit';
import type { CallSession } from '../../model/call/call-session';
import { useStore } from '../../shell/use-store';
import styles from './alone-prompt.module.css';

/** Asks a person who is alone in a call whether to stay or to end it. Camera and microphone stay on meanwhile. */
export function AlonePrompt({ session, onEnd }: { session: CallSession; onEnd: () => void }) {
  const { t } = useTranslation('messenger');
  const reason = useStore(session, (state) => state.asksToStay);
  const text = reason === null ? '' : `${t(`call.alone.${reason}`)} ${t('call.alone.question')}`;
  useEffect(() => {
    if (text !== '') announce(text);
  }, [text]);
  if (reason === null) return null;
  return (
    <section className={styles.prompt} aria-label={text}>
      <p className={styles.text}>{text}</p>
      <div className={styles.actions}>
        <Button variant="light" onClick={() => session.stay()}>
          {t('call.alone.stay')}
        </Button>
        <Button onClick={onEnd}>{t('call.alone.end')}</Button>
      </div>
    </section>
  );
}
