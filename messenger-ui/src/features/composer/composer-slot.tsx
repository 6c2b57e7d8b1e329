import type { ReactNode } from 'react';
import { Banner, formatDateTime, useTranslation } from 'ui-kit';
import type { Channel } from '../../model/channels';
import { BlockedBanner } from '../safety/blocked-banner';
import styles from './composer-slot.module.css';

/** The composer, or what stands in its place when nothing can be written. A draft stays kept meanwhile. */
export function ComposerSlot({ channel, children }: { channel: Channel; children: ReactNode }) {
  const { t, i18n } = useTranslation('messenger');
  const { blackout, membership, messageAgainFrom } = channel;
  const time = (at: string) => formatDateTime(at, i18n.language);

  if (membership === 'inactive') {
    return (
      <div className={styles.slot}>
        <Banner tone="warning">
          <strong>{t('disabled.title')}</strong>
          {messageAgainFrom !== null && (
            <span className={styles.detail}>{t('disabled.again', { time: time(messageAgainFrom) })}</span>
          )}
        </Banner>
      </div>
    );
  }
  if (channel.isBlocked) {
    return (
      <div className={styles.slot}>
        <BlockedBanner channel={channel} />
      </div>
    );
  }
  return (
    <>
      {blackout.active && (
        <div className={styles.slot}>
          <Banner tone="info">
            {blackout.refusesSending ? t('blackout.refuses') : t('blackout.active')}
            {blackout.until !== null && (
              <span className={styles.detail}>{t('blackout.until', { time: time(blackout.until) })}</span>
            )}
          </Banner>
        </div>
      )}
      {children}
    </>
  );
}
