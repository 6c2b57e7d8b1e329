import { useTranslation } from 'ui-kit';
import { Bar } from '../components/bar';
import { None } from '../components/cells';
import styles from './answered.module.css';

/** How many of those who were asked have sent it. */
export function Answered({ sent, asked }: { sent: number; asked: number }) {
  const { t } = useTranslation('staff');
  if (asked === 0) return <None />;
  return (
    <span className={styles.answered}>
      {t('mentorships.done', { done: sent, total: asked })}
      <Bar share={sent / asked} />
    </span>
  );
}
