import type { ReactNode } from 'react';
import { Banner, formatDateTime, useTranslation } from 'ui-kit';
import { Helplines } from '../../components/helplines';
import type { Channel } from '../../model/channels';
import { BlockedBanner } from './blocked-banner';
import styles from './composer-slot.module.css';
import { TeamAway } from './team-away';

/** Shows the composer, or the reason why nothing can be written. The draft is retained. */
export function ComposerSlot({ channel, children }: { channel: Channel; children: ReactNode }) {
  const { t, i18n } = useTranslation('messenger');
  const { blackout, membership, messageAgainFrom, staffBackAt } = channel;
  const time = (at: string) => formatDateTime(at, i18n.language);

  if (membership === 'inactive') {
    return (
      <div className={styles.slot}>
        <Banner tone="warning">
          <strong>{t('messagingDisabled.title')}</strong>
          <span className={styles.detail}>{t('messagingDisabled.readOnly')}</span>
          {messageAgainFrom !== null && (
            <span className={styles.detail}>
              {t('messagingDisabled.until', { time: time(messageAgainFrom) })}
            </span>
          )}
          <Helplines />
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
  if (channel.isReadOnly) {
    return (
      <div className={styles.slot}>
        <Banner role="note">{t('announcements.readOnly')}</Banner>
      </div>
    );
  }
  return (
    <>
      {blackout.active && (
        <div className={styles.slot}>
          <Banner tone="info">
            {blackout.refusesSending ? t('blackout.sendingRefused') : t('blackout.active')}
            {blackout.until !== null && (
              <span className={styles.detail}>{t('blackout.until', { time: time(blackout.until) })}</span>
            )}
            <Helplines />
          </Banner>
        </div>
      )}
      {staffBackAt !== null && (
        <div className={styles.slot}>
          <TeamAway backAt={staffBackAt} hasHelplines={blackout.active} />
        </div>
      )}
      {children}
    </>
  );
}
