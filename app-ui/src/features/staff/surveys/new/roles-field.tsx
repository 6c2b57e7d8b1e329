import { useId } from 'react';
import { useTranslation } from 'ui-kit';
import { Choice, Choices } from '../../components/choices';
import { ROLES, type Role, type StaffSurvey } from '../survey-window';
import styles from './window-form.module.css';

interface RolesFieldProps {
  survey: StaffSurvey;
  chosen: readonly Role[];
  problem: string | null;
  onChange: (roles: readonly Role[]) => void;
}

/** Who is asked. A role that may take no surveys stands there with the reason. */
export function RolesField({ survey, chosen, problem, onChange }: RolesFieldProps) {
  const { t } = useTranslation('staff');
  const id = useId();
  return (
    <Choices legend={t('surveys.who')}>
      {ROLES.map((role) => {
        const mayTake = survey.canTake.includes(role);
        const { people } = role === 'mentor' ? survey.mentors : survey.mentees;
        return (
          <Choice
            key={role}
            type="checkbox"
            checked={chosen.includes(role)}
            disabled={!mayTake}
            aria-invalid={problem !== null && mayTake}
            aria-describedby={problem === null ? undefined : `${id}-problem`}
            onChange={({ currentTarget: { checked } }) =>
              onChange(ROLES.filter((one) => (one === role ? checked : chosen.includes(one))))
            }
          >
            <span>
              {t(`surveys.roles.${role}`)}{' '}
              <span className={styles.hint}>
                {mayTake ? t('surveys.people', { count: people }) : t('surveys.mayNotTake')}
              </span>
            </span>
          </Choice>
        );
      })}
      {problem !== null && (
        <p className={styles.problem} id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </Choices>
  );
}
