import { Timer, UserRoundPlus } from 'lucide-react';
import { Avatar, type Profile, useNow, useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import type { Match } from '../../../shared/matches/types';
import { useGroupHold } from '../api/queries';
import styles from './group-hold-screen.module.css';
import { useOpenDialog } from './use-open-dialog';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

type Hold = NonNullable<ReturnType<typeof useGroupHold>['data']>;

interface GroupHoldScreenProps {
  /** A member of the group. */
  me: Pick<Profile, 'id' | 'fullName' | 'picture'> | null;
  /** The mentor of that member. */
  mentor: Match | null;
}

/** The group that begins soon: who is in it, how many places are open, and when it starts. */
export function GroupHoldScreen(props: GroupHoldScreenProps) {
  return <QueryState query={useGroupHold()}>{(group) => <HeldGroup group={group} {...props} />}</QueryState>;
}

function HeldGroup({ group, me, mentor }: GroupHoldScreenProps & { group: Hold }) {
  const { t, i18n } = useTranslation('matching');
  const { open } = useOpenDialog();
  const now = useNow(MINUTE_MS);
  const { existingMemberInfo, groupSize, actualSize, startsAt } = group;
  const members = existingMemberInfo.filter(({ id }) => id !== me?.id);
  const people = mentor === null ? members : [mentor, ...members];
  const spots = Math.max(0, groupSize - actualSize);
  const names = new Intl.ListFormat(i18n.language).format(people.map(({ fullName }) => fullName));
  return (
    <section className={styles.group} aria-labelledby="matching-hold">
      <h3 className={styles.title} id="matching-hold">
        {t('hold.title')}
      </h3>
      {me !== null && people.length > 0 && (
        <p className={styles.agreed}>{t('hold.agreed', { count: people.length, names })}</p>
      )}
      <ul className={styles.people}>
        {me !== null && (
          <li className={styles.person}>
            <Avatar id={me.id} name={me.fullName} picture={me.picture} size={64} />
            <span className={styles.name}>{t('hold.you')}</span>
          </li>
        )}
        {people.map(({ id, fullName, displayPicture, role }) => (
          <li key={id}>
            <button type="button" className={styles.person} onClick={() => open(`info:${id}`)}>
              <Avatar id={id} name={fullName} picture={displayPicture} size={64} />
              <span className={styles.name}>
                <bdi>{fullName}</bdi>
              </span>
              <span className={styles.role}>{t(role === 'Mentor' ? 'card.mentor' : 'card.mentee')}</span>
            </button>
          </li>
        ))}
        {Array.from({ length: spots }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: open places are all alike
          <li key={index} className={styles.person} aria-hidden>
            <span className={styles.hole}>
              <UserRoundPlus size={22} />
            </span>
            <span className={styles.role}>{t('hold.place')}</span>
          </li>
        ))}
      </ul>
      <p className={styles.start}>
        <Timer aria-hidden size={20} />
        <span>
          {startsAt !== null && startsAt > now ? (
            <strong>{t('hold.startsIn', { count: Math.ceil((startsAt - now) / DAY_MS) })}</strong>
          ) : (
            <strong>{t('hold.startsSoon')}</strong>
          )}{' '}
          {t('hold.open', { count: spots })}
        </span>
      </p>
    </section>
  );
}
