import { Timer } from 'lucide-react';
import { useNow, useTranslation } from 'ui-kit';
import { formatLeft, milestonesBetween, type Span } from '../../../shared/matches/countdown';
import { useUntilText } from '../../../shared/matches/use-until-text';
import styles from './countdown.module.css';

const LAST_MINUTES_MS = 2 * 60_000;

interface CountdownProps {
  span: Span;
  clockOffset: number;
}

/** When the time to decide ends, and what is left of it on the server's clock. It does not announce its changes. */
export function Countdown({ span, clockOffset }: CountdownProps) {
  const { t, i18n } = useTranslation('matching');
  const untilText = useUntilText();
  const isLast = span.until - (Date.now() + clockOffset) < LAST_MINUTES_MS;
  const now = useNow(isLast ? 1_000 : 15_000) + clockOffset;
  const passed = milestonesBetween(span, Number.NEGATIVE_INFINITY, now);
  const urgency = passed.includes('nineTenths') ? 'high' : passed.includes('half') ? 'some' : undefined;
  const share = Math.min(1, Math.max(0, (now - span.from) / (span.until - span.from)));
  return (
    <p className={styles.countdown} data-urgency={urgency}>
      <span className={styles.text}>
        <Timer aria-hidden size={16} />
        <span>
          <strong>{t('countdown.decideBy', { until: untilText(span.until, now) })}</strong> –{' '}
          <span className={styles.left}>
            {t('autoExpiresIn')}{' '}
            <time dateTime={new Date(span.until).toISOString()}>
              {formatLeft(span.until - now, i18n.language)}
            </time>
          </span>
        </span>
      </span>
      <span className={styles.track} aria-hidden>
        <span style={{ inlineSize: `${(1 - share) * 100}%` }} />
      </span>
    </p>
  );
}
