import { UserRoundPlus } from 'lucide-react';
import { Avatar, useTranslation } from 'ui-kit';
import type { GroupInfo, Match } from '../../../shared/matches/types';
import styles from './group-panel.module.css';
import { useOpenDialog } from './use-open-dialog';

interface GroupPanelProps {
  group: GroupInfo;
  /** Candidates with a kept Yes. */
  chosen: readonly Match[];
  spots: number;
}

/** The group that a mentor fills: its members, those chosen, and the spots that are open. */
export function GroupPanel({ group, chosen, spots }: GroupPanelProps) {
  const { t } = useTranslation('matching');
  const { open } = useOpenDialog();
  const people = [
    ...group.existingMemberInfo.map((one) => ({ ...one, isChosen: false })),
    ...chosen.map((one) => ({ ...one, isChosen: true })),
  ];
  return (
    <section className={styles.group} aria-labelledby="matching-group">
      <h2 className={styles.title} id="matching-group">
        {t('group.title')}
      </h2>
      <p className={styles.count}>{t('group.open', { count: spots })}</p>
      <ul className={styles.people}>
        {people.map(({ id, fullName, displayPicture, isChosen }) => (
          <li key={id}>
            <button
              type="button"
              className={styles.person}
              data-chosen={isChosen || undefined}
              onClick={() => open(`info:${id}`)}
            >
              <Avatar id={id} name={fullName} picture={displayPicture} size={48} />
              <span className={styles.name}>
                <bdi>{fullName}</bdi>
              </span>
              <span className={styles.state}>{t(isChosen ? 'group.chosen' : 'group.member')}</span>
            </button>
          </li>
        ))}
        {Array.from({ length: spots }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: open spots are all alike
          <li key={index} className={styles.spot}>
            <span className={styles.hole}>
              <UserRoundPlus aria-hidden size={20} />
            </span>
            <span className={styles.sentence}>{t('availableSpotForMentee')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
