import { Clock } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from 'ui-kit';
import { cutTitle } from '../../../shared/sessions/cut-title';
import { introAddress } from '../addresses';
import type { SessionCard as Card } from '../types';
import { BookmarkButton } from './bookmark-button';
import { ProgressBar } from './progress-bar';
import { SessionBanner } from './session-banner';
import styles from './session-card.module.css';
import { Tags } from './tags';
import { TimeLeft } from './time-left';

/** Characters of a title on a card. */
const TITLE_CHARS = 32;

/** A session of a list: the whole card leads to it. */
export function SessionCard({ session }: { session: Card }) {
  const { t } = useTranslation('learning');
  const { id, banner, color, localeTitle, tags, because, isNew, sessionStatus } = session;
  const title = cutTitle(localeTitle, TITLE_CHARS);
  return (
    <li className={styles.card} data-color={color}>
      <SessionBanner src={banner} shape="card">
        {isNew && <span className={styles.new}>{t('card.new')}</span>}
      </SessionBanner>
      <div className={styles.body}>
        {because !== null && (
          <p className={styles.because}>
            {t([`card.because.${because.kind}`, 'card.because.newest'], { tag: because.tag?.localeLabel })}
          </p>
        )}
        <h2 className={styles.title}>
          <Link
            className={styles.link}
            to={introAddress(id)}
            {...(title === localeTitle ? {} : { title: localeTitle })}
          >
            <bdi>{title}</bdi>
          </Link>
        </h2>
        <Tags tags={tags} />
        <div className={styles.foot}>
          <ProgressBar session={session} />
          <p className={styles.time}>
            {sessionStatus === null && <Clock aria-hidden size={15} />}
            <TimeLeft session={session} />
          </p>
        </div>
      </div>
      <BookmarkButton session={session} className={styles.bookmark} />
    </li>
  );
}
