import { CircleCheck, CircleSlash, Clock, type LucideIcon } from 'lucide-react';
import { formatDate, useNow, useTranslation } from 'ui-kit';
import { lastDayOf } from '../../components/days';
import { nameOf } from '../person';
import type { PersonRecord } from './person-record';
import styles from './person-standing.module.css';
import { type Standing, standingOf } from './standing';

const MINUTE_MS = 60_000;

const TONES: Record<Standing, [tone: 'open' | 'soon' | 'closed', icon: LucideIcon]> = {
  open: ['open', CircleCheck],
  bindsNever: ['soon', Clock],
  bindsFrom: ['soon', Clock],
  applying: ['soon', Clock],
  declined: ['closed', CircleSlash],
  withdrawn: ['closed', CircleSlash],
  contactClosed: ['closed', CircleSlash],
  tooYoung: ['closed', CircleSlash],
  suspended: ['closed', CircleSlash],
  suspendedUntil: ['closed', CircleSlash],
  suspendedByLead: ['closed', CircleSlash],
  accountClosed: ['closed', CircleSlash],
};

/** One sentence: whether the person may have contact, and what stands in the way. */
export function PersonStanding({ person }: { person: PersonRecord }) {
  const { t, i18n } = useTranslation('staff');
  const standing = standingOf(person, useNow(MINUTE_MS));
  if (standing === null) return null;
  const [tone, Icon] = TONES[standing];
  const name = nameOf(person);
  const { suspendedUntil, contactBindsFrom, application } = person;
  const day = application?.eraseAt ?? contactBindsFrom;
  const text =
    standing === 'suspended'
      ? t('safeguarding.measures.isSuspended', { name })
      : standing === 'suspendedUntil'
        ? t('safeguarding.measures.isSuspendedUntil', {
            name,
            day: lastDayOf(suspendedUntil ?? '', i18n.language),
          })
        : t(`person.standing.${standing}`, {
            name,
            day: day === null ? '' : formatDate(day, i18n.language, 'sentence'),
          });
  return (
    <p className={styles.standing} data-tone={tone}>
      <Icon aria-hidden size={20} />
      <span>{text}</span>
    </p>
  );
}
