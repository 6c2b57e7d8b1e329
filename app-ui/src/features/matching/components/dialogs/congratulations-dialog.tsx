import { Button } from '@mantine/core';
import { ArrowRight, MessagesSquare } from 'lucide-react';
import { useNavigate } from 'react-router';
import { Avatar, useIsTablet, useTranslation } from 'ui-kit';
import { ModalDialog } from 'ui-kit/modal-dialog';
import illustration from '../../../../shared/illustrations/illustrations.module.css';
import type { Congratulations } from '../../api/types';
import styles from './congratulations-dialog.module.css';

interface CongratulationsDialogProps {
  congratulations: Congratulations;
  me: { id: string; name: string; picture: string | null };
  onSeen: () => void;
}

/** Faces that fit beside each other. */
const MOST_FACES = 5;
const LEAVES = 14;

/** The match: the people meet, and the way to their mentorship and conversation. */
export function CongratulationsDialog({ congratulations, me, onSeen }: CongratulationsDialogProps) {
  const { t, i18n } = useTranslation('matching');
  const navigate = useNavigate();
  const isTablet = useIsTablet();
  const { mentorshipId, channelId, mentorshipType, people } = congratulations;
  const others = people.filter(({ id }) => id !== me.id);
  const size = others.length > 2 ? 64 : 88;
  const names = new Intl.ListFormat(i18n.language).format(others.map(({ fullName }) => fullName));
  const text = t(mentorshipType === '1toM' ? 'congratulations.group' : 'congratulations.pair', { names });

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
        <p className={styles.next}>{t('congratulations.next')}</p>
        <div className={styles.actions}>
          <Button
            size="md"
            rightSection={<ArrowRight aria-hidden className={styles.arrow} size={18} />}
            onClick={() => go(`/mentorship?${new URLSearchParams({ mentorship: mentorshipId })}`)}
          >
            {t('congratulations.proceed')}
          </Button>
          <Button
            size="md"
            variant="light"
            leftSection={<MessagesSquare aria-hidden size={18} />}
            onClick={() =>
              go(`${isTablet ? '/chat/messenger' : '/chat'}?${new URLSearchParams({ channel: channelId })}`)
            }
          >
            {t('congratulations.write')}
          </Button>
        </div>
      </div>
    </ModalDialog>
  );
}
