import { Banner, formatDate, formatTime, useTranslation } from 'ui-kit';
import { Helplines } from '../../components/helplines';

interface TeamAwayProps {
  /** When the team is back. */
  backAt: string;
  /** Whether another banner shows the helplines. */
  hasHelplines: boolean;
}

/** Says when the programme team answers again, and who helps until then. */
export function TeamAway({ backAt, hasHelplines }: TeamAwayProps) {
  const { t, i18n } = useTranslation('messenger');
  const isToday = new Date(backAt).toDateString() === new Date().toDateString();
  const time = formatTime(backAt, i18n.language);
  const day = formatDate(backAt, i18n.language, 'weekday');
  return (
    <Banner role="note">
      {isToday ? t('team.backToday', { time }) : t('team.back', { day, time })}
      {!hasHelplines && <Helplines isFolded />}
    </Banner>
  );
}
