import { Pencil, Reply, X } from 'lucide-react';
import { IconButton, useTranslation } from 'ui-kit';
import type { Channel } from '../../model/channels';
import type { Mode } from '../../model/modes';
import { usePeople } from '../conversation/people';
import { useFailureText } from '../conversation/use-failure-text';
import styles from './mode-bar.module.css';

interface ModeBarProps {
  channel: Channel;
  mode: Mode;
  selfId: string;
  onCancel: () => void;
}

/** Above the composer: which message is answered or edited, and the way out of it. */
export function ModeBar({ channel, mode, selfId, onCancel }: ModeBarProps) {
  const { t } = useTranslation('messenger');
  const person = usePeople(channel);
  const failureText = useFailureText();
  const isReply = mode.kind === 'reply';
  const Icon = isReply ? Reply : Pencil;
  const title = () => {
    if (!isReply) return t('mode.editing');
    const { userId } = mode.quote;
    return userId === selfId ? t('mode.replyToSelf') : t('mode.replyTo', { name: person(userId).name });
  };
  return (
    <section className={styles.bar} aria-label={isReply ? t('mode.replying') : t('mode.editing')}>
      <Icon aria-hidden size={16} className={styles.icon} />
      <div className={styles.texts}>
        <p className={styles.title}>
          {title()}
          {!isReply && mode.state === 'saving' && (
            <span className={styles.saving}> · {t('mode.saving')}</span>
          )}
        </p>
        {isReply && (
          <p className={styles.quote} dir="auto">
            {mode.quote.text || mode.quote.attachmentName}
          </p>
        )}
        {!isReply && mode.failure !== null && (
          <p className={styles.failure} role="alert">
            {failureText(mode.failure)}
          </p>
        )}
      </div>
      <IconButton label={isReply ? t('mode.cancelReply') : t('mode.cancelEdit')} size={30} onClick={onCancel}>
        <X aria-hidden size={16} />
      </IconButton>
    </section>
  );
}
