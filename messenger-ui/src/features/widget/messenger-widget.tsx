import { UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, MessageCircle } from 'lucide-react';
import { type KeyboardEvent, Suspense, useId, useRef } from 'react';
import { canChat, LoadingState, useIsTablet, useProfile, useTranslation, VisuallyHidden } from 'ui-kit';
import { lazyPart } from 'ui-kit/lazy-part';
import '../../i18n';
import { UnreadBadge } from '../../components/unread-badge';
import { isListed } from '../../model/channels';
import { channelsQuery } from '../../shell/channels-query';
import { PageLink } from '../../shell/page-navigation';
import { useStore } from '../../shell/use-store';
import { useUnreadTotal } from '../../unread-total';
import { expandedWidget } from './expanded-widget';
import styles from './messenger-widget.module.css';
import { useScrollsOn } from './use-scrolls-on';

// The bar is on every page: it renders first, then the connection loads, and the channels when opened.
const Connection = lazyPart(() => import('./widget-connection'), 'retry');

interface MessengerWidgetProps {
  fullScreenHref?: string | undefined;
  /** Whether the floating button counts: a page whose navigation does so beside it has the number once. */
  hasFloatingCount?: boolean;
}

/** Chat on pages other than the messenger: a panel, or on small screens a link to the chat page. */
export function MessengerWidget({
  fullScreenHref = '/chat/messenger',
  hasFloatingCount = true,
}: MessengerWidgetProps) {
  const { data: profile } = useProfile();
  return profile && canChat(profile) ? (
    <Widget href={fullScreenHref} hasFloatingCount={hasFloatingCount} />
  ) : null;
}

function Widget({ href, hasFloatingCount }: { href: string; hasFloatingCount: boolean }) {
  const { data: channels } = useQuery(channelsQuery);
  const isTablet = useIsTablet();
  if (!channels?.some(isListed)) return null;
  return isTablet ? <FloatingButton href={href} hasCount={hasFloatingCount} /> : <Panel href={href} />;
}

function FloatingButton({ href, hasCount }: { href: string; hasCount: boolean }) {
  const { t } = useTranslation('messenger');
  const total = useUnreadTotal();
  const scrollsOn = useScrollsOn();
  return (
    // It covers no heart or bookmark of a list that is being read.
    <section aria-label={t('title')} className={styles.floatingPlace} data-away={scrollsOn || undefined}>
      <PageLink className={styles.floating} href={href}>
        <MessageCircle aria-hidden size={24} strokeWidth={1.9} />
        <VisuallyHidden>{t('widget.open')}</VisuallyHidden>
        {hasCount && (
          <span className={styles.floatingBadge}>
            <UnreadBadge unread={total} />
          </span>
        )}
      </PageLink>
      <Suspense fallback={null}>
        <Connection />
      </Suspense>
    </section>
  );
}

function Panel({ href }: { href: string }) {
  const { t } = useTranslation('messenger');
  const total = useUnreadTotal();
  const isExpanded = useStore(expandedWidget, (expanded) => expanded);
  const root = useRef<HTMLElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const bodyId = useId();

  const expand = (expanded: boolean) => {
    expandedWidget.expand(expanded);
    // The focused channel is unmounted: the focus returns to the toggle.
    if (!expanded) toggle.current?.focus();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isExpanded) expand(false);
  };

  const Chevron = isExpanded ? ChevronDown : ChevronUp;
  const loading = (
    <div className={styles.loading}>
      <LoadingState label={t('channelList.loading')} />
    </div>
  );
  return (
    <section
      ref={root}
      className={styles.widget}
      data-messenger=""
      data-expanded={isExpanded || undefined}
      aria-label={t('title')}
      onKeyDown={handleKeyDown}
    >
      <UnstyledButton
        ref={toggle}
        className={styles.bar}
        aria-expanded={isExpanded}
        aria-controls={isExpanded ? bodyId : undefined}
        onClick={() => expand(!isExpanded)}
      >
        <span className={styles.title}>{t('title')}</span>
        <UnreadBadge unread={total} />
        <Chevron aria-hidden className={styles.chevron} size={18} />
      </UnstyledButton>
      <div id={bodyId} className={styles.body}>
        <Suspense fallback={isExpanded ? loading : null}>
          <Connection
            open={isExpanded ? { widget: root, fullScreenHref: href, onClose: () => expand(false) } : null}
            loading={loading}
          />
        </Suspense>
      </div>
    </section>
  );
}
