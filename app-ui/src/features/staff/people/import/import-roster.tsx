import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'ui-kit';
import { Checkbox } from '../../components/checkbox';
import { Section } from '../../components/section';
import type { Reading, Roster } from './import';
import styles from './import-page.module.css';

export type RosterChoice = Pick<Reading, 'schoolClass' | 'hasTeachers'>;

interface ImportRosterProps {
  roster: Roster;
  choice: RosterChoice;
  onChoice: (choice: Partial<RosterChoice>) => void;
}

/** What an archive of OneRoster holds, and whom of it the import invites. */
export function ImportRoster({ roster, choice, onChoice }: ImportRosterProps) {
  const { t } = useTranslation('staff');
  const { version, classes, teachers, guardians, others, outside, withGuardian } = roster;
  const left = [
    ['teachers', teachers],
    ['guardians', guardians],
    ['others', others],
    ['outside', outside],
  ] as const;
  const leftOut = left.filter(([, count]) => count > 0);
  return (
    <Section title={t('import.roster.title')}>
      <p className={styles.hint}>{t('import.roster.text', { version })}</p>
      <div className={styles.fields}>
        {classes.length > 0 && (
          <NativeSelect
            size="md"
            label={t('import.roster.class')}
            value={choice.schoolClass}
            onChange={({ currentTarget }) => onChoice({ schoolClass: currentTarget.value })}
          >
            <option value="">{t('import.roster.allClasses')}</option>
            {classes.map(({ id, title, school, students }) => (
              <option key={id} value={id}>
                {[title || id, school, t('import.roster.students', { count: students })]
                  .filter((part) => part !== '')
                  .join(' · ')}
              </option>
            ))}
          </NativeSelect>
        )}
      </div>
      <Checkbox
        className={styles.choice}
        label={t('import.roster.withTeachers')}
        checked={choice.hasTeachers}
        onChange={({ currentTarget }) => onChoice({ hasTeachers: currentTarget.checked })}
      />
      {leftOut.length > 0 && (
        <p className={styles.hint}>
          {t('import.roster.leftOut', {
            people: leftOut.map(([kind, count]) => t(`import.roster.${kind}`, { count })).join(', '),
          })}
        </p>
      )}
      {withGuardian > 0 && (
        <p className={styles.hint}>{t('import.roster.withGuardian', { count: withGuardian })}</p>
      )}
    </Section>
  );
}
