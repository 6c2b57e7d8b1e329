import { LifeBuoy, Phone } from 'lucide-react';
import { useTranslation } from 'ui-kit';
import type { AssistantNote } from '../../model/message';
import styles from './crisis-card.module.css';

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
        <ul className={styles.lines}>
          {helplines.map((line) => (
            <li key={line.phone} className={styles.line}>
              <a
                className={styles.call}
                href={`tel:${line.phone.replace(/[^\d+]/gu, '')}`}
                aria-label={t('assistant.callHelpline', { name: line.name, phone: line.phone })}
              >
                <Phone aria-hidden size={18} />
                <span className={styles.name} dir="auto">
                  {line.name}
                </span>
                <bdi className={styles.phone}>{line.phone}</bdi>
              </a>
              {line.url !== null && (
                <a className={styles.page} href={line.url} target="_blank" rel="noopener noreferrer nofollow">
                  {new URL(line.url).hostname.replace(/^www\./u, '')}
                </a>
              )}
            </li>
          ))}
        </ul>
        <time className={styles.time}>{time}</time>
      </div>
    </article>
  );
}
