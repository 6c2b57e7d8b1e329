import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { formatDate, useTranslation } from 'ui-kit';
import { RecordLink } from '../components/cells';
import { useProgrammes } from '../components/use-programmes';
import { addressOf, KINDS, listOf, type Work } from './overview';
import { WorkClock } from './work-clock';
import styles from './work-entry.module.css';

/** What waits of one kind: how much, what to do, and those who wait longest. */
export function WorkEntry({ work }: { work: Work }) {
  const { t, i18n } = useTranslation('staff');
  const { hasSeveral } = useProgrammes();
  const { icon: Icon, isPressing } = KINDS[work.kind];
  const list = listOf(work);
  const former = t('mentorships.former');
  return (
    <li className={styles.entry} data-pressing={isPressing}>
      <span className={styles.icon}>
        <Icon aria-hidden size={20} />
      </span>
      <div className={styles.head}>
        <h3 className={styles.title}>
          <Link className={styles.list} to={list}>
            {t(`overview.work.${work.kind}`, { count: work.count })}
            <ChevronRight aria-hidden size={18} />
          </Link>
        </h3>
        <p className={styles.advice}>{t(`overview.advice.${work.kind}`)}</p>
      </div>
      <ul className={styles.items}>
        {work.first.map((item) => (
          <li key={item.id} className={styles.item}>
            <span className={styles.words}>
              <RecordLink to={addressOf(work, item)} list={list.search}>
                <bdi>{item.name || former}</bdi>
              </RecordLink>
              {item.with !== null && (
                <span className={styles.with}>{t('mentorships.with', { names: item.with || former })}</span>
              )}
              {item.writtenAt !== null && (
                <span className={styles.with}>
                  {t('overview.written', { day: formatDate(item.writtenAt, i18n.language, 'list') })}
                </span>
              )}
              {hasSeveral && item.programme !== null && <bdi className={styles.with}>{item.programme}</bdi>}
            </span>
            <WorkClock kind={work.kind} item={item} />
          </li>
        ))}
      </ul>
      {work.count > work.first.length && (
        <Link className={styles.all} to={list}>
          {t('overview.showAll', { number: work.count })}
        </Link>
      )}
    </li>
  );
}
