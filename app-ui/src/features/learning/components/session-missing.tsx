import { Button } from '@mantine/core';
import { BookOpen, CloudOff } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { EmptyState, ErrorState, HttpError, LoadingState, NetworkError, useTranslation } from 'ui-kit';
import styles from './session-missing.module.css';

interface SessionMissingProps {
  /** Null while it loads. */
  error: unknown;
  onRetry: () => void;
}

/** Stands for a session that loads, does not exist, or could not be loaded. */
export function SessionMissing({ error, onRetry }: SessionMissingProps) {
  const { t } = useTranslation('learning');
  const isOfMentorship = useParams().sessionId !== undefined;
  if (error === null) return <LoadingState label={t('missing.loading')} />;
  const back = (
    <Button component={Link} to={isOfMentorship ? '/mentorship' : '/learninghub/allsession'} variant="light">
      {t(isOfMentorship ? 'intro.close' : 'empty.toAll')}
    </Button>
  );
  const isUnknown = error instanceof HttpError && error.status === 404;
  const isOffline = error instanceof NetworkError && !navigator.onLine;
  if (!isUnknown && !isOffline) {
    return (
      <div className={styles.missing}>
        <h1 className={styles.title}>{t('missing.loading')}</h1>
        <ErrorState error={error} onRetry={onRetry} />
        {back}
      </div>
    );
  }
  return (
    <div className={styles.missing}>
      <h1 className={styles.title}>{t(isUnknown ? 'intro.unknown' : 'missing.title')}</h1>
      <EmptyState
        icon={isUnknown ? BookOpen : CloudOff}
        title={t(isUnknown ? 'intro.unknownText' : 'missing.text')}
        action={back}
      />
    </div>
  );
}
