import { Button } from '@mantine/core';
import { UserRoundX } from 'lucide-react';
import { useEffect } from 'react';
import { useNow, useTranslation } from 'ui-kit';
import { ModalDialog } from 'ui-kit/modal-dialog';
import styles from './unavailable-dialog.module.css';

const RELOAD_AFTER_MS = 5_000;

interface UnavailableDialogProps {
  answer: 'MENTOR_UNAVAILABLE' | 'MENTEE_UNAVAILABLE';
  /** When the answer arrived. */
  since: number;
  reload?: () => void;
}

/** Reloads without the dialog that was open: its match is gone. */
function reloadPage(): void {
  const { href } = window.location;
  const url = new URL(href);
  url.searchParams.delete('open');
  if (url.href !== href) window.history.replaceState(window.history.state, '', url);
  window.location.reload();
}

/** Says that the other side is no longer available. It cannot be closed: the page reloads after five seconds, or at once. */
export function UnavailableDialog({ answer, since, reload = reloadPage }: UnavailableDialogProps) {
  const { t } = useTranslation('matching');
  const isMentor = answer === 'MENTOR_UNAVAILABLE';
  const title = t(isMentor ? 'mentorUnavailable' : 'menteeUnavailable');
  const text = t(isMentor ? 'mentorUnavailableDescription' : 'menteeUnavailableDescription');
  const seconds = Math.max(0, Math.ceil((since + RELOAD_AFTER_MS - useNow(250)) / 1_000));

  useEffect(() => {
    const timer = setTimeout(reload, Math.max(0, since + RELOAD_AFTER_MS - Date.now()));
    return () => clearTimeout(timer);
  }, [since, reload]);

  return (
    // The name contains the text: it is read once, when the focus moves to the dialog.
    <ModalDialog label={`${title}. ${text}`} placement="center" isDismissible={false}>
      <div className={styles.body}>
        <span className={styles.icon}>
          <UserRoundX aria-hidden size={30} strokeWidth={1.75} />
        </span>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.text}>{text}</p>
        <p className={styles.seconds} aria-hidden>
          {t('unavailable.reloads', { count: seconds })}
        </p>
        <Button size="md" onClick={reload}>
          {t('unavailable.refresh')}
        </Button>
      </div>
    </ModalDialog>
  );
}
