import { Messenger, type StepState, type Steps } from 'messenger-ui';
import { useLocation, useNavigate } from 'react-router';
import { canChat, EmptyState, useTranslation } from 'ui-kit';
import { useMe } from '../shell/app-layout';
import styles from './chat-page.module.css';

/** The messenger in a frame of 970 by 530, or all of a small screen. */
export function Component() {
  const { t } = useTranslation('app');
  const profile = useMe();
  const steps = useSteps();

  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{t('titles.chat')}</h1>
      <div className={styles.frame}>
        {canChat(profile) ? (
          <Messenger layout="page" fullScreenHref="/chat/messenger" steps={steps} />
        ) : (
          <EmptyState title={t('chat.closed')}>{t('chat.closedText')}</EmptyState>
        )}
      </div>
    </div>
  );
}

/** The messenger's steps are the router's, which would lose them with the next dialog over the page otherwise. */
function useSteps(): Steps {
  const at = useLocation();
  const navigate = useNavigate();
  return {
    at,
    push: (search, state) => void navigate({ search }, { state, preventScrollReset: true }),
    replace: (search, state) => void navigate({ search }, { state, replace: true, preventScrollReset: true }),
    state: () => (history.state as { usr?: StepState | null } | null)?.usr ?? null,
  };
}
