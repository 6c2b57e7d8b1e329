import { Link, useLocation } from 'react-router';
import { Banner, HttpError, useTranslation } from 'ui-kit';
import styles from '../../../../shared/forms/form.module.css';
import { authPath } from '../auth-paths';
import { useServerErrorText } from '../use-server-error-text';
import { EmailTaken } from './email-taken';

/** The address is verified: only the rule of an institution can refuse it. */
const FIELD_TEXTS = { email: 'signUp.institutionEmail' };

/** Explains a failed sign-up and links to the step that has to be repeated. */
export function SignUpFailure({ error, email }: { error: unknown; email: string }) {
  const { t } = useTranslation('app');
  const { search } = useLocation();
  const serverErrorText = useServerErrorText(FIELD_TEXTS);
  const { code, fields } = error instanceof HttpError ? error : { code: '', fields: {} };
  const isUnproven = code === 'code_wrong' || code === 'ticket_wrong';
  return (
    <Banner tone="danger" role="alert">
      {code === 'already_signed_up' ? (
        <EmailTaken email={email} />
      ) : (
        <span className={styles.sentences}>{serverErrorText(error, '\n', t('auth.unknownError'))}</span>
      )}
      {(isUnproven || 'password' in fields) && (
        <span className={styles.links}>
          {code === 'ticket_wrong' ? (
            <Link to={authPath('/signin', search)}>{t('emailVerify.signIn')}</Link>
          ) : isUnproven ? (
            <Link to={authPath('/emailverify', search)} state={{ email }}>
              {t('signUp.verifyAgain')}
            </Link>
          ) : (
            <Link to={authPath('/emailverify', search)} state={{ step: 2 }}>
              {t('signUp.otherPassword')}
            </Link>
          )}
        </span>
      )}
    </Banner>
  );
}
