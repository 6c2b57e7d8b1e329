import { Messenger } from 'messenger-ui';
import { followSection, SECTION_PARAMETERS } from 'messenger-ui/conversations';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { canChat, EmptyState, useTranslation } from 'ui-kit';
import { useMe } from '../shell/app-layout';
import styles from './chat-page.module.css';

/** The messenger in a frame of 970 by 530, or all of a small screen. */
export function Component() {
  const { t } = useTranslation('app');
  const profile = useMe();
  useSectionParameter();

  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{t('titles.chat')}</h1>
      <div className={styles.frame}>
        {canChat(profile) ? (
          <Messenger layout="page" fullScreenHref="/chat/messenger" />
        ) : (
          <EmptyState title={t('chat.closed')}>{t('chat.closedText')}</EmptyState>
        )}
      </div>
    </div>
  );
}

/** `?section=video&room=…` names the part of the page to open, and a call in it; they are taken and removed, so that a reload does not repeat them. */
function useSectionParameter(): void {
  const [parameters, setParameters] = useSearchParams();
  useEffect(() => {
    if (!SECTION_PARAMETERS.some((name) => parameters.has(name))) return;
    followSection(parameters);
    const rest = new URLSearchParams(parameters);
    for (const name of SECTION_PARAMETERS) rest.delete(name);
    setParameters(rest, { replace: true });
  }, [parameters, setParameters]);
}
