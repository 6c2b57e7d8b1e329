import { CircleCheck, Clock, Hourglass, UserCheck } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from 'ui-kit';
import { labelsOf, shortDay, urgencyOf } from '../../../shared/mentorships/deadline';
import type { MentorshipSession } from '../../../shared/mentorships/mentorship';
import { cutTitle } from '../../../shared/sessions/cut-title';
import styles from './session-row.module.css';

/** Characters of a title in a list. */
const TITLE_CHARS = 26;

const ICONS = {
  completed: CircleCheck,
  catchUp: Hourglass,
  partnerYet: Hourglass,
  partnerDone: UserCheck,
  completeBy: Clock,
} as const;

/** A session of a mentorship: the whole row leads to it. */
export function SessionRow({ session }: { session: MentorshipSession }) {
  const { t, i18n } = useTranslation('app');
  const { id, banner, color, localeTitle, endDate } = session;
  const title = cutTitle(localeTitle, TITLE_CHARS);
  const date = endDate === null ? '' : shortDay(endDate, i18n.language);
  const urgency = endDate === null ? 'calm' : urgencyOf(endDate, new Date());
  return (
    <li className={styles.row} data-color={color}>
      <img className={styles.banner} src={banner} alt="" width={112} height={72} loading="lazy" />
      <div className={styles.words}>
        <h3 className={styles.title}>
          <Link
            to={`/mentorship/${id}/sessionintro`}
            {...(title === localeTitle ? {} : { 'aria-label': localeTitle, title: localeTitle })}
          >
            <bdi>{title}</bdi>
          </Link>
        </h3>
        <p className={styles.labels}>
          {labelsOf(session).map((label) => {
            const Icon = ICONS[label];
            return (
              <span
                key={label}
                className={styles.label}
                data-label={label}
                data-urgency={label === 'completeBy' ? urgency : undefined}
              >
                <Icon aria-hidden size={16} />
                {t(`mentorship.labels.${label}`, { date })}
                {label === 'completeBy' && urgency === 'over' && `, ${t('mentorship.labels.over')}`}
              </span>
            );
          })}
        </p>
      </div>
    </li>
  );
}
