import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { MonitorSmartphone, Smartphone } from 'lucide-react';
import { Banner, formatDateTime, useErrorText, useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { type ListedLoginSession, loginSessionsQuery, useEndLoginSession } from '../../api/login-sessions';
import styles from './security-dialog.module.css';

const MOBILE_SYSTEMS = ['iPhone', 'iPad', 'Android'];

/** Lists the login sessions of the person, the current one first, and ends the others. */
export function LoginSessionList() {
  const query = useQuery(loginSessionsQuery);
  return <QueryState query={query}>{(sessions) => <Sessions sessions={sessions} />}</QueryState>;
}

function Sessions({ sessions }: { sessions: readonly ListedLoginSession[] }) {
  const { t } = useTranslation('app');
  const errorText = useErrorText();
  const end = useEndLoginSession();
  const sorted = sessions.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
  return (
    <>
      {end.error !== null && (
        <Banner tone="danger" role="alert">
          {errorText(end.error)}
        </Banner>
      )}
      <ul className={styles.sessions}>
        {sorted.map((session) => (
          <LoginSessionRow
            key={session.id}
            session={session}
            isBusy={end.isPending && end.variables === session.id}
            onEnd={() => end.mutate(session.id)}
          />
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button
          variant="default"
          loading={end.isPending && end.variables === null}
          onClick={() => end.mutate(null)}
        >
          {t('security.endOthers')}
        </Button>
      )}
    </>
  );
}

interface LoginSessionRowProps {
  session: ListedLoginSession;
  isBusy: boolean;
  onEnd: () => void;
}

function LoginSessionRow({ session, isBusy, onEnd }: LoginSessionRowProps) {
  const { t, i18n } = useTranslation('app');
  const { browser, system, isCurrent, lastUsedAt } = session;
  const device =
    browser !== null && system !== null
      ? t('security.device', { browser, system })
      : (browser ?? system ?? t('security.unknownDevice'));
  const Icon = system !== null && MOBILE_SYSTEMS.includes(system) ? Smartphone : MonitorSmartphone;
  return (
    <li className={styles.session}>
      <span className={styles.mark}>
        <Icon aria-hidden size={20} />
      </span>
      <span className={styles.device}>
        <span className={styles.deviceName}>{device}</span>
        {isCurrent ? (
          <span className={styles.here}>{t('security.thisDevice')}</span>
        ) : (
          <span className={styles.hint}>
            {t('security.lastUsed', { when: formatDateTime(lastUsedAt, i18n.language) })}
          </span>
        )}
      </span>
      {!isCurrent && (
        <Button
          variant="subtle"
          size="sm"
          className={styles.end ?? ''}
          loading={isBusy}
          aria-label={t('security.endOne', { device })}
          onClick={onEnd}
        >
          {t('security.end')}
        </Button>
      )}
    </li>
  );
}
