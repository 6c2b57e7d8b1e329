import { Button } from '@mantine/core';
import { ShieldQuestion, Trash2 } from 'lucide-react';
import { useEffect, useId } from 'react';
import { announce, IconButton, useTranslation } from 'ui-kit';
import styles from './confirm-card.module.css';

interface ConfirmCardProps {
  /** The id of the text, which describes the field. */
  id: string;
  /** What was noticed. */
  kinds: readonly string[];
  isEdit: boolean;
  onChange: () => void;
  onSend: () => void;
  /** Drops the message; undefined where there is nothing to drop. */
  onDiscard: (() => void) | undefined;
}

/** Asks the person to look at a text once more before others read it. */
export default function ConfirmCard({ id, kinds, isEdit, onChange, onSend, onDiscard }: ConfirmCardProps) {
  const { t } = useTranslation('messenger');
  const titleId = useId();
  const isSecrecy = kinds.includes('secrecy');
  // A kind that this page does not know is explained as contact details are.
  const isContact = !isSecrecy || kinds.some((kind) => kind !== 'secrecy');
  const found = t(
    isContact && isSecrecy ? 'confirm.both' : isSecrecy ? 'confirm.secrecy' : 'confirm.contact',
  );
  const reasons = [isContact && t('confirm.whyContact'), isSecrecy && t('confirm.whySecrecy')];
  const why = reasons.filter(Boolean).join(' ');
  const title = t('confirm.title');
  const team = t('confirm.team');
  useEffect(() => announce([title, found, why, team].join(' ')), [title, found, why, team]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out like this in all browsers
    <div role="group" className={styles.card} aria-labelledby={titleId}>
      <p className={styles.title} id={titleId}>
        <ShieldQuestion aria-hidden size={18} className={styles.icon} />
        {title}
      </p>
      <div id={id}>
        <p className={styles.text}>{found}</p>
        <p className={styles.text}>{why}</p>
        <p className={styles.text}>{team}</p>
      </div>
      <div className={styles.actions}>
        <Button size="compact-md" onClick={onChange}>
          {t('confirm.change')}
        </Button>
        <Button size="compact-md" variant="default" onClick={onSend}>
          {t(isEdit ? 'confirm.saveAnyway' : 'confirm.sendAnyway')}
        </Button>
        {onDiscard && (
          <IconButton className={styles.discard} label={t('confirm.discard')} size={32} onClick={onDiscard}>
            <Trash2 aria-hidden size={17} />
          </IconButton>
        )}
      </div>
    </div>
  );
}
