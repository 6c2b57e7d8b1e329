import { useQuery } from '@tanstack/react-query';
import { Phone } from 'lucide-react';
import { useTranslation } from 'ui-kit';
import { helplinesQuery } from '../api/helplines';
import styles from './helplines.module.css';

/** Helplines for banners that keep people from writing or calling. */
export function Helplines() {
  const { t } = useTranslation('messenger');
  const { data: helplines = [] } = useQuery(helplinesQuery);
  if (helplines.length === 0) return null;
  return (
    <div className={styles.helplines}>
      <p>{t('helplines.title')}</p>
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
    </div>
  );
}
