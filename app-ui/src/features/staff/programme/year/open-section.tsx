import { Button } from '@mantine/core';
import { CalendarCheck2, Shapes } from 'lucide-react';
import { useState } from 'react';
import { useErrorText, useTranslation } from 'ui-kit';
import { FormDialog } from 'ui-kit/form-dialog';
import { NameInput } from '../../components/name-input';
import { Section } from '../../components/section';
import { useAct } from '../../components/use-act';
import { createCohort } from '../../people/cohorts/cohort';
import ruleStyles from '../programme.module.css';
import { nextYearName, openYear, type Year } from './year';
import styles from './year.module.css';

/** Opens the next year on a day or now, and offers a cohort for it. */
export function OpenSection({ year }: { year: Year }) {
  const { t } = useTranslation('staff');
  const errorText = useErrorText();
  const [day, setDay] = useState('');
  const [isAsking, setIsAsking] = useState(false);
  const [isNaming, setIsNaming] = useState(false);
  const plan = useAct(() => openYear(year.programme.id, day), t('year.open.planned'));
  const { continues, first, leaves } = year.decisions;
  return (
    <Section title={t('year.open.title')}>
      <p className={ruleStyles.hint}>{t('year.open.people', { continues, first, leaves })}</p>
      <p className={ruleStyles.hint}>{t('year.open.text')}</p>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          plan.mutate(undefined);
        }}
      >
        <div className={styles.buttons}>
          <label className={styles.day}>
            {t('year.open.day')}
            <input
              type="date"
              name="opensOn"
              required
              value={day}
              onChange={({ currentTarget }) => setDay(currentTarget.value)}
            />
          </label>
          <Button type="submit" variant="default" loading={plan.isPending} disabled={day === ''}>
            {t('year.open.plan')}
          </Button>
          <Button
            leftSection={<CalendarCheck2 aria-hidden size={17} />}
            disabled={year.endings.waiting > 0}
            onClick={() => setIsAsking(true)}
          >
            {t('year.open.now')}
          </Button>
          <Button
            variant="default"
            leftSection={<Shapes aria-hidden size={17} />}
            onClick={() => setIsNaming(true)}
          >
            {t('year.cohort.open')}
          </Button>
        </div>
        {plan.error && <p role="alert">{errorText(plan.error)}</p>}
      </form>
      {isAsking && <OpenDialog year={year} onClose={() => setIsAsking(false)} />}
      {isNaming && <CohortDialog programme={year.programme.id} onClose={() => setIsNaming(false)} />}
    </Section>
  );
}

function OpenDialog({ year, onClose }: { year: Year; onClose: () => void }) {
  const { t } = useTranslation('staff');
  const errorText = useErrorText();
  const act = useAct(() => openYear(year.programme.id, null), t('year.open.done'), onClose);
  return (
    <FormDialog
      title={t('year.open.now')}
      text={t('year.open.mails', { count: year.decisions.continues })}
      cancel={t('safeguarding.cancel')}
      submit={t('year.open.submit')}
      isPending={act.isPending}
      error={act.error && errorText(act.error)}
      onSubmit={() => act.mutate(undefined)}
      onClose={onClose}
    />
  );
}

/** Creates the cohort of the next year; those of this year stay as labels. */
function CohortDialog({ programme, onClose }: { programme: string; onClose: () => void }) {
  const { t } = useTranslation('staff');
  const errorText = useErrorText();
  const [name, setName] = useState(() => nextYearName(new Date()));
  const act = useAct(() => createCohort({ programme, name }), t('cohorts.created', { name }), onClose);
  return (
    <FormDialog
      title={t('year.cohort.open')}
      text={t('year.cohort.text')}
      cancel={t('safeguarding.cancel')}
      submit={t('cohorts.create')}
      isReady={name.trim() !== ''}
      isPending={act.isPending}
      error={act.error && errorText(act.error)}
      onSubmit={() => act.mutate(undefined)}
      onClose={onClose}
    >
      <NameInput label={t('cohorts.name')} maxLength={60} value={name} onChange={setName} />
    </FormDialog>
  );
}
