import { Messenger } from 'messenger-ui';
import { FullScreenLayout } from 'messenger-ui/full-screen';
import { Navigate, useSearchParams } from 'react-router';
import { canChat, EmptyState, useTranslation } from 'ui-kit';
import { useCurrentUser } from '../../../shared/account/use-current-user';
import { NextStepPlace } from '../../../shared/next-step/next-step-place';
import { TeamLink } from '../../../shared/team/team-link';
import { AppNavigation } from '../components/app-navigation';
import { MessengerFrame } from '../components/messenger-frame';
import { useNavigationAdapter } from '../hooks/use-navigation-adapter';
import styles from './chat-page.module.css';

export { TeamPage } from './team-page';

/** The messenger: 970 by 530 pixels, or the whole of a small screen. */
export function ChatPage() {
  const { t } = useTranslation('app');
  return (
    <MessengerFrame title={t('titles.chat')}>
      <Content layout="page" />
    </MessengerFrame>
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
  const [address] = useSearchParams();
  if (!canChat(profile)) {
    // Of people without chat, notifications name the conversation with the team.
    if (profile.role !== 'Staff' && address.has('channel')) return <Navigate to="/team" replace />;
    return (
      <EmptyState title={t('chat.noAccess')} action={<TeamLink role={profile.role} />}>
        {t('chat.noAccessText')}
      </EmptyState>
    );
  }
  const next = (
    <div className={styles.next}>
      <NextStepPlace profile={profile} hasTeamLink={false} />
    </div>
  );
  const fullScreenHref = layout === 'page' ? '/chat/messenger' : undefined;
  return (
    <Messenger layout={layout} fullScreenHref={fullScreenHref} navigation={navigation} emptyContent={next} />
  );
}
