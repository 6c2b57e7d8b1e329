import { UnstyledButton } from '@mantine/core';
import { CalendarDays } from 'lucide-react';
import { formatDay, useTranslation } from 'ui-kit';
import { dayInput } from '../../model/days';
import { DayPicker } from './day-picker';
import styles from './day-separator.module.css';

interface DaySeparatorProps {
  at: number;
  onJump: (date: string) => void;
}

/** The head of a day, and the way to another one. */
export function DaySeparator({ at, onJump }: DaySeparatorProps) {
  const { t, i18n } = useTranslation('messenger');
  const day = formatDay(at, i18n.language);
  return (
    <div className={styles.day} data-day={dayInput(at)}>
      <DayPicker at={at} onJump={onJump}>
        {(open) => (
          <UnstyledButton className={styles.button} aria-label={t('list.jumpFrom', { day })} onClick={open}>
            {day}
            <CalendarDays aria-hidden className={styles.icon} size={13} />
          </UnstyledButton>
        )}
      </DayPicker>
    </div>
  );
}
