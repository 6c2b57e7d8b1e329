import { Pencil, Reply, X } from 'lucide-react';
import { IconButton, useTranslation } from 'ui-kit';
import { useFileSummary } from '../../hooks/use-message-summary';
import { usePeople } from '../../hooks/use-people';
import { useSendErrorText } from '../../hooks/use-send-error-text';
import type { Channel } from '../../model/channels';
import type { ComposerMode } from '../../model/composer-mode';
import { NEEDS_CONFIRMATION } from '../../model/pending-message';
import styles from './mode-bar.module.css';

interface ModeBarProps {
  channel: Channel;
  mode: Exclude<ComposerMode, { kind: 'confirm' }>;
  selfId: string;
  onCancel: () => void;
}

/** Bar above the composer: the message of a reply or edit, with a cancel button. */
export function ModeBar({ channel, mode, selfId, onCancel }: ModeBarProps) {
  const { t } = useTranslation('messenger');
  const getPerson = usePeople(channel);
  const fileSummary = useFileSummary();
  const sendErrorText = useSendErrorText();
  const isReply = mode.kind === 'reply';
  const Icon = isReply ? Reply : Pencil;
  const title = () => {
    if (!isReply) return t('composerMode.editing');
    const { userId } = mode.quote;
    return userId === selfId
      ? t('composerMode.replyToSelf')
      : t('composerMode.replyTo', { name: getPerson(userId).name });
  };
  return (
    <section
      className={styles.bar}
      aria-label={isReply ? t('composerMode.replying') : t('composerMode.editing')}
    >
      <Icon aria-hidden size={16} className={styles.icon} />
      <div className={styles.texts}>
        <p className={styles.title}>
          {title()}
          {!isReply && mode.state === 'saving' && (
            <span className={styles.saving}> · {t('composerMode.saving')}</span>
          )}
        </p>
        {isReply && (
          <p className={styles.quote} dir="auto">
            {mode.quote.isDeleted
              ? t('message.deleted')
              : mode.quote.text || fileSummary(mode.quote.attachmentName)}
          </p>
        )}
        {!isReply && mode.failure !== null && mode.failure !== NEEDS_CONFIRMATION && (
          <p className={styles.failure} role="alert">
            {sendErrorText(mode.failure)}
          </p>
        )}
      </div>
      <IconButton
        label={isReply ? t('composerMode.cancelReply') : t('composerMode.cancelEdit')}
        size={30}
        onClick={onCancel}
      >
        <X aria-hidden size={16} />
      </IconButton>
    </section>
  );
}
