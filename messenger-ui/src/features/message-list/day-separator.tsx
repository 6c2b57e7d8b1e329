import { UnstyledButton } from '@mantine/core';
import { CalendarDays } from 'lucide-react';
import { formatDay, useTranslation } from 'ui-kit';
import { DayPicker } from '../../components/day-picker';
import { dayInput } from '../../model/days';
import styles from './day-separator.module.css';

interface DaySeparatorProps {
  at: number;
  onJump: (date: string) => void;
}

/** Heading of a day; opens the date picker. */
export function DaySeparator({ at, onJump }: DaySeparatorProps) {
  const { t, i18n } = useTranslation('messenger');
  const day = formatDay(at, i18n.language);
  return (
    <div className={styles.day} data-day={dayInput(at)}>
      <DayPicker at={at} onJump={onJump}>
        {(open) => (
          <UnstyledButton
            className={styles.button}
            aria-label={t('messageList.jumpFromDay', { day })}
            onClick={open}
          >
            {day}
            <CalendarDays aria-hidden className={styles.icon} size={13} />
          </UnstyledButton>
        )}
      </DayPicker>
    </div>
  );
}
