import type { ReactNode } from 'react';
import { Logo } from 'ui-kit';
import { Valley } from '../../../shared/illustrations/valley';
import { LanguagePicker } from '../../../shared/language/language-picker';
import { LegalLinks } from '../../../shared/legal/legal-links';
import { MAIN_ID } from '../../../shared/page/main-id';
import styles from './auth-layout.module.css';

/** Layout of the auth pages: illustration, language, legal documents. */
export function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <div className={styles.page}>
      <div className={styles.side}>
        <header className={styles.header}>
          <Logo />
          <LanguagePicker />
        </header>
        <main className={styles.main} id={MAIN_ID} tabIndex={-1}>
          {children}
        </main>
        <footer className={styles.footer}>
          <LegalLinks />
        </footer>
      </div>
      <aside className={styles.picture} aria-hidden="true">
        <Valley />
      </aside>
    </div>
  );
}
