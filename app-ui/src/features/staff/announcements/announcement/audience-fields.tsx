import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'ui-kit';
import { staffAccessQuery } from '../../api/staff';
import { Choice, Choices } from '../../components/choices';
import { CohortSelect } from '../../components/cohort-select';
import { AMONG, audienceQuery, ROLES } from '../announcement';
import type { Draft } from '../draft';
import styles from './announcement-editor.module.css';

interface AudienceFieldsProps {
  draft: Draft;
  isChecked: boolean;
  /** The name of the chosen cohort, if it was removed. */
  removedCohort: string | null;
  onChange: (changes: Partial<Draft>) => void;
}

/** Whom it reaches and how, with their number. */
export function AudienceFields({ draft, isChecked, removedCohort, onChange }: AudienceFieldsProps) {
  const { t } = useTranslation('staff');
  const { data: access } = useQuery(staffAccessQuery);
  const programmes = access?.managedProgrammes ?? [];
  const { roles } = draft;
  return (
    <>
      {programmes.length > 1 && (
        <NativeSelect
          size="md"
          label={t('people.programme')}
          value={draft.programme}
          data={programmes.map(({ id, title }) => ({ value: id, label: title }))}
          onChange={({ currentTarget: { value } }) => onChange({ programme: value, cohort: null })}
        />
      )}
      <Choices legend={t('announcements.roles')}>
        {ROLES.map((role) => (
          <Choice
            key={role}
            type="checkbox"
            checked={roles.includes(role)}
            aria-invalid={isChecked && roles.length === 0}
            onChange={({ currentTarget: { checked } }) =>
              onChange({ roles: ROLES.filter((one) => (one === role ? checked : roles.includes(one))) })
            }
          >
            {t(`announcements.rolesOf.${role}`)}
          </Choice>
        ))}
        {isChecked && roles.length === 0 && (
          <p className={styles.problem} role="alert">
            {t('announcements.problems.noRole')}
          </p>
        )}
      </Choices>
      <NativeSelect
        size="md"
        label={t('announcements.among')}
        value={draft.among}
        data={AMONG.map((value) => ({ value, label: t(`announcements.amongWhom.${value}`) }))}
        onChange={({ currentTarget: { value } }) => onChange({ among: value as Draft['among'] })}
      />
      <CohortSelect
        programme={draft.programme}
        value={draft.cohort ?? ''}
        gone={removedCohort}
        error={removedCohort === null ? null : t('announcements.problems.noCohort')}
        onChange={(cohort) => onChange({ cohort: cohort === '' ? null : cohort })}
      />
      <ReachText draft={draft} />
      <Choices legend={t('announcements.channels')}>
        <p className={styles.hint}>{t('announcements.channelsHint')}</p>
        {(['push', 'mail'] as const).map((channel) => (
          <Choice
            key={channel}
            type="checkbox"
            checked={draft[channel]}
            onChange={({ currentTarget: { checked } }) => onChange({ [channel]: checked })}
          >
            {t(`announcements.by.${channel}`)}
          </Choice>
        ))}
      </Choices>
    </>
  );
}

/** How many people it reaches now. */
export function ReachText({ draft: { programme, among, cohort, roles } }: { draft: Draft }) {
  const { t } = useTranslation('staff');
  const { data } = useQuery(audienceQuery(programme, among, cohort));
  if (data === undefined) return <p className={styles.reach}>{t('announcements.counting')}</p>;
  const mentees = roles.includes('mentee') ? data.mentees : 0;
  const mentors = roles.includes('mentor') ? data.mentors : 0;
  return (
    <p className={styles.reach} role="status">
      {t('announcements.reach', { count: mentees + mentors, mentees, mentors })}
    </p>
  );
}
