import { Messenger } from 'messenger-ui';
import { FullScreenLayout } from 'messenger-ui/full-screen';
import { canChat, EmptyState, useTranslation } from 'ui-kit';
import { useCurrentUser } from '../../../shared/account/use-current-user';
import { NextStepPlace } from '../../../shared/next-step/next-step-place';
import { AppNavigation } from '../components/app-navigation';
import { useNavigationAdapter } from '../hooks/use-navigation-adapter';
import styles from './chat-page.module.css';

/** The messenger: 970 by 530 pixels, or the whole of a small screen. */
export function ChatPage() {
  const { t } = useTranslation('app');
  return (
    <AppNavigation>
      <div className={styles.page}>
        <h1 className={styles.title}>{t('titles.chat')}</h1>
        <div className={styles.frame}>
          <Content layout="page" />
        </div>
      </div>
    </AppNavigation>
  );
}

/** The full-screen messenger within the app: a call continues on the way to it and back. */
export function FullScreenPage() {
  return (
    <AppNavigation>
      <FullScreenLayout as="div">
        <Content layout="full" />
      </FullScreenLayout>
    </AppNavigation>
  );
}

function Content({ layout }: { layout: 'page' | 'full' }) {
  const { t } = useTranslation('app');
  const profile = useCurrentUser();
  const navigation = useNavigationAdapter();
  if (!canChat(profile)) {
    return <EmptyState title={t('chat.noAccess')}>{t('chat.noAccessText')}</EmptyState>;
  }
  const next = (
    <div className={styles.next}>
      <NextStepPlace profile={profile} />
    </div>
  );
  const fullScreenHref = layout === 'page' ? '/chat/messenger' : undefined;
  return (
    <Messenger layout={layout} fullScreenHref={fullScreenHref} navigation={navigation} emptyContent={next} />
  );
}
