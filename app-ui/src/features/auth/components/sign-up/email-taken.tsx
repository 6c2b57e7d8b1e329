import { Link, useLocation } from 'react-router';
import { useTranslation } from 'ui-kit';
import styles from '../../../../shared/forms/form.module.css';
import { authPath, resetPasswordPath } from '../auth-paths';

/** Says that the address has an account and links to sign-in and password reset. */
export function EmailTaken({ email }: { email: string }) {
  const { t } = useTranslation('app');
  const { search } = useLocation();
  return (
    <>
      {t('emailVerify.hasAccountAlready')}
      <span className={styles.links}>
        <Link to={authPath('/signin', search)} state={{ email }}>
          {t('emailVerify.signIn')}
        </Link>
        <Link to={resetPasswordPath(search, email)}>{t('emailVerify.reset')}</Link>
      </span>
    </>
  );
}
