import { ArrowLeft } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { LogoMark, PendingCasesBadge, useTranslation, VisuallyHidden } from 'ui-kit';
import '../i18n';
import styles from './full-screen-layout.module.css';
import { PageLink } from './page-navigation';

interface FullScreenLayoutProps {
  /** The element of the content: the app has a `main` around its pages. */
  as: 'main' | 'div';
  /** Called before the link back opens its page. */
  onBack?: ((event: MouseEvent<HTMLAnchorElement>) => void) | undefined;
  children: ReactNode;
}

/** Layout of the full-screen messenger: a bar with the way back, and the messenger in the remaining height. */
export function FullScreenLayout({ as: Content, onBack, children }: FullScreenLayoutProps) {
  const { t } = useTranslation('messenger');
  return (
    <div className={styles.page}>
      <header className={styles.bar}>
        <PageLink className={styles.back} href="/chat" onClick={onBack}>
          <ArrowLeft aria-hidden className={styles.flips} size={18} />
          {t('page.back')}
        </PageLink>
        <span className={styles.end}>
          <PendingCasesBadge />
          <LogoMark size={26} />
        </span>
      </header>
      <Content className={styles.main}>
        <VisuallyHidden>
          <h1>{t('title')}</h1>
        </VisuallyHidden>
        {children}
      </Content>
    </div>
  );
}
