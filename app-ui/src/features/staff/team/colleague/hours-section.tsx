import { Button } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { Banner, useErrorText, useTranslation } from 'ui-kit';
import { LinkButton } from '../../../../shared/forms/link-button';
import { Section } from '../../components/section';
import { useAct } from '../../components/use-act';
import { type ColleagueRecord, type Hours, minutesOf, type ProgrammeHours, setHours } from '../colleague';
import { useTeamTexts } from '../use-team-texts';
import styles from './colleague.module.css';

const WEEK = [0, 1, 2, 3, 4, 5, 6] as const;

/** The most hours of a lead in a week of one programme. */
const MOST = 14;

/** The weekly hours of duty of a lead, for each of their programmes. */
export function HoursSection({ colleague }: { colleague: ColleagueRecord }) {
  const { t } = useTranslation('staff');
  return (
    <Section title={t('colleagues.hours.title')}>
      <p className={styles.hint}>{t('colleagues.hours.text')}</p>
      {colleague.hours.map((plan) => (
        <Plan key={plan.programme.id} colleague={colleague} plan={plan} />
      ))}
    </Section>
  );
}

function Plan({ colleague, plan }: { colleague: ColleagueRecord; plan: ProgrammeHours }) {
  const { t } = useTranslation('staff');
  const errorText = useErrorText();
  const texts = useTeamTexts();
  const titleId = useId();
  const [weekday, setWeekday] = useState(0);
  const [from, setFrom] = useState('09:00');
  const [until, setUntil] = useState('12:00');
  const { hours, programme, timeZone, mayChange } = plan;
  const act = useAct((after: Hours[]) => setHours(colleague, plan, after), t('colleagues.hours.saved'));
  const add = (event: FormEvent) => {
    event.preventDefault();
    const [begins, ends] = [minutesOf(from), minutesOf(until)];
    if (begins !== null && ends !== null && !act.isPending)
      act.mutate([...hours, { weekday, from: begins, until: ends }]);
  };
  return (
    <div className={styles.part}>
      <h3 className={styles.partTitle} id={titleId}>
        <bdi>{programme.title}</bdi>
      </h3>
      {hours.length === 0 ? (
        <p className={styles.hint}>{t('colleagues.hours.none')}</p>
      ) : (
        <ul className={styles.rows} aria-labelledby={titleId}>
          {hours.map((one) => (
            <li key={`${one.weekday} ${one.from}`} className={styles.row}>
              <span>{texts.hours(one)}</span>
              {mayChange && (
                <LinkButton
                  aria-label={`${t('colleagues.hours.remove')}: ${texts.hours(one)}`}
                  onClick={() => act.isPending || act.mutate(hours.filter((other) => other !== one))}
                >
                  {t('colleagues.hours.remove')}
                </LinkButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayChange && hours.length < MOST && (
        <form className={styles.add} aria-labelledby={titleId} onSubmit={add}>
          <label className={styles.field}>
            {t('colleagues.hours.day')}
            <select value={weekday} onChange={(event) => setWeekday(Number(event.target.value))}>
              {WEEK.map((day) => (
                <option key={day} value={day}>
                  {texts.weekday(day)}
                </option>
              ))}
            </select>
          </label>
          <label className={styles.field}>
            {t('colleagues.hours.from')}
            <input type="time" required value={from} onChange={(event) => setFrom(event.target.value)} />
          </label>
          <label className={styles.field}>
            {t('colleagues.hours.until')}
            <input type="time" required value={until} onChange={(event) => setUntil(event.target.value)} />
          </label>
          <Button type="submit" variant="default">
            {t('colleagues.hours.add')}
          </Button>
        </form>
      )}
      <p className={styles.hint}>{t('colleagues.hours.zone', { zone: timeZone })}</p>
      {act.error && (
        <Banner tone="danger" role="alert">
          {errorText(act.error)}
        </Banner>
      )}
    </div>
  );
}
