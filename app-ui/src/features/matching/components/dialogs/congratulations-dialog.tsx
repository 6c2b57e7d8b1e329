import { Button } from '@mantine/core';
import { ArrowRight, MessagesSquare } from 'lucide-react';
import { useNavigate } from 'react-router';
import { Avatar, useIsTablet, useTranslation } from 'ui-kit';
import { ModalDialog } from 'ui-kit/modal-dialog';
import illustration from '../../../../shared/illustrations/illustrations.module.css';
import type { Congratulations } from '../../../../shared/matches/types';
import styles from './congratulations-dialog.module.css';

interface CongratulationsDialogProps {
  /** At least one. */
  congratulations: readonly Congratulations[];
  me: { id: string; name: string; picture: string | null };
  onSeen: () => void;
}

/** Faces that fit beside each other. */
const MOST_FACES = 5;
const LEAVES = 14;

/** New matches: the people meet, and the way to their mentorships and conversations. */
export function CongratulationsDialog({ congratulations, me, onSeen }: CongratulationsDialogProps) {
  const { t, i18n } = useTranslation('matching');
  const navigate = useNavigate();
  const isTablet = useIsTablet();
  const only = congratulations.length === 1 ? congratulations[0] : undefined;
  const othersOf = (type: Congratulations['mentorshipType']) =>
    congratulations
      .filter(({ mentorshipType }) => mentorshipType === type)
      .flatMap(({ people }) => people.filter(({ id }) => id !== me.id));
  const [pairs, groups] = [othersOf('1to1'), othersOf('1toM')];
  const others = [...pairs, ...groups];
  const size = others.length > 2 ? 64 : 88;
  const namesOf = (people: typeof others) =>
    new Intl.ListFormat(i18n.language).format(people.map(({ fullName }) => fullName));
  const text = [
    pairs.length > 0 && t('congratulations.pair', { names: namesOf(pairs) }),
    groups.length > 0 && t('congratulations.group', { names: namesOf(groups) }),
  ]
    .filter(Boolean)
    .join(' ');
  const chat = isTablet ? '/chat/messenger' : '/chat';

  function go(to: string): void {
    onSeen();
    void navigate(to);
  }

  return (
    <ModalDialog label={`${t('congratulations.title')} ${text}`} placement="center" isTall onClose={onSeen}>
      <div className={`${illustration.scene} ${styles.sky}`} aria-hidden>
        <span className={styles.sun} />
        <span className={styles.hill} />
        {Array.from({ length: LEAVES }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: leaves are all alike
          <span key={index} className={styles.leaf} />
        ))}
        <div className={styles.faces}>
          <span className={styles.face} data-from="start">
            <Avatar id={me.id} name={me.name} picture={me.picture} size={size} />
          </span>
          {others.slice(0, MOST_FACES - 1).map(({ id, fullName, displayPicture }) => (
            <span key={id} className={styles.face} data-from="end">
              <Avatar id={id} name={fullName} picture={displayPicture} size={size} />
            </span>
          ))}
        </div>
      </div>
      <div className={styles.body}>
        <h2 className={styles.title}>{t('congratulations.title')}</h2>
        <p className={styles.text}>{text}</p>
        <p className={styles.next}>{t(only ? 'congratulations.next' : 'congratulations.nextAll')}</p>
        <div className={styles.actions}>
          <Button
            size="md"
            rightSection={<ArrowRight aria-hidden className={styles.arrow} size={18} />}
            onClick={() =>
              go(
                only
                  ? `/mentorship?${new URLSearchParams({ mentorship: only.mentorshipId })}`
                  : '/mentorship',
              )
            }
          >
            {t(only ? 'congratulations.proceed' : 'congratulations.proceedAll')}
          </Button>
          <Button
            size="md"
            variant="light"
            leftSection={<MessagesSquare aria-hidden size={18} />}
            onClick={() => go(only ? `${chat}?${new URLSearchParams({ channel: only.channelId })}` : chat)}
          >
            {t('congratulations.write')}
          </Button>
        </div>
      </div>
    </ModalDialog>
  );
}
