import { useLocation } from 'react-router';
import { Logo } from 'ui-kit';
import { LanguagePicker } from '../../../shared/language/language-picker';
import { LegalLinks } from '../../../shared/legal/legal-links';
import { MAIN_ID } from '../../../shared/page/main-id';
import { Consent } from '../components/consent';
import { Withdrawal } from '../components/withdrawal';
import styles from './guardian-page.module.css';

/** The page behind the link of a mail to a guardian. The token is in the fragment, which neither servers nor logs see. */
export function Component() {
  const { hash, pathname } = useLocation();
  const token = hash.slice(1);
  const Content = pathname.endsWith('/withdrawal') ? Withdrawal : Consent;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <Logo />
        <LanguagePicker />
      </header>
      <main id={MAIN_ID} tabIndex={-1} className={styles.main}>
        <Content key={token} token={token} />
      </main>
      <footer className={styles.foot}>
        <LegalLinks />
      </footer>
    </div>
  );
}
