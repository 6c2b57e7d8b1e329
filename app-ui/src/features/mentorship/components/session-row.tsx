import { CircleCheck, Clock, Hourglass, UserCheck } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from 'ui-kit';
import { labelsOf, shortDay, urgencyOf } from '../../../shared/mentorships/deadline';
import {
  type Mentorship,
  type MentorshipSession,
  othersBySession,
} from '../../../shared/mentorships/mentorship';
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

interface SessionRowProps {
  session: MentorshipSession;
  mentorship: Mentorship;
}

/** A session of a mentorship: the whole row leads to it. */
export function SessionRow({ session, mentorship }: SessionRowProps) {
  const { t, i18n } = useTranslation('app');
  const { id, banner, color, localeTitle, endDate } = session;
  const title = cutTitle(localeTitle, TITLE_CHARS);
  const date = endDate === null ? '' : shortDay(endDate, i18n.language);
  const urgency = endDate === null ? 'calm' : urgencyOf(endDate, new Date());
  const others = othersBySession(session, mentorship);
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
                {label === 'partnerYet' && <Who kind="waiting" names={others.waiting} />}
                {label === 'partnerDone' && <Who kind="done" names={others.done} />}
                {label === 'completeBy' && urgency === 'over' && `, ${t('mentorship.labels.over')}`}
              </span>
            );
          })}
        </p>
      </div>
    </li>
  );
}

/** Names those whom a label is about. */
function Who({ kind, names }: { kind: 'waiting' | 'done'; names: readonly string[] }) {
  const { t, i18n } = useTranslation('app');
  if (names.length === 0) return null;
  const list = new Intl.ListFormat(i18n.language).format(names);
  return (
    <span className={styles.who}>{t(`mentorship.who.${kind}`, { names: list, count: names.length })}</span>
  );
}
