import { LifeBuoy } from 'lucide-react';
import { useTranslation } from 'ui-kit';
import type { AssistantNote } from '../../model/message';
import styles from './crisis-card.module.css';
import { HelplineList } from './helpline-list';

interface CrisisCardProps {
  text: string;
  time: string;
  helplines: AssistantNote['helplines'];
  /** How a screen reader names the whole message. */
  label: string;
}

/** The assistant's reply to a crisis message: helplines, one touch away. */
export function CrisisCard({ text, time, helplines, label }: CrisisCardProps) {
  const { t } = useTranslation('messenger');
  return (
    <article className={styles.row} aria-label={label}>
      <div className={styles.card}>
        <h3 className={styles.title}>
          <LifeBuoy aria-hidden size={20} />
          {t('assistant.crisis')}
        </h3>
        <p className={styles.text} dir="auto">
          {text}
        </p>
        <HelplineList helplines={helplines} />
        <time className={styles.time}>{time}</time>
      </div>
    </article>
  );
}
