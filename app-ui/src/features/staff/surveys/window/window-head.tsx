import { formatDate, useTranslation } from 'ui-kit';
import { RecordTitle } from '../../components/record-title';
import { useProgrammes } from '../../components/use-programmes';
import { useRolesText } from '../survey-texts';
import type { SurveyWindowRecord } from '../survey-window';
import { useWhenText } from '../use-when-text';
import { WindowState } from '../window-columns';
import { useStillOpen } from './use-still-open';
import styles from './window-page.module.css';

/** Which survey, who is asked, when, and by whom. */
export function WindowHead({ window }: { window: SurveyWindowRecord }) {
  const { t, i18n } = useTranslation('staff');
  const whenOf = useWhenText();
  const rolesOf = useRolesText();
  const { hasSeveral } = useProgrammes();
  const { survey, programme, roles, cohort, state, remindAfter, createdBy, createdAt } = window;
  const stillOpen = useStillOpen(window);
  const isOver = state === 'closed' || state === 'stopped';
  const day = formatDate(createdAt, i18n.language, 'sentence');
  const days = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(remindAfter.map(String));
  return (
    <header>
      <RecordTitle>
        <bdi>{survey.name}</bdi>
      </RecordTitle>
      <p className={styles.line}>
        <WindowState state={state} />
        {hasSeveral && <bdi>{programme.title}</bdi>}
        <span>{rolesOf(roles)}</span>
        {cohort !== null && <bdi>{t('cohorts.onlyOf', { name: cohort })}</bdi>}
      </p>
      <p className={styles.when}>{whenOf(window)}</p>
      <p className={styles.line}>
        {!isOver &&
          `${
            remindAfter.length > 0
              ? t('surveys.remindersAfter', { count: remindAfter.at(-1), days })
              : t('surveys.noReminders')
          } `}
        {state === 'stopped' && stillOpen !== '' && `${stillOpen} `}
        {createdBy === null
          ? t('surveys.createdOn', { day })
          : t('surveys.createdOnBy', { day, name: createdBy })}
      </p>
    </header>
  );
}
