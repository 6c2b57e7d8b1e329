import { useQuery } from '@tanstack/react-query';
import { Phone } from 'lucide-react';
import { useTranslation } from 'ui-kit';
import { helplinesQuery } from '../api/helplines';
import styles from './helplines.module.css';

interface HelplinesProps {
  /** Shows them when the person asks for them, where they would take the space of the messages. */
  isFolded?: boolean;
}

/** Helplines for banners that keep people from writing or calling, or say that the team is away. */
export function Helplines({ isFolded = false }: HelplinesProps) {
  const { t } = useTranslation('messenger');
  const { data: helplines = [] } = useQuery(helplinesQuery);
  if (helplines.length === 0) return null;
  const list = (
    <ul className={styles.list}>
      {helplines.map(({ name, phone }) => (
        <li key={phone}>
          <a className={styles.line} href={`tel:${phone.replace(/[^\d+]/gu, '')}`}>
            <Phone aria-hidden size={14} className={styles.icon} />
            <span dir="auto">{name}</span> <bdi className={styles.phone}>{phone}</bdi>
          </a>
        </li>
      ))}
    </ul>
  );
  if (isFolded) {
    return (
      <details>
        <summary className={styles.summary}>{t('helplines.fold')}</summary>
        {list}
      </details>
    );
  }
  return (
    <div className={styles.helplines}>
      <p>{t('helplines.title')}</p>
      {list}
    </div>
  );
}
