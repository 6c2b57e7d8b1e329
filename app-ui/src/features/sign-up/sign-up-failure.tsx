import { Link } from 'react-router';
import { Banner, HttpError, useTranslation } from 'ui-kit';
import styles from '../entry/entry-form.module.css';
import { useServerWords } from '../entry/use-server-words';
import { Taken } from './email-step';

/** Why there is no account yet, a sentence a line, and the way to what has to be done again. */
export function SignUpFailure({ error, email }: { error: unknown; email: string }) {
  const { t } = useTranslation('app');
  const serverWords = useServerWords();
  const { code, fields } = error instanceof HttpError ? error : { code: '', fields: {} };
  const isUnproven = code === 'code_wrong' || code === 'ticket_wrong';
  return (
    <Banner tone="danger" role="alert">
      {code === 'already_signed_up' ? (
        <Taken email={email} />
      ) : (
        <span className={styles.sentences}>{serverWords(error, '\n', t('entry.somethingWrong'))}</span>
      )}
      {(isUnproven || 'password' in fields) && (
        <span className={styles.links}>
          {code === 'ticket_wrong' ? (
            <Link to="/signin">{t('emailVerify.signIn')}</Link>
          ) : isUnproven ? (
            <Link to="/emailverify" state={{ email }}>
              {t('signUp.proveAgain')}
            </Link>
          ) : (
            <Link to="/emailverify" state={{ step: 2 }}>
              {t('signUp.otherPassword')}
            </Link>
          )}
        </span>
      )}
    </Banner>
  );
}
