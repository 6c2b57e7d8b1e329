import { Link } from 'react-router';
import { useTranslation } from 'ui-kit';
import styles from './legal.module.css';

/** Links to the legal documents. */
export function LegalLinks() {
  const { t } = useTranslation('app');
  return (
    <nav aria-label={t('legal.label')}>
      <ul className={styles.links}>
        <li>
          <Link to="/privacypolicy">{t('titles.privacyPolicy')}</Link>
        </li>
        <li>
          <Link to="/termsofservice">{t('titles.termsOfService')}</Link>
        </li>
        <li>
          <Link to="/codeofconduct">{t('titles.codeOfConduct')}</Link>
        </li>
      </ul>
    </nav>
  );
}
