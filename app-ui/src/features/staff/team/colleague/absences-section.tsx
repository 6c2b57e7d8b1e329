import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Banner, formatDate, useErrorText, useTranslation } from 'ui-kit';
import { LinkButton } from '../../../../shared/forms/link-button';
import { today } from '../../components/days';
import { Section } from '../../components/section';
import { useAct } from '../../components/use-act';
import { type Absence, type ColleagueRecord, setAbsences } from '../colleague';
import styles from './colleague.module.css';

/** The days on which someone is absent: alerts go to others. */
export function AbsencesSection({ colleague }: { colleague: ColleagueRecord }) {
  const { t, i18n } = useTranslation('staff');
  const errorText = useErrorText();
  const [firstDay, setFirstDay] = useState(today());
  const [lastDay, setLastDay] = useState(today());
  const { absences, maySetAbsences } = colleague;
  const act = useAct((after: Absence[]) => setAbsences(colleague, after), t('colleagues.absence.saved'));
  const day = (of: string) => formatDate(of, i18n.language, 'list');
  const textOf = (absence: Absence) =>
    t('colleagues.absence.row', { from: day(absence.firstDay), until: day(absence.lastDay) });
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (!act.isPending) act.mutate([...absences, { firstDay, lastDay }]);
  };
  return (
    <Section title={t('colleagues.absence.title')}>
      <p className={styles.hint}>{t('colleagues.absence.text')}</p>
      {absences.length > 0 && (
        <ul className={styles.rows}>
          {absences.map((absence) => (
            <li key={absence.firstDay} className={styles.row}>
              <span>{textOf(absence)}</span>
              {maySetAbsences && (
                <LinkButton
                  aria-label={`${t('colleagues.hours.remove')}: ${textOf(absence)}`}
                  onClick={() => act.isPending || act.mutate(absences.filter((other) => other !== absence))}
                >
                  {t('colleagues.hours.remove')}
                </LinkButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {maySetAbsences && (
        <form className={styles.add} aria-label={t('colleagues.absence.title')} onSubmit={add}>
          <label className={styles.field}>
            {t('colleagues.absence.first')}
            <input
              type="date"
              required
              value={firstDay}
              onChange={(event) => {
                setFirstDay(event.target.value);
                if (lastDay < event.target.value) setLastDay(event.target.value);
              }}
            />
          </label>
          <label className={styles.field}>
            {t('colleagues.absence.last')}
            <input
              type="date"
              required
              min={firstDay}
              value={lastDay}
              onChange={(event) => setLastDay(event.target.value)}
            />
          </label>
          <Button type="submit" variant="default">
            {t('colleagues.hours.add')}
          </Button>
        </form>
      )}
      {act.error && (
        <Banner tone="danger" role="alert">
          {errorText(act.error)}
        </Banner>
      )}
    </Section>
  );
}
