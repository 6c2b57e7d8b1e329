import { ArrowLeft } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { LogoMark, PendingCasesBadge, useIsPhone, useTranslation, VisuallyHidden } from 'ui-kit';
import '../i18n';
import styles from './full-screen-layout.module.css';
import { PageLink } from './page-navigation';

interface FullScreenLayoutProps {
  /** The element of the content: the app has a `main` around its pages. */
  as: 'main' | 'div';
  /** Called before the way out opens its page. */
  onBack?: ((event: MouseEvent<HTMLAnchorElement>) => void) | undefined;
  children: ReactNode;
}

/** Layout of the full-screen messenger: a bar with the way out, and the messenger in the remaining height. */
export function FullScreenLayout({ as: Content, onBack, children }: FullScreenLayoutProps) {
  const { t } = useTranslation('messenger');
  // The chat page of a phone is as large as this one.
  const isPhone = useIsPhone();
  return (
    <div className={styles.page}>
      <header className={styles.bar}>
        <PageLink className={styles.back} href={isPhone ? '/' : '/chat'} onClick={onBack}>
          <ArrowLeft aria-hidden className={styles.flips} size={18} />
          {t(isPhone ? 'page.home' : 'page.leave')}
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
