import type { ReactNode } from 'react';
import { Logo } from 'ui-kit';
import { MAIN_ID } from '../../routes/root';
import { LegalLinks } from '../legal/legal-links';
import { Valley } from '../scenery/valley';
import { LanguagePicker } from '../shell/language-picker';
import styles from './entry-layout.module.css';

/** What the pages on the way in have in common: the valley, the language, the legal documents. */
export function EntryLayout({ children }: { children: ReactNode }) {
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
