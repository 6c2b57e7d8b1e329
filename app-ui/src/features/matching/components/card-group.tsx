import { UserRoundPlus } from 'lucide-react';
import { Avatar, useTranslation } from 'ui-kit';
import type { MatchGroup } from '../../../shared/matches/types';
import styles from './card-group.module.css';
import { useOpenDialog } from './use-open-dialog';

/** Who has agreed to be in the group of a proposed mentor, and its open spots. */
export function CardGroup({ group }: { group: MatchGroup }) {
  const { t, i18n } = useTranslation('matching');
  const { open } = useOpenDialog();
  const { groupSize, existingMemberInfo: members } = group;
  const names = new Intl.ListFormat(i18n.language).format(members.map(({ fullName }) => fullName));
  return (
    <>
      {members.length > 0 && (
        <p className={styles.agreed}>{t('card.agreed', { count: members.length, names })}</p>
      )}
      <ul className={styles.people} aria-label={t('card.group', { count: groupSize })}>
        {members.map(({ id, fullName, displayPicture }) => (
          <li key={id}>
            <button type="button" className={styles.person} onClick={() => open(`info:${id}`)}>
              <Avatar id={id} name={fullName} picture={displayPicture} size={32} />
              <bdi>{fullName}</bdi>
            </button>
          </li>
        ))}
        {Array.from({ length: Math.max(0, groupSize - members.length) }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: open spots are all alike
          <li key={index} className={styles.spot}>
            <UserRoundPlus aria-hidden size={18} />
            <span className={styles.sentence}>{t('availableSpotForMentee')}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
